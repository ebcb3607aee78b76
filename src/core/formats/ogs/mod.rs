//! OGS's JSON: the `gamedata` of a game, or what its API gives of one, which has it within.
//!
//! One game, an array of them, or one after another with or without line breaks (JSON lines). Games behind damage are
//! read. The fields follow goban, OGS's own engine (online-go/goban: `GobanEngineConfig` in `GobanEngine.ts`,
//! `JGOF.ts`, `move_encoding.ts`). Fields that are left out have goban's defaults (`fillDefaults`).
//!
//! Time per move, conditional moves, chat and the tree of variations aren't read.

mod header;
mod json;
mod moves;
mod result;
mod writing;

use serde_json::error::Category;
use serde_json::value::RawValue;

use self::json::OgsGame;
use super::sgf_writer::SgfWriter;
use super::{ForeignFormat, FormatInfo, SourceLines};

/// OGS' JSON.
pub(super) struct Ogs;

const TITLE: &str = "OGS' JSON";

impl ForeignFormat for Ogs {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "ogs",
            title: TITLE,
            extensions: &[],
            shared_extensions: &["json", "jsonl", "ndjson"],
            // OGS's engine takes these rules for a game that names none.
            ruleset: "japanese",
        }
    }

    fn recognises(&self, head: &[u8]) -> bool {
        begins(head)
    }

    /// RFC 8259, 8.1.
    fn charset(&self, _bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
        Some(encoding_rs::UTF_8)
    }

    fn read(&self, file: &SourceLines, writer: &mut SgfWriter) -> Result<(), String> {
        match read(file, writer) {
            Some(why) => Err(format!("JSON without a game: {why}")),
            None => Ok(()),
        }
    }
}

/// Keys that only OGS's games have.
const OWN_KEYS: [&[u8]; 10] = [
    b"\"allow_self_capture\"",
    b"\"allow_superko\"",
    b"\"black_player_id\"",
    b"\"free_handicap_placement\"",
    b"\"game_id\"",
    b"\"gamedata\"",
    b"\"initial_player\"",
    b"\"initial_state\"",
    b"\"superko_algorithm\"",
    b"\"white_player_id\"",
];

/// Keys that other descriptions of games may have, too, such as the tables of this program.
const OTHER_KEYS: [&[u8]; 10] = [
    b"\"game_name\"",
    b"\"handicap\"",
    b"\"height\"",
    b"\"komi\"",
    b"\"moves\"",
    b"\"outcome\"",
    b"\"players\"",
    b"\"rules\"",
    b"\"time_control\"",
    b"\"width\"",
];

/// Whether a file that begins like this holds games of OGS: an object, or an array of objects, with two of the keys, one of
/// them OGS' own, or with moves as arrays of numbers.
fn begins(head: &[u8]) -> bool {
    // The first object may be cut off.
    let is_open = |byte: &u8| matches!(byte, b'[' | b'{' | b',') || byte.is_ascii_whitespace();
    let opens = head.iter().take_while(|&byte| is_open(byte)).count();
    let (opens, members) = head.split_at(opens);
    if !opens.starts_with(b"[") && !opens.contains(&b'{') || members.first() != Some(&b'"') {
        return false;
    }
    let has = |key: &&&[u8]| {
        memchr::memmem::find_iter(members, key)
            .any(|at| members[at + key.len()..].trim_ascii_start().first() == Some(&b':'))
    };
    let is_of_api = memchr::memmem::find(members, b"/api/v1/games/").is_some();
    let own = OWN_KEYS.iter().filter(has).count() + usize::from(is_of_api);
    let is_named = || own + OTHER_KEYS.iter().filter(has).count() >= 2;
    own > 0 && is_named() || has_moves(members)
}

/// Whether there is a key `moves`, and the moves are arrays of numbers.
fn has_moves(members: &[u8]) -> bool {
    const KEY: &[u8] = b"\"moves\"";
    let are_numbers = |at: usize| {
        let mut rest = &members[at + KEY.len()..];
        for mark in *b":[[" {
            let Some((&first, after)) = rest.trim_ascii_start().split_first() else { return false };
            if first != mark {
                return false;
            }
            rest = after;
        }
        rest.trim_ascii_start().first().is_some_and(|&byte| byte == b'-' || byte.is_ascii_digit())
    };
    memchr::memmem::find_iter(members, KEY).any(are_numbers)
}

