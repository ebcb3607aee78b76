//! Moves and points in OGS's JSON.

use serde_json::Value;
use serde_json::value::RawValue;

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The player whose turn it is plays, or the one that is given (1 or 2).
    Play(Option<u64>),
    /// A point is set up by hand: 0 nothing, 1 black, 2 white.
    Edit(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OgsMove {
    /// Column from the left and row from the top, from 0. A negative one is a pass.
    pub at: (i64, i64),
    pub action: Action,
}

impl OgsMove {
    const fn play(at: (i64, i64)) -> Self {
        Self { at, action: Action::Play(None) }
    }

    /// Whether it is a pass, if it is a play.
    pub(super) const fn is_pass(&self) -> bool {
        self.at.0 < 0 || self.at.1 < 0
    }

    /// Reads `[x, y, ms]`, `[x, y, ms, color, {...}]` or `{"x": x, "y": y, ...}`. A colour in an array is written for
    /// stones that were set up alone (goban, `encodeMoveToArray`).
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Array(parts) => {
                let at = (whole(parts.first()?)?, whole(parts.get(1)?)?);
                let edited = parts.get(4).and_then(|extra| extra.get("edited")?.as_bool());
                let action = match parts.get(3).and_then(Value::as_u64) {
                    Some(color @ 0..=2) if edited.unwrap_or(color > 0) => Action::Edit(color),
                    _ => Action::Play(None),
                };
                Some(Self { at, action })
            }
            Value::Object(fields) => {
                let at = (whole(fields.get("x")?)?, whole(fields.get("y")?)?);
                let color = fields.get("color").and_then(Value::as_u64).filter(|&color| color <= 2);
                let edited = fields.get("edited").and_then(Value::as_bool).unwrap_or(false);
                let action = match color {
                    color if edited => Action::Edit(color.unwrap_or(0)),
                    color => Action::Play(color.filter(|&color| color > 0)),
                };
                Some(Self { at, action })
            }
            _ => None,
        }
    }
}

/// A whole number, which some programs write as `3.0`.
fn whole(value: &Value) -> Option<i64> {
    let float = || value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e9);
    value.as_i64().or_else(|| float().map(|number| number as i64))
}

/// The moves of a game, each with the part of the source that it is in; an error for moves that can't be read.
pub(super) fn moves(value: &RawValue) -> Vec<(&RawValue, Result<OgsMove, String>)> {
    let unread = |part: &RawValue| format!("no move: {}", excerpt(part.get()));
    if let Ok(packed) = serde_json::from_str::<String>(value.get()) {
        let moves = packed_moves(&packed).into_iter().map(|read| (value, read));
        return moves.collect();
    }
    let Ok(parts) = serde_json::from_str::<Vec<&RawValue>>(value.get()) else {
        return vec![(value, Err(unread(value)))];
    };
    let read = |part: &RawValue| {
        serde_json::from_str(part.get()).ok().and_then(|value| OgsMove::read(&value))
    };
    // A single move stands without an array around it.
    if parts
        .first()
        .is_some_and(|part| part.get().starts_with(|c: char| c == '-' || c.is_ascii_digit()))
    {
        return vec![(value, read(value).ok_or_else(|| unread(value)))];
    }
    parts.into_iter().map(|part| (part, read(part).ok_or_else(|| unread(part)))).collect()
}

/// The points of a list: packed, or an array of `{"x": x, "y": y}`.
pub(super) fn points(value: &RawValue) -> Vec<(i64, i64)> {
    moves(value).into_iter().filter_map(|(_, read)| Some(read.ok()?.at)).collect()
}

/// Reads moves of two letters each: `a` to `z`, then `A` to `Z`; `..` is a pass. `!1` and `!2` before a point set up a
/// stone there, `!0` takes one off.
fn packed_moves(packed: &str) -> Vec<Result<OgsMove, String>> {
    let mut moves = Vec::new();
    let mut rest = packed.as_bytes();
    while !rest.is_empty() {
        let edited = match rest {
            [b'!', color @ b'0'..=b'2', after @ ..] => {
                rest = after;
                Some(u64::from(color - b'0'))
            }
            _ => match rest.strip_prefix(b"!undefined") {
                Some(after) => {
                    rest = after;
                    Some(0)
                }
                None => None,
            },
        };
        let (point, after) = rest.split_at(rest.len().min(2));
        rest = after;
        let at = match *point {
            [column, row] => coordinate(column).zip(coordinate(row)),
            _ => None,
        };
        moves.push(match (at, edited) {
            (Some(at), Some(color)) => Ok(OgsMove { at, action: Action::Edit(color) }),
            (Some(at), None) => Ok(OgsMove::play(at)),
            (None, _) => Err(format!("no move: {}", excerpt(&String::from_utf8_lossy(point)))),
        });
    }
    moves
}

fn coordinate(letter: u8) -> Option<i64> {
    match letter {
        b'.' => Some(-1),
        b'a'..=b'z' => Some(i64::from(letter - b'a')),
        b'A'..=b'Z' => Some(i64::from(letter - b'A') + 26),
        _ => None,
    }
}

/// The beginning of a text, on one line.
pub(super) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let words: Vec<&str> = text.split_whitespace().take(MAX_CHARS).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Vec<Result<OgsMove, String>> {
        let value: &RawValue = serde_json::from_str(json).unwrap();
        moves(value).into_iter().map(|(_, read)| read).collect()
    }

    #[test]
    fn moves_have_several_forms() {
        let play = |at| Ok(OgsMove::play(at));
        let edit = |at, color| Ok(OgsMove { at, action: Action::Edit(color) });
        assert_eq!(read("[[3,15,900],[-1,-1,5.5]]"), [play((3, 15)), play((-1, -1))]);
        assert_eq!(read("[3,15,900]"), [play((3, 15))]);
        assert_eq!(read("\"dpA..aa\"").len(), 4);
        assert_eq!(read("\"dp..Aa\""), [play((3, 15)), play((-1, -1)), play((26, 0))]);
        assert_eq!(read("\"!1dp!0aabb\""), [edit((3, 15), 1), edit((0, 0), 0), play((1, 1))]);
        assert_eq!(read("[[3,3,-1,2]]"), [edit((3, 3), 2)]);
        assert_eq!(read("[[3,3,900,null,{\"blur\":5}]]"), [play((3, 3))]);
        assert_eq!(
            read("[{\"x\":3,\"y\":4,\"color\":2},{\"x\":0,\"y\":0,\"color\":0,\"edited\":true}]"),
            [Ok(OgsMove { at: (3, 4), action: Action::Play(Some(2)) }), edit((0, 0), 0)]
        );
        assert_eq!(read("[]"), []);
    }

    #[test]
    fn what_is_no_move_is_named() {
        for json in ["5", "{}", "[null]", "[[1]]", "[\"x\"]", "[[1.5,2]]", "\"a\"", "\"é\""] {
            let read = read(json);
            assert!(read.iter().any(Result::is_err), "{json}: {read:?}");
        }
    }
}
