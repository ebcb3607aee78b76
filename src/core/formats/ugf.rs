//! UGF and UGI, the formats of PandaNET's (IGS's) programs.
//!
//! Sections have names in brackets. `[Header]` holds `Key=value`, `[Data]` a line per move, `QP,B1,1,0`:
//! column and row as letters from `A`, colour, number, time. With `CoordinateType=IGS` rows count from the
//! bottom, as in Sabaki, and as the dead stones named in a record show. Otherwise they count from the top,
//! which no known file contradicts or confirms. `YA` and `ZZ` are passes (Brouwer, "The UGF format":
//! homepages.cwi.nl/~aeb/go/misc/ugf.html). `[ReviewNode]` repeats the moves with variations, which aren't
//! read. `[ReviewComment]` has comments on its nodes, the first of which is the root. `[Figure]` has comments
//! too: the lines between `.Text,3` and `.EndText` are about the third move, except lines with a leading dot,
//! which draw.

use std::collections::BTreeMap;

use encoding_rs::Encoding;

use super::sgf_writer::{HeaderField, SgfWriter};
use super::values::{ThirdCorner, begins_with, date, handicap, stated_result};
use super::{ForeignFormat, FormatInfo, SourceLines};
use crate::go::{ByColor, Color, Points};
use crate::sgf::{Outcome, WinBy};

/// UGF and UGI: PandaNET (IGS).
pub(super) struct Ugf;

impl ForeignFormat for Ugf {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "ugf",
            title: "UGF",
            extensions: &["ugf", "ugi"],
            shared_extensions: &[],
            ruleset: "japanese",
        }
    }

    fn recognises(&self, head: &[u8]) -> bool {
        begins_with(head, "[Header]") || begins_with(head, "[Data]")
    }

    /// The charset that `Lang` in the first lines names.
    fn charset(&self, bytes: &[u8]) -> Option<&'static Encoding> {
        let mut lines = bytes[..bytes.len().min(4096)].split(|&byte| byte == b'\n');
        Encoding::for_label(lines.find_map(|line| line.strip_prefix(b"Lang="))?.trim_ascii())
    }

    fn read(&self, file: &SourceLines, writer: &mut SgfWriter) -> Result<(), String> {
        write_game(&file.trimmed(), writer);
        Ok(())
    }

    fn begins_unread(&self, line: &str) -> Option<&'static str> {
        if line.starts_with("VARIATION,") {
            Some("a variation")
        } else {
            line.starts_with(".#,").then_some("a label in a figure")
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Header,
    Data,
    Comments,
    Figures,
    Skipped,
    /// Before the first section.
    None,
}

impl Section {
    fn read(line: &str) -> Option<Self> {
        let name = line.strip_prefix('[')?.strip_suffix(']')?;
        Some(match name.to_ascii_lowercase().as_str() {
            "header" => Self::Header,
            "data" => Self::Data,
            "reviewcomment" => Self::Comments,
            "figure" => Self::Figures,
            _ => Self::Skipped,
        })
    }
}

fn write_game(lines: &[&str], writer: &mut SgfWriter) {
    let header = Header::collect(lines);
    let moves = lines.iter().filter_map(|line| UgfMove::read(line)).count();
    let mut comments = comments(lines, moves);
    let mut fields = header.fields().into_iter().peekable();
    let mut section = Section::None;
    let mut played = 0;
    let mut set_up: ByColor<Vec<(u8, u8)>> = ByColor::default();
    for (number, line) in lines.iter().enumerate() {
        writer.next_line();
        if number == 0 {
            writer.begin_game();
        }
        while let Some(field) = fields.next_if(|field| field.line <= number) {
            writer.header_field(&field);
        }
        if number == 0 {
            comments.remove(&0).into_iter().for_each(|text| writer.comment(&text));
        }
        if let Some(begun) = Section::read(line) {
            section = begun;
            continue;
        }
        match section {
            _ if line.is_empty() => {}
            Section::Data => {
                let Some(ply) = UgfMove::read(line) else {
                    writer.unread_line(line);
                    continue;
                };
                let Some(point) = header.point(ply.point) else {
                    writer.unread_line(line);
                    continue;
                };
                if ply.number == 0 && played == 0 {
                    set_up[ply.color].extend(point);
                    continue;
                }
                if played == 0 && ply.color == Color::White && set_up == ByColor::default() {
                    set_up.black = handicap(header.stones, header.size, ThirdCorner::LowerRight);
                }
                write_setup(&mut set_up, writer);
                played += 1;
                writer.play(ply.color, point);
                comments.remove(&played).into_iter().for_each(|text| writer.comment(&text));
            }
            Section::None => writer.unread_line(line),
            Section::Header | Section::Comments | Section::Figures | Section::Skipped => {}
        }
    }
    write_setup(&mut set_up, writer);
    comments.into_values().for_each(|text| writer.comment(&text));
    if !lines.is_empty() {
        writer.end_game();
    }
}

