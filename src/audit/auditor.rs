//! Audits games: `Auditor`.

use super::causes::{MarginExplanation, USUAL_KOMI};
use super::checks::ending::{self, WhiteLastPass, ending};
use super::checks::marks::MarkedPosition;
use super::checks::result_vs_ending::{self, GameEnd};
use super::checks::{
    clocks, handicap, header, legality, margin, nodes, spelling, syntax, unusual_play,
};
use super::finding::{FindingKind, FindingList};
use super::game_audit::HeaderPlaces;
use super::game_audit::Verdict;
use super::game_audit::{Audit, GameOutcome};
use super::options::{AuditOptions, Compare};
use super::recount::alternatives::{MitigatingFactors, compare};
use super::recount::count::{GameCounter, Recount, ReplayedGame, is_wrong};
use super::recount::estimators::{EstimatePolicy, Estimators, GameEstimates};
use super::recount::reasons::VerdictInput;
use super::recount::verdict::VerdictDetail;
use crate::go::Points;
use crate::record::{
    ChosenRules, Ending, Field, GameInfo, NodeSpan, RecordedGame, RecordedMoves, ValueSource,
};
use crate::replay::{Replayer, Signature};
use crate::score::{
    EndOfGame, Evidence, OwnershipEstimator, Score, Undecided, best_guess, dead_stones,
};
use crate::sgf::{Fault, Game, GameMemory, LineIndex, Outcome, ROOT, Text};

/// Audits games one after another, reusing its memory.
#[derive(Debug, Default)]
pub struct Auditor {
    replayer: Replayer,
    estimators: Estimators,
    /// Memory for the file that is read.
    pub(super) memory: GameMemory,
    /// Memory for the games that it doesn't hold.
    pub(super) spare: GameMemory,
}

/// The game as its record states it.
struct StatedGame<'a> {
    record: RecordedGame<'a>,
    /// The rulesets that it may be judged by, one at least, the likeliest first.
    rules: Vec<ChosenRules>,
}

/// A game judged by a ruleset.
struct JudgedGame<'a> {
    rules: &'a ChosenRules,
    replayed: ReplayedGame<'a>,
    end: GameEnding,
    counted: CountedGame,
    verdict: VerdictDetail,
    findings: FindingList,
}

impl JudgedGame<'_> {
    /// Whether another ruleset may confirm the recorded result where this one doesn't. Which stones are dead doesn't
    /// depend on it where only a judgement could say so.
    fn may_be_right_by_others(&self) -> bool {
        let undecided = self.counted.recount.dead.as_ref().and_then(|dead| dead.undecided);
        match self.verdict.verdict {
            Verdict::WrongWinner | Verdict::WrongMargin => true,
            Verdict::Undecided => !matches!(
                undecided,
                Some(Undecided::NoMarks | Undecided::Unsure | Undecided::NoAnswer)
            ),
            Verdict::Confirmed => self.replayed.komi_source == ValueSource::Inferred,
            Verdict::NotCounted | Verdict::NoResult => false,
        }
    }

    /// Where the ruleset comes from: from the result, if that confirms one of several likely ones.
    fn ruleset_source(&self) -> ValueSource {
        let inferred = self.rules.likely && self.verdict.verdict == Verdict::Confirmed;
        if inferred { ValueSource::Inferred } else { self.rules.source }
    }
}

/// How the game ended.
struct GameEnding {
    ending: Ending,
    white_last_pass: Option<WhiteLastPass>,
    /// Whether the final position is to be counted.
    is_counted: bool,
    /// The estimators that may be asked which stones are dead.
    estimates: EstimatePolicy,
}

/// The count of the game, and the result that it is compared with.
struct CountedGame {
    recount: Recount,
    outcome: Outcome,
    factors: MitigatingFactors,
    /// The number in KM, if the recorded result is right by it and wrong by the komi that a guessed unit gives.
    komi_as_written: Option<Points>,
}

impl Auditor {
    /// An auditor that asks the embedded estimator which stones are dead.
    pub fn new() -> Self {
        Self::default()
    }

