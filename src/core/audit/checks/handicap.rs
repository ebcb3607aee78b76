//! Handicap stones: their number against HA, their points against the ruleset's.

use crate::audit::finding::{Condition, FindingKind, FindingList};
use crate::go::{ByColor, Point, Size};
use crate::plural::pluralize;
use crate::record::{HandicapBy, RecordedGame, fixed_placement};
use crate::replay::Replay;
use crate::rules::{Compensation, Placement, Ruleset};
use crate::sgf::{Ident, points_value};

/// Checks the number of the handicap stones, and whether they are where the ruleset puts them.
pub(crate) fn check(
    record: &RecordedGame,
    replay: &Replay,
    rules: &Ruleset,
    findings: &mut FindingList,
) {
    let at = record.handicap_at();
    if let Some(message) = mismatch(replay, record.stated_handicap) {
        let is_unknown = replay.handicap.by == HandicapBy::Unknown;
        let finding = at.finding(FindingKind::HandicapMismatch, message);
        findings.push(finding.when(is_unknown.then_some(Condition::StartUnknown)));
    }
    let stones = replay.handicap.stones;
    let is_fixed = rules.placement.value == Placement::Fixed
        && record.size == Size::STANDARD
        && (2..=9).contains(&stones)
        && replay.handicap.by != HandicapBy::Assumed;
    if is_fixed && record.stated_handicap.is_some() {
        let names = fixed_placement(stones);
        if !are_placed(record, &names) {
            let names = names.replace(' ', ", ");
            let message = format!("{stones} handicap stones belong on {names}");
            let finding = at.finding(FindingKind::HandicapPlacement, message);
            findings.push(finding.rule(rules.placement.source));
        }
    }
}

/// Whether HA isn't the number of handicap stones, where one of the two is at least 2 and the ruleset compensates
/// for the stones.
pub(crate) fn is_in_doubt(record: &RecordedGame, replay: &Replay, rules: &Ruleset) -> bool {
    let placed = i64::from(replay.handicap.stones);
    let differs = |stated| stated != placed && (stated >= 2 || placed >= 2);
    rules.compensation.value != Compensation::None && record.stated_handicap.is_some_and(differs)
}

/// The number of handicap stones that HA states, if the record has none of them, or only one.
pub(crate) fn missing_handicap_stones(replay: &Replay, stated: Option<i64>) -> Option<u32> {
    let stated =
        stated.and_then(|stated| u32::try_from(stated).ok()).filter(|&stated| stated >= 2)?;
    let none = replay.handicap.skipped == 0
        && match replay.handicap.by {
            HandicapBy::Assumed | HandicapBy::Unknown => true,
            HandicapBy::None => matches!(replay.initial, ByColor { black: 0 | 1, white: 0 }),
            HandicapBy::Setup | HandicapBy::Moves => false,
        };
    none.then_some(stated)
}

/// The message of `handicap-mismatch`; `None` if HA agrees with the stones.
fn mismatch(replay: &Replay, stated: Option<i64>) -> Option<String> {
    let stones = replay.handicap.stones;
    let ByColor { black, white } = replay.initial;
    match stated {
        Some(stated) if replay.handicap.by == HandicapBy::Assumed => Some(format!(
            "HA[{stated}], but no handicap stones are recorded; White moves first, so they are taken to \
             stand on star points"
        )),
        Some(stated) if stated >= 2 && i64::from(stones) != stated => {
            let there = match (replay.handicap.by, black, white) {
                _ if replay.handicap.skipped > 0 => {
                    let passes = pluralize(replay.handicap.skipped, "handicap stone");
                    format!("Black passes in place of {passes}")
                }
                (HandicapBy::Setup, ..) => set_up(stones),
                (HandicapBy::Moves, ..) => {
                    format!("Black plays {} first", pluralize(stones, "stone"))
                }
                (HandicapBy::Unknown, ..) => {
                    "no handicap stones are recorded, and White moves first: \
                     the position at the start isn't known"
                        .to_owned()
                }
                (_, 0, 0) => "there are no handicap stones".to_owned(),
                (_, 1, 0) => set_up(1),
                _ => format!("{black} black and {white} white stones are set up"),
            };
            Some(format!("HA[{stated}], but {there}"))
        }
        None if replay.handicap.by == HandicapBy::Moves => Some(format!(
            "Black plays {stones} stones before White's first one, but HA doesn't say so"
        )),
        Some(stated @ (0 | 1)) if stones >= 2 => Some(match replay.handicap.by {
            HandicapBy::Moves => format!("HA[{stated}], but Black plays {stones} stones first"),
            _ => format!("HA[{stated}], but {}", set_up(stones)),
        }),
        _ => None,
    }
}

fn set_up(stones: u32) -> String {
    format!("{} {} set up", pluralize(stones, "stone"), if stones == 1 { "is" } else { "are" })
}

/// Whether the black stones set up before White's first move, and Black's moves before it, are on exactly the named
/// points.
fn are_placed(record: &RecordedGame, names: &str) -> bool {
    let &RecordedGame { text, game, size, .. } = record;
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
                    // One point beyond the wanted ones shows that there are too many.
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
