//! Replays the main line of a record, and its variations, under a ruleset.

use super::replayed_game::{AfterLastMove, InVariations, Ply, Replay, Violation, ViolationKind};
use crate::go::{Board, ByColor, Color, Grid, Played, Point, Size, Stone};
use crate::record::{LeadingMoves, NodeActions, RecordedGame};
use crate::rules::{Checkpoint, Dispute, FirstPass, History, Repeat, Resumption, Ruleset};
use crate::sgf::{MoveValue, Node, NodeId, Span, move_value};

/// Replays games one after another, keeping its memory.
#[derive(Clone, Debug)]
pub struct Replayer {
    pub(super) board: Board,
    pub(super) history: History,
    pub(super) changes: Vec<(Point, Option<Color>)>,
    /// Number of changes of the node's setup that later ones overrode and that aren't in `changes`.
    pub(super) void: u32,
    /// Whether there are branches to come back to, so that the history must be kept.
    pub(super) branching: bool,
    /// The last node that was read.
    actions: NodeActions,
    /// The leading black moves of the main line, once counted: every variation that leaves before the
    /// first move needs the number.
    pub(super) leading: Option<LeadingMoves>,
}

impl Default for Replayer {
    fn default() -> Self {
        Self {
            board: Board::new(Size::STANDARD),
            history: History::new(),
            changes: Vec::new(),
            void: 0,
            branching: false,
            actions: NodeActions::default(),
            leading: None,
        }
    }
}

/// A game to replay, and how.
#[derive(Clone, Copy, Debug)]
pub struct ReplayRequest<'a> {
    pub record: &'a RecordedGame<'a>,
    /// The ruleset that judges its moves.
    pub rules: &'a Ruleset,
    pub variations: bool,
}

#[derive(Clone)]
pub(super) struct State<'a> {
    rules: &'a Ruleset,
    pub(super) out: Replay,
    /// Whose turn it is; `None` if a setup left it open.
    pub(super) expected: Option<Color>,
    /// Handicap stones still to be played as moves.
    pub(super) handicap_left: u32,
    /// Black's passes still to come that replace handicap stones.
    pub(super) skipped_left: u32,
    /// Passes in a row up to now.
    pub(super) passes: u32,
    ended: bool,
    after_end_reported: bool,
    /// The move after which the history began.
    pub(super) history_from: u32,
    pub(super) begun: bool,
    /// If setup follows the passes that end the game: the position before it, the stones captured by then, and the number
    /// of setups.
    pub(super) at_last_pass: Option<(Grid, ByColor<u32>, usize)>,
    /// If setup follows the last move: the position before it.
    pub(super) after_last_move: Option<AfterLastMove>,
    /// Stones that setup took off as dead, though play may go on.
    pub(super) taken_off: ByColor<u32>,
}

impl Replayer {
    pub fn new() -> Self {
        Self::default()
    }

    /// Replays a game. Takes time in the length of the main line; with variations, in the number of
    /// nodes and, for each variation, the size of the board.
    pub fn replay(&mut self, task: &ReplayRequest) -> Replay {
        let game = task.record.game;
        self.leading = None;
        self.board.reset(task.record.size);
        let mut state = State::new(task.rules, task.record.size);
        let mut node = 0;
        while node < game.main_line() {
            self.node(&mut state, task, node);
            node = self.plays(&mut state, task, node + 1);
        }
        if !state.begun {
            self.begin(&mut state, task, Color::Black);
        }
        state.out.after_last_move =
            state.after_last_move.unwrap_or_else(|| state.after_last_move(&self.board));
        state.out.final_passes = state.passes;
        state.out.to_move = state.expected;
        state.out.position = self.board.grid();
        state.undo_animation();
        if task.variations && game.nodes().len() > game.main_line() as usize {
            (state.out.in_variations, state.out.not_replayed) = self.variations(task);
        }
        state.out
    }

    pub(super) fn node(&mut self, state: &mut State, task: &ReplayRequest, node: NodeId) {
        match task.record.game.nodes()[node as usize].only_move() {
            Some((color, point, value)) if state.begun => {
                self.make_move(
                    state,
                    node,
                    color,
                    MoveValue::from_point(point, task.record.size),
                    value,
                );
            }
            _ => self.read_general_node(state, task, node),
        }
    }

