//! A change that a cause makes to a way of counting: `Change`.

use super::count_model::{CountModel, Passes};
use super::margin_case::Eyes;
use super::margin_notation::MarginNotation;
use super::status_flip::StatusFlip;
use crate::go::{ByColor, Points};
use crate::rules::Counting;

/// A change of the ruleset's way of counting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    Counting(Counting),
    Passes(Passes),
    Captured(bool),
    Dead(bool),
    AllAlive,
    HandedOver(ByColor<u32>),
    Komi(Points),
    Compensation(Points),
    Eyes(Eyes),
    FirstPass(Points),
    Chain(StatusFlip),
    MarginNotation(MarginNotation),
}

impl Change {
    /// Applies the change to a way of counting.
    pub fn apply(self, to: &mut CountModel) {
        match self {
            Self::Counting(counting) => to.counting = counting,
            Self::Passes(passes) => to.passes = passes,
            Self::Captured(counts) => to.captured = counts,
            Self::Dead(counts) => to.dead = counts,
            Self::AllAlive => (to.counting, to.all_alive) = (Counting::Area, true),
            Self::HandedOver(stones) => to.handed_over = stones,
            Self::Komi(komi) => to.komi = komi,
            Self::Compensation(points) => to.compensation = Some(points),
            Self::Eyes(eyes) => to.eyes = Some(eyes),
            Self::FirstPass(point) => to.first_pass = point,
            Self::Chain(flip) => to.flip = Some(flip),
            Self::MarginNotation(written) => to.written = written,
        }
    }
    /// The stones whose status it changes, if it changes any.
    pub fn flip(self) -> Option<StatusFlip> {
        match self {
            Self::Chain(flip) => Some(flip),
            _ => None,
        }
    }
}
