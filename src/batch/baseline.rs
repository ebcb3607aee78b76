//! Known findings, which aren't reported: errors and warnings by file and name, with their number.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use toml::{Table, Value};

use super::policy::{Policy, absolute};
use sgf_audit_core::audit::{Detail, FileAudit, FindingKind, Severity};
use sgf_audit_core::printable::path_text;
use sgf_audit_core::similar_names::similar_names;

pub type NamedCounts = BTreeMap<String, u64>;

/// The findings of a file that are counted for a baseline: errors and warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedFile {
    /// The path as the baseline has it.
    pub path: String,
    /// Number of findings by name, including unreported ones.
    pub found: NamedCounts,
    pub known: u64,
    /// The hash of the content, for a baseline that is to be written.
    pub content: Option<String>,
    /// The path under which the baseline lists the file, if that has been renamed.
    pub renamed_from: Option<String>,
}

/// The entries of a baseline for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Listed {
    /// The hash of the content, by which a renamed file is recognised.
    content: Option<String>,
    #[serde(flatten)]
    pub counts: NamedCounts,
}

#[derive(Clone, Debug)]
pub struct Baseline {
    /// The directory that paths are relative to, absolute.
    directory: PathBuf,
    files: BTreeMap<String, Listed>,
    /// Listed files that no longer exist, by their contents.
    gone: OnceLock<BTreeMap<String, String>>,
    /// Whether everything that is found counts as known, for a baseline that is to be written.
    knows_all: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    #[serde(rename = "version", deserialize_with = "known_version")]
    _version: u32,
    #[serde(default)]
    files: BTreeMap<String, Listed>,
}

fn known_version<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let why = |version| format!("version {version} of baselines; this program knows {VERSION}");
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        version => Err(D::Error::custom(why(version))),
    }
}

const VERSION: u32 = 2;

const HEAD: &str = "\
# Known findings, which `sgf-audit check --baseline` doesn't report: errors and warnings by file, with their number.
# `sgf-audit check --write-baseline` writes this file anew. Paths are relative to its directory.
";

/// Outcome for the findings that a baseline lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaselineOutcome {
    pub known: u64,
    pub files: u64,
    /// Listed findings that were no longer found, by file and name.
    pub fixed: Vec<(String, NamedCounts)>,
    /// Number of listed findings of files that the run didn't read, and of these files. They stay.
    pub unread: (u64, u64),
    /// The same for those of them that don't exist.
    pub absent: (u64, u64),
}

impl Baseline {
    /// A baseline that lists nothing. `path`: its file.
    pub fn new(path: &Path) -> Self {
        let path = absolute(path);
        let directory = path.parent().map_or_else(|| path.clone(), Path::to_path_buf);
        Self { directory, files: BTreeMap::new(), gone: OnceLock::new(), knows_all: false }
    }

    /// Reads a baseline. `path`: its file. Fails if the text isn't a baseline.
    pub fn from_toml(path: &Path, text: &str) -> Result<Self, toml::de::Error> {
        let Content { files, .. } = toml::from_str(text)?;
        Ok(Self { files, ..Self::new(path) })
    }

    /// Checks that all findings are known by their names. Returns a message about the first name that no finding has.
    pub fn check_names(&self) -> Result<(), String> {
        for (path, Listed { counts, .. }) in &self.files {
            if let Some(name) = counts.keys().find(|name| FindingKind::find(name).is_none()) {
                let names = FindingKind::ALL.iter().map(|kind| kind.as_str());
                let hint = match &similar_names(name, names)[..] {
                    [] => "--write-baseline leaves it out".to_owned(),
                    similar => format!("did you mean {}?", similar.join(" or ")),
                };
                return Err(format!("{path}: no such finding: {name}; {hint}"));
            }
        }
        Ok(())
    }

    /// Returns the baseline for a run that rewrites it: every finding counts as known.
    #[must_use]
    pub fn knowing_all(self) -> Self {
        Self { knows_all: true, ..self }
    }

