//! The judge of repetition: the positions of a game, and whether a play recreates one of them.
//!
//! A play that leaves more stones on the board than ever before makes a new position, and most plays do.
//! Otherwise only positions with as many stones can be the same: in nearly every game these are a few,
//! which are looked at one by one. Where they are many, as in games of many kos, an index by the
//! positions' keys is made.
//!
//! A key only shows where to look. Whether two positions are the same is decided by comparing their
//! points, so forged keys can't make a false finding; and each earlier position is reconstructed at
//! most once, so they can't make a slow one either.

use crate::go::{Board, Color, Key, PlacedRun, Played, Point, Size, Stone};
use crate::rules::ruleset::{Ruleset, Superko};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// The repetition that a play makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// The play repeats nothing.
    Nothing,
    /// The play retakes a ko at once, which the ruleset forbids.
    Ko(PositionNumber),
    /// The play recreates an earlier position that the ruleset forbids.
    Superko(PositionNumber),
    /// The play recreates an earlier position, which the ruleset allows.
    Allowed(PositionNumber),
}

/// The repeated position: the one after this many moves since the history began (0: the initial
/// position).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionNumber(pub u32);

/// The action that made a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Initial,
    Play(Color),
    Pass,
}

/// A position with the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    pub key: Key,
    /// Number of changes of the board that led to it.
    changes: u32,
    /// Number of moves that led to it.
    moves: u32,
    /// Number of stones on the board.
    stones: u16,
    to_move: Color,
    origin: Origin,
    /// Whether the play that made it repeated an earlier position.
    repeated: bool,
    /// The index, plus 1, of the latest earlier situation with as many stones; 0 for none.
    same_count: u32,
}

/// A state of a history to return to.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    situations: usize,
    changes: usize,
    start: u32,
    moves: u32,
    ko: Option<(Point, Point)>,
    key: Key,
    most_stones: u32,
}

/// An index of situations by key.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyIndex {
    /// By key: the index, plus 1, of the latest situation.
    latest: HashMap<Key, u32>,
    /// By situation: the index, plus 1, of the one before it with its key; 0 for none.
    pub previous: Vec<u32>,
}

impl KeyIndex {
    fn clear(&mut self) {
        self.latest.clear();
        self.previous.clear();
    }

    /// Adds the situations that it lacks.
    fn extend(&mut self, situations: &[Situation]) {
        for situation in &situations[self.previous.len()..] {
            let number = self.previous.len() as u32 + 1;
            self.previous.push(self.latest.insert(situation.key, number).unwrap_or(0));
        }
    }

    /// Forgets the last of `count` situations.
    fn pop(&mut self, key: Key, count: usize) {
        if self.previous.len() == count
            && let Some(previous) = self.previous.pop()
        {
            self.latest.insert(key, previous);
        }
    }
}

/// The positions of a game so far.
#[derive(Clone, Debug)]
pub struct History {
    pub(super) situations: Vec<Situation>,
    /// By number of stones: the index, plus 1, of the latest situation that has as many; 0 for none.
    with_stones: Vec<u32>,
    /// By situation: a hash of its points; 0 until it is needed.
    fingerprints: Vec<u64>,
    pub(super) by_key: KeyIndex,
    /// The most stones of any situation that counts.
    most_stones: u32,
    /// The first situation that counts: those before a setup within the game don't.
    start: u32,
    pub(super) positions: Positions,
    moves: u32,
    /// The last play, if it was a single stone that captured a single stone: where each stood.
    ko: Option<(Point, Point)>,
    /// The bits of keys that are compared.
    mask: Key,
    /// The position's key.
    pub(super) key: Key,
    /// The stones of a run of plays, each with the key of the position after it.
    placed: Vec<(Stone, Key)>,
}

/// Number of situations with as many stones that are looked at before the index by key is used.
const MAX_SCANNED: usize = 16;

impl Default for History {
    fn default() -> Self {
        Self::with_key_bits(Key::MAX)
    }
}

impl History {
    /// An empty history. [`History::begin`] must be called before anything else.
    pub fn new() -> Self {
        Self::default()
    }