    /// An auditor that asks `judge` instead of the embedded estimator.
    pub fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { estimators: Estimators::with_judge(judge), ..Self::default() }
    }

    /// Whether a judge replaces the embedded estimator.
    pub fn has_judge(&self) -> bool {
        self.estimators.has_judge()
    }

    /// Audits one game.
    ///
    /// `number` is its number in the file, and `faults` are the scanner's faults in it. `lines` finds lines and
    /// columns; it may have been used only for earlier games of the file.
    pub fn audit(
        &mut self,
        text: &Text,
        game: &Game,
        number: u32,
        faults: &[Fault],
        options: &AuditOptions,
        lines: &mut LineIndex,
    ) -> GameOutcome {
        let mut findings = FindingList::new(options.max_findings);
        syntax::check(text, faults, &mut findings);
        let record = RecordedGame::read(text, game);
        if let Some(finding) = header::other_game(&record) {
            findings.push(finding);
            return GameOutcome::NotGo(findings.finish(text, lines));
        }
        header::check(&record, &mut findings);
        nodes::check(text, game, record.size, record.format(), &mut findings);
        spelling::check(&record, options.aliases.as_deref(), &mut findings);
        let applied = |rules| options.applied(rules);
        let rules = ChosenRules::choose(&record, &options.rules, options.rules_set_by, applied);
        let stated = StatedGame { record, rules };
        let mut counter = GameCounter {
            replayer: &mut self.replayer,
            estimates: GameEstimates::new(&mut self.estimators, options.estimate),
            options,
        };
        let judged = judge_by_likeliest(&mut counter, &stated, findings);
        let ruleset_source = judged.ruleset_source();
        let is_komi_doubtful = is_komi_doubtful(&stated, &judged);
        let JudgedGame { rules, replayed, end, mut counted, verdict, mut findings } = judged;
        if verdict.unfinished {
            counted.recount = counted.recount.unfinished();
        }
        if end.white_last_pass == Some(WhiteLastPass::Missing) {
            let in_doubt = verdict.verdict.is_in_doubt();
            ending::report_white_pass(&replayed.replay, rules, in_doubt, &mut findings);
        }
        let cause = verdict.cause.as_ref();
        check_marks(&mut counter, &replayed, &counted.recount, &end, cause, &mut findings);
        unusual_play::check(&stated.record, &replayed.replay, &mut findings);
        clocks::check(&stated.record, &mut findings);
        let position = end.is_counted.then(|| replayed.grid().clone());
        let is_compared = match options.compare {
            Compare::Never => false,
            Compare::WrongResults => verdict.verdict.is_wrong(),
            Compare::Always => true,
        };
        let comparisons = match is_compared && end.is_counted {
            true => {
                let komi = counted.komi_as_written.or(stated.record.komi);
                let record = RecordedGame { komi, ..stated.record.clone() };
                compare(&mut counter, &record, &rules.rules, counted.outcome, end.estimates)
            }
            false => Vec::new(),
        };
        let signature = match options.signature {
            true => Signature::new(&stated.record),
            false => Signature::default(),
        };
        let moves = match options.moves {
            true => stated.record.moves(),
            false => RecordedMoves::default(),
        };
        let header = &stated.record.header;
        let places = match options.places {
            true => HeaderPlaces::locate(&stated.record, &mut lines.clone()),
            false => HeaderPlaces::default(),
        };
        let findings = findings.finish(text, lines);
        if options.places {
            // So that the places of the next game are looked for from here.
            lines.locate(text, game.span.end as usize);
        }
        GameOutcome::Audited(Box::new(Audit {
            game: number,
            black: header.text(text, Field::Black).into_owned(),
            white: header.text(text, Field::White).into_owned(),
            event_names: Default::default(),
            date: header.date(text).into_owned(),
            event: header.event(text).into_owned(),
            info: GameInfo::read(&stated.record),
            places,
            size: stated.record.size,
            rules: rules.rules.clone(),
            ruleset_source,
            komi: replayed.komi,
            komi_source: match is_komi_doubtful {
                true => ValueSource::Doubtful,
                false => replayed.komi_source,
            },
            replay: replayed.replay,
            signature,
            moves,
            ending: end.ending,
            white_last_pass: end.white_last_pass,
            position,
            dead: counted.recount.dead,
            score: counted.recount.score,
            outcome: counted.outcome,
            recorded_result: header.text(text, Field::Result).into_owned(),
            verdict: verdict.verdict,
            explanation: verdict.explanation,
            open_question: verdict.open_question,
            cause: verdict.cause,
            decision: None,
            findings,
            ignored: 0,
            comparisons,
        }))
    }
}

/// Judges a game by the first of its likely rulesets that confirms the recorded result; by the likeliest if none
/// does. `findings` are the header's.
fn judge_by_likeliest<'a>(
    counter: &mut GameCounter,
    stated: &'a StatedGame<'a>,
    findings: FindingList,
) -> JudgedGame<'a> {
    let [likeliest, others @ ..] = &stated.rules[..] else {
        unreachable!("a game is judged by a ruleset at least")
    };
    if others.is_empty() {
        return judge_by(counter, likeliest, stated, findings);
    }
    let by_likeliest = judge_by(counter, likeliest, stated, findings.clone());
    if !by_likeliest.may_be_right_by_others() {
        return by_likeliest;
    }
    // A ruleset by whose own komi the result is right is likelier than one with another komi.
    let mut best = by_likeliest;
    for rules in others {
        let judged = judge_by(counter, rules, stated, findings.clone());
        if judged.verdict.verdict != Verdict::Confirmed {
            continue;
        }
        if judged.replayed.komi_source != ValueSource::Inferred {
            return judged;
        }
        if best.verdict.verdict != Verdict::Confirmed {
            best = judged;
        }
    }
    best
}

