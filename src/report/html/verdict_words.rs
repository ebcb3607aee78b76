//! Verdicts in words.

use crate::audit::Verdict;

/// Returns a verdict as a person says it.
pub(super) const fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Confirmed => "confirmed",
        Verdict::WrongWinner => "wrong winner",
        Verdict::WrongMargin => "wrong margin",
        Verdict::Undecided => "undecided",
        Verdict::NotCounted => "not counted",
        Verdict::NoResult => "no result",
    }
}
