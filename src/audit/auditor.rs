//! One record and one ruleset make one audit.

use crate::audit::audit::{Audit, GameOutcome};
use crate::audit::causes::MarginExplanation;
use crate::audit::checks::ending::{self, Ending};
use crate::audit::checks::handicap;
use crate::audit::checks::header::{Field, Header, Place};
use crate::audit::checks::legality;
use crate::audit::checks::marks::Marked;
use crate::audit::checks::nodes;
use crate::audit::checks::result_vs_ending::{self, GameEnd};
use crate::audit::checks::server_rules::is_from_fox;
use crate::audit::checks::syntax;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::LineIndex;
use crate::audit::options::{AuditOptions, ValueSource};
use crate::audit::recount::estimators::{DeadStoneEstimators, EstimatePolicy};
use crate::audit::recount::mitigating::MitigatingFactors;
use crate::audit::recount::recounter::{Record, Recount, ReplayedGame};
use crate::audit::recount::verdict::{self, VerdictInput};
use crate::go::{Grid, Points};
use crate::replay::{Replayer, Signature};
use crate::rules::{Counting, Ruleset, SharedRuleset, parse_ru};
use crate::score::OwnershipEstimator;
use crate::sgf::{self, Fault, Game, Outcome, ROOT, Span, Text, date_year};

/// Audits games one after another, keeping its memory.
#[derive(Debug, Default)]
pub struct Auditor {
    pub(in crate::audit) replayer: Replayer,
    pub(in crate::audit) judges: DeadStoneEstimators,
}

impl Auditor {
    /// An auditor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An auditor that asks this judge, in place of the embedded estimator, which stones are dead.
    #[must_use]
    pub fn with_judge(judge: Box<dyn OwnershipEstimator>) -> Self {
        Self { replayer: Replayer::default(), judges: DeadStoneEstimators::with(judge) }
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
        locator: &mut LineIndex,
    ) -> GameOutcome {
        let mut findings = FindingList::wanted(options);
        syntax::faults(text, faults, &mut findings);
        let header = Header::read(game);
        if let Some(finding) = header.other_game(text, game) {
            findings.push(finding);
            return GameOutcome::NotGo(findings.finish(text, locator));
        }
        header.game(text, &mut findings);
        let size = header.size(text, &mut findings);
        let format = header.format(text, &mut findings);
        nodes::check(text, game, size, format, &mut findings);
        let named = named_rules(text, &header);
        let (rules, ruleset_source) =
            choose_rules(text, game, &header, named, options, &mut findings);
        let shared = options.applied(rules);
        let rules: &Ruleset = &shared;
        let unknown_rules = !ruleset_source.is_stated()
            && header.place(Field::Rules).is_some_and(|place| !place.span.is_empty());
        let stated_handicap = header.handicap(text, &mut findings);
        let year = date_year(&header.date(text));
        let (komi, unread_komi) = (None, false);
        let mut record =
            Record { text, game, size, stated_handicap, komi, unread_komi, year, named };
        record.komi = header.komi(text, record.is_katagos(), &mut findings);
        record.unread_komi = record.komi.is_none()
            && header.place(Field::Komi).is_some_and(|place| !place.span.is_empty());
        let by_area = named.is_some_and(|named| named.counting.value == Counting::Area);
        let in_zi =
            |margin| by_area && is_from_fox(text, game) && !fits_points_only(margin, record.komi);
        let recorded = header.result(text, in_zi, &mut findings);
        let mut outcome = recorded.outcome;

        let mut played = self.play(&record, rules, options);
        let replay = &played.replay;
        let root_start = game.nodes().first().map_or(game.span.start, |node| node.start);
        let root = Span { start: root_start, end: root_start + 1 };
        let at = |field| header.place(field).unwrap_or(Place { span: root, node: ROOT });
        let result_at = at(Field::Result);
        legality::violations(text, game, replay, rules, unknown_rules, size, &mut findings);
        handicap::check(&played, at(Field::Handicap), &mut findings);

        let ending = Ending::of(outcome, replay, rules);
        let margin_recorded = outcome.white_margin().is_some();
        let named = ruleset_source.is_stated();
        let grid = || self.replayer.position();
        if ending != Ending::Repetition {
            verdict::check_margin(outcome, result_at, record.komi, rules, size, &mut findings);
        }
        let white_last_pass =
            ending::judge(replay, rules, ending, margin_recorded, named, root, &mut findings);
        if ending != Ending::Repetition {
            let end = GameEnd { text, game, replay, grid: &grid, outcome, at: result_at };
            result_vs_ending::check(&end, &mut findings);
        }

        let counts = ending.is_counted() && replay.moves > 0;
        // A record without passes and margin may have stopped anywhere.
        let wanted = ending == Ending::Passes || margin_recorded;
        self.judges.next_game(if wanted {
            EstimatePolicy::Anybody
        } else {
            EstimatePolicy::Nobody
        });
        let mut counted = if counts { self.count(&played, options) } else { Recount::default() };
        let written = || header.komi_as_written(text).filter(|_| !record.is_katagos());
        let as_it_stands = right_as_written(&recorded, written, &played, &counted);
        if let Some((komi, as_written)) = as_it_stands {
            (played.komi, outcome) = (komi, as_written);
            counted = self.count(&played, options);
            findings.retract(FindingKind::UnusualKomi);
            if recorded.standard {
                findings.retract(FindingKind::MalformedResult);
            }
        }
        let mut doubts = MitigatingFactors {
            unread: recorded.has_unread_reason,
            zero_margin: recorded.zero_margin,
            unknown_rules,
            handicap: handicap::is_in_doubt(&played),
            ..MitigatingFactors::default()
        };
        let counted =
            self.try_alternative_counts(&played, counted, outcome, named, options, &mut doubts);
        let judged = VerdictInput {
            outcome,
            ending,
            played: &played,
            counted: &counted,
            ruleset_source,
            grid: &|| self.replayer.position(),
            unfinished: &|| self.marks_leave_open(&played, &counted),
            results_by_chain_status: &|| self.results_by_chain_status(&played, &counted, outcome),
            komi_unit: &|| header.komi_unit(text),
        };
        let judgement = verdict::judge(&judged, &doubts, result_at, &mut findings);
        let counted = if judgement.unfinished { counted.unfinished() } else { counted };
        self.check_marks(&played, &counted, judgement.cause.as_ref(), options, &mut findings);
        let findings = findings.finish(text, locator);
        let comparisons = match options.compare && counts {
            true => {
                let komi = as_it_stands.map_or(record.komi, |(komi, _)| Some(komi));
                self.compare(&Record { komi, ..record }, &shared, outcome, options)
            }
            false => Vec::new(),
        };
        // What only reports read.
        let said = |said: fn(&Header, &Text<'_>) -> String| match options.details {
            true => said(&header, text),
            false => String::new(),
        };
        let signature = match options.signature {
            true => Signature::of(text, game, size, &played.replay.assumed),
            false => Signature::default(),
        };
        GameOutcome::Audited(Box::new(Audit {
            game: number,
            black: said(|header, text| header.text(text, Field::Black).into_owned()),
            white: said(|header, text| header.text(text, Field::White).into_owned()),
            date: said(|header, text| header.date(text).into_owned()),
            event: said(|header, text| header.event(text).into_owned()),
            size,
            rules: shared.clone(),
            ruleset_source,
            komi: played.komi,
            komi_source: played.komi_source,
            replay: played.replay,
            signature,
            ending,
            white_last_pass,
            dead: counted.dead,
            score: counted.score,
            outcome,
            recorded_result: said(|header, text| header.text(text, Field::Result).into_owned()),
            verdict: judgement.verdict,
            explanation: judgement.explanation,
            cause: judgement.cause,
            findings,
            comparisons,
        }))
    }

