//! Territory as Japanese and Korean rules count it.

mod barriers;
mod bent_four;
mod eye_search;
mod eye_shape;
mod false_eyes;
mod group_tax;
mod seki;
mod spheres;

pub(super) use bent_four::{BentFour, bent_fours, is_dead_under};
pub use group_tax::group_tax;

use crate::go::{Color, Grid, Point};
use crate::score::living::PositionWithoutDead;
use seki::classify_groups;

/// What a point counts as, whether it is empty or holds a dead stone.
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

/// What each point of a final position counts as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// By point, in row-major order: whose territory it is.
    pub owner: Vec<Option<Color>>,
    /// By point, in row-major order: what it counts as.
    pub kind: Vec<PointKind>,
    /// What isn't certain; empty if the count is sure as far as this analysis goes.
    pub unclear: Vec<Unclear>,
}

impl Territory {
    /// A colour's points of territory, without prisoners.
    #[must_use]
    pub fn points(&self, color: Color) -> usize {
        self.owner.iter().filter(|&&owner| owner == Some(color)).count()
    }
}

/// The territory of a final position under Japanese and Korean rules.
///
/// `grid` still has the dead stones on it and `dead` says where they are, by point in row-major order
/// (missing entries, and entries at empty points, mean nothing dead). Enclosed points count, but for
/// eyes in seki and points that have to be filled. Dead stones that don't stand on territory count no
/// point there; whether they are prisoners is for the caller to say.
///
/// The stones that aren't said to be dead are trusted to live: a group without two eyes is in seki.
/// The players are taken to have made the plays that were necessary, so that an eye space is worth what
/// its owner can make of it. Only the final position is looked at, so a ko or a capture that somebody
/// still threatens isn't seen. Takes time in the area, times the blocks and spaces that hang together.
#[must_use]
pub fn territory(grid: &Grid, dead: &[bool]) -> Territory {
    let is_dead =
        |(point, cell): (usize, &Option<Color>)| cell.is_some() && dead.get(point) == Some(&true);
    let dead: Vec<bool> = grid.cells().iter().enumerate().map(is_dead).collect();
    let cleared = PositionWithoutDead::new(grid, &dead);
    let settled = classify_groups(&cleared);
    let kind: Vec<PointKind> = (0..dead.len())
        .map(|point| match (cleared.living(point), cleared.owner(point)) {
            (Some(_), _) if settled.seki[point] => PointKind::SekiStone,
            (Some(_), _) => PointKind::Stone,
            (None, None) => PointKind::Dame,
            (None, Some(owner)) if settled.filled[point] => PointKind::FalseEye(owner),
            (None, Some(owner)) if settled.seki[point] => PointKind::SekiEye(owner),
            (None, Some(owner)) => PointKind::Territory(owner),
        })
        .collect();
    let owner = kind.iter().map(|kind| match kind {
        PointKind::Territory(owner) => Some(*owner),
        _ => None,
    });

    let open = cleared.open().map(|points| (points, Doubt::Unfinished));
    let unclear = settled
        .unsure
        .iter()
        .map(|(points, doubt)| (points.as_slice(), *doubt))
        .chain(open)
        .map(|(points, doubt)| {
            let mut points = points.to_vec();
            points.sort_unstable();
            let points = points.iter().map(|&point| grid.size().point(point as usize)).collect();
            Unclear { points, doubt }
        })
        .collect();
    Territory { owner: owner.collect(), kind, unclear }
}
