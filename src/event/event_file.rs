//! The role of a file in an event: `EventFile`.

use std::path::Path;

use super::results::Results;

/// A file that isn't a record but belongs to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFile {
    /// The terms of the event.
    Terms,
    /// A table of results.
    Results,
}

/// The configuration of a folder of records, which isn't an event's file.
const CONFIGURATION: &str = "sgf-audit.toml";

impl EventFile {
    /// Number of bytes at a file's beginning that suffice to tell what it is.
    pub const HEAD: usize = 1 << 14;

    /// Returns what a file is by its name and its first bytes; `None` for every other file. `is_chosen`: whether a person
    /// chose the file itself, so that one that only its name tells is to be read, and its faults to be reported.
    pub fn recognise(path: &Path, head: &[u8], is_chosen: bool) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            "toml" => (name != CONFIGURATION).then_some(Self::Terms),
            "csv" | "tsv" | "xml" | "h9" if is_chosen => Some(Self::Results),
            _ => Results::is_table(head).then_some(Self::Results),
        }
    }
}
