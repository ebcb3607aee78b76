//! The main line of a game as setup and moves, and whose turn it is.

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::go::{Color, Point, Size};
use crate::sgf::{
    Game, Ident, MoveValue, Node, NodeId, Prop, Span, Text, move_value, named_color, points_value,
};

pub(crate) const B: Ident = Ident::new("B");
pub(crate) const W: Ident = Ident::new("W");
const AB: Ident = Ident::new("AB");
const AW: Ident = Ident::new("AW");
const AE: Ident = Ident::new("AE");
const PL: Ident = Ident::new("PL");
const TB: Ident = Ident::new("TB");
const TW: Ident = Ident::new("TW");

/// The moves of a node and the player to move. Keeps its memory from node to node.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeActions {
    /// The moves that are played, with the value of each: one, unless the record is broken.
    pub moves: Vec<(Color, Span)>,
    /// The player that PL names.
    pub to_move: Option<Color>,
    /// Whether the node has TB or TW.
    pub marked: bool,
}

impl NodeActions {
    /// Reads a node. Calls `set_up` with each setup property, its values, and the stone that it puts
    /// on their points (`None` for AE).
    pub(crate) fn read(
        &mut self,
        text: &Text,
        game: &Game,
        node: NodeId,
        mut set_up: impl FnMut(&Prop, &[Span], Option<Color>),
    ) {
        self.moves.clear();
        (self.to_move, self.marked) = (None, false);
        for (prop, values) in game.props(node) {
            let first = values.first().copied();
            match prop.id {
                B => self.moves.extend(first.map(|value| (Color::Black, value))),
                W => self.moves.extend(first.map(|value| (Color::White, value))),
                AB => set_up(&prop, &values, Some(Color::Black)),
                AW => set_up(&prop, &values, Some(Color::White)),
                AE => set_up(&prop, &values, None),
                PL => self.to_move = first.and_then(|value| to_play(text, value)),
                TB | TW => self.marked = true,
                _ => {}
            }
        }
        if self.moves.len() > 1 {
            keep_playable(&mut self.moves);
        }
    }
}

/// Keeps the moves of a node that are played: all of them if the colours alternate, since then only the
/// `;` between them is missing; otherwise the first of each colour.
#[cold]
pub(crate) fn keep_playable(moves: &mut Vec<(Color, Span)>) {
    if moves.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return;
    }
    let mut seen = [false; 2];
    moves.retain(|(color, _)| !std::mem::replace(&mut seen[color.index()], true));
}

/// Returns the player of the first move of the main line at or after a node.
pub(crate) fn next_mover(game: &Game, from: NodeId) -> Option<Color> {
    (from..game.main_line()).find_map(|node| {
        game.props(node).find_map(|(prop, _)| match prop.id {
            B => Some(Color::Black),
            W => Some(Color::White),
            _ => None,
        })
    })
}

/// Returns the player that a PL value names, in any spelling that programs use; X is Black, as in diagrams of text.
pub fn to_play(text: &Text, value: Span) -> Option<Color> {
    let value = text.decode(value);
    let value = value.trim();
    match value.strip_suffix(" to play").unwrap_or(value) {
        "1" | "x" | "X" => Some(Color::Black),
        "2" | "o" | "O" => Some(Color::White),
        named => named_color(named),
    }
}

/// A point that is set up, and the stone on it from then on.
pub type Change = (Point, Option<Color>);

/// Maximum number of points that may be set up in a game.
const MAX_SETUP: usize = 1 << 20;

/// The error for a game whose setup names too many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManySetupPoints;

impl fmt::Display for TooManySetupPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX_SETUP} points are set up")
    }
}

impl std::error::Error for TooManySetupPoints {}

/// A move of the main line.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// Whose it is.
    pub color: Color,
    /// The point, a pass, or why it is neither.
    pub value: MoveValue,
    /// The span of the value in the text.
    pub span: Span,
}

impl Move {
    /// Whether it is a pass, in any notation. A value that names no point of the board is neither a pass nor a play.
    pub fn is_pass(&self) -> bool {
        self.value.is_pass()
    }

    /// The player and the point; `None` for a pass and for a value that names no point of the board.
    pub fn play(&self) -> Option<(Color, Point)> {
        self.value.point().map(|point| (self.color, point))
    }
}

/// The changes that a node of the main line makes, or several in a row that only have moves.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The node, the first of several.
    pub node: NodeId,
    /// Whether the record doesn't have the setup: handicap stones that are assumed.
    pub is_assumed: bool,
    /// The points that it sets up.
    pub setup: &'a [Change],
    /// The moves after the setup.
    pub moves: &'a [Move],
}