/// Writes the stones set up before the first move, and removes them from `set_up`.
fn write_setup(set_up: &mut ByColor<Vec<(u8, u8)>>, writer: &mut SgfWriter) {
    for (color, points) in std::mem::take(set_up).iter() {
        writer.setup(color, points);
    }
}

/// A line of `[Data]`.
struct UgfMove {
    point: [u8; 2],
    color: Color,
    number: u32,
}

impl UgfMove {
    fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(',').map(str::trim);
        let &[column, row] = parts.next()?.as_bytes() else { return None };
        let color = match parts.next()?.as_bytes() {
            [b'B' | b'b', ..] => Color::Black,
            [b'W' | b'w', ..] => Color::White,
            _ => return None,
        };
        let number = parts.next().and_then(|number| number.parse().ok()).unwrap_or(1);
        let point = [column, row].map(|letter| letter.to_ascii_uppercase());
        point.iter().all(u8::is_ascii_uppercase).then_some(Self { point, color, number })
    }
}

/// A line `Key=value` of `[Header]`.
struct Field<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

struct Header<'a> {
    fields: Vec<Field<'a>>,
    size: u8,
    stones: u32,
    from_bottom: bool,
}

impl<'a> Header<'a> {
    fn collect(lines: &[&'a str]) -> Self {
        let mut fields = Vec::new();
        let mut section = Section::None;
        for (number, text) in lines.iter().enumerate() {
            if let Some(begun) = Section::read(text) {
                section = begun;
                if section == Section::Data {
                    break;
                }
            } else if section == Section::Header
                && let Some((key, value)) = text.split_once('=')
            {
                fields.push(Field { line: number, key: key.trim(), value: value.trim() });
            }
        }
        let mut header = Self { fields, size: 19, stones: 0, from_bottom: false };
        let size = header.field("Size").and_then(|(_, size)| size.parse().ok());
        header.size = size.filter(|size| (2..=25).contains(size)).unwrap_or(19);
        header.stones = header.parts("Hdcp").and_then(|(_, [n, _])| n.parse().ok()).unwrap_or(0);
        let kind = header.field("CoordinateType").map_or("", |(_, kind)| kind);
        header.from_bottom = kind.eq_ignore_ascii_case("IGS");
        header
    }

    /// The line and the value of the first non-empty field of this name.
    fn field(&self, name: &str) -> Option<(usize, &'a str)> {
        let named =
            |field: &&Field| field.key.eq_ignore_ascii_case(name) && !field.value.is_empty();
        self.fields.iter().find(named).map(|field| (field.line, field.value))
    }

    /// The first two parts of a value.
    fn parts(&self, name: &str) -> Option<(usize, [&'a str; 2])> {
        let (line, value) = self.field(name)?;
        let mut parts = value.split(',').map(str::trim);
        Some((line, [parts.next().unwrap_or(""), parts.next().unwrap_or("")]))
    }

    /// A point, or `Some(None)` for a pass; `None` off the board.
    fn point(&self, [column, row]: [u8; 2]) -> Option<Option<(u8, u8)>> {
        let (column, row) = (column - b'A', row - b'A');
        if column < self.size && row < self.size {
            let row = if self.from_bottom { self.size - 1 - row } else { row };
            return Some(Some((column, row)));
        }
        (column >= b'Y' - b'A').then_some(None)
    }

    fn fields(&self) -> Vec<HeaderField> {
        let mut fields = Vec::new();
        let line = self.field("Size").map_or(0, |(line, _)| line);
        fields.push(HeaderField::new(line, "SZ", self.size.to_string()));
        for (key, player, rank) in [("PlayerB", "PB", "BR"), ("PlayerW", "PW", "WR")] {
            if let Some((line, [name, level])) = self.parts(key) {
                fields.push(HeaderField::new(line, player, name));
                if !level.is_empty() {
                    fields.push(HeaderField::new(line, rank, level));
                }
            }
        }
        for (key, name) in [("Title", "GN"), ("Place", "PC"), ("Copyright", "CP"), ("Comment", "C")]
        {
            if let Some((line, text)) = self.field(key) {
                fields.push(HeaderField::new(line, name, text));
            }
        }
        if let Some((line, writer)) = self.field("Writer") {
            fields.push(HeaderField::new(line, "SO", format!("UGF of {writer}")));
        } else {
            fields.push(HeaderField::new(0, "SO", "UGF"));
        }
        if let Some((line, [text, _])) = self.parts("Date")
            && let Some(date) = date(text)
        {
            fields.push(HeaderField::new(line, "DT", date));
        }
        if let Some((line, rules)) = self.field("Rule") {
            let rules = match rules {
                "JPN" => "Japanese",
                "CHN" => "Chinese",
                "KOR" => "Korean",
                other => other,
            };
            fields.push(HeaderField::new(line, "RU", rules));
        }
        if let Some((line, [_, komi])) = self.parts("Hdcp") {
            if self.stones >= 2 {
                fields.push(HeaderField::new(line, "HA", self.stones.to_string()));
            }
            if let Some(komi) = Points::parse(komi).filter(|komi| komi.abs() < Points::whole(400)) {
                fields.push(HeaderField::new(line, "KM", komi.to_string()));
            }
        }
        if let Some((line, parts)) = self.parts("Winner") {
            let re = winner(parts);
            fields.extend(re.map(|re| HeaderField::new(line, "RE", re)));
        }
        fields.sort_by_key(|field| field.line);
        fields
    }
}

/// The value of RE for a `Winner` field.
fn winner([who, how]: [&str; 2]) -> Option<String> {
    let won = |color| Some(Outcome::Win(color, WinBy::Unspecified));
    match who {
        "B" => stated_result(won(Color::Black), how),
        "W" => stated_result(won(Color::White), how),
        "D" if how.is_empty() => stated_result(Some(Outcome::Draw), ""),
        _ => stated_result(None, &format!("{who} {how}")),
    }
}

/// The comments by number of the move. Comments on nodes beyond the moves, in variations, have the number after the
/// last move's.
fn comments(lines: &[&str], moves: usize) -> BTreeMap<usize, String> {
    let mut comments: BTreeMap<usize, String> = BTreeMap::new();
    let mut section = Section::None;
    let mut on = 0;
    let mut in_figure = None;
    let mut note = |on: usize, line: &str| {
        let text = comments.entry(on).or_default();
        if !text.is_empty() {
            text.push_str(" / ");
        }
        text.push_str(line);
    };
    for line in lines {
        if let Some(begun) = Section::read(line) {
            section = begun;
            in_figure = None;
        } else if section == Section::Figures {
            if let Some(of) = line.strip_prefix(".Text,") {
                in_figure = of.trim().parse().ok().map(|of: usize| of.min(moves + 1));
            } else if line.starts_with(".EndText") {
                in_figure = None;
            } else if let Some(on) =
                in_figure.filter(|_| !line.is_empty() && !line.starts_with('.'))
            {
                note(on, line);
            }
        } else if section == Section::Comments && !line.is_empty() {
            if let Some(node) = line.strip_prefix(".Comment,").and_then(|node| node.parse().ok()) {
                on = usize::min(usize::saturating_sub(node, 1), moves + 1);
                continue;
            }
            note(on, line);
        }
    }
    comments
}
