//! The result of a game that depends on chains which may be dead or alive.

use super::result_match::{counted_outcome, is_right};
use super::verdict_input::VerdictInput;
use crate::score::{ChainStatus, Count, Dead, Doubt, Score, Status, Undecided};

/// The largest number of undecided groups for which every combination is counted.
const MOST_GROUPS: usize = 3;

/// Confidences that differ by less are the same: means of equal values over more or fewer stones.
const SAME_CONFIDENCE: f32 = 1e-5;

/// The results by the status of the undecided chains, in words: "if dead, W+2.5 (as recorded); if
/// alive, B+3.5"; "W+2.5 (as recorded) with C3 dead and D5 alive"; "none of the cases gives W+2.5".
pub(crate) fn results_by_chain_status(input: &VerdictInput) -> Option<String> {
    let dead = input.dead().filter(|dead| dead.undecided == Some(Undecided::Unsure))?;
    let groups = undecided_groups(&dead.judged.as_ref()?.chains);
    if !(1..=MOST_GROUPS).contains(&groups.len()) {
        return None;
    }
    let (rules, outcome) = (input.game.rules, input.outcome);
    if let [group] = &groups[..] {
        let [alive, dead] = [0, 1].map(|dead_groups| {
            let score = score_with(input, dead, &groups, dead_groups)?;
            let recorded = if is_right(outcome, &score, rules) { " (as recorded)" } else { "" };
            Some(format!("{}{recorded}", counted_outcome(&score, rules)))
        });
        let (color, other) = (group[0].color, group[0].color.opponent());
        let both = group.iter().any(|chain| chain.color == other);
        let [if_dead, if_alive] = match both {
            true => [format!("if {color}'s are dead"), format!("if {other}'s are")],
            false => ["if dead".to_owned(), "if alive".to_owned()],
        };
        return Some(format!("{if_dead}, {}; {if_alive}, {}", dead?, alive?));
    }
    let right = |&dead_groups: &u32| {
        let score = score_with(input, dead, &groups, dead_groups);
        score.is_some_and(|score| is_right(outcome, &score, rules))
    };
    let Some(dead_groups) = (0..1 << groups.len()).find(right) else {
        return Some(format!("none of the cases gives {outcome}"));
    };
    Some(as_recorded_with(input, &groups, dead_groups))
}

/// The undecided chains in groups. Chains of a group were judged together, so they have the same confidence. Those
/// of one colour live or die together; in a group of both colours either the one's live or the other's.
fn undecided_groups(chains: &[ChainStatus]) -> Vec<Vec<&ChainStatus>> {
    let mut groups: Vec<Vec<&ChainStatus>> = Vec::new();
    for chain in chains.iter().filter(|chain| chain.status == Status::Undecided) {
        let same = |group: &&mut Vec<&ChainStatus>| {
            let [one, other] = [group[0], chain].map(|chain| chain.confidence.unwrap_or(1.0));
            (one - other).abs() < SAME_CONFIDENCE
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(chain),
            None => groups.push(vec![chain]),
        }
    }
    groups
}

/// Whether a chain is dead if its group is, or isn't: the group's first chain is what the group is.
fn is_dead(chain: &ChainStatus, group: &[&ChainStatus], group_is_dead: bool) -> bool {
    (chain.color == group[0].color) == group_is_dead
}

/// The count with those groups dead whose bits are set. `None` where the position is then unfinished.
fn score_with(
    input: &VerdictInput,
    dead: &Dead,
    groups: &[Vec<&ChainStatus>],
    dead_groups: u32,
) -> Option<Score> {
    let (game, grid) = (input.game, input.grid());
    let of_group = |(n, group): (u32, &'_ Vec<&ChainStatus>)| {
        let group_is_dead = dead_groups >> n & 1 == 1;
        let dead = group.iter().filter(|chain| is_dead(chain, group, group_is_dead));
        dead.map(|chain| **chain).collect::<Vec<_>>()
    };
    let chosen: Vec<ChainStatus> = (0..).zip(groups).flat_map(of_group).collect();
    let dead = dead.clone().decided(grid, &chosen);
    let count = Count::new(grid, &dead, game.rules);
    let finished = count.unclear.iter().all(|unclear| unclear.doubt != Doubt::Unfinished);
    finished.then(|| Score::new(count, &game.replay, game.rules, game.komi))
}

fn as_recorded_with(
    input: &VerdictInput,
    groups: &[Vec<&ChainStatus>],
    dead_groups: u32,
) -> String {
    let size = input.grid().size();
    let names: Vec<String> = (0..)
        .zip(groups)
        .flat_map(|(n, group)| {
            let name = move |chain: &&ChainStatus| {
                let dead = is_dead(chain, group, dead_groups >> n & 1 == 1);
                format!("{} {}", chain.point.name(size), if dead { "dead" } else { "alive" })
            };
            group.iter().map(name)
        })
        .collect();
    format!("{} (as recorded) with {}", input.outcome, names.join(" and "))
}
