//! Replays and counts games: `Recounter`.

use super::estimators::{DeadStoneEstimators, EstimatePolicy, too_few_stones};
use super::replayed_game::ReplayedGame;
use super::result_match::is_right;
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::options::AuditOptions;
use crate::go::{Grid, Point, Points, Proofs};
use crate::record::{RecordedGame, ValueSource, missing_stones};
use crate::replay::{Replay, ReplayRequest, Replayer};
use crate::rules::{Ruleset, Suicide};
use crate::score::thresholds::OPEN_BOARD_DIVISOR;
use crate::score::{
    Count, Dead, Doubt, EndOfGame, Evidence, Ownership, OwnershipEstimator, Score, TerritoryFrom,
    Unclear, Undecided, assess, dead_stones, is_open, stated_dead_stones,
};
use crate::sgf::Outcome;

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

    /// Drops the count of a position that the players can't have counted.
    pub fn unfinished(self) -> Self {
        let dead = self.dead.map(|dead| dead.undecided(Undecided::Unfinished));
        Self { dead, score: None }
    }

    /// Whether the dead stones are known from this evidence.
    pub fn rests_on(&self, evidence: Evidence) -> bool {
        self.dead.as_ref().is_some_and(|dead| dead.source == evidence)
    }
}

/// Replays and counts games one after another, reusing its memory. It holds the final position of the game
/// replayed last.
#[derive(Debug, Default)]
pub(crate) struct Recounter {
    replayer: Replayer,
    estimators: DeadStoneEstimators,
}

