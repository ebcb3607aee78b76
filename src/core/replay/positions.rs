//! The positions of a main line, one after another.

use super::replayed_game::Ply;
use crate::go::{Board, ByColor, Color, Grid, Point, Size};
use crate::record::{Handicap, LeadingMoves, NodeActions, RecordedGame, next_mover};
use crate::sgf::{Game, NodeId, Text, move_value, points_value};

/// Walks along a main line and shows the position after any move on the way; one walk takes time in
/// the length of the main line, however many positions are looked at.
///
/// The effect of a move on the board depends on no ruleset, and numbers belong to a
/// [`Replay`](super::Replay): passes and irregular moves count.
pub struct Positions<'a> {
    text: &'a Text<'a>,
    game: &'a Game,
    board: Board,
    next: NodeId,
    /// The actions of the node last read; its moves that haven't been made yet, in reverse.
    actions: NodeActions,
    node: NodeId,
    number: u32,
    last: Option<Ply>,
    last_play: Option<Ply>,
    passed: bool,
    captured: ByColor<u32>,
    /// The player that PL has named since the last move.
    next_player: Option<Color>,
    /// The player that PL names beside a move: the one to move after it.
    next_player_after: Option<Color>,
    white_moved: bool,
}

impl<'a> Positions<'a> {
    /// The position before the first move, with what is set up until then, and the handicap stones that a
    /// [`Replay`](super::Replay) assumed.
    pub fn new(text: &'a Text<'a>, game: &'a Game, size: Size, assumed: &[Point]) -> Self {
        let mut positions = Self {
            text,
            game,
            board: Board::new(size),
            next: 0,
            actions: NodeActions::default(),
            node: 0,
            number: 0,
            last: None,
            last_play: None,
            passed: false,
            captured: ByColor::default(),
            next_player: None,
            next_player_after: None,
            white_moved: false,
        };
        positions.board.set_up(assumed.iter().map(|&point| (point, Some(Color::Black))));
        positions.read_nodes();
        positions
    }

    /// Goes on until just after move `number`. Returns false if the main line ends before it, or if it has
    /// been passed already.
    pub fn advance_to(&mut self, number: u32) -> bool {
        while self.number < number {
            if !self.advance() {
                return false;
            }
        }
        self.number == number
    }

    /// Goes on to the end of the main line, setup after the last move included.
    pub fn finish(&mut self) {
        while self.advance() {}
    }

    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// The number of the last move; 0 before the first.
    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn last(&self) -> Option<Ply> {
        self.last
    }

    /// Whether the last move is a pass.
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// The last move that put a stone on the board.
    pub fn last_play(&self) -> Option<Ply> {
        self.last_play
    }

    /// Stones captured so far by Black and by White, suicides included; stones that passes cost are
    /// not.
    pub fn captured(&self) -> ByColor<u32> {
        self.captured
    }

    /// Whose turn it is: by PL, else the opponent's of the last player. Until White has moved it
    /// is the player's who moves next in the record, since Black may place handicap stones.
    pub fn to_move(&self) -> Color {
        let by_handicap = || if self.white_moved { None } else { self.next_color() };
        let by_turn = self.last.map_or(Color::Black, |last| last.color.opponent());
        self.next_player.or_else(by_handicap).unwrap_or(by_turn)
    }

    fn next_color(&self) -> Option<Color> {
        let in_node = self.actions.moves.last().map(|&(color, _)| color);
        in_node.or_else(|| next_mover(self.game, self.next))
    }

    /// Makes the next move; returns false if there is none.
    fn advance(&mut self) -> bool {
        if self.actions.moves.is_empty() {
            self.read_nodes();
        }
        let Some((color, span)) = self.actions.moves.pop() else { return false };
        self.number += 1;
        let read = move_value(self.text, span, self.board.size());
        self.passed = read.is_pass();
        let point = read.point();
        let ply = Ply { node: self.node, number: self.number, color, point, span };
        if let Some(point) = point
            && self.board.get(point).is_none()
        {
            let played = self.board.play_unchecked(color, point);
            self.captured[color] += played.captured;
            self.captured[color.opponent()] += played.suicide;
            self.last_play = Some(ply);
        }
        self.last = Some(ply);
        self.next_player =
            if self.actions.moves.is_empty() { self.next_player_after.take() } else { None };
        self.white_moved |= color == Color::White;
        true
    }

    /// Reads nodes, carrying out their setup, up to one with moves.
    fn read_nodes(&mut self) {
        let size = self.board.size();
        let mut setup = Vec::new();
        while self.actions.moves.is_empty() && self.next < self.game.main_line() {
            self.node = self.next;
            self.next += 1;
            self.actions.read(self.text, self.game, self.node, |_, values, stone| {
                for &value in values {
                    let points = points_value(self.text, value, size).points();
                    setup.extend(points.map(|point| (point, stone)));
                    // Long lists of rectangles take no more memory than a few boards.
                    if setup.len() > 8 * size.area() {
                        self.board.set_up(setup.drain(..));
                    }
                }
            });
            self.board.set_up(setup.drain(..));
            self.actions.moves.reverse();
            if self.actions.moves.is_empty() {
                self.next_player = self.actions.to_move.or(self.next_player);
            } else {
                self.next_player_after = self.actions.to_move;
            }
        }
    }
}

/// Returns the number of handicap stones before the first move, those included that are assumed; `None` if nobody knows where
/// they were. No ruleset changes it.
pub(crate) fn known_handicap(record: &RecordedGame) -> Option<u32> {
    let &RecordedGame { text, game, size, ref missing, .. } = record;
    let board = Positions::new(text, game, size, &missing.assumed).board;
    let initial = ByColor::from_fn(|color| board.stones(color));
    let leading = || LeadingMoves::read(text, game, size);
    let handicap = Handicap::new(record.handicap(), initial, leading);
    (!missing.unknown).then_some(handicap.stones)
}