/// Reads games and writes them. Returns why there is none.
fn read(source: &SourceLines, writer: &mut SgfWriter) -> Option<String> {
    let mut first_fault = None;
    let mut fault = |line: usize, why: String, writer: &mut SgfWriter| {
        writer.advance_to(line);
        writer.unread(why.clone());
        first_fault.get_or_insert(why);
    };
    let mut games = 0;
    let mut at = 0;
    // Up to here, a value may be a part of one that is damaged.
    let mut damaged_until = 0;
    let mut budget = Budget { left: TIMES_READ * source.text.len() };
    while let Some(next) = next_value(source.text, at)
        && let Some((value, end)) = budget.parse(source, next)
    {
        let line = source.line_at(next);
        let begins_object = source.text.as_bytes()[next] == b'{';
        match value {
            Ok(value) => {
                at = end;
                let why = match OgsGame::read(value) {
                    Some(game) if !game.holds_another() => {
                        games += 1;
                        writer.advance_to(line);
                        writing::write(&game, source, writer);
                        continue;
                    }
                    Some(_) => "the end of this game is missing: another is among its moves",
                    None => "this isn't a game of OGS: it has no moves",
                };
                if next >= damaged_until {
                    fault(line, why.to_owned(), writer);
                }
                at = next_object(source, next, end, &mut budget);
                damaged_until = damaged_until.max(end);
            }
            Err(error) => {
                let why = match error.classify() {
                    Category::Eof => "the JSON ends early".to_owned(),
                    _ => format!("this isn't valid JSON: {}", without_place(&error)),
                };
                at = next_object(source, next, source.text.len(), &mut budget);
                // A game that is cut off ends where the next one begins.
                let is_cut_off = at <= end;
                if next >= damaged_until || begins_object {
                    fault(if is_cut_off { line } else { source.line_at(end) }, why, writer);
                }
                damaged_until = damaged_until.max(end).max(at);
            }
        }
    }
    writer.advance_to(source.lines().saturating_sub(1));
    (games == 0).then(|| first_fault.unwrap_or_else(|| "it holds no game".to_owned()))
}

/// How often the text is read in search of games behind damage.
const TIMES_READ: usize = 16;

/// Number of bytes that may still be read. Beyond it, only values are read that end in their line.
struct Budget {
    left: usize,
}

impl Budget {
    /// The value at an offset, and the offset behind it or behind its valid part. `None` for white space.
    fn parse<'a>(
        &mut self,
        source: &SourceLines<'a>,
        at: usize,
    ) -> Option<(serde_json::Result<&'a RawValue>, usize)> {
        let text = source.text;
        let line_end = || source.starts[source.line_at(at) + 1] as usize;
        let end = if self.left > 0 { text.len() } else { line_end() };
        let mut values = serde_json::Deserializer::from_str(&text[at..end]).into_iter();
        let (value, place) = match values.next()? {
            Ok(value) => (Ok(value), at + values.byte_offset()),
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                (Err(error), at + offset_of(&text[at..end], line, column))
            }
        };
        self.left = self.left.saturating_sub(place - at);
        Some((value, place))
    }
}

/// The offset of the next value that isn't white space or what separates values.
fn next_value(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    rest.find(|c| !is_separator(c)).map(|offset| at + offset)
}

/// Whether a character stands between values: white space, what belongs to an array, or the mark of a JSON text sequence
/// (RFC 7464).
fn is_separator(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '[' | ']' | ',' | '\u{feff}' | '\u{1e}')
}

/// The offset of the next object that may be a game of its own, although it begins within the value at `at`, which is
/// damaged or none: it is the first in its line and not indented more than the value, or it is a whole game. `end` if there
/// is none before it.
fn next_object(source: &SourceLines, at: usize, end: usize, budget: &mut Budget) -> usize {
    let text = source.text;
    let line_start = |place: usize| source.starts[source.line_at(place)] as usize;
    let blanks = |line: &str| line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let indent = blanks(&text[line_start(at)..]);
    let begins_line = |place: usize| {
        let start = line_start(place);
        start > at
            && text[start..place].chars().all(is_separator)
            && blanks(&text[start..]) <= indent
    };
    let opens = memchr::memchr_iter(b'{', &text.as_bytes()[at + 1..end]);
    let mut places = opens.map(|open| at + 1 + open);
    let mut is_game = |place: usize| {
        let value = (budget.left > 0).then(|| budget.parse(source, place)).flatten();
        value.and_then(|(value, _)| OgsGame::read(value.ok()?)).is_some()
    };
    places.find(|&place| begins_line(place) || is_game(place)).unwrap_or(end)
}

/// The offset of a place that `serde_json` gives, whose lines are ended by LF.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let mut breaks = memchr::memchr_iter(b'\n', text.as_bytes());
    let start = match line {
        0 | 1 => 0,
        _ => breaks.nth(line - 2).map_or(text.len(), |at| at + 1),
    };
    (start + column.saturating_sub(1)).min(text.len())
}

/// The message of an error without the place in the part that was parsed.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.clone(), |(message, _)| message.to_owned())
}
