//! What a record comes to under a ruleset: the replay, the dead stones and the count.

use crate::audit::auditor::Auditor;
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::checks::legality::is_forbidden;
use crate::audit::checks::server_rules::is_from_fox;
use crate::audit::options::{AuditOptions, ValueSource};
use crate::audit::recount::estimators::too_few_stones;
use crate::go::{BitBoard, Grid, Point, Points, Size};
use crate::replay::{Replay, ReplayRequest, missing_stones};
use crate::rules::{Ruleset, is_of_rules_string};
use crate::score::thresholds::OPEN_BOARD_DIVISOR;
use crate::score::{
    Count, Dead, Doubt, Evidence, Marks, Score, TerritoryFrom, Unclear, Undecided, assess,
    dead_stones, is_open,
};
use crate::sgf::{Game, Ident, Outcome, Text, points_value};

/// What a record says, as far as judging it under a ruleset needs.
pub(in crate::audit) struct Record<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    pub size: Size,
    pub stated_handicap: Option<i64>,
    pub komi: Option<Points>,
    /// Whether it has a komi that can't be read.
    pub unread_komi: bool,
    pub year: Option<u16>,
    /// The ruleset that the record names, by which its marks were made.
    pub named: Option<&'static Ruleset>,
}

impl Record<'_> {
    /// Whether its HA[0] says nothing: so Fox writes it beside every handicap that Black plays, and others where there is no
    /// komi either.
    fn has_nought_for_handicap(&self) -> bool {
        let without_komi = || self.komi.is_some_and(|komi| komi.abs() < Points::whole(1));
        self.stated_handicap == Some(0) && (without_komi() || is_from_fox(self.text, self.game))
    }

    /// Whether KataGo wrote it, which states its rules part by part: its komi is in points, and 0 is none.
    pub fn is_katagos(&self) -> bool {
        self.named.is_some_and(is_of_rules_string)
    }
}

/// A record replayed under a ruleset.
pub(in crate::audit) struct ReplayedGame<'a> {
    pub record: &'a Record<'a>,
    pub rules: &'a Ruleset,
    pub replay: Replay,
    pub komi: Points,
    pub komi_source: ValueSource,
}

/// The dead stones and the count of a game, as far as they are known.
#[derive(Default)]
pub(in crate::audit) struct Recount {
    pub dead: Option<Dead>,
    pub score: Option<Score>,
}

impl Recount {
    /// No count, since the dead stones aren't known.
    fn undecided(dead: Dead) -> Self {
        Self { dead: Some(dead), score: None }
    }

    /// What is left where the players can't have counted the position.
    pub fn unfinished(self) -> Self {
        let dead = self.dead.map(|dead| dead.undecided(Undecided::Unfinished));
        Self { dead, score: None }
    }

    /// Whether this is where the dead stones are known from.
    pub fn rests_on(&self, evidence: Evidence) -> bool {
        self.dead.as_ref().is_some_and(|dead| dead.source == evidence)
    }
}

impl<'a> ReplayedGame<'a> {
    /// The same game with something else to say of its end.
    pub fn with(&self, change: impl FnOnce(&mut Replay)) -> Self {
        let mut replay = self.replay.clone();
        change(&mut replay);
        Self { replay, ..*self }
    }

    /// Whether there was no komi: who plays without records none, and the ruleset's own can't give the result.
    pub fn needs_no_komi(&self, score: &Score, outcome: Outcome) -> bool {
        let parts = |margin: Points| (margin - score.margin).fraction() != 0;
        self.komi_source == ValueSource::Default
            && !self.record.unread_komi
            && outcome.white_margin().is_some_and(parts)
    }

    /// The territory marks that hold for the final position: all that its node has, also where a list
    /// stands there twice.
    pub fn marks(&self, grid: &Grid) -> Option<Marks> {
        let &Record { text, game, size, .. } = self.record;
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
        // One that names no point says nothing.
        let marks = Marks::new(grid, black.places().map(at), white.places().map(at));
        marks.owner.iter().any(Option::is_some).then_some(marks)
    }
}

