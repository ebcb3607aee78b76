//! A game a line of JSON.

use serde_json::{Value, json};

use super::header::first_text;
use crate::audit::Audit;
use crate::go::{Color, Size};
use crate::replay::{Change, Move, walk};
use crate::sgf::{Game, MoveValue, Outcome, Text};

/// Writes the line of a game.
///
/// # Errors
///
/// If its setup is out of all proportion.
pub(super) fn line(
    path: &str,
    text: &Text,
    game: &Game,
    audit: &Audit,
    out: &mut String,
) -> Result<(), String> {
    let size = audit.size;
    let (mut moves, mut setup) = (Vec::new(), Vec::new());
    walk(text, game, size, |step| {
        if !step.setup.is_empty() {
            setup.push(placed(step.setup, moves.len(), size));
        }
        for &Move { color, value, span } in step.moves {
            let letter = color.letter().to_string();
            moves.push(match value {
                MoveValue::Point(point) | MoveValue::OddPoint(point) => {
                    json!([letter, point.name(size)])
                }
                MoveValue::Pass | MoveValue::OddPass => json!([letter, "pass"]),
                MoveValue::OffBoard | MoveValue::Malformed => {
                    json!([letter, null, text.decode(span)])
                }
            });
        }
        Ok(())
    })?;
    let said = |text: &str| match text {
        "" => Value::Null,
        text => Value::String(text.to_owned()),
    };
    let field = |id| said(&first_text(text, game, id));
    let normalised = match audit.outcome {
        Outcome::Missing | Outcome::Unreadable => Value::Null,
        outcome => json!(outcome.to_string()),
    };
    let record = json!({
        "path": path,
        "game": audit.game,
        "black": field("PB"),
        "black_rank": field("BR"),
        "white": field("PW"),
        "white_rank": field("WR"),
        "event": said(&audit.event),
        "round": field("RO"),
        "place": field("PC"),
        "date": said(&audit.date),
        "rules": field("RU"),
        "ruleset": audit.rules.id,
        "ruleset_source": audit.ruleset_source.name(),
        "komi": audit.komi.as_hundredths() as f64 / 100.0,
        "komi_source": audit.komi_source.name(),
        "handicap": audit.replay.handicap.stones,
        "size": audit.size.to_string(),
        "result": field("RE"),
        "result_normalised": normalised,
        "recounted": audit.recounted().map(|outcome| outcome.to_string()),
        "verdict": audit.verdict.name(),
        "encoding": text.encoding().name(),
        "encoding_source": text.source().name(),
        "setup": setup,
        "moves": moves,
    });
    out.push_str(&record.to_string());
    out.push('\n');
    Ok(())
}

fn placed(setup: &[Change], moves_before: usize, size: Size) -> Value {
    let names = |wanted: Option<Color>| -> Vec<String> {
        let points = setup.iter().filter(|(_, stone)| *stone == wanted);
        points.map(|(point, _)| point.name(size)).collect()
    };
    json!({
        "after": moves_before,
        "black": names(Some(Color::Black)),
        "white": names(Some(Color::White)),
        "empty": names(None),
    })
}
