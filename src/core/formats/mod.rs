//! Floor 2: Go records in other formats, read as if they were SGF.
//!
//! Tygem and Cyberoro save GIB, WBaduk and Cyberoro NGF, PandaNET (IGS) UGF and UGI, OGS gives JSON. No specification of
//! them was ever published. The facts here come from the files themselves and from the readers of two free
//! programs: Sabaki (`fileformats/`) and rooklift/sgf (`io_gib.go`, `io_ngf.go`), and OGS's own engine, goban. Each module names the
//! source of its facts.
//!
//! A file becomes SGF in UTF-8 in which line N holds the content of line N of the file. So findings have the lines of the
//! file. Their columns are 1 and their bytes are the whole line, since an offset within a line of the SGF has no counterpart
//! in the file. A result or a comment after the moves is written on the first line, or on its move's line.

mod gib;
mod ngf;
mod ogs;
mod other_file;
mod sgf_writer;
mod ugf;
mod values;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use gib::Gib;
use ngf::Ngf;
use ogs::Ogs;
pub use other_file::OtherFile;
pub use sgf_writer::SgfWriter;
use ugf::Ugf;

use crate::sgf::{EncodingSource, Origin, Span, Text};

/// What a format is called, and where it is from.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// The name in reports.
    pub name: &'static str,
    /// The name in texts.
    pub title: &'static str,
    /// The extensions of its files, in lower case. Every file that has one is a record.
    pub extensions: &'static [&'static str],
    /// Extensions that other data has, too. A file that has one is a record if its content is recognised.
    pub shared_extensions: &'static [&'static str],
    /// The ruleset of the servers that save the format.
    pub ruleset: &'static str,
}

pub trait ForeignFormat: Sync {
    fn info(&self) -> FormatInfo;

    /// Whether a file is in this format. `head` is its beginning without leading blanks, and not empty. It doesn't begin with
    /// a parenthesis, as SGF does.
    fn recognises(&self, head: &[u8]) -> bool;

    /// The charset that a file names, or that the format prescribes.
    fn charset(&self, _bytes: &[u8]) -> Option<&'static Encoding> {
        None
    }

    /// Writes the games of a file as SGF. Fails if there is none, with the reason.
    fn read(&self, file: &SourceLines, writer: &mut SgfWriter) -> Result<(), String>;

    /// Content that begins with this line and isn't read.
    fn begins_unread(&self, _line: &str) -> Option<&'static str> {
        None
    }
}

pub static FOREIGN_FORMATS: [&dyn ForeignFormat; 4] = [&Gib, &Ngf, &Ugf, &Ogs];

/// Extensions of SGF: `sgfs` is KataGo's for collections, `mgt` is MultiGo's.
const SGF_EXTENSIONS: [&str; 3] = ["sgf", "sgfs", "mgt"];

/// Returns the extensions of all files that are records, in lower case and without the dot.
pub fn record_extensions() -> impl Iterator<Item = &'static str> {
    let foreign = FOREIGN_FORMATS.iter().flat_map(|format| format.info().extensions);
    SGF_EXTENSIONS.iter().chain(foreign).copied()
}

/// Returns the format of a file by its first bytes. `None` for SGF, which begins with a parenthesis, and everything else.
pub fn recognise(bytes: &[u8]) -> Option<&'static dyn ForeignFormat> {
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let head = &bytes[start..bytes.len().min(start + HEAD)];
    FOREIGN_FORMATS.into_iter().find(|format| head[0] != b'(' && format.recognises(head))
}

/// Returns the format that a record was read from, by its SO. Every record that is read from one of them, and perhaps
/// converted, has such an SO.
pub fn by_source(source: &[u8]) -> Option<&'static dyn ForeignFormat> {
    FOREIGN_FORMATS.into_iter().find(|format| {
        let rest = source.strip_prefix(format.info().title.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b" of "))
    })
}

/// Returns what begins with this line of a file and isn't read: a variation or a drawing.
pub fn begins_unread(line: &str) -> Option<&'static str> {
    FOREIGN_FORMATS.iter().find_map(|format| format.begins_unread(line.trim_start()))
}

/// The text of a file with the offsets of its lines.
pub struct SourceLines<'a> {
    text: &'a str,
    /// Offset of each line, and of the end.
    starts: &'a [u32],
}

