//! Converts many files on several threads, in order.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};

use super::file::{Converted, Converter, Options, convert_bytes};
use super::notice::Notice;
use crate::archive::Unpacker;
use crate::batch::{Give, Source, Sources, each_in_order, expand};
use crate::printable::printable_path;

/// A file, or a member of an archive, to be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is.
    pub source: Source,
    /// Its path under the directory that was named; of a file that was named, its name.
    pub relative: PathBuf,
}

/// A file that is done.
#[derive(Debug)]
pub struct Done {
    /// The file.
    pub input: Input,
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

/// Converts the files under these paths, directories recursively and sorted by name, and the members of
/// archives, and hands each over to `consume`, in order. Stops early when `consume` says so by an error,
/// which is returned.
///
/// # Errors
///
/// What `consume` returns.
pub fn run<E: Send>(
    paths: Vec<PathBuf>,
    unpacker: &Unpacker,
    options: &Options,
    consume: impl FnMut(Done) -> Result<(), E> + Send,
) -> Result<(), E> {
    each_in_order(
        |give| {
            let parts = options.lossy;
            _ = paths.into_iter().try_for_each(|path| inputs(path, unpacker, parts, give));
        },
        |(converter, bytes), input: Input| {
            let converted = convert(&input.source, options, converter, bytes);
            Done { input, converted }
        },
        consume,
    )
}

/// Gives the files under a path, and the members of archives.
fn inputs(named: PathBuf, unpacker: &Unpacker, parts: bool, give: Give<Input>) -> ControlFlow<()> {
    Sources::new(vec![named.clone()]).try_for_each(|source| {
        let path = source.path();
        let relative = match path.strip_prefix(&named) {
            _ if source == Source::Stdin => PathBuf::from("stdin"),
            Ok(below) if !below.as_os_str().is_empty() => below.to_path_buf(),
            _ => path.file_name().map_or_else(|| path.to_path_buf(), PathBuf::from),
        };
        let archive = path.to_path_buf();
        expand(source, unpacker, parts, &mut |source| {
            let relative = match source.path().as_os_str() == archive.as_os_str() {
                true => relative.clone(),
                false => relative.join(below(&archive, source.path())),
            };
            let bytes = source.size();
            give(Input { source, relative }, bytes)
        })
    })
}

fn convert(
    source: &Source,
    options: &Options,
    converter: &mut Converter,
    bytes: &mut Vec<u8>,
) -> Converted {
    let refused = |name, message| Converted {
        notices: vec![Notice::about_file(name, message)],
        ..Converted::default()
    };
    let most = options.audit.limits.bytes;
    if let Source::Trouble(_, name, message) = source {
        return refused(name.as_str(), message.clone());
    }
    if let Err(error) = source.read(bytes, most) {
        return refused("unreadable", error.to_string());
    }
    if bytes.len() > most as usize {
        return refused("too-large", format!("more than {most} bytes, which is the limit"));
    }
    let path = printable_path(source.path());
    catch_unwind(AssertUnwindSafe(|| convert_bytes(&path, bytes, options, converter)))
        .unwrap_or_else(|_| {
            *converter = Converter::default();
            refused("internal-error", "a fault of the program".to_owned())
        })
}

impl Input {
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
