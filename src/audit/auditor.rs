//! One record and one ruleset make one audit.

use super::audited::{Audit, Audited};
use super::contradiction::{self, OPEN, Recorded};
use super::ending::{self, Ending};
use super::findings::Findings;
use super::header::{Field, Header, Place};
use super::judges::{Judges, are_few};
use super::legality::{self, is_forbidden};
use super::locate::Locator;
use super::marks::Marked;
use super::nodes;
use super::options::{AuditOptions, TakenFrom};
use super::registry::Name;
use super::result::{self, is_right};
use super::syntax;
use crate::go::{Grid, Point, Points, Rows, Size};
use crate::replay::{HandicapBy, Replay, Replayer, Task, missing_stones};
use crate::rules::{Compensation, Dispute, Ruleset, from_record};
use crate::score::{
    Count, Dead, Doubt, Evidence, Judge, Marks, Score, TerritoryFrom, Unclear, Undecided,
    dead_stones, is_open, judged,
};
use crate::sgf::{Fault, Game, Ident, Outcome, ROOT, Span, Text, points_value};

/// What a record says, as far as judging it under a ruleset needs.
pub(super) struct Record<'a> {
    text: &'a Text<'a>,
    game: &'a Game,
    size: Size,
    stated: Option<i64>,
    komi: Option<Points>,
    year: Option<u16>,
    /// The ruleset that the record names, by which its marks were made.
    named: Option<&'static Ruleset>,
}

/// Audits games one after another, keeping its memory.
#[derive(Debug, Default)]
pub struct Auditor {
    replayer: Replayer,
    judges: Judges,
}

impl Auditor {
    /// An auditor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An auditor that asks this judge, in place of the embedded estimator, which stones are dead.
    #[must_use]
    pub fn with_judge(judge: Box<dyn Judge>) -> Self {
        Self { replayer: Replayer::default(), judges: Judges::with(judge) }
    }

    /// The final position of the last game.
    #[must_use]
    pub fn final_position(&self) -> &Grid {
        self.replayer.position()
    }