    /// Returns a path as baselines have it: relative to the baseline's directory, with `/`. `None` for standard input.
    pub(super) fn key(&self, path: &Path) -> Option<String> {
        if path.as_os_str() == "-" {
            return None;
        }
        let path = absolute(path);
        let mut relative = PathBuf::new();
        let mut above = self.directory.as_path();
        let below = loop {
            match (path.strip_prefix(above), above.parent()) {
                (Ok(below), _) => break below,
                (Err(_), Some(parent)) => above = parent,
                // On another drive.
                (Err(_), None) => return Some(path_text(&path).replace('\\', "/")),
            }
            relative.push(Component::ParentDir);
        };
        relative.push(below);
        let text = path_text(&relative);
        Some(if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() })
    }

    /// Returns the path under which a file is listed that has been renamed: one with this content that no longer exists.
    pub(super) fn renamed_from(&self, bytes: &[u8]) -> Option<&str> {
        let gone = self.gone.get_or_init(|| {
            let gone = self.files.iter().filter(|(path, _)| self.is_absent(path));
            gone.filter_map(|(path, listed)| Some((listed.content.clone()?, path.clone())))
                .collect()
        });
        if gone.is_empty() { None } else { gone.get(&content(bytes)).map(String::as_str) }
    }

    /// Whether a listed file doesn't exist.
    fn is_absent(&self, key: &str) -> bool {
        is_absent(&absolute(&self.directory.join(key)))
    }

    /// Compares the listed findings with the counted files of a run.
    pub fn outcome(&self, counted: &BTreeMap<String, CountedFile>) -> BaselineOutcome {
        let known = counted.values().filter(|file| file.known > 0);
        let mut outcome = BaselineOutcome {
            known: known.clone().map(|file| file.known).sum(),
            files: known.count() as u64,
            ..BaselineOutcome::default()
        };
        let renamed = counted.values().filter_map(|file| Some((file.renamed_from.as_ref()?, file)));
        let renamed: BTreeMap<&String, &CountedFile> = renamed.collect();
        for (path, Listed { counts: listed, .. }) in &self.files {
            let Some(file) = counted.get(path).or(renamed.get(path).copied()) else {
                let findings: u64 = listed.values().sum();
                let absent = self.is_absent(path).then_some(&mut outcome.absent);
                for number in [&mut outcome.unread].into_iter().chain(absent) {
                    *number = (number.0 + findings, number.1 + 1);
                }
                continue;
            };
            let fewer = |(name, listed): (&String, &u64)| {
                let left = file.found.get(name).copied().unwrap_or(0);
                (left < *listed).then(|| (name.clone(), listed - left))
            };
            let fixed: NamedCounts = listed.iter().filter_map(fewer).collect();
            if !fixed.is_empty() {
                outcome.fixed.push((path.clone(), fixed));
            }
        }
        outcome
    }

    /// Returns a baseline that lists what was found in the counted files of a run. It keeps the entries of all others, but for
    /// those that are listed anew under another name.
    pub fn renewed(&self, counted: &BTreeMap<String, CountedFile>) -> Self {
        let new = counted.iter().filter(|(path, _)| !self.files.contains_key(*path));
        let contents: BTreeSet<&String> =
            new.filter_map(|(_, file)| file.content.as_ref()).collect();
        let is_renamed = |path: &str, listed: &Listed| {
            listed.content.as_ref().is_some_and(|content| contents.contains(content))
                && self.is_absent(path)
        };
        let is_left = |path: &String, listed: &Listed| {
            !counted.contains_key(path) && !is_renamed(path, listed)
        };
        let left = self.files.iter().filter(|(path, listed)| is_left(path, listed));
        let left = left.map(|(path, listed)| (path.clone(), listed.clone()));
        let counted = counted.iter().map(|(path, file)| {
            let listed = Listed { content: file.content.clone(), counts: file.found.clone() };
            (path.clone(), listed)
        });
        let mut files: BTreeMap<String, Listed> = left.chain(counted).collect();
        for Listed { counts, .. } in files.values_mut() {
            counts.retain(|name, number| *number > 0 && FindingKind::find(name).is_some());
        }
        files.retain(|_, listed| !listed.counts.is_empty());
        let (directory, knows_all) = (self.directory.clone(), self.knows_all);
        Self { directory, files, gone: OnceLock::new(), knows_all }
    }

    /// Drops the entries of files that don't exist. Returns the number of their findings, and of these files.
    pub fn prune(&mut self) -> (u64, u64) {
        let before = self.size();
        let mut files = std::mem::take(&mut self.files);
        files.retain(|path, _| !self.is_absent(path));
        self.files = files;
        let after = self.size();
        (before.0 - after.0, before.1 - after.1)
    }

    /// Returns the number of findings that are listed, and of files that have them.
    pub fn size(&self) -> (u64, u64) {
        let findings = self.files.values().flat_map(|listed| listed.counts.values()).sum();
        (findings, self.files.len() as u64)
    }

    /// Returns the text of the baseline: a line per file, in the order of the paths.
    pub fn to_toml(&self) -> String {
        let mut out = format!("{HEAD}version = {VERSION}\n\n[files]\n");
        for (path, Listed { content, counts }) in &self.files {
            let number = |number: &u64| Value::from(i64::try_from(*number).unwrap_or(i64::MAX));
            let mut counts: Table =
                counts.iter().map(|(name, count)| (name.clone(), number(count))).collect();
            if let Some(content) = content {
                counts.insert("content".to_owned(), Value::from(content.clone()));
            }
            let line: Table = [(path.clone(), Value::Table(counts))].into_iter().collect();
            // As an inline table, without its braces.
            let line = Value::Table(line).to_string();
            let line = line.strip_prefix('{').and_then(|line| line.strip_suffix('}'));
            let _ = writeln!(out, "{}", line.unwrap_or_default().trim());
        }
        out
    }
}

