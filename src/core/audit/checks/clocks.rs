//! The clocks after each move: BL and WL, with OB and OW in overtime.

use super::unusual_play::CLOCK_TOLERANCE;
use crate::audit::finding::{FindingKind, FindingList};
use crate::go::{ByColor, Color};
use crate::record::{Field, NodeSpan, RecordedGame};
use crate::sgf::{Ident, overtime};

/// The clock of each player, and the periods or stones that are left in overtime.
pub(super) const CLOCKS: [(Ident, Ident); 2] =
    [(Ident::new("BL"), Ident::new("OB")), (Ident::new("WL"), Ident::new("OW"))];

/// A player's clock as far as it is known.
#[derive(Default)]
struct Clock {
    /// The seconds that were left before.
    left: Option<f64>,
    /// Whether overtime has begun, in which a clock starts again and again.
    in_overtime: bool,
    has_risen: bool,
    is_above: bool,
}

/// Reports the first time that a player's clock rises, and that it is above the main time. Clocks to which time is
/// added with each move may do both.
pub(crate) fn check(record: &RecordedGame, findings: &mut FindingList) {
    let &RecordedGame { text, game, ref header, .. } = record;
    let stated = header.text(text, Field::Overtime);
    let Some(period) = longest_period(&stated) else { return };
    let main = record.main_time().map(f64::from);
    let mut clocks = ByColor::<Clock>::default();
    for &node in game.other_nodes().iter().take_while(|&&node| node < game.main_line()) {
        for color in [Color::Black, Color::White] {
            let (clock_id, periods_id) = CLOCKS[color.index()];
            let Some(&span) = game.find(node, clock_id).as_ref().and_then(|values| values.first())
            else {
                continue;
            };
            let clock = &mut clocks[color];
            clock.in_overtime |= game.find(node, periods_id).is_some();
            let read = text.simple_text(span).trim().parse::<f64>();
            let Some(left) = read.ok().filter(|left| left.is_finite() && !clock.in_overtime) else {
                continue;
            };
            let place = NodeSpan { span, node };
            let mut report = |kind, message| {
                let mut finding = place.finding(kind, message);
                finding.color = Some(color);
                findings.push(finding);
            };
            let before = clock.left.replace(left);
            let is_above = |limit: &f64| left > limit.max(period) + CLOCK_TOLERANCE;
            if let Some(before) = before.filter(|before| !clock.has_risen && is_above(before)) {
                clock.has_risen = true;
                let message = format!("{color}'s clock rises from {before} to {left} seconds");
                report(FindingKind::RisingClock, message);
            }
            if let Some(main) = main.filter(|main| !clock.is_above && is_above(main)) {
                clock.is_above = true;
                let message = format!(
                    "{color}'s clock stands at {left} seconds, above the main time of {main}"
                );
                report(FindingKind::ClockAboveLimit, message);
            }
        }
    }
}

/// The seconds at which a clock may start again in overtime: 0 where none is stated. `None` if time is added with each
/// move, or may be.
fn longest_period(stated: &str) -> Option<f64> {
    if stated.trim().is_empty() {
        return Some(0.0);
    }
    let short = overtime(stated)?;
    if short == "none" {
        return Some(0.0);
    }
    let (_, seconds) = short.split_once(['x', '/'])?;
    seconds.parse().ok()
}