    /// Findings about the territory marks.
    fn check_marks(
        &mut self,
        played: &ReplayedGame,
        counted: &Recount,
        cause: Option<&MarginExplanation>,
        options: &AuditOptions,
        findings: &mut FindingList,
    ) {
        let &ReplayedGame { record, rules, komi, .. } = played;
        let (Some(node), Some(dead)) = (played.replay.marked_node, &counted.dead) else { return };
        let grid = self.replayer.position();
        let Some(marks) = played.marks(grid) else { return };
        let start = record.game.nodes()[node as usize].start;
        let at = Span { start, end: start + 1 };
        let marked = Marked { grid, marks: &marks, dead, rules, cause, node, at };
        let judges = &mut self.judges;
        let asked = judges.without_engine();
        marked.check(|| judges.ask(grid, rules, komi, options.estimate).cloned(), findings);
        judges.asked = asked;
    }
}

/// Whether a margin of White's goes with the komi in points and not in zi, of which each is two: somebody changed it.
fn fits_points_only(margin: Points, komi: Option<Points>) -> bool {
    let fits = |margin: Points| komi.is_some_and(|komi| (margin - komi).fraction() == 0);
    fits(margin) && !fits(margin + margin)
}

/// Komi and result as they stand there, where units were guessed and the result is right without; no komi, where none
/// is recorded and the ruleset's can't give the result.
fn right_as_written(
    recorded: &sgf::RecordedResult,
    written: impl FnOnce() -> Option<Points>,
    played: &ReplayedGame,
    counted: &Recount,
) -> Option<(Points, Outcome)> {
    let score = counted.score.as_ref()?;
    if !verdict::is_wrong(recorded.outcome, score, played.rules) {
        return None;
    }
    let outcome = recorded.as_written();
    let komi = match played.komi_source {
        ValueSource::Record => written().unwrap_or(played.komi),
        ValueSource::Default if played.needs_no_komi(score, outcome) => Points::ZERO,
        _ => return None,
    };
    let margin = score.margin - score.komi + komi;
    let guessed = komi != played.komi || outcome != recorded.outcome;
    (guessed && Outcome::from_white_margin(margin) == outcome).then_some((komi, outcome))
}

/// The ruleset that the record names, if it is known.
fn named_rules(text: &Text, header: &Header) -> Option<&'static Ruleset> {
    parse_ru(&text.simple_text(header.place(Field::Rules)?.span))
}

fn choose_rules(
    text: &Text,
    game: &Game,
    header: &Header,
    named: Option<&'static Ruleset>,
    options: &AuditOptions,
    findings: &mut FindingList,
) -> (SharedRuleset, ValueSource) {
    let (rules, source) = options.rules.of(named, text, game);
    if !source.is_stated()
        && let Some(place) = header.place(Field::Rules)
        && let name = text.simple_text(place.span)
        && !name.is_empty()
    {
        let message = format!("RU[{name}] is no known ruleset; judged by {}", rules.id);
        findings.push(place.finding(FindingKind::UnknownRuleset, message));
    }
    (rules, source)
}
