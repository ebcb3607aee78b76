//! The counters of a replay, and the moves that were against the rules.

use crate::go::{ByColor, Color, Point};
use crate::sgf::{NodeId, Span};

/// What a move broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A stone on an occupied point: the board stays as it was, the stone becomes the opponent's prisoner (BGA A.2 ii),
    /// and it counts as a pass.
    OccupiedPoint,
    /// A point outside the board, with the same consequences.
    OffBoard,
    /// A value that names no point, with the same consequences.
    Unreadable,
    /// A pass written in another way than `[]` or `[tt]`; it is one.
    OddPass,
    /// A point of the board in another notation than SGF's; it is played.
    OddPoint,
    /// A self-capture that the ruleset forbids, with its number of stones: they come off and are given to
    /// the opponent (BGA 8.1 i).
    Suicide(u32),
    /// An immediate retake of a ko. It stands (A91 8, BGA 8.1).
    Ko,
    /// A recreated position; the one after move `since`, or the initial one if 0. It stands.
    Superko {
        /// The number of the move that first made the position; 0 for the initial one.
        since: u32,
    },
    /// A recreated position that the ruleset doesn't forbid.
    Repetition {
        /// The number of the move that first made the position; 0 for the initial one.
        since: u32,
    },
    /// A second move in a row, or the wrong player first. It stands (BGA 8.1 ii leaves it to a
    /// referee).
    OutOfTurn,
    /// A move after the game has ended.
    AfterEnd,
    /// A pass that no rule asks for: the game had ended before it.
    ExtraPass,
}

impl ViolationKind {
    /// Whether a rule of play forbids the move; rulesets may differ in it.
    #[must_use]
    pub fn is_forbidden(self) -> bool {
        !matches!(self, Self::OddPass | Self::OddPoint | Self::Repetition { .. } | Self::ExtraPass)
    }
}

/// A move of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The node.
    pub node: NodeId,
    /// The move's number from 1, passes counted.
    pub number: u32,
    /// Who moved.
    pub color: Color,
    /// Where; `None` for a pass, or where no point of the board was named.
    pub point: Option<Point>,
    /// The value in the record.
    pub span: Span,
}

/// A move that broke a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What it broke.
    pub kind: ViolationKind,
    /// The move.
    pub ply: Ply,
}

/// The book-keeping of appendix B of the BGA's rules, by colour (Black, White).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stones played on the board, handicap stones played as moves not counted.
    pub plays: ByColor<u32>,
    /// Passes.
    pub passes: ByColor<u32>,
    /// Stones given to the opponent for moves that left the board as it was.
    pub illegal_moves: ByColor<u32>,
    /// Stones of the colour taken off by capture or suicide; the other player holds them.
    pub captured_from: ByColor<u32>,
}

impl Tally {
    /// Number of moves of a colour: plays, passes and illegal moves.
    #[must_use]
    pub fn moves(&self, color: Color) -> u32 {
        self.plays[color] + self.passes[color] + self.illegal_moves[color]
    }
}