    /// Replays the nodes of the main line from here on as long as each is one play on an empty point, and
    /// by the player whose turn it is; nearly all are. Returns the first that isn't. Has the same
    /// effect as [`Replayer::node`] for each, and takes less time.
    fn plays(&mut self, state: &mut State, task: &ReplayRequest, from: NodeId) -> NodeId {
        let over = state.passes >= 2 || state.ended;
        let (true, false, Some(mut expected)) = (state.begun, over, state.expected) else {
            return from;
        };
        if state.handicap_left + state.skipped_left > 0 {
            return from;
        }
        let nodes = &task.record.game.nodes()[from as usize..task.record.game.main_line() as usize];
        let before = state.out.moves;
        let describe = |done: u32| {
            let (color, point, span) = nodes[done as usize].only_move()?;
            let (node, number) = (from + done, before + done + 1);
            Some(Ply { node, number, color, point: Some(point), span })
        };
        let first = expected;
        let mut done = 0;
        loop {
            let rest = &nodes[done as usize..];
            let mut down = self.history.extend_run(&mut self.board, expected, rest, Node::stone);
            let alone = down.number == 0;
            if alone {
                // An earlier position had more stones: plays are judged one by one until there are again.
                let next = rest.iter().map(Node::stone).take(1);
                down = self.board.place_all(expected, next, |_, _| ());
                if down.number == 0 {
                    break;
                }
            }
            done += down.number;
            // A play by itself may repeat a position even if it takes nothing.
            if (down.takes || alone)
                && let Some(stone) = nodes[done as usize - 1].stone()
            {
                self.resolve_play(state, stone, down.takes, &|| describe(done - 1));
            }
            if down.number % 2 == 1 {
                expected = expected.opponent();
            }
        }
        let Some(last) = done.checked_sub(1) else { return from };
        let plays = &mut state.out.tally.plays;
        plays[first] += done.div_ceil(2);
        plays[first.opponent()] += done / 2;
        state.out.moves += done;
        state.after_last_move = None;
        state.out.last_mover = Some(expected.opponent());
        state.out.last_ply = describe(last);
        state.out.first_final_pass = None;
        state.out.marked_node = None;
        state.expected = Some(expected);
        state.passes = 0;
        from + done
    }

    fn read_general_node(&mut self, state: &mut State, task: &ReplayRequest, node: NodeId) {
        let text = task.record.text;
        let mut actions = std::mem::take(&mut self.actions);
        let mut setup_at = None;
        actions.read(text, task.record.game, node, |prop, values, stone| {
            setup_at.get_or_insert(prop.start);
            self.collect(text, values, stone);
        });
        let NodeActions { moves, to_move, marked } = &actions;
        self.apply_setup(state, node, setup_at);
        // Beside a move, where it shouldn't be, PL names the player to move after it, as the programs that
        // write it there mean it. If that is the same player again, it may also name the player of the move.
        let next = to_move.filter(|_| !moves.is_empty());
        if let Some(color) = *to_move
            && moves.first().is_none_or(|&(mover, _)| mover == color)
        {
            state.expected = Some(color);
        }
        if let Some(color) = state.expected.filter(|_| state.begun && to_move.is_some()) {
            self.history.set_first(color);
        }
        for &(color, value) in moves {
            if !state.begun {
                self.begin(state, task, color);
            }
            let read = move_value(text, value, self.board.size());
            self.make_move(state, node, color, read, value);
        }
        if let Some(color) = next {
            let again = moves.last().is_some_and(|&(mover, _)| mover == color);
            state.expected = Some(color).filter(|_| !again);
        }
        if *marked {
            state.out.marked_node = Some(node);
        }
        self.actions = actions;
    }

    fn make_move(
        &mut self,
        state: &mut State,
        node: NodeId,
        color: Color,
        read: MoveValue,
        value: Span,
    ) {
        state.out.moves += 1;
        state.after_last_move = None;
        if state.expected.is_none() {
            self.history.set_first(color);
        }
        let point = read.point();
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
        let left = match color {
            Color::White => state.handicap_left,
            Color::Black => state.skipped_left,
        };
        if left > 0 && read.is_pass() {
            // White waits until the handicap stones are placed; Black does without some.
            state.skipped_left -= u32::from(color == Color::Black);
            state.out.last_mover = Some(color);
            state.out.last_ply = Some(ply);
            return;
        }
        if state.handicap_left > 0 && color == Color::White {
            // A handicap stone was played on a point that had a stone already.
            state.handicap_left = 0;
            state.expected = Some(color);
            self.begin_history(state);
        }
        let is_pass = read.is_pass();
        state.check_turn(ply, is_pass);
        state.out.last_mover = Some(color);
        state.out.last_ply = Some(ply);
        state.expected = Some(color.opponent());
        if is_pass {
            let takes_button =
                state.rules.first_pass.value == FirstPass::Button && state.out.first_pass.is_none();
            state.pass(ply, takes_button);
            if takes_button {
                self.begin_history(state);
            } else {
                self.history.pass(color);
            }
            return;
        }
        state.passes = 0;
        state.at_last_pass = None;
        state.out.first_final_pass = None;
        match point {
            None => {
                let kind = if read == MoveValue::OffBoard {
                    ViolationKind::OffBoard
                } else {
                    ViolationKind::Unreadable
                };
                self.count_as_pass(state, ply, kind);
            }
            Some(point) if !self.board.is_empty(point) => {
                self.count_as_pass(state, ply, ViolationKind::OccupiedPoint);
            }
            Some(point) => self.play(state, ply, point),
        }
    }

