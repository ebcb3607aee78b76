//! Handicap stones: their number against HA, their places against the ruleset's.

use crate::audit::checks::header::Place;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::recount::recounter::{Record, ReplayedGame};
use crate::go::{ByColor, Point, Size};
use crate::plural::pluralize;
use crate::replay::{HandicapBy, Replay, fixed_placement};
use crate::rules::{Compensation, Placement};
use crate::sgf::{Ident, points_value};

/// Findings about the handicap; `at` is where it is stated.
pub(in crate::audit) fn check(played: &ReplayedGame, at: Place, findings: &mut FindingList) {
    if let Some(message) = number(&played.replay, played.record.stated_handicap) {
        findings.push(at.finding(FindingKind::HandicapMismatch, message));
    }
    places(played, at, findings);
}

/// Whether two or more handicap stones are stated or placed, and these aren't as many as those, where the rules give
/// compensation by their number.
pub(in crate::audit) fn is_in_doubt(played: &ReplayedGame) -> bool {
    let found = i64::from(played.replay.handicap.stones);
    let differs = |stated| stated != found && (stated >= 2 || found >= 2);
    played.rules.compensation.value != Compensation::None
        && played.record.stated_handicap.is_some_and(differs)
}

/// How many handicap stones a record states of which it has none, or one alone.
pub(in crate::audit) fn missing_handicap_stones(
    replay: &Replay,
    stated: Option<i64>,
) -> Option<u32> {
    let stated =
        stated.and_then(|stated| u32::try_from(stated).ok()).filter(|&stated| stated >= 2)?;
    let none = match replay.handicap.by {
        HandicapBy::Assumed => true,
        HandicapBy::None => matches!(replay.initial, ByColor { black: 0 | 1, white: 0 }),
        HandicapBy::Setup | HandicapBy::Moves => false,
    };
    none.then_some(stated)
}

/// What the record has in place of the handicap that it states.
fn number(replay: &Replay, stated: Option<i64>) -> Option<String> {
    let stones = replay.handicap.stones;
    let ByColor { black, white } = replay.initial;
    match stated {
        Some(stated) if replay.handicap.by == HandicapBy::Assumed => Some(format!(
            "HA[{stated}], but no handicap stones are recorded; White moves first, so they are taken to \
             stand on star points"
        )),
        Some(stated) if stated >= 2 && i64::from(stones) != stated => {
            let there = match (replay.handicap.by, black, white) {
                (HandicapBy::Setup, ..) => set_up(stones),
                (HandicapBy::Moves, ..) => {
                    format!("Black plays {} first", pluralize(stones, "stone"))
                }
                (HandicapBy::None | HandicapBy::Assumed, 0, 0) => {
                    "there are no handicap stones".to_owned()
                }
                (HandicapBy::None | HandicapBy::Assumed, 1, 0) => set_up(1),
                (HandicapBy::None | HandicapBy::Assumed, ..) => {
                    format!("{black} black and {white} white stones are set up")
                }
            };
            Some(format!("HA[{stated}], but {there}"))
        }
        None if replay.handicap.by == HandicapBy::Moves => Some(format!(
            "Black plays {stones} stones before White's first move, but HA doesn't say so"
        )),
        Some(stated @ (0 | 1)) if stones >= 2 => Some(match replay.handicap.by {
            HandicapBy::Moves => format!("HA[{stated}], but Black plays {stones} stones first"),
            _ => format!("HA[{stated}], but {}", set_up(stones)),
        }),
        _ => None,
    }
}

/// Whether the stones stand where the ruleset wants them.
fn places(played: &ReplayedGame, at: Place, findings: &mut FindingList) {
    let &ReplayedGame { record, rules, ref replay, .. } = played;
    let stones = replay.handicap.stones;
    let standard = record.size == Size::STANDARD
        && (2..=9).contains(&stones)
        && replay.handicap.by != HandicapBy::Assumed;
    let fixed = standard && rules.placement.value == Placement::Fixed;
    if !fixed || record.stated_handicap.is_none() {
        return;
    }
    let names = fixed_placement(stones);
    if !are_placed(record, &names) {
        let belong = || format!("{stones} handicap stones belong on {}", names.replace(' ', ", "));
        let message = findings.wording().of(belong);
        findings
            .push(at.finding(FindingKind::HandicapPlacement, message).rule(rules.placement.source));
    }
}

fn set_up(stones: u32) -> String {
    format!("{} {} set up", pluralize(stones, "stone"), if stones == 1 { "is" } else { "are" })
}

/// Whether exactly the named points carry black setup stones before the first move, or Black's first
/// moves.
fn are_placed(record: &Record, names: &str) -> bool {
    let &Record { text, game, size, .. } = record;
    let wanted: Vec<Point> =
        names.split(' ').filter_map(|name| Point::from_name(name, size)).collect();
    let mut stones = Vec::new();
    for node in 0..game.main_line() {
        for (prop, values) in game.props(node) {
            if prop.id == Ident::new("W") {
                return false;
            }
            if prop.id == Ident::new("AB") || prop.id == Ident::new("B") {
                for value in values {
                    // No more than it takes to see that there are too many.
                    let room = wanted.len() + 1 - stones.len().min(wanted.len());
                    stones.extend(points_value(text, value, size).points().take(room));
                    if stones.len() > wanted.len() {
                        return false;
                    }
                }
            }
        }
        if stones.len() == wanted.len() {
            break;
        }
    }
    stones.len() == wanted.len() && stones.iter().all(|point| wanted.contains(point))
}
