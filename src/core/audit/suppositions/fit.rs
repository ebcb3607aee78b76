//! What comes of a supposition, and what a fit means.

use super::undecided::OpenQuestion;
use crate::audit::causes::MarginExplanation;
use crate::audit::finding::Condition;
use crate::audit::recount::count::Recount;
use crate::audit::settle::Settled;
use crate::go::Points;
use crate::sgf::Outcome;

/// What came of a supposition.
pub(super) enum Trial {
    /// There is no reason to suppose it.
    NotAsked,
    /// The recorded result doesn't fit.
    Refuted,
    Fits(Fit),
}

/// The meaning of a fit.
pub(crate) enum Fit {
    /// The recorded result is right.
    Confirms(Box<Confirmed>),
    /// The players can't have counted the position that they marked; why.
    Unfinished(String),
    /// It may be right; why.
    LeavesOpen(OpenQuestion, String),
    /// It is wrong, and a warning.
    Softens(Condition),
}

/// What confirms a result, as far as it isn't the first count.
#[derive(Default)]
pub(crate) struct Confirmed {
    pub recount: Option<Recount>,
    /// The komi that was used.
    pub komi: Option<Settled<Points>>,
    /// The recorded result, read in another unit.
    pub outcome: Option<Outcome>,
    /// Why it is right, if that isn't plain.
    pub words: String,
    /// What the recorded count did differently.
    pub cause: Option<MarginExplanation>,
}

impl Trial {
    /// The recorded result is right by this count.
    pub(super) fn confirms(recount: Recount) -> Self {
        let recount = Some(recount);
        Self::Fits(Fit::Confirms(Box::new(Confirmed { recount, ..Confirmed::default() })))
    }
}
