//! Handicap stones: set up, or played as Black's first moves.

use super::moves::{B, Move, TooManySetupPoints, W, keep_playable, next_mover, walk};
use crate::go::{Board, ByColor, Color, Point, Size};
use crate::sgf::{Game, Ident, Text, move_value};

/// How the handicap stones came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapBy {
    /// There are none.
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

/// Number of points on which Black plays in a row from the beginning of the main line, if White moves
/// after that; 0 otherwise. Stops at the first move that isn't a black stone. Of several moves in a node,
/// only played ones count.
pub fn leading_black_moves(text: &Text, game: &Game, size: Size) -> u32 {
    let mut placed = Placed::default();
    let mut moves = Vec::new();
    for node in 0..game.main_line() {
        match game.nodes()[node as usize].only_move() {
            Some((Color::Black, point, _)) if size.contains(point) => {
                placed.add(point, size);
                continue;
            }
            // A move of White's, a pass, or a point off the board.
            Some(_) => return placed.count,
            None => {}
        }
        moves.clear();
        for (prop, values) in game.props(node) {
            let color = match prop.id {
                B => Color::Black,
                W => Color::White,
                // A setup after Black's stones makes a position to play from, not a handicap.
                _ if placed.count > 0 && SETUP.contains(&prop.id) => return 0,
                _ => continue,
            };
            moves.extend(values.first().map(|&value| (color, value)));
        }
        if moves.len() > 1 {
            keep_playable(&mut moves);
        }
        for &(color, value) in &moves {
            // A pass ends the handicap: from there moves are moves.
            let (Color::Black, Some(point)) = (color, move_value(text, value, size).point()) else {
                return placed.count;
            };
            placed.add(point, size);
        }
    }
    0
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
}

impl MissingStones {
    /// Looks for the handicap stones that a record states but doesn't place, although White moves first on an empty board. On
    /// the standard board they are assumed in the fixed placement, or three in that of the Fox server, unless moves would then
    /// be on stones or suicide that otherwise aren't.
    pub(super) fn read(text: &Text, game: &Game, size: Size, stated: Option<i64>) -> Self {
        let stones = stated.and_then(|stated| u32::try_from(stated).ok()).unwrap_or(0);
        if stones < 2 || next_mover(game, 0) != Some(Color::White) {
            return Self::default();
        }
        let Ok(without) = unplayable_moves(text, game, size, &[]) else { return Self::default() };
        let mut names = Vec::new();
        if size == Size::STANDARD && stones <= 9 {
            names.push(fixed_placement(stones));
            names.extend((stones == 3).then(|| "Q16 D4 D16".to_owned()));
        }
        let points = |names: &String| -> Vec<Point> {
            names.split(' ').filter_map(|name| Point::from_name(name, size)).collect()
        };
        let placements = names.iter().map(points).filter_map(|points| {
            let unplayable = unplayable_moves(text, game, size, &points).ok()?;
            (unplayable <= without).then_some((unplayable, points))
        });
        match placements.min_by_key(|(unplayable, _)| *unplayable) {
            Some((_, assumed)) => Self { assumed, unknown: false },
            None => Self { assumed: Vec::new(), unknown: true },
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

/// Number of moves on stones, and of suicides, where only these stones are on the board before the first move.
fn unplayable_moves(
    text: &Text,
    game: &Game,
    size: Size,
    assumed: &[Point],
) -> Result<u32, NotFromEmptyBoard> {
    let mut board = Board::new(size);
    let (mut unplayable, mut begun) = (0, false);
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
            let is_empty = board.is_empty(point);
            unplayable += u32::from(!is_empty || board.play(color, point).suicide > 0);
        }
        Ok(())
    })?;
    Ok(unplayable)
}

impl Handicap {
    /// Works out the handicap from the HA value, if there is a readable one, the stones set up before
    /// the first move, and [`leading_black_moves`], which are asked for only where they matter.
    pub fn new(stated: Option<i64>, setup: ByColor<u32>, leading: impl FnOnce() -> u32) -> Self {
        let ByColor { black, white } = setup;
        if white > 0 {
            return Self { stones: 0, by: HandicapBy::None };
        }
        if black > 0 {
            // Some of the stones that HA states are set up, and Black may play the others.
            let stated = stated.and_then(|stated| u32::try_from(stated).ok());
            let others = stated.and_then(|stated| stated.checked_sub(black));
            return match (others, black) {
                (Some(others @ 1..), _) if leading() >= others => {
                    Self { stones: black + others, by: HandicapBy::Moves }
                }
                (_, 1) => Self { stones: 0, by: HandicapBy::None },
                _ => Self { stones: black, by: HandicapBy::Setup },
            };
        }
        let leading = leading();
        let stones = match stated {
            Some(stated) if stated >= 2 => leading.min(u32::try_from(stated).unwrap_or(u32::MAX)),
            None if leading <= MAX_BY_MOVES => leading,
            _ => 0,
        };
        if stones >= 2 {
            Self { stones, by: HandicapBy::Moves }
        } else {
            Self { stones: 0, by: HandicapBy::None }
        }
    }

    /// The number of stones; `None` if the position at the start isn't known.
    pub fn known(self) -> Option<u32> {
        (self.by != HandicapBy::Unknown).then_some(self.stones)
    }

    /// The player who moves first after the handicap stones are placed (A91 2).
    pub fn first_to_move(self) -> Color {
        if self.stones >= 2 { Color::White } else { Color::Black }
    }
}
