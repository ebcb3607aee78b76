//! Fights that may have ended the other way than an estimate has them.

use std::cmp::Reverse;

use super::case::Case;
use super::unplayed::Unplayed;
use crate::score::thresholds::{MAX_DOUBTFUL_GROUPS, MAX_PAIRED_GROUPS, SURE_OWNERSHIP};
use crate::score::{
    ChainStatus, Dead, DoubtfulGroup, Evidence, GroupDoubt, Score, Status, doubtful_groups, percent,
};

/// The largest number of chains that name a group.
const MAX_NAMED: usize = 3;

/// The reason if the recorded result is right with some groups of the other status, or isn't out of reach under every
/// assignment of the doubtful ones. What lies between two assignments may be a seki, a ko or the capture of a
/// part.
pub(super) fn other_status(case: &Case, score: &Score) -> Option<String> {
    let dead = judged(case)?;
    let groups = doubtful_groups(case.grid(), dead, case.is_over());
    let (mut low, mut high) = (score.margin, score.margin);
    for (set, is_whole) in assignments(&groups) {
        let other = case.score_with(&flipped(case, dead, &set));
        if case.is_right(&other) {
            return Some(right_with(case, score, &set));
        }
        if is_whole {
            (low, high) = (low.min(other.margin), high.max(other.margin));
        }
    }
    let weakest = groups.first().filter(|group| group.sure < SURE_OWNERSHIP)?;
    let reach = Unplayed::of(case, score).map(|unplayed| unplayed.reach()).unwrap_or_default();
    if !case.lies_within(low - reach, high + reach) {
        return None;
    }
    Some(format!("it depends on {}; {}", name(case, &weakest.chains), doubt(case, score, weakest)))
}

/// The reason if the estimate isn't sure of every group: then nothing is called wrong on it.
pub(super) fn unsure(case: &Case, score: &Score) -> Option<String> {
    let weakest = judged(case)?.weakest()?;
    let sure = weakest.confidence.filter(|&sure| sure < SURE_OWNERSHIP)?;
    let group = DoubtfulGroup {
        chains: vec![*weakest],
        prisoners: Vec::new(),
        sure,
        doubt: GroupDoubt::Unsure,
        is_whole: true,
    };
    let (name, doubt) = (name(case, &group.chains), doubt(case, score, &group));
    let at_least = percent(SURE_OWNERSHIP);
    Some(format!("{name} may be misread: {doubt}, and below {at_least} no result is called wrong"))
}

/// The dead stones, if an estimate or an engine judged them.
fn judged<'a>(case: &'a Case) -> Option<&'a Dead> {
    case.dead().filter(|dead| dead.source.is_judgement())
}

/// The sets of groups that are counted with the other status, and whether all in a set are whole groups in doubt: each group,
/// then every set of the least certain whole ones, and pairs of more of them.
fn assignments(groups: &[DoubtfulGroup]) -> Vec<(Vec<&DoubtfulGroup>, bool)> {
    let is_open = |group: &&DoubtfulGroup| group.is_whole && group.sure < SURE_OWNERSHIP;
    let in_doubt = |group: &&DoubtfulGroup| {
        group.is_whole && (group.sure < SURE_OWNERSHIP || group.doubt == GroupDoubt::Seki)
    };
    let mut sets: Vec<(Vec<&DoubtfulGroup>, bool)> =
        groups.iter().map(|group| (vec![group], is_open(&group))).collect();
    let paired: Vec<&DoubtfulGroup> =
        groups.iter().filter(in_doubt).take(MAX_PAIRED_GROUPS).collect();
    let few = paired.len().min(MAX_DOUBTFUL_GROUPS);
    for set in 1..1u32 << paired.len() {
        let size = set.count_ones();
        if size == 2 || size > 2 && set < 1 << few {
            let chosen = (0..paired.len()).filter(|n| set >> n & 1 == 1).map(|n| paired[n]);
            let chosen: Vec<&DoubtfulGroup> = chosen.collect();
            if has_both_sides_of_seki(&chosen) {
                continue;
            }
            let is_whole = chosen.iter().all(&is_open);
            sets.push((chosen, is_whole));
        }
    }
    sets
}

