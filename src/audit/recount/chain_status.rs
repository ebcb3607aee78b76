//! What a game comes to whose result hangs on chains that may be dead or alive.

use crate::audit::auditor::Auditor;
use crate::audit::recount::recounter::{Recount, ReplayedGame};
use crate::audit::recount::verdict::{counted_outcome, is_right};
use crate::score::{ChainStatus, Count, Doubt, Score, Status, TerritoryFrom, Undecided};
use crate::sgf::Outcome;

/// More chains than this are too many to say it.
const MOST: usize = 3;

impl Auditor {
    /// What the recorded result needs of the chains that nobody is sure of: "dead it is W+2.5, as recorded, alive
    /// B+3.5"; "with C3 dead and D5 alive it is W+2.5, as recorded"; "in no case is it W+2.5".
    pub(in crate::audit) fn results_by_chain_status(
        &self,
        played: &ReplayedGame,
        counted: &Recount,
        outcome: Outcome,
    ) -> Option<String> {
        let dead =
            counted.dead.as_ref().filter(|dead| dead.undecided == Some(Undecided::Unsure))?;
        let known = &dead.judged.as_ref()?.chains;
        // Chains that live or die together got one answer.
        let mut groups: Vec<Vec<&ChainStatus>> = Vec::new();
        for chain in known.iter().filter(|chain| chain.status == Status::Undecided) {
            let same = |group: &&mut Vec<&ChainStatus>| {
                (group[0].color, group[0].confidence) == (chain.color, chain.confidence)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.push(chain),
                None => groups.push(vec![chain]),
            }
        }
        if !(1..=MOST).contains(&groups.len()) {
            return None;
        }
        let (rules, grid) = (played.rules, self.replayer.position());
        let score = |taken: u32| {
            let taken = (0..).zip(&groups).filter(|&(n, _)| taken >> n & 1 == 1);
            let dead = dead.clone().decided(grid, taken.flat_map(|(_, group)| group).copied());
            let count = Count::new(grid, &dead, None, rules, TerritoryFrom::Board);
            let clear = count.unclear.iter().all(|unclear| unclear.doubt != Doubt::Unfinished);
            clear.then(|| Score::new(count, &played.replay, rules, played.komi))
        };
        if let [_] = groups[..] {
            let [alive, dead] = [0, 1].map(|taken| {
                let score = score(taken)?;
                let recorded = if is_right(outcome, &score, rules) { ", as recorded" } else { "" };
                Some(format!("{}{recorded}", counted_outcome(&score, rules)))
            });
            return Some(format!("dead it is {}, alive {}", dead?, alive?));
        }
        let right = (0..1 << groups.len())
            .find(|&taken| score(taken).is_some_and(|score| is_right(outcome, &score, rules)));
        let Some(taken) = right else { return Some(format!("in no case is it {outcome}")) };
        let names: Vec<String> = (0..)
            .zip(&groups)
            .flat_map(|(n, group)| {
                let status = if taken >> n & 1 == 1 { "dead" } else { "alive" };
                group.iter().map(move |chain| format!("{} {status}", chain.point.name(grid.size())))
            })
            .collect();
        Some(format!("with {} it is {outcome}, as recorded", names.join(" and ")))
    }
}
