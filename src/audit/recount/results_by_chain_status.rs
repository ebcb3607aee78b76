//! The result of a game that depends on chains which may be dead or alive.

use super::result_match::{counted_outcome, is_right};
use super::verdict_input::VerdictInput;
use crate::score::{ChainStatus, Count, Dead, Doubt, Score, Undecided, UndecidedGroup};

/// The largest number of undecided groups for which every combination is counted.
const MOST_GROUPS: usize = 3;

/// The results by the status of the undecided chains, in words: "if dead, W+2.5 (as recorded); if
/// alive, B+3.5"; "W+2.5 (as recorded) with C3 dead and D5 alive"; "none of the cases gives W+2.5".
pub(crate) fn results_by_chain_status(input: &VerdictInput) -> Option<String> {
    let dead = input.dead().filter(|dead| dead.undecided == Some(Undecided::Unsure))?;
    let groups = &dead.judged.as_ref()?.undecided;
    if !(1..=MOST_GROUPS).contains(&groups.len()) {
        return None;
    }
    let (rules, outcome) = (input.game.rules, input.outcome);
    if let [group] = &groups[..] {
        let [alive, dead] = [0, 1].map(|dead_groups| {
            let score = score_with(input, dead, groups, dead_groups)?;
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
        let score = score_with(input, dead, groups, dead_groups);
        score.is_some_and(|score| is_right(outcome, &score, rules))
    };
    let Some(dead_groups) = (0..1 << groups.len()).find(right) else {
        return Some(format!("none of the cases gives {outcome}"));
    };
    Some(as_recorded_with(input, groups, dead_groups))
}

/// Whether a chain of a group is dead, if the group's first chain is or isn't.
fn is_dead(chain: &ChainStatus, group: &UndecidedGroup, first_is_dead: bool) -> bool {
    (chain.color == group.chains[0].color) == first_is_dead
}

/// The count with those groups dead whose bits are set. `None` where the position is then unfinished.
fn score_with(
    input: &VerdictInput,
    dead: &Dead,
    groups: &[UndecidedGroup],
    dead_groups: u32,
) -> Option<Score> {
    let (game, grid) = (input.game, input.grid());
    let chosen = (0..).zip(groups).flat_map(|(n, group)| {
        let first_is_dead = dead_groups >> n & 1 == 1;
        group.chains.iter().filter(move |chain| is_dead(chain, group, first_is_dead))
    });
    let dead = dead.clone().decided(grid, chosen);
    let count = Count::new(grid, &dead, game.rules);
    let finished = count.unclear.iter().all(|unclear| unclear.doubt != Doubt::Unfinished);
    finished.then(|| Score::new(count, &game.replay, game.rules, game.komi))
}

fn as_recorded_with(input: &VerdictInput, groups: &[UndecidedGroup], dead_groups: u32) -> String {
    let size = input.grid().size();
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
    format!("{} (as recorded) with {}", input.outcome, names.join(" and "))
}