    fn count_as_pass(&mut self, state: &mut State, ply: Ply, kind: ViolationKind) {
        state.out.violations.push(Violation { kind, ply });
        state.out.tally.illegal_moves[ply.color] += 1;
        self.history.pass(ply.color);
    }

    fn play(&mut self, state: &mut State, ply: Ply, point: Point) {
        // Marks of an earlier position don't hold for this one. After a pass they still do.
        state.out.marked_node = None;
        state.out.tally.plays[ply.color] += 1;
        let takes = self.board.place(ply.color, point);
        self.resolve_play(state, Stone::new(ply.color, point), takes, &|| Some(ply));
    }

    /// Resolves a stone just placed: captures, suicide and repetition. `takes`: whether it has taken a
    /// chain's last liberty. `ply` is called only for a violation.
    #[inline(never)]
    fn resolve_play(
        &mut self,
        state: &mut State,
        stone: Stone,
        takes: bool,
        ply: &dyn Fn() -> Option<Ply>,
    ) {
        let (color, point) = (stone.color(), stone.point());
        let violate = |state: &mut State, kind| {
            ply().into_iter().for_each(|ply| state.violate(kind, ply));
        };
        let mut played = Played::default();
        if takes {
            played = self.board.remove_captured(color, point);
            let captured_from = &mut state.out.tally.captured_from;
            captured_from[color.opponent()] += played.captured;
            captured_from[color] += played.suicide;
            if state.rules.suicide.value.forbids(played.suicide) {
                violate(state, ViolationKind::Suicide(played.suicide));
                self.history.play_unjudged(color, point, &self.board);
                return;
            }
        }
        let repeat = self.history.play(state.rules, color, point, played, &self.board);
        let from = state.history_from;
        let kind = match repeat {
            Repeat::Nothing => return,
            Repeat::Ko(_) => ViolationKind::Ko,
            Repeat::Superko(since) => ViolationKind::Superko { since: from + since.0 },
            Repeat::Allowed(since) => ViolationKind::Repetition { since: from + since.0 },
        };
        violate(state, kind);
    }
}

impl<'a> State<'a> {
    pub(super) fn new(rules: &'a Ruleset, size: Size) -> Self {
        Self {
            rules,
            out: Replay::new(size),
            expected: None,
            handicap_left: 0,
            skipped_left: 0,
            passes: 0,
            ended: false,
            after_end_reported: false,
            history_from: 0,
            begun: false,
            at_last_pass: None,
            after_last_move: None,
            taken_off: ByColor::default(),
        }
    }

    /// The position on a board just after a move.
    pub(super) fn after_last_move(&self, board: &Board) -> AfterLastMove {
        let captured = self.out.tally.captured_from;
        let captured_from = ByColor::from_fn(|color| captured[color] - self.taken_off[color]);
        AfterLastMove { key: board.key(), captured_from }
    }

    /// Restores the position at the last pass if the setup after it places stones, as a program does that shows the count
    /// step by step. The players counted the position at the last pass.
    fn undo_animation(&mut self) {
        let Some((position, captured, setups)) = self.at_last_pass.take() else { return };
        let out = &mut self.out;
        if self.passes >= 2 && out.setups[setups..].iter().any(|setup| !setup.takes_dead) {
            out.position = position;
            out.tally.captured_from = captured;
            out.setups[setups..].iter_mut().for_each(|setup| setup.takes_dead = true);
        }
    }

    #[cold]
    fn violate(&mut self, kind: ViolationKind, ply: Ply) {
        self.out.violations.push(Violation { kind, ply });
    }

