//! The status of chains by estimated ownership.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sgf_audit_core::audit::{AuditOptions, Auditor, Compare, FileAudit, Verdict, audit_bytes};
use sgf_audit_core::go::{Color, Grid, Point, Points};
use sgf_audit_core::rules::{Ruleset, find};
use sgf_audit_core::score::{
    Dead, Evidence, FirstLook, Ownership, OwnershipError, OwnershipEstimate, OwnershipEstimator,
    Status, Undecided, assess, best_guess, largest_open,
};

fn judgement(owner: &[f32]) -> Ownership {
    let (by, evidence) = ("somebody".to_owned(), Evidence::Estimated);
    Ownership { by, evidence, answer: Ok(owner.to_vec().into()) }
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
    assert_eq!(dead.describe_evidence(), "estimated; least certain: the group at F1 (60%)");
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
    let [(first, sure), (second, also), _] = statuses(&dead)[..] else { panic!("three chains") };
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

/// The groups of undecided chains: their points, and whether reading found them unsettled.
fn undecided(dead: &Dead, grid: &Grid) -> Vec<(Vec<String>, bool)> {
    let groups = dead.judged.iter().flat_map(|judged| &judged.undecided);
    let names = groups.map(|group| {
        let chains = group.chains.iter().map(|chain| chain.point.name(grid.size()));
        (chains.collect(), group.is_unsettled)
    });
    names.collect()
}

#[test]
fn chains_of_an_unsettled_place_are_one_group_and_not_unfinished() {
    let grid = Grid::draw(
        ". X X X X X X . O .
         . X X X X X X X O O",
    )
    .unwrap();
    let stones = grid.cells().iter().enumerate().filter(|(_, cell)| cell.is_some());
    let place: Vec<u16> = stones.map(|(point, _)| point as u16).collect();
    let owner = vec![0.05; grid.cells().len()];
    let judge = |unsettled| {
        let answer = Ok(OwnershipEstimate { owner: owner.clone(), unsettled });
        assess(&grid, find("aga").unwrap(), &Ownership { answer, ..judgement(&[]) })
    };
    let read = judge(vec![place]);
    let both = vec!["B2".to_owned(), "J2".to_owned()];
    assert_eq!(undecided(&read, &grid), [(both, true)]);
    assert_eq!(read.undecided, Some(Undecided::Unsure));
    // The same doubt of the network alone.
    let unread = judge(Vec::new());
    let each = [(vec!["B2".to_owned()], false), (vec!["J2".to_owned()], false)];
    assert_eq!(undecided(&unread, &grid), each);
    assert_eq!(unread.undecided, Some(Undecided::Unfinished));
}

#[test]
fn no_answer_is_no_judgement() {
    let dead = judge(". X . O .", &[1.0; 4]);
    assert_eq!(dead.undecided, Some(Undecided::NoAnswer));
    let failure = dead.judged.and_then(|judged| judged.failure);
    assert_eq!(failure.as_deref(), Some("the answer is for another board"));
    let grid = Grid::draw(". X . O .").unwrap();
    let judgement = Ownership { answer: Err(OwnershipError::new("it fell")), ..judgement(&[]) };
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

/// A judge of a board whose halves are Black's and White's, but for some points, as it counts who asks.
#[derive(Debug, Default)]
struct Halves {
    others: Vec<((u8, u8), f32)>,
    first_looks: Arc<AtomicUsize>,
    answers: Arc<AtomicUsize>,
}

impl OwnershipEstimator for Halves {
    fn name(&self) -> String {
        "somebody".to_owned()
    }

    fn first_look(&mut self, _: &Grid) -> Option<FirstLook> {
        self.first_looks.fetch_add(1, Ordering::Relaxed);
        let estimate = [0.9_f32, 0.9, 0.0, -0.9, -0.9].repeat(5).into();
        Some(FirstLook { estimate, is_final: false })
    }

    fn ownership(
        &mut self,
        grid: &Grid,
        _: &Ruleset,
        _: Points,
    ) -> Result<OwnershipEstimate, OwnershipError> {
        self.answers.fetch_add(1, Ordering::Relaxed);
        let half = |point: Point| if point.col > grid.size().cols() / 2 { -1.0 } else { 1.0 };
        let says = |point: Point| self.others.iter().find(|of| of.0 == (point.col, point.row));
        let owner = grid.size().points().map(|point| says(point).map_or(half(point), |of| of.1));
        Ok(owner.collect::<Vec<_>>().into())
    }
}

/// Why a result of a board of 9x9 is undecided, where the judge says this of stones of White's in Black's half.
fn explained(result: &str, says: f32, stones: &str, others: &[(u8, u8)]) -> String {
    let walls: String = ('a'..='i').map(|row| format!(";B[e{row}];W[f{row}]")).collect();
    let record = format!("(;SZ[9]RU[Chinese]KM[7.5]RE[{result}]{walls}{stones};B[];W[])");
    let others = others.iter().map(|&at| (at, says)).collect();
    let auditor = &mut Auditor::with_judge(Box::new(Halves { others, ..Halves::default() }));
    let mut explanation = String::new();
    audit_bytes(record.as_bytes(), &AuditOptions::default(), auditor, &mut |audit, _| {
        let FileAudit::Game(audit) = audit else { return };
        explanation = audit.explanation;
    });
    explanation
}

#[test]
fn the_results_of_stones_in_doubt_are_told_by_their_status() {
    let told = "B8 may be dead or alive; if dead, B+1.5 (as recorded); if alive, W+7.5";
    assert_eq!(
        explained("B+1.5", 0.1, ";B[ac];W[bb];B[bc];W[];B[cc];W[];B[dc];W[]", &[(1, 1)]),
        told
    );
    // Each of two stones may be misread, or both.
    let two = |result| {
        let stones = ";B[ae];W[bb];B[be];W[bg];B[ce];W[];B[de];W[]";
        explained(result, 0.6, stones, &[(1, 1), (1, 6)])
    };
    let one = "it is right with White's stone at B8 alive; ";
    assert!(two("W+15.5").starts_with(one), "{}", two("W+15.5"));
    let both = "it is right with White's stone at B8 alive and White's stone at B3 alive; ";
    assert!(two("W+32.5").starts_with(both), "{}", two("W+32.5"));
}

/// A first look is enough for a recorded margin that it gives exactly, and only for that.
#[test]
fn a_first_look_confirms_and_never_refutes() {
    const MOVES: &str = ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[]";
    for (result, verdict, first_looks, answers, confidence) in [
        ("W+0.5", Verdict::Confirmed, 1, 0, 0.9),
        ("B+9.5", Verdict::WrongWinner, 1, 1, 1.0),
        ("W+9.5", Verdict::WrongMargin, 1, 1, 1.0),
        // A winner alone is right by chance half of the time.
        ("W+", Verdict::Confirmed, 0, 1, 1.0),
        ("?", Verdict::NoResult, 0, 1, 1.0),
    ] {
        let record = format!("(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[{result}]{MOVES})");
        let judge = Halves::default();
        let asked = (judge.first_looks.clone(), judge.answers.clone());
        let auditor = &mut Auditor::with_judge(Box::new(judge));
        let options = AuditOptions { compare: Compare::Always, ..AuditOptions::default() };
        audit_bytes(record.as_bytes(), &options, auditor, &mut |audit, _| {
            let FileAudit::Game(audit) = audit else { return };
            let judged = audit.dead.as_ref().and_then(|dead| dead.judged.as_ref()).unwrap();
            let least = judged.chains.iter().filter_map(|chain| chain.confidence).reduce(f32::min);
            assert_eq!((audit.verdict, least), (verdict, Some(confidence)), "{result}");
        });
        let asked = (asked.0.load(Ordering::Relaxed), asked.1.load(Ordering::Relaxed));
        assert_eq!(asked, (first_looks, answers), "{result}");
    }
}
