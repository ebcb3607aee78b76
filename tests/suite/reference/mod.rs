//! The rules of Go, slowly: a second implementation to judge the fast one by.
//!
//! Positions are maps of points, the history is a list of them, and each function is a sentence of the
//! rules, with its paragraph (A91: AGA rules of 1991; BGA: rules of the BGA; WIK: overview of the rules of
//! Go). Nothing of the program is used.

// A fuzz target uses a part of it.
#![allow(dead_code)]

pub mod count;
pub mod differential;
pub mod rulesets;

use std::collections::{BTreeMap, BTreeSet};

/// Column and row, from 0.
pub type Point = (u8, u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    Black,
    White,
}

impl Player {
    pub fn other(self) -> Self {
        if self == Self::Black { Self::White } else { Self::Black }
    }

    pub fn letter(self) -> char {
        if self == Self::Black { 'B' } else { 'W' }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superko {
    None,
    /// WIK, Rule 8; AS 4.
    Positional,
    /// A91 6; B07 3.
    Situational,
    /// WIK, New Zealand rules: "as it was after any of that player's previous moves".
    SituationalAfterMoves,
    /// BGA 6.2.
    NaturalSituational,
    /// GRO, Ing's rules: a cycle may be played once, not gone on with.
    AfterCycle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suicide {
    Forbidden,
    MultiStone,
    Allowed,
}

/// What a ruleset forbids.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// BGA 6.1.
    pub simple_ko: bool,
    pub superko: Superko,
    pub suicide: Suicide,
    /// Whether either player may resume play after two passes: the opponent of who asks (J89 9 iii).
    pub asked_resumption: bool,
}

/// What a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Broken {
    OutOfTurn,
    OccupiedPoint,
    Suicide,
    Ko,
    Superko,
}

/// "The list of states for each grid point" (BGA, Glossary, Board position): the occupied ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub cols: u8,
    pub rows: u8,
    pub stones: BTreeMap<Point, Player>,
}

impl Position {
    pub fn empty(cols: u8, rows: u8) -> Self {
        Self { cols, rows, stones: BTreeMap::new() }
    }

    pub fn points(&self) -> Vec<Point> {
        (0..self.cols).flat_map(|col| (0..self.rows).map(move |row| (col, row))).collect()
    }

    /// "Two distinct points are adjacent if they lie on the same line and there is no intervening grid
    /// point" (BGA, Glossary, Adjacent).
    pub fn adjacent(&self, (col, row): Point) -> impl Iterator<Item = Point> + use<> {
        let (cols, rows) = (self.cols, self.rows);
        let (left, above) = (col.wrapping_sub(1), row.wrapping_sub(1));
        [(left, row), (col + 1, row), (col, above), (col, row + 1)]
            .into_iter()
            .filter(move |&(col, row)| col < cols && row < rows)
    }

    /// "Those points which can be reached from a given point by moving only to adjacent points" in the
    /// same state (A91 5, 12).
    pub fn connected(&self, from: Point) -> BTreeSet<Point> {
        let state = self.stones.get(&from);
        let mut reached = BTreeSet::from([from]);
        loop {
            let more: Vec<Point> = reached
                .iter()
                .flat_map(|&point| self.adjacent(point))
                .filter(|point| self.stones.get(point) == state && !reached.contains(point))
                .collect();
            if more.is_empty() {
                return reached;
            }
            reached.extend(more);
        }
    }

    /// "An empty grid point adjacent to the string" (BGA, Glossary, Liberty).
    pub fn has_liberty(&self, string: &BTreeSet<Point>) -> bool {
        let mut next = string.iter().flat_map(|&point| self.adjacent(point));
        next.any(|point| !self.stones.contains_key(&point))
    }

    /// "Any string belonging to the opponent which is completely surrounded is captured" (A91 5), and
    /// then the player's own, if suicide is what the play is (WIK, Rule 7). Returns what comes off of
    /// each.
    pub fn play(&mut self, player: Player, at: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        self.stones.insert(at, player);
        let captured = self.take_off(player.other());
        let own = self.take_off(player);
        (captured, own)
    }

