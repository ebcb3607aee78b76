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
    /// The part of the count that it changes; two causes with the same aspect exclude each other.
    pub(super) aspect: Aspect,
    /// Whether it may be one of two causes.
    pub(super) pairing: Pairing,
    /// The changes that it may make in this game, the most plausible first; none where it can't be the cause.
    pub(super) changes: fn(&MarginCase, &SurroundedPoints) -> Vec<Change>,
    /// The change in words, to follow "the recorded result matches territory counting".
    pub(super) words: fn(&MarginCase, Change) -> String,
}

impl Cause {
    /// Whether it may be one of two causes: `evident`, `bare` or `alone`.
    #[must_use]
    pub const fn pairing(&self) -> &'static str {
        match self.pairing {
            Pairing::Evident => "evident",
            Pairing::Bare => "bare",
            Pairing::Alone => "alone",
        }
    }
}

/// The part of a count that a cause changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    Counting,
    Passes,
    Prisoners,
    Komi,
    Handicap,
    Eyes,
    Irregular,
    Dead,
    FirstPass,
    Chain,
    MarginNotation,
}

/// Whether a cause may be one of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    /// Something in the record speaks for it: with any other.
    Evident,
    /// Nothing but the number speaks for it: with an evident one only.
    Bare,
    /// Not at all: with another it would give any number.
    Alone,
}
