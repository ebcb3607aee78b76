//! Setup before the first move and between moves.

use super::replayed_game::{Ply, Setup};
use super::replayer::{ReplayRequest, Replayer, State};
use crate::go::{ByColor, Color, Point};
use crate::record::{Handicap, HandicapBy, LeadingMoves, RecordedGame, keep_last};
use crate::sgf::{NodeId, Span, Text, points_value};

impl Replayer {
    /// Adds the changes of a setup property to the node's.
    pub(super) fn collect(&mut self, text: &Text, values: &[Span], stone: Option<Color>) {
        for &value in values {
            let points = points_value(text, value, self.board.size());
            self.changes.extend(points.points().map(|point| (point, stone)));
            if self.changes.len() > 8 * self.board.size().area() {
                // Long lists of rectangles take no more memory than a few boards.
                let before = self.changes.len();
                keep_last(&mut self.changes, self.board.size());
                self.void = self.void.saturating_add((before - self.changes.len()) as u32);
            }
        }
    }

    /// Carries out the setup of a node.
    pub(super) fn apply_setup(&mut self, state: &mut State, node: NodeId, setup_at: Option<u32>) {
        let Some(start) = setup_at else { return };
        let named = (self.changes.len() as u32).saturating_add(std::mem::take(&mut self.void));
        let takes_dead = state.passes >= 2 && self.changes.iter().all(|(_, to)| to.is_none());
        if state.passes >= 2 && state.at_last_pass.is_none() && !self.branching {
            let captured = state.out.tally.captured_from;
            state.at_last_pass = Some((self.board.grid(), captured, state.out.setups.len()));
        }
        if state.begun && state.after_last_move.is_none() {
            state.after_last_move = Some(state.after_last_move(&self.board));
        }
        let before = ByColor::from_fn(|color| self.board.stones(color));
        let changed = self.board.set_up(self.changes.drain(..));
        let idle = named - changed.min(named);
        let setup = Setup { node, start, changed, idle, takes_dead };
        if !state.begun {
            if self.branching {
                self.history.set_up(&self.board, Color::Black);
            }
            if setup.idle > 0 {
                state.out.first_setups.push(setup);
            }
            return;
        }
        state.out.setups.push(setup);
        if takes_dead {
            for color in Color::BOTH {
                let taken = before[color] - self.board.stones(color);
                state.out.tally.captured_from[color] += taken;
                state.taken_off[color] += taken;
            }
        }
        if changed > 0 {
            state.expected = None;
            state.history_from = state.out.moves;
            if self.branching {
                self.history.set_up(&self.board, Color::Black);
            } else {
                // Earlier positions no longer count, and no variation returns to them.
                self.history.begin(&self.board, Color::Black);
            }
        }
    }

    /// Fixes the initial stones, the handicap and the turn when the first move comes, which is `first`'s.
    pub(super) fn begin(&mut self, state: &mut State, task: &ReplayRequest, first: Color) {
        state.begun = true;
        let missing = &task.record.missing;
        if !missing.assumed.is_empty() {
            let stones = missing.assumed.iter().map(|&point| (point, Some(Color::Black)));
            self.board.set_up(stones);
        }
        let initial = ByColor::from_fn(|color| self.board.stones(color));
        state.out.initial = initial;
        let stated = task.record.handicap();
        let mut handicap = Handicap::new(stated, initial, || {
            let &RecordedGame { text, game, size, .. } = task.record;
            let leading = || LeadingMoves::read(text, game, size);
            *self.leading.get_or_insert_with(leading)
        });
        if !missing.assumed.is_empty() {
            handicap.by = HandicapBy::Assumed;
            state.out.assumed = missing.assumed.clone();
        } else if missing.unknown {
            handicap.by = HandicapBy::Unknown;
        }
        state.out.handicap = handicap;
        state.skipped_left = handicap.skipped;
        let named = state.expected;
        if handicap.by == HandicapBy::Moves {
            state.handicap_left = handicap.stones - initial.black;
        } else if state.expected.is_none() && !task.record.is_from_katago() {
            // After a setup that isn't a handicap, or where the stated handicap isn't on the board, either
            // player may move.
            let stated = stated.is_some_and(|n| n >= 2);
            if stated == (handicap.stones >= 2) && (stated || initial == [0, 0]) {
                state.expected = Some(handicap.first_to_move());
            }
        }
        self.begin_history(state);
        // If neither PL nor a handicap decides who moves first, it is the player who does (A91 6, B07 3).
        let first = named.or(state.expected.filter(|_| handicap.stones >= 2)).unwrap_or(first);
        self.history.set_first(first);
    }

    pub(super) fn begin_history(&mut self, state: &mut State) {
        state.history_from = state.out.moves;
        let to_move = state.expected.unwrap_or(Color::Black);
        if self.branching {
            self.history.set_up(&self.board, to_move);
        } else {
            self.history.begin(&self.board, to_move);
        }
    }

    /// Places a handicap stone that is played as a move. It belongs to the initial position.
    pub(super) fn place_handicap(&mut self, state: &mut State, ply: Ply, point: Point) {
        self.board.play_unchecked(Color::Black, point);
        state.handicap_left -= 1;
        if self.branching {
            self.history.set_up(&self.board, Color::White);
        }
        state.out.last_mover = Some(ply.color);
        state.out.last_ply = Some(ply);
        if state.handicap_left == 0 {
            state.expected = Some(Color::White);
            self.begin_history(state);
        }
    }
}
