//! Replays a record under a ruleset and counts its final position.

use super::estimators::{EstimatePolicy, GameEstimates, too_few_stones};
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::options::AuditOptions;
use crate::audit::settle::Settled;
use crate::go::{BitBoard, Color, Grid, Points, Proofs};
use crate::record::{RecordedGame, ValueSource, server_id};
use crate::replay::{Replay, ReplayRequest, Replayer, ViolationKind};
use crate::rules::{Ruleset, Suicide};
use crate::score::thresholds::OPEN_BOARD_DIVISOR;
use crate::score::{
    Count, Dead, Doubt, EndOfGame, Evidence, Marks, Ownership, Score, TerritoryFrom, Unclear,
    Undecided, assess, dead_stones, is_open, stated_dead_stones,
};
use crate::sgf::{Ident, Outcome, WinBy, points_value};

/// Replays and counts one game under several rulesets. It keeps the estimate of the final position and the memory of the
/// replayer.
pub(crate) struct GameCounter<'a> {
    pub replayer: &'a mut Replayer,
    pub estimates: GameEstimates<'a>,
    pub options: &'a AuditOptions,
}

impl GameCounter<'_> {
    /// Replays a record under a ruleset.
    pub(crate) fn replay<'g>(
        &mut self,
        record: &'g RecordedGame<'g>,
        rules: &'g Ruleset,
    ) -> ReplayedGame<'g> {
        ReplayedGame::new(record, rules, self.options, self.options.variations, self.replayer)
    }

    /// Replays the main line of a record under another ruleset than its own.
    pub(crate) fn replay_main_line<'g>(
        &mut self,
        record: &'g RecordedGame<'g>,
        rules: &'g Ruleset,
    ) -> ReplayedGame<'g> {
        ReplayedGame::new(record, rules, self.options, false, self.replayer)
    }

    /// Counts a game as far as its dead stones are known. `policy` limits which estimators are asked.
    pub(crate) fn count(&mut self, game: &ReplayedGame, policy: EstimatePolicy) -> Recount {
        Recount::new(game, policy, &mut self.estimates, self.options)
    }

    /// An estimate of the dead stones of the final position; never an engine's.
    pub(crate) fn estimate(
        &mut self,
        game: &ReplayedGame,
        policy: EstimatePolicy,
    ) -> Option<Ownership> {
        let policy = policy.min(EstimatePolicy::EstimatorOnly);
        self.estimates.ask(game.grid(), game.rules, game.komi.used, policy).cloned()
    }
}

/// A record replayed under a ruleset.
pub(crate) struct ReplayedGame<'a> {
    pub record: &'a RecordedGame<'a>,
    pub rules: &'a Ruleset,
    pub replay: Replay,
    pub komi: Settled<Points>,
}

impl<'a> ReplayedGame<'a> {
    /// Replays a record under a ruleset and settles the komi.
    pub(crate) fn new(
        record: &'a RecordedGame<'a>,
        rules: &'a Ruleset,
        options: &AuditOptions,
        variations: bool,
        replayer: &mut Replayer,
    ) -> Self {
        let stated_handicap = record.stated_handicap;
        let mut replay = replayer.replay(&ReplayRequest { record, rules, variations });
        if replay.final_passes > 2 {
            apply_passes_of_server(&mut replay, server_id(record.text, record.game));
        }
        let missing = missing_handicap_stones(&replay, stated_handicap);
        let stated = missing.unwrap_or(u32::from(stated_handicap == Some(1)));
        let handicap = replay.handicap.stones.max(stated);
        let set = options.komi.map(|komi| (komi, options.komi_set_by));
        let komi = Settled::komi(record, rules, handicap, set);
        Self { record, rules, replay, komi }
    }

    /// A copy with a changed replay.
    pub(crate) fn with(&self, change: impl FnOnce(&mut Replay)) -> Self {
        let mut replay = self.replay.clone();
        change(&mut replay);
        Self { replay, ..*self }
    }

    /// Whether the players can't have used the default komi: the record has none, and a recorded margin has
    /// another fraction than that komi gives.
    pub(crate) fn contradicts_default_komi(&self, score: &Score, outcome: Outcome) -> bool {
        let differs = |margin: Points| (margin - score.margin).fraction() != 0;
        self.komi.source == ValueSource::Default
            && !self.record.unread_komi
            && outcome.white_margin().is_some_and(differs)
    }

