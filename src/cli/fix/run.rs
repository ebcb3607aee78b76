//! Fixes many files on several threads, in order.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::atomic_replace::Original;
use super::outcome::{FileOutcome, Mode, Totals};
use crate::batch::{Policy, Source, Workers, ordered_batches};
use sgf_audit_core::archive::Kind;
use sgf_audit_core::audit::Auditor;
use sgf_audit_core::fix::{Options, fix_bytes_with};
use sgf_audit_core::guard::guarded;

/// Fixes all sources, each file once, and passes the outcomes to `consume` in the order of the sources. Stops early if
/// `consume` returns an error. Returns the error of `consume`.
pub fn fix_all<E>(
    mut sources: impl Iterator<Item = Source>,
    options: &Options,
    policy: &Policy,
    mode: Mode,
    mut consume: impl FnMut(&FileOutcome) -> Result<(), E>,
) -> Result<Totals, E> {
    let mut totals = Totals::default();
    let workers = Workers::new(&Auditor::new);
    ordered_batches(
        usize::MAX,
        |submit| {
            // A file that is reached by several paths is fixed once.
            let mut known: HashSet<PathBuf> = HashSet::new();
            let _ = sources.try_for_each(|source| {
                if source.is_file()
                    && let Ok(real) = std::fs::canonicalize(source.path())
                    && !known.insert(real)
                {
                    return ControlFlow::Continue(());
                }
                let size = source.size();
                submit((source, size))
            });
        },
        |batch| {
            workers.with(|auditor| {
                let fix = |source: &Source| {
                    fix_source(source, &options_of(source.path(), options, policy), mode, auditor)
                };
                batch.iter().map(fix).collect::<Vec<_>>()
            })
        },
        |outcomes| {
            outcomes.iter().try_for_each(|outcome| {
                totals.add(&outcome.totals);
                consume(outcome)
            })
        },
    )?;
    Ok(totals)
}

/// Replaces the file of a source, which was read as `original`. Fails, and leaves it as it is, if it lies outside the directory
/// that the source was found in, or can't be replaced.
pub fn write_fixed(source: &Source, original: &Original, with: &[u8]) -> io::Result<()> {
    match source.is_outside(original.path()) {
        true => Err(io::Error::other("a link that leads out of the directory")),
        false => original.replace(with),
    }
}

/// Returns how a record is fixed, where `options` holds elsewhere.
pub fn options_of<'o>(path: &Path, options: &'o Options, policy: &Policy) -> Cow<'o, Options> {
    if policy.overrides.is_empty() {
        return Cow::Borrowed(options);
    }
    let audit = policy.options(path, &options.audit).into_owned();
    let ignored = [&options.ignored[..], &policy.ignored(path)].concat();
    Cow::Owned(Options { audit, ignored, ..options.clone() })
}

fn fix_source(
    source: &Source,
    options: &Options,
    mode: Mode,
    auditor: &mut Auditor,
) -> FileOutcome {
    let path = source.path();
    if source.is_walked() && Kind::of_name(path).is_some() {
        return FileOutcome::archive();
    }
    let most = options.audit.limits.bytes;
    let read = match source.is_file() {
        true => Original::read(path, most)
            .map(|file| (Some(file), Vec::new()))
            .map_err(|why| why.to_string()),
        false => source.read(most).map(|bytes| (None, bytes)).map_err(|why| why.to_string()),
    };
    let (original, read_bytes) = match read {
        Ok(read) => read,
        Err(why) => return FileOutcome::unreadable(path, &why),
    };
    let bytes = original.as_ref().map_or(&read_bytes[..], Original::bytes);
    if Kind::of_bytes(bytes).is_some() {
        let why = "an archive; unpack it first, since records inside an archive can't be changed";
        return FileOutcome::unreadable(path, why);
    }
    let fixed = guarded(auditor, Auditor::new, |auditor| fix_bytes_with(bytes, options, auditor));
    let Ok(record) = fixed else {
        return FileOutcome::unreadable(path, "a fault of the program; the file is left as it is");
    };
    if let (Some(new), Mode::Write) = (&record.bytes, mode)
        && let Some(Err(error)) =
            original.as_ref().map(|original| write_fixed(source, original, new))
    {
        return FileOutcome::not_written(path, &record, &error);
    }
    let diff = match mode {
        Mode::Diff(reader) => record.diff(path, bytes, reader),
        Mode::Write => Vec::new(),
    };
    // A file may have millions of fixes. What isn't needed any more makes room for the lines about them.
    drop((original, read_bytes));
    let mut outcome = FileOutcome::new(path, record, mode);
    outcome.diff = diff;
    outcome
}
