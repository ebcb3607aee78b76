//! The main line as setup and moves.

use super::player::{AB, AE, AW, B, W, keep_playable};
use crate::go::{Color, Point, Size};
use crate::sgf::{Game, Span, Text, points_value};

/// A change of a point.
pub type Change = (Point, Option<Color>);

/// So many points may be set up in a game.
const MOST: usize = 1 << 20;

/// What a node of the main line does.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The points that it sets up.
    pub setup: &'a [Change],
    /// Its moves behind that: one, unless the record is broken.
    pub moves: &'a [(Color, Span)],
}

/// Visits the nodes of the main line that change the board or have moves, with what the replay makes
/// of each. Of a point that a node sets twice the last time counts.
///
/// # Errors
///
/// What `visit` returns, and if the setup is out of all proportion.
pub fn walk(
    text: &Text,
    game: &Game,
    size: Size,
    mut visit: impl FnMut(Step) -> Result<(), String>,
) -> Result<(), String> {
    let mut named = 0usize;
    let (mut setup, mut moves) = (Vec::new(), Vec::new());
    for node in 0..game.main_line() {
        if let Some((color, _, value)) = game.nodes()[node as usize].only_move() {
            visit(Step { setup: &[], moves: &[(color, value)] })?;
            continue;
        }
        setup.clear();
        moves.clear();
        for (prop, values) in game.props(node) {
            let stone = match prop.id {
                B | W => {
                    let color = if prop.id == B { Color::Black } else { Color::White };
                    moves.extend(values.first().map(|&value| (color, value)));
                    continue;
                }
                AB => Some(Color::Black),
                AW => Some(Color::White),
                AE => None,
                _ => continue,
            };
            for value in values {
                let points = points_value(text, value, size).points();
                let before = setup.len();
                setup.extend(points.map(|point| (point, stone)));
                named += setup.len() - before;
                if named > MOST {
                    return Err(format!("more than {MOST} points are set up"));
                }
            }
        }
        keep_last(&mut setup, size);
        if moves.len() > 1 {
            keep_playable(&mut moves);
        }
        if !setup.is_empty() || !moves.is_empty() {
            visit(Step { setup: &setup, moves: &moves })?;
        }
    }
    Ok(())
}

fn keep_last(setup: &mut Vec<Change>, size: Size) {
    if setup.len() < 2 {
        return;
    }
    let mut seen = vec![false; size.area()];
    setup.reverse();
    setup.retain(|(point, _)| !std::mem::replace(&mut seen[size.index(*point)], true));
    setup.reverse();
}
