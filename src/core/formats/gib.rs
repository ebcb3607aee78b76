//! GIB, the format of Tygem, also used by Cyberoro's programs.
//!
//! A header between `\HS` and `\HE` holds `\[KEY=value\]`, which may run over several lines; the game
//! between `\GS` and `\GE` has a line `INI 0 1 HANDICAP &4`, a line `STO 0 NUMBER COLOR COLUMN ROW` per
//! stone (1 is Black, 2 White; from 0, from the upper left corner) and a line `SKI` per pass. Keys, result
//! codes, tenths of points and the order of handicap stones follow rooklift/sgf and Sabaki, and fit every
//! known file. No reader interprets `GAMEDUM` beside `GAMEGONGJE`, the komi: if it isn't 0, the komi is left
//! open. Games from Tygem's site today have only `GAMEINFOMAIN`, `GAMEINFOSUB`, `BUSERINFO` and `WUSERINFO`.
//!
//! Remarks follow the game. A block between `\RS` and `\RE` holds `\[REFSUSUN=N\]`, the number of moves before it, passes
//! included, and either a text, `\[REFEXPLAIN=...\]` over several lines, or a diagram, `\[REFGIBO=...\]`, which repeats all
//! moves before its own. Without a number it belongs before the first move. The source is an independent description of the
//! files of Tygem's site. Diagrams aren't read, like PandaNET's variations.

use std::collections::VecDeque;

use super::sgf_writer::{HeaderField, SgfWriter};
use super::values::{
    ThirdCorner, begins_with, date, handicap, name_and_rank, stated_result, tenths,
};
use super::{ForeignFormat, FormatInfo, SourceLines};
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

/// GIB: Tygem, Cyberoro.
pub(super) struct Gib;

impl ForeignFormat for Gib {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "gib",
            title: "GIB",
            extensions: &["gib"],
            shared_extensions: &[],
            ruleset: "korean",
        }
    }

    fn recognises(&self, head: &[u8]) -> bool {
        [r"\HS", r"\[", r"\GS"].iter().any(|word| begins_with(head, word))
    }

    fn read(&self, file: &SourceLines, writer: &mut SgfWriter) -> Result<(), String> {
        let lines = file.trimmed();
        for game in lines.chunk_by(|_, line| !line.starts_with(r"\HS")) {
            write_game(game, writer);
        }
        Ok(())
    }

    fn begins_unread(&self, line: &str) -> Option<&'static str> {
        line.starts_with(r"\[REFGIBO").then_some("a variation")
    }
}

fn write_game(lines: &[&str], writer: &mut SgfWriter) {
    let header = Header::collect(lines);
    let mut fields = header.fields().into_iter().peekable();
    let mut odd = header.odd.iter().peekable();
    let mut body = Body::new(header.size(), Remarks::collect(lines, header.lines));
    for (number, line) in lines.iter().enumerate() {
        writer.next_line();
        if number == 0 {
            writer.begin_game();
            writer.property("SZ", &body.size.to_string());
        }
        while let Some(field) = fields.next_if(|field| field.line <= number) {
            writer.header_field(&field);
        }
        if number >= header.lines {
            body.line(number, line, writer);
        } else if odd.next_if(|&&odd| odd == number).is_some() {
            writer.unread_line(line);
        }
    }
    body.remarks.emit_until(usize::MAX, writer);
    writer.end_game();
}

/// A field `\[KEY=value\]` of the header.
struct Field<'a> {
    /// Its first line, from 0.
    line: usize,
    key: &'a str,
    value: String,
}

struct Header<'a> {
    fields: Vec<Field<'a>>,
    /// Lines that belong to no field.
    odd: Vec<usize>,
    lines: usize,
}

