//! The judge of repetition: which earlier positions a play recreates.
//!
//! A key only says where to look. Whether two positions are the same is decided by comparing their
//! points, so forged keys can't make a false finding; and each earlier position is reconstructed at
//! most once, so they can't make a slow one either.
//!
//! Nearly every play of nearly every game makes a position that wasn't there before. A position with
//! more stones than any before is new, and that is most of them. Of the others a [`Filter`] says so at
//! once; what it can't rule out is looked for, in a short game among all positions, in a long one by an
//! index that is made when it is first needed.

mod positions;

use std::hash::{DefaultHasher, Hasher};

use self::positions::Changes;
use super::filter::Filter;
use super::ruleset::{Ruleset, Superko};
use crate::go::{Board, Color, Key, PlacedRun, Played, Point, Stone};
use crate::pile::Pile;

/// What a play repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Nothing.
    Nothing,
    /// It retakes a ko at once, which the ruleset forbids.
    Ko(PositionNumber),
    /// It recreates an earlier position that the ruleset forbids.
    Superko(PositionNumber),
    /// It recreates an earlier position, which the ruleset allows.
    Allowed(PositionNumber),
}

/// Which position is repeated: the one after so many moves since the history began (0: the initial
/// position).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionNumber(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Made {
    Initially,
    ByPlay(Color),
    ByPass,
}

/// A position with the player to move; its key is kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Situation {
    /// How many changes had been made on the board.
    changes: u32,
    /// After how many moves.
    moves: u32,
    to_move: Color,
    made: Made,
    /// Whether the play that made it repeated an earlier one.
    again: bool,
}

impl Situation {
    /// The situation after so many more plays, the players in turn, of which none takes anything off or
    /// repeats anything.
    fn after(self, plays: u32) -> Self {
        if plays == 0 {
            return self;
        }
        let last = if plays % 2 == 1 { self.to_move } else { self.to_move.opponent() };
        Self {
            changes: self.changes + plays,
            moves: self.moves + plays,
            to_move: last.opponent(),
            made: Made::ByPlay(last),
            again: false,
        }
    }
}

/// Situations in a row of which each is as [`Situation::after`] says.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The number of its first situation.
    from: u32,
    first: Situation,
    /// How many stones the first has; each has one more than the one before. Or [`UNCOUNTED`].
    stones: u32,
    /// The most stones of any situation before it that counts.
    most_before: u32,
}

/// A point of a history to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    situations: usize,
    changes: usize,
    start: u32,
    moves: u32,
    ko: Option<(Point, Point)>,
    key: Key,
    most: u32,
}

/// The positions of a game so far.
#[derive(Clone, Debug)]
pub struct History {
    /// The positions' keys, one for each situation.
    keys: Pile<Key>,
    stretches: Vec<Stretch>,
    /// By situation: a hash of its points, once it was needed; 0 before, or nothing yet.
    fingerprints: Vec<u64>,
    filter: Filter,
    /// How many of the situations are in the filter.
    filtered: usize,
    /// The most stones of any of the situations that count.
    most: u32,
    /// The index. By slot of the keys: the latest situation there, plus 1.
    slots: Vec<u32>,
    /// By situation, of those in the index: the one before it in its slot, plus 1; 0 for none.
    previous: Vec<u32>,
    /// The first situation that counts: those before a setup in mid-game don't.
    start: u32,
    changes: Changes,
    moves: u32,
    /// The last play, if it was a single stone that captured a single stone: where each stood.
    ko: Option<(Point, Point)>,
    /// The bits of keys that are looked at.
    mask: Key,
    /// The position's key.
    key: Key,
}

const FIRST_SLOTS: usize = 1024;

/// So many stretches are looked at for a situation with as many stones before the filter is asked: a game of
/// which many have, as one of kos, may be of any length.
const LOOKS: usize = 16;

/// The stones of a situation that needn't be looked at: it was made by a pass, and so has the position of the one before.
const UNCOUNTED: u32 = u32::MAX;

/// Among so many situations a key is looked for without the index.
const FEW: usize = 1024;

impl Default for History {
    fn default() -> Self {
        Self::with_key_bits(Key::MAX)
    }
}

