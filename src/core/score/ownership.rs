//! Turns per-point ownership estimates into the status of each chain.

use super::dead::{Dead, Undecided};
use super::disjoint_sets::DisjointSets;
use super::estimator::{OwnershipError, OwnershipEstimate};
use super::evidence::{Assessment, ChainStatus, Evidence, Status, UndecidedGroup};
use super::living::{living_regions, open_regions};
use super::territory::{BentFour, bent_fours, is_dead_under};
use super::thresholds::{DECIDED_OWNERSHIP, MAX_UNSETTLED_POINTS, SEKI_OWNERSHIP};
use crate::go::{Chains, Color, Grid, Proofs, Regions, chains_and_regions};
use crate::rules::{Ruleset, Suicide};

/// An estimate of who owns each point of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    pub by: String,
    /// The kind of evidence that the estimate is.
    pub evidence: Evidence,
    /// The answer, or why there is none.
    pub answer: Result<OwnershipEstimate, OwnershipError>,
}

/// The dead stones of a position by an estimate. Proofs come first and stand whatever the estimate is.
/// Chains round the same empty region, which no opposing stone touches, live or die together.
pub fn assess(grid: &Grid, rules: &Ruleset, judgement: &Ownership) -> Dead {
    let mut dead = chains_judged(grid, rules, judgement, DECIDED_OWNERSHIP);
    let Some(Assessment { undecided, failure: None, .. }) = &dead.judged else { return dead };
    let Ok(OwnershipEstimate { owner, .. }) = &judgement.answer else { return dead };
    // A place that reading found unsettled is finished but for a move.
    let unfinished = undecided.iter().filter(|group| !group.is_unsettled);
    let unfinished = unfinished.flat_map(|group| &group.chains);
    let unfinished: usize = unfinished.map(|chain| chain.stones as usize).sum();
    let is_undecided = !undecided.is_empty();
    let regions = living_regions(grid, &dead.stones);
    let doubtful = || doubtful_points(&regions, owner);
    if Color::BOTH.iter().any(|&color| !dead.has_living_stones(grid, color)) {
        dead = dead.undecided(Undecided::NoLivingStone);
    } else if open_regions(&regions).next().is_some()
        || unfinished + doubtful() > MAX_UNSETTLED_POINTS
    {
        dead = dead.undecided(Undecided::Unfinished);
    } else if is_undecided {
        dead = dead.undecided(Undecided::Unsure);
    }
    dead
}

/// The dead stones of a position with every chain decided, however unsure the estimate is. For measuring
/// estimators: no result should be reported by it.
pub fn best_guess(grid: &Grid, rules: &Ruleset, judgement: &Ownership) -> Dead {
    chains_judged(grid, rules, judgement, 0.0)
}

/// The dead stones by an estimate; chains of which it is less than `least` sure are undecided.
fn chains_judged(grid: &Grid, rules: &Ruleset, judgement: &Ownership, least: f32) -> Dead {
    let OwnershipEstimate { owner, unsettled } = match &judgement.answer {
        Ok(answer) if answer.owner.len() == grid.cells().len() => answer,
        Ok(_) => return unanswered(grid, judgement, "the answer is for another board"),
        Err(error) => return unanswered(grid, judgement, error.reason()),
    };
    let (chains, regions) = chains_and_regions(grid);
    let suicide = rules.suicide.value != Suicide::Forbidden;
    let proofs = Proofs::of_chains(grid, &chains, suicide);
    let lives = |chain: usize| proofs.alive[chains.points[chain][0] as usize];
    let dies = |chain: usize| proofs.dead[chains.points[chain][0] as usize];
    // A chain that is proved shows nothing about the others.
    let open = |chain: u16| !lives(chain.into()) && !dies(chain.into());
    let mut groups = DisjointSets::around_regions(grid, &chains, &regions, open);
    let mut sum = vec![(0.0, 0); chains.color.len()];
    for (chain, points) in chains.points.iter().enumerate() {
        let (total, stones) = &mut sum[groups.find(chain as u16) as usize];
        *total += points.iter().map(|&point| owner[point as usize]).sum::<f32>();
        *stones += points.len();
    }
    let mut dead = Dead::none(grid, judgement.evidence, None);
    let mut statuses = Vec::with_capacity(chains.color.len());
    for (chain, points) in chains.points.iter().enumerate() {
        let color = chains.color[chain];
        let (total, stones) = sum[groups.find(chain as u16) as usize];
        let kept = signed_for(color, total / stones as f32);
        let proved = lives(chain) || dies(chain);
        let status = match (lives(chain), dies(chain)) {
            (true, _) => Status::Alive,
            (_, true) => Status::Dead,
            _ if kept.abs() < least => Status::Undecided,
            _ if kept < -SEKI_OWNERSHIP => Status::Dead,
            _ => Status::Alive,
        };
        if status == Status::Dead {
            dead.take(points, color);
        }
        statuses.push(ChainStatus {
            point: grid.size().point(points[0] as usize),
            color,
            stones: points.len() as u32,
            status,
            evidence: match status {
                _ if proved => Evidence::Proven,
                Status::Undecided => Evidence::Undecided,
                _ => judgement.evidence,
            },
            confidence: (!proved).then_some(kept.abs().min(1.0)),
        });
    }
    if is_dead_under(rules) {
        bent_fours(grid, &chains)
            .iter()
            .for_each(|bent| take_around(bent, &chains, &mut statuses, &mut dead));
    }
    let undecided = undecided_groups(grid, unsettled, &statuses, &mut groups);
    let by = judgement.by.clone();
    dead.judged = Some(Assessment { by, chains: statuses, undecided, failure: None });
    dead
}

