//! Repairs many files on several threads, in order.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::atomic_replace::Original;
use super::catalog::Selection;
use super::diff::{Reader, unified_diff};
use super::session::{Fixed, Repair, fix_bytes};
use crate::archive::Kind;
use crate::audit::{AuditOptions, Finding, FindingKind, Scratch, Severity};
use crate::batch::{Source, Sources, each_in_order};
use crate::plural::pluralize;
use crate::printable::{printable_path, push_printable};

/// What is done with repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They are shown.
    Diff(Reader),
    /// They are written.
    Write,
}

/// What came of a file.
#[derive(Clone, Debug, Default)]
pub struct Repaired {
    /// What is to be printed.
    pub text: String,
    /// The difference that is to be printed behind it, where it is asked for.
    pub diff: Vec<u8>,
    /// Why the file couldn't be written.
    pub failures: Vec<String>,
    fixed: Vec<FindingKind>,
    not_fixed: usize,
    unmended: usize,
    changed: bool,
    errors: usize,
    /// Whether it is an archive in a directory.
    archive: bool,
}

impl Repaired {
    /// Counts what a repair leaves as it was.
    fn leave(&mut self, repair: &Repair) {
        self.not_fixed += repair.not_fixed.len();
        self.unmended += repair.unmended;
        self.errors += repair.errors;
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Files.
    pub files: usize,
    /// Files with repairs.
    pub changed: usize,
    /// Errors that are left.
    pub errors: usize,
    /// Findings that were to be mended, and couldn't be.
    pub not_fixed: usize,
    /// Findings that were chosen by name, and have no repair where they stand.
    pub unmended: usize,
    /// Files that couldn't be written.
    pub failed: usize,
    /// Archives in directories, which aren't touched.
    pub archives: usize,
    /// By name: findings that were mended.
    fixed: BTreeMap<&'static str, usize>,
}

impl Totals {
    fn add(&mut self, done: &Repaired) {
        if done.archive {
            self.archives += 1;
            return;
        }
        self.files += 1;
        self.changed += usize::from(done.changed);
        self.errors += done.errors;
        self.failed += done.failures.len();
        self.not_fixed += done.not_fixed;
        self.unmended += done.unmended;
        for name in &done.fixed {
            *self.fixed.entry(name.as_str()).or_default() += 1;
        }
    }