impl History {
    /// An empty history. [`History::begin`] must be called before anything else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A history that looks at some bits of the keys only, for tests of what happens when keys collide.
    #[must_use]
    pub fn with_key_bits(mask: Key) -> Self {
        Self {
            keys: Pile::default(),
            stretches: Vec::new(),
            fingerprints: Vec::new(),
            filter: Filter::new(),
            filtered: 0,
            most: 0,
            slots: Vec::new(),
            previous: Vec::new(),
            start: 0,
            changes: Changes::new(),
            moves: 0,
            ko: None,
            mask,
            key: 0,
        }
    }

    /// Begins anew with a position, `to_move` to play.
    pub fn begin(&mut self, board: &Board, to_move: Color) {
        self.keys.clear();
        self.stretches.clear();
        self.fingerprints.clear();
        self.filtered = 0;
        self.most = 0;
        self.slots.clear();
        self.previous.clear();
        self.start = 0;
        self.changes.begin(board);
        self.key = board.key() & self.mask;
        self.moves = 0;
        self.ko = None;
        self.remember(board, to_move, Made::Initially, false);
    }

    /// Begins anew within a game, with a position that was set up: what came before no longer counts,
    /// and moves are counted from here.
    pub fn set_up(&mut self, board: &Board, to_move: Color) {
        self.changes.set_up(board);
        self.key = board.key() & self.mask;
        self.start = self.keys.len() as u32;
        self.most = 0;
        self.moves = 0;
        self.ko = None;
        self.remember(board, to_move, Made::Initially, false);
    }

    /// Where the history is now, to come back to with [`History::rewind`].
    #[must_use]
    pub fn mark(&self) -> Checkpoint {
        Checkpoint {
            situations: self.keys.len(),
            changes: self.changes.len(),
            start: self.start,
            moves: self.moves,
            ko: self.ko,
            key: self.key,
            most: self.most,
        }
    }

    /// Goes back to a mark made since the history began. Takes time in what is taken back.
    pub fn rewind(&mut self, mark: Checkpoint) {
        while self.keys.len() > mark.situations {
            if let Some(key) = self.keys.pop()
                && self.keys.len() < self.previous.len()
                && let Some(previous) = self.previous.pop()
            {
                let slot = self.slot(key);
                self.slots[slot] = previous;
            }
        }
        self.stretches.truncate(self.stretch(mark.situations));
        self.fingerprints.truncate(mark.situations);
        self.filtered = self.filtered.min(mark.situations);
        self.changes.truncate(mark.changes);
        self.start = mark.start;
        self.moves = mark.moves;
        self.ko = mark.ko;
        self.key = mark.key;
        self.most = mark.most;
    }