    /// Audits one game. `number` is its number in the file, `faults` what the scanner noted about it;
    /// `locator` finds lines and must have been used only for earlier games of the file.
    pub fn audit(
        &mut self,
        text: &Text,
        game: &Game,
        number: u32,
        faults: &[Fault],
        options: &AuditOptions,
        locator: &mut Locator,
    ) -> Audited {
        let mut findings = Findings::wanted(options);
        syntax::faults(text, faults, &mut findings);
        let header = Header::read(game);
        if let Some(finding) = header.other_game(text, game) {
            findings.push(finding);
            return Audited::OtherGame(findings.finish(text, locator));
        }
        header.game(text, &mut findings);
        let size = header.size(text, &mut findings);
        let format = header.format(text, &mut findings);
        nodes::check(text, game, size, format, &mut findings);
        let named = named_rules(text, &header);
        let (rules, ruleset_source) = choose_rules(text, &header, named, options, &mut findings);
        let rules = options.applied(rules);
        let unknown_rules = ruleset_source == TakenFrom::Default
            && header.place(Field::Rules).is_some_and(|place| !place.span.is_empty());
        let stated = header.handicap(text, &mut findings);
        let record_komi = header.komi(text, &mut findings);
        let recorded = header.result(text, &mut findings);
        let outcome = recorded.outcome;

        let year = year_of(&header.date(text));
        let record = Record { text, game, size, stated, komi: record_komi, year, named };
        let (replay, komi, komi_source) = self.replay(&record, rules, options);
        legality::violations(text, &replay, rules, unknown_rules, size, &mut findings);
        let root_start = game.nodes().first().map_or(game.span.start, |node| node.start);
        let root = Span { start: root_start, end: root_start + 1 };
        let root_place = Place { span: root, node: ROOT };
        let at = |field| header.place(field).unwrap_or(root_place);
        legality::handicap(
            &replay,
            stated,
            at(Field::Handicap),
            |names| is_set_up(text, game, size, names),
            rules,
            size,
            &mut findings,
        );

        let result_at = at(Field::Result);
        let ending = Ending::of(outcome, &replay, rules);
        if ending != Ending::Repetition {
            result::check_margin(outcome, result_at, record_komi, rules, size, &mut findings);
        }
        let margin_recorded = outcome.white_margin().is_some();
        let known = ruleset_source != TakenFrom::Default;
        let white_last_pass =
            ending::judge(&replay, rules, ending, margin_recorded, known, root, &mut findings);

        let end = Recorded {
            text,
            game,
            replay: &replay,
            grid: &|| self.replayer.position(),
            outcome,
            at: result_at,
        };
        if ending != Ending::Repetition {
            contradiction::check(&end, &mut findings);
        }

        let counts = ending.is_counted() && replay.moves > 0;
        self.judges.next_game();
        // A record without passes and margin may have stopped anywhere.
        self.judges.wanted = ending == Ending::Passes || margin_recorded;
        let (dead, score) =
            if counts { self.count(&record, &replay, rules, komi, options) } else { (None, None) };
        // A result that nobody recorded isn't wrong, so no judge is asked what would make it right.
        let is_wrong = |score: &Score| {
            matches!(outcome, Outcome::Draw | Outcome::Win(..)) && !is_right(outcome, score, rules)
        };
        // Four passes make all stones alive where nobody agreed on dead ones (A91 10; BGA 10 iii). A margin that
        // is right only without dead stones says that they did.
        let by_four_passes = replay.all_alive
            && rules.dispute.value == Dispute::FourPasses
            && dead.as_ref().is_some_and(|dead| dead.source == Evidence::PlayedOut);
        let agreed = match &score {
            Some(score) if by_four_passes && is_wrong(score) => {
                let disputed = Replay { all_alive: false, ..replay.clone() };
                let (dead, score) = self.count(&record, &disputed, rules, komi, options);
                let right = score.as_ref().is_some_and(|score| is_right(outcome, score, rules));
                right.then_some((dead, score))
            }
            _ => None,
        };
        let (dead, score) = agreed.unwrap_or((dead, score));
        let right_under = match &score {
            Some(score) if !known && is_wrong(score) => {
                self.right_under(&record, rules, outcome, options)
            }
            _ => None,
        };
        let right_without_marks = match (&dead, &score) {
            (Some(Dead { source: Evidence::Marked, .. }), Some(score)) if is_wrong(score) => {
                let unmarked = Replay { marked_node: None, ..replay.clone() };
                let (_, score) = self.count(&record, &unmarked, rules, komi, options);
                score.is_some_and(|score| is_right(outcome, &score, rules))
            }
            _ => false,
        };
        let judgement = result::judge(
            outcome,
            result_at,
            ending,
            score.as_ref(),
            dead.as_ref(),
            &result::Basis {
                rules,
                right_under,
                replay: &replay,
                unread: recorded.unread,
                nought: recorded.nought,
                unknown_rules,
                by_four_passes,
                assumed_handicap: replay.handicap.by == HandicapBy::Assumed,
                handicap_in_doubt: rules.compensation.value != Compensation::None
                    && stated.is_some_and(|stated| {
                        let found = i64::from(replay.handicap.stones);
                        stated != found && (stated >= 2 || found >= 2)
                    }),
                grid: &|| self.replayer.position(),
                unfinished: &|| {
                    let dead = dead.as_ref().filter(|dead| dead.source == Evidence::Marked);
                    dead.is_some_and(|dead| self.marks_leave_open(&record, &replay, dead))
                },
                right_without_marks,
                komi_source,
                known_rules: known,
                komi_unit: &|| header.komi_unit(text),
            },
            &mut findings,
        );
        let (dead, score) = match judgement.unfinished {
            true => (dead.map(|dead| dead.undecided(Undecided::Unfinished)), None),
            false => (dead, score),
        };
        if let (Some(node), Some(dead)) = (replay.marked_node, &dead)
            && let grid = self.replayer.position()
            && let Some(marks) = marks(&record, &replay, grid)
        {
            let start = game.nodes()[node as usize].start;
            let at = Span { start, end: start + 1 };
            let cause = judgement.cause.as_ref();
            let marked = Marked { grid, marks: &marks, dead, rules, cause, node, at };
            let judges = &mut self.judges;
            marked.check(
                || judges.second_opinion(grid, rules, komi, options.estimate).cloned(),
                &mut findings,
            );
        }
        let findings = findings.finish(text, locator);
        let comparisons = match options.compare && counts {
            true => self.compare(&record, rules, outcome, options),
            false => Vec::new(),
        };
        // What only reports read.
        let said = |said: fn(&Header, &Text<'_>) -> String| match options.details {
            true => said(&header, text),
            false => String::new(),
        };
        Audited::Game(Box::new(Audit {
            game: number,
            black: said(|header, text| header.text(text, Field::Black).into_owned()),
            white: said(|header, text| header.text(text, Field::White).into_owned()),
            date: said(|header, text| header.date(text).into_owned()),
            event: said(|header, text| header.event(text).into_owned()),
            size,
            rules,
            ruleset_source,
            komi,
            komi_source,
            replay,
            ending,
            white_last_pass,
            dead,
            score,
            outcome,
            recorded_result: said(|header, text| header.text(text, Field::Result).into_owned()),
            verdict: judgement.verdict,
            explanation: judgement.explanation,
            cause: judgement.cause,
            findings,
            comparisons,
        }))
    }