    /// A history that compares some bits of the keys only, to test what happens when keys collide.
    pub fn with_key_bits(mask: Key) -> Self {
        Self {
            situations: Vec::new(),
            with_stones: Vec::new(),
            fingerprints: Vec::new(),
            by_key: KeyIndex::default(),
            most_stones: 0,
            start: 0,
            positions: Positions::new(),
            moves: 0,
            ko: None,
            mask,
            key: 0,
            placed: Vec::new(),
        }
    }

    /// Restarts with a position, `to_move` to play.
    pub fn begin(&mut self, board: &Board, to_move: Color) {
        self.situations.clear();
        self.with_stones.clear();
        self.with_stones.resize(board.size().area() + 1, 0);
        self.fingerprints.clear();
        self.by_key.clear();
        self.start = 0;
        self.positions.begin(board);
        self.begin_counting(board, to_move);
    }

    /// Restarts within a game, with a position that was set up: earlier positions no longer count,
    /// and moves are counted from here.
    pub fn set_up(&mut self, board: &Board, to_move: Color) {
        self.positions.set_up(board);
        self.start = self.situations.len() as u32;
        self.begin_counting(board, to_move);
    }

    /// Sets the player to move in the initial situation, if no move was made since.
    pub fn set_first(&mut self, color: Color) {
        if let Some(last) = self.situations.last_mut()
            && last.origin == Origin::Initial
        {
            last.to_move = color;
        }
    }

    fn begin_counting(&mut self, board: &Board, to_move: Color) {
        self.key = board.key() & self.mask;
        self.most_stones = 0;
        self.moves = 0;
        self.ko = None;
        self.push(stones(board), to_move, Origin::Initial, false);
    }