    /// The stones of the position now.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.changes.stones()
    }

    /// How many changes of points it keeps, which is what its memory depends on.
    #[must_use]
    pub fn changed_points(&self) -> usize {
        self.changes.len()
    }

    /// Number of moves since the history began.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Records a pass, or a move that left the board as it was.
    pub fn pass(&mut self, color: Color) {
        self.moves += 1;
        self.ko = None;
        let to_move = color.opponent();
        // The situations made by a run of passes are two at most. The initial one, which some rules
        // don't count, is made anew by them.
        let known = (self.start as usize..self.keys.len()).rev().take(2).any(|number| {
            let situation = self.situation(number);
            situation.changes as usize == self.changes.len()
                && situation.to_move == to_move
                && situation.made != Made::Initially
        });
        if !known {
            self.push(to_move, Made::ByPass, false, UNCOUNTED);
        }
    }

    /// Puts down the stones of `plays` on the board, the players in turn and `color` first, and records
    /// them, as long as each leaves more stones than ever: that is a new position. Stops behind a play
    /// that has left a chain without a liberty, which isn't recorded, and before one that can't be put
    /// down.
    #[inline(never)]
    pub(crate) fn extend_run<T>(
        &mut self,
        board: &mut Board,
        color: Color,
        plays: &[T],
        stone: impl Fn(&T) -> Option<Stone>,
    ) -> PlacedRun {
        let before = stones(board);
        if before < self.most {
            return PlacedRun { number: 0, takes: false };
        }
        let changes = self.changes.room(plays.len());
        let keys = self.keys.room(plays.len(), 0);
        let plays = plays.iter().map(stone).zip(keys.iter_mut().zip(changes));
        let put_down = board.place_all(color, plays, |stone, key, (key_after, change)| {
            *key_after = key;
            *change = stone;
        });
        let number = put_down.number - u32::from(put_down.takes);
        if number > 0 {
            if self.mask != Key::MAX {
                let keys = &mut self.keys.room(0, 0)[..number as usize];
                keys.iter_mut().for_each(|key| *key &= self.mask);
            }
            let first = Situation {
                changes: self.changes.len() as u32 + 1,
                moves: self.moves + 1,
                to_move: color.opponent(),
                made: Made::ByPlay(color),
                again: false,
            };
            self.begin_stretch(first, before + 1);
            self.keys.take_in(number as usize);
            self.changes.take_in(number as usize);
            self.most = before + number;
            self.moves += number;
            self.ko = None;
            self.key = self.keys[self.keys.len() - 1];
        }
        put_down
    }

    /// Records a play that the board has just carried out and says what it repeats.
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
        self.changes.push(Stone::new(color, point), removed);
        self.key = board.key() & self.mask;
        let stones = stones(board);
        let new = !retakes && (stones > self.most || self.is_new(stones));
        let repeat = if new { Repeat::Nothing } else { self.judge(rules, color, retakes) };
        let again = repeat != Repeat::Nothing;
        self.remember(board, color.opponent(), Made::ByPlay(color), again);
        repeat
    }

    /// Records a play that the ruleset forbids for another reason (suicide): it stands, and is not
    /// judged for repetition.
    pub fn play_unjudged(&mut self, color: Color, point: Point, board: &Board) {
        self.moves += 1;
        self.ko = None;
        for &gone in board.removed().iter().filter(|gone| gone.point() != point) {
            self.changes.push(gone, &[]);
        }
        self.key = board.key() & self.mask;
        self.remember(board, color.opponent(), Made::ByPlay(color), false);
    }

    /// Whether it is told at a glance that the position, which has so many stones, wasn't there before.
    fn is_new(&mut self, stones: u32) -> bool {
        let mut end = self.keys.len();
        for stretch in self.stretches.iter().rev().take(LOOKS) {
            // As many stones had one of its situations at most.
            if stones >= stretch.stones {
                let place = (stretch.from + (stones - stretch.stones)) as usize;
                if place < end && self.keys[place] == self.key {
                    return false;
                }
            }
            if stretch.most_before < stones {
                return true;
            }
            end = stretch.from as usize;
        }
        self.is_new_by_filter()
    }

    /// The same where many positions have as many stones.
    #[cold]
    fn is_new_by_filter(&mut self) -> bool {
        if self.filtered == 0 || self.keys.len() > self.filter.room {
            let room = self.filter.room.max(Filter::FIRST).max(self.keys.len());
            self.filter.reset(room);
            self.filtered = 0;
        }
        for &key in &self.keys[self.filtered..] {
            self.filter.add(key);
        }
        self.filtered = self.keys.len();
        self.filter.is_new(self.key)
    }

    #[inline(never)]
    fn judge(&mut self, rules: &Ruleset, color: Color, retakes: bool) -> Repeat {
        let superko = rules.superko.value;
        let to_move = color.opponent();
        let forbidden = |situation: &Situation| match superko {
            Superko::None => false,
            Superko::Positional => true,
            Superko::Situational => situation.to_move == to_move,
            Superko::SituationalAfterMoves => {
                situation.to_move == to_move && situation.made != Made::Initially
            }
            Superko::NaturalSituational => situation.made == Made::ByPlay(color),
            Superko::AfterCycle => situation.again,
        };
        // Where a repetition may be allowed it is worth telling; the latest such position is told.
        let allowed = matches!(superko, Superko::None | Superko::AfterCycle);
        let told = |situation: &Situation| allowed || forbidden(situation);
        let found = self.find(told);
        if superko == Superko::AfterCycle && !retakes {
            return match self.find(forbidden) {
                Some(since) => Repeat::Superko(since),
                None => found.map_or(Repeat::Nothing, Repeat::Allowed),
            };
        }
        match found {
            Some(since) if retakes && (rules.ko.value || !allowed) => Repeat::Ko(since),
            // The position before the opponent's capture, which `told` may have passed over.
            None if retakes && rules.ko.value => Repeat::Ko(PositionNumber(self.moves - 2)),
            Some(since) if allowed => Repeat::Allowed(since),
            Some(since) => Repeat::Superko(since),
            None => Repeat::Nothing,
        }
    }

    /// The latest earlier situation with the points of now that `wanted` accepts.
    fn find(&mut self, wanted: impl Fn(&Situation) -> bool) -> Option<PositionNumber> {
        let mut now = None;
        if self.keys.len() <= FEW {
            let start = self.start as usize;
            let key = self.key;
            for place in (start..self.keys.len()).rev() {
                if self.keys[place] == key
                    && let Some(since) = self.same(place, &wanted, &mut now)
                {
                    return Some(since);
                }
            }
            return None;
        }
        self.index();
        let mut at = self.slots[self.slot(self.key)];
        while at > self.start {
            let place = at as usize - 1;
            let same = self.same(place, &wanted, &mut now);
            if same.is_some() {
                return same;
            }
            at = self.previous[place];
        }
        None
    }

    /// Whether a situation has the points of now and is accepted. `now` is these points with their hash,
    /// once they were needed.
    fn same(
        &mut self,
        place: usize,
        wanted: impl Fn(&Situation) -> bool,
        now: &mut Option<(Vec<u8>, u64)>,
    ) -> Option<PositionNumber> {
        if self.keys[place] != self.key {
            return None;
        }
        let situation = self.situation(place);
        if !wanted(&situation) {
            return None;
        }
        if self.fingerprints.len() < self.keys.len() {
            self.fingerprints.resize(self.keys.len(), 0);
        }
        if self.fingerprints[place] == 0 {
            self.fingerprints[place] = hash(&self.changes.after(situation.changes as usize));
        }
        let (now, fingerprint) = now.get_or_insert_with(|| {
            let points = self.changes.now();
            let fingerprint = hash(&points);
            (points, fingerprint)
        });
        (self.fingerprints[place] == *fingerprint
            && self.changes.after(situation.changes as usize) == *now)
            .then_some(PositionNumber(situation.moves))
    }

    fn slot(&self, key: Key) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    fn remember(&mut self, board: &Board, to_move: Color, made: Made, again: bool) {
        let stones = stones(board);
        self.push(to_move, made, again, stones);
        self.most = self.most.max(stones);
    }

    fn push(&mut self, to_move: Color, made: Made, again: bool, stones: u32) {
        let changes = self.changes.len() as u32;
        let first = Situation { changes, moves: self.moves, to_move, made, again };
        self.begin_stretch(first, stones);
        self.keys.push(self.key);
    }

    /// Begins a stretch with the next situation, which has so many stones.
    #[inline]
    fn begin_stretch(&mut self, first: Situation, stones: u32) {
        let (from, most_before) = (self.keys.len() as u32, self.most);
        self.stretches.push(Stretch { from, first, stones, most_before });
    }

    /// How many stretches begin before a situation.
    fn stretch(&self, number: usize) -> usize {
        self.stretches.partition_point(|stretch| (stretch.from as usize) < number)
    }

    fn situation(&self, number: usize) -> Situation {
        let stretch = self.stretches[self.stretch(number + 1) - 1];
        stretch.first.after(number as u32 - stretch.from)
    }

    /// Takes the situations into the index that aren't there yet.
    fn index(&mut self) {
        let mut slots = self.slots.len().max(FIRST_SLOTS);
        while self.keys.len() * 2 > slots {
            slots *= 2;
        }
        if slots > self.slots.len() {
            self.slots.clear();
            self.slots.resize(slots, 0);
            self.previous.clear();
        }
        for number in self.previous.len()..self.keys.len() {
            let slot = self.slot(self.keys[number]);
            self.previous.push(self.slots[slot]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}

/// How many stones are on the board.
fn stones(board: &Board) -> u32 {
    board.stones(Color::Black) + board.stones(Color::White)
}

fn hash(points: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(points);
    hasher.finish().max(1)
}

#[cfg(test)]
mod tests;