    /// Reports a move out of turn or after the end, and notes whether play is resumed.
    fn check_turn(&mut self, ply: Ply, is_pass: bool) {
        let after_passes = !is_pass && (self.passes >= 2 || self.ended);
        let resumption = self.rules.resumption.value;
        let resumes = after_passes && !self.ended && resumption != Resumption::None;
        // White's last pass (A91 11) follows one of Black's, so it needs no exception.
        let either = resumes && resumption == Resumption::ByOpponent;
        if !either && self.expected.is_some_and(|color| color != ply.color) {
            self.violate(ViolationKind::OutOfTurn, ply);
        }
        if !after_passes {
            return;
        }
        if resumes {
            self.out.resumed = true;
            self.passes = 0;
        } else if !self.after_end_reported {
            self.ended = true;
            self.after_end_reported = true;
            self.out.after_end = true;
            self.violate(ViolationKind::AfterEnd, ply);
        }
    }

    /// Ends the game with all stones alive if this many passes were made in a row, or more.
    fn all_live_after(&mut self, passes: u32) {
        if self.passes >= passes {
            self.ended = true;
            self.out.all_alive = true;
        }
    }

    fn pass(&mut self, ply: Ply, takes_button: bool) {
        self.out.tally.passes[ply.color] += 1;
        self.out.first_pass.get_or_insert(ply.color);
        if takes_button {
            self.passes = 0;
            return;
        }
        self.passes += 1;
        if self.passes == 1 {
            self.out.first_final_pass = Some(ply.color);
        }
        let mut most = 2;
        match self.rules.dispute.value {
            Dispute::FourPasses => {
                most = 4;
                self.all_live_after(4);
            }
            Dispute::OneResumption if self.out.resumed => self.all_live_after(2),
            // Two more passes resume play and stop it again, so that the first of them isn't one too many.
            Dispute::OneResumption if self.passes == 4 => {
                most = 4;
                self.out.violations.pop_if(|before| before.kind == ViolationKind::ExtraPass);
                self.all_live_after(4);
            }
            _ => {}
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

/// Maximum number of changed points that may lead to a node of a variation; each takes a few bytes.
const MAX_CHANGES: usize = 1 << 22;

/// A node with several children, and the state after it.
struct Branch<'a> {
    node: NodeId,
    checkpoint: Checkpoint,
    state: State<'a>,
}

impl Replayer {
    /// Replays the whole tree. Returns what it finds in the variations, and the node where it had to stop.
    pub(super) fn variations<'a>(
        &mut self,
        task: &ReplayRequest<'a>,
    ) -> (InVariations, Option<(NodeId, u32)>) {
        let nodes = task.record.game.nodes();
        let mut children = vec![0u32; nodes.len()];
        for node in &nodes[1..] {
            children[node.parent as usize] += 1;
        }
        self.board.reset(task.record.size);
        self.history.begin(&self.board, Color::Black);
        let mut state = State::new(task.rules, task.record.size);
        let mut branches: Vec<Branch<'a>> = Vec::new();
        let mut collected = InVariations::default();
        for (id, node) in nodes.iter().enumerate() {
            let id = id as NodeId;
            if id > 0 && node.parent != id - 1 {
                while branches.last().is_some_and(|branch| branch.node != node.parent) {
                    branches.pop();
                }
                if let Some(branch) = branches.last() {
                    state = branch.state.clone();
                    self.back_to(branch, task.record.size);
                }
            }
            self.branching = true;
            self.node(&mut state, task, id);
            self.branching = false;
            if self.history.changed_points() > MAX_CHANGES {
                return (collected, Some((id, node.start)));
            }
            // This node's changes mustn't be copied from branch to branch.
            let Replay { violations, setups, first_setups, .. } = &mut state.out;
            if id >= task.record.game.main_line() {
                collected.violations.append(violations);
                collected.setups.append(setups);
                collected.first_setups.append(first_setups);
            } else {
                violations.clear();
                setups.clear();
                first_setups.clear();
            }
            if children[id as usize] > 1 {
                branches.push(self.branch(id, &state));
            }
        }
        (collected, None)
    }

    fn branch<'a>(&self, node: NodeId, state: &State<'a>) -> Branch<'a> {
        Branch { node, checkpoint: self.history.checkpoint(), state: state.clone() }
    }

    fn back_to(&mut self, branch: &Branch, size: Size) {
        self.board.reset(size);
        self.history.rewind(branch.checkpoint);
        self.board.set_up(self.history.stones().map(|(point, color)| (point, Some(color))));
    }
}