/// Replays, checks and counts a game by a ruleset.
fn judge_by<'a>(
    counter: &mut GameCounter,
    rules: &'a ChosenRules,
    stated: &'a StatedGame<'a>,
    mut findings: FindingList,
) -> JudgedGame<'a> {
    header::check_ruleset(&stated.record, rules, &mut findings);
    let mut replayed = counter.replay(&stated.record, &rules.rules);
    let end = check_play(counter, stated, rules, &replayed, &mut findings);
    let counted = recount(counter, stated, rules, &mut replayed, &end, &mut findings);
    let verdict = judge(counter, stated, rules, &replayed, &end, &counted, &mut findings);
    JudgedGame { rules, replayed, end, counted, verdict, findings }
}

/// Checks the moves, the handicap and the end of the game against the rules.
fn check_play(
    counter: &GameCounter,
    stated: &StatedGame,
    rules: &ChosenRules,
    replayed: &ReplayedGame,
    findings: &mut FindingList,
) -> GameEnding {
    let StatedGame { record, .. } = stated;
    let &RecordedGame { text, game, size, .. } = record;
    let (replay, outcome) = (&replayed.replay, record.result.outcome);
    let root = NodeSpan::first_byte(game, ROOT);
    legality::check(record, replay, rules, findings);
    handicap::check(record, replay, &rules.rules, findings);

    let ending = ending(outcome, replay, &rules.rules);
    let result_at = record.result_at();
    let by_play = ending != Ending::Repetition;
    if by_play {
        margin::check(outcome, result_at, record.komi, &rules.rules, size, findings);
    }
    let margin_recorded = outcome.white_margin().is_some();
    let white_last_pass =
        ending::check(replay, rules, ending, margin_recorded, root.span, findings);
    if by_play {
        let grid = replayed.grid();
        let end = GameEnd { text, game, replay, grid, outcome, at: result_at };
        result_vs_ending::check(&end, findings);
    }
    let is_bare = replay.moves == 0;
    let is_counted = ending.is_counted() && (!is_bare || counter.options.count_bare);
    // A record without passes and margin may have stopped anywhere.
    let may_ask = ending == Ending::Passes || margin_recorded || is_bare;
    let estimates = if may_ask { EstimatePolicy::Any } else { EstimatePolicy::Never };
    GameEnding { ending, white_last_pass, is_counted, estimates }
}

/// Counts the final position. Looks for other counts that give the recorded result if this one doesn't.
fn recount(
    counter: &mut GameCounter,
    stated: &StatedGame,
    rules: &ChosenRules,
    replayed: &mut ReplayedGame,
    end: &GameEnding,
    findings: &mut FindingList,
) -> CountedGame {
    let result = &stated.record.result;
    let mut recount = match end.is_counted {
        true => counter.count(replayed, end.estimates),
        false => Recount::default(),
    };
    let mut outcome = result.outcome;
    let as_written = right_as_written(stated, replayed, &recount);
    if let Some((komi, written_outcome)) = as_written {
        (replayed.komi, outcome) = (komi, written_outcome);
        if is_komi_open(stated, replayed) {
            replayed.komi_source = ValueSource::Inferred;
        }
        recount = counter.count(replayed, end.estimates);
        findings.retract(FindingKind::UnusualKomi);
        if result.standard {
            findings.retract(FindingKind::MalformedResult);
        }
    }
    let mut factors = MitigatingFactors {
        unread: result.has_unread_reason,
        zero_margin: result.zero_margin,
        unknown_rules: rules.unknown,
        handicap: handicap::is_in_doubt(&stated.record, &replayed.replay, &rules.rules),
        ..MitigatingFactors::default()
    };
    let recount = factors.try_alternative_counts(
        counter,
        replayed,
        recount,
        outcome,
        !rules.source.is_stated() && !rules.likely,
        end.estimates,
    );
    CountedGame { recount, outcome, factors, komi_as_written: as_written.map(|(komi, _)| komi) }
}

