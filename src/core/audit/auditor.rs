//! Audits games: `Auditor`.

use super::checks::ending::{self, WhiteLastPass};
use super::checks::marks::MarkedPosition;
use super::checks::result_vs_ending::{self, GameEnd};
use super::checks::{clocks, handicap, header, legality, nodes, spelling, syntax, unusual_play};
use super::decided::Law;
use super::decision::GameTerms;
use super::estimators::{Estimators, GameEstimates};
use super::finding::FindingList;
use super::game_audit::{Audit, FileAudit, Verdict};
use super::judgement::JudgedGame;
use super::options::{AuditOptions, Compare};
use super::recount::{GameCounter, ReplayedGame};
use super::suppositions::rulesets::compare;
use crate::record::{ChosenRules, Ending, Field, GameInfo, NodeSpan, RecordedGame, ValueSource};
use crate::replay::{Replayer, Signature};
use crate::score::{EndOfGame, Evidence, OwnershipEstimator, dead_stones};
use crate::sgf::{GameMemory, LineIndex, ROOT, SourceGame};

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

impl Auditor {
    /// An auditor that asks the embedded estimator which stones are dead.
    pub fn new() -> Self {
        Self::default()
    }

    /// An auditor that asks `judge` instead of the embedded estimator.
    pub fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { estimators: Estimators::with_judge(judge), ..Self::default() }
    }

    /// Runs work in which no judge is asked which stones are dead.
    pub(crate) fn without_judge<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let judge = self.estimators.judge.take();
        let done = work(self);
        self.estimators.judge = judge;
        done
    }

    /// Whether a judge replaces the embedded estimator.
    pub fn has_judge(&self) -> bool {
        self.estimators.has_judge()
    }

    /// Audits a game of a file. `lines` finds lines and columns; it may have been used for earlier games of the file only.
    pub fn audit_game(
        &mut self,
        game: &SourceGame,
        options: &AuditOptions,
        lines: &mut LineIndex,
    ) -> FileAudit {
        self.audit_by(game, options, lines, None)
    }

    /// Audits a game of a file by what its event says of it.
    pub(crate) fn audit_by(
        &mut self,
        &SourceGame { number, ref text, game, faults }: &SourceGame,
        options: &AuditOptions,
        lines: &mut LineIndex,
        mut law: Option<&mut dyn Law>,
    ) -> FileAudit {
        let mut findings = FindingList::new(options.max_findings);
        syntax::check(text, faults, &mut findings);
        let record = RecordedGame::read(text, game);
        if let Some(finding) = header::other_game(&record) {
            findings.push(finding);
            return FileAudit::skipped(number, findings.finish(text, lines));
        }
        let info = info_of(&record, options);
        let terms = match &mut law {
            Some(law) => law.terms(number, &record, &info),
            None => Some(GameTerms::default()),
        };
        let Some(terms) = terms else { return FileAudit::skipped(number, Vec::new()) };
        let options = &*terms.applied(options, &record);
        let with_stones;
        let applied = |rules| options.applied(rules);
        let rules = ChosenRules::choose(&record, &options.rules, options.rules_set_by, applied);
        let mut counter = GameCounter {
            replayer: &mut self.replayer,
            estimates: GameEstimates::new(&mut self.estimators, options.estimate),
            options,
        };
        let (dead_stones, by_stones) =
            terms.ruled_stones(&mut counter, &record, &rules[0].rules).unzip();
        if dead_stones.is_some() {
            with_stones = AuditOptions { dead_stones, ..options.clone() };
            counter.options = &with_stones;
        }
        let mut judged = judge_by_likeliest(&mut counter, &record, &rules);
        let ruleset_source = judged.ruleset_source();
        let komi_source = komi_source(&judged);
        let by_event = judged.by_event(&terms.names, info.komi);
        let decision = judged.decide(&terms, by_stones, by_event.as_deref());
        header::check(&record, judged.is_as_written, &mut findings);
        nodes::check(text, game, record.size, record.format(), &mut findings);
        spelling::check(&record, options.aliases.as_deref(), &mut findings);
        let white_last_pass = check_play(&record, &judged, &mut findings);
        check_marks(&mut counter, &judged, &mut findings);
        unusual_play::check(&record, &judged.game.replay, &mut findings);
        clocks::check(&record, &mut findings);
        let JudgedGame { rules, game: replayed, end, recount, outcome, is_as_written, judgement } =
            judged;
        judgement.finding.into_iter().for_each(|finding| findings.push(finding));
        let position = end.is_counted.then(|| replayed.grid().clone());
        let is_compared = options.compare == Compare::Always
            || options.compare == Compare::WrongResults && judgement.verdict.is_wrong();
        let comparisons = match is_compared && end.is_counted {
            true => {
                let komi = if is_as_written { Some(replayed.komi.used) } else { record.komi };
                let record = RecordedGame { komi, ..record.clone() };
                compare(&mut counter, &record, &rules.rules, end.estimates)
            }
            false => Vec::new(),
        };
        let signature =
            if options.signature { Signature::new(&record) } else { Default::default() };
        let moves = if options.moves { record.moves() } else { Default::default() };
        let header = &record.header;
        let mut audit = Audit {
            game: number,
            black: header.text(text, Field::Black).into_owned(),
            white: header.text(text, Field::White).into_owned(),
            event_names: terms.event_names,
            date: header.date(text).into_owned(),
            event: header.event(text).into_owned(),
            info,
            size: record.size,
            rules: rules.rules.clone(),
            ruleset_source,
            komi: replayed.komi.used,
            komi_source,
            replay: replayed.replay,
            signature,
            moves,
            ending: end.ending,
            white_last_pass,
            position,
            dead: recount.dead,
            score: recount.score,
            outcome,
            recorded_result: header.text(text, Field::Result).into_owned(),
            verdict: judgement.verdict,
            possible_margin: judgement.possible_margin,
            explanation: judgement.explanation,
            open_question: judgement.open_question,
            cause: judgement.cause,
            decision,
            by_event,
            table_outcome: terms.table_outcome,
            findings: Vec::new(),
            ignored: 0,
            comparisons,
        };
        if let Some(law) = law {
            let of_event = law.findings(&record, &audit);
            of_event.into_iter().for_each(|finding| findings.push(finding));
        }
        audit.findings = findings.finish(text, lines);
        FileAudit::Game(Box::new(audit))
    }
}

