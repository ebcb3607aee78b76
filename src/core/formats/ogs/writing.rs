//! Writes a game in OGS's JSON as SGF.

use serde_json::value::RawValue;

use super::header::{base, fields};
use super::json::{Members, OgsGame, name_of};
use super::moves::{Action, OgsMove, excerpt, moves, points};
use super::result::OgsEnding;
use crate::formats::SourceLines;
use crate::formats::sgf_writer::SgfWriter;
use crate::formats::values::{ThirdCorner, handicap};
use crate::go::{Board, ByColor, Color, Point, Regions, Size};

/// Writes the game, from the line on that the writer has come to.
pub(super) fn write(game: &OgsGame, source: &SourceLines, writer: &mut SgfWriter) {
    writer.begin_game();
    let ending = OgsEnding::read(game);
    let played = game.get("moves").map(moves).unwrap_or_default();
    let size = size(game, writer);
    let first_move = played.first().map_or(usize::MAX, |(part, _)| source.line_of(part));
    let mut fields = fields(game, source, size, &ending);
    // Content after the moves is written first.
    fields.iter_mut().filter(|field| field.line > first_move).for_each(|field| field.line = 0);
    fields.sort_by_key(|field| field.line);
    for field in &fields {
        writer.advance_to(field.line);
        writer.header_field(field);
    }
    let free = if has_free_handicap(game, size) { game.handicap() } else { 0 };
    let mut set_up = initial_stones(game, size, writer);
    let free = free.saturating_sub(set_up.black.len() as u32);
    let mut replay = Replay::new(size, starts(game, size), free);
    for (color, points) in set_up.iter() {
        replay.set_up(points, Some(color));
    }
    let mut played = played.into_iter().peekable();
    while free > 1
        && replay.handicap_left() > 0
        && let Some((part, read)) = played.next_if(|(_, read)| is_placement(read, size))
    {
        writer.advance_to(source.line_of(part));
        if let Ok(read) = read {
            replay.place(read, &mut set_up);
        }
    }
    if free > 1 {
        let board = &replay.board;
        let is_there = |color| {
            move |&(column, row): &(u8, u8)| board.get(Point::new(column, row)) == Some(color)
        };
        set_up.black.retain(is_there(Color::Black));
        set_up.white.retain(is_there(Color::White));
    }
    for (color, points) in set_up.iter() {
        writer.setup(color, points);
    }
    if replay.player == Color::White && set_up.black.is_empty() {
        writer.property("PL", "W");
    }
    for (number, (part, read)) in (1_usize..).zip(played) {
        writer.advance_to(source.line_of(part));
        match read {
            Ok(read) => replay.step(number, read, writer),
            Err(why) => writer.unread(why),
        }
    }
    for (color, marked) in marks(game, &replay.board, &ending).iter() {
        writer.points(&format!("T{}", color.letter()), marked);
    }
    writer.end_game();
}

fn size(game: &OgsGame, writer: &mut SgfWriter) -> Size {
    let lines = |name| match game.text(name) {
        None => Some(19),
        Some((_, text)) => text.parse().ok(),
    };
    let size = lines("width").zip(lines("height"));
    size.and_then(|(cols, rows)| Size::new(cols, rows)).unwrap_or_else(|| {
        let excerpt = |name| game.get(name).map_or(String::new(), |value| excerpt(value.get()));
        writer.unread(format!("no board: {} by {}", excerpt("width"), excerpt("height")));
        Size::STANDARD
    })
}

/// The player who moves first. Behind stones that the server put on the star points, it is White.
fn starts(game: &OgsGame, size: Size) -> Color {
    let is_fixed = game.get("initial_state").is_none() && game.handicap() > 0;
    match game.text("initial_player") {
        _ if is_fixed && !has_free_handicap(game, size) => Color::White,
        Some((_, player)) if player == "white" => Color::White,
        _ => Color::Black,
    }
}

/// Whether the first moves are Black's handicap stones (goban, `fillDefaults`).
fn has_free_handicap(game: &OgsGame, size: Size) -> bool {
    let by_rules = || match &*base(game) {
        "chinese" => game.get("ogs_import").is_none(),
        rules => !matches!(rules, "japanese" | "korean" | "aga"),
    };
    let has_stars = [9, 13, 19].iter().any(|&lines| size == square(lines));
    let is_fixed = has_stars && (2..=9).contains(&game.handicap());
    let is_left_out = game.get("initial_state").is_none();
    is_left_out && !is_fixed || game.flag_or("free_handicap_placement", by_rules())
}

/// The stones before the first move.
fn initial_stones(game: &OgsGame, size: Size, writer: &mut SgfWriter) -> ByColor<Vec<(u8, u8)>> {
    let Some(state) = game.get("initial_state").map(Members::read) else {
        // OGS leaves it out if the stones are on the star points.
        let black = match has_free_handicap(game, size) {
            true => Vec::new(),
            false => handicap(game.handicap(), size.cols(), ThirdCorner::LowerRight),
        };
        return ByColor { black, white: Vec::new() };
    };
    ByColor::from_fn(|color| {
        let listed = state.get(name_of(color)).map(points).unwrap_or_default();
        let mut stones = Vec::with_capacity(listed.len());
        for at in listed {
            match on_board(at, size) {
                Some(point) if !stones.contains(&point) => stones.push(point),
                Some(_) => {}
                None => {
                    writer.unread(format!("a stone before the first move is off the board: {at:?}"))
                }
            }
        }
        stones
    })
}