/// The undecided chains in groups: chains in an unsettled place, and chains that share a region.
fn undecided_groups(
    grid: &Grid,
    unsettled: &[Vec<u16>],
    statuses: &[ChainStatus],
    groups: &mut DisjointSets,
) -> Vec<UndecidedGroup> {
    let place_of = |chain: &ChainStatus| {
        let point = grid.size().index(chain.point) as u16;
        unsettled.iter().position(|stones| stones.contains(&point))
    };
    let mut undecided: Vec<((Option<usize>, u16), UndecidedGroup)> = Vec::new();
    for (number, chain) in (0..).zip(statuses) {
        if chain.status != Status::Undecided {
            continue;
        }
        let place = place_of(chain);
        // Whatever region a chain of a place shares, the place is what was read.
        let key = (place, if place.is_some() { 0 } else { groups.find(number) });
        match undecided.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.chains.push(*chain),
            None => {
                let group = UndecidedGroup { chains: vec![*chain], is_unsettled: place.is_some() };
                undecided.push((key, group));
            }
        }
    }
    undecided.into_iter().map(|(_, group)| group).collect()
}

/// Makes the chains around a bent four dead if those outside live, with the confidence of the least sure of
/// these.
fn take_around(bent: &BentFour, chains: &Chains, statuses: &mut [ChainStatus], dead: &mut Dead) {
    let outside = || bent.outside.iter().map(|&chain| statuses[chain]);
    if outside().any(|chain| chain.status != Status::Alive) {
        return;
    }
    let confidence = outside().filter_map(|chain| chain.confidence).min_by(f32::total_cmp);
    let judge = outside().map(|chain| chain.evidence).find(|evidence| evidence.is_judgement());
    let evidence = judge.unwrap_or(Evidence::Proven);
    for &chain in &bent.around {
        let was = &mut statuses[chain];
        if was.status != Status::Dead {
            dead.take(&chains.points[chain], chains.color[chain]);
        }
        *was = ChainStatus { status: Status::Dead, evidence, confidence, ..*was };
    }
}

/// The dead stones without a usable answer.
fn unanswered(grid: &Grid, judgement: &Ownership, why: &str) -> Dead {
    let mut dead = Dead::none(grid, Evidence::Undecided, Some(Undecided::NoAnswer));
    let (by, failure) = (judgement.by.clone(), Some(why.to_owned()));
    dead.judged = Some(Assessment { by, failure, ..Assessment::default() });
    dead
}

/// An ownership from a colour's point of view: positive if the point is its own.
pub(super) fn signed_for(color: Color, owner: f32) -> f32 {
    if color == Color::Black { owner } else { -owner }
}

/// Number of points that one colour's living stones surround and of which the estimate isn't sure.
fn doubtful_points(regions: &Regions, owner: &[f32]) -> usize {
    let by_region = regions.points.iter().enumerate();
    let doubtful = by_region.filter_map(|(region, points)| {
        let color = regions.owner(region)?;
        let doubt = |&&point: &&u16| signed_for(color, owner[point as usize]) < DECIDED_OWNERSHIP;
        Some(points.iter().filter(doubt).count())
    });
    doubtful.sum()
}