    /// Replays the game under a ruleset and settles the komi.
    pub(super) fn replay(
        &mut self,
        record: &Record,
        rules: &Ruleset,
        options: &AuditOptions,
    ) -> (Replay, Points, TakenFrom) {
        let task = Task {
            text: record.text,
            game: record.game,
            size: record.size,
            rules,
            stated_handicap: record.stated,
            assumed: &[],
            variations: options.variations,
        };
        let mut replay = self.replayer.replay(&task);
        let places = missing_stones(&replay, record.stated, record.game, record.size);
        if !places.is_empty() {
            replay = self.with_missing_stones(&task, replay, &places);
        }
        let handicap = replay.handicap.stones.max(u32::from(record.stated == Some(1)));
        let (komi, source) = match (options.komi, record.komi) {
            (Some(komi), _) => (komi, TakenFrom::Option),
            (None, Some(komi)) => (komi, TakenFrom::Record),
            (None, None) => {
                let komi = rules.default_komi(handicap, record.year).unwrap_or(Points::ZERO);
                (komi, TakenFrom::Default)
            }
        };
        (replay, komi, source)
    }

    /// The replay with the handicap stones that the record doesn't have, where that breaks no more rules than
    /// without them: of several places those that break the fewest.
    fn with_missing_stones(
        &mut self,
        task: &Task,
        without: Replay,
        places: &[Vec<Point>],
    ) -> Replay {
        let broken = |replay: &Replay| {
            replay.violations.iter().filter(|violation| is_forbidden(violation.kind)).count()
        };
        let mut best = (broken(&without), &[][..]);
        for assumed in places.iter().rev() {
            let replay = self.replayer.replay(&Task { assumed, ..*task });
            if broken(&replay) <= best.0 {
                best = (broken(&replay), assumed);
            }
        }
        self.replayer.replay(&Task { assumed: best.1, ..*task })
    }

    /// Whether the players can't have counted this marked position: large parts of it belong to nobody. Where no
    /// two passes say that the game was over, less of it is enough; there a mark may as well be a comment's.
    pub(super) fn marks_leave_open(&self, record: &Record, replay: &Replay, dead: &Dead) -> bool {
        let grid = self.replayer.position();
        let over = replay.final_passes >= 2;
        let least = if over { grid.cells().len().div_ceil(OPEN) } else { 0 };
        marks(record, replay, grid).is_some_and(|marks| marks.leave_open(grid, &dead.stones, least))
    }

