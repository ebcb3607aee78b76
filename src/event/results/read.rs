//! Reading of a table of results: its encoding and its format.

use encoding_rs::{Encoding, UTF_8};
use memchr::memmem;

use super::error::ResultsError;
use super::table::{MOST_ROWS, ResultTable};
use super::{aga, comma, h9, opengotha};

/// The format of a table of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultsFormat {
    /// Comma-separated values with a header.
    Csv,
    /// OpenGotha's XML.
    OpenGotha,
    /// The tournament table of the EGF (H9).
    H9,
    /// The rating report of the AGA.
    Aga,
}

impl ResultsFormat {
    /// All formats with the names that options use.
    pub const ALL: [(&'static str, Self); 4] =
        [("csv", Self::Csv), ("opengotha", Self::OpenGotha), ("h9", Self::H9), ("aga", Self::Aga)];

    /// Returns the format that a text seems to have.
    fn of(text: &str) -> Self {
        let start = text.trim_start();
        if start.starts_with('<') {
            return Self::OpenGotha;
        }
        // Only the beginning is looked at, so that a long line costs nothing.
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(40);
        let lines: Vec<&str> = lines.collect();
        if lines.iter().any(|line| line.len() < 300 && line.to_uppercase().starts_with("TOURNEY")) {
            return Self::Aga;
        }
        if start.starts_with(';') || lines.iter().any(|line| h9::is_player(line)) {
            return Self::H9;
        }
        Self::Csv
    }
}

/// A table of results and where it comes from.
#[derive(Clone, Debug)]
pub struct Results {
    /// The file, as reports write it.
    pub path: String,
    /// The table.
    pub table: ResultTable,
}

impl Results {
    /// The largest table that is read, in bytes.
    pub const MOST_BYTES: u64 = 1 << 25;

    /// Returns the encoding with a name, such as `windows-1252` or `gbk`.
    #[must_use]
    pub fn encoding(name: &str) -> Option<&'static Encoding> {
        Encoding::for_label(name.as_bytes())
    }

    /// Whether a file that begins with these bytes seems to be a table of results.
    #[must_use]
    pub fn is_table(head: &[u8]) -> bool {
        // Whatever the encoding, what tells a format is ASCII.
        let (text, _, _) = UTF_8.decode(head);
        match ResultsFormat::of(&text) {
            ResultsFormat::Csv => comma::has_header(&text),
            ResultsFormat::OpenGotha => text.contains("<Tournament"),
            ResultsFormat::H9 => text.lines().any(|line| h9::is_player(line.trim())),
            ResultsFormat::Aga => true,
        }
    }

    /// Reads a table. `format`: its format, if it isn't to be told by its content; `encoding`: the same for its encoding.
    ///
    /// # Errors
    ///
    /// If it isn't in the encoding or the format, or holds no game.
    pub fn read(
        path: String,
        bytes: &[u8],
        format: Option<ResultsFormat>,
        encoding: Option<&'static Encoding>,
    ) -> Result<Self, ResultsError> {
        let text = decode(bytes, encoding)?;
        let format = format.unwrap_or_else(|| ResultsFormat::of(&text));
        let table = match format {
            ResultsFormat::Csv => comma::read(&text)?,
            ResultsFormat::OpenGotha => opengotha::read(&text)?,
            ResultsFormat::H9 => h9::read(&text)?,
            ResultsFormat::Aga => aga::read(&text)?,
        };
        if table.rows.is_empty() {
            let why = table
                .unread
                .first()
                .map_or(String::new(), |row| format!("; line {}: {}", row.line, row.why));
            return Err(ResultsError::new(format!("no game in the table of results{why}")));
        }
        if table.rows.len() > MOST_ROWS {
            return Err(ResultsError::new(format!("more than {MOST_ROWS} games")));
        }
        Ok(Self { path, table })
    }
}

/// Decodes a table: by the encoding that is given, by its byte order mark, by what its XML declaration says, else as
/// UTF-8. Nothing is guessed: a wrong encoding would make other names.
fn decode(bytes: &[u8], given: Option<&'static Encoding>) -> Result<String, ResultsError> {
    let encoding = match (given, Encoding::for_bom(bytes)) {
        (Some(given), _) => given,
        (None, Some((marked, _))) => marked,
        (None, None) => declared(bytes)?.unwrap_or(UTF_8),
    };
    let (text, encoding, malformed) = encoding.decode(bytes);
    if malformed {
        return Err(ResultsError::new(format!(
            "the table isn't {}; state its encoding, such as windows-1252, or iso-8859-15 for H9 by OpenGotha",
            encoding.name()
        ))
        .of_encoding());
    }
    if text.contains('\0') {
        return Err(ResultsError::new("a binary file, not a table of results"));
    }
    Ok(text.into_owned())
}

/// Returns the encoding of an XML declaration.
fn declared(bytes: &[u8]) -> Result<Option<&'static Encoding>, ResultsError> {
    let head = &bytes[..bytes.len().min(200)];
    let Some(head) = head.trim_ascii_start().strip_prefix(b"<?xml") else { return Ok(None) };
    let end = memmem::find(head, b"?>").unwrap_or(head.len());
    let Some(at) = memmem::find(&head[..end], b"encoding=") else { return Ok(None) };
    let value = &head[at + b"encoding=".len()..end];
    let label: Vec<u8> =
        value.iter().skip(1).copied().take_while(|byte| !matches!(byte, b'"' | b'\'')).collect();
    let unknown =
        || ResultsError::new(format!("unknown encoding {:?}", String::from_utf8_lossy(&label)));
    Encoding::for_label(&label).map(Some).ok_or_else(unknown)
}