    /// The current state, to return to with [`History::rewind`].
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            situations: self.situations.len(),
            changes: self.positions.len(),
            start: self.start,
            moves: self.moves,
            ko: self.ko,
            key: self.key,
            most_stones: self.most_stones,
        }
    }

    /// Returns to a state since the history began. Takes time in the number of moves taken back.
    pub fn rewind(&mut self, checkpoint: Checkpoint) {
        while self.situations.len() > checkpoint.situations {
            let count = self.situations.len();
            if let Some(situation) = self.situations.pop() {
                self.with_stones[usize::from(situation.stones)] = situation.same_count;
                self.by_key.pop(situation.key, count);
            }
        }
        self.fingerprints.truncate(checkpoint.situations);
        self.positions.truncate(checkpoint.changes);
        self.start = checkpoint.start;
        self.moves = checkpoint.moves;
        self.ko = checkpoint.ko;
        self.key = checkpoint.key;
        self.most_stones = checkpoint.most_stones;
    }

    /// The stones of the current position.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.positions.stones()
    }

    /// Number of changes of points that the history keeps; its memory is proportional to it.
    pub fn changed_points(&self) -> usize {
        self.positions.len()
    }

    /// Number of moves since the history began.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Records a pass, or a move that left the board as it was.
    pub fn pass(&mut self, color: Color) {
        self.moves += 1;
        self.ko = None;
        let to_move = color.opponent();
        // A run of passes makes two situations at most. It makes the initial one again, which some
        // rules don't count.
        let known = self.situations[self.start as usize..].iter().rev().take(2).any(|situation| {
            situation.changes as usize == self.positions.len()
                && situation.to_move == to_move
                && situation.origin != Origin::Initial
        });
        if let Some(last) = self.situations.last().filter(|_| !known) {
            self.push(last.stones.into(), to_move, Origin::Pass, false);
        }
    }

    /// Places the stones of `plays` on the board, the players in turn and `color` first, and records
    /// them, as long as each leaves more stones than ever: that is a new position. Stops after a play
    /// that leaves a chain without a liberty, which isn't recorded, and before one that can't be placed.
    #[inline(never)]
    pub(crate) fn extend_run<T>(
        &mut self,
        board: &mut Board,
        color: Color,
        plays: &[T],
        stone: impl Fn(&T) -> Option<Stone>,
    ) -> PlacedRun {
        let count = stones(board);
        if count < self.most_stones {
            return PlacedRun { number: 0, takes: false };
        }
        self.placed.clear();
        let placed = &mut self.placed;
        let stones = plays.iter().map(stone);
        let run = board.place_all(color, stones, |stone, key| placed.push((stone, key)));
        let Some(&(_, key)) = self.placed.last() else { return run };
        let (mask, changes, moves) = (self.mask, self.positions.len() as u32, self.moves);
        let latest = &mut self.with_stones[count as usize + 1..];
        let number = self.situations.len() as u32;
        let recorded = self.placed.iter().zip(latest).zip(1..);
        self.situations.extend(recorded.map(|((&(stone, key), latest), nth)| Situation {
            key: key & mask,
            changes: changes + nth,
            moves: moves + nth,
            stones: (count + nth) as u16,
            to_move: stone.color().opponent(),
            origin: Origin::Play(stone.color()),
            repeated: false,
            same_count: std::mem::replace(latest, number + nth),
        }));
        self.positions.extend(self.placed.iter().map(|&(stone, _)| stone));
        let recorded = self.placed.len() as u32;
        self.moves += recorded;
        self.most_stones = count + recorded;
        self.key = key & self.mask;
        self.ko = None;
        run
    }

    /// Records a play that the board has just carried out, and returns what it repeats.
    pub fn play(
        &mut self,
        rules: &Ruleset,
        color: Color,
        point: Point,
        played: Played,
        board: &Board,
    ) -> Repeat {
        let removed = board.removed();
        self.moves += 1;
        let before = self.ko.take();
        let mut retakes = false;
        if let &[first, ..] = removed
            && played.captured == 1
        {
            retakes = before == Some((first.point(), point));
            self.ko = played.one_for_one.then_some((point, first.point()));
        }
        self.positions.push(Stone::new(color, point));
        removed.iter().for_each(|&gone| self.positions.push(gone));
        self.key = board.key() & self.mask;
        let stones = stones(board);
        let repeat = if stones > self.most_stones {
            Repeat::Nothing
        } else {
            self.judge(rules, color, stones, retakes)
        };
        self.push(stones, color.opponent(), Origin::Play(color), repeat != Repeat::Nothing);
        repeat
    }

    /// Whether a ruleset lets a player play on an empty point of the board. It plays there and takes that back.
    pub(crate) fn is_legal(
        &mut self,
        rules: &Ruleset,
        color: Color,
        point: Point,
        board: &mut Board,
    ) -> bool {
        let before = self.checkpoint();
        let played = board.play_unchecked(color, point);
        let is_legal = !rules.suicide.value.forbids(played.suicide)
            && !matches!(
                self.play(rules, color, point, played, board),
                Repeat::Ko(_) | Repeat::Superko(_)
            );
        self.rewind(before);
        let removed = board.removed().to_vec();
        board.take_back(point, &removed);
        is_legal
    }

    /// The keys of the earlier positions that count and have this number of stones, the latest first; a key may come twice.
    pub(crate) fn keys_with(&self, stones: u32) -> impl Iterator<Item = Key> {
        let latest = self.with_stones.get(stones as usize).copied();
        let situation = |at: u32| &self.situations[at as usize - 1];
        let counts = move |&at: &u32| at > self.start;
        let numbers = std::iter::successors(latest.filter(counts), move |&at| {
            Some(situation(at).same_count).filter(counts)
        });
        numbers.map(move |at| situation(at).key)
    }

    /// Whether an earlier position that counts may have this number of stones and this key.
    pub(crate) fn may_have(&mut self, stones: u32, key: Key) -> bool {
        let key = key & self.mask;
        let mut keys = self.keys_with(stones);
        if keys.by_ref().take(MAX_SCANNED).any(|other| other == key) {
            return true;
        }
        if keys.next().is_none() {
            return false;
        }
        drop(keys);
        self.by_key.extend(&self.situations);
        self.by_key.latest.get(&key).is_some_and(|&at| at > self.start)
    }

    /// The last play and the point of the only stone that it took, where no stone of its colour is next to it.
    pub(crate) fn one_for_one(&self) -> Option<(Point, Point)> {
        self.ko
    }

    /// Records a play that the ruleset forbids for another reason (suicide): it stands, and isn't
    /// judged for repetition.
    pub fn play_unjudged(&mut self, color: Color, point: Point, board: &Board) {
        self.moves += 1;
        self.ko = None;
        for &gone in board.removed().iter().filter(|gone| gone.point() != point) {
            self.positions.push(gone);
        }
        self.key = board.key() & self.mask;
        self.push(stones(board), color.opponent(), Origin::Play(color), false);
    }

    #[inline(never)]
    fn judge(&mut self, rules: &Ruleset, color: Color, stones: u32, retakes: bool) -> Repeat {
        let superko = rules.superko.value;
        let to_move = color.opponent();
        let forbidden = |situation: &Situation| match superko {
            Superko::None => false,
            Superko::Positional => true,
            Superko::Situational => situation.to_move == to_move,
            Superko::SituationalAfterMoves => {
                situation.to_move == to_move && situation.origin != Origin::Initial
            }
            Superko::NaturalSituational => situation.origin == Origin::Play(color),
            Superko::AfterCycle => situation.repeated,
        };
        // Where a repetition may be allowed, the latest such position is reported.
        let allowed = matches!(superko, Superko::None | Superko::AfterCycle);
        let reported = |situation: &Situation| allowed || forbidden(situation);
        let earlier = self.find(stones, reported);
        if superko == Superko::AfterCycle && !retakes {
            return match self.find(stones, forbidden) {
                Some(since) => Repeat::Superko(since),
                None => earlier.map_or(Repeat::Nothing, Repeat::Allowed),
            };
        }
        match earlier {
            Some(since) if retakes && (rules.ko.value || !allowed) => Repeat::Ko(since),
            // The position before the opponent's capture, which `reported` may have passed over.
            None if retakes && rules.ko.value => Repeat::Ko(PositionNumber(self.moves - 2)),
            Some(since) if allowed => Repeat::Allowed(since),
            Some(since) => Repeat::Superko(since),
            None => Repeat::Nothing,
        }
    }

    /// Finds the latest earlier situation that has the current points and that `wanted` accepts.
    fn find(&mut self, stones: u32, wanted: impl Fn(&Situation) -> bool) -> Option<PositionNumber> {
        let mut now = None;
        let mut at = self.with_stones[stones as usize];
        for _ in 0..MAX_SCANNED {
            if at <= self.start {
                return None;
            }
            let index = at as usize - 1;
            let same = self.same(index, &wanted, &mut now);
            if same.is_some() {
                return same;
            }
            at = self.situations[index].same_count;
        }
        self.by_key.extend(&self.situations);
        let mut at = self.by_key.latest.get(&self.key).copied().unwrap_or(0);
        while at > self.start {
            let index = at as usize - 1;
            let same = self.same(index, &wanted, &mut now);
            if same.is_some() {
                return same;
            }
            at = self.by_key.previous[index];
        }
        None
    }

    /// Returns the number of a situation if it has the current points and `wanted` accepts it. `now` caches
    /// these points with their hash.
    fn same(
        &mut self,
        index: usize,
        wanted: impl Fn(&Situation) -> bool,
        now: &mut Option<(Vec<u8>, u64)>,
    ) -> Option<PositionNumber> {
        let situation = self.situations[index];
        if situation.key != self.key || !wanted(&situation) {
            return None;
        }
        let then = || self.positions.after(situation.changes as usize);
        if self.fingerprints.len() < self.situations.len() {
            self.fingerprints.resize(self.situations.len(), 0);
        }
        if self.fingerprints[index] == 0 {
            self.fingerprints[index] = fingerprint(&then());
        }
        let (points, hash) = now.get_or_insert_with(|| {
            let points = self.positions.now();
            let hash = fingerprint(&points);
            (points, hash)
        });
        let same = self.fingerprints[index] == *hash && then() == *points;
        same.then_some(PositionNumber(situation.moves))
    }

    fn push(&mut self, stones: u32, to_move: Color, origin: Origin, repeated: bool) {
        let latest = &mut self.with_stones[stones as usize];
        self.situations.push(Situation {
            key: self.key,
            changes: self.positions.len() as u32,
            moves: self.moves,
            stones: stones as u16,
            to_move,
            origin,
            repeated,
            same_count: *latest,
        });
        *latest = self.situations.len() as u32;
        self.most_stones = self.most_stones.max(stones);
    }
}

