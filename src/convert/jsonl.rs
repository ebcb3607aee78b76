//! One line of JSON per game.

use serde_json::{Value, json};

use super::not_convertible::NotConvertible;
use crate::audit::Audit;
use crate::go::{Color, Size};
use crate::replay::{Change, Move, TooManySetupPoints, walk};
use crate::sgf::{Game, MoveValue, Outcome, Text, header_text};

/// Appends the line of a game.
///
/// # Errors
///
/// If too many points are set up.
pub(super) fn push_line(
    path: &str,
    text: &Text,
    game: &Game,
    audit: &Audit,
    out: &mut String,
) -> Result<(), NotConvertible> {
    let size = audit.size;
    let (mut moves, mut setup) = (Vec::new(), Vec::new());
    walk(text, game, size, |step| {
        if !step.setup.is_empty() {
            setup.push(setup_json(step.setup, moves.len(), size));
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
        Ok::<(), TooManySetupPoints>(())
    })?;
    let text_or_null = |text: &str| match text {
        "" => Value::Null,
        text => Value::String(text.to_owned()),
    };
    let field = |id| text_or_null(&header_text(text, game, id));
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
        "event": text_or_null(&audit.event),
        "round": field("RO"),
        "place": field("PC"),
        "date": text_or_null(&audit.date),
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

/// Returns the setup before the next move by colour.
fn setup_json(setup: &[Change], moves_before: usize, size: Size) -> Value {
    let names = |stone: Option<Color>| -> Vec<String> {
        let points = setup.iter().filter(|(_, set)| *set == stone);
        points.map(|(point, _)| point.name(size)).collect()
    };
    json!({
        "after": moves_before,
        "black": names(Some(Color::Black)),
        "white": names(Some(Color::White)),
        "empty": names(None),
    })
}