    fn take_off(&mut self, player: Player) -> BTreeSet<Point> {
        let strings = self.strings(player).into_iter();
        let surrounded: BTreeSet<Point> =
            strings.filter(|string| !self.has_liberty(string)).flatten().collect();
        self.stones.retain(|point, _| !surrounded.contains(point));
        surrounded
    }

    /// "Those empty points which are entirely surrounded by stones of a single color" (A91 12).
    pub fn territory(&self, player: Player) -> usize {
        let surrounds = |&point: &Point| {
            let region = self.connected(point);
            let border: BTreeSet<Player> = region
                .iter()
                .flat_map(|&point| self.adjacent(point))
                .filter_map(|point| self.stones.get(&point).copied())
                .collect();
            border == BTreeSet::from([player])
        };
        let empty = self.points().into_iter().filter(|point| !self.stones.contains_key(point));
        empty.filter(surrounds).count()
    }

    /// Every string of a player.
    pub fn strings(&self, player: Player) -> Vec<BTreeSet<Point>> {
        let mut strings: Vec<BTreeSet<Point>> = Vec::new();
        for (&point, _) in self.stones.iter().filter(|&(_, &stone)| stone == player) {
            if !strings.iter().any(|string| string.contains(&point)) {
                strings.push(self.connected(point));
            }
        }
        strings
    }

    pub fn count(&self, player: Player) -> usize {
        self.stones.values().filter(|&&stone| stone == player).count()
    }
}

/// A move as it was made.
#[derive(Clone, Debug)]
struct Made {
    player: Player,
    /// `None` for a pass, or for what left the board as it was.
    at: Option<Point>,
    captured: BTreeSet<Point>,
    own: BTreeSet<Point>,
    after: Position,
    /// Whether it is a play that made an earlier position again.
    again: bool,
    passed: bool,
}

/// A game: the initial position, who is to move, and every move since.
#[derive(Clone, Debug)]
pub struct Game {
    pub rules: Rules,
    initial: Position,
    first: Player,
    moves: Vec<Made>,
    /// Stones of Black and of White that were taken off the board.
    pub captured: [usize; 2],
    /// Stones of Black and of White that were handed over, for passes and for what left the board as it
    /// was.
    pub handed: [usize; 2],
}

impl Game {
    pub fn new(rules: Rules, initial: Position, first: Player) -> Self {
        Self { rules, initial, first, moves: Vec::new(), captured: [0; 2], handed: [0; 2] }
    }

    pub fn position(&self) -> &Position {
        self.moves.last().map_or(&self.initial, |made| &made.after)
    }

    /// "The players alternate in moving" (A91 2).
    pub fn to_move(&self) -> Player {
        self.moves.last().map_or(self.first, |made| made.player.other())
    }

    /// The position after so many moves.
    pub fn position_after(&self, moves: usize) -> &Position {
        if moves == 0 { &self.initial } else { &self.moves[moves - 1].after }
    }

    /// "It is illegal for a player to capture a single stone which itself captured a single stone of the
    /// same player on the previous move" (BGA 6.1).
    fn retakes(&self, player: Player, captured: &BTreeSet<Point>) -> bool {
        let Some(previous) = self.moves.last() else { return false };
        previous.player == player.other()
            && previous.captured.len() == 1
            && previous.own.is_empty()
            && captured.len() == 1
            && captured.iter().next() == previous.at.as_ref()
    }

    /// "It is illegal to play in such a way as to recreate a previous board position from the game"
    /// (A91 6), by the conditions of each kind of superko.
    fn recreates(&self, player: Player, after: &Position) -> bool {
        let next = player.other();
        let initially = *after == self.initial;
        let mut made = self.moves.iter().filter(|made| made.after == *after);
        match self.rules.superko {
            Superko::None => false,
            Superko::Positional => initially || made.next().is_some(),
            Superko::Situational => {
                initially && self.first == next || made.any(|made| made.player.other() == next)
            }
            Superko::SituationalAfterMoves => made.any(|made| made.player.other() == next),
            Superko::NaturalSituational => {
                made.any(|made| made.player == player && made.at.is_some())
            }
            Superko::AfterCycle => made.any(|made| made.again),
        }
    }

