//! What comes out of a replay.

use super::handicap::{Handicap, HandicapBy};
use super::tally::{Ply, Tally, Violation};
use crate::go::{ByColor, Color, Point};
use crate::sgf::NodeId;

/// Stones set up after the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The node.
    pub node: NodeId,
    /// Where its first setup property starts.
    pub start: u32,
    /// How many points changed.
    pub changed: u32,
    /// How many points were named that were so already, or that a later part of the setup changed again.
    pub idle: u32,
    /// Whether it only takes stones off after the game's last pass: the dead ones, which become prisoners
    /// (A91 9).
    pub takes_dead: bool,
}

/// What came out of a replay; the final position is the [`Replayer`](super::Replayer)'s board.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Everything that broke a rule, in order.
    pub violations: Vec<Violation>,
    /// The book-keeping.
    pub tally: Tally,
    /// The handicap.
    pub handicap: Handicap,
    /// Handicap stones that the record doesn't have, and were taken to stand there.
    pub assumed: Vec<Point>,
    /// Number of moves in the record, passes and irregular moves counted.
    pub moves: u32,
    /// How many passes in a row end the record.
    pub final_passes: u32,
    /// Who made the last move, pass or play.
    pub last_mover: Option<Color>,
    /// Who is to move after it, where turns, PL or the handicap say so.
    pub to_move: Option<Color>,
    /// The last move.
    pub last_ply: Option<Ply>,
    /// The first pass of the final run, if there is one: who made it.
    pub first_final_pass: Option<Color>,
    /// Who was the first to pass in the game.
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
    /// What variations broke, where they were replayed.
    pub in_variations: Vec<Violation>,
    /// The node from which on variations weren't replayed, and where it starts: too many changes of
    /// the board led to it.
    pub not_replayed: Option<(NodeId, u32)>,
    /// The last node of the main line with TB or TW that stands at or after the last play; passes may
    /// follow it.
    pub marked_node: Option<NodeId>,
}

impl Replay {
    /// Whether stones were set up or taken off that are neither handicap nor dead: who made how many moves to that
    /// position isn't known.
    #[must_use]
    pub fn is_set_up(&self) -> bool {
        self.initial != [0, 0] && self.handicap.stones < 2
            || self.setups.iter().any(|setup| !setup.takes_dead)
    }

    pub(super) fn new() -> Self {
        Self {
            violations: Vec::new(),
            tally: Tally::default(),
            handicap: Handicap { stones: 0, by: HandicapBy::None },
            assumed: Vec::new(),
            moves: 0,
            final_passes: 0,
            last_mover: None,
            to_move: None,
            last_ply: None,
            first_final_pass: None,
            first_pass: None,
            resumed: false,
            after_end: false,
            all_alive: false,
            initial: ByColor::default(),
            setups: Vec::new(),
            first_setups: Vec::new(),
            in_variations: Vec::new(),
            not_replayed: None,
            marked_node: None,
        }
    }
}
