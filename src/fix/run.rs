//! Fixes many files on several threads, in order.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use super::atomic_replace::Original;
use super::diff::unified_diff;
use super::file_outcome::{FileOutcome, Mode, Totals};
use super::session::{Options, fix_bytes_with};
use crate::archive::Kind;
use crate::audit::Scratch;
use crate::batch::{Source, Sources, each_in_order};

/// Fixes all sources, each file once, and passes the outcomes to `consume` in the order of the sources. Stops early if
/// `consume` returns an error.
///
/// # Errors
///
/// Returns the error of `consume`.
pub fn fix_all<E: Send>(
    mut sources: Sources,
    options: &Options,
    mode: Mode,
    mut consume: impl FnMut(&FileOutcome) -> Result<(), E> + Send,
) -> Result<Totals, E> {
    let mut totals = Totals::default();
    each_in_order(
        |give| {
            // A file that is reached by several paths is fixed once.
            let mut known: HashSet<PathBuf> = HashSet::new();
            let _ = sources.try_for_each(|source| {
                if let Source::File(_) | Source::Named(_) = source
                    && let Ok(real) = std::fs::canonicalize(source.path())
                    && !known.insert(real)
                {
                    return ControlFlow::Continue(());
                }
                let bytes = source.size();
                give(source, bytes)
            });
        },
        |scratch, source| fix_source(&source, options, mode, scratch),
        |outcome| {
            totals.add(&outcome);
            consume(&outcome)
        },
    )?;
    Ok(totals)
}

fn fix_source(
    source: &Source,
    options: &Options,
    mode: Mode,
    scratch: &mut Scratch,
) -> FileOutcome {
    let path = source.path();
    if let Source::File(_) = source
        && Kind::of_name(path).is_some()
    {
        return FileOutcome::archive();
    }
    let most = options.audit.limits.bytes;
    let (original, stdin);
    let bytes = match source {
        Source::File(_) | Source::Named(_) => match Original::read(path, most) {
            Ok(read) => {
                original = Some(read);
                original.as_ref().map_or(&[][..], Original::bytes)
            }
            Err(error) => return FileOutcome::unreadable(path, &error.to_string()),
        },
        Source::Stdin | Source::Held(..) | Source::Trouble(..) => {
            let mut read = Vec::new();
            if let Err(error) = source.read(&mut read, most) {
                return FileOutcome::unreadable(path, &error.to_string());
            }
            (original, stdin) = (None, read);
            &stdin
        }
    };
    if Kind::of_bytes(bytes).is_some() {
        let why = "an archive; what is in it isn't changed, so unpack it first";
        return FileOutcome::unreadable(path, why);
    }
    let fixed = catch_unwind(AssertUnwindSafe(|| fix_bytes_with(bytes, options, scratch)));
    let Ok(record) = fixed else {
        *scratch = Scratch::default();
        return FileOutcome::unreadable(path, "a fault of the program; the file is left as it is");
    };
    if let (Some(new), Mode::Write) = (&record.bytes, mode)
        && let Some(Err(error)) = original.as_ref().map(|original| original.replace(new))
    {
        return FileOutcome::not_written(path, &record, &error);
    }
    let mut outcome = FileOutcome::new(path, &record, mode);
    if let (Some(new), Mode::Diff(reader)) = (&record.bytes, mode) {
        outcome.diff = unified_diff(path, bytes, new, &record.history, reader);
    }
    outcome
}