    /// The totals for people.
    #[must_use]
    pub fn text(&self, mode: Mode) -> String {
        let (changed, fixed) = match mode {
            Mode::Diff(_) => ("to change", "fixable"),
            Mode::Write => ("changed", "fixed"),
        };
        let findings: usize = self.fixed.values().sum();
        let [files, findings, errors] =
            [(self.files, "file"), (findings, "finding"), (self.errors, "error")]
                .map(|(number, of)| pluralize(number as u64, of));
        let (to_change, not) = (self.changed, self.not_fixed);
        let mut text =
            format!("{files}, {to_change} {changed}; {findings} {fixed}, {not} not; {errors} left");
        if self.errors > 0 {
            text.push_str(" (`sgf-audit check` lists them)");
        }
        if self.failed > 0 {
            let _ = write!(text, "; {} not written", pluralize(self.failed as u64, "file"));
        }
        text.push('\n');
        if self.unmended > 0 {
            let left = pluralize(self.unmended as u64, "finding");
            let _ = writeln!(text, "{left} of the chosen names left: no repair of that is sure");
        }
        if self.archives > 0 {
            let archives = pluralize(self.archives as u64, "archive");
            let _ = writeln!(
                text,
                "{archives} passed over: what is in one isn't changed, so unpack it first"
            );
        }
        for (name, count) in &self.fixed {
            let _ = writeln!(text, "  {name:<28} {count:>4}");
        }
        text
    }
}

/// Repairs all sources, each file once, and hands each over to `consume`, in the order of the sources. Stops early when
/// `consume` says so by an error, which is returned.
///
/// # Errors
///
/// What `consume` returns.
pub fn repair_all<E: Send>(
    mut sources: Sources,
    options: &AuditOptions,
    wanted: &Selection,
    mode: Mode,
    mut consume: impl FnMut(&Repaired) -> Result<(), E> + Send,
) -> Result<Totals, E> {
    let mut totals = Totals::default();
    each_in_order(
        |give| {
            // A file that is reached in several ways is one file, and mended once.
            let mut met: HashSet<PathBuf> = HashSet::new();
            let _ = sources.try_for_each(|source| {
                if let Source::File(_) | Source::Named(_) = source
                    && let Ok(real) = std::fs::canonicalize(source.path())
                    && !met.insert(real)
                {
                    return ControlFlow::Continue(());
                }
                let bytes = source.size();
                give(source, bytes)
            });
        },
        |scratch, source| repair(&source, options, wanted, mode, scratch),
        |done| {
            totals.add(&done);
            consume(&done)
        },
    )?;
    Ok(totals)
}

fn repair(
    source: &Source,
    options: &AuditOptions,
    wanted: &Selection,
    mode: Mode,
    scratch: &mut Scratch,
) -> Repaired {
    let path = source.path();
    let mut done = Repaired::default();
    if let Source::File(_) = source
        && Kind::of_name(path).is_some()
    {
        done.archive = true;
        return done;
    }
    let unread = |done: &mut Repaired, error: &std::io::Error| {
        done.errors += 1;
        push_printable(&mut done.text, &printable_path(path));
        let _ = write!(done.text, ": error[{}] ", FindingKind::Unreadable.as_str());
        push_printable(&mut done.text, &error.to_string());
        done.text.push('\n');
    };
    let (original, stdin);
    let bytes = match source {
        Source::File(_) | Source::Named(_) => {
            match Original::read(source.path(), options.limits.bytes) {
                Ok(read) => {
                    original = Some(read);
                    original.as_ref().map_or(&[][..], Original::bytes)
                }
                Err(error) => {
                    unread(&mut done, &error);
                    return done;
                }
            }
        }
        Source::Stdin | Source::Held(..) | Source::Trouble(..) => {
            let mut read = Vec::new();
            if let Err(error) = source.read(&mut read, options.limits.bytes) {
                unread(&mut done, &error);
                return done;
            }
            (original, stdin) = (None, read);
            &stdin
        }
    };
    if Kind::of_bytes(bytes).is_some() {
        let why = "an archive; what is in it isn't changed, so unpack it first";
        unread(&mut done, &std::io::Error::other(why));
        return done;
    }
    let repaired = catch_unwind(AssertUnwindSafe(|| fix_bytes(bytes, options, wanted, scratch)));
    let Ok(repair) = repaired else {
        *scratch = Scratch::default();
        let error = std::io::Error::other("a fault of the program; the file is left as it is");
        unread(&mut done, &error);
        return done;
    };
    if let (Some(new), Mode::Write) = (&repair.bytes, mode)
        && let Some(Err(error)) = original.as_ref().map(|original| original.replace(new))
    {
        let mut message = String::new();
        push_printable(&mut message, &format!("{}: not written: {error}", printable_path(path)));
        done.failures.push(message);
        done.leave(&repair);
        // What was to be mended is left as well.
        done.not_fixed += repair.fixed.len();
        let is_error = |fixed: &&Fixed| fixed.finding.severity == Severity::Error;
        done.errors += repair.fixed.iter().filter(is_error).count();
        return done;
    }
    lines(&mut done, path, &repair, mode);
    if let (Some(new), Mode::Diff(reader)) = (&repair.bytes, mode) {
        done.diff = unified_diff(path, bytes, new, &repair.steps, reader);
    }
    done
}

fn lines(done: &mut Repaired, path: &Path, repair: &Repair, mode: Mode) {
    let mut line = |word: &str, game: u32, finding: &Finding, reason: &str| {
        let text = &mut done.text;
        push_printable(text, &printable_path(path));
        let Finding { line, column, kind, message, .. } = finding;
        let _ = write!(text, ":{line}:{column}: {word}[{}] ", kind.as_str());
        if game > 1 {
            let _ = write!(text, "game {game}: ");
        }
        text.push_str(reason);
        push_printable(text, message);
        text.push('\n');
    };
    let word = if mode == Mode::Write { "fixed" } else { "fixable" };
    for fixed in &repair.fixed {
        line(word, fixed.game, &fixed.finding, "");
    }
    for not in &repair.not_fixed {
        line(
            not.finding.severity.name(),
            not.game,
            &not.finding,
            &format!("not fixed: {}: ", not.reason),
        );
    }
    done.fixed = repair.fixed.iter().map(|fixed| fixed.finding.kind).collect();
    done.leave(repair);
    done.changed = repair.bytes.is_some();
}