impl Auditor {
    /// Replays a record under a ruleset and settles the komi.
    pub(in crate::audit) fn play<'a>(
        &mut self,
        record: &'a Record<'a>,
        rules: &'a Ruleset,
        options: &AuditOptions,
    ) -> ReplayedGame<'a> {
        let stated_handicap = record.stated_handicap;
        let filled_in = record.has_nought_for_handicap();
        let task = ReplayRequest {
            text: record.text,
            game: record.game,
            size: record.size,
            rules,
            stated_handicap: stated_handicap.filter(|_| !filled_in),
            either_first: record.is_katagos(),
            assumed: &[],
            variations: options.variations,
        };
        let mut replay = self.replayer.replay(&task);
        let places = missing_stones(&replay, stated_handicap, record.game, record.size);
        if !places.is_empty() {
            replay = self.with_missing_stones(&task, replay, &places);
        }
        let stated = missing_handicap_stones(&replay, stated_handicap);
        let stated = stated.unwrap_or(u32::from(stated_handicap == Some(1)));
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

    /// The replay with the handicap stones that the record doesn't have, where that breaks no more rules than
    /// without them: of several places those that break the fewest.
    fn with_missing_stones(
        &mut self,
        task: &ReplayRequest,
        without: Replay,
        places: &[Vec<Point>],
    ) -> Replay {
        let broken = |replay: &Replay| {
            replay.violations.iter().filter(|violation| is_forbidden(violation.kind)).count()
        };
        let mut best = (broken(&without), &[][..]);
        for assumed in places.iter().rev() {
            let replay = self.replayer.replay(&ReplayRequest { assumed, ..*task });
            if broken(&replay) <= best.0 {
                best = (broken(&replay), assumed);
            }
        }
        self.replayer.replay(&ReplayRequest { assumed: best.1, ..*task })
    }

    /// Whether the players can't have counted this marked position: large parts of it belong to nobody. Where no
    /// two passes say that the game was over, less of it is enough; there a mark may as well be a comment's.
    pub(in crate::audit) fn marks_leave_open(
        &self,
        played: &ReplayedGame,
        counted: &Recount,
    ) -> bool {
        let Some(dead) = counted.dead.as_ref().filter(|dead| dead.source == Evidence::Marked)
        else {
            return false;
        };
        let grid = self.replayer.position();
        let over = played.replay.final_passes >= 2;
        let least = if over { grid.cells().len().div_ceil(OPEN_BOARD_DIVISOR) } else { 0 };
        played.marks(grid).is_some_and(|marks| marks.leave_open(grid, &dead.stones, least))
    }

    /// The count with these stones dead, of the unmarked game that was played last.
    pub(in crate::audit) fn counted_with(&self, dead: Dead, played: &ReplayedGame) -> Recount {
        let count =
            Count::new(self.replayer.position(), &dead, None, played.rules, TerritoryFrom::Board);
        let score = Score::new(count, &played.replay, played.rules, played.komi);
        Recount { dead: Some(dead), score: Some(score) }
    }

    /// The dead stones and the count, as far as they can be known, of the game that was played last.
    pub(in crate::audit) fn count(
        &mut self,
        played: &ReplayedGame,
        options: &AuditOptions,
    ) -> Recount {
        let &ReplayedGame { record, rules, ref replay, komi, .. } = played;
        let grid = self.replayer.position();
        let marks = played.marks(grid);
        let mut dead = dead_stones(grid, rules, marks.as_ref(), replay.all_alive);
        let marked = dead.source == Evidence::Marked;
        if replay.after_end && !marked {
            // The position at the end isn't the last one, and nobody marked the last one.
            return Recount::undecided(dead.undecided(Undecided::AfterEnd));
        }
        if dead.source == Evidence::PlayedOut
            && replay.final_passes < 2
            && is_open(grid, &dead.stones)
        {
            // Where the rules ask for no agreement the position at two passes is the last one.
            return Recount::undecided(dead.undecided(Undecided::Unfinished));
        }
        if dead.undecided == Some(Undecided::NoMarks) && too_few_stones(grid) {
            return Recount::undecided(dead.undecided(Undecided::Unfinished));
        }
        if dead.undecided == Some(Undecided::NoMarks)
            && let Some(judgement) = self.judges.ask(grid, rules, komi, options.estimate)
        {
            dead = assess(grid, rules, judgement);
        }
        if dead.undecided.is_some() {
            return Recount::undecided(dead);
        }
        let from = match (options.territory_from, record.named) {
            (TerritoryFrom::Marks, Some(named)) if named.seki_eyes.value => TerritoryFrom::Board,
            (from, _) => from,
        };
        let count = Count::new(grid, &dead, marks.as_ref(), rules, from);
        // Who marks empty points as territory agrees that the others are nobody's.
        let agreed = marks.as_ref().is_some_and(|marks| marks.show_territory(grid, &dead.stones));
        let unfinished = |unclear: &Unclear| unclear.doubt == Doubt::Unfinished;
        if !agreed && count.unclear.iter().any(unfinished) {
            return Recount::undecided(dead.undecided(Undecided::Unfinished));
        }
        let score = Some(Score::new(count, replay, rules, komi));
        Recount { dead: Some(dead), score }
    }
}