    /// The territory marks of the final position: all TB and TW of their node, repeated lists included.
    /// `None` if they name no point.
    pub(crate) fn marks(&self) -> Option<Marks> {
        let &RecordedGame { text, game, size, .. } = self.record;
        let node = self.replay.marked_node?;
        let points = |id| {
            let id = Ident::new(id);
            let mut points = BitBoard::empty(size);
            let lists = game.props(node).filter(move |(prop, _)| prop.id == id);
            for value in lists.flat_map(|(_, values)| values) {
                if let Some((from, to)) = points_value(text, value, size).corners() {
                    points.add_rectangle(from, to);
                }
            }
            points
        };
        let (black, white) = (points("TB"), points("TW"));
        let at = |place| size.point(place);
        let marks =
            Marks::new(&self.replay.position, black.places().map(at), white.places().map(at));
        marks.owner.iter().any(Option::is_some).then_some(marks)
    }

    /// The final position, dead stones included.
    pub(crate) fn grid(&self) -> &Grid {
        &self.replay.position
    }

    /// Whether the players can't have counted this marked position, since large parts of it belong to nobody.
    /// Without two passes, which say that the game was over, any open part is enough: a mark may then as well
    /// be part of a comment.
    pub(crate) fn marks_leave_open(&self, recount: &Recount) -> bool {
        let marked = |dead: &&Dead| dead.source == Evidence::Marked;
        let Some(dead) = recount.dead.as_ref().filter(marked) else { return false };
        let grid = self.grid();
        let over = self.replay.final_passes >= 2;
        let least = if over { grid.cells().len().div_ceil(OPEN_BOARD_DIVISOR) } else { 0 };
        self.marks().is_some_and(|marks| marks.leave_open(grid, &dead.stones, least))
    }
}

/// The dead stones and the count of a game, as far as they are known.
#[derive(Default)]
pub(crate) struct Recount {
    pub dead: Option<Dead>,
    pub score: Option<Score>,
}

impl Recount {
    fn undecided(dead: Dead) -> Self {
        Self { dead: Some(dead), score: None }
    }

    /// Whether the dead stones are known from this evidence.
    pub(crate) fn rests_on(&self, evidence: Evidence) -> bool {
        self.dead.as_ref().is_some_and(|dead| dead.source == evidence)
    }

    fn new(
        game: &ReplayedGame,
        policy: EstimatePolicy,
        estimates: &mut GameEstimates,
        options: &AuditOptions,
    ) -> Self {
        let &ReplayedGame { record, rules, ref replay, komi: Settled { used: komi, .. } } = game;
        let grid = game.grid();
        if let Some(stones) = &options.dead_stones {
            return Self::with_dead(stated_dead_stones(grid, rules, stones), game);
        }
        let marks = game.marks();
        let end = EndOfGame { marks: marks.as_ref(), all_alive: replay.all_alive };
        let mut dead = dead_stones(grid, rules, end);
        if let Some(why) = uncountable(replay, grid, &dead) {
            return Self::undecided(dead.undecided(why));
        }
        if dead.undecided == Some(Undecided::NoMarks) {
            // Chance seldom gives the recorded margin to the point, so a first look that does is enough, as is a final one.
            let outcome = record.result.outcome;
            let mut first = Self::default();
            if outcome.white_margin().is_some()
                && let Some(look) = estimates.first_look(grid, policy)
            {
                let dead = assess(grid, rules, look);
                first = Self::of_known_dead(dead, game, marks.as_ref(), options);
                if first.is_right(outcome, rules) || !estimates.may_change() {
                    estimates.keep();
                    return first;
                }
            }
            if let Some(judgement) = estimates.ask(grid, rules, komi, policy) {
                dead = assess(grid, rules, judgement);
            }
            // The same dead stones, of which the estimate is more or less sure, count the same.
            if dead.undecided.is_none()
                && first.score.is_some()
                && first.dead.is_some_and(|first| first.stones == dead.stones)
            {
                return Self { dead: Some(dead), score: first.score };
            }
        }
        Self::of_known_dead(dead, game, marks.as_ref(), options)
    }

