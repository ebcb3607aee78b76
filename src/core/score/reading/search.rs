//! An exact search of a small place: which stones are left if one player or the other moves first.

use foldhash::fast::FixedState;
use std::collections::HashMap;

use crate::go::{ByColor, Color};

/// The most points of a place: empty ones and stones that can be captured.
pub(super) const MAX_POINTS: usize = 64;

/// A line of more plays than this isn't followed.
const DEEPEST: usize = 40;

/// If a player captures this number of stones at once, next to a wall of his own, he keeps their points.
const MANY_TAKEN: u32 = 3;

/// No point is forbidden by a ko.
const NO_KO: u8 = 64;

/// A place. Sets of its points are bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// By point: the points of the place next to it.
    pub near: Vec<u64>,
    /// By colour: the points next to its walls, which can't be captured.
    pub walls: ByColor<u64>,
    /// By colour: its stones, which can be.
    pub stones: ByColor<u64>,
}

/// The end of play in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Black's points less White's, as area counting has them.
    pub score: i32,
    pub stones: ByColor<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    stones: [u64; 2],
    /// Points of stones that were taken and decide the place: they can't be captured.
    solid: u64,
    to_move: Color,
    /// The point of a ko that can't be retaken.
    ko: u8,
    passed: bool,
}

/// Ends that are known to bound the score of a position.
#[derive(Clone, Copy, Default)]
struct Known {
    at_least: Option<End>,
    at_most: Option<End>,
}

/// Searches a place. Both players may pass; two passes end it.
pub(super) struct Search<'a> {
    place: &'a Place,
    /// The player who may retake a ko at once, as if he had the threats.
    master: Color,
    /// Whether a ko was taken in some line.
    pub ko: bool,
    left: u32,
    known: HashMap<Position, Known, FixedState>,
    path: Vec<[u64; 2]>,
}

impl<'a> Search<'a> {
    /// `positions`: how many are looked at before it gives up.
    pub(super) fn new(place: &'a Place, master: Color, positions: u32) -> Self {
        let (known, path) = (HashMap::default(), Vec::with_capacity(DEEPEST));
        Self { place, master, ko: false, left: positions, known, path }
    }

    /// The end if `first` moves first and both play their best; `None` if there is too much to be searched.
    pub(super) fn end(&mut self, first: Color) -> Option<End> {
        let ByColor { black, white } = self.place.stones;
        self.path.clear();
        let stones = [black, white];
        let start = Position { stones, solid: 0, to_move: first, ko: NO_KO, passed: false };
        self.best(&start, i32::MIN, i32::MAX)
    }

    /// Alpha-beta: an end with the best score for the player to move, exact between `least` and `most`.
    fn best(&mut self, position: &Position, least: i32, most: i32) -> Option<End> {
        let (mut low, mut high) = (least, most);
        if let Some(&Known { at_least, at_most }) = self.known.get(position) {
            for end in at_least.iter() {
                if end.score >= high || at_most.is_some_and(|most| most.score <= end.score) {
                    return Some(*end);
                }
                low = low.max(end.score);
            }
            for end in at_most.iter() {
                if end.score <= low {
                    return Some(*end);
                }
                high = high.min(end.score);
            }
        }
        if let Some(end) = self.decided(position) {
            return Some(end);
        }
        if self.left == 0 || self.path.len() == DEEPEST {
            return None;
        }
        self.left -= 1;
        self.path.push(position.stones);
        let (from, to) = (low, high);
        let black = position.to_move == Color::Black;
        let mut best: Option<End> = None;
        let mut plays = self.empty(position);
        let urgent = self.last_liberties(position, position.to_move.opponent());
        while low < high {
            // Captures come first and the pass last.
            let first = if plays & urgent == 0 { plays } else { plays & urgent };
            let end = if first == 0 {
                if position.passed {
                    self.count(position)
                } else {
                    self.best(&passed(position), low, high)?
                }
            } else {
                let play = first.trailing_zeros() as usize;
                plays &= !(1 << play);
                let Some(next) = self.play(position, play) else { continue };
                self.best(&next, low, high)?
            };
            if black {
                low = low.max(end.score);
            } else {
                high = high.min(end.score);
            }
            let better =
                |best: End| if black { end.score > best.score } else { end.score < best.score };
            if best.is_none_or(better) {
                best = Some(end);
            }
            if first == 0 {
                break;
            }
        }
        self.path.pop();
        let end = best?;
        let known = self.known.entry(*position).or_default();
        if end.score < to {
            known.at_most = Some(end);
        }
        if end.score > from {
            known.at_least = Some(end);
        }
        Some(end)
    }

