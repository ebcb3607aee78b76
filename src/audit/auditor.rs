//! Audits games: `Auditor`.

use super::causes::MarginExplanation;
use super::checks::ending::{self, WhiteLastPass, ending};
use super::checks::marks::MarkedPosition;
use super::checks::result_vs_ending::{self, GameEnd};
use super::checks::{
    clocks, handicap, header, legality, margin, nodes, spelling, syntax, unusual_play,
};
use super::finding::{FindingKind, FindingList};
use super::game_audit::{Audit, GameOutcome};
use super::header_places::HeaderPlaces;
use super::options::{AuditOptions, Compare};
use super::recount::compare_rulesets::{Comparison, compare};
use super::recount::estimators::EstimatePolicy;
use super::recount::mitigating::MitigatingFactors;
use super::recount::recounter::{Recount, Recounter};
use super::recount::replayed_game::ReplayedGame;
use super::recount::result_match::is_wrong;
use super::recount::verdict_detail::VerdictDetail;
use super::recount::verdict_input::VerdictInput;
use super::verdict::Verdict;
use crate::go::{Grid, Points};
use crate::record::{
    ChosenRules, Ending, Field, GameInfo, NodeSpan, RecordedGame, RecordedMoves, ValueSource,
};
use crate::replay::Signature;
use crate::rules::SharedRuleset;
use crate::score::{EndOfGame, Evidence, OwnershipEstimator, Undecided, dead_stones};
use crate::sgf::{Fault, Game, LineIndex, Outcome, ROOT, Text};

