//! Handicap stones that a record states but doesn't have.

use super::handicap::{HandicapBy, fixed_placement};
use super::node_actions::{B, W};
use super::replayed_game::Replay;
use crate::go::{Color, Point, Size};
use crate::sgf::Game;

/// Returns the places where handicap stones may stand that a record states but doesn't have, although
/// White moves first: in the fixed order, and with Fox's third corner. Empty if no stones are missing or
/// the board isn't the standard one.
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
        || first_mover(game) != Some(Color::White)
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

/// Returns the player of the first move of the main line.
fn first_mover(game: &Game) -> Option<Color> {
    (0..game.main_line()).find_map(|node| {
        let alone = game.nodes()[node as usize].only_move().map(|(color, ..)| color);
        alone.or_else(|| {
            game.props(node).find_map(|(prop, _)| match prop.id {
                B => Some(Color::Black),
                W => Some(Color::White),
                _ => None,
            })
        })
    })
}
