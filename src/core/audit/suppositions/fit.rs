//! The outcome of a supposition, and the meaning of a fit.

use super::undecided::OpenQuestion;
use crate::audit::finding::Condition;
use crate::audit::recount::Recount;
use crate::audit::settle::Settled;
use crate::go::Points;
use crate::sgf::Outcome;

pub(super) enum Trial {
    /// There is no reason to suppose it.
    NotAsked,
    /// The recorded result doesn't fit.
    Refuted,
    Fits(Fit),
}

pub(crate) enum Fit {
    /// The recorded result is right.
    Confirms(Box<Confirmed>),
    /// It may be right; why.
    LeavesOpen(OpenQuestion, String),
    /// It is wrong, and a warning.
    Softens(Condition),
}

/// What confirms a result that isn't the count's. The count stands beside it, whatever the result is.
#[derive(Default)]
pub(crate) struct Confirmed {
    /// White's margin that is possible beside the count's.
    pub possible: Option<Points>,
    /// The count of a position that is counted only because of the result, or by a komi that it shows.
    pub recount: Option<Recount>,
    pub komi: Option<Settled<Points>>,
    /// The recorded result, read in another unit.
    pub outcome: Option<Outcome>,
    /// Why it is right, if that isn't plain.
    pub words: String,
}

impl Trial {
    /// The recorded result is right, though the count has another one.
    pub(super) fn confirms(possible: Points, words: String) -> Self {
        let confirmed = Confirmed { possible: Some(possible), words, ..Confirmed::default() };
        Self::Fits(Fit::Confirms(Box::new(confirmed)))
    }
}
