//! Handicap stones that a record states but doesn't have.

use super::handicap::{HandicapBy, fixed_placement};
use super::node_actions::next_mover;
use super::replayed_game::Replay;
use crate::go::{Color, Point, Size};
use crate::sgf::Game;

/// Returns the possible placements of the handicap stones that a record states but doesn't have, although
/// White moves first: the fixed placement, and for three stones that of the Fox server. Empty if no stones
/// are missing or the board isn't the standard one.
#[must_use]
pub fn missing_stones(
    replay: &Replay,
    stated: Option<i64>,
    game: &Game,
    size: Size,
) -> Vec<Vec<Point>> {
    let stones = stated.and_then(|stated| u32::try_from(stated).ok()).unwrap_or(0);
    if !(2..=9).contains(&stones)
        || replay.handicap.by != HandicapBy::None
        || replay.initial != [0, 0]
        || size != Size::STANDARD
        || next_mover(game, 0) != Some(Color::White)
    {
        return Vec::new();
    }
    let mut names = vec![fixed_placement(stones)];
    if stones == 3 {
        names.push("Q16 D4 D16".to_owned());
    }
    let points =
        |names: &String| names.split(' ').filter_map(|name| Point::from_name(name, size)).collect();
    names.iter().map(points).collect()
}
