//! NGF, the format of WBaduk and Cyberoro.
//!
//! A header has twelve lines: title, size, White, Black, site, handicap, an unknown one, komi, date, an
//! unknown one, result, number of moves. Then follows a line per move: `PM`, two letters that count, `B` or
//! `W`, column and row from `B` on from the upper left corner, and the point again. The order of lines, the
//! half point added to a whole komi in even games and the order of handicap stones follow Sabaki and
//! rooklift/sgf.
//!
//! A second kind has `GI` before each header line and another order: event, two players, two empty lines,
//! date, size, handicap, an unknown line, komi, number of moves. That White comes first, and the meaning of
//! the numbers, are assumed to be as in the first kind. Comments follow the moves: `IDB[MOVE] text[EndTxt]`.

use super::sgf_writer::{HeaderField, SgfWriter};
use super::values::{ThirdCorner, date, handicap, is_rank, stated_result};
use super::{ForeignFormat, FormatInfo, SourceLines};
use crate::go::{Color, Points};
use crate::sgf::{Outcome, result};

/// NGF: WBaduk, Cyberoro.
pub(super) struct Ngf;

impl ForeignFormat for Ngf {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "ngf",
            title: "NGF",
            extensions: &["ngf"],
            shared_extensions: &[],
            ruleset: "korean",
        }
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let lines = || head.split(|byte| matches!(byte, b'\n' | b'\r'));
        let has_tree = || lines().any(|line| line.starts_with(b"(;"));
        !matches!(head[0], b'\\' | b'[' | b'{') && lines().any(is_move) && !has_tree()
    }

    fn read(&self, file: &SourceLines, writer: &mut SgfWriter) -> Result<(), String> {
        write_game(&file.trimmed(), writer);
        Ok(())
    }
}

fn is_move(line: &[u8]) -> bool {
    matches!(line, [b'P', b'M', _, _, b'B' | b'W', column, row, ..]
        if [column, row].iter().all(|at| matches!(at, b'@'..=b'Z')))
}

fn write_game(lines: &[&str], writer: &mut SgfWriter) {
    let first_move = lines.iter().position(|line| is_move(line.as_bytes())).unwrap_or(lines.len());
    let blank = lines[..first_move].iter().take_while(|line| line.is_empty()).count();
    let header = Header::new(&lines[blank..first_move], blank);
    let moves = lines[first_move..].iter().filter(|line| is_move(line.as_bytes())).count();
    let notes = notes(&lines[first_move..]);
    let mut fields = header.fields();
    if let Some(result) = notes.result(moves).filter(|_| !has_result(&fields)) {
        fields.push(HeaderField::new(0, "RE", result));
    }
    fields.sort_by_key(|field| field.line);

    let mut fields = fields.into_iter().peekable();
    let mut comments = notes.texts.iter().peekable();
    let mut played = 0;
    for (number, line) in lines.iter().enumerate() {
        writer.next_line();
        if number == 0 {
            writer.begin_game();
        }
        while let Some(field) = fields.next_if(|field| field.line <= number) {
            writer.header_field(&field);
        }
        if number + 1 == first_move {
            writer
                .setup(Color::Black, &handicap(header.stones, header.size, ThirdCorner::UpperLeft));
        }
        if number < first_move {
            continue;
        }
        let is_note = notes.lines.get(number - first_move).copied().unwrap_or(false);
        if is_move(line.as_bytes()) {
            played += 1;
            if !play(line.as_bytes(), header.size, writer) {
                writer.unread_line(line);
            }
            while let Some((_, text)) = comments.next_if(|&&(at, _)| at <= played) {
                writer.comment(text);
            }
        } else if !line.is_empty() && !is_note && !line.starts_with("GI") {
            writer.unread_line(line);
        }
    }
    comments.for_each(|(_, text)| writer.comment(text));
    if !lines.is_empty() {
        writer.end_game();
    }
}

fn has_result(fields: &[HeaderField]) -> bool {
    fields.iter().any(|field| field.name == "RE")
}

/// Writes a move. `AA`, which isn't a point, is a pass. Returns false if the point is off the board.
fn play(line: &[u8], size: u8, writer: &mut SgfWriter) -> bool {
    let &[_, _, _, _, color, column, row, ..] = line else { return false };
    let color = if color == b'B' { Color::Black } else { Color::White };
    let (column, row) = (column.wrapping_sub(b'B'), row.wrapping_sub(b'B'));
    let pass = [column, row].iter().all(|&at| at >= 254);
    if !pass && (column >= size || row >= size) {
        return false;
    }
    writer.play(color, (!pass).then_some((column, row)));
    true
}

struct Header<'a> {
    lines: Vec<&'a str>,
    /// The index of the first line.
    first: usize,
    /// The line of each field.
    order: &'static [(&'static str, usize)],
    size: u8,
    stones: u32,
}

const PLAIN: [(&str, usize); 9] = [
    ("title", 0),
    ("size", 1),
    ("white", 2),
    ("black", 3),
    ("place", 4),
    ("handicap", 5),
    ("komi", 7),
    ("date", 8),
    ("result", 10),
];
const WITH_GI: [(&str, usize); 7] = [
    ("title", 0),
    ("white", 1),
    ("black", 2),
    ("date", 5),
    ("size", 6),
    ("handicap", 7),
    ("komi", 9),
];