fn stones(board: &Board) -> u32 {
    board.stones(Color::Black) + board.stones(Color::White)
}

/// A hash of a position's points, never 0.
fn fingerprint(points: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(points);
    hasher.finish().max(1)
}

#[cfg(test)]
mod tests;

/// The stones that came and went, one after another: a stone that is on the board goes.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    size: Size,
    changes: Vec<Stone>,
    /// The points after every `size.area()` changes: 0 empty, 1 black, 2 white.
    snapshots: Vec<u8>,
    /// Number of changes at the next snapshot.
    next_snapshot: usize,
}

impl Positions {
    /// No positions. [`Positions::begin`] must be called before anything else.
    pub(super) fn new() -> Self {
        Self { size: Size::STANDARD, changes: Vec::new(), snapshots: Vec::new(), next_snapshot: 0 }
    }

    /// Restarts with a position.
    pub(super) fn begin(&mut self, board: &Board) {
        self.size = board.size();
        self.changes.clear();
        self.snapshots.clear();
        self.snapshots.resize(self.size.area(), 0);
        if board.stones(Color::Black) + board.stones(Color::White) > 0 {
            board.copy_codes(&mut self.snapshots);
        }
        self.next_snapshot = self.size.area();
    }

    /// Number of changes.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Adds a stone that comes, or goes if it is on the board.
    #[inline]
    pub(super) fn push(&mut self, stone: Stone) {
        self.changes.push(stone);
        if self.changes.len() == self.next_snapshot {
            self.take_snapshot();
        }
    }