/// Compares the recorded result with the count.
fn judge(
    counter: &mut GameCounter,
    stated: &StatedGame,
    rules: &ChosenRules,
    replayed: &ReplayedGame,
    end: &GameEnding,
    counted: &CountedGame,
    findings: &mut FindingList,
) -> VerdictDetail {
    let input = VerdictInput {
        outcome: counted.outcome,
        at: stated.record.result_at(),
        ending: end.ending,
        game: replayed,
        recount: &counted.recount,
        ruleset_source: rules.source,
        likely_rules: rules.likely,
        komi_unit: stated.record.komi_value.map(|read| read.unit),
    };
    let is_marked = counted.recount.rests_on(Evidence::Marked);
    let mismatches = |score: &Score| is_wrong(counted.outcome, score, &rules.rules);
    // If the result contradicts the marks, they are compared with an estimate.
    let estimated = counted.recount.score.as_ref().filter(|score| is_marked && mismatches(score));
    let estimated = estimated.and_then(|_| counter.estimate(replayed, end.estimates));
    let estimated =
        estimated.map(|ownership| best_guess(replayed.grid(), replayed.rules, &ownership));
    let estimated = estimated.as_ref().and_then(|dead| dead.judged.as_ref());
    VerdictDetail::judge(&input, &counted.factors, estimated, findings)
}

/// Checks the territory marks of the final position.
fn check_marks(
    counter: &mut GameCounter,
    replayed: &ReplayedGame,
    recount: &Recount,
    end: &GameEnding,
    cause: Option<&MarginExplanation>,
    findings: &mut FindingList,
) {
    let (Some(node), Some(dead)) = (replayed.replay.marked_node, &recount.dead) else { return };
    let Some(marks) = replayed.marks() else { return };
    let grid = replayed.grid();
    let at = NodeSpan::first_byte(replayed.record.game, node);
    // The dead stones by the marks, which a proof may have overruled.
    let by_marks = dead_stones(grid, replayed.rules, EndOfGame::marked(&marks));
    let dead = if dead.source == Evidence::Marked { &by_marks } else { dead };
    let marked = MarkedPosition { grid, marks: &marks, dead, rules: replayed.rules, cause, at };
    marked.check(|| counter.estimate(replayed, end.estimates), findings);
}

/// The first usual komi by which the recorded result is right, if none is recorded. With a handicap only small ones are.
fn likely_komi(game: &ReplayedGame, score: &Score, outcome: Outcome) -> Option<Points> {
    let even = game.replay.handicap.stones == 0;
    let usual = USUAL_KOMI.into_iter().filter(|&komi| even || komi < Points::whole(1));
    let is_right =
        |&komi: &Points| Outcome::from_white_margin(score.margin - score.komi + komi) == outcome;
    usual.into_iter().find(is_right)
}

/// Whether the record doesn't state the komi: it has none, or Fox's KM\[0\].
fn is_komi_open(stated: &StatedGame, replayed: &ReplayedGame) -> bool {
    match replayed.komi_source {
        ValueSource::Default => !stated.record.unread_komi,
        ValueSource::Record => stated.record.has_komi_of_fox(replayed.replay.handicap),
        _ => false,
    }
}

/// Whether a recorded komi is doubtful: the recorded margin is impossible with it, or it is Fox's KM\[0\] and no count
/// confirms it.
fn is_komi_doubtful(stated: &StatedGame, judged: &JudgedGame) -> bool {
    let JudgedGame { replayed, counted, verdict, .. } = judged;
    let confirmed =
        verdict.verdict == Verdict::Confirmed && counted.outcome.white_margin().is_some();
    let open = !confirmed && stated.record.has_komi_of_fox(replayed.replay.handicap);
    replayed.komi_source == ValueSource::Record
        && (open || margin::contradicts(counted.outcome, replayed.komi, replayed.rules))
}

/// Komi and result as written, if their units were guessed and the result is right without the guess; a usual komi if none
/// is recorded and the result is right by it.
fn right_as_written(
    stated: &StatedGame,
    replayed: &ReplayedGame,
    recount: &Recount,
) -> Option<(Points, Outcome)> {
    let record = &stated.record;
    let result = &record.result;
    let score = recount.score.as_ref()?;
    if !is_wrong(result.outcome, score, replayed.rules) {
        return None;
    }
    let outcome = result.as_written();
    let komi = match replayed.komi_source {
        _ if is_komi_open(stated, replayed) => likely_komi(replayed, score, outcome)?,
        ValueSource::Record => record.komi_as_written().unwrap_or(replayed.komi),
        _ => return None,
    };
    let margin = score.margin - score.komi + komi;
    let guessed = komi != replayed.komi || outcome != result.outcome;
    (guessed && Outcome::from_white_margin(margin) == outcome).then_some((komi, outcome))
}