/// Audits games one after another, reusing its memory.
#[derive(Debug, Default)]
pub struct Auditor {
    recounter: Recounter,
    /// Memory for the game that is read from a file.
    pub(super) game: Game,
    /// Memory for its faults.
    pub(super) faults: Vec<Fault>,
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
            Verdict::Confirmed | Verdict::NotCounted | Verdict::NoResult => false,
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
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An auditor that asks `judge` instead of the embedded estimator.
    #[must_use]
    pub fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { recounter: Recounter::with_judge(judge), ..Self::default() }
    }

    /// The final position of the last game, dead stones on it.
    #[must_use]
    pub fn final_position(&self) -> &Grid {
        self.recounter.position()
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
        let rules = ChosenRules::choose(&record, &options.rules, |rules| options.applied(rules));
        let stated = StatedGame { record, rules };
        let judged = self.judge_by_likeliest(&stated, findings, options);
        let ruleset_source = judged.ruleset_source();
        let JudgedGame { rules, replayed, end, mut counted, verdict, mut findings } = judged;
        if verdict.unfinished {
            counted.recount = counted.recount.unfinished();
        }
        if end.white_last_pass == Some(WhiteLastPass::Missing) {
            let in_doubt = verdict.verdict.is_in_doubt();
            ending::report_white_pass(&replayed.replay, rules, in_doubt, &mut findings);
        }
        let cause = verdict.cause.as_ref();
        self.check_marks(&replayed, &counted.recount, cause, options, &mut findings);
        unusual_play::check(&stated.record, &replayed.replay, &mut findings);
        clocks::check(&stated.record, &mut findings);
        let position = end.is_counted.then(|| self.recounter.position().clone());
        let is_compared = match options.compare {
            Compare::Never => false,
            Compare::WrongResults => verdict.verdict.is_wrong(),
            Compare::Always => true,
        };
        let comparisons = match is_compared && end.is_counted {
            true => self.compare(&stated, &rules.rules, &counted, options),
            false => Vec::new(),
        };
        let signature = match options.signature {
            true => Signature::of(text, game, stated.record.size, &replayed.replay.assumed),
            false => Signature::default(),
        };
        let moves = match options.moves {
            true => RecordedMoves::of(text, game, stated.record.size),
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
            date: header.date(text).into_owned(),
            event: header.event(text).into_owned(),
            info: GameInfo::read(&stated.record),
            places,
            size: stated.record.size,
            rules: rules.rules.clone(),
            ruleset_source,
            komi: replayed.komi,
            komi_source: replayed.komi_source,
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
            cause: verdict.cause,
            findings,
            comparisons,
        }))
    }

    /// Judges a game by the first of its likely rulesets that confirms the recorded result; by the likeliest if none
    /// does. `findings` are those of the header.
    fn judge_by_likeliest<'a>(
        &mut self,
        stated: &'a StatedGame<'a>,
        findings: FindingList,
        options: &AuditOptions,
    ) -> JudgedGame<'a> {
        self.recounter.begin_game();
        let [likeliest, others @ ..] = &stated.rules[..] else {
            unreachable!("a game is judged by a ruleset at least")
        };
        if others.is_empty() {
            return self.judge_by(likeliest, stated, findings, options);
        }
        let by_likeliest = self.judge_by(likeliest, stated, findings.clone(), options);
        if !by_likeliest.may_be_right_by_others() {
            return by_likeliest;
        }
        for rules in others {
            let judged = self.judge_by(rules, stated, findings.clone(), options);
            if judged.verdict.verdict == Verdict::Confirmed {
                return judged;
            }
        }
        // The final position is to be that of the chosen replay.
        self.recounter.replay(&stated.record, &likeliest.rules, options);
        by_likeliest
    }

    /// Replays, checks and counts a game by a ruleset.
    fn judge_by<'a>(
        &mut self,
        rules: &'a ChosenRules,
        stated: &'a StatedGame<'a>,
        mut findings: FindingList,
        options: &AuditOptions,
    ) -> JudgedGame<'a> {
        header::check_ruleset(&stated.record, rules, &mut findings);
        let mut replayed = self.recounter.replay(&stated.record, &rules.rules, options);
        let end = self.check_play(stated, rules, &replayed, &mut findings);
        let counted = self.recount(stated, rules, &mut replayed, &end, options, &mut findings);
        let verdict = self.judge(stated, rules, &replayed, &end, &counted, &mut findings);
        JudgedGame { rules, replayed, end, counted, verdict, findings }
    }

    /// Checks the moves, the handicap and the end of the game against the rules.
    fn check_play(
        &self,
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
            let grid = self.recounter.position();
            let end = GameEnd { text, game, replay, grid, outcome, at: result_at };
            result_vs_ending::check(&end, findings);
        }
        let is_counted = ending.is_counted() && replay.moves > 0;
        GameEnding { ending, white_last_pass, is_counted }
    }

    /// Counts the final position. Looks for other counts that give the recorded result if this one doesn't.
    fn recount(
        &mut self,
        stated: &StatedGame,
        rules: &ChosenRules,
        replayed: &mut ReplayedGame,
        end: &GameEnding,
        options: &AuditOptions,
        findings: &mut FindingList,
    ) -> CountedGame {
        let result = &stated.record.result;
        // A record without passes and margin may have stopped anywhere.
        let may_ask = end.ending == Ending::Passes || result.outcome.white_margin().is_some();
        self.recounter.allow(match may_ask {
            true => EstimatePolicy::Any,
            false => EstimatePolicy::Never,
        });
        let mut recount = match end.is_counted {
            true => self.recounter.count(replayed, options),
            false => Recount::default(),
        };
        let mut outcome = result.outcome;
        let as_written = right_as_written(stated, replayed, &recount);
        if let Some((komi, written_outcome)) = as_written {
            (replayed.komi, outcome) = (komi, written_outcome);
            recount = self.recounter.count(replayed, options);
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
        let recounter = &mut self.recounter;
        let recount = factors.try_alternative_counts(
            recounter,
            replayed,
            recount,
            outcome,
            !rules.source.is_stated() && !rules.likely,
            options,
        );
        CountedGame { recount, outcome, factors, komi_as_written: as_written.map(|(komi, _)| komi) }
    }

    /// Compares the recorded result with the count.
    fn judge(
        &self,
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
            recounter: &self.recounter,
            ruleset_source: rules.source,
            likely_rules: rules.likely,
            komi_unit: stated.record.komi_value.map(|read| read.unit),
        };
        VerdictDetail::of(&input, &counted.factors, findings)
    }

    /// Checks the territory marks of the final position.
    fn check_marks(
        &mut self,
        replayed: &ReplayedGame,
        recount: &Recount,
        cause: Option<&MarginExplanation>,
        options: &AuditOptions,
        findings: &mut FindingList,
    ) {
        let (Some(node), Some(dead)) = (replayed.replay.marked_node, &recount.dead) else { return };
        let grid = self.recounter.position().clone();
        let Some(marks) = replayed.marks(&grid) else { return };
        let at = NodeSpan::first_byte(replayed.record.game, node);
        // The dead stones by the marks, which a proof may have overruled.
        let by_marks = dead_stones(&grid, replayed.rules, EndOfGame::marked(&marks));
        let dead = if dead.source == Evidence::Marked { &by_marks } else { dead };
        let marked =
            MarkedPosition { grid: &grid, marks: &marks, dead, rules: replayed.rules, cause, at };
        marked.check(|| self.recounter.estimate(replayed, options), findings);
    }

    /// Counts the game by other rulesets.
    fn compare(
        &mut self,
        stated: &StatedGame,
        rules: &SharedRuleset,
        counted: &CountedGame,
        options: &AuditOptions,
    ) -> Vec<Comparison> {
        let komi = counted.komi_as_written.or(stated.record.komi);
        let record = RecordedGame { komi, ..stated.record.clone() };
        compare(&mut self.recounter, &record, rules, counted.outcome, options)
    }
}

/// Komi and result as written, if their units were guessed and the result is right without the guess. The komi is 0
/// where none is recorded and the ruleset's own can't give the result.
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
        ValueSource::Record => record.komi_as_written().unwrap_or(replayed.komi),
        ValueSource::Default if replayed.contradicts_default_komi(score, outcome) => Points::ZERO,
        _ => return None,
    };
    let margin = score.margin - score.komi + komi;
    let guessed = komi != replayed.komi || outcome != result.outcome;
    (guessed && Outcome::from_white_margin(margin) == outcome).then_some((komi, outcome))
}
