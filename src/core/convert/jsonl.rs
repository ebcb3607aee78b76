//! One line of JSON per game.

use std::path::Path;

use serde_json::{Value, json};

use super::notice::NotConvertible;
use crate::audit::Audit;
use crate::go::{Color, Size};
use crate::record::{RecordedGame, RecordedMove, Step, TooManySetupPoints};
use crate::sgf::Text;
use crate::table::{GameRow, SeverityCounts, game_object, push_json};

/// Appends the line of a game: the columns of `games.csv` that every game has, and its main line. `file` counts the
/// findings of its file. Fails if too many points are set up.
pub(super) fn push_line(
    path: &str,
    record: &RecordedGame,
    audit: &Audit,
    file: SeverityCounts,
    out: &mut String,
) -> Result<(), NotConvertible> {
    let text = record.text;
    let mut object = game_object(&GameRow { path: Path::new(""), text, audit, file });
    object.insert("path".to_owned(), path.into());
    object.insert("rules".to_owned(), (&*audit.info.rules).into());
    object.insert("handicap".to_owned(), audit.replay.handicap.known().into());
    let played = Played::new(record)?;
    object.insert("setup".to_owned(), played.setup.into());
    object.insert("moves".to_owned(), played.moves.into());
    object.insert("points".to_owned(), played.points.into());
    push_json(out, &Value::Object(object));
    out.push('\n');
    Ok(())
}

/// The main line of a game.
struct Played {
    setup: Vec<Value>,
    moves: Vec<Value>,
    points: Vec<Value>,
}

impl Played {
    fn new(record: &RecordedGame) -> Result<Self, TooManySetupPoints> {
        let &RecordedGame { text, size, .. } = record;
        let mut played = Self { setup: Vec::new(), moves: Vec::new(), points: Vec::new() };
        record.walk(|step| {
            played.add(text, &step, size);
            Ok(())
        })?;
        // The first item is the start of the game even if nothing is set up: readers that guess types can't do it
        // from an empty list.
        if played.setup.first().is_none_or(|first| first["after"] != 0) {
            let none = Step { node: 0, is_assumed: false, setup: &[], moves: &[] };
            played.setup.insert(0, setup_json(&none, 0, size));
        }
        Ok(played)
    }

    fn add(&mut self, text: &Text, step: &Step, size: Size) {
        if !step.setup.is_empty() {
            self.setup.push(setup_json(step, self.moves.len(), size));
        }
        for recorded in step.moves.iter().map(|recorded| RecordedMove::new(text, recorded)) {
            let point = recorded.point.map(|point| [point.col, point.row]);
            self.moves.push(json!([recorded.color.letter().to_string(), recorded.name(size)]));
            self.points.push(json!(point));
        }
    }
}

/// Returns the setup before the next move by colour.
fn setup_json(step: &Step, moves_before: usize, size: Size) -> Value {
    let names = |stone: Option<Color>| {
        let points = step.setup.iter().filter(|(_, set)| *set == stone);
        points.map(|(point, _)| point.name(size)).collect::<Vec<_>>().join(" ")
    };
    json!({
        "after": moves_before,
        "black": names(Some(Color::Black)),
        "white": names(Some(Color::White)),
        "empty": names(None),
        "assumed": step.is_assumed,
    })
}
