//! The outcome of a supposition, and the meaning of a fit.

use super::undecided::OpenQuestion;
use crate::audit::causes::MarginExplanation;
use crate::audit::finding::Condition;
use crate::audit::recount::Recount;
use crate::audit::settle::Settled;
use crate::go::Points;
use crate::sgf::Outcome;

/// The outcome of a supposition.
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

/// The values that confirm a result, where they differ from the first count.
#[derive(Default)]
pub(crate) struct Confirmed {
    pub recount: Option<Recount>,
    /// The komi that was used.
    pub komi: Option<Settled<Points>>,
    /// The recorded result, read in another unit.
    pub outcome: Option<Outcome>,
    /// Why it is right, if that isn't plain.
    pub words: String,
    /// The difference between the recorded count and this one.
    pub cause: Option<MarginExplanation>,
}

impl Trial {
    /// The recorded result is right by this count.
    pub(super) fn confirms(recount: Recount) -> Self {
        let recount = Some(recount);
        Self::Fits(Fit::Confirms(Box::new(Confirmed { recount, ..Confirmed::default() })))
    }
}
