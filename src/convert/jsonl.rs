//! One line of JSON per game.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::not_convertible::NotConvertible;
use crate::audit::{Audit, AuditOptions, Auditor, FileAudit, Severity, audit_text};
use crate::go::{Color, Size};
use crate::record::{Change, RecordedMove, Step, TooManySetupPoints, walk};
use crate::report::{FILE_COUNTS, GameRow, SeverityCounts, game_object};
use crate::sgf::{Game, Text, board_size};

/// What `check` says of the games of a file, as objects with columns of `games.csv`. It is made before their lines,
/// since each counts the findings of the file.
#[derive(Default)]
pub(super) struct FileObjects(HashMap<u32, Map<String, Value>>);

impl FileObjects {
    /// Audits all games of a file as `check` does.
    pub fn of(path: &str, text: &Text, options: &AuditOptions, auditor: &mut Auditor) -> Self {
        let options = AuditOptions { signature: true, ..options.clone() };
        let (mut objects, mut file) = (HashMap::new(), SeverityCounts::default());
        audit_text(text, &options, auditor, &mut |audit, text| match audit {
            FileAudit::Game(audit) => {
                objects.insert(audit.game, object(path, text, &audit));
            }
            FileAudit::Findings { game: 0, findings } => file += SeverityCounts::of(&findings),
            FileAudit::Findings { .. } => {}
        });
        objects.values_mut().for_each(|object| add_file_findings(object, file));
        Self(objects)
    }

    /// Appends the line of a game.
    ///
    /// # Errors
    ///
    /// If too many points are set up, or it isn't Go.
    pub fn push_line(
        &mut self,
        number: u32,
        text: &Text,
        game: &Game,
        out: &mut String,
    ) -> Result<(), NotConvertible> {
        let object = self.0.remove(&number);
        let mut object = object.ok_or_else(|| NotConvertible::other_game("it"))?;
        let played = Played::of(text, game)?;
        object.insert("setup".to_owned(), played.setup.into());
        object.insert("moves".to_owned(), played.moves.into());
        object.insert("points".to_owned(), played.points.into());
        out.push_str(&Value::Object(object).to_string());
        out.push('\n');
        Ok(())
    }
}

fn object(path: &str, text: &Text, audit: &Audit) -> Map<String, Value> {
    let row = GameRow { path: Path::new(""), text, audit, file: SeverityCounts::default() };
    let mut object = game_object(&row);
    object.insert("path".to_owned(), path.into());
    object.insert("rules".to_owned(), (&*audit.info.rules).into());
    object
}

/// Counts the findings of a file in the object of one of its games.
fn add_file_findings(object: &mut Map<String, Value>, file: SeverityCounts) {
    for (name, severity) in FILE_COUNTS {
        let own = object[name].as_u64().unwrap_or(0);
        object.insert(name.to_owned(), (own + file.get(severity)).into());
    }
    if file.get(Severity::Error) > 0 {
        object.insert("clean".to_owned(), false.into());
    }
}

/// The main line of a game.
struct Played {
    setup: Vec<Value>,
    moves: Vec<Value>,
    points: Vec<Value>,
}

impl Played {
    fn of(text: &Text, game: &Game) -> Result<Self, TooManySetupPoints> {
        let size = board_size(text, game);
        let mut played = Self { setup: Vec::new(), moves: Vec::new(), points: Vec::new() };
        walk(text, game, size, |step| {
            played.add(text, &step, size);
            Ok(())
        })?;
        // The first item stands for the start of the game even if nothing is set up: readers that guess types can't do it
        // from an empty list.
        if played.setup.first().is_none_or(|first| first["after"] != 0) {
            played.setup.insert(0, setup_json(&[], 0, size));
        }
        Ok(played)
    }

    fn add(&mut self, text: &Text, step: &Step, size: Size) {
        if !step.setup.is_empty() {
            self.setup.push(setup_json(step.setup, self.moves.len(), size));
        }
        for recorded in step.moves.iter().map(|recorded| RecordedMove::of(text, recorded)) {
            let point = recorded.point.map(|point| [point.col, point.row]);
            self.moves.push(json!([recorded.color.letter().to_string(), recorded.name(size)]));
            self.points.push(json!(point));
        }
    }
}

/// Returns the setup before the next move by colour.
fn setup_json(setup: &[Change], moves_before: usize, size: Size) -> Value {
    let names = |stone: Option<Color>| {
        let points = setup.iter().filter(|(_, set)| *set == stone);
        points.map(|(point, _)| point.name(size)).collect::<Vec<_>>().join(" ")
    };
    json!({
        "after": moves_before,
        "black": names(Some(Color::Black)),
        "white": names(Some(Color::White)),
        "empty": names(None),
    })
}