    /// Counts a game with its dead stones, if they are known and the game was finished.
    fn of_known_dead(
        dead: Dead,
        game: &ReplayedGame,
        marks: Option<&Marks>,
        options: &AuditOptions,
    ) -> Self {
        let &ReplayedGame { record, rules, ref replay, komi: Settled { used: komi, .. } } = game;
        let grid = game.grid();
        if dead.undecided.is_some() {
            return Self::undecided(dead);
        }
        let from = match (options.territory_from, record.named_rules) {
            (TerritoryFrom::Marks, Some(named)) if named.seki_eyes.value => TerritoryFrom::Board,
            (from, _) => from,
        };
        let count = Count::with_marks(grid, &dead, rules, marks, from);
        // Players who mark empty points as territory agree that the others belong to nobody.
        let agreed = marks.is_some_and(|marks| marks.show_territory(grid, &dead.stones));
        let unfinished = |unclear: &Unclear| unclear.doubt == Doubt::Unfinished;
        if !agreed && count.unclear.iter().any(unfinished) {
            return Self::undecided(dead.undecided(Undecided::Unfinished));
        }
        let score = Some(Score::new(count, replay, rules, komi));
        Self { dead: Some(dead), score }
    }

    /// Counts a game by the board alone, with these stones dead.
    pub(crate) fn with_dead(dead: Dead, game: &ReplayedGame) -> Self {
        let count = Count::new(game.grid(), &dead, game.rules);
        let score = Score::new(count, &game.replay, game.rules, game.komi.used);
        Self { dead: Some(dead), score: Some(score) }
    }

    /// Returns this count of a marked game without the marks that call chains dead which live whatever happens.
    pub(crate) fn with_proven_life(self, game: &ReplayedGame) -> Self {
        if !self.rests_on(Evidence::Marked) {
            return self;
        }
        let grid = game.grid();
        let living = |dead: &Dead| {
            let suicide = game.rules.suicide.value != Suicide::Forbidden;
            let proofs = (dead.count != [0, 0]).then(|| Proofs::new(grid, suicide))?;
            dead.clone().without(grid, &proofs.alive)
        };
        let dead = self.dead.as_ref().and_then(living);
        dead.map_or(self, |dead| Self::with_dead(dead, game))
    }

    /// Whether the game was counted and the recorded result is the count's.
    pub(crate) fn is_right(&self, outcome: Outcome, rules: &Ruleset) -> bool {
        self.score.as_ref().is_some_and(|score| is_right(outcome, score, rules))
    }
}

/// IGS ends a game by three passes. A second pair of passes ends KGS' clean-up phase, with every stone on the board alive.
fn apply_passes_of_server(replay: &mut Replay, server: Option<&str>) {
    let passes = match server {
        Some("igs") => 3,
        Some("kgs") => 4,
        _ => return,
    };
    replay.all_alive |= passes == 4 && replay.final_passes >= passes;
    let first = replay.moves - replay.final_passes;
    replay.violations.retain(|violation| {
        violation.kind != ViolationKind::ExtraPass
            || !(first..=first + passes).contains(&violation.ply.number)
    });
}

/// The reason why a final position can't be counted, whatever its dead stones are.
fn uncountable(replay: &Replay, grid: &Grid, dead: &Dead) -> Option<Undecided> {
    if replay.after_end && dead.source != Evidence::Marked {
        // The position at the end isn't the last one, and nobody marked the last one.
        return Some(Undecided::AfterEnd);
    }
    // Two passes make the position final where the rules ask for no agreement.
    let open = dead.source == Evidence::PlayedOut
        && replay.final_passes < 2
        && is_open(grid, &dead.stones);
    let few = dead.undecided == Some(Undecided::NoMarks) && too_few_stones(grid);
    (open || few).then_some(Undecided::Unfinished)
}

/// The result of a count under a ruleset.
pub(crate) fn counted_outcome(score: &Score, rules: &Ruleset) -> Outcome {
    if score.margin == Points::ZERO && rules.black_wins_ties.value {
        return Outcome::Win(Color::Black, WinBy::Unspecified);
    }
    Outcome::from_white_margin(score.margin)
}

/// Whether a recorded result is the count's. Without a recorded margin only the winner is compared. A tie that
/// Black wins may be recorded as either.
pub(crate) fn is_right(outcome: Outcome, score: &Score, rules: &Ruleset) -> bool {
    let counted = counted_outcome(score, rules);
    let tie = score.margin == Points::ZERO && outcome == Outcome::Draw;
    let same_winner = match outcome {
        Outcome::Win(winner, WinBy::Unspecified) => winner_of(counted) == Some(winner),
        _ => false,
    };
    outcome == counted || tie || same_winner
}

/// The winner of a game, if there is one.
pub(crate) fn winner_of(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(winner, _) => Some(winner),
        _ => None,
    }
}
