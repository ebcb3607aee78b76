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
mod rules;
mod writing;

use serde_json::error::Category;
use serde_json::value::RawValue;

use self::json::OgsGame;
use self::json::Source;
use super::sgf_writer::SgfWriter;
use super::{ForeignFormat, SourceLines};

/// OGS' JSON.
pub(super) struct Ogs;

impl ForeignFormat for Ogs {
    fn name(&self) -> &'static str {
        "ogs"
    }

    fn title(&self) -> &'static str {
        "OGS' JSON"
    }

    fn shared_extensions(&self) -> &'static [&'static str] {
        &["json", "jsonl", "ndjson"]
    }

    /// OGS's engine takes Japanese rules for a game that names none.
    fn ruleset(&self) -> &'static str {
        "japanese"
    }

    fn recognises(&self, head: &[u8]) -> bool {
        begins(head)
    }

    /// RFC 8259, 8.1.
    fn charset(&self, _bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
        Some(encoding_rs::UTF_8)
    }

    fn read(&self, file: &SourceLines, writer: &mut SgfWriter) -> Result<(), String> {
        match read(&Source::new(file.text, file.starts), writer) {
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
/// them its own, or with moves as arrays of numbers.
fn begins(head: &[u8]) -> bool {
    let mut rest = head;
    while let Some(after) = rest.strip_prefix(b"[") {
        rest = after.trim_ascii_start();
    }
    let Some(members) = rest.strip_prefix(b"{").map(<[u8]>::trim_ascii_start) else { return false };
    if members.first() != Some(&b'"') {
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
fn read(source: &Source, writer: &mut SgfWriter) -> Option<String> {
    let mut first_fault = None;
    let mut fault = |line: usize, why: String, writer: &mut SgfWriter| {
        writer.advance_to(line);
        writer.unread(why.clone());
        first_fault.get_or_insert(why);
    };
    let mut games = 0;
    let mut at = 0;
    // Up to here, an object without moves may be a part of a game that is damaged.
    let mut damaged_until = 0;
    let mut budget = 4 * source.text.len();
    while let Some(next) = next_value(source.text, at) {
        let line = source.line_at(next);
        let mut values = serde_json::Deserializer::from_str(&source.text[next..]).into_iter();
        match values.next() {
            Some(Ok(value)) => {
                let value: &RawValue = value;
                at = next + values.byte_offset();
                if let Some(game) = OgsGame::read(value) {
                    games += 1;
                    writer.advance_to(line);
                    writing::write(&game, source, writer);
                } else if next >= damaged_until {
                    fault(line, "this isn't a game of OGS: it has no moves".to_owned(), writer);
                }
            }
            Some(Err(error)) => {
                let place = next + offset_of(&source.text[next..], error.line(), error.column());
                let why = match error.classify() {
                    Category::Eof => "the JSON ends early".to_owned(),
                    _ => format!("this isn't valid JSON: {}", without_place(&error)),
                };
                at = next_object(source, next, &mut budget).max(next + 1);
                // A game that is cut off ends where the next one begins.
                let is_cut_off = at <= place;
                if next >= damaged_until || source.text.as_bytes().get(next) == Some(&b'{') {
                    fault(if is_cut_off { line } else { source.line_at(place) }, why, writer);
                }
                damaged_until = damaged_until.max(place).max(at);
            }
            None => break,
        }
    }
    writer.advance_to(source.lines().saturating_sub(1));
    (games == 0).then(|| first_fault.unwrap_or_else(|| "it holds no game".to_owned()))
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

/// The offset of the next object that may be a game, behind a damaged value at `at`: it begins with the same key, or
/// is at the beginning of a line that isn't indented more. The end of the text if there is none. At most `budget`
/// bytes are searched; beyond that, any object may be one.
fn next_object(source: &Source, at: usize, budget: &mut usize) -> usize {
    let text = source.text;
    let rest = &text[at..];
    let key = rest.strip_prefix('{').map(str::trim_start).and_then(|key| {
        let length = key.get(1..)?.find('"')? + 2;
        (length < 100).then(|| &key[..length])
    });
    let blanks = |line: &str| line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line_of = |place: usize| &text[source.line_starts[source.line_at(place)] as usize..];
    let indent = blanks(line_of(at));
    let most = (0..=rest.len().min(*budget)).rev().find(|&end| rest.is_char_boundary(end));
    let searched = &rest[..most.unwrap_or(0)];
    for open in memchr::memchr_iter(b'{', searched.as_bytes()).skip_while(|&open| open == 0) {
        let place = at + open;
        let line_start = source.line_starts[source.line_at(place)] as usize;
        // Nothing in the damaged value is indented less than its own line.
        let begins_line = || {
            line_start > at
                && text[line_start..place].chars().all(is_separator)
                && blanks(&text[line_start..]) <= indent
        };
        let has_key = |key: &str| text[place + 1..].trim_start().starts_with(key);
        if key.is_none_or(has_key) || begins_line() {
            *budget -= open;
            return place;
        }
    }
    *budget -= searched.len();
    let behind = at + searched.len();
    text[behind..].find('{').map_or(text.len(), |open| (behind + open).max(at + 1))
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