/// Maximum number of nodes of one move each that are visited together.
const TOGETHER: usize = 64;

/// Visits the `assumed` handicap stones, if there are some, and the nodes of the main line that change the board or have
/// moves, as the replay reads them. If a node sets a point twice, the last change counts. Returns what `visit` returns,
/// and [`TooManySetupPoints`].
pub(crate) fn walk<E: From<TooManySetupPoints>>(
    text: &Text,
    game: &Game,
    size: Size,
    assumed: &[Point],
    mut visit: impl FnMut(Step) -> Result<(), E>,
) -> Result<(), E> {
    if !assumed.is_empty() {
        let setup: Vec<Change> = assumed.iter().map(|&at| (at, Some(Color::Black))).collect();
        visit(Step { node: 0, is_assumed: true, setup: &setup, moves: &[] })?;
    }
    let mut number_set_up = 0;
    let mut actions = NodeActions::default();
    let (mut setup, mut moves) = (Vec::new(), Vec::new());
    let none = Move { color: Color::Black, value: MoveValue::Pass, span: Span::default() };
    let mut together = [none; TOGETHER];
    let mut node = 0;
    while node < game.main_line() {
        let rest = &game.nodes()[node as usize..game.main_line() as usize];
        let only = rest.iter().map_while(Node::only_move);
        let mut number = 0;
        for (place, (color, point, span)) in together.iter_mut().zip(only) {
            *place = Move { color, value: MoveValue::from_point(point, size), span };
            number += 1;
        }
        if number > 0 {
            visit(Step { node, is_assumed: false, setup: &[], moves: &together[..number] })?;
            node += number as u32;
            continue;
        }
        setup.clear();
        moves.clear();
        actions.read(text, game, node, |_, values, stone| {
            for &value in values {
                let left = MAX_SETUP.saturating_sub(number_set_up);
                let before = setup.len();
                let points = points_value(text, value, size).points();
                setup.extend(points.map(|point| (point, stone)).take(left + 1));
                number_set_up += setup.len() - before;
            }
        });
        if number_set_up > MAX_SETUP {
            return Err(TooManySetupPoints.into());
        }
        keep_last(&mut setup, size);
        let read = |&(color, span)| Move { color, value: move_value(text, span, size), span };
        moves.extend(actions.moves.iter().map(read));
        if !setup.is_empty() || !moves.is_empty() {
            visit(Step { node, is_assumed: false, setup: &setup, moves: &moves })?;
        }
        node += 1;
    }
    Ok(())
}

/// Keeps the last change of each point.
pub(crate) fn keep_last(setup: &mut Vec<Change>, size: Size) {
    if setup.len() < 2 {
        return;
    }
    let mut seen = vec![false; size.area()];
    setup.reverse();
    setup.retain(|(point, _)| !std::mem::replace(&mut seen[size.index(*point)], true));
    setup.reverse();
}

/// A move of the main line as the record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove<'a> {
    /// Whose it is.
    pub color: Color,
    /// The point; `None` for a pass, and for a value that names no point of the board.
    pub point: Option<Point>,
    /// The value, where it is neither a point of the board nor a pass.
    pub other: Option<Cow<'a, str>>,
}

impl<'a> RecordedMove<'a> {
    /// Returns the meaning of a move's value.
    pub fn new(text: &'a Text, &Move { color, value, span }: &Move) -> Self {
        let is_other = matches!(value, MoveValue::OffBoard | MoveValue::Malformed);
        Self { color, point: value.point(), other: is_other.then(|| text.decode(span)) }
    }

    /// Returns the point as GTP names it, `pass`, or `?` and the value as recorded.
    pub fn name(&self, size: Size) -> String {
        match (self.point, &self.other) {
            (Some(point), _) => point.name(size),
            (None, Some(other)) => format!("?{other}"),
            (None, None) => "pass".to_owned(),
        }
    }
}

/// The setup of a node of a main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSetup {
    pub node: NodeId,
    /// Number of moves before it.
    pub after: u32,
    /// Whether the record doesn't have it: handicap stones that are assumed.
    pub is_assumed: bool,
    pub changes: Vec<Change>,
}

/// A player's clock after a move, as far as the record states it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Seconds left: BL or WL.
    pub time: Option<f64>,
    /// Moves or periods of overtime left: OB or OW.
    pub overtime: Option<u32>,
}

