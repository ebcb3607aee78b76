//! The items of a count, one row each, with a column for each player.

use crate::audit::Audit;
use crate::go::{ByColor, Color, Points};
use crate::score::Score;

/// An item of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountItem {
    pub what: &'static str,
    pub points: ByColor<Points>,
    /// Whether it is the sum of the items before it.
    pub is_sum: bool,
}

impl CountItem {
    fn new(what: &'static str, values: ByColor<u32>) -> Self {
        let points = values.map(|value| Points::whole(i64::from(value)));
        Self { what, points, is_sum: false }
    }

    fn of_white(what: &'static str, white: Points) -> Self {
        Self { what, points: ByColor { black: Points::ZERO, white }, is_sum: false }
    }

    fn sum(what: &'static str, values: ByColor<u32>, white: Points) -> Self {
        let ByColor { black, white: own } = values.map(|value| Points::whole(i64::from(value)));
        Self { what, points: ByColor { black, white: own + white }, is_sum: true }
    }
}

/// Returns the items of a count by territory.
pub(super) fn territory_items(audit: &Audit, score: &Score) -> Vec<CountItem> {
    let (count, tally) = (&score.count, &audit.replay.tally);
    let mut items = vec![
        CountItem::new("territory", count.territory),
        CountItem::new("captured in play", tally.captured_from.swapped()),
        CountItem::new("dead stones removed", count.dead.swapped()),
    ];
    let mut territory = count.territory + score.prisoners;
    if audit.rules.pass_stones.value {
        let added = score.added_passes.swapped();
        let recorded = (tally.passes + tally.illegal_moves).swapped();
        items.push(CountItem::new("pass stones as recorded", recorded));
        items.push(CountItem::new("pass stones added", added));
        territory = territory + added;
    }
    items.push(CountItem::of_white("komi", score.komi));
    items.push(CountItem::sum("by territory", territory, score.komi));
    items
}

/// Returns the items of a count by area.
pub(super) fn area_items(score: &Score) -> Vec<CountItem> {
    let count = &score.count;
    let mut items = vec![
        CountItem::new("stones", count.stones),
        CountItem::new("territory", count.territory),
        CountItem::of_white("komi", score.komi),
    ];
    if score.compensation != Points::ZERO {
        items.push(CountItem::of_white("for handicap stones", score.compensation));
    }
    let areas = ByColor { black: count.area(Color::Black), white: count.area(Color::White) };
    items.push(CountItem::sum("by area", areas, score.komi + score.compensation));
    if count.tax != [0, 0] {
        items.push(CountItem::new("group tax, to be subtracted", count.tax));
    }
    if score.first_pass != Points::ZERO {
        let gain = |points: Points| points.max(Points::ZERO);
        let (black, white) = (gain(-score.first_pass), gain(score.first_pass));
        let points = ByColor { black, white };
        items.push(CountItem { what: "for the first pass", points, is_sum: false });
    }
    items
}