    /// The dead stones and the count, as far as they can be known.
    pub(super) fn count(
        &mut self,
        record: &Record,
        replay: &Replay,
        rules: &Ruleset,
        komi: Points,
        options: &AuditOptions,
    ) -> (Option<Dead>, Option<Score>) {
        let grid = self.replayer.position();
        let marks = marks(record, replay, grid);
        let mut dead = dead_stones(grid, rules, marks.as_ref(), replay.all_alive);
        let marked = dead.source == Evidence::Marked;
        if replay.after_end && !marked {
            // The position at the end isn't the last one, and nobody marked the last one.
            return (Some(dead.undecided(Undecided::AfterEnd)), None);
        }
        if dead.source == Evidence::PlayedOut
            && replay.final_passes < 2
            && is_open(grid, &dead.stones)
        {
            // Where the rules ask for no agreement the position at two passes is the last one.
            return (Some(dead.undecided(Undecided::Unfinished)), None);
        }
        if dead.undecided == Some(Undecided::NoMarks) && are_few(grid) {
            return (Some(dead.undecided(Undecided::Unfinished)), None);
        }
        if dead.undecided == Some(Undecided::NoMarks)
            && let Some(judgement) = self.judges.ask(grid, rules, komi, options.estimate)
        {
            dead = judged(grid, rules, judgement);
        }
        if dead.undecided.is_some() {
            return (Some(dead), None);
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
            return (Some(dead.undecided(Undecided::Unfinished)), None);
        }
        let score = Some(Score::new(count, replay, rules, komi));
        (Some(dead), score)
    }
}

/// The territory marks that hold for the final position: all that its node has, also where a list
/// stands there twice.
fn marks(record: &Record, replay: &Replay, grid: &Grid) -> Option<Marks> {
    let &Record { text, game, size, .. } = record;
    let node = replay.marked_node?;
    let points = |id| {
        let id = Ident::new(id);
        let mut points = Rows::none(size);
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

/// The ruleset that the record names, if it is known.
fn named_rules(text: &Text, header: &Header) -> Option<&'static Ruleset> {
    from_record(&text.simple_text(header.place(Field::Rules)?.span))
}

fn choose_rules(
    text: &Text,
    header: &Header,
    named: Option<&'static Ruleset>,
    options: &AuditOptions,
    findings: &mut Findings,
) -> (&'static Ruleset, TakenFrom) {
    let (rules, source) = options.rules.of(named, text);
    if source == TakenFrom::Default
        && let Some(place) = header.place(Field::Rules)
        && let name = text.simple_text(place.span)
        && !name.is_empty()
    {
        let message = format!("RU[{name}] is no known ruleset; judged by {}", rules.id);
        findings.push(place.finding(Name::UnknownRuleset, message));
    }
    (rules, source)
}

/// The year that a date begins with; 0 is none.
fn year_of(date: &str) -> Option<u16> {
    let digits = date.get(..4)?;
    let year = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
    year.filter(|&year| year > 0)
}

/// Whether exactly the named points carry black setup stones before the first move, or Black's first
/// moves.
fn is_set_up(text: &Text, game: &Game, size: Size, names: &str) -> bool {
    let wanted: Vec<Point> =
        names.split(' ').filter_map(|name| Point::from_name(name, size)).collect();
    let mut stones = Vec::new();
    for node in 0..game.main_line() {
        for (prop, values) in game.props(node) {
            if prop.id == Ident::new("W") {
                return false;
            }
            if prop.id == Ident::new("AB") || prop.id == Ident::new("B") {
                for value in values {
                    // No more than it takes to see that there are too many.
                    let room = wanted.len() + 1 - stones.len().min(wanted.len());
                    stones.extend(points_value(text, value, size).points().take(room));
                    if stones.len() > wanted.len() {
                        return false;
                    }
                }
            }
        }
        if stones.len() == wanted.len() {
            break;
        }
    }
    stones.len() == wanted.len() && stones.iter().all(|point| wanted.contains(point))
}
