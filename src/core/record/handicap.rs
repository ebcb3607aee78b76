//! Handicap stones: set up, or played as Black's first moves.

use super::moves::{B, Move, TooManySetupPoints, W, keep_playable, next_mover, walk};
use crate::go::{Board, ByColor, Color, Point, Size};
use crate::sgf::{Game, Ident, MoveValue, NodeId, Text, move_value};

/// How the handicap stones came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapBy {
    None,
    /// As setup (AB).
    Setup,
    /// As consecutive first moves of Black, all of them or the ones that aren't set up.
    Moves,
    /// The record states them but doesn't place them: they are assumed on star points.
    Assumed,
    /// The record states them but doesn't place them, and no placement fits its moves: nobody knows where they were.
    Unknown,
}

/// The handicap of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Number of stones: 0, or 2 and more.
    pub stones: u32,
    /// How they were placed.
    pub by: HandicapBy,
    /// Number of stones that HA states and in place of which Black passes.
    pub skipped: u32,
}

/// Maximum number of consecutive first moves of Black that are taken for a handicap without HA.
const MAX_BY_MOVES: u32 = 9;

const SETUP: [Ident; 3] = [Ident::new("AB"), Ident::new("AW"), Ident::new("AE")];

/// Counts the points of stones that are placed one by one.
#[derive(Default)]
struct Placed {
    count: u32,
    first: Option<Point>,
    /// By point: whether it has a stone. Empty until the second one, which few games have.
    stones: Vec<bool>,
}

impl Placed {
    fn add(&mut self, point: Point, size: Size) {
        let Some(first) = self.first else {
            (self.first, self.count) = (Some(point), 1);
            return;
        };
        if self.stones.is_empty() {
            self.stones.resize(size.area(), false);
            self.stones[size.index(first)] = true;
        }
        self.count += u32::from(!std::mem::replace(&mut self.stones[size.index(point)], true));
    }
}

/// Black's first moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeadingMoves {
    /// Number of points on which Black plays before White does; 0 if White doesn't move after that.
    pub stones: u32,
    /// Whether they are a handicap even without HA.
    pub is_handicap: bool,
    /// Number of passes of Black's that follow them, before White plays.
    pub skipped: u32,
}

impl LeadingMoves {
    /// Reads the main line up to the first move that isn't a black stone. White may pass after each of Black's stones, which is
    /// how a handicap is given where only moves are recorded. A single pass makes one only if HA states it. Where White then
    /// plays as many stones in a row, players have several moves per turn.
    pub fn read(text: &Text, game: &Game, size: Size) -> Self {
        let mut placed = Placed::default();
        let (mut passes, mut skipped, mut answers, mut stopped) = (0, 0, 0, false);
        let mut moves = Vec::new();
        'nodes: for node in 0..game.main_line() {
            moves.clear();
            if !moves_of(text, game, size, node, &mut moves) && placed.count > 0 && answers == 0 {
                // A setup after Black's stones makes a position to play from, not a handicap.
                return Self::default();
            }
            for &(color, read) in &moves {
                let point = read.point();
                if point.is_none() && !read.is_pass() {
                    // A mistyped move isn't a pass.
                    stopped = true;
                    break 'nodes;
                }
                match (color, point) {
                    (Color::Black, Some(point))
                        if answers + skipped == 0 && (passes == 0 || passes == placed.count) =>
                    {
                        placed.add(point, size);
                    }
                    (Color::Black, None) if answers + passes == 0 && placed.count > 0 => {
                        skipped += 1;
                    }
                    (Color::White, None)
                        if answers + skipped == 0 && passes + 1 == placed.count =>
                    {
                        passes += 1;
                    }
                    (Color::White, Some(_)) if answers < placed.count => answers += 1,
                    _ => {
                        stopped = true;
                        break 'nodes;
                    }
                }
            }
        }
        let stones = match passes {
            0 if stopped || skipped + answers > 0 => placed.count,
            0 => 0,
            _ if answers > 0 && passes + 1 == placed.count => placed.count,
            _ => 0,
        };
        let is_handicap = match passes {
            0 => answers < stones,
            1 => false,
            _ => true,
        };
        Self { stones, is_handicap, skipped: if answers > 0 { skipped } else { 0 } }
    }
}

