//! Floor 2: Go records in other formats, read as if they were SGF.
//!
//! Tygem and Cyberoro save GIB, WBaduk and Cyberoro NGF, PandaNET (IGS) UGF and UGI, OGS gives JSON. No specification of
//! them was ever published. The facts here come from the files themselves and from the readers of two free
//! programs: Sabaki (`fileformats/`) and rooklift/sgf (`io_gib.go`, `io_ngf.go`), and OGS's own engine, goban. Each module names the
//! source of its facts.
//!
//! A file becomes SGF in UTF-8 in which line N holds the content of line N of the file. So findings have
//! the lines of the file; their columns are 1 and their bytes those of the whole line, since a place within
//! a line of the SGF has no counterpart in the file. A result or a comment behind the moves moves to the
//! first line, or to its move's line.

mod gib;
mod gib_remarks;
mod ngf;
mod ogs;
mod other_file;
mod sgf_writer;
mod ugf;
mod values;

pub use other_file::OtherFile;
use sgf_writer::{SgfWriter, WrittenSgf};

use crate::rules::{BUILT_IN, Ruleset, find};
use crate::sgf::{EncodingSource, Origin, Span, Text};

/// A format other than SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignFormat {
    /// Tygem, Cyberoro.
    Gib,
    /// WBaduk, Cyberoro.
    Ngf,
    /// PandaNET (IGS).
    Ugf,
    /// OGS: JSON.
    Ogs,
}

impl ForeignFormat {
    const ALL: [Self; 4] = [Self::Gib, Self::Ngf, Self::Ugf, Self::Ogs];

    /// The ruleset of the servers that save the format: Tygem, Cyberoro and WBaduk are Korean, PandaNET is
    /// Japanese, and OGS's engine takes Japanese rules for a game that names none.
    const fn ruleset(self) -> &'static str {
        match self {
            Self::Gib | Self::Ngf => "korean",
            Self::Ugf | Self::Ogs => "japanese",
        }
    }

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gib => "gib",
            Self::Ngf => "ngf",
            Self::Ugf => "ugf",
            Self::Ogs => "ogs",
        }
    }

    /// The format of a file, by its first bytes. `None` for SGF, which begins with a parenthesis, and
    /// everything else.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let head = &bytes[start..bytes.len().min(start + HEAD)];
        let begins = |word: &str| {
            head.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
        };
        match head[0] {
            b'(' => None,
            b'\\' => [r"\HS", r"\[", r"\GS"].into_iter().any(begins).then_some(Self::Gib),
            b'[' if begins("[Header]") || begins("[Data]") => Some(Self::Ugf),
            b'[' | b'{' => ogs::begins(head).then_some(Self::Ogs),
            _ => {
                let lines = || head.split(|byte| matches!(byte, b'\n' | b'\r'));
                let tree = lines().any(|line| line.starts_with(b"(;"));
                (!tree && lines().any(ngf::is_move)).then_some(Self::Ngf)
            }
        }
    }
}

/// The ruleset for records that name none, by the format of their file.
#[must_use]
pub fn default_rules(text: &Text) -> &'static Ruleset {
    let named = |format: ForeignFormat| format.name() == text.format();
    let format =
        text.is_converted().then(|| ForeignFormat::ALL.into_iter().find(|&own| named(own)));
    format.flatten().and_then(|format| find(format.ruleset())).unwrap_or(&BUILT_IN[0])
}

/// The content that begins with this line of a file and isn't read: a variation or a drawing.
#[must_use]
pub fn begins_unread(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    if line.starts_with("VARIATION,") || line.starts_with(r"\[REFGIBO") {
        Some("a variation")
    } else if line.starts_with(".#,") {
        Some("a label in a figure")
    } else {
        None
    }
}

/// Number of bytes that the format is recognised by.
const HEAD: usize = 4096;

/// Maximum length of a file in one of these formats, which are read whole.
const MAX_BYTES: usize = 1 << 27;

/// The text of a file. Other formats become SGF, and a file that is no record an empty text. Linear.
#[must_use]
pub fn read(bytes: &[u8]) -> Text<'_> {
    let text = Text::new(bytes);
    if !text.is_decoded()
        && let Some(other) = OtherFile::of(bytes)
    {
        return Text::of_no_record(other.to_string());
    }
    let content = &text.bytes()[text.bom_len()..];
    match ForeignFormat::of(content) {
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

/// The charset that the file names, or that its format prescribes, if all of it decodes.
fn named_encoding(format: ForeignFormat, text: &Text) -> Option<&'static encoding_rs::Encoding> {
    if text.source() == EncodingSource::Bom {
        return None;
    }
    let encoding = match format {
        ForeignFormat::Ugf => ugf::language(&text.bytes()[text.bom_len()..])?,
        // RFC 8259, 8.1.
        ForeignFormat::Ogs => encoding_rs::UTF_8,
        ForeignFormat::Gib | ForeignFormat::Ngf => return None,
    };
    let decodes = text.with_encoding(encoding, EncodingSource::Declared).undecodable(1).is_empty();
    decodes.then_some(encoding)
}

/// Maximum number of places noted that don't decode.
const MAX_UNDECODABLE: usize = 100;

fn convert(text: &Text, format: ForeignFormat) -> Text<'static> {
    let spans = line_spans(text.bytes(), text.bom_len());
    let mut origin = Origin { format: format.name(), ..Origin::default() };
    let mut in_file = text.original_offset(0) as u32 + text.bom_len() as u32;
    for &span in &spans {
        origin.source_lines.push(origin.source.len() as u32);
        origin.file_lines.push(in_file);
        origin.source.push_str(&text.decode(span));
        in_file += text.original_len(span) as u32;
        // What isn't exact mustn't go beyond the file.
        if let Some(end) = text.original_end() {
            in_file = in_file.min(end as u32);
        }
    }
    origin.source_lines.push(origin.source.len() as u32);
    origin.file_lines.push(in_file);

    let lines = || -> Vec<&str> {
        let ends = origin.source_lines.windows(2);
        ends.map(|ends| origin.source[ends[0] as usize..ends[1] as usize].trim()).collect()
    };
    let mut writer = SgfWriter::default();
    match format {
        ForeignFormat::Gib => gib::read(&lines(), &mut writer),
        ForeignFormat::Ngf => ngf::read(&lines(), &mut writer),
        ForeignFormat::Ugf => ugf::read(&lines(), &mut writer),
        ForeignFormat::Ogs => {
            let source = ogs::Source::new(&origin.source, &origin.source_lines);
            if let Some(why) = ogs::read(&source, &mut writer) {
                return Text::of_no_record(format!("JSON without a game: {why}"));
            }
        }
    }
    let WrittenSgf { sgf, line_starts, unread } = writer.finish();
    let place = |bad: Span| {
        let line = spans.partition_point(|span| span.start <= bad.start).saturating_sub(1);
        let start = line_starts.get(line).copied().unwrap_or(0);
        Span { start, end: start }
    };
    origin.undecodable = text.undecodable(MAX_UNDECODABLE).into_iter().map(place).collect();
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
