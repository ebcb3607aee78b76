//! The outcome of a replay: the moves that were against the rules, and the counters.

use crate::go::{ByColor, Color, Grid, Key, Point, Size};
use crate::record::Handicap;
use crate::sgf::{NodeId, Span};

/// A rule that a move broke.
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
    pub fn is_forbidden(self) -> bool {
        !matches!(self, Self::OddPass | Self::OddPoint | Self::Repetition { .. } | Self::ExtraPass)
    }
}

/// A move of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
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
    pub kind: ViolationKind,
    pub ply: Ply,
}

/// The book-keeping of appendix B of the BGA's rules, by colour (Black, White).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stones played on the board, handicap stones played as moves not counted.
    pub plays: ByColor<u32>,
    /// Passes in the record.
    pub passes: ByColor<u32>,
    /// Stones given to the opponent for moves that left the board as it was.
    pub illegal_moves: ByColor<u32>,
    /// Stones of the colour taken off by capture or suicide; the other player holds them.
    pub captured_from: ByColor<u32>,
}

impl Tally {
    /// Number of moves of a colour: plays, passes and illegal moves.
    pub fn moves(&self, color: Color) -> u32 {
        self.plays[color] + self.passes[color] + self.illegal_moves[color]
    }
}

/// The position just after the last move of a main line; the initial one where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AfterLastMove {
    pub key: Key,
    /// Stones of the colour taken off until then by capture or suicide.
    pub captured_from: ByColor<u32>,
}

/// Stones set up after the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    pub node: NodeId,
    /// Where its first setup property starts.
    pub start: u32,
    pub changed: u32,
    /// Number of points named without effect: they were so already, or a later part of the setup changed
    /// them again.
    pub idle: u32,
    /// Whether it follows the game's last pass and takes off the dead stones, which become prisoners (A91 9), or only shows
    /// how the game was counted.
    pub takes_dead: bool,
}

#[derive(Clone, Debug, Default)]
pub struct InVariations {
    /// The moves that broke a rule.
    pub violations: Vec<Violation>,
    /// Setup after the first move.
    pub setups: Vec<Setup>,
    /// Setup before the first move that names points without effect.
    pub first_setups: Vec<Setup>,
}

#[derive(Clone, Debug)]
pub struct Replay {
    /// The position at the end of the main line, dead stones included.
    pub position: Grid,
    /// The moves that broke a rule, in order.
    pub violations: Vec<Violation>,
    pub tally: Tally,
    /// The handicap, as far as the record places its stones.
    pub handicap: Handicap,
    /// Handicap stones that the record states but doesn't place, and that were assumed.
    pub assumed: Vec<Point>,
    /// Number of moves in the record, passes and irregular moves counted.
    pub moves: u32,
    /// Number of passes in a row that end the record.
    pub final_passes: u32,
    /// The player of the last move, pass or play.
    pub last_mover: Option<Color>,
    /// The player to move after it, if turns, PL or the handicap decide it.
    pub to_move: Option<Color>,
    /// The position just after it, whatever is set up later.
    pub after_last_move: AfterLastMove,
    pub last_ply: Option<Ply>,
    /// The player of the first of the final passes.
    pub first_final_pass: Option<Color>,
    /// The player of the first pass of the game.
    pub first_pass: Option<Color>,
    /// Whether play was resumed after two passes.
    pub resumed: bool,
    /// Whether play went on after the game had ended.
    pub after_end: bool,
    /// Whether a dispute ended the game so that all stones on the board are alive.
    pub all_alive: bool,
    /// Stones on the board before the first move (Black, White).
    pub initial: ByColor<u32>,
    /// Setup after the first move.
    pub setups: Vec<Setup>,
    /// Setup before the first move that names points without effect.
    pub first_setups: Vec<Setup>,
    /// The same of variations, if these were replayed.
    pub in_variations: InVariations,
    /// The first node of the variations that weren't replayed, with its offset: too many changes of the
    /// board led to it.
    pub not_replayed: Option<(NodeId, u32)>,
    /// The last node of the main line with TB or TW that is at or after the last play; passes may
    /// follow it.
    pub marked_node: Option<NodeId>,
}

impl Replay {
    /// Whether stones were set up or taken off that are neither handicap nor dead, so that the number of moves
    /// of each player isn't known.
    pub fn is_set_up(&self) -> bool {
        self.initial != [0, 0] && self.handicap.stones < 2
            || self.setups.iter().any(|setup| !setup.takes_dead)
    }

    pub(super) fn new(size: Size) -> Self {
        Self {
            position: Grid::new(size),
            violations: Vec::new(),
            tally: Tally::default(),
            handicap: Handicap::NONE,
            assumed: Vec::new(),
            moves: 0,
            final_passes: 0,
            last_mover: None,
            to_move: None,
            after_last_move: AfterLastMove::default(),
            last_ply: None,
            first_final_pass: None,
            first_pass: None,
            resumed: false,
            after_end: false,
            all_alive: false,
            initial: ByColor::default(),
            setups: Vec::new(),
            first_setups: Vec::new(),
            in_variations: InVariations::default(),
            not_replayed: None,
            marked_node: None,
        }
    }
}