/// Appends the moves of a node that are played: only the first of each player's, of several. Returns whether the node has no
/// setup.
fn moves_of(
    text: &Text,
    game: &Game,
    size: Size,
    node: NodeId,
    moves: &mut Vec<(Color, MoveValue)>,
) -> bool {
    if let Some((color, point, _)) = game.nodes()[node as usize].only_move() {
        moves.push((color, MoveValue::from_point(point, size)));
        return true;
    }
    let mut played = Vec::new();
    for (prop, values) in game.props(node) {
        let color = match prop.id {
            B => Color::Black,
            W => Color::White,
            id if SETUP.contains(&id) => return false,
            _ => continue,
        };
        played.extend(values.first().map(|&value| (color, value)));
    }
    if played.len() > 1 {
        keep_playable(&mut played);
    }
    let read = |value| move_value(text, value, size);
    moves.extend(played.into_iter().map(|(color, value)| (color, read(value))));
    true
}

/// The points of a fixed handicap on the standard board (A91 4), as names between blanks.
pub fn fixed_placement(stones: u32) -> String {
    const STAR_POINTS: [&str; 9] = ["Q16", "D4", "Q4", "D16", "Q10", "D10", "K16", "K4", "K10"];
    let stones = stones as usize;
    let mut points = STAR_POINTS[..stones - usize::from(stones == 5 || stones == 7)].to_vec();
    if stones == 5 || stones == 7 {
        points.push(STAR_POINTS[8]);
    }
    points.join(" ")
}

/// The stones before the first move that a record states but doesn't have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingStones {
    /// The points where they are assumed.
    pub assumed: Vec<Point>,
    /// Whether they can't be assumed, so that the position at the start isn't known.
    pub unknown: bool,
    /// Whether the moves show that the assumed stones were there: White captures one of them, or moves that otherwise are on
    /// stones or suicide can be played.
    pub confirmed: bool,
}

impl MissingStones {
    /// Looks for the handicap stones that a record states but doesn't place, although White moves first on an empty board. On
    /// the standard board they are assumed in the fixed placement, or in the same on a turned board if more moves fit that, unless
    /// moves would then be on stones or suicide that otherwise aren't.
    pub(super) fn read(text: &Text, game: &Game, size: Size, stated: Option<i64>) -> Self {
        let stones = stated.and_then(|stated| u32::try_from(stated).ok()).unwrap_or(0);
        if stones < 2 || next_mover(game, 0) != Some(Color::White) {
            return Self::default();
        }
        let mut board = Board::new(size);
        let mut fit = |points: &[Point]| Fit::replay(text, game, &mut board, points);
        let Ok(without) = fit(&[]) else { return Self::default() };
        let mut names = Vec::new();
        if size == Size::STANDARD && stones <= 9 {
            names.push(fixed_placement(stones));
            let others: &[&str] = match stones {
                2 => &["Q4 D16"],
                3 => &["Q16 D4 D16", "Q16 Q4 D16", "D4 Q4 D16"],
                6 => &["Q16 D4 Q4 D16 K16 K4"],
                7 => &["Q16 D4 Q4 D16 K16 K4 K10"],
                _ => &[],
            };
            names.extend(others.iter().map(|&names| names.to_owned()));
        }
        let points = |names: &String| -> Vec<Point> {
            names.split(' ').filter_map(|name| Point::from_name(name, size)).collect()
        };
        let placements = names.iter().map(points).filter_map(|points| {
            let fit = fit(&points).ok()?;
            (fit.unplayable <= without.unplayable).then_some((fit, points))
        });
        match placements.min_by_key(|(fit, _)| fit.unplayable) {
            Some((fit, assumed)) => Self {
                assumed,
                unknown: false,
                confirmed: fit.unplayable < without.unplayable
                    || fit.unplayable == 0 && fit.captures_assumed,
            },
            None => Self { unknown: true, ..Self::default() },
        }
    }
}