impl<'a> Header<'a> {
    fn collect(lines: &[&'a str]) -> Self {
        let end = lines.iter().position(|line| is_body(line)).unwrap_or(lines.len());
        let mut header = Self { fields: Vec::new(), odd: Vec::new(), lines: end };
        let mut open = false;
        for (number, line) in lines[..end].iter().enumerate() {
            let field = line.strip_prefix(r"\[").and_then(|field| field.split_once('='));
            let (text, closed) = match line.strip_suffix(r"\]") {
                Some(text) => (text, true),
                None => (*line, false),
            };
            if let Some((key, _)) = field {
                let value = text.get(key.len() + 3..).unwrap_or("");
                header.fields.push(Field { line: number, key, value: value.to_owned() });
            } else if line.starts_with(r"\H") {
                open = false;
                continue;
            } else if let Some(field) = header.fields.last_mut().filter(|_| open) {
                field.value.push(' ');
                field.value.push_str(text);
            } else if !line.is_empty() {
                header.odd.push(number);
                continue;
            } else {
                continue;
            }
            open = !closed;
        }
        header
    }

    /// The line and the value of the first non-empty field of this name.
    fn field(&self, name: &str) -> Option<(usize, &str)> {
        let mut named = self.fields.iter().filter(|field| field.key == name);
        named.find_map(|field| match field.value.trim() {
            "" => None,
            value => Some((field.line, value)),
        })
    }

    /// The line and the text of one of the parts of a field, such as `GRLT:4` in GAMEINFOMAIN or `W4` in GAMETAG.
    fn part(&self, name: &str, mark: &str) -> Option<(usize, &str)> {
        let (line, value) = self.field(name)?;
        let part = value.split(',').find_map(|part| part.trim().strip_prefix(mark))?;
        Some((line, part.trim()))
    }

    /// A field, or the part of GAMEINFOSUB for it if it is missing or empty. The comment is the last part,
    /// and may hold a comma.
    fn field_or_part(&self, name: &str, mark: &str) -> Option<(usize, &str)> {
        let part = || {
            let (line, value) = self.field("GAMEINFOSUB")?;
            let begins = |at: usize| at == 0 || value[..at].ends_with(',');
            let (at, _) = value.match_indices(mark).find(|&(at, _)| begins(at))?;
            let text = &value[at + mark.len()..];
            // It ends at a comma that the next key follows.
            let is_key = |next: &str| {
                next.split_once(':').is_some_and(|(key, _)| {
                    !key.is_empty() && key.bytes().all(|b| b.is_ascii_uppercase())
                })
            };
            let mut commas = text.match_indices(',').map(|(comma, _)| comma);
            let end = commas.find(|&comma| mark != "GCMT:" && is_key(&text[comma + 1..]));
            Some((line, text[..end.unwrap_or(text.len())].trim()))
        };
        self.field(name).or_else(part).filter(|(_, text)| !text.is_empty())
    }

    fn size(&self) -> u8 {
        let size = self.part("GAMEINFOMAIN", "LINE:").and_then(|(_, size)| size.parse().ok());
        size.filter(|size| (2..=25).contains(size)).unwrap_or(19)
    }

    fn either(&self, main: &str, tag: &str) -> Option<(usize, &str)> {
        self.part("GAMEINFOMAIN", main).or_else(|| self.part("GAMETAG", tag))
    }

    /// The properties of the root, in the order of the lines.
    fn fields(&self) -> Vec<HeaderField> {
        let mut fields = Vec::new();
        self.player(&mut fields, ["PB", "BR"], "BLACK");
        self.player(&mut fields, ["PW", "WR"], "WHITE");
        let dates = [self.part("GAMEINFOSUB", "GDATE:"), self.field("GAMEDATE")];
        let dated = |(line, text): (usize, &str)| Some((line, date(text)?));
        if let Some((line, date)) = dates.into_iter().flatten().find_map(dated) {
            fields.push(HeaderField::new(line, "DT", date));
        }
        for (key, part, name) in [
            ("GAMEPLACE", "GPLC:", "PC"),
            ("GAMENAME", "GNAME:", "GN"),
            ("GAMECOMMENT", "GCMT:", "C"),
        ] {
            if let Some((line, text)) = self.field_or_part(key, part) {
                fields.push(HeaderField::new(line, name, text));
            }
        }
        if let Some((line, komi)) = self.komi() {
            fields.push(HeaderField::new(line, "KM", komi.to_string()));
        }
        self.time(&mut fields);
        let words = self.field("GAMERESULT");
        let coded = self.coded_result();
        let line = coded.map(|(line, _)| line).or(words.map(|(line, _)| line)).unwrap_or_default();
        let code = coded.map(|(_, outcome)| outcome);
        if let Some(result) = stated_result(code, words.map_or("", |(_, text)| text)) {
            fields.push(HeaderField::new(line, "RE", result));
        }
        let remarks = [self.field("GAMECONDITION"), words];
        if let Some((line, _)) = remarks.into_iter().flatten().next() {
            let texts: Vec<&str> = remarks.into_iter().flatten().map(|(_, text)| text).collect();
            fields.push(HeaderField::new(line, "GC", texts.join("; ")));
        }
        fields.push(HeaderField::new(0, "SO", "GIB"));
        fields.sort_by_key(|field| field.line);
        fields
    }

    /// Adds the name and the rank of a player: from a field such as GAMEBLACKNAME, or from the parts of BUSERINFO.
    fn player(
        &self,
        fields: &mut Vec<HeaderField>,
        [player, rank]: [&'static str; 2],
        color: &str,
    ) {
        let letter = &color[..1];
        let part = |mark: &str| {
            let part = self.part(&format!("{letter}USERINFO"), &format!("{letter}{mark}"));
            part.filter(|(_, text)| !text.is_empty())
        };
        let names = ["NAME", "NICK"];
        let named = names.into_iter().find_map(|end| self.field(&format!("GAME{color}{end}")));
        let named = named.or_else(|| ["ID:", "NICK:"].into_iter().find_map(part));
        let (line, (name, named_rank)) = match named {
            Some((line, text)) => (line, name_and_rank(text)),
            None => return,
        };
        fields.push(HeaderField::new(line, player, name));
        if !named_rank.is_empty() {
            fields.push(HeaderField::new(line, rank, named_rank));
        } else if let Some((line, level)) = part("LV:")
            && let Some(level) = level.parse().ok().and_then(rank_of_level)
        {
            fields.push(HeaderField::new(line, rank, level));
        }
    }

    fn komi(&self) -> Option<(usize, Points)> {
        let (line, komi) = self.either("GONGJE:", "G").or_else(|| self.field("GAMEGONGJE"))?;
        let other = self.either("DUM:", "D").or_else(|| self.field("GAMEDUM"));
        let plain = other.is_none_or(|(_, dum)| tenths(dum) == Some(Points::ZERO));
        Some((line, tenths(komi)?)).filter(|_| plain)
    }

    /// `GTIME:600-30-3`: main time, a period, their number. In GAMETAG it is `T30-3-600`.
    fn time(&self, fields: &mut Vec<HeaderField>) {
        let Some((line, time)) = self.part("GAMEINFOMAIN", "GTIME:") else { return };
        let mut numbers = time.split('-').map(|number| number.trim().parse::<u32>().ok());
        let [main, period, periods] = std::array::from_fn(|_| numbers.next().flatten());
        if let Some(main) = main {
            fields.push(HeaderField::new(line, "TM", main.to_string()));
        }
        if let (Some(period @ 1..), Some(periods @ 1..)) = (period, periods) {
            fields.push(HeaderField::new(line, "OT", format!("{periods}x{period} byo-yomi")));
        }
    }

    /// The result from its code and the margin in tenths of a point.
    fn coded_result(&self) -> Option<(usize, Outcome)> {
        use Color::{Black, White};
        let (line, code) = self.either("GRLT:", "W")?;
        let margin = self.either("ZIPSU:", "Z").and_then(|(_, zipsu)| tenths(zipsu));
        let by_points = margin.filter(|&margin| margin > Points::ZERO).map(WinBy::Points);
        let by_points = by_points.unwrap_or(WinBy::Unspecified);
        let (winner, how) = match code {
            "0" => (Black, by_points),
            "1" => (White, by_points),
            "3" => (Black, WinBy::Resignation),
            "4" => (White, WinBy::Resignation),
            "7" => (Black, WinBy::Time),
            "8" => (White, WinBy::Time),
            _ => return None,
        };
        Some((line, Outcome::Win(winner, how)))
    }
}

/// The rank of Tygem's level: 17 is 1 kyu, 18 is 1 dan, 27 is 1 dan professional. From files that have both;
/// for professionals from qGo, which fits the players whose rank is known.
fn rank_of_level(level: u32) -> Option<String> {
    match level {
        0..=17 => Some(format!("{}K", 18 - level)),
        18..=26 => Some(format!("{}D", level - 17)),
        27..=35 => Some(format!("{}P", level - 26)),
        _ => None,
    }
}

fn is_body(line: &str) -> bool {
    [r"\GS", "INI ", "STO "].iter().any(|mark| line.starts_with(mark))
}

/// The game, line by line.
struct Body {
    size: u8,
    remarks: Remarks,
    played: usize,
    begun: bool,
    ended: bool,
    stones: u32,
    last: Option<Color>,
}

impl Body {
    fn new(size: u8, remarks: Remarks) -> Self {
        Self { size, remarks, played: 0, begun: false, ended: false, stones: 0, last: None }
    }

    fn line(&mut self, number: usize, line: &str, writer: &mut SgfWriter) {
        self.remarks.emit_until(self.played, writer);
        if self.remarks.holds(number) {
            if self.remarks.is_odd(number) {
                writer.unread_line(line);
            }
            return;
        }
        // Two lines of numbers come before INI.
        let preamble = !self.begun && line.starts_with(|c: char| c.is_ascii_digit());
        if line.is_empty() || line.starts_with(r"\G") || preamble {
            self.ended |= line.starts_with(r"\GE");
            return;
        }
        let read = !self.ended
            && match line.get(..3) {
                Some("INI") => self.begin(line, writer),
                Some("STO") => self.stone(line, writer),
                Some("SKI") => self.pass(writer),
                _ => false,
            };
        if !read {
            writer.unread_line(line);
        }
    }

    fn begin(&mut self, line: &str, writer: &mut SgfWriter) -> bool {
        let Some(stones) = line.split_whitespace().nth(3).and_then(|n| n.parse().ok()) else {
            return false;
        };
        if self.begun {
            return false;
        }
        (self.begun, self.stones) = (true, stones);
        if stones >= 2 {
            writer.property("HA", &stones.to_string());
            writer.setup(Color::Black, &handicap(stones, self.size, ThirdCorner::UpperLeft));
        }
        // Chat before the game.
        let chat = line.split_once('&').map_or("", |(_, rest)| rest);
        writer.comment(chat.trim_start_matches(|c: char| c.is_ascii_digit()));
        true
    }

    fn stone(&mut self, line: &str, writer: &mut SgfWriter) -> bool {
        let mut words = line.splitn(7, [' ', '\t']).skip(3);
        let color = match words.next() {
            Some("1") => Color::Black,
            Some("2") => Color::White,
            _ => return false,
        };
        let mut at = || {
            let word = words.next()?;
            let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
            digits.parse::<u8>().ok().filter(|&at| at < self.size)
        };
        let (Some(column), Some(row)) = (at(), at()) else { return false };
        (self.begun, self.last) = (true, Some(color));
        self.played += 1;
        writer.play(color, Some((column, row)));
        writer.comment(words.next().unwrap_or(""));
        true
    }

    fn pass(&mut self, writer: &mut SgfWriter) -> bool {
        let first = if self.stones >= 2 { Color::White } else { Color::Black };
        let color = self.last.map_or(first, Color::opponent);
        (self.begun, self.last) = (true, Some(color));
        self.played += 1;
        writer.play(color, None);
        true
    }
}

#[derive(Debug, Default)]
struct Remarks {
    /// The number of moves before each, in order, and the text.
    texts: VecDeque<(usize, String)>,
    /// The line at which the first one begins.
    from: Option<usize>,
    /// The lines from there on that can't be read, in order.
    odd: VecDeque<usize>,
}

/// The field that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Text,
    Diagram,
    None,
}

impl Remarks {
    /// The remarks in the lines of a game. `header`: the number of lines of its header.
    fn collect(lines: &[&str], header: usize) -> Self {
        let begins = |line: &&str| line.starts_with(r"\RS");
        let Some(from) = lines[header..].iter().position(begins) else { return Self::default() };
        let from = header + from;
        let mut texts: Vec<(usize, String)> = Vec::new();
        let mut odd = Vec::new();
        let (mut at, mut open) = (0, Open::None);
        for (number, line) in lines.iter().enumerate().skip(from) {
            if line.is_empty() {
                continue;
            }
            if begins(line) || line.starts_with(r"\RE") {
                (at, open) = (0, Open::None);
                continue;
            }
            let (mut text, closed) = match line.strip_suffix(r"\]") {
                Some(text) => (text, true),
                None => (*line, false),
            };
            let field = text.strip_prefix(r"\[").and_then(|field| field.split_once('='));
            match field {
                Some(("REFSUSUN", moves)) => {
                    (at, open) = (moves.trim().parse().unwrap_or(0), Open::None);
                    continue;
                }
                Some(("REFEXPLAIN", first_line)) => {
                    texts.push((at, String::new()));
                    (text, open) = (first_line, Open::Text);
                }
                Some(("REFGIBO", _)) => open = Open::Diagram,
                Some(_) => {
                    open = Open::None;
                    odd.push(number);
                }
                None if open == Open::None => odd.push(number),
                None => {}
            }
            if open == Open::Text
                && let Some((_, remark)) = texts.last_mut()
                && let text = text.trim()
                && !text.is_empty()
            {
                if !remark.is_empty() {
                    remark.push_str(" / ");
                }
                remark.push_str(text);
            }
            if closed {
                open = Open::None;
            }
        }
        texts.sort_by_key(|&(at, _)| at);
        Self { texts: texts.into(), from: Some(from), odd: odd.into() }
    }

    /// Writes the remarks after at most `moves` moves that aren't written yet.
    fn emit_until(&mut self, moves: usize, writer: &mut SgfWriter) {
        while self.texts.front().is_some_and(|&(at, _)| at <= moves) {
            self.texts.pop_front().into_iter().for_each(|(_, text)| writer.comment(&text));
        }
    }

    /// Whether a line is one of the remarks rather than of the game.
    fn holds(&self, number: usize) -> bool {
        self.from.is_some_and(|from| number >= from)
    }

    /// Whether a line of the remarks couldn't be read. They are asked for in their order.
    fn is_odd(&mut self, number: usize) -> bool {
        self.odd.pop_front_if(|odd| *odd == number).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ranks() {
        let levels = [8, 17, 18, 26, 27, 35, 36];
        let ranks = levels.map(|level| rank_of_level(level).unwrap_or_default());
        assert_eq!(ranks, ["10K", "1K", "1D", "9D", "1P", "9P", ""]);
    }
}
