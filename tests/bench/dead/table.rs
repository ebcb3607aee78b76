//! Totals of a judge over all cases.

use std::collections::BTreeMap;
use std::time::Instant;

use sgf_audit_core::score::thresholds::SURE_OWNERSHIP;
use sgf_audit_core::score::{Dead, Ownership, OwnershipEstimator, Status, assess, best_guess};
use sgf_audit_core::sgf::{Outcome, WinBy};

use super::calibration::Calibration;
use super::games::Case;

/// A count out of a total.
#[derive(Clone, Copy, Default)]
pub struct Share {
    total: u32,
    count: u32,
}

impl Share {
    /// Counts one more, and whether it is one of those in question.
    pub fn add(&mut self, is: bool) {
        self.total += 1;
        self.count += u32::from(is);
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.total == 0 {
            return f.write_str("-");
        }
        let percent = f64::from(self.count) * 100.0 / f64::from(self.total);
        write!(f, "{percent:.2} % ({}/{})", self.count, self.total)
    }
}

#[derive(Default)]
struct Sums {
    dead: Share,
    result: Share,
    winner: Share,
    sure: Share,
    right_if_sure: Share,
    undecided: Share,
    by_rules: BTreeMap<String, Share>,
    calibration: Calibration,
    seconds: Vec<f64>,
    failed: u32,
}

/// Prints how a judge does on the cases.
pub fn print(title: &str, cases: &[Case], judge: &mut dyn OwnershipEstimator, list: bool) {
    let mut sums = Sums::default();
    for case in cases {
        add(case, judge, list, &mut sums);
    }
    let Sums { dead, result, winner, sure, right_if_sure, undecided, by_rules, .. } = &sums;
    println!("{title}: {} by {}", cases.len(), judge.name());
    println!("  dead set exact      {dead}");
    println!("  result reproduced   {result}");
    for (rules, share) in by_rules {
        println!("    {rules:17} {share}");
    }
    println!("  winner right        {winner}");
    println!("  called sure         {sure}");
    println!("  right where sure    {right_if_sure}");
    println!("  left undecided      {undecided}");
    sums.calibration.print();
    if sums.failed > 0 {
        println!("  no answer           {}", sums.failed);
    }
    sums.seconds.sort_by(f64::total_cmp);
    let mean = sums.seconds.iter().sum::<f64>() / sums.seconds.len().max(1) as f64;
    let median = sums.seconds.get(sums.seconds.len() / 2).copied().unwrap_or_default();
    println!("  seconds a game      median {median:.5}, mean {mean:.5}");
}

fn add(case: &Case, judge: &mut dyn OwnershipEstimator, list: bool, sums: &mut Sums) {
    let start = Instant::now();
    let settled = case.settled();
    let judgement = match &settled {
        Some(_) => None,
        None => Some(Ownership {
            by: String::new(),
            evidence: judge.evidence(),
            answer: judge.ownership(&case.grid, &case.rules, case.komi),
        }),
    };
    let (guess, assessed) = match (settled, &judgement) {
        (Some(dead), _) => (dead.clone(), dead),
        (None, Some(judgement)) => (
            best_guess(&case.grid, &case.rules, judgement),
            assess(&case.grid, &case.rules, judgement),
        ),
        (None, None) => return,
    };
    sums.seconds.push(start.elapsed().as_secs_f64());
    if let Some(Err(why)) = judgement.map(|judgement| judgement.answer) {
        sums.failed += 1;
        if list {
            println!("{}: {why}", case.name);
        }
        return;
    }
    let exact = case.dead.as_ref().map(|marked| {
        marked.iter().zip(&guess.stones).zip(case.grid.cells()).all(|((marked, guess), cell)| {
            cell.is_none() || marked.is_none_or(|marked| marked == *guess)
        })
    });
    sums.calibration.add(case, &guess);
    let counted = case.outcome(&guess);
    let recorded = case.game.as_ref().map(|(_, outcome)| *outcome);
    let same = recorded.map(|recorded| counted == Some(recorded));
    if let Some(exact) = exact {
        sums.dead.add(exact);
    }
    if let (Some(same), Some(recorded), Some(counted)) = (same, recorded, counted) {
        sums.result.add(same);
        sums.by_rules.entry(case.rules.id.to_string()).or_default().add(same);
        sums.winner.add(winner(recorded) == winner(counted));
    }
    let confidence = guess.weakest().and_then(|chain| chain.confidence).unwrap_or(1.0);
    let sure = assessed.undecided.is_none() && confidence >= SURE_OWNERSHIP;
    sums.sure.add(sure);
    sums.undecided.add(assessed.undecided.is_some());
    let right = exact.or(same).unwrap_or(true);
    if sure {
        sums.right_if_sure.add(right);
    }
    if list && !right {
        wrong(case, &guess, counted);
    }
}

fn winner(outcome: Outcome) -> Option<sgf_audit_core::go::Color> {
    match outcome {
        Outcome::Win(color, WinBy::Points(_) | WinBy::Unspecified) => Some(color),
        _ => None,
    }
}

/// Prints the name of a case and the chains that a judge got wrong.
fn wrong(case: &Case, guess: &Dead, counted: Option<Outcome>) {
    println!("{} ({})", case.name, case.rules.id);
    if let (Some((_, recorded)), Some(counted)) = (&case.game, counted) {
        println!("  recorded {recorded}, counted {counted}");
    }
    let Some(marked) = &case.dead else { return };
    for chain in guess.chains(&case.grid, None) {
        let dead = marked[case.grid.size().index(chain.point)];
        if dead.is_some_and(|dead| dead != (chain.status == Status::Dead)) {
            println!(
                "  {} {}, {} stones: {} ({}, {:.2})",
                chain.color,
                chain.point.name(case.grid.size()),
                chain.stones,
                chain.status.name(),
                chain.evidence.name(),
                chain.confidence.unwrap_or(1.0),
            );
        }
    }
}