/// Whether stones of both colours that are taken to live in seki would be dead: one of two that share liberties lives then.
fn has_both_sides_of_seki(groups: &[&DoubtfulGroup]) -> bool {
    let in_seki = groups.iter().filter(|group| group.doubt == GroupDoubt::Seki);
    let colors: Vec<_> = in_seki.map(|group| group.chains[0].color).collect();
    colors.windows(2).any(|pair| pair[0] != pair[1])
}

/// The dead stones with the other status for some groups. What a group that dies had caught lives.
fn flipped(case: &Case, dead: &Dead, groups: &[&DoubtfulGroup]) -> Dead {
    let mut chains: Vec<&ChainStatus> = Vec::new();
    for chain in groups.iter().flat_map(|group| group.chains.iter().chain(&group.prisoners)) {
        if !chains.iter().any(|known| known.point == chain.point) {
            chains.push(chain);
        }
    }
    dead.clone().flipped(case.grid(), chains)
}

/// "it is right with White's chain of 5 stones at O10 dead rather than in seki; ..."
fn right_with(case: &Case, score: &Score, groups: &[&DoubtfulGroup]) -> String {
    let mut names = Vec::new();
    for group in groups {
        let name = name(case, &group.chains);
        names.push(match (group.chains[0].status, group.doubt) {
            (Status::Dead, _) => format!("{name} alive"),
            (_, GroupDoubt::Seki) => format!("{name} dead rather than in seki"),
            (_, GroupDoubt::NeedsMove) => format!("{name}, which needs another move, dead"),
            (_, GroupDoubt::Unsure) => format!("{name} dead"),
        });
        if !group.prisoners.is_empty() {
            names.push(format!("{} alive", self::name(case, &group.prisoners)));
        }
    }
    let doubt = groups.iter().min_by(|a, b| a.sure.total_cmp(&b.sure));
    let doubt = doubt.map_or_else(String::new, |group| self::doubt(case, score, group));
    format!("it is right with {}; {doubt}", names.join(" and "))
}

/// "the estimate is only 60% sure that it is dead, which gives B+3.5"
fn doubt(case: &Case, score: &Score, group: &DoubtfulGroup) -> String {
    let dead = case.dead();
    let by = match dead.and_then(|dead| dead.judged.as_ref()) {
        Some(judged) if dead.is_some_and(|dead| dead.source == Evidence::Engine) => &judged.by[..],
        _ => "the estimate",
    };
    let is = match (group.chains[0].status, group.doubt) {
        (Status::Dead, _) => "it is dead",
        (_, GroupDoubt::Seki) => "it lives in seki",
        _ => "it is alive",
    };
    let sure = if group.sure < SURE_OWNERSHIP { "is only" } else { "is" };
    let stands = case.as_it_stands(score);
    format!("{by} {sure} {} sure that {is}, which gives {stands}", percent(group.sure))
}

/// Chains by the largest of them: "White's chain of 4 stones at C3", "White's 13 stones around C3 and D5".
fn name(case: &Case, chains: &[ChainStatus]) -> String {
    let size = case.grid().size();
    let mut chains: Vec<&ChainStatus> = chains.iter().collect();
    chains.sort_by_key(|chain| Reverse(chain.stones));
    let at: Vec<String> =
        chains.iter().take(MAX_NAMED).map(|chain| chain.point.name(size)).collect();
    let stones: u32 = chains.iter().map(|chain| chain.stones).sum();
    let color = chains[0].color;
    match (&at[..], stones) {
        ([at], 1) => format!("{color}'s stone at {at}"),
        ([at], stones) => format!("{color}'s chain of {stones} stones at {at}"),
        (at, stones) => format!("{color}'s {stones} stones around {}", at.join(" and ")),
    }
}
