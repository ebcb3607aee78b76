//! The reason why a position isn't counted, in words.

use std::cmp::Reverse;

use crate::go::{Color, Grid};
use crate::plural::pluralize;
use crate::score::{ChainStatus, Dead, Status, Undecided, largest_open};

/// The largest number of undecided chains that are named.
const MOST_NAMED: usize = 4;

/// The reason why a position isn't counted: which chains may be dead or alive, or what lies open.
#[must_use]
pub fn why_undecided(dead: &Dead, grid: &Grid) -> String {
    match dead.undecided {
        Some(Undecided::MarksContradict) => "points are marked for both players".to_owned(),
        Some(Undecided::AfterEnd) => "play goes on after the game has ended".to_owned(),
        Some(Undecided::Unfinished) => match unsettled(dead) {
            Some(chains) => format!("{chains} may be dead or alive: not finished"),
            None => open_regions(dead, grid),
        },
        Some(why @ Undecided::NoLivingStone) => {
            match Color::BOTH.map(|color| dead.has_living_stones(grid, color)) {
                [false, true] => "Black has no living stone: not finished".to_owned(),
                [true, false] => "White has no living stone: not finished".to_owned(),
                _ => why.name().to_owned(),
            }
        }
        Some(Undecided::Unsure) => {
            format!("{} may be dead or alive", unsettled(dead).unwrap_or_default())
        }
        Some(Undecided::NoAnswer) => {
            let judged = dead.judged.as_ref();
            let (by, why) = judged.map_or(("", ""), |judged| {
                (judged.by.as_str(), judged.failure.as_deref().unwrap_or_default())
            });
            format!("{by} didn't say which stones are dead: {why}")
        }
        Some(Undecided::NoMarks) | None => {
            "no dead stones are marked, and stones on the board may be dead".to_owned()
        }
    }
}

/// The largest region of a position that belongs to nobody.
pub(crate) fn open_regions(dead: &Dead, grid: &Grid) -> String {
    match largest_open(grid, &dead.stones) {
        Some((point, points)) => {
            let point = point.name(dead.size);
            format!("{points} empty points around {point} touch both colours: not finished")
        }
        None => "it isn't settled who owns large parts of the board: not finished".to_owned(),
    }
}

/// The undecided chains, the largest first: `K10 (23 stones), C3 and 2 more chains`.
fn unsettled(dead: &Dead) -> Option<String> {
    let chains = dead.judged.iter().flat_map(|judged| &judged.chains);
    let mut chains: Vec<&ChainStatus> =
        chains.filter(|chain| chain.status == Status::Undecided).collect();
    chains.sort_by_key(|chain| Reverse(chain.stones));
    let name = |chain: &&ChainStatus| {
        let at = chain.point.name(dead.size);
        match chain.stones {
            1 => at,
            stones => format!("{at} ({})", pluralize(stones, "stone")),
        }
    };
    let mut names: Vec<String> = chains.iter().take(MOST_NAMED).map(name).collect();
    if let Some(more @ 1..) = chains.len().checked_sub(MOST_NAMED) {
        names.push(pluralize(more as u64, "more chain"));
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) })
}
