//! Kinds of points in a count, and why they may be uncertain.

use crate::go::{Color, Point};

/// The kind of a point in a count, whether it is empty or holds a dead stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// A stone of a group that is independently alive.
    Stone,
    /// A stone that lives in seki ("not independently alive, yet cannot be captured",
    /// rules-of-go-overview, "Seki").
    SekiStone,
    /// A colour's territory: a point for it, and a second one for a dead stone there.
    Territory(Color),
    /// Dame: next to living stones of both colours, or of none.
    Dame,
    /// Enclosed by a colour, but by a group in seki: "neutral territory" (rules-of-go-overview, "Seki").
    SekiEye(Color),
    /// Enclosed by a colour, which has to play there to connect or to take the stone on it when the
    /// dame are filled (rules-of-go-overview, "Issues": protective plays).
    FalseEye(Color),
}

/// Why a count isn't certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// An eye space crowded with dead stones and too large to search, the only one of its group. It is
    /// taken to make two eyes.
    EyeSpace,
    /// The only eye space of its group, with dead stones that leave it one eye by its shape, and then it
    /// is taken to be in seki, or only by a search in which its owner moves first, and then it is taken to
    /// make two.
    OneEye,
    /// A region that both colours touch and that is too large to be dame. It is taken as dame.
    Unfinished,
}

impl Doubt {
    /// Why, in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::EyeSpace => {
                "an eye space with dead stones, too large to search; taken to make two eyes"
            }
            Self::OneEye => "an eye space with dead stones that may make one eye or two",
            Self::Unfinished => "both colours touch it, and it is large; taken as dame",
        }
    }
}

/// Points whose count isn't certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The points, in row-major order.
    pub points: Vec<Point>,
    /// Why.
    pub doubt: Doubt,
}