impl<'a> SourceLines<'a> {
    /// Returns the lines without blanks around them.
    fn trimmed(&self) -> Vec<&'a str> {
        let ends = self.starts.windows(2);
        ends.map(|ends| self.text[ends[0] as usize..ends[1] as usize].trim()).collect()
    }
}

/// Number of bytes read to recognise a format.
const HEAD: usize = 4096;

/// Maximum length of a file in one of these formats, which are read whole.
const MAX_BYTES: usize = 1 << 27;

/// Returns the text of a file. Other formats become SGF; a file that isn't a record becomes an empty text. Linear.
pub fn read(bytes: &[u8]) -> Text<'_> {
    let mut text = Text::new(bytes);
    // A format in UTF-8 doesn't shift to Japanese: what looks like it is damage, behind which text would be lost.
    if text.encoding() == ISO_2022_JP
        && recognise(bytes).and_then(|format| format.charset(bytes)) == Some(UTF_8)
    {
        text = Text::of_encoding(bytes, UTF_8);
    }
    if !text.is_decoded()
        && let Some(other) = OtherFile::recognise(bytes)
    {
        return Text::of_no_record(other.to_string());
    }
    let content = &text.bytes()[text.bom_len()..];
    match recognise(content) {
        Some(_) if content.len() > MAX_BYTES => Text::of_no_record(format!(
            "more than {MAX_BYTES} bytes of a format that is read whole"
        )),
        Some(format) => match named_encoding(format, &text) {
            Some(encoding) => {
                convert(&text.with_encoding(encoding, EncodingSource::Declared), format)
            }
            None => convert(&text, format),
        },
        None => text,
    }
}

/// Returns the charset that the file names, or that its format prescribes, if all of it decodes.
fn named_encoding(format: &dyn ForeignFormat, text: &Text) -> Option<&'static Encoding> {
    if text.source() == EncodingSource::Bom {
        return None;
    }
    let encoding = format.charset(&text.bytes()[text.bom_len()..])?;
    let decodes = text.with_encoding(encoding, EncodingSource::Declared).undecodable(1).is_empty();
    decodes.then_some(encoding)
}

/// Maximum number of reported spans that don't decode.
const MAX_UNDECODABLE: usize = 100;

fn convert(text: &Text, format: &dyn ForeignFormat) -> Text<'static> {
    let spans = line_spans(text.bytes(), text.bom_len());
    let mut origin = Origin { format: format.info().name, ..Origin::default() };
    let mut in_file = text.original_offset(0) as u32 + text.bom_len() as u32;
    for &span in &spans {
        origin.source_lines.push(origin.source.len() as u32);
        origin.file_lines.push(in_file);
        origin.source.push_str(&text.decode(span));
        in_file += text.original_len(span) as u32;
        // Offsets of some encodings are estimates, but never beyond the end of the file.
        if let Some(end) = text.original_end() {
            in_file = in_file.min(end as u32);
        }
    }
    origin.source_lines.push(origin.source.len() as u32);
    origin.file_lines.push(in_file);

    let file = SourceLines { text: &origin.source, starts: &origin.source_lines };
    let mut writer = SgfWriter::default();
    if let Err(why) = format.read(&file, &mut writer) {
        return Text::of_no_record(why);
    }
    let SgfWriter { sgf, line_starts, unread, .. } = writer;
    let in_sgf = |bad: Span| {
        let line = spans.partition_point(|span| span.start <= bad.start).saturating_sub(1);
        let start = line_starts.get(line).copied().unwrap_or(0);
        Span { start, end: start }
    };
    origin.undecodable = text.undecodable(MAX_UNDECODABLE).into_iter().map(in_sgf).collect();
    origin.sgf_lines = line_starts;
    origin.unread = unread;
    text.converted(sgf, origin)
}

/// The lines of a text including their breaks: LF, CR LF, LF CR or CR, as lines of findings are counted.
fn line_spans(bytes: &[u8], from: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut start = from;
    for at in memchr::memchr2_iter(b'\n', b'\r', &bytes[from..]).map(|at| from + at) {
        let lone = bytes.get(at + 1) != Some(&b'\n') && (at == from || bytes[at - 1] != b'\n');
        if bytes[at] == b'\n' || lone {
            spans.push(Span::new(start, at + 1));
            start = at + 1;
        }
    }
    if start < bytes.len() {
        spans.push(Span::new(start, bytes.len()));
    }
    spans
}