    /// Adds stones that come.
    pub(super) fn extend(&mut self, stones: impl ExactSizeIterator<Item = Stone>) {
        if self.changes.len() + stones.len() < self.next_snapshot {
            self.changes.extend(stones);
        } else {
            stones.for_each(|stone| self.push(stone));
        }
    }

    #[cold]
    fn take_snapshot(&mut self) {
        let area = self.size.area();
        let start = self.snapshots.len() - area;
        self.snapshots.extend_from_within(start..);
        let changes = self.next_snapshot - area..;
        apply(&mut self.snapshots[start + area..], self.size, &self.changes[changes]);
        self.next_snapshot += area;
    }

    /// Forgets all but the first `len` changes.
    pub(super) fn truncate(&mut self, len: usize) {
        let area = self.size.area();
        self.changes.truncate(len);
        self.next_snapshot = (len / area + 1) * area;
        self.snapshots.truncate(self.next_snapshot);
    }

    /// The current points: 0 empty, 1 black, 2 white.
    pub(super) fn now(&self) -> Vec<u8> {
        self.after(self.changes.len())
    }

    /// The points after the first `len` changes.
    pub(super) fn after(&self, len: usize) -> Vec<u8> {
        let area = self.size.area();
        let start = len / area * area;
        let mut points = self.snapshots[start..start + area].to_vec();
        apply(&mut points, self.size, &self.changes[start..len]);
        points
    }

    /// The stones of the current position.
    pub(super) fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        let now = self.now().into_iter().enumerate();
        now.filter_map(|(index, code)| Some((self.size.point(index), color_of(code)?)))
    }

    /// Adds the changes that lead to the position of a board.
    pub(super) fn set_up(&mut self, board: &Board) {
        for (point, before) in self.size.points().zip(self.now()) {
            let after = board.get(point);
            if before != code_of(after) {
                let changed = [color_of(before), after].into_iter().flatten();
                changed.for_each(|color| self.push(Stone::new(color, point)));
            }
        }
    }
}

fn apply(points: &mut [u8], size: Size, changes: &[Stone]) {
    for stone in changes {
        points[size.index(stone.point())] ^= code_of(Some(stone.color()));
    }
}

fn code_of(stone: Option<Color>) -> u8 {
    stone.map_or(0, |color| color as u8 + 1)
}

fn color_of(code: u8) -> Option<Color> {
    match code {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
