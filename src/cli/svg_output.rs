//! The files of `--svg` and `--sheet`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use super::inputs::failed;
use super::{Failure, terminal};
use crate::atomic_file::AtomicFile;
use crate::own_files::{PAGE_BEGINNING, beginning};

/// Writes a drawing to a path, if there is one; `-` is standard output. Returns whether the drawing went to
/// standard output, which then holds nothing else.
pub(super) fn write(to: Option<&Path>, svg: impl FnOnce() -> String) -> Result<bool, Failure> {
    let Some(to) = to else { return Ok(false) };
    if to.as_os_str() != "-" {
        return write_to(to, &svg()).map(|()| false);
    }
    terminal::print(&svg())?;
    Ok(true)
}

/// Writes a drawing. It replaces an empty file or another drawing, as a whole or not at all, and no other
/// file; so does a page with another report. A pipe or device is written to directly.
fn write_to(to: &Path, svg: &str) -> Result<(), Failure> {
    let written = match to.metadata() {
        Ok(there) if there.is_file() => match is_drawing(to) {
            // A link stays; the file that it points to is replaced.
            Ok(true) => to.canonicalize().and_then(|to| write_file(&to, svg.as_bytes())),
            Ok(false) => {
                Err(io::Error::other("exists and is no SVG drawing or report; not overwriting"))
            }
            Err(error) => Err(error),
        },
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => OpenOptions::new().write(true).open(to).and_then(|mut to| {
            to.write_all(svg.as_bytes())?;
            to.flush()
        }),
        Err(_) => write_file(to, svg.as_bytes()),
    };
    written.map_err(|error| failed(to, &error))
}

/// Whether a file is empty or begins like SVG or a report.
fn is_drawing(path: &Path) -> io::Result<bool> {
    let head = beginning(path)?;
    Ok(head.is_empty() || ["<svg", "<?xml", PAGE_BEGINNING].iter().any(|it| head.starts_with(it)))
}

fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    // Creating a misspelt directory would help nobody.
    if path.parent().is_some_and(|dir| !dir.as_os_str().is_empty() && !dir.is_dir()) {
        return Err(io::Error::new(io::ErrorKind::NotFound, "no such directory"));
    }
    AtomicFile::replace(path, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_replaces_nothing_but_drawings() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        let write = |svg: &str| write_to(&path, svg).is_ok();
        let holds = |content: &str| assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        assert!(write("<svg>1"));
        assert!(write("<svg>2"));
        holds("<svg>2");
        std::fs::write(&path, "(;B[aa])").unwrap();
        assert!(!write("<svg>3"));
        holds("(;B[aa])");
        std::fs::write(&path, "").unwrap();
        assert!(write("<svg>4"));
        assert!(write_to(dir.path(), "<svg>").is_err());
        let deeper = dir.path().join("none/a.svg");
        assert!(write_to(&deeper, "<svg>").is_err() && !dir.path().join("none").exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let [file, link] = ["a", "b"].map(|name| dir.path().join(name));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        std::fs::write(&file, "").unwrap();
        assert!(write_to(&link, "<svg>").is_ok());
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "<svg>");
        let into_device = dir.path().join("c");
        std::os::unix::fs::symlink("/dev/null", &into_device).unwrap();
        assert!(write_to(&into_device, "<svg>").is_ok());
        assert!(into_device.symlink_metadata().unwrap().is_symlink());
    }
}
