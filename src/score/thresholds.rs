//! The thresholds of judgement: when a chain counts as dead, a count as sure, a board as finished.
//!
//! None of them follows from the rules of Go. Each was chosen by measuring on records whose result is
//! known; `docs/dead-stones.md` quotes them from [`THRESHOLDS`].

/// A threshold as the documentation shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The constant's name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What it decides.
    pub meaning: &'static str,
}

/// Declares the constants, and the table of them in the same order.
macro_rules! thresholds {
    ($($(#[doc = $meaning:literal])+ $name:ident: $kind:ty = $value:literal, $unit:literal;)+) => {
        $($(#[doc = $meaning])+ pub const $name: $kind = $value;)+

        /// All thresholds, in the order in which an estimate meets them.
        pub const THRESHOLDS: &[Threshold] = &[$(Threshold {
            name: stringify!($name),
            value: $value as f64,
            unit: $unit,
            meaning: concat!($($meaning),+),
        }),+];
    };
}

thresholds! {
    /// Below these log-odds of its weakest chain, a position is evaluated in further symmetries of the
    /// board and the results are averaged: two, four, or all eight.
    CONTESTED_LOG_ODDS: f32 = 2.5, "log-odds";
    /// From these log-odds of the weakest chain on, the mean of two symmetries is clear enough.
    CLEAR_IN_TWO_LOG_ODDS: f32 = 2.0, "log-odds";
    /// From these log-odds of the weakest chain on, the mean of four symmetries is clear enough.
    CLEAR_IN_FOUR_LOG_ODDS: f32 = 0.8, "log-odds";
    /// Below these log-odds of its weakest chain, a position is evaluated once more without the stones
    /// found dead, and every point below them takes the second answer.
    DOUBTFUL_LOG_ODDS: f32 = 3.0, "log-odds";
    /// A stone is found dead, for that second evaluation, beyond these log-odds for the opponent.
    DEAD_LOG_ODDS: f32 = 0.5, "log-odds";
    /// A point below these log-odds is open. If more than a quarter of the board is open, the game
    /// wasn't finished and no further evaluation takes place.
    OPEN_LOG_ODDS: f32 = 0.7, "log-odds";
    /// This many points may be open on a board of any size before further evaluations are left out.
    ALWAYS_ALLOWED_OPEN_POINTS: usize = 36, "points";
    /// A chain with an ownership nearer to zero than this is undecided; so is a point.
    DECIDED_OWNERSHIP: f32 = 0.35, "ownership from 0 to 1";
    /// A chain stands in seki, so it is alive, if its ownership is nearer to zero than this.
    SEKI_OWNERSHIP: f32 = 0.1, "ownership from 0 to 1";
    /// An estimate whose weakest chain is at least this certain is called sure.
    SURE_OWNERSHIP: f32 = 0.85, "ownership from 0 to 1";
    /// Places with a stone that the estimate is less sure of than this are read, if they are small.
    READ_BELOW_OWNERSHIP: f32 = 0.985, "ownership from 0 to 1";
    /// Larger places are read if they have a stone that the estimate is less sure of than this.
    READ_FURTHER_BELOW_OWNERSHIP: f32 = 0.95, "ownership from 0 to 1";
    /// A place with more empty points than this is read only if it is doubtful.
    MOST_EMPTY_TO_READ: usize = 6, "points";
    /// A place with more empty points than this isn't read.
    MOST_EMPTY_TO_READ_FURTHER: usize = 8, "points";
    /// Liberties count as a wall's own, and its stones as living, from this ownership on.
    SECURE_OWNERSHIP: f32 = 0.7, "ownership from 0 to 1";
    /// The least ownership of stones for which reading confirms the estimate, whoever moves first.
    SETTLED_OWNERSHIP: f32 = 0.9, "ownership from 0 to 1";
    /// The ownership of stones that are dead or alive according to who moves first, or not as estimated.
    UNSETTLED_OWNERSHIP: f32 = 0.05, "ownership from 0 to 1";
    /// The ownership of stones that are dead or alive according to who wins a ko.
    KO_OWNERSHIP: f32 = 0.2, "ownership from 0 to 1";
    /// A ko leaves a place unsettled only if some stone in it has less ownership than this.
    KO_DOUBT_OWNERSHIP: f32 = 0.9, "ownership from 0 to 1";
    /// A ko that makes no greater difference than this is about its own stones.
    MOST_FOR_A_KO_ALONE: i32 = 6, "points of area";
    /// A mark of a chain is called wrong only if the estimate contradicts it with at least this
    /// certainty: players are right about their own games far more often than not.
    CONTRADICTING_MARK_OWNERSHIP: f32 = 0.9, "ownership from 0 to 1";
    /// With more undecided stones and doubtful points than this, the game isn't finished; with fewer,
    /// it has single chains that may be dead or alive.
    MAX_UNSETTLED_POINTS: usize = 12, "points";
    /// A region that living stones of both colours touch is too large to be dame if it has more points.
    MAX_DAME_REGION: usize = 12, "points";
    /// An unmarked region with this many points or more isn't taken for an eye in seki.
    MIN_REGION_NO_SEKI_EYE: usize = 4, "points";
    /// A part of a region between both colours is room for an eye from this many points on.
    MIN_ROOM_FOR_EYE: usize = 3, "points";
    /// An empty region between both colours with at least one part in this many of the board contradicts
    /// a game that ended by passes: of 3,000 such games 4 had one.
    OPEN_BOARD_DIVISOR: usize = 3, "parts of the board";
    /// A game without passes whose position has at least this many dame misses its last moves: its
    /// result needn't be the board's.
    FEWEST_OPEN_DAME: u32 = 3, "points";
    /// The missing last moves may change the margin by a point for every so many open dame.
    DAME_PER_POINT: u32 = 4, "dame per point";
    /// An unmarked chain in a place of at most this many points can't make two eyes there, if the
    /// opponent's living stones surround it.
    LARGEST_ROOM_WITHOUT_TWO_EYES: usize = 6, "points";
    /// A chain that surrounds such a place lives without it if it has this many points of territory
    /// elsewhere.
    OWN_TERRITORY_OF_WALL: usize = 2, "points";
}