/// The territory on which the players agreed: the stones that they took off, and the points that the server counted
/// then. Nothing if the game wasn't counted.
fn marks(game: &OgsGame, board: &Board, ending: &OgsEnding) -> ByColor<Vec<(u8, u8)>> {
    if !ending.is_counted {
        return ByColor::default();
    }
    let size = board.size();
    let listed = |value: Option<&RawValue>| {
        let listed = value.map(points).unwrap_or_default();
        listed.into_iter().filter_map(move |at| on_board(at, size))
    };
    let stone = |(column, row)| board.get(Point::new(column, row));
    let score = game.get("score").map(Members::read);
    // The players agreed that all stones are alive.
    let all_alive = score.is_none() && game.get("removed").is_some_and(|at| points(at).is_empty());
    let regions = all_alive.then(|| Regions::new(&board.grid()));
    let score = score.unwrap_or_default();
    ByColor::from_fn(|color| {
        let is_taken = |&point: &(u8, u8)| stone(point) == Some(color.opponent());
        let mut marked: Vec<_> = listed(game.get("removed")).filter(is_taken).collect();
        let counted = score.get(name_of(color)).map(Members::read).unwrap_or_default();
        // By area the living stones are listed too.
        let is_own = |&point: &(u8, u8)| stone(point) == Some(color);
        marked.extend(listed(counted.get("scoring_positions")).filter(|point| !is_own(point)));
        for region in regions.iter().flat_map(|all| (0..all.points.len()).map(move |at| (all, at)))
        {
            if region.0.owner(region.1) == Some(color) {
                let points = region.0.points[region.1].iter();
                marked.extend(points.map(|&at| {
                    let at = usize::from(at);
                    let columns = usize::from(size.cols());
                    ((at % columns) as u8, (at / columns) as u8)
                }));
            }
        }
        marked.sort_unstable_by_key(|&(column, row)| (row, column));
        marked.dedup();
        marked
    })
}

/// A board on which the game is played, to know which stones were taken off at its end.
struct Replay {
    board: Board,
    player: Color,
    /// Number of moves so far, edits not counted.
    moves: u32,
    /// Number of stones that Black places freely.
    free: u32,
}

impl Replay {
    fn new(size: Size, player: Color, free: u32) -> Self {
        Self { board: Board::new(size), player, moves: 0, free }
    }

    /// Number of stones that are still to be placed freely.
    fn handicap_left(&self) -> u32 {
        self.free.saturating_sub(self.moves)
    }

    /// Counts a move. The last stone placed freely changes the player (goban, `place`).
    fn count_move(&mut self, player: Color) {
        self.player = if self.handicap_left() < 2 { player.opponent() } else { player };
        self.moves += 1;
    }

    /// Places a handicap stone, or sets up a point among them by hand.
    fn place(&mut self, read: OgsMove, set_up: &mut ByColor<Vec<(u8, u8)>>) {
        // A pass among the handicap stones is none.
        let Some(point) = on_board(read.at, self.board.size()) else { return };
        let at = Point::new(point.0, point.1);
        let stone = match read.action {
            Action::Edit(color) => edited(color),
            Action::Play(_) => {
                let player = self.player;
                self.count_move(player);
                if !self.board.is_empty(at) {
                    return;
                }
                self.board.play_unchecked(player, at);
                set_up[player].push(point);
                return;
            }
        };
        self.set_up(&[point], stone);
        if let Some(color) = stone {
            set_up[color].push(point);
        }
    }

    fn set_up(&mut self, points: &[(u8, u8)], stone: Option<Color>) {
        let point = |&(column, row): &(u8, u8)| (Point::new(column, row), stone);
        self.board.set_up(points.iter().map(point));
    }

    fn step(&mut self, number: usize, read: OgsMove, writer: &mut SgfWriter) {
        let size = self.board.size();
        let point = on_board(read.at, size);
        match (read.action, point) {
            (Action::Edit(color), Some(point)) => {
                let stone = edited(color);
                self.set_up(&[point], stone);
                writer.set_up_node(stone, point);
            }
            (Action::Edit(_), None) => {
                writer.unread(format!("a stone set up as move {number} is off the board"));
            }
            (Action::Play(_), None) if read.is_pass() && self.handicap_left() > 0 => {}
            (Action::Play(given), point) => {
                let player = match given {
                    Some(1) => Color::Black,
                    Some(2) => Color::White,
                    _ => self.player,
                };
                self.count_move(player);
                if let Some((column, row)) = point {
                    let at = Point::new(column, row);
                    if self.board.is_empty(at) {
                        self.board.play_unchecked(player, at);
                    }
                    writer.play(player, Some((column, row)));
                } else if read.is_pass() {
                    writer.play(player, None);
                } else {
                    writer.unread(format!("move {number} is off the board: {:?}", read.at));
                }
            }
        }
    }
}

/// The stone that a point is set up with by hand.
const fn edited(color: u64) -> Option<Color> {
    match color {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// Whether a move may be a handicap stone, a pass among them, or a point set up by hand.
fn is_placement(read: &Result<OgsMove, String>, size: Size) -> bool {
    read.as_ref().is_ok_and(|read| match read.action {
        Action::Play(None) => read.is_pass() || on_board(read.at, size).is_some(),
        Action::Play(_) => false,
        Action::Edit(_) => on_board(read.at, size).is_some(),
    })
}

fn on_board((column, row): (i64, i64), size: Size) -> Option<(u8, u8)> {
    let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
    (column < size.cols() && row < size.rows()).then_some((column, row))
}

const fn square(lines: u8) -> Size {
    match Size::new(lines, lines) {
        Some(size) => size,
        None => Size::STANDARD,
    }
}
