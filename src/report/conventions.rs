//! Conventions that fit most games of a set and aren't the recorded ones: `Conventions`.
//!
//! A converter that writes one ruleset or komi into every record makes no record wrong enough to be seen. The set shows it: most
//! results are right by another convention. That is a hint, and changes no verdict.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use sgf_audit_core::audit::{Audit, Verdict};
use sgf_audit_core::go::Points;
use sgf_audit_core::rules::find;

/// The fewest games that a hint is about.
const MIN_GAMES: u64 = 10;

/// Ways of counting: the game's own, and others, each by one ruleset.
const COUNTINGS: [&str; 3] = ["", "chinese", "japanese"];

/// Komi in hundredths of a point: the game's own first.
const KOMI: [Option<i64>; 8] =
    [None, Some(650), Some(750), Some(550), Some(50), Some(0), Some(375), Some(800)];

/// Number of games that each convention fits, by server.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Conventions(BTreeMap<String, Fits>);

/// The games of one server, or of none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Fits {
    /// Even games that were counted and have a recorded margin.
    games: u64,
    /// Those of them that are confirmed.
    confirmed: u64,
    /// For each way of counting, and each komi: the games that are as recorded, and how many of them aren't confirmed.
    by: Vec<(u64, u64)>,
}

impl Conventions {
    /// Adds a game. Handicaps are left out, since rulesets compensate for them in different ways.
    pub fn add(&mut self, audit: &Audit) {
        let (Some(score), Some(recorded)) = (&audit.score, audit.outcome.white_margin()) else {
            return;
        };
        let is_counted = audit.verdict == Verdict::Confirmed || audit.verdict.is_in_doubt();
        if audit.replay.handicap.stones > 0 || !is_counted {
            return;
        }
        let fits = self.0.entry(audit.info.server.unwrap_or_default().to_owned()).or_default();
        fits.by.resize(COUNTINGS.len() * KOMI.len(), (0, 0));
        fits.games += 1;
        let is_confirmed = audit.verdict == Verdict::Confirmed;
        fits.confirmed += u64::from(is_confirmed);
        let margins = [score.margin, score.area_margin, score.territory_margin];
        for (counting, margin) in margins.into_iter().enumerate() {
            for (place, komi) in KOMI.iter().enumerate() {
                let komi = komi.map_or(score.komi, Points::hundredths);
                let is_own = counting == 0 && place == 0;
                let is_right = match is_own {
                    true => is_confirmed,
                    false => margin - score.komi + komi == recorded,
                };
                let (all, in_doubt) = &mut fits.by[counting * KOMI.len() + place];
                *all += u64::from(is_right);
                *in_doubt += u64::from(is_right && !is_confirmed);
            }
        }
    }

    /// Adds another part of the run.
    pub fn merge(&mut self, other: &Self) {
        for (server, more) in &other.0 {
            let fits = self.0.entry(server.clone()).or_default();
            fits.games += more.games;
            fits.confirmed += more.confirmed;
            fits.by.resize(more.by.len(), (0, 0));
            for ((all, in_doubt), (more_all, more_in_doubt)) in fits.by.iter_mut().zip(&more.by) {
                *all += more_all;
                *in_doubt += more_in_doubt;
            }
        }
    }

    /// Returns a sentence for each server whose games mostly fit a convention other than their own.
    pub fn hints(&self) -> Vec<String> {
        self.0.iter().filter_map(|(server, fits)| fits.hint(server)).collect()
    }
}

impl Fits {
    /// The convention that fits most games, the first if several do, unless it is the games' own.
    fn hint(&self, server: &str) -> Option<String> {
        let most = self.by.iter().map(|(all, _)| *all).max()?;
        let best = self.by.iter().position(|(all, _)| *all == most)?;
        let (all, in_doubt) = self.by[best];
        if best == 0 || 2 * all <= self.games || in_doubt < MIN_GAMES || all <= self.confirmed {
            return None;
        }
        let (counting, komi) = (COUNTINGS[best / KOMI.len()], KOMI[best % KOMI.len()]);
        let komi = komi.map(Points::hundredths);
        let mut options = Vec::new();
        options.extend((!counting.is_empty()).then(|| format!("--rules {counting}")));
        options.extend(komi.map(|komi| format!("--komi {komi}")));
        let name = find(counting).map_or("", |rules| &rules.name);
        let by = match komi {
            Some(komi) if name.is_empty() => format!("Komi {komi}"),
            Some(komi) => format!("{name} with komi {komi}"),
            None => name.to_owned(),
        };
        let of = if server.is_empty() { String::new() } else { format!(" of {server}") };
        Some(format!(
            "{by}: as recorded are {all} of {} games{of}, {in_doubt} of them undecided or wrong as they are judged; try {}.",
            self.games,
            options.join(" ")
        ))
    }
}
