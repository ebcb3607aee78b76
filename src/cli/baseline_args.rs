//! The options of `check` that name a file of known findings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::Failure;
use super::config::{BaselineSetting, Document};
use super::inputs::failed;
use crate::atomic_file::AtomicFile;
use crate::batch::{Baseline, BaselineOutcome, CountedFile};
use crate::own_files::MAX_BYTES;
use sgf_audit_core::guarded_file::read_named;
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{Shown, path_text, push_printable};

/// Which findings are known and not reported.
#[derive(Args, Default)]
#[command(next_help_heading = "Selection")]
pub(super) struct BaselineArgs {
    /// Don't report the findings that this file lists: errors and warnings by file and name, with their number.
    ///
    /// --write-baseline makes the file. The totals name the listed findings that are no longer found.
    #[arg(long, value_name = "FILE", conflicts_with = "no_baseline")]
    pub baseline: Option<PathBuf>,
    /// Write all errors and warnings that are found into the file of --baseline, so that later runs report only new ones.
    ///
    /// Entries of records that this run doesn't read stay.
    #[arg(long, conflicts_with_all = ["no_baseline", "shard"])]
    write_baseline: bool,
    /// Remove the entries of records that don't exist from the file of --baseline. Entries of files outside a sparse checkout
    /// go, too.
    #[arg(long, requires = "baseline", conflicts_with_all = ["no_baseline", "shard"])]
    prune_baseline: bool,
    /// Report findings even if a configured baseline lists them.
    #[arg(long)]
    no_baseline: bool,
}

/// Number of files whose fixed findings are listed.
const MAX_LISTED: usize = 10;

impl BaselineArgs {
    /// Returns the options that name this file.
    pub fn of(baseline: Option<PathBuf>) -> Self {
        Self { baseline, ..Self::default() }
    }

    pub fn fill(&mut self, configured: BaselineSetting) {
        let BaselineSetting { baseline } = configured;
        if !self.no_baseline {
            self.baseline = self.baseline.take().or(baseline);
        }
    }

    /// Reads the baseline; `None` if there is none.
    pub fn read(&self) -> Result<Option<Arc<Baseline>>, Failure> {
        let Some(path) = &self.baseline else {
            return match self.write_baseline {
                true => Err(Failure::new("--write-baseline needs --baseline FILE")),
                false => Ok(None),
            };
        };
        let baseline = if path.exists() {
            let bytes = read_named(path, MAX_BYTES).map_err(|error| failed(path, &error))?;
            let document = Document::new(path, bytes)?;
            let read = Baseline::from_toml(path, &document.text);
            read.map_err(|error| document.toml_failure(&error))?
        } else if self.write_baseline {
            Baseline::new(path)
        } else {
            return Err(failed(path, &"no such baseline; --write-baseline makes it"));
        };
        if self.write_baseline {
            return Ok(Some(Arc::new(baseline.knowing_all())));
        }
        baseline.check_names().map_err(|why| failed(path, &why))?;
        Ok(Some(Arc::new(baseline)))
    }

    /// Returns the path of the baseline, for people.
    pub fn path_text(&self) -> Option<String> {
        self.baseline.as_ref().map(|path| path_text(path).into_owned())
    }

    /// Returns the lines about the baseline, and writes it for --write-baseline. `counted`: the files of the run.
    pub fn conclude(
        &self,
        baseline: &Baseline,
        counted: &BTreeMap<String, CountedFile>,
    ) -> Result<String, Failure> {
        let path = self.baseline.as_ref().expect("it was read");
        let name = Shown::Path(path).to_string();
        let outcome = baseline.outcome(counted);
        let (mut text, mut new) = match self.write_baseline {
            true => {
                let new = baseline.renewed(counted);
                (written(&name, baseline, &new, &outcome), new)
            }
            false => (described(&name, &outcome), baseline.clone()),
        };
        if self.prune_baseline {
            let (findings, files) = new.prune();
            let pruned = in_files(findings, files);
            text.push_str(&format!("Removed from {name}, of files that don't exist: {pruned}.\n"));
        } else if let (findings @ 1.., files) = outcome.absent {
            let absent = in_files(findings, files);
            text.push_str(&format!(
                "Listed in {name}, of files that don't exist: {absent}. --prune-baseline removes them.\n"
            ));
        }
        if self.write_baseline || self.prune_baseline {
            let toml = new.to_toml();
            if toml.len() as u64 > MAX_BYTES {
                return Err(failed(path, &"too long to be read again, and so not written"));
            }
            let written = AtomicFile::replace(path, toml.as_bytes());
            written.map_err(|error| failed(path, &error))?;
        }
        Ok(text)
    }
}

/// Describes a new baseline, and what of the old one is left in it.
fn written(name: &str, old: &Baseline, new: &Baseline, outcome: &BaselineOutcome) -> String {
    let (findings, files) = new.size();
    let mut text = format!("Wrote {} into {name}", in_files(findings, files));
    if let (findings @ 1.., files) = old.size() {
        text.push_str(&format!("; it listed {} before", in_files(findings, files)));
    }
    text.push_str(".\n");
    if let (findings @ 1.., files) = outcome.unread {
        let kept = in_files(findings, files);
        text.push_str(&format!("This run didn't read {kept} that it lists; they stay.\n"));
    }
    text
}

/// Describes the findings of a baseline that weren't reported, and the fixed ones.
fn described(name: &str, outcome: &BaselineOutcome) -> String {
    let mut text = String::new();
    if outcome.known > 0 {
        let known = in_files(outcome.known, outcome.files);
        text.push_str(&format!("Not reported, since {name} lists them: {known}.\n"));
    }
    let fixed = &outcome.fixed;
    let number = fixed.iter().flat_map(|(_, counts)| counts.values()).sum();
    if number > 0 {
        text.push_str(&format!(
            "Listed in {name} and no longer found: {}. --write-baseline removes them.\n",
            in_files(number, fixed.len() as u64)
        ));
    }
    for (path, counts) in fixed.iter().take(MAX_LISTED) {
        text.push_str("  ");
        push_printable(&mut text, path);
        let counts: Vec<String> =
            counts.iter().map(|(name, number)| format!("{name} {number}")).collect();
        text.push_str(&format!(": {}\n", counts.join(", ")));
    }
    if fixed.len() > MAX_LISTED {
        let more = pluralize((fixed.len() - MAX_LISTED) as u64, "more file");
        text.push_str(&format!("  ... and {more}\n"));
    }
    text
}

fn in_files(findings: u64, files: u64) -> String {
    format!("{} in {}", pluralize(findings, "finding"), pluralize(files, "file"))
}
