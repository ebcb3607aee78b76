//! From whose each point is likely to be to which chains are dead.

use super::cleared::{Cleared, Sets};
use super::dead::{Dead, Undecided};
use super::evidence::{ChainStatus, Evidence, Status};
use crate::go::{Chains, Color, Grid, NONE, Proofs, Regions};
use crate::rules::{Ruleset, Suicide};

/// A chain of which a judge is less sure than this is undecided.
pub const DECIDED: f32 = 0.35;
/// A judge who is at least so sure of the weakest chain is called sure of the game.
pub const SURE: f32 = 0.7;
/// Undecided stones and doubtful points beyond this number mean that the game isn't finished; fewer
/// are single chains that could be either.
const SETTLED: usize = 12;

/// What a judge said of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The judge's name.
    pub by: String,
    /// What the judge's word counts as.
    pub evidence: Evidence,
    /// By point, in row-major order, the expected owner from +1 (Black) to -1 (White); or why there is
    /// no answer.
    pub owner: Result<Vec<f32>, String>,
}

/// What became of a judgement: the chains, and which of them it was least sure of.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The judge's name.
    pub by: String,
    /// What is known of each chain, in row-major order of their first stones.
    pub chains: Vec<ChainStatus>,
    /// Why the judge didn't answer.
    pub failure: Option<String>,
}

impl Judged {
    /// The chain that the judge was least sure of, of those that weren't proved.
    #[must_use]
    pub fn weakest(&self) -> Option<&ChainStatus> {
        let sure = |chain: &ChainStatus| chain.confidence.unwrap_or(1.0);
        let judged = self.chains.iter().filter(|chain| chain.confidence.is_some());
        judged.min_by(|a, b| sure(a).total_cmp(&sure(b)))
    }
}

/// The dead stones of a position by a judge's word. Proofs come first and stand whatever the judge
/// says. Chains round the same empty region, which no opposing stone touches, live or die together.
#[must_use]
pub fn judged(grid: &Grid, rules: &Ruleset, judgement: &Judgement) -> Dead {
    let mut dead = chains_judged(grid, rules, judgement, DECIDED);
    let Some(Judged { chains, failure: None, .. }) = &dead.judged else { return dead };
    let undecided = chains.iter().filter(|chain| chain.status == Status::Undecided);
    let undecided: usize = undecided.map(|chain| chain.stones as usize).sum();
    let owner = judgement.owner.as_deref().unwrap_or_default();
    let doubtful = || doubtful_points(grid, &dead.stones, owner);
    // Who has lost all his stones has resigned, or the game was hardly begun.
    let lost = |color| {
        let mut stones = grid.cells().iter().zip(&dead.stones);
        !stones.any(|(&cell, &dead)| cell == Some(color) && !dead)
    };
    let all_lost = lost(Color::Black) || lost(Color::White);
    if all_lost || is_open(grid, &dead.stones) || undecided + doubtful() > SETTLED {
        dead = dead.undecided(Undecided::Unfinished);
    } else if undecided > 0 {
        dead = dead.undecided(Undecided::Unsure);
    }
    dead
}

/// The same with every chain decided, however little the judge is sure of it. For measuring judges: no
/// result should be told from it.
#[must_use]
pub fn best_guess(grid: &Grid, rules: &Ruleset, judgement: &Judgement) -> Dead {
    chains_judged(grid, rules, judgement, 0.0)
}

/// The chains by a judge's word, undecided where he is less than `least` sure.
fn chains_judged(grid: &Grid, rules: &Ruleset, judgement: &Judgement, least: f32) -> Dead {
    let owner = match &judgement.owner {
        Ok(owner) if owner.len() == grid.cells().len() => owner,
        Ok(_) => return unanswered(grid, judgement, "the answer is for another board"),
        Err(why) => return unanswered(grid, judgement, why),
    };
    let chains = Chains::new(grid);
    let proofs = Proofs::new(grid, rules.suicide.value != Suicide::Forbidden);
    let lives = |chain: usize| proofs.alive[chains.points[chain][0] as usize];
    let dies = |chain: usize| proofs.dead[chains.points[chain][0] as usize];
    let mut groups = groups(grid, &chains, |chain| lives(chain) || dies(chain));
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
        let kept = toward(color, total / stones as f32);
        let proved = lives(chain) || dies(chain);
        let status = match (lives(chain), dies(chain)) {
            (true, _) => Status::Alive,
            (_, true) => Status::Dead,
            _ if kept.abs() < least => Status::Undecided,
            _ if kept < 0.0 => Status::Dead,
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
    dead.judged = Some(Judged { by: judgement.by.clone(), chains: statuses, failure: None });
    dead
}

/// Whether a region that living stones of both colours touch is too large to be dame.
pub(super) fn is_open(grid: &Grid, dead: &[bool]) -> bool {
    let living = living(grid, dead);
    Cleared::new(&living, dead).open().next().is_some()
}

/// The judge gave no answer.
fn unanswered(grid: &Grid, judgement: &Judgement, why: &str) -> Dead {
    let mut dead = Dead::none(grid, Evidence::Undecided, Some(Undecided::NoAnswer));
    let (by, failure) = (judgement.by.clone(), Some(why.to_owned()));
    dead.judged = Some(Judged { by, chains: Vec::new(), failure });
    dead
}

/// An owner as it looks to a colour: +1 if it is this colour.
fn toward(color: Color, owner: f32) -> f32 {
    if color == Color::Black { owner } else { -owner }
}

/// Chains that live or die together: those round an empty region that no opposing stone touches. What
/// is `settled` about a chain is no reason for the others.
fn groups(grid: &Grid, chains: &Chains, settled: impl Fn(usize) -> bool) -> Sets {
    let mut groups = Sets::new(chains.color.len());
    let regions = Regions::new(grid);
    for (region, points) in regions.points.iter().enumerate() {
        if regions.owner(region).is_none() {
            continue;
        }
        let around = points.iter().flat_map(|&point| grid.neighbors(point as usize));
        let around = around.map(|near| chains.of[near]).filter(|&chain| chain != NONE);
        let mut first = None;
        for chain in around.filter(|&chain| !settled(chain as usize)) {
            groups.join(*first.get_or_insert(chain), chain);
        }
    }
    groups
}

/// Number of points that one colour's living stones surround and of which the judge isn't sure.
fn doubtful_points(grid: &Grid, dead: &[bool], owner: &[f32]) -> usize {
    let living = living(grid, dead);
    let regions = Regions::new(&living);
    let by_region = regions.points.iter().enumerate();
    let doubtful = by_region.filter_map(|(region, points)| {
        let color = regions.owner(region)?;
        let doubt = |&&point: &&u16| toward(color, owner[point as usize]) < DECIDED;
        Some(points.iter().filter(doubt).count())
    });
    doubtful.sum()
}

fn living(grid: &Grid, dead: &[bool]) -> Grid {
    let mut living = grid.clone();
    for (cell, _) in living.cells_mut().iter_mut().zip(dead).filter(|(_, dead)| **dead) {
        *cell = None;
    }
    living
}
