//! The thresholds of judgement: when a chain counts as dead, a count as sure, a board as finished.
//!
//! None of them follows from the rules of Go. Each was chosen by measuring on records whose result is known. Ownership goes
//! from 0 to 1, log-odds are about a point's owner. `tests/suite/docs/` compares `docs/dead-stones.md` with them.

/// Below these log-odds of its weakest chain, a position is evaluated in further symmetries of the
/// board and the results are averaged: two, four, or all eight.
pub const CONTESTED_LOG_ODDS: f32 = 2.5;
/// From these log-odds of the weakest chain on, the mean of two symmetries is clear enough.
pub const CLEAR_IN_TWO_LOG_ODDS: f32 = 2.0;
/// From these log-odds of the weakest chain on, the mean of four symmetries is clear enough.
pub const CLEAR_IN_FOUR_LOG_ODDS: f32 = 0.8;
/// Below these log-odds of its weakest chain, a position is evaluated once more without the stones
/// taken as dead, and every point below them takes the second answer.
pub const DOUBTFUL_LOG_ODDS: f32 = 3.0;
/// A stone is taken as dead, for that second evaluation, beyond these log-odds for the opponent.
pub const DEAD_LOG_ODDS: f32 = 0.5;
/// A point below these log-odds is open. If more than a quarter of the board is open, the game
/// wasn't finished and no further evaluation takes place.
pub const OPEN_LOG_ODDS: f32 = 0.7;
/// This many points may be open on a board of any size before further evaluations are left out.
pub const ALWAYS_ALLOWED_OPEN_POINTS: usize = 36;
/// A chain with an ownership nearer to zero than this is undecided; so is a point.
pub const DECIDED_OWNERSHIP: f32 = 0.35;
/// A chain is in seki, so it is alive, if its ownership is nearer to zero than this.
pub const SEKI_OWNERSHIP: f32 = 0.1;
/// An estimate whose weakest chain is at least this certain is called sure.
pub const SURE_OWNERSHIP: f32 = 0.85;
/// A chain of which the estimate is surer than this is never named as the one in dispute: the other status has less than
/// one in ten.
pub const MAX_SURE_OF_DISPUTED: f32 = 0.8;
/// A result that is exact with a group of the other status isn't called wrong if the estimate is less sure of the group than
/// this: that it errs there is then likelier than a slip that happens to give just this result.
pub const FITTING_OWNERSHIP: f32 = 0.95;
/// From this many stones on, a group that lives or dies together is a large fight.
pub const LARGE_FIGHT: u32 = 15;
/// A chain of a large fight has this many stones or more.
pub const LARGE_FIGHT_CHAIN: usize = 8;
/// A large fight is in doubt below this ownership: races with shared liberties were misread at 0.89 and 0.96.
pub const LARGE_FIGHT_OWNERSHIP: f32 = 0.98;
/// Maximum number of groups that are counted with the other status, the least certain ones first.
pub const MAX_TRIED_GROUPS: usize = 24;
/// Maximum number of doubtful groups of which every pair is counted, the least certain ones first.
pub const MAX_PAIRED_GROUPS: usize = 8;
/// Maximum number of doubtful groups of which every assignment is counted, the least certain ones first.
pub const MAX_DOUBTFUL_GROUPS: usize = 4;
/// A record that stops without passes and marks may lack moves that change the margin by this many points, whatever the board.
/// Measured by cutting the last moves off games whose result is confirmed.
pub const MISSING_MOVES_POINTS: u32 = 6;
/// Where only captures are left, each stone in atari may change the margin by two points, and one of them by this many more. Of
/// 16,506 finished games whose last one to five moves were cut off, one needed more.
pub const CAPTURE_POINTS: u32 = 2;
/// Missing moves are never taken to change the margin by more than this. Where more is open, the game isn't finished.
pub const MAX_MISSING_POINTS: u32 = 14;
/// Where area is counted, a record that stops early and whose result is within this many points of the count with every stone
/// alive may be right: nothing in it says that stones were taken off. Where territory is counted, players never leave it at that.
pub const ALL_ALIVE_POINTS: u32 = 3;
/// One more point for this many open dame, which show how much of the endgame is left.
pub const DAME_PER_POINT: u32 = 3;
/// From this many open dame on, the reason gives their number.
pub const MIN_OPEN_DAME: u32 = 3;
/// Maximum komi, for either player, that is taken to have been used if none is stated.
pub const MAX_UNSTATED_KOMI: i64 = 8;
/// Places with a stone that the estimate is less sure of than this are read, if they are small.
pub const READ_BELOW_OWNERSHIP: f32 = 0.985;
/// Larger places are read if they have a stone that the estimate is less sure of than this.
pub const READ_FURTHER_BELOW_OWNERSHIP: f32 = 0.95;
/// A place with more empty points than this is read only if it is doubtful.
pub const MAX_EMPTY_TO_READ: usize = 6;
/// A place with more empty points than this isn't read.
pub const MAX_EMPTY_TO_READ_FURTHER: usize = 8;
/// Liberties count as a wall's own, and its stones as living, from this ownership on.
pub const SECURE_OWNERSHIP: f32 = 0.7;
/// Minimum ownership of stones for which reading confirms the estimate, whoever moves first.
pub const SETTLED_OWNERSHIP: f32 = 0.9;
/// The ownership of stones that are dead or alive according to who moves first, or not as estimated.
pub const UNSETTLED_OWNERSHIP: f32 = 0.05;
/// At most this is the ownership of stones round a single eye in which the first move decides, and of those in a race that nobody
/// can win by the liberties: the count may confirm a result, and accuses nobody. Of 55,664 real games 47 are confirmed by a count that stands on such stones.
pub const UNSETTLED_SHAPE_OWNERSHIP: f32 = 0.8;
/// The ownership of stones that are dead or alive according to who wins a ko.
pub const KO_OWNERSHIP: f32 = 0.2;
/// A ko leaves a place unsettled only if some stone in it has less ownership than this.
pub const KO_DOUBT_OWNERSHIP: f32 = 0.9;
/// A ko that makes no greater difference than this is about its own stones.
pub const MAX_FOR_A_KO_ALONE: i32 = 6;
/// A mark of a chain is called wrong only if the estimate contradicts it with at least this
/// certainty: players are right about their own games far more often than not.
pub const CONTRADICTING_MARK_OWNERSHIP: f32 = 0.9;
/// With more undecided stones and doubtful points than this, the game isn't finished; with fewer,
/// it has single chains that may be dead or alive.
pub const MAX_UNSETTLED_POINTS: usize = 12;
/// A region that living stones of both colours touch is too large to be dame if it has more points.
pub const MAX_DAME_REGION: usize = 12;
/// An unmarked region with this many points or more isn't taken for an eye in seki.
pub const MIN_REGION_NO_SEKI_EYE: usize = 4;
/// A part of a region between both colours is room for an eye from this many points on.
pub const MIN_ROOM_FOR_EYE: usize = 3;
/// An empty region between both colours with at least one part in this many of the board contradicts
/// a game that ended by passes: of 3,000 such games 4 had one.
pub const OPEN_BOARD_DIVISOR: usize = 3;
/// An unmarked chain in a place of at most this many points can't make two eyes there, if the
/// opponent's living stones surround it.
pub const MAX_ROOM_WITHOUT_TWO_EYES: usize = 6;
/// A chain that surrounds such a place lives without it if it has this many points of territory
/// elsewhere.
pub const MIN_TERRITORY_OF_WALL: usize = 2;