    /// The end where only one player has stones left, none of which can be captured.
    fn decided(&self, position: &Position) -> Option<End> {
        let empty = self.empty(position);
        let gone = |color: Color| {
            position.stones[color.index()] == 0 && self.place.walls[color] & empty == 0
        };
        let color = Color::BOTH.into_iter().find(|&color| gone(color))?.opponent();
        let stones = position.stones[color.index()];
        let mut left = stones;
        while left != 0 {
            let chain = self.connected(stones, left & left.wrapping_neg());
            if !self.is_safe(position, chain, color) {
                return None;
            }
            left &= !chain;
        }
        let points = self.place.near.len() as i32;
        let score = if color == Color::Black { points } else { -points };
        Some(End { score, stones: position.stones.into() })
    }

    fn empty(&self, position: &Position) -> u64 {
        let all = u64::MAX >> (64 - self.place.near.len());
        all & !(position.stones[0] | position.stones[1])
    }

    /// The points of a set that are connected with `start`.
    fn connected(&self, set: u64, start: u64) -> u64 {
        let (mut reached, mut edge) = (start, start);
        while edge != 0 {
            let at = edge.trailing_zeros() as usize;
            edge &= edge - 1;
            let new = self.place.near[at] & set & !reached;
            reached |= new;
            edge |= new;
        }
        reached
    }

    /// The points next to a set, and some of the set itself.
    fn around(&self, set: u64) -> u64 {
        let (mut around, mut left) = (0, set);
        while left != 0 {
            around |= self.place.near[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        around
    }

    /// Whether a chain is connected with what can't be captured.
    fn is_safe(&self, position: &Position, chain: u64, color: Color) -> bool {
        chain & (self.place.walls[color] | position.solid) != 0
    }

    /// The last liberties of a colour's chains.
    fn last_liberties(&self, position: &Position, color: Color) -> u64 {
        let (stones, empty) = (position.stones[color.index()], self.empty(position));
        let (mut last, mut left) = (0, stones);
        while left != 0 {
            let chain = self.connected(stones, left & left.wrapping_neg());
            left &= !chain;
            let liberties = self.around(chain) & empty;
            if liberties.is_power_of_two() {
                last |= liberties;
            }
        }
        last
    }

    /// The position after a play; `None` if the play isn't allowed or fills an eye in vain.
    fn play(&mut self, position: &Position, play: usize) -> Option<Position> {
        if play == position.ko as usize {
            return None;
        }
        let (color, bit, near) = (position.to_move, 1 << play, self.place.near[play]);
        let (own, other) = (color.index(), color.opponent().index());
        let before = position.stones;
        if near & !before[own] == 0
            && (self.place.walls[Color::Black] | self.place.walls[Color::White]) & bit == 0
            && self.connected(before[own], near & near.wrapping_neg()) & near == near
        {
            return None;
        }
        let mut next =
            Position { to_move: color.opponent(), ko: NO_KO, passed: false, ..*position };
        next.stones[own] |= bit;
        let empty = self.empty(&next);
        let (mut taken, mut attacked) = (0, near & before[other]);
        while attacked != 0 {
            let chain = self.connected(before[other], attacked & attacked.wrapping_neg());
            attacked &= !chain;
            let safe = self.is_safe(position, chain, color.opponent());
            if !safe && self.around(chain) & empty == 0 {
                taken |= chain;
            }
        }
        next.stones[other] &= !taken;
        if taken.count_ones() >= MANY_TAKEN && taken & self.place.walls[color] != 0 {
            next.stones[own] |= taken;
            next.solid |= taken;
        }
        let chain = self.connected(next.stones[own], bit);
        let liberties = self.around(chain) & self.empty(&next);
        let safe = self.is_safe(&next, chain, color);
        if !safe && liberties == 0 {
            return None;
        }
        let is_ko = taken.is_power_of_two() && !safe && chain == bit && liberties == taken;
        if is_ko {
            self.ko = true;
            if color == self.master {
                next.ko = taken.trailing_zeros() as u8;
                return Some(next);
            }
        }
        if taken != 0 && self.path.contains(&next.stones) {
            return None;
        }
        Some(next)
    }

    /// Counts the area with all stones that are left.
    fn count(&self, position: &Position) -> End {
        let [black, white] = position.stones;
        let mut score = black.count_ones() as i32 - white.count_ones() as i32;
        let mut empty = self.empty(position);
        while empty != 0 {
            let region = self.connected(empty, empty & empty.wrapping_neg());
            empty &= !region;
            let around = self.around(region);
            let touches = |color: Color| {
                around & position.stones[color.index()] != 0
                    || region & self.place.walls[color] != 0
            };
            let points = region.count_ones() as i32;
            score += match Color::BOTH.map(touches) {
                [true, false] => points,
                [false, true] => -points,
                _ => 0,
            };
        }
        End { score, stones: position.stones.into() }
    }
}

fn passed(position: &Position) -> Position {
    Position { to_move: position.to_move.opponent(), ko: NO_KO, passed: true, ..*position }
}
