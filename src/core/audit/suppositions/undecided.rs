//! Why a position isn't counted: which chains may be dead or alive, or what lies open.

use std::cmp::Reverse;

use super::case::Case;
use crate::audit::recount::{counted_outcome, is_right};
use crate::go::{Color, Grid};
use crate::named::named;
use crate::plural::pluralize;
use crate::score::{
    ChainStatus, Count, Dead, Doubt, Score, Status, Undecided, UndecidedGroup, largest_open,
};

/// The largest number of undecided chains that are named.
const MAX_NAMED: usize = 4;

/// The largest number of undecided groups for which every combination is counted.
const MAX_GROUPS: usize = 3;

named! {
    /// What isn't known of a game whose result can't be checked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum OpenQuestion {
        LastMoves = "where the record stops early",
        Groups = "where groups may be dead or alive",
        KomiOrRules = "where the komi or the ruleset isn't known",
        Other = "for other reasons",
    }
}

impl OpenQuestion {
    /// The question about a position that isn't counted.
    pub(crate) fn of_no_count(dead: &Dead) -> Self {
        match dead.undecided {
            Some(Undecided::Unfinished | Undecided::NoLivingStone) | None => Self::LastMoves,
            Some(Undecided::Unsure | Undecided::NoMarks) => Self::Groups,
            Some(Undecided::MarksContradict | Undecided::AfterEnd | Undecided::NoAnswer) => {
                Self::Other
            }
        }
    }
}

/// The results by the status of the undecided chains, in words: "if dead, W+2.5 (as recorded); if
/// alive, B+3.5"; "W+2.5 (as recorded) with C3 dead and D5 alive"; "none of the cases gives W+2.5".
pub(crate) fn results_by_chain_status(case: &Case) -> Option<String> {
    let dead = case.dead().filter(|dead| dead.undecided == Some(Undecided::Unsure))?;
    let groups = &dead.judged.as_ref()?.undecided;
    if !(1..=MAX_GROUPS).contains(&groups.len()) {
        return None;
    }
    let (rules, outcome) = (case.game.rules, case.outcome);
    if let [group] = &groups[..] {
        let [alive, dead] = [0, 1].map(|dead_groups| {
            let score = score_with(case, dead, groups, dead_groups)?;
            let recorded = if is_right(outcome, &score, rules) { " (as recorded)" } else { "" };
            Some(format!("{}{recorded}", counted_outcome(&score, rules)))
        });
        let color = group.chains[0].color;
        let other = color.opponent();
        let both = group.chains.iter().any(|chain| chain.color == other);
        let [if_dead, if_alive] = match both {
            true => [format!("if {color}'s are dead"), format!("if {other}'s are")],
            false => ["if dead".to_owned(), "if alive".to_owned()],
        };
        return Some(format!("{if_dead}, {}; {if_alive}, {}", dead?, alive?));
    }
    let right = |&dead_groups: &u32| {
        let score = score_with(case, dead, groups, dead_groups);
        score.is_some_and(|score| is_right(outcome, &score, rules))
    };
    let Some(dead_groups) = (0..1 << groups.len()).find(right) else {
        return Some(format!("none of the cases gives {outcome}"));
    };
    Some(as_recorded_with(case, groups, dead_groups))
}

/// Whether a chain of a group is dead, if the group's first chain is or isn't.
fn is_dead(chain: &ChainStatus, group: &UndecidedGroup, first_is_dead: bool) -> bool {
    (chain.color == group.chains[0].color) == first_is_dead
}

/// The count with those groups dead whose bits are set. `None` if the position is then unfinished.
fn score_with(
    case: &Case,
    dead: &Dead,
    groups: &[UndecidedGroup],
    dead_groups: u32,
) -> Option<Score> {
    let (game, grid) = (case.game, case.grid());
    let chosen = (0..).zip(groups).flat_map(|(n, group)| {
        let first_is_dead = dead_groups >> n & 1 == 1;
        group.chains.iter().filter(move |chain| is_dead(chain, group, first_is_dead))
    });
    let dead = Dead { undecided: None, ..dead.clone().flipped(grid, chosen) };
    let count = Count::new(grid, &dead, game.rules);
    let finished = count.unclear.iter().all(|unclear| unclear.doubt != Doubt::Unfinished);
    finished.then(|| Score::new(count, &game.replay, game.rules, game.komi.used))
}

fn as_recorded_with(case: &Case, groups: &[UndecidedGroup], dead_groups: u32) -> String {
    let size = case.grid().size();
    let names: Vec<String> = (0..)
        .zip(groups)
        .flat_map(|(n, group)| {
            let name = move |chain: &ChainStatus| {
                let dead = is_dead(chain, group, dead_groups >> n & 1 == 1);
                format!("{} {}", chain.point.name(size), if dead { "dead" } else { "alive" })
            };
            group.chains.iter().map(name)
        })
        .collect();
    format!("{} (as recorded) with {}", case.outcome, names.join(" and "))
}

/// The reason why a position isn't counted: which chains may be dead or alive, or what lies open.
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
    let mut names: Vec<String> = chains.iter().take(MAX_NAMED).map(name).collect();
    if let Some(more @ 1..) = chains.len().checked_sub(MAX_NAMED) {
        names.push(pluralize(more as u64, "more chain"));
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) })
}
