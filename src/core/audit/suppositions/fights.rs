//! Fights that may have ended the other way than an estimate has them.

use std::cmp::Reverse;

use super::case::{Case, Fights};
use crate::audit::recount::winner_of;
use crate::score::thresholds::{
    LARGE_FIGHT, MAX_DOUBTFUL_GROUPS, MAX_PAIRED_GROUPS, SURE_OWNERSHIP,
};
use crate::score::{
    ChainStatus, Dead, DoubtfulGroup, Evidence, GroupDoubt, Score, Status, doubtful_groups, percent,
};
use crate::sgf::Outcome;

/// The largest number of chains that name a group.
const MAX_NAMED: usize = 3;

/// What the fights of a position may change.
pub(super) fn fights<'a>(case: &'a Case, score: &Score) -> &'a Fights {
    case.fights.get_or_init(|| {
        let (mut low, mut high) = (score.margin, score.margin);
        let none = Fights { right: None, low, high, weakest: None };
        let Some(dead) = case.dead().filter(|dead| dead.source.is_judgement()) else { return none };
        let groups = doubtful_groups(case.grid(), dead, &case.territory().kind, case.is_over());
        let mut right = None;
        for (set, is_whole) in assignments(&groups) {
            let other = case.score_with(&flipped(case, dead, &set));
            if case.is_right(&other) {
                right = Some(right_with(case, score, &set));
                break;
            }
            if is_whole {
                (low, high) = (low.min(other.margin), high.max(other.margin));
            }
        }
        let weakest = groups.iter().find(|group| is_open(group)).map(|group| {
            let other = case.score_with(&flipped(case, dead, &[group]));
            (group.clone(), other.margin)
        });
        Fights { right, low, high, weakest }
    })
}

impl Fights {
    /// "with White's stone at S11 alive W+5.5", for a sentence that says what it is as it stands.
    pub(super) fn other_result(&self, case: &Case) -> Option<String> {
        let (group, margin) = self.weakest.as_ref()?;
        Some(format!("with {} {}", otherwise(case, group), Outcome::from_white_margin(*margin)))
    }
}

/// Whether a group may be misread, so that no result is called wrong on it.
fn is_open(group: &DoubtfulGroup) -> bool {
    let stones: u32 = group.chains.iter().map(|chain| chain.stones).sum();
    group.sure < SURE_OWNERSHIP || stones >= LARGE_FIGHT && group.doubt == GroupDoubt::Unsure
}

/// The reason if the recorded result is right with some groups of the other status.
pub(super) fn other_status(case: &Case, score: &Score) -> Option<String> {
    fights(case, score).right.clone()
}

/// The reason if the estimate isn't sure of every group: then nothing is called wrong on it. Of a large fight it has to be
/// surer, where that decides the winner and the recorded result lies between the two that it may have.
pub(super) fn unsure(case: &Case, score: &Score) -> Option<String> {
    let fights = fights(case, score);
    let (group, _) = fights.weakest.as_ref()?;
    let is_sure = group.sure >= SURE_OWNERSHIP;
    let is_same_winner = winner_of(case.outcome) == winner_of(case.as_it_stands(score));
    if is_sure && (is_same_winner || !case.lies_within(fights.low, fights.high)) {
        return None;
    }
    let (stands, other) = (case.as_it_stands(score), fights.other_result(case)?);
    let doubt = doubt(case, group);
    let at_least = percent(SURE_OWNERSHIP);
    let so = match is_sure {
        true => "and a large fight may end between the two".to_owned(),
        false => format!("and below {at_least} no result is called wrong"),
    };
    let recorded = case.outcome;
    Some(format!("as it stands it is {stands}, {other}, recorded {recorded}; {doubt}, {so}"))
}

/// The sets of groups that are counted with the other status, and whether all in a set are whole groups in doubt: each group,
/// then every set of the least certain whole ones, and pairs of more of them.
fn assignments(groups: &[DoubtfulGroup]) -> Vec<(Vec<&DoubtfulGroup>, bool)> {
    let is_open = |group: &&DoubtfulGroup| group.is_whole && is_open(group);
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
    let names: Vec<String> = groups.iter().map(|group| otherwise(case, group)).collect();
    let weakest = groups.iter().min_by(|a, b| a.sure.total_cmp(&b.sure));
    let doubt = weakest.map_or_else(String::new, |group| doubt(case, group));
    let stands = case.as_it_stands(score);
    format!("it is right with {}; {doubt}, which gives {stands}", names.join(" and "))
}

/// "White's chain of 5 stones at O10 dead rather than in seki"
fn otherwise(case: &Case, group: &DoubtfulGroup) -> String {
    let name = name(case, &group.chains);
    let status = match (group.chains[0].status, group.doubt) {
        (Status::Dead, _) => format!("{name} alive"),
        (_, GroupDoubt::Seki) => format!("{name} dead rather than in seki"),
        (_, GroupDoubt::NeedsMove) => format!("{name}, which needs another move, dead"),
        (_, GroupDoubt::Unsure) => format!("{name} dead"),
    };
    if group.prisoners.is_empty() {
        return status;
    }
    format!("{status} and {} alive", self::name(case, &group.prisoners))
}

/// "the estimate is only 60% sure that it is dead"; "the estimate gives it only 37% to be alive, as it is counted".
fn doubt(case: &Case, group: &DoubtfulGroup) -> String {
    let dead = case.dead();
    let by = match dead.and_then(|dead| dead.judged.as_ref()) {
        Some(judged) if dead.is_some_and(|dead| dead.source == Evidence::Engine) => &judged.by[..],
        _ => "the estimate",
    };
    let is = match (group.chains[0].status, group.doubt) {
        (Status::Dead, _) => "dead",
        (_, GroupDoubt::Seki) => "alive in seki",
        _ => "alive",
    };
    let sure = percent(group.sure);
    match group.sure {
        low if low < 0.5 => format!("{by} is only {sure} sure that it is {is}, as it is counted"),
        low if low < SURE_OWNERSHIP => format!("{by} is only {sure} sure that it is {is}"),
        _ => format!("{by} is {sure} sure that it is {is}"),
    }
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
