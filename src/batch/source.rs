//! Where the bytes come from: files, directories, standard input.

use std::ffi::OsStr;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// One thing to audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// Something that couldn't be reached, with the reason.
    Unreachable(PathBuf, String),
}

impl Source {
    /// The path as reports write it: as given or walked, `-` for standard input.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Unreachable(path, _) => path,
            Self::Stdin => Path::new("-"),
        }
    }

    /// Reads everything into `bytes`, replacing what it held; of more than `most` bytes no more than
    /// shows that there are more.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn read(&self, bytes: &mut Vec<u8>, most: u32) -> io::Result<()> {
        bytes.clear();
        let enough = u64::from(most) + 1;
        match self {
            Self::File(path) => {
                let file = std::fs::File::open(path)?;
                file.take(enough).read_to_end(bytes)?;
            }
            Self::Stdin => {
                io::stdin().lock().take(enough).read_to_end(bytes)?;
            }
            Self::Unreachable(_, reason) => return Err(io::Error::other(reason.clone())),
        }
        Ok(())
    }
}

/// Reads a record that is named, `-` being standard input.
///
/// # Errors
///
/// Whatever the system says, and if there are more than `most` bytes.
pub fn read_named(path: &Path, most: u32) -> io::Result<Vec<u8>> {
    let source =
        if path.as_os_str() == "-" { Source::Stdin } else { Source::File(path.to_path_buf()) };
    let mut bytes = Vec::new();
    source.read(&mut bytes, most)?;
    if bytes.len() > most as usize {
        return Err(io::Error::other(format!("more than {most} bytes")));
    }
    Ok(bytes)
}

/// Walks the given paths in order, directories recursively and sorted by name.
#[derive(Debug)]
pub struct Sources {
    paths: std::vec::IntoIter<PathBuf>,
    walk: Option<walkdir::IntoIter>,
}

impl Sources {
    /// The sources under these paths. A file that is named is taken whatever it is called; in
    /// directories those ending in `.sgf`, `.gib`, `.ngf`, `.ugf` or `.ugi` are, in any case. `-` is standard input.
    #[must_use]
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths: paths.into_iter(), walk: None }
    }
}

impl Iterator for Sources {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        loop {
            let Some(walk) = &mut self.walk else {
                let path = self.paths.next()?;
                if path.as_os_str() == "-" {
                    return Some(Source::Stdin);
                }
                if !path.is_dir() {
                    return Some(Source::File(path));
                }
                // Links are followed; `walkdir` notices loops and reports them.
                let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
                self.walk = Some(walk.into_iter());
                continue;
            };
            match walk.next() {
                None => self.walk = None,
                Some(Ok(entry)) => {
                    if entry.file_type().is_file() && is_record(entry.path()) {
                        return Some(Source::File(entry.into_path()));
                    }
                }
                Some(Err(error)) => {
                    let path = error.path().unwrap_or(Path::new("")).to_path_buf();
                    let reason = match error.loop_ancestor() {
                        Some(ancestor) => {
                            format!("a link that leads back to {}", ancestor.display())
                        }
                        None => error
                            .io_error()
                            .map_or_else(|| error.to_string(), std::string::ToString::to_string),
                    };
                    return Some(Source::Unreachable(path, reason));
                }
            }
        }
    }
}

/// How the names of records end: those of SGF, and of the formats that are read as if they were.
const ENDINGS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

fn is_record(path: &Path) -> bool {
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|ext| ENDINGS.iter().any(|ending| ext.eq_ignore_ascii_case(ending)))
}

/// Reads paths, one a line, from a file or (`-`) from standard input. Empty lines are skipped.
///
/// # Errors
///
/// Whatever the system says.
pub fn files_from(list: &Path) -> io::Result<Vec<PathBuf>> {
    let reader: Box<dyn BufRead> = if list.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(io::BufReader::new(std::fs::File::open(list)?))
    };
    let mut paths = Vec::new();
    for line in reader.split(b'\n') {
        let mut line = line?;
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if !line.is_empty() {
            paths.push(path_of(line));
        }
    }
    Ok(paths)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_in_any_kind_of_line() {
        let list = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(list.path(), "a b.sgf\r\n\n-\nlast").unwrap();
        let paths = files_from(list.path()).unwrap();
        assert_eq!(paths, ["a b.sgf", "-", "last"].map(PathBuf::from));
    }

    #[test]
    fn what_is_named_is_taken_as_it_is() {
        let named = ["-", "no such thing", "record.txt"].map(PathBuf::from).to_vec();
        let sources: Vec<Source> = Sources::new(named.clone()).collect();
        assert_eq!(sources[0], Source::Stdin);
        assert_eq!(sources[1..], [Source::File(named[1].clone()), Source::File(named[2].clone())]);
        assert!(sources[1].read(&mut Vec::new(), 9).is_err());
    }

    #[test]
    fn records_are_told_by_their_ending() {
        for (name, is) in [("a.gib", true), ("a.Ngf", true), ("a.UGI", true), ("a.txt", false)] {
            assert_eq!(is_record(Path::new(name)), is, "{name}");
        }
        for (name, is) in [("a.sgf", true), ("a.SgF", true), ("sgf", false), (".sgf", false)] {
            assert_eq!(is_record(Path::new(name)), is, "{name}");
        }
    }
}