impl<'a> Header<'a> {
    fn new(lines: &[&'a str], first: usize) -> Self {
        let with_gi = lines.first().is_some_and(|line| line.starts_with("GI"));
        let order = if with_gi { &WITH_GI[..] } else { &PLAIN[..] };
        let plain = |line: &&'a str| {
            let rest = line.strip_prefix("GI").filter(|_| with_gi);
            rest.unwrap_or(line).trim()
        };
        let lines = lines.iter().map(plain).collect();
        let mut header = Self { lines, first, order, size: 0, stones: 0 };
        let size = header.number("size").and_then(|size| u8::try_from(size).ok());
        header.size = size.filter(|size| (2..=25).contains(size)).unwrap_or(0);
        // Where the size isn't in its place the other lines aren't either.
        if header.size == 0 {
            (header.order, header.size) = (&[], 19);
        }
        header.stones = header.number("handicap").unwrap_or(0);
        header
    }

    fn field(&self, name: &str) -> Option<(usize, &'a str)> {
        let (_, at) = self.order.iter().find(|(field, _)| *field == name)?;
        let text = self.lines.get(*at).filter(|text| !text.is_empty())?;
        Some((self.first + at, text))
    }

    fn number(&self, name: &str) -> Option<u32> {
        self.field(name)?.1.parse().ok()
    }

    fn fields(&self) -> Vec<HeaderField> {
        let mut fields = vec![
            HeaderField::new(0, "SZ", self.size.to_string()),
            HeaderField::new(0, "SO", "NGF"),
        ];
        for (field, player, rank) in [("black", "PB", "BR"), ("white", "PW", "WR")] {
            let Some((line, text)) = self.field(field) else { continue };
            match text.rsplit_once(char::is_whitespace).filter(|(_, last)| is_rank(last)) {
                Some((name, last)) => {
                    fields.push(HeaderField::new(line, player, name.trim()));
                    fields.push(HeaderField::new(line, rank, last));
                }
                None => fields.push(HeaderField::new(line, player, text)),
            }
        }
        for (field, name) in [("title", "EV"), ("place", "PC")] {
            if let Some((line, text)) = self.field(field) {
                fields.push(HeaderField::new(line, name, text));
            }
        }
        if let Some((line, text)) = self.field("date") {
            match date(text) {
                Some(date) => fields.push(HeaderField::new(line, "DT", date)),
                None => fields.push(HeaderField::new(line, "C", text)),
            }
        }
        if let Some((line, komi)) = self.field("komi")
            && let Some(komi) = Points::parse(komi).filter(|komi| komi.abs() < Points::whole(400))
        {
            let half = self.stones < 2 && komi.fraction() == 0 && komi >= Points::ZERO;
            let komi = if half { komi + Points::hundredths(50) } else { komi };
            fields.push(HeaderField::new(line, "KM", komi.to_string()));
        }
        if let Some((line, _)) = self.field("handicap").filter(|_| self.stones >= 2) {
            fields.push(HeaderField::new(line, "HA", self.stones.to_string()));
        }
        if let Some((line, text)) = self.field("result") {
            // `Black wins by 2.5win >> White(36):Black(45)`: the count is behind the result.
            let won = text.split(">>").next().unwrap_or_default().trim();
            let digit = |c: char| c.is_ascii_digit();
            let won = won.strip_suffix("win").filter(|text| text.ends_with(digit)).unwrap_or(won);
            fields.extend(stated_result(None, won).map(|re| HeaderField::new(line, "RE", re)));
            fields.push(HeaderField::new(line, "GC", text));
        }
        if self.order.is_empty() {
            let lines = (self.first..).zip(&self.lines);
            fields.extend(lines.map(|(number, line)| HeaderField::new(number, "C", *line)));
        }
        fields
    }
}

/// The comments behind the moves.
struct Notes {
    /// The number of the move, in order, and the text.
    texts: Vec<(usize, String)>,
    /// For each line, whether it belongs to a comment.
    lines: Vec<bool>,
}

impl Notes {
    /// The result in the comment on the last move.
    fn result(&self, moves: usize) -> Option<String> {
        let last = self.texts.iter().filter(|(at, _)| *at >= moves);
        let mut outcomes = last.map(|(_, text)| result(text.trim()).outcome);
        let is_stated = |outcome: &Outcome| !outcome.is_unknown() && *outcome != Outcome::Suspended;
        outcomes.rfind(is_stated).map(|outcome| outcome.to_string())
    }
}

fn notes(lines: &[&str]) -> Notes {
    let mut notes = Notes { texts: Vec::new(), lines: Vec::with_capacity(lines.len()) };
    let mut open = false;
    for line in lines {
        let begun = begun(line);
        open &= !is_move(line.as_bytes());
        let is_note = open || begun.is_some();
        notes.lines.push(is_note);
        if !is_note {
            continue;
        }
        let text = begun.map_or(*line, |(_, text)| text);
        open = !text.contains("[EndTxt]");
        let text = text.replace("[EndTxt]", "");
        match (begun, notes.texts.last_mut()) {
            (None, Some((_, note))) => {
                note.push_str(" / ");
                note.push_str(&text);
            }
            (begun, _) => notes.texts.push((begun.map_or(0, |(at, _)| at), text)),
        }
    }
    notes.texts.sort_by_key(|&(at, _)| at);
    notes
}

/// The move that a comment is about, and the text after its head.
fn begun(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix("ID")?;
    let (mark, rest) = rest.split_once('[')?;
    let (at, text) = rest.split_once(']')?;
    (mark.len() <= 1).then_some((at.parse().ok()?, text))
}