/// Whether nothing is at a path, as far as the system knows. A member of an archive is there as long as the archive is.
fn is_absent(path: &Path) -> bool {
    for above in path.ancestors() {
        match above.symlink_metadata() {
            Ok(_) => return above != path && above.is_dir(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {}
            Err(_) => return false,
        }
    }
    true
}

/// Compares the findings of one file with a baseline, while its games are audited.
#[derive(Debug)]
pub(super) struct KnownFindings<'b> {
    /// The path as the baseline has it.
    key: String,
    /// Whether everything that is found counts as known.
    knows_all: bool,
    listed: Option<&'b NamedCounts>,
    found: BTreeMap<FindingKind, ReportedCount>,
    /// Whether the file was audited to its end.
    is_audited: bool,
    /// The hash of the content, for a baseline that is to be written.
    content: Option<String>,
    /// The path under which the baseline lists the file, if that has been renamed.
    renamed_from: Option<String>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ReportedCount {
    found: u64,
    known: u64,
}

/// They aren't about the record, and may be gone in the next run.
const NOT_LISTED: [FindingKind; 2] = [FindingKind::Unreadable, FindingKind::InternalError];

impl<'b> KnownFindings<'b> {
    /// Starts a file; `None` if the baseline lists nothing of it.
    pub fn new(baseline: &'b Baseline, path: &Path) -> Option<Self> {
        let key = baseline.key(path)?;
        let listed = baseline.files.get(&key).map(|listed| &listed.counts);
        let (knows_all, found) = (baseline.knows_all, BTreeMap::new());
        (knows_all || listed.is_some()).then_some(Self {
            key,
            knows_all,
            listed,
            found,
            is_audited: true,
            content: None,
            renamed_from: None,
        })
    }

    /// Starts a file whose content is known, by which a file is recognised that has been renamed.
    pub fn of_content(baseline: &'b Baseline, path: &Path, bytes: &[u8]) -> Option<Self> {
        if let Some(known) = Self::new(baseline, path) {
            return Some(Self { content: baseline.knows_all.then(|| content(bytes)), ..known });
        }
        let old = baseline.renamed_from(bytes)?;
        let known = Self::new(baseline, &baseline.directory.join(old))?;
        Some(Self { key: baseline.key(path)?, renamed_from: Some(old.to_owned()), ..known })
    }

    /// Removes known findings from an audit. A game or file with more findings of a name than the baseline has left keeps
    /// all of them, since nothing shows which are new.
    pub fn remove_from(&mut self, audit: &mut FileAudit) {
        let findings = audit.findings_mut();
        let mut here: BTreeMap<FindingKind, u64> = BTreeMap::new();
        for finding in &*findings {
            if NOT_LISTED.contains(&finding.kind) {
                self.is_audited = false;
            } else if finding.severity >= Severity::Warning {
                *here.entry(finding.kind).or_default() += 1 + u64::from(finding.more);
            }
        }
        for (kind, number) in here {
            let count = self.found.entry(kind).or_default();
            count.found += number;
            let listed = self.listed.and_then(|listed| listed.get(kind.as_str()).copied());
            let listed = if self.knows_all { u64::MAX } else { listed.unwrap_or(0) };
            if count.known.saturating_add(number) <= listed {
                count.known += number;
                findings.retain(|it| it.kind != kind || it.severity < Severity::Warning);
            } else if listed > 0 {
                let detail = format!("lists only {listed} of these findings for the file");
                let last = findings.iter_mut().rfind(|finding| finding.kind == kind);
                let last = last.expect("it was counted");
                last.details.push(Detail::new("baseline", detail));
            }
        }
    }

    /// Notes that the file couldn't be audited. All that is listed then counts as found.
    pub fn was_not_audited(&mut self) {
        self.is_audited = false;
    }

    /// Returns what was found; `None` if nothing was found and nothing is listed. Listed findings that the policy doesn't
    /// report of this path count as found.
    pub fn finish(self, policy: &Policy, path: &Path) -> Option<CountedFile> {
        let name =
            |(kind, count): (&FindingKind, &ReportedCount)| (kind.as_str().to_owned(), count.found);
        let mut counts: NamedCounts = self.found.iter().map(name).collect();
        for (name, &number) in self.listed.into_iter().flatten() {
            let is_reported = FindingKind::find(name).is_none_or(|kind| policy.reports(path, kind));
            if !self.is_audited || !is_reported {
                let counts = counts.entry(name.clone()).or_default();
                *counts = number.max(*counts);
            }
        }
        let known = self.found.values().map(|count| count.known).sum();
        let says_nothing = counts.is_empty() && self.listed.is_none();
        let Self { key: path, content, renamed_from, .. } = self;
        (!says_nothing).then_some(CountedFile { path, found: counts, known, content, renamed_from })
    }
}

/// Removes known findings from an audit that follows the run, such as an event's, and adds it to the counts of the run.
pub fn remove_known(
    baseline: &Baseline,
    path: &Path,
    audit: &mut FileAudit,
    counted: &mut BTreeMap<String, CountedFile>,
) {
    let Some(mut known) = KnownFindings::new(baseline, path) else { return };
    let new = CountedFile { path: known.key.clone(), ..CountedFile::default() };
    let file = counted.entry(new.path.clone()).or_insert(new);
    for (name, &found) in &file.found {
        if let Some(kind) = FindingKind::find(name) {
            let listed = known.listed.and_then(|listed| listed.get(name));
            let count =
                ReportedCount { found, known: listed.map_or(0, |listed| found.min(*listed)) };
            known.found.insert(kind, count);
        }
    }
    let total = |known: &KnownFindings| known.found.values().map(|count| count.known).sum::<u64>();
    let before = total(&known);
    known.remove_from(audit);
    file.known += total(&known) - before;
    file.found.extend(
        known.found.into_iter().map(|(kind, count)| (kind.as_str().to_owned(), count.found)),
    );
}

/// Returns the hash of a content, as baselines have it.
fn content(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_directory_of_the_baseline() {
        let baseline = Baseline::new(Path::new("archive/./baseline.toml"));
        let key = |path: &str| baseline.key(Path::new(path));
        assert_eq!(key("archive/a/../b.sgf").as_deref(), Some("b.sgf"));
        let absolute = absolute(Path::new("archive/c/d.sgf"));
        assert_eq!(baseline.key(&absolute).as_deref(), Some("c/d.sgf"));
        assert_eq!(key("other/e.sgf").as_deref(), Some("../other/e.sgf"));
        assert_eq!(key("archive.zip/f.sgf").as_deref(), Some("../archive.zip/f.sgf"));
        assert_eq!(key("-"), None);
    }

    #[test]
    fn what_is_written_is_read_again_whatever_the_names() {
        let names = ["a.sgf", "a b=\"c\"'.sgf", "柯\\x.sgf", "line\nbreak\t\u{7f}.sgf", "#", ""];
        let mut baseline = Baseline::new(Path::new("baseline.toml"));
        for (number, name) in names.iter().enumerate() {
            let counts = NamedCounts::from([("ko".to_owned(), number as u64 + 1)]);
            let content = (number > 2).then(|| content(name.as_bytes()));
            baseline.files.insert((*name).to_owned(), Listed { content, counts });
        }
        let text = baseline.to_toml();
        assert_eq!(text.lines().count(), HEAD.lines().count() + 3 + names.len(), "{text}");
        let read = Baseline::from_toml(Path::new("baseline.toml"), &text).expect("a baseline");
        assert_eq!(read.files, baseline.files);
        assert_eq!(read.to_toml(), text);
    }
}