impl Recounter {
    /// A recounter that asks `judge`, instead of the embedded estimator, which stones are dead.
    pub fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { replayer: Replayer::default(), estimators: DeadStoneEstimators::with_judge(judge) }
    }

    /// The final position of the game replayed last.
    pub fn position(&self) -> &Grid {
        self.replayer.position()
    }

    /// Forgets the judgement of the game before.
    pub fn begin_game(&mut self) {
        self.estimators.begin_game();
    }

    /// Sets the policy for this game.
    pub fn allow(&mut self, policy: EstimatePolicy) {
        self.estimators.policy = policy;
    }

    /// Runs `work` without asking an engine.
    pub fn without_engine<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.estimators.policy;
        self.estimators.policy = before.min(EstimatePolicy::EstimatorOnly);
        let result = work(self);
        self.estimators.policy = before;
        result
    }

    /// An estimate of the dead stones of the final position; never an engine's.
    pub fn estimate(&mut self, game: &ReplayedGame, options: &AuditOptions) -> Option<Ownership> {
        self.without_engine(|recounter| {
            let grid = recounter.replayer.position();
            let estimators = &mut recounter.estimators;
            estimators.ask(grid, game.rules, game.komi, options.estimate).cloned()
        })
    }

    /// Replays a record under a ruleset and settles the komi.
    pub fn replay<'a>(
        &mut self,
        record: &'a RecordedGame<'a>,
        rules: &'a Ruleset,
        options: &AuditOptions,
    ) -> ReplayedGame<'a> {
        let stated_handicap = record.stated_handicap;
        let ignored = record.ignores_zero_handicap();
        let task = ReplayRequest {
            text: record.text,
            game: record.game,
            size: record.size,
            rules,
            stated_handicap: stated_handicap.filter(|_| !ignored),
            either_first: record.is_from_katago(),
            assumed: &[],
            variations: options.variations,
        };
        let mut replay = self.replayer.replay(&task);
        let placements = missing_stones(
            replay.handicap,
            replay.initial,
            stated_handicap,
            record.game,
            record.size,
        );
        if !placements.is_empty() {
            replay = self.replay_with_missing_stones(&task, &replay, &placements);
        }
        let missing = missing_handicap_stones(&replay, stated_handicap);
        let stated = missing.unwrap_or(u32::from(stated_handicap == Some(1)));
        let handicap = replay.handicap.stones.max(stated);
        let (komi, komi_source) = match (options.komi, record.komi) {
            (Some(komi), _) => (komi, ValueSource::Option),
            (None, Some(komi)) => (komi, ValueSource::Record),
            (None, None) => {
                let komi = rules.default_komi(handicap, record.year).unwrap_or(Points::ZERO);
                (komi, ValueSource::Default)
            }
        };
        ReplayedGame { record, rules, replay, komi, komi_source }
    }

    /// Replays the game with handicap stones that the record lacks. Of several placements it takes the one that
    /// breaks the fewest rules, and none where each breaks more than the game without the stones.
    fn replay_with_missing_stones(
        &mut self,
        task: &ReplayRequest,
        without: &Replay,
        placements: &[Vec<Point>],
    ) -> Replay {
        let broken = |replay: &Replay| {
            replay.violations.iter().filter(|violation| violation.kind.is_forbidden()).count()
        };
        let mut best = (broken(without), &[][..]);
        for assumed in placements.iter().rev() {
            let replay = self.replayer.replay(&ReplayRequest { assumed, ..*task });
            if broken(&replay) <= best.0 {
                best = (broken(&replay), assumed);
            }
        }
        self.replayer.replay(&ReplayRequest { assumed: best.1, ..*task })
    }

    /// The dead stones and the count of the game replayed last, as far as they can be known.
    pub fn count(&mut self, game: &ReplayedGame, options: &AuditOptions) -> Recount {
        let &ReplayedGame { record, rules, ref replay, komi, .. } = game;
        let grid = self.replayer.position();
        if let Some(stones) = &options.dead_stones {
            return self.count_with_dead(stated_dead_stones(grid, rules, stones), game);
        }
        let marks = game.marks(grid);
        let end = EndOfGame { marks: marks.as_ref(), all_alive: replay.all_alive };
        let mut dead = dead_stones(grid, rules, end);
        if let Some(why) = uncountable(replay, grid, &dead) {
            return Recount::undecided(dead.undecided(why));
        }
        if dead.undecided == Some(Undecided::NoMarks)
            && let Some(judgement) = self.estimators.ask(grid, rules, komi, options.estimate)
        {
            dead = assess(grid, rules, judgement);
        }
        if dead.undecided.is_some() {
            return Recount::undecided(dead);
        }
        let from = match (options.territory_from, record.named_rules) {
            (TerritoryFrom::Marks, Some(named)) if named.seki_eyes.value => TerritoryFrom::Board,
            (from, _) => from,
        };
        let count = Count::with_marks(grid, &dead, rules, marks.as_ref(), from);
        // Players who mark empty points as territory agree that the others belong to nobody.
        let agreed = marks.as_ref().is_some_and(|marks| marks.show_territory(grid, &dead.stones));
        let unfinished = |unclear: &Unclear| unclear.doubt == Doubt::Unfinished;
        if !agreed && count.unclear.iter().any(unfinished) {
            return Recount::undecided(dead.undecided(Undecided::Unfinished));
        }
        let score = Some(Score::new(count, replay, rules, komi));
        Recount { dead: Some(dead), score }
    }

    /// The count by the board alone of the game replayed last with these stones dead.
    pub fn count_with_dead(&self, dead: Dead, game: &ReplayedGame) -> Recount {
        let count = Count::new(self.position(), &dead, game.rules);
        let score = Score::new(count, &game.replay, game.rules, game.komi);
        Recount { dead: Some(dead), score: Some(score) }
    }

    /// The count of the marked game replayed last, where the marks give another result than `outcome`: without what
    /// they say of chains that live whatever happens, if they call one dead. A proof is stronger than a mark, but not
    /// than an agreement that the result confirms.
    pub fn with_proven_life(
        &self,
        recount: Recount,
        game: &ReplayedGame,
        outcome: Outcome,
    ) -> Recount {
        let right = |score: &Score| is_right(outcome, score, game.rules);
        if !recount.rests_on(Evidence::Marked) || recount.score.as_ref().is_some_and(right) {
            return recount;
        }
        let grid = self.position();
        let living = |dead: &Dead| {
            let suicide = game.rules.suicide.value != Suicide::Forbidden;
            let proofs = (dead.count != [0, 0]).then(|| Proofs::new(grid, suicide))?;
            dead.clone().without(grid, &proofs.alive)
        };
        let dead = recount.dead.as_ref().and_then(living);
        dead.map_or(recount, |dead| self.count_with_dead(dead, game))
    }

    /// Whether the players can't have counted this marked position, since large parts of it belong to nobody.
    /// Without two passes, which say that the game was over, any open part is enough: a mark may then as well
    /// be part of a comment.
    pub fn marks_leave_open(&self, game: &ReplayedGame, recount: &Recount) -> bool {
        let marked = |dead: &&Dead| dead.source == Evidence::Marked;
        let Some(dead) = recount.dead.as_ref().filter(marked) else { return false };
        let grid = self.position();
        let over = game.replay.final_passes >= 2;
        let least = if over { grid.cells().len().div_ceil(OPEN_BOARD_DIVISOR) } else { 0 };
        game.marks(grid).is_some_and(|marks| marks.leave_open(grid, &dead.stones, least))
    }
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
