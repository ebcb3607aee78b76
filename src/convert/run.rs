//! Converts many records on all threads, in order.

use std::path::{Component, Path, PathBuf};

use super::file::{Converted, Converter, Options, convert_bytes};
use super::notice::Notice;
use crate::archive::Unpacker;
use crate::batch::{Record, RecordHandler, Sources, for_each_record};
use crate::guard::guarded;
use crate::printable::printable_path;

/// A record that was converted, or refused.
#[derive(Debug)]
pub struct Done {
    /// Its path, as reports write it.
    pub path: PathBuf,
    /// Its path under the directory that was named; of a file that was named, its name.
    pub relative: PathBuf,
    /// What has become of it.
    pub converted: Converted,
}

/// A member's place under its archive: nothing of its name leads out of there.
fn below(archive: &Path, member: &Path) -> PathBuf {
    let normal = |part| match part {
        Component::Normal(name) => Some(name),
        _ => None,
    };
    let parts = member.components().filter_map(normal);
    parts.skip(archive.components().filter_map(normal).count()).collect()
}

/// Converts the records under these paths, directories recursively and sorted by name, and the members of archives, and
/// passes each to `consume`, in order.
///
/// # Errors
///
/// The first error of `consume`; then nothing more is converted.
pub fn run<E>(
    paths: Vec<PathBuf>,
    unpacker: &Unpacker,
    options: &Options,
    mut consume: impl FnMut(Done) -> Result<(), E>,
) -> Result<(), E> {
    let conversion = Conversion { options };
    for_each_record(Sources::new(paths), unpacker, &conversion, |done: Vec<Done>| {
        done.into_iter().try_for_each(&mut consume)
    })
}

struct Conversion<'a> {
    options: &'a Options,
}

impl RecordHandler for Conversion<'_> {
    type Worker = Converter;
    type Output = Vec<Done>;

    fn new_worker(&self) -> Converter {
        Converter::default()
    }

    fn record(&self, converter: &mut Converter, record: Record, done: &mut Vec<Done>) {
        // The beginning of a record isn't the record.
        if record.is_truncated && !self.options.lossy {
            return;
        }
        let (path, relative) = (record.path.to_path_buf(), relative(&record));
        let converted = self.convert(converter, record);
        done.push(Done { path, relative, converted });
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
        guarded(converter, Converter::default, |converter| {
            convert_bytes(&path, bytes, self.options, converter)
        })
        .unwrap_or_else(|_| refused("internal-error", "a fault of the program".to_owned()))
    }
}

/// The path of a record under the directory that was named.
fn relative(record: &Record) -> PathBuf {
    let relative = record.source.relative();
    match record.is_member() {
        true => relative.join(below(record.source.path(), record.path)),
        false => relative,
    }
}

impl Done {
    /// Where its output goes: the same place in another directory, with the given ending. A file of
    /// which several outputs are made has them numbered.
    #[must_use]
    pub fn output(&self, dir: &Path, ending: &str, number: Option<u32>) -> PathBuf {
        let stem = match self.relative.extension() {
            Some(known) if known.eq_ignore_ascii_case("sgf") => self.relative.file_stem(),
            _ => self.relative.file_name(),
        };
        let mut name = stem.unwrap_or_default().to_os_string();
        if let Some(number) = number {
            name.push(format!("-{number:03}"));
        }
        name.push(".");
        name.push(ending);
        dir.join(self.relative.with_file_name(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::member_path;

    #[test]
    fn no_member_leads_out() {
        for (name, place) in [
            ("a/b.sgf", "a/b.sgf"),
            ("/etc/x.sgf", "etc/x.sgf"),
            ("../../x.sgf", "x.sgf"),
            ("a/../../../x.sgf", "a/x.sgf"),
            ("./x.sgf", "x.sgf"),
            ("..", ""),
        ] {
            for archive in ["x.tar", "/d/x.tar", "../x.tar", "./x.tar"].map(Path::new) {
                let member = member_path(archive, name.as_bytes());
                assert_eq!(below(archive, &member), Path::new(place), "{member:?}");
            }
        }
    }
}
