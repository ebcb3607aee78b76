//! Replays the main line of a record under a ruleset.

use super::handicap::{Handicap, HandicapBy};
use super::tally::{Ply, Tally, Violation, ViolationKind};
use crate::go::{Board, Color, Point, Size};
use crate::rules::{History, Repeat, Resumption, Ruleset, Suicide};
use crate::sgf::{Game, Ident, MoveValue, NodeId, Prop, Span, Text, move_value, points_value};

const B: Ident = Ident::new("B");
const W: Ident = Ident::new("W");
const AB: Ident = Ident::new("AB");
const AW: Ident = Ident::new("AW");
const AE: Ident = Ident::new("AE");
const PL: Ident = Ident::new("PL");
const TB: Ident = Ident::new("TB");
const TW: Ident = Ident::new("TW");

/// Stones set up after the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The node.
    pub node: NodeId,
    /// Where its first setup property starts.
    pub start: u32,
    /// How many points changed.
    pub changed: u32,
}

/// What came out of a replay; the final position is the [`Replayer`]'s board.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Everything that broke a rule, in order.
    pub violations: Vec<Violation>,
    /// The book-keeping.
    pub tally: Tally,
    /// The handicap.
    pub handicap: Handicap,
    /// Number of moves in the record, passes and irregular moves counted.
    pub moves: u32,
    /// How many passes in a row end the record.
    pub final_passes: u32,
    /// Who made the last move, pass or play.
    pub last_mover: Option<Color>,
    /// The last move.
    pub last_ply: Option<Ply>,
    /// The first pass of the final run, if there is one: who made it.
    pub first_final_pass: Option<Color>,
    /// Whether play was resumed after two passes.
    pub resumed: bool,
    /// Whether four passes in a row ended the game under a ruleset by which all stones are then alive.
    pub four_passes: bool,
    /// Stones on the board before the first move (Black, White).
    pub initial: [u32; 2],
    /// Setup after the first move.
    pub setups: Vec<Setup>,
    /// The last node of the main line with TB or TW that stands at or after the last move.
    pub marked_node: Option<NodeId>,
}

/// Replays games one after another, keeping its memory.
#[derive(Clone, Debug)]
pub struct Replayer {
    board: Board,
    history: History,
    changes: Vec<(Point, Option<Color>)>,
}

impl Default for Replayer {
    fn default() -> Self {
        Self {
            board: Board::new(Size::STANDARD),
            history: History::new(),
            changes: Vec::new(),
        }
    }
}

/// The state of one replay.
struct State<'a> {
    rules: &'a Ruleset,
    out: Replay,
    /// Whose turn it is; `None` where a setup left it open.
    expected: Option<Color>,
    /// Handicap stones still to be played as moves.
    handicap_left: u32,
    /// Passes in a row up to now.
    passes: u32,
    ended: bool,
    after_end_told: bool,
    /// The move after which the history began.
    history_from: u32,
    begun: bool,
}

impl Replayer {
    /// A replayer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The position that the last replay ended with.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Replays the main line of a game. `stated_handicap` is the record's HA, where it can be read.
    /// Takes time in the length of the main line.
    pub fn replay(
        &mut self,
        text: &Text,
        game: &Game,
        size: Size,
        rules: &Ruleset,
        stated_handicap: Option<i64>,
    ) -> Replay {
        self.board.reset(size);
        let mut state = State {
            rules,
            out: Replay {
                violations: Vec::new(),
                tally: Tally::default(),
                handicap: Handicap { stones: 0, by: HandicapBy::None },
                moves: 0,
                final_passes: 0,
                last_mover: None,
                last_ply: None,
                first_final_pass: None,
                resumed: false,
                four_passes: false,
                initial: [0; 2],
                setups: Vec::new(),
                marked_node: None,
            },
            expected: None,
            handicap_left: 0,
            passes: 0,
            ended: false,
            after_end_told: false,
            history_from: 0,
            begun: false,
        };
        // The moves of a node: one, unless the record is broken.
        let mut moves: Vec<(Color, Span)> = Vec::new();
        for node in 0..game.main_line() {
            let mut setup_at = None;
            let mut to_move = None;
            let mut marked = false;
            moves.clear();
            for (prop, values) in game.props(node) {
                match prop.id {
                    B | W => {
                        let color = if prop.id == B { Color::Black } else { Color::White };
                        if let Some(&value) = values.first() {
                            moves.push((color, value));
                        }
                    }
                    AB => self.collect(text, prop, values, Some(Color::Black), &mut setup_at),
                    AW => self.collect(text, prop, values, Some(Color::White), &mut setup_at),
                    AE => self.collect(text, prop, values, None, &mut setup_at),
                    PL => to_move = values.first().and_then(|&value| to_play(text, value)),
                    TB | TW => marked = true,
                    _ => {}
                }
            }
            self.apply_setup(&mut state, node, &mut setup_at);
            if let Some(color) = to_move {
                state.expected = Some(color);
            }
            if moves.len() > 1 {
                keep_playable(&mut moves);
            }
            for &(color, value) in &moves {
                if !state.begun {
                    self.begin(&mut state, text, game, stated_handicap);
                }
                state.out.marked_node = None;
                self.make_move(&mut state, text, node, color, value);
            }
            if marked {
                state.out.marked_node = Some(node);
            }
        }
        if !state.begun {
            self.begin(&mut state, text, game, stated_handicap);
        }
        state.out.final_passes = state.passes;
        state.out
    }