    /// What a move breaks, and what comes of it: it stands all the same (A91 8), suicide takes the stones
    /// off (BGA 8.1 i), and a stone on an occupied point is handed over (BGA A.2 ii).
    fn judge(&self, player: Player, at: Option<Point>) -> (Vec<Broken>, Made) {
        let mut broken = Vec::new();
        let stopped = matches!(&self.moves[..], [.., a, b] if a.passed && b.passed);
        let resumes = self.rules.asked_resumption && stopped && at.is_some();
        if player != self.to_move() && !resumes {
            broken.push(Broken::OutOfTurn);
        }
        let mut after = self.position().clone();
        let occupied = at.is_some_and(|at| after.stones.contains_key(&at));
        if occupied {
            broken.push(Broken::OccupiedPoint);
        }
        let Some(point) = at.filter(|_| !occupied) else {
            let (captured, own) = (BTreeSet::new(), BTreeSet::new());
            let (again, passed) = (false, at.is_none());
            return (broken, Made { player, at: None, captured, own, after, again, passed });
        };
        let (captured, own) = after.play(player, point);
        let suicide = match self.rules.suicide {
            Suicide::Forbidden => !own.is_empty(),
            Suicide::MultiStone => own.len() == 1,
            Suicide::Allowed => false,
        };
        let recreates = self.recreates(player, &after);
        let retakes = self.retakes(player, &captured);
        if suicide {
            broken.push(Broken::Suicide);
        } else if retakes && (self.rules.simple_ko || recreates) {
            broken.push(Broken::Ko);
        } else if recreates {
            broken.push(Broken::Superko);
        }
        let before = self.moves.iter().any(|made| made.after == after);
        let again = !suicide && (before || after == self.initial);
        (broken, Made { player, at, captured, own, after, again, passed: false })
    }

    /// Makes a move, a pass if `at` is `None`, and says what it breaks. "A player may pass by handing the
    /// opponent one stone" (BGA 7).
    pub fn make(&mut self, player: Player, at: Option<Point>) -> Vec<Broken> {
        let (broken, made) = self.judge(player, at);
        self.captured[player.other() as usize] += made.captured.len();
        self.captured[player as usize] += made.own.len();
        self.handed[player as usize] += usize::from(made.at.is_none());
        self.moves.push(made);
        broken
    }

    /// Whether the player to move may play there.
    pub fn may_play(&self, at: Point) -> bool {
        self.judge(self.to_move(), Some(at)).0.is_empty()
    }

    /// Whether stones stood there before the first move.
    pub fn began_with_stones(&self) -> bool {
        !self.initial.stones.is_empty()
    }

    /// How many moves a player has made.
    pub fn moves_of(&self, player: Player) -> usize {
        self.moves.iter().filter(|made| made.player == player).count()
    }

    /// Who was the first to pass.
    pub fn first_pass(&self) -> Option<Player> {
        self.moves.iter().find(|made| made.passed).map(|made| made.player)
    }

    /// Whether the last move was a play that made an earlier position again.
    pub fn repeated(&self) -> bool {
        self.moves.last().is_some_and(|made| made.again)
    }
}

/// A point as SGF writes it.
pub fn letters((col, row): Point) -> String {
    [col, row].map(|place| char::from(b'a' + place)).into_iter().collect()
}

/// A list of points as SGF writes it, or nothing.
pub fn listed(property: &str, points: &[Point]) -> String {
    if points.is_empty() {
        return String::new();
    }
    let values: String = points.iter().map(|&point| format!("[{}]", letters(point))).collect();
    format!("{property}{values}")
}
