//! Files that this program writes and finds again. How a file begins says whether it is one, however long it is.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use sgf_audit_core::guarded_file::open_regular;
use sgf_audit_core::table::{file_name, tables};

/// Maximum length of a baseline or an event file, enough for millions of records.
pub(crate) const MAX_BYTES: u64 = 1 << 30;

pub(crate) const PAGE: &str = "report.html";
pub(crate) const PAGE_BEGINNING: &str = "<!doctype html><!-- sgf-audit report -->";

pub(crate) const PACKAGE: &str = "datapackage.json";
pub(crate) const PACKAGE_NAME: &str = "sgf-audit";

/// The draft of `[aliases]`.
pub(crate) const ALIASES: &str = "aliases.toml";

/// Returns how a file begins, without a byte-order mark and as far as it is UTF-8. Fails if it can't be read, or isn't regular.
pub(crate) fn beginning(path: &Path) -> io::Result<String> {
    let mut head = Vec::new();
    open_regular(path)?.take(200).read_to_end(&mut head)?;
    let text = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Whether a file begins as this program begins those of its name: a package with its own name, a table of any version with the
/// first three columns, a baseline or draft with a comment that names the program. Fails as [`beginning`] does.
pub(crate) fn is_own(path: &Path) -> io::Result<bool> {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let Some(table) = tables().into_iter().find(|table| file_name(table) == name) else {
        let is_named = |line: &str| line.starts_with('#') && line.contains("sgf-audit");
        return Ok(match name {
            PAGE => beginning(path)?.starts_with(PAGE_BEGINNING),
            PACKAGE => beginning(path)?.contains(&format!("\"name\": \"{PACKAGE_NAME}\"")),
            _ => name.ends_with(".toml") && beginning(path)?.lines().next().is_some_and(is_named),
        });
    };
    let first: Vec<&str> = table.fields.iter().take(3).map(|field| field.name).collect();
    Ok(beginning(path)?.starts_with(&first.join(",")))
}