/// All moves of a main line with the clocks, and what is set up. Moves take a few bytes each, less than in the record.
#[derive(Clone, Debug, Default)]
pub struct RecordedMoves {
    moves: Vec<(Color, Option<Point>)>,
    /// The values that are neither points nor passes, with the index of the move.
    others: Vec<(usize, String)>,
    /// The clocks that are stated, with the index of the move.
    clocks: Vec<(usize, Clock)>,
    setups: Vec<RecordedSetup>,
}

impl RecordedMoves {
    /// Reads a main line; see [`walk`].
    pub(super) fn read(text: &Text, game: &Game, size: Size, assumed: &[Point]) -> Self {
        let mut all = Self::default();
        let walked = walk(text, game, size, assumed, |step| {
            all.add(text, game, &step);
            Ok::<(), TooManySetupPoints>(())
        });
        if walked.is_ok() {
            return all;
        }
        let (mut all, mut actions) = (Self::default(), NodeActions::default());
        for node in 0..game.main_line() {
            actions.read(text, game, node, |_, _, _| {});
            for &(color, span) in &actions.moves {
                all.push(text, &Move { color, value: move_value(text, span, size), span });
            }
        }
        all
    }

    /// Adds what a step of the main line has.
    fn add(&mut self, text: &Text, game: &Game, step: &Step) {
        if !step.setup.is_empty() {
            self.setups.push(RecordedSetup {
                node: step.node,
                after: self.moves.len() as u32,
                is_assumed: step.is_assumed,
                changes: step.setup.to_vec(),
            });
        }
        for recorded in step.moves {
            self.push(text, recorded);
            // Several moves are of nodes that have nothing else.
            if step.moves.len() == 1
                && let Some(clock) = clock(text, game, step.node, recorded.color)
            {
                self.clocks.push((self.moves.len() - 1, clock));
            }
        }
    }

    fn push(&mut self, text: &Text, recorded: &Move) {
        let RecordedMove { color, point, other } = RecordedMove::new(text, recorded);
        self.others.extend(other.map(|other| (self.moves.len(), other.into_owned())));
        self.moves.push((color, point));
    }

    /// Returns the players and the points of the moves; `None` for a pass, and for a value that names no point of the board.
    pub fn points(&self) -> &[(Color, Option<Point>)] {
        &self.moves
    }

    /// Returns what is set up, in order.
    pub fn setups(&self) -> &[RecordedSetup] {
        &self.setups
    }

    /// Returns the moves in order, each with its player's clock.
    pub fn iter(&self) -> impl Iterator<Item = (RecordedMove<'_>, Clock)> {
        let mut others = self.others.iter().peekable();
        let mut clocks = self.clocks.iter().peekable();
        self.moves.iter().enumerate().map(move |(index, &(color, point))| {
            let other = others.next_if(|(of, _)| *of == index);
            let other = other.map(|(_, other)| other.as_str().into());
            let clock = clocks.next_if(|(of, _)| *of == index);
            (RecordedMove { color, point, other }, clock.map_or_else(Clock::default, |it| it.1))
        })
    }
}

/// Returns the clock that a node states for a player.
fn clock(text: &Text, game: &Game, node: NodeId, color: Color) -> Option<Clock> {
    let [time, overtime] = match color {
        Color::Black => ["BL", "OB"],
        Color::White => ["WL", "OW"],
    };
    let value = |id| {
        let span = *game.find(node, Ident::new(id))?.first()?;
        Some(text.simple_text(span))
    };
    let seconds = |text: Cow<str>| text.parse().ok().filter(|seconds: &f64| seconds.is_finite());
    let time = value(time).and_then(seconds);
    let overtime = value(overtime).and_then(|text| text.parse().ok());
    (time.is_some() || overtime.is_some()).then_some(Clock { time, overtime })
}

/// Returns the points that a step sets up, as GTP names them, behind the letter of their stones, E for none:
/// `B D4 Q16 W C3 E K10`. `assumed` comes first if the record doesn't have them.
pub fn setup_words(step: &Step, size: Size) -> String {
    let mut words = String::from(if step.is_assumed { "assumed" } else { "" });
    for stone in [Some(Color::Black), Some(Color::White), None] {
        let mut points = step.setup.iter().filter(|(_, set)| *set == stone).peekable();
        if points.peek().is_some() {
            let blank = if words.is_empty() { "" } else { " " };
            let _ = write!(words, "{blank}{}", stone.map_or('E', Color::letter));
        }
        points.for_each(|(point, _)| words.extend([" ", &point.name(size)]));
    }
    words
}
