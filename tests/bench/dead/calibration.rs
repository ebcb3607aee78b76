//! How often a judge is right by how sure it says that it is.

use sgf_audit_core::score::thresholds::{DECIDED_OWNERSHIP, SURE_OWNERSHIP};
use sgf_audit_core::score::{Dead, Status};

use super::games::Case;
use super::table::Share;

/// The lower ends of the bands of confidence; below the first, a chain is undecided.
const BANDS: [f32; 4] = [DECIDED_OWNERSHIP, SURE_OWNERSHIP, 0.95, 0.99];

/// Shares right by bands of confidence, the undecided first.
#[derive(Default)]
pub struct Calibration {
    chains: [Share; BANDS.len() + 1],
    games: [Share; BANDS.len() + 1],
}

impl Calibration {
    /// Adds the chains of a case whose dead stones are known, and the case by its weakest chain. Proofs
    /// aren't estimates, and are left out.
    pub fn add(&mut self, case: &Case, guess: &Dead) {
        let Some(known) = &case.dead else { return };
        let (mut right, mut weakest) = (true, None);
        for chain in guess.chains(&case.grid, None) {
            let dead = known[case.grid.size().index(chain.point)];
            let is_right = dead.is_none_or(|dead| dead == (chain.status == Status::Dead));
            right &= is_right;
            let Some(confidence) = chain.confidence else { continue };
            weakest = Some(weakest.map_or(confidence, |weakest: f32| weakest.min(confidence)));
            if dead.is_some() {
                self.chains[band(confidence)].add(is_right);
            }
        }
        if let Some(weakest) = weakest {
            self.games[band(weakest)].add(right);
        }
    }

    /// Prints a line for each band, if there is anything to print.
    pub fn print(&self) {
        if self.games.iter().all(Share::is_empty) {
            return;
        }
        println!("  right by confidence    chains                    games, by the weakest chain");
        for (at, (chains, games)) in self.chains.iter().zip(&self.games).enumerate() {
            let from = at.checked_sub(1).map_or(0.0, |below| BANDS[below]);
            let to = BANDS.get(at).copied().unwrap_or(1.0);
            println!("    {from:.2} to {to:.2}       {:<25} {games}", chains.to_string());
        }
    }
}

fn band(confidence: f32) -> usize {
    BANDS.iter().filter(|&&from| confidence >= from).count()
}
