//! The status of a chain at the end of a game, and how it is known.

use crate::go::{Color, Point};
use crate::named::named;

named! {
    /// How the dead stones of a game, or the fate of one chain, are known: the strongest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Evidence {
        /// By a person who looked at the position.
        Stated = "stated",
        /// From the territory marks (TB, TW) in the record.
        Marked = "marked",
        /// Not a single stone is dead: by the rules, or because every stone on the board is unconditionally alive.
        PlayedOut = "played-out",
        /// Unconditional life, or death within unconditionally living stones.
        Proven = "proven",
        /// By the embedded estimator.
        Estimated = "estimated",
        Engine = "engine",
        Undecided = "undecided",
    }
}

impl Evidence {
    /// Whether it is an estimate, which can be wrong, and not from the record or a proof.
    #[must_use]
    pub const fn is_judgement(self) -> bool {
        matches!(self, Self::Estimated | Self::Engine)
    }
}

named! {
    /// Whether a chain lives.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Status {
        Alive = "alive",
        /// It can't escape capture.
        Dead = "dead",
        /// It lives, but its points don't count where eyes in seki don't.
        Seki = "seki",
        Undecided = "undecided",
    }
}

/// One chain of a final position with its status.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainStatus {
    /// Its first stone in row-major order, by which it is named.
    pub point: Point,
    pub color: Color,
    pub stones: u32,
    pub status: Status,
    pub evidence: Evidence,
    /// How sure an estimate is, from 0 (nothing known) to 1; `None` for other evidence.
    pub confidence: Option<f32>,
}

/// Undecided chains that were judged together. Those of one colour live or die together; in a group of both
/// colours, either the one's live or the other's.
#[derive(Clone, Debug, PartialEq)]
pub struct UndecidedGroup {
    pub chains: Vec<ChainStatus>,
    /// Whether they were read and found unsettled.
    pub is_unsettled: bool,
}

/// The status of each chain by an estimate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assessment {
    pub by: String,
    /// The chains, in row-major order of their first stones.
    pub chains: Vec<ChainStatus>,
    /// The undecided ones of them, in groups.
    pub undecided: Vec<UndecidedGroup>,
    /// The reason if the answer is missing.
    pub failure: Option<String>,
}

impl Assessment {
    /// The chain that the estimate is least sure of, apart from proved ones.
    pub fn weakest(&self) -> Option<&ChainStatus> {
        let sure = |chain: &ChainStatus| chain.confidence.unwrap_or(1.0);
        let judged = self.chains.iter().filter(|chain| chain.confidence.is_some());
        judged.min_by(|a, b| sure(a).total_cmp(&sure(b)))
    }
}