/// Judges a game by the first of its likely rulesets that confirms the recorded result; by the likeliest if none does.
fn judge_by_likeliest<'a>(
    counter: &mut GameCounter,
    record: &'a RecordedGame<'a>,
    rules: &'a [ChosenRules],
) -> JudgedGame<'a> {
    let [likeliest, others @ ..] = rules else {
        unreachable!("a game is judged by a ruleset at least")
    };
    let mut best = JudgedGame::new(counter, record, likeliest);
    if !best.may_be_right_by_others() {
        return best;
    }
    // A ruleset by whose own komi the result is right is likelier than one with another komi.
    for rules in others {
        let judged = JudgedGame::new(counter, record, rules);
        if judged.judgement.verdict != Verdict::Confirmed {
            continue;
        }
        if judged.game.komi.source != ValueSource::Inferred {
            return judged;
        }
        if best.judgement.verdict != Verdict::Confirmed {
            best = judged;
        }
    }
    best
}

/// Checks the ruleset, the moves, the handicap and the end of the game against the rules. Returns whether White's last pass is
/// recorded.
fn check_play(
    record: &RecordedGame,
    judged: &JudgedGame,
    findings: &mut FindingList,
) -> Option<WhiteLastPass> {
    let &RecordedGame { text, game, size, komi, .. } = record;
    let JudgedGame { rules, game: ReplayedGame { replay, .. }, .. } = judged;
    let (ending, outcome) = (judged.end.ending, record.result.outcome);
    header::check_ruleset(record, rules, findings);
    legality::check(record, replay, rules, findings);
    handicap::check(record, replay, &rules.rules, findings);
    let result_at = record.result_at();
    let by_play = ending != Ending::Repetition;
    let verdict = judged.judgement.verdict;
    // Prisoners can outnumber the points of the board: by repeated recaptures and illegal moves.
    if by_play && verdict != Verdict::Confirmed {
        result_vs_ending::check_margin(outcome, result_at, komi, &rules.rules, size, findings);
    }
    let root = NodeSpan::first_byte(game, ROOT);
    let margin_recorded = outcome.white_margin().is_some();
    let white_last_pass =
        ending::check(replay, rules, ending, margin_recorded, root.span, findings);
    if white_last_pass == Some(WhiteLastPass::Missing) {
        ending::report_white_pass(replay, rules, verdict.is_in_doubt(), findings);
    }
    if by_play {
        let grid = judged.game.grid();
        let end = GameEnd { text, game, replay, grid, outcome, at: result_at };
        result_vs_ending::check(&end, findings);
    }
    white_last_pass
}

/// Checks the territory marks of the final position.
fn check_marks(counter: &mut GameCounter, judged: &JudgedGame, findings: &mut FindingList) {
    let JudgedGame { game, recount, end, judgement, .. } = judged;
    let (Some(node), Some(dead)) = (game.replay.marked_node, &recount.dead) else { return };
    let Some(marks) = game.marks() else { return };
    let (grid, cause) = (game.grid(), judgement.cause.as_ref());
    let at = NodeSpan::first_byte(game.record.game, node);
    // The dead stones by the marks, which a proof may have overruled.
    let by_marks = dead_stones(grid, game.rules, EndOfGame::marked(&marks));
    let dead = if dead.source == Evidence::Marked { &by_marks } else { dead };
    let marked = MarkedPosition { grid, marks: &marks, dead, rules: game.rules, cause, at };
    marked.check(|| counter.estimate(game, end.estimates), findings);
}

/// Where the komi comes from. A recorded one is doubtful if the recorded margin is impossible with it, or if it is Fox's
/// KM\[0\] and no count confirms it.
fn komi_source(judged: &JudgedGame) -> ValueSource {
    let JudgedGame { game, outcome, judgement, .. } = judged;
    let confirmed = judgement.verdict == Verdict::Confirmed && outcome.white_margin().is_some();
    let open = !confirmed && game.record.has_komi_of_fox(game.replay.handicap);
    let is_doubtful = game.komi.source == ValueSource::Record
        && (open || result_vs_ending::contradicts_komi(*outcome, game.komi.used, game.rules));
    if is_doubtful { ValueSource::Doubtful } else { game.komi.source }
}

/// The description of a game, its date in the order that the archive writes dates in.
fn info_of(record: &RecordedGame, options: &AuditOptions) -> GameInfo {
    let mut info = GameInfo::read(record);
    let order = options.aliases.as_ref().and_then(|aliases| aliases.date_order);
    if let Some(date) = order.and_then(|order| order.read(&record.header.date(record.text))) {
        info.date_iso = date;
    }
    info
}
