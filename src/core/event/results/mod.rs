//! Tables of results, in the formats of several programs: the encoding, the format, and the readers.

mod aga;
mod comma;
mod h9;
mod in_words;
mod opengotha;
mod table;

use encoding_rs::{Encoding, ISO_8859_15, UTF_8};
use memchr::memmem;

use crate::sgf::{EncodingSource, Text};

pub(super) use in_words::ResultStyle;
use table::MAX_ROWS;
pub use table::outcome_text;
pub(crate) use table::written_result;
pub use table::{Header, ReadError, ResultTable, Row, UnreadRow};

enum ResultsFormat {
    Csv,
    OpenGotha,
    /// The tournament table of the EGF (H9).
    H9,
    Aga,
}

impl ResultsFormat {
    /// Returns the format that a text seems to have.
    fn recognise(text: &str) -> Self {
        let start = text.trim_start();
        if start.starts_with('<') {
            return Self::OpenGotha;
        }
        // Only the beginning is looked at, so that a long line costs nothing.
        let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let lines = text.lines().map(str::trim).filter(is_content).take(40);
        let lines: Vec<&str> = lines.collect();
        if lines.iter().any(|line| line.len() < 300 && line.to_uppercase().starts_with("TOURNEY")) {
            return Self::Aga;
        }
        let is_h9 = start.starts_with(';') || lines.iter().any(|line| h9::is_player(line));
        if is_h9 && !comma::has_header(text) { Self::H9 } else { Self::Csv }
    }
}

/// A table of results and where it comes from.
#[derive(Clone, Debug)]
pub struct Results {
    /// The file, as reports write it.
    pub path: String,
    pub table: ResultTable,
    /// The name of the encoding, if it was guessed and decides how names read.
    pub guessed_encoding: Option<&'static str>,
}

impl Results {
    /// The largest table that is read, in bytes.
    pub const MAX_BYTES: u64 = 1 << 25;

    /// Returns the encoding with a name, such as `windows-1252` or `gbk`.
    pub fn encoding(name: &str) -> Option<&'static Encoding> {
        Encoding::for_label(name.as_bytes())
    }

    /// Whether a file that begins with these bytes seems to be a table of results.
    pub fn is_table(head: &[u8]) -> bool {
        // Formats are recognised by ASCII, and a header is short.
        let Ok((text, _)) = decode(head, None) else { return false };
        match ResultsFormat::recognise(&text) {
            ResultsFormat::Csv => comma::has_header(&text),
            ResultsFormat::OpenGotha => text.contains("<Tournament"),
            ResultsFormat::H9 => text.lines().any(|line| h9::is_player(line.trim())),
            ResultsFormat::Aga => true,
        }
    }

    /// Reads a table. The format is recognised by the content, and so is the encoding where it isn't given. Fails if it isn't
    /// in the encoding or a known format, or holds no game.
    pub fn read(
        path: String,
        bytes: &[u8],
        encoding: Option<&'static Encoding>,
    ) -> Result<Self, ReadError> {
        let (text, guessed) = decode(bytes, encoding)?;
        let table = match ResultsFormat::recognise(&text) {
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
            return Err(ReadError::new(format!("no game in the table of results{why}")));
        }
        if table.rows.len() > MAX_ROWS {
            return Err(ReadError::new(format!("more than {MAX_ROWS} games")));
        }
        Ok(Self { path, table, guessed_encoding: guessed.map(Encoding::name) })
    }
}

/// Decodes a table, with the lines of Windows and of old Macs ended by `\n`: by the encoding that is given, by its byte
/// order mark, by its XML declaration or the program that wrote it, else by a guess as for records, which is returned
/// where it isn't UTF-8.
fn decode(
    bytes: &[u8],
    given: Option<&'static Encoding>,
) -> Result<(String, Option<&'static Encoding>), ReadError> {
    let known = match (given, Encoding::for_bom(bytes)) {
        (Some(given), _) => Some(given),
        (None, Some((marked, _))) => Some(marked),
        (None, None) => declared(bytes)?,
    };
    let guess = || {
        let text = Text::new(bytes);
        // What looks like a CA property in a table declares nothing.
        if text.source() == EncodingSource::Declared && std::str::from_utf8(bytes).is_ok() {
            return (UTF_8, None);
        }
        let is_guess = text.source() == EncodingSource::Detected;
        (text.encoding(), is_guess.then(|| text.encoding()).filter(|guess| *guess != UTF_8))
    };
    let (encoding, guessed) = known.map_or_else(guess, |encoding| (encoding, None));
    let (text, encoding, malformed) = encoding.decode(bytes);
    if malformed {
        let name = encoding.name();
        let why = format!("the table isn't {name}; state its encoding, such as windows-1252");
        return Err(ReadError::new(why).of_encoding());
    }
    if text.contains('\0') {
        return Err(ReadError::new("a binary file, not a table of results"));
    }
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    Ok((text, guessed))
}

/// Returns the encoding of an XML declaration, or that of the program that wrote the table: OpenGotha's H9 and its AGA
/// report are always in ISO-8859-15.
fn declared(bytes: &[u8]) -> Result<Option<&'static Encoding>, ReadError> {
    let head = &bytes[..bytes.len().min(2000)];
    let Some(head) = head.trim_ascii_start().strip_prefix(b"<?xml") else {
        let is_utf_8 = std::str::from_utf8(bytes).is_ok();
        let is_by_opengotha = memmem::find(head, b"Generated by OpenGotha").is_some();
        return Ok((is_by_opengotha && !is_utf_8).then_some(ISO_8859_15));
    };
    let end = memmem::find(head, b"?>").unwrap_or(head.len());
    let Some(at) = memmem::find(&head[..end], b"encoding=") else { return Ok(None) };
    let value = &head[at + b"encoding=".len()..end];
    let label: Vec<u8> =
        value.iter().skip(1).copied().take_while(|byte| !matches!(byte, b'"' | b'\'')).collect();
    let unknown =
        || ReadError::new(format!("unknown encoding {:?}", String::from_utf8_lossy(&label)));
    Encoding::for_label(&label).map(Some).ok_or_else(unknown)
}

/// Returns the lines with their numbers, from 1, without empty ones.
fn numbered_lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty())
}
