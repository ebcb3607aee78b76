//! Turns per-point ownership estimates into the status of each chain.

use super::dead::{Dead, Undecided};
use super::evidence::{ChainStatus, Evidence, Status};
use super::living::{DisjointSets, PositionWithoutDead};
use super::territory::{BentFour, bent_fours, is_dead_under};
use super::thresholds::{DECIDED_OWNERSHIP, MAX_UNSETTLED_POINTS, SEKI_OWNERSHIP};
use crate::go::{Chains, Color, Grid, NO_LABEL, Point, Proofs, Regions};
use crate::rules::{Ruleset, Suicide};

/// What a judge said of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
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
pub struct Assessment {
    /// The judge's name.
    pub by: String,
    /// What is known of each chain, in row-major order of their first stones.
    pub chains: Vec<ChainStatus>,
    /// Why the judge didn't answer.
    pub failure: Option<String>,
}

impl Assessment {
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
pub fn assess(grid: &Grid, rules: &Ruleset, judgement: &Ownership) -> Dead {
    let mut dead = chains_judged(grid, rules, judgement, DECIDED_OWNERSHIP);
    let Some(Assessment { chains, failure: None, .. }) = &dead.judged else { return dead };
    let undecided = chains.iter().filter(|chain| chain.status == Status::Undecided);
    let undecided: usize = undecided.map(|chain| chain.stones as usize).sum();
    let owner = judgement.owner.as_deref().unwrap_or_default();
    let doubtful = || doubtful_points(grid, &dead.stones, owner);
    if Color::BOTH.iter().any(|&color| !dead.has_living_stones(grid, color)) {
        dead = dead.undecided(Undecided::NoLivingStone);
    } else if is_open(grid, &dead.stones) || undecided + doubtful() > MAX_UNSETTLED_POINTS {
        dead = dead.undecided(Undecided::Unfinished);
    } else if undecided > 0 {
        dead = dead.undecided(Undecided::Unsure);
    }
    dead
}

/// The same with every chain decided, however little the judge is sure of it. For measuring judges: no
/// result should be told from it.
#[must_use]
pub fn best_guess(grid: &Grid, rules: &Ruleset, judgement: &Ownership) -> Dead {
    chains_judged(grid, rules, judgement, 0.0)
}

/// The chains by a judge's word, undecided where he is less than `least` sure.
fn chains_judged(grid: &Grid, rules: &Ruleset, judgement: &Ownership, least: f32) -> Dead {
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
    dead.judged = Some(Assessment { by: judgement.by.clone(), chains: statuses, failure: None });
    dead
}

/// Makes the chains around a bent four dead where those outside live: as sure as that is.
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

/// Whether a region that living stones of both colours touch is too large to be dame. The `dead` stones (by
/// point) are off.
#[must_use]
pub fn is_open(grid: &Grid, dead: &[bool]) -> bool {
    PositionWithoutDead::new(grid, dead).open().next().is_some()
}

/// The largest such region: a point in its middle, and how many points it has.
#[must_use]
pub fn largest_open(grid: &Grid, dead: &[bool]) -> Option<(Point, usize)> {
    let cleared = PositionWithoutDead::new(grid, dead);
    let region = cleared.open().max_by_key(|region| region.len())?;
    Some((grid.size().point(usize::from(region[region.len() / 2])), region.len()))
}

/// The judge gave no answer.
fn unanswered(grid: &Grid, judgement: &Ownership, why: &str) -> Dead {
    let mut dead = Dead::none(grid, Evidence::Undecided, Some(Undecided::NoAnswer));
    let (by, failure) = (judgement.by.clone(), Some(why.to_owned()));
    dead.judged = Some(Assessment { by, chains: Vec::new(), failure });
    dead
}

/// An owner as it looks to a colour, positive if it is this colour.
pub(super) fn signed_for(color: Color, owner: f32) -> f32 {
    if color == Color::Black { owner } else { -owner }
}

/// Chains that live or die together: those round an empty region that no opposing stone touches. What
/// is `settled` about a chain is no reason for the others.
fn groups(grid: &Grid, chains: &Chains, settled: impl Fn(usize) -> bool) -> DisjointSets {
    let mut groups = DisjointSets::new(chains.color.len());
    let regions = Regions::new(grid);
    for (region, points) in regions.points.iter().enumerate() {
        if regions.owner(region).is_none() {
            continue;
        }
        let around = points.iter().flat_map(|&point| grid.neighbors(point as usize));
        let around = around.map(|near| chains.of[near]).filter(|&chain| chain != NO_LABEL);
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
        let doubt = |&&point: &&u16| signed_for(color, owner[point as usize]) < DECIDED_OWNERSHIP;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    fn judgement(owner: &[f32]) -> Ownership {
        let (by, evidence) = ("somebody".to_owned(), Evidence::Estimated);
        Ownership { by, evidence, owner: Ok(owner.to_vec()) }
    }

    /// What becomes of a board of one row when the judge says this of its points.
    fn judge(row: &str, owner: &[f32]) -> Dead {
        assess(&Grid::draw(row).unwrap(), find("aga").unwrap(), &judgement(owner))
    }

    fn statuses(dead: &Dead) -> Vec<(Status, Option<f32>)> {
        let chains = &dead.judged.as_ref().unwrap().chains;
        chains.iter().map(|chain| (chain.status, chain.confidence)).collect()
    }

    #[test]
    fn the_largest_open_region_is_named_by_its_middle() {
        let open = |drawing: &str| {
            let grid = Grid::draw(drawing).unwrap();
            let largest = largest_open(&grid, &vec![false; grid.cells().len()]);
            largest.map(|(point, number)| (point.name(grid.size()), number))
        };
        assert_eq!(open("X . . . . . . . . . . . . O"), None);
        assert_eq!(open("X . . . . . . . . . . . . . O"), Some(("H1".to_owned(), 13)));
        let two = "X . . . . . . . . . . . . . . . O
                   X X X X X X X X X X X X X X X X O
                   X . . . . . . . . . . . . . O O O";
        assert_eq!(open(two), Some(("J3".to_owned(), 15)));
    }

    #[test]
    fn stones_on_the_opponents_points_are_dead() {
        let dead = judge(". X . O . X .", &[1.0, 0.9, 0.0, -0.8, -0.7, -0.6, -0.7]);
        assert_eq!((dead.source, dead.undecided), (Evidence::Estimated, None));
        assert_eq!(dead.count, [1, 0]);
        assert_eq!(dead.stones, [false, false, false, false, false, true, false]);
        let expected =
            [(Status::Alive, Some(0.9)), (Status::Alive, Some(0.8)), (Status::Dead, Some(0.6))];
        assert_eq!(statuses(&dead), expected);
        assert_eq!(dead.describe_evidence(), "estimated, weakest chain F1 0.60");
    }

    #[test]
    fn a_judge_who_is_not_sure_leaves_it_open() {
        for unsure in [0.349, 0.0, -0.349] {
            let dead = judge(". X . O . X .", &[1.0, 1.0, 0.0, -1.0, -1.0, unsure, unsure]);
            assert_eq!(dead.undecided, Some(Undecided::Unsure));
            assert_eq!(dead.source, Evidence::Undecided);
            assert_eq!(statuses(&dead)[2], (Status::Undecided, Some(unsure.abs())));
            assert_eq!(dead.judged.unwrap().chains[2].evidence, Evidence::Undecided);
        }
        for (sure, status) in [(0.35, Status::Alive), (-0.35, Status::Dead)] {
            let dead = judge(". X . O . X .", &[1.0, 1.0, 0.0, -1.0, -1.0, sure, sure]);
            assert_eq!((dead.undecided, statuses(&dead)[2].0), (None, status));
        }
    }

    #[test]
    fn the_best_guess_decides_every_chain() {
        let grid = Grid::draw(". X . O . X .").unwrap();
        for (little, status) in [(-0.09, Status::Alive), (-0.11, Status::Dead)] {
            let judgement = judgement(&[1.0, 1.0, 0.0, -1.0, -1.0, little, little]);
            let dead = best_guess(&grid, find("aga").unwrap(), &judgement);
            assert_eq!(statuses(&dead)[2].0, status);
        }
    }

    #[test]
    fn who_has_lost_all_stones_has_not_finished_the_game() {
        let all = |owner: f32| judge(". X . O . X .", &[owner; 7]).undecided;
        assert_eq!(
            (all(1.0), all(-1.0)),
            (Some(Undecided::NoLivingStone), Some(Undecided::NoLivingStone))
        );
    }

    #[test]
    fn a_game_with_much_in_doubt_is_not_finished() {
        // So many undecided stones.
        let stones = |count: usize| {
            let row = format!("O . . {}. . O", "X ".repeat(count));
            let mut owner = vec![-1.0; count + 6];
            owner[3..count + 3].fill(0.1);
            judge(&row, &owner).undecided
        };
        assert_eq!(stones(12), Some(Undecided::Unsure));
        assert_eq!(stones(13), Some(Undecided::Unfinished));
        // So many points within living stones that the judge isn't sure of, and a stone.
        let points = |count: usize, owner: f32, stone: f32| {
            let undecided = |row: &str, sign: f32| {
                let mut by_point = vec![sign; count + 6];
                by_point[1..=count].fill(sign * owner);
                by_point[count + 3] = -sign;
                by_point[count + 5] = sign * stone;
                judge(row, &by_point).undecided
            };
            let row = format!("X {}X . O . X", ". ".repeat(count));
            let found = undecided(&row, 1.0);
            let swapped = row.replace('X', "#").replace('O', "X").replace('#', "O");
            assert_eq!(undecided(&swapped, -1.0), found);
            found
        };
        assert_eq!(points(12, 0.34, 1.0), None);
        assert_eq!(points(13, 0.34, 1.0), Some(Undecided::Unfinished));
        assert_eq!(points(13, 0.35, 1.0), None);
        assert_eq!(points(13, -1.0, 1.0), Some(Undecided::Unfinished));
        assert_eq!(points(11, 0.34, 0.1), Some(Undecided::Unsure));
        assert_eq!(points(12, 0.34, 0.1), Some(Undecided::Unfinished));
    }

    #[test]
    fn an_open_region_is_not_a_finished_game() {
        let open = |count: usize| {
            let mut owner = vec![1.0; count + 2];
            owner[count + 1] = -1.0;
            judge(&format!("X {}O", ". ".repeat(count)), &owner).undecided
        };
        assert_eq!((open(12), open(13)), (None, Some(Undecided::Unfinished)));
    }

    #[test]
    fn chains_round_a_region_live_or_die_together() {
        // The mean of the stones, not of the chains.
        let dead = judge("X X . X . O", &[0.9, 0.9, 0.0, -0.6, 0.0, -1.0]);
        let [(first, sure), (second, also), _] = statuses(&dead)[..] else {
            panic!("three chains")
        };
        assert_eq!((first, second, sure), (Status::Alive, Status::Alive, also));
        assert!((sure.unwrap() - 0.4).abs() < 1e-6);
        // An opposing stone at the region parts them.
        let dead = judge("X X . O . X . O", &[0.9, 0.9, 0.0, -1.0, -0.6, -0.6, -0.6, -1.0]);
        assert_eq!(statuses(&dead)[2], (Status::Dead, Some(0.6)));
    }

    #[test]
    fn proofs_stand_against_the_judge() {
        let grid = Grid::draw(
            ". X . X O O
             X X X X O .
             . . O X O O
             X X X X O .",
        )
        .unwrap();
        let owner: Vec<f32> = vec![-1.0; 24];
        let dead = assess(&grid, find("aga").unwrap(), &judgement(&owner));
        assert_eq!((dead.count, dead.undecided), ([0, 1].into(), None));
        let chains = &dead.judged.as_ref().unwrap().chains;
        assert!(chains.iter().all(|chain| chain.evidence == Evidence::Proven));
        assert!(chains.iter().all(|chain| chain.confidence.is_none()));
        let told = chains.iter().map(|chain| (chain.color, chain.stones, chain.status));
        let expected = [
            (Color::Black, 11, Status::Alive),
            (Color::White, 6, Status::Alive),
            (Color::White, 1, Status::Dead),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn no_answer_is_no_judgement() {
        let dead = judge(". X . O .", &[1.0; 4]);
        assert_eq!(dead.undecided, Some(Undecided::NoAnswer));
        let failure = dead.judged.and_then(|judged| judged.failure);
        assert_eq!(failure.as_deref(), Some("the answer is for another board"));
        let grid = Grid::draw(". X . O .").unwrap();
        let judgement = Ownership { owner: Err("it fell".to_owned()), ..judgement(&[]) };
        let dead = assess(&grid, find("aga").unwrap(), &judgement);
        assert_eq!(dead.undecided, Some(Undecided::NoAnswer));
        let judged = dead.judged.unwrap();
        assert_eq!((judged.failure.as_deref(), judged.by.as_str()), (Some("it fell"), "somebody"));
    }

    #[test]
    fn what_is_proved_of_a_chain_is_no_reason_for_another() {
        // The lone stone shares a region with a chain that has two eyes elsewhere.
        let grid = Grid::draw(
            ". X . X . . X . .
             X X X X X X O O .",
        )
        .unwrap();
        let mut owner = vec![1.0; 18];
        owner[6] = -0.6;
        for at in [7, 8, 15, 16, 17] {
            owner[at] = -1.0;
        }
        let dead = assess(&grid, find("aga").unwrap(), &judgement(&owner));
        assert_eq!(statuses(&dead)[..2], [(Status::Alive, None), (Status::Dead, Some(0.6))]);
    }

    #[test]
    fn a_proof_asks_whether_suicide_is_allowed() {
        // White can take his own four stones off where he may, and then has room.
        let grid = Grid::draw("O O . X .\nO O . X X\nX X X X X").unwrap();
        let evidence = |rules: &str| {
            let dead = assess(&grid, find(rules).unwrap(), &judgement(&[1.0; 15]));
            dead.judged.unwrap().chains[1].evidence
        };
        assert_eq!(evidence("aga"), Evidence::Proven);
        assert_eq!(evidence("new-zealand"), Evidence::Estimated);
    }
}
