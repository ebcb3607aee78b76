//! Why a recorded margin may differ from the count: `Cause`.

use super::change::Change;
use super::count_model::SurroundedPoints;
use super::margin_case::MarginCase;

/// Why a recorded margin may differ from the count: an entry of [`CAUSES`](super::CAUSES).
pub struct Cause {
    /// The name, which never changes.
    pub name: &'static str,
    /// How the players counted instead of by the ruleset.
    pub meaning: &'static str,
    /// When it is tried, and with which numbers.
    pub arithmetic: &'static str,
    /// What in the record or the game speaks for it, beyond the number.
    pub evidence: &'static str,
    /// Share of the wrong results that it explains in games with this evidence. The changes that it may make share it.
    pub prior: f32,
    /// Whether a game has the evidence.
    pub(super) has_evidence: fn(&MarginCase, Change) -> bool,
    /// The changes that it may make in this game, the most plausible first; none where it can't be the cause.
    pub(super) changes: fn(&MarginCase, &SurroundedPoints) -> Vec<Change>,
    /// The change in words, to follow "the recorded result matches territory counting".
    pub(super) words: fn(&MarginCase, Change) -> String,
}