    fn collect(
        &mut self,
        text: &Text,
        prop: &Prop,
        values: &[Span],
        stone: Option<Color>,
        setup_at: &mut Option<u32>,
    ) {
        setup_at.get_or_insert(prop.start);
        for &value in values {
            let points = points_value(text, value, self.board.size());
            self.changes.extend(points.points().map(|point| (point, stone)));
        }
    }

    /// Carries out the setup collected so far.
    fn apply_setup(&mut self, state: &mut State, node: NodeId, setup_at: &mut Option<u32>) {
        let Some(start) = setup_at.take() else { return };
        let changed = self.board.set_up(self.changes.drain(..));
        if !state.begun {
            return;
        }
        state.out.setups.push(Setup { node, start, changed });
        if changed > 0 {
            state.expected = None;
            self.begin_history(state);
        }
    }

    /// What is known once the first move comes.
    fn begin(
        &mut self,
        state: &mut State,
        text: &Text,
        game: &Game,
        stated_handicap: Option<i64>,
    ) {
        state.begun = true;
        let initial = [self.board.stones(Color::Black), self.board.stones(Color::White)];
        state.out.initial = initial;
        let handicap = Handicap::of(text, game, self.board.size(), stated_handicap, initial);
        state.out.handicap = handicap;
        if handicap.by == HandicapBy::Moves {
            state.handicap_left = handicap.stones;
        } else if state.expected.is_none() {
            // After a setup that is no handicap, or where the stated handicap isn't on the board, either
            // player may move.
            let stated = stated_handicap.is_some_and(|n| n >= 2);
            if stated == (handicap.stones >= 2) && (stated || initial == [0, 0]) {
                state.expected = Some(handicap.first_to_move());
            }
        }
        self.begin_history(state);
    }

    fn begin_history(&mut self, state: &mut State) {
        state.history_from = state.out.moves;
        let to_move = state.expected.unwrap_or(Color::Black);
        self.history.begin(&self.board, to_move);
    }

    fn make_move(
        &mut self,
        state: &mut State,
        text: &Text,
        node: NodeId,
        color: Color,
        value: Span,
    ) {
        state.out.moves += 1;
        let read = move_value(text, value, self.board.size());
        let point = match read {
            MoveValue::Point(point) | MoveValue::OddPoint(point) => Some(point),
            _ => None,
        };
        let ply = Ply { node, number: state.out.moves, color, point, span: value };
        match read {
            MoveValue::OddPass => state.violate(ViolationKind::OddPass, ply),
            MoveValue::OddPoint(_) => state.violate(ViolationKind::OddPoint, ply),
            _ => {}
        }
        if state.handicap_left > 0
            && color == Color::Black
            && let Some(point) = point
            && self.board.get(point).is_none()
        {
            self.place_handicap(state, ply, point);
            return;
        }
        let is_pass = matches!(read, MoveValue::Pass | MoveValue::OddPass);
        state.check_turn(ply, is_pass);
        state.out.last_mover = Some(color);
        state.out.last_ply = Some(ply);
        state.expected = Some(color.opponent());
        if is_pass {
            state.pass(ply);
            self.history.pass(color);
            return;
        }
        state.passes = 0;
        state.out.first_final_pass = None;
        match point {
            None => {
                let kind = if read == MoveValue::OffBoard {
                    ViolationKind::OffBoard
                } else {
                    ViolationKind::Unreadable
                };
                self.hand_over(state, ply, kind);
            }
            Some(point) if self.board.get(point).is_some() => {
                self.hand_over(state, ply, ViolationKind::OccupiedPoint);
            }
            Some(point) => self.play(state, ply, point),
        }
    }

