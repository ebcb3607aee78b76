//! Converts many records on all threads, in order.

use std::path::{Path, PathBuf};

use super::converter::{Converted, Converter, Options};
use super::notice::Notice;
use crate::archive::Unpacker;
use crate::audit::Auditor;
use crate::batch::{Record, RecordHandler, Source, for_each_record};
use crate::guard::guarded;
use crate::printable::printable_path;

/// A record that was converted, or refused.
#[derive(Debug)]
pub struct ConvertedRecord {
    /// The record's path, as reports write it.
    pub path: PathBuf,
    /// The path below the directory given on the command line; for a file given there, its name.
    pub relative: PathBuf,
    /// The record in its new form.
    pub converted: Converted,
}

/// Converts the records in these sources, and the members of archives, and passes each to `consume`, in order. `new_auditor`
/// creates the auditor of a thread.
///
/// # Errors
///
/// Returns the first error of `consume`, after which nothing more is converted.
pub fn run<E>(
    sources: impl Iterator<Item = Source>,
    unpacker: &Unpacker,
    options: &Options,
    new_auditor: &(dyn Fn() -> Auditor + Sync),
    mut consume: impl FnMut(ConvertedRecord) -> Result<(), E>,
) -> Result<(), E> {
    let conversion = Conversion { options, new_auditor };
    for_each_record(sources, unpacker, &conversion, |done: Vec<ConvertedRecord>| {
        done.into_iter().try_for_each(&mut consume)
    })
}

struct Conversion<'a> {
    options: &'a Options,
    new_auditor: &'a (dyn Fn() -> Auditor + Sync),
}

impl RecordHandler for Conversion<'_> {
    type Worker = Converter;
    type Output = Vec<ConvertedRecord>;

    fn new_worker(&self) -> Converter {
        Converter::new((self.new_auditor)())
    }

    fn record(&self, converter: &mut Converter, record: Record, done: &mut Vec<ConvertedRecord>) {
        // Only the beginning of the record is known.
        if record.is_truncated && !self.options.lossy {
            return;
        }
        let (path, relative) = (record.path.to_path_buf(), record.relative());
        let converted = self.convert(converter, record);
        done.push(ConvertedRecord { path, relative, converted });
    }
}

impl Conversion<'_> {
    fn convert(&self, converter: &mut Converter, record: Record) -> Converted {
        let refused = |name: &'static str, message: String| Converted {
            notices: vec![Notice::about_file(name, message)],
            ..Converted::default()
        };
        let bytes = match &record.bytes {
            Ok(bytes) => bytes,
            Err(error) => return refused(error.finding().as_str(), error.to_string()),
        };
        let path = printable_path(record.path);
        guarded(
            converter,
            || self.new_worker(),
            |converter| converter.convert(&path, bytes, self.options),
        )
        .unwrap_or_else(|_| refused("internal-error", "a fault of the program".to_owned()))
    }
}

impl ConvertedRecord {
    /// Returns the path of the output: the same place below `dir`, with the given extension. Each of several outputs of a file
    /// has a number.
    #[must_use]
    pub fn output(&self, dir: &Path, extension: &str, number: Option<u32>) -> PathBuf {
        let stem = match self.relative.extension() {
            Some(known) if known.eq_ignore_ascii_case("sgf") => self.relative.file_stem(),
            _ => self.relative.file_name(),
        };
        let mut name = stem.unwrap_or_default().to_os_string();
        if let Some(number) = number {
            name.push(format!("-{number:03}"));
        }
        name.push(".");
        name.push(extension);
        dir.join(self.relative.with_file_name(name))
    }
}