/// A game without an empty board before its first move, or with too many points set up.
struct NotFromEmptyBoard;

impl From<TooManySetupPoints> for NotFromEmptyBoard {
    fn from(_: TooManySetupPoints) -> Self {
        Self
    }
}

/// How the moves of a game fit stones on the board before the first move.
#[derive(Default)]
struct Fit {
    /// Number of moves on stones, and of suicides.
    unplayable: u32,
    /// Whether White captures one of the stones.
    captures_assumed: bool,
}

impl Fit {
    /// Plays the moves where only these stones are on the board before the first one. `board` has the game's size.
    fn replay(
        text: &Text,
        game: &Game,
        board: &mut Board,
        assumed: &[Point],
    ) -> Result<Self, NotFromEmptyBoard> {
        let size = board.size();
        board.reset(size);
        let (mut fit, mut begun) = (Self::default(), false);
        walk(text, game, size, assumed, |step| {
            board.set_up(step.setup.iter().copied());
            if !begun && !step.moves.is_empty() {
                begun = true;
                let stones = board.stones(Color::Black) + board.stones(Color::White);
                if stones != assumed.len() as u32 {
                    return Err(NotFromEmptyBoard);
                }
            }
            for (color, point) in step.moves.iter().filter_map(Move::play) {
                let there =
                    |board: &Board| assumed.iter().filter(|at| !board.is_empty(**at)).count();
                let before = there(board);
                let is_playable = board.play(color, point).is_some_and(|it| it.suicide == 0);
                fit.unplayable += u32::from(!is_playable);
                fit.captures_assumed |= color == Color::White && there(board) < before;
            }
            Ok(())
        })?;
        Ok(fit)
    }
}

impl Handicap {
    /// Works out the handicap from the HA value, if there is a readable one, the stones set up before
    /// the first move, and Black's leading moves, which are read only if they matter.
    pub fn new(
        stated: Option<i64>,
        setup: ByColor<u32>,
        leading: impl FnOnce() -> LeadingMoves,
    ) -> Self {
        let ByColor { black, white } = setup;
        if white > 0 {
            return Self::NONE;
        }
        if black > 0 {
            // Some of the stones that HA states are set up, and Black may play the others.
            let stated = stated.and_then(|stated| u32::try_from(stated).ok());
            let others = stated.and_then(|stated| stated.checked_sub(black));
            return match (others, black) {
                (Some(others @ 1..), _) if leading().stones >= others => {
                    Self { stones: black + others, by: HandicapBy::Moves, skipped: 0 }
                }
                (_, 1) => Self::NONE,
                _ => Self { stones: black, by: HandicapBy::Setup, skipped: 0 },
            };
        }
        let LeadingMoves { stones: leading, is_handicap, skipped } = leading();
        let stated_stones = stated.map(|stated| u32::try_from(stated).unwrap_or(u32::MAX));
        let (stones, skipped) = match stated_stones.filter(|_| stated >= Some(2)) {
            Some(all) if leading + skipped <= all => (leading, skipped),
            Some(all) => (leading.min(all), 0),
            None if stated.is_none() && is_handicap && leading <= MAX_BY_MOVES => (leading, 0),
            None => (0, 0),
        };
        if stones >= 2 {
            Self { stones, by: HandicapBy::Moves, skipped }
        } else {
            Self { skipped, ..Self::NONE }
        }
    }

    pub const NONE: Self = Self { stones: 0, by: HandicapBy::None, skipped: 0 };

    /// The number of stones; `None` if the position at the start isn't known.
    pub fn known(self) -> Option<u32> {
        (self.by != HandicapBy::Unknown).then_some(self.stones)
    }

    /// The player who moves first after the handicap stones are placed (A91 2).
    pub fn first_to_move(self) -> Color {
        if self.stones >= 2 { Color::White } else { Color::Black }
    }
}