    /// A handicap stone played as a move: it belongs to the initial position.
    fn place_handicap(&mut self, state: &mut State, ply: Ply, point: Point) {
        self.board.play(Color::Black, point);
        state.handicap_left -= 1;
        state.out.last_mover = Some(ply.color);
        state.out.last_ply = Some(ply);
        if state.handicap_left == 0 {
            state.expected = Some(Color::White);
            self.begin_history(state);
        }
    }

    fn hand_over(&mut self, state: &mut State, ply: Ply, kind: ViolationKind) {
        state.out.violations.push(Violation { kind, ply });
        state.out.tally.irregular[ply.color.index()] += 1;
        self.history.pass(ply.color);
    }

    fn play(&mut self, state: &mut State, ply: Ply, point: Point) {
        let color = ply.color;
        let played = self.board.play(color, point);
        let tally = &mut state.out.tally;
        tally.plays[color.index()] += 1;
        tally.lost[color.opponent().index()] += played.captured;
        tally.lost[color.index()] += played.suicide;
        let forbidden = match state.rules.suicide.value {
            Suicide::Forbidden => played.suicide > 0,
            Suicide::MultiStone => played.suicide == 1,
            Suicide::Allowed => false,
        };
        if forbidden {
            let kind = ViolationKind::Suicide(played.suicide);
            state.out.violations.push(Violation { kind, ply });
            self.history.play_unjudged(color, self.board.removed());
            return;
        }
        let repeat =
            self.history.play(state.rules, color, point, played, self.board.removed());
        let from = state.history_from;
        let kind = match repeat {
            Repeat::Nothing => return,
            Repeat::Ko(_) => ViolationKind::Ko,
            Repeat::Superko(since) => ViolationKind::Superko { since: from + since.0 },
            Repeat::Allowed(since) => ViolationKind::Repetition { since: from + since.0 },
        };
        state.out.violations.push(Violation { kind, ply });
    }
}

impl State<'_> {
    fn violate(&mut self, kind: ViolationKind, ply: Ply) {
        self.out.violations.push(Violation { kind, ply });
    }

    /// Whether it is this player's turn, and whether the game goes on at all.
    fn check_turn(&mut self, ply: Ply, is_pass: bool) {
        // White's last pass (A91 11) follows one of Black's, so it needs no exception.
        if self.expected.is_some_and(|color| color != ply.color) {
            self.violate(ViolationKind::OutOfTurn, ply);
        }
        if self.passes < 2 && !self.ended {
            return;
        }
        if is_pass {
            return;
        }
        let may_resume = self.rules.resumption.value == Resumption::InTurn && !self.ended;
        if may_resume {
            self.out.resumed = true;
            self.passes = 0;
        } else if !self.after_end_told {
            self.ended = true;
            self.after_end_told = true;
            self.violate(ViolationKind::AfterEnd, ply);
        }
    }

    fn pass(&mut self, ply: Ply) {
        self.passes += 1;
        self.out.tally.passes[ply.color.index()] += 1;
        if self.passes == 1 {
            self.out.first_final_pass = Some(ply.color);
        }
        let mut most = 2;
        if self.rules.four_passes.value {
            most = 4;
            if self.passes >= 4 {
                self.ended = true;
                self.out.four_passes = true;
            }
        }
        // Where the last pass before was Black's, White's follows (A91 11).
        if self.rules.white_last.value && ply.color == Color::White {
            most += 1;
        }
        if self.passes > most {
            self.violate(ViolationKind::ExtraPass, ply);
        }
    }
}

/// Several moves in one node are played where the colours alternate: the `;` between them is missing.
/// Otherwise the first of each colour counts.
#[cold]
fn keep_playable(moves: &mut Vec<(Color, Span)>) {
    if moves.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return;
    }
    let mut seen = [false; 2];
    moves.retain(|(color, _)| !std::mem::replace(&mut seen[color.index()], true));
}

fn to_play(text: &Text, value: Span) -> Option<Color> {
    match text.decode(value).trim() {
        "B" | "b" | "1" | "black" | "Black" => Some(Color::Black),
        "W" | "w" | "2" | "white" | "White" => Some(Color::White),
        _ => None,
    }
}
