//! The verdict on a recorded result, with its explanation.

use super::alternatives::MitigatingFactors;
use super::count::{counted_outcome, is_right, winner_of};
use super::reasons::{
    OpenQuestion, VerdictInput, impossible_move, open_regions, results_by_chain_status,
    why_undecided,
};
use crate::audit::causes::MarginExplanation;
use crate::audit::finding::{Detail, FindingKind, FindingList};
use crate::audit::game_audit::Verdict;
use crate::go::{ByColor, Points};
use crate::record::{Ending, ValueSource};
use crate::rules::{Counting, Ruleset};
use crate::score::{Assessment, Score};
use crate::sgf::{Outcome, WinBy};

/// A verdict with the sentence that explains it.
pub(crate) struct VerdictDetail {
    pub verdict: Verdict,
    /// Why; empty where there is nothing to explain.
    pub explanation: String,
    /// The cause of a wrong margin, where one was found.
    pub cause: Option<MarginExplanation>,
    /// Whether the players can't have counted the marked position.
    pub unfinished: bool,
    /// What isn't known, if it is undecided.
    pub open_question: Option<OpenQuestion>,
}

impl VerdictDetail {
    fn new(verdict: Verdict, explanation: String) -> Self {
        Self { verdict, explanation, cause: None, unfinished: false, open_question: None }
    }

    /// Compares a recorded result with the count.
    pub fn judge(
        input: &VerdictInput,
        factors: &MitigatingFactors,
        estimated: Option<&Assessment>,
        findings: &mut FindingList,
    ) -> Self {
        if let Some(verdict) = without_count(input, findings) {
            return Self::new(verdict, String::new());
        }
        let Some(score) = &input.recount.score else {
            return undecided(input, Reason::of_no_count(input), findings);
        };
        let (outcome, rules) = (input.outcome, input.game.rules);
        let tie = factors.zero_margin && counted_outcome(score, rules) == Outcome::Draw;
        if is_right(outcome, score, rules) || tie {
            // Prisoners can outnumber the points of the board: by repeated recaptures and illegal moves.
            findings.retract(FindingKind::ImpossibleMargin);
            let explanation = match tie {
                true => {
                    format!("{outcome} with a margin of nothing is recorded, and the game is a tie")
                }
                false => String::new(),
            };
            return Self::new(Verdict::Confirmed, explanation);
        }
        if input.game.marks_leave_open(input.recount) {
            let why =
                input.dead().map_or_else(String::new, |dead| open_regions(dead, input.grid()));
            return Self {
                unfinished: true,
                ..undecided(input, (OpenQuestion::LastMoves, why).into(), findings)
            };
        }
        if let Some(why) = factors.reason_undecided(input, score) {
            return undecided(input, why.into(), findings);
        }
        let cause = input.cause(score, estimated);
        wrong(input, factors, score, cause, findings)
    }
}

/// The verdict of a result that isn't a count's, with `missing-result` if none is recorded.
fn without_count(input: &VerdictInput, findings: &mut FindingList) -> Option<Verdict> {
    match input.outcome {
        Outcome::Missing => {
            findings.push(input.at.finding(FindingKind::MissingResult, "no result is recorded"));
            Some(Verdict::NoResult)
        }
        Outcome::Unknown | Outcome::Unreadable => Some(Verdict::NoResult),
        Outcome::Win(_, WinBy::Points(_)) => None,
        Outcome::Win(_, WinBy::Unspecified) if input.ending == Ending::Passes => None,
        Outcome::Draw if input.ending != Ending::Repetition => None,
        _ => Some(Verdict::NotCounted),
    }
}

/// Why a result can't be counted again, and what supports that.
struct Reason {
    open: OpenQuestion,
    why: String,
    details: Vec<Detail>,
}

impl From<(OpenQuestion, String)> for Reason {
    fn from((open, why): (OpenQuestion, String)) -> Self {
        Self { open, why, details: Vec::new() }
    }
}

impl Reason {
    /// The reason if it isn't counted.
    fn of_no_count(input: &VerdictInput) -> Self {
        let Some(dead) = input.dead() else {
            return (OpenQuestion::LastMoves, "the record has no moves".to_owned()).into();
        };
        if let Some(why) = impossible_move(input.game) {
            let why = format!("{why}; {}", why_undecided(dead, input.grid()));
            return (OpenQuestion::Other, why).into();
        }
        let cases = results_by_chain_status(input).map(|cases| Detail::new("results", cases));
        let details = cases.into_iter().collect();
        let open = OpenQuestion::of_no_count(dead);
        Self { open, why: why_undecided(dead, input.grid()), details }
    }
}

/// Reports that the result can't be counted again.
fn undecided(input: &VerdictInput, reason: Reason, findings: &mut FindingList) -> VerdictDetail {
    let Reason { open, why, details } = reason;
    let message = format!("{} can't be checked: {why}", input.outcome);
    let explanation = sentence(&why, &details);
    findings.push(input.at.finding(FindingKind::Undecided, message).with_details(details));
    let detail = VerdictDetail::new(Verdict::Undecided, explanation);
    VerdictDetail { open_question: Some(open), ..detail }
}

/// A message with what supports it, on one line.
fn sentence<'a>(message: &str, details: impl IntoIterator<Item = &'a Detail>) -> String {
    details.into_iter().fold(message.to_owned(), |sentence, detail| sentence + "; " + &detail.text)
}

fn names_a_chain(cause: Option<&MarginExplanation>) -> bool {
    cause.is_some_and(|cause| cause.chain.is_some())
}

/// Reports a wrong result. `within` is its cause within the ruleset that it was counted by.
fn wrong(
    input: &VerdictInput,
    factors: &MitigatingFactors,
    score: &Score,
    within: Option<MarginExplanation>,
    findings: &mut FindingList,
) -> VerdictDetail {
    let (rules, outcome) = (input.game.rules, input.outcome);
    let counted = counted_outcome(score, rules);
    let cause = likeliest_cause(input, factors, within);
    let message =
        format!("recorded {outcome}, counted {} under {}", in_words(counted, score), rules.name);
    let of_cause = cause.as_ref().map(MarginExplanation::details).unwrap_or_default();
    let likely = of_cause.iter().take_while(|_| cause.as_ref().is_some_and(|cause| cause.likely));
    let explanation = sentence(&message, likely.take(1));
    let details = [of_cause, assumptions(input, factors, score, cause.as_ref())].concat();
    let (verdict, kind) = if winner_of(outcome) == winner_of(counted) {
        (Verdict::WrongMargin, FindingKind::WrongMargin)
    } else {
        (Verdict::WrongWinner, FindingKind::WrongWinner)
    };
    let finding = input.at.finding(kind, message).with_details(details);
    let finding = finding.rule(rules.counting.source);
    findings.push(finding.when(factors.downgrades_to_warning(input, score, cause.as_ref())));
    VerdictDetail { cause, ..VerdictDetail::new(verdict, explanation) }
}

/// The likeliest of three causes: one within the ruleset, another ruleset, other marks.
fn likeliest_cause(
    input: &VerdictInput,
    factors: &MitigatingFactors,
    within: Option<MarginExplanation>,
) -> Option<MarginExplanation> {
    // A server's games are played by its own rules, and it does the counting.
    let by_server = input.ruleset_source == ValueSource::Server && within.is_some();
    if let Some(other) = factors.ruleset_matching_result.clone().filter(|_| !by_server) {
        return Some(MarginExplanation::other_ruleset(other, within));
    }
    // A chain that the marks are wrong about is more specific than that they are wrong.
    if factors.right_without_marks && !names_a_chain(within.as_ref()) {
        return Some(MarginExplanation::other_marks(within));
    }
    within
}

/// How a wrong result was counted, and what was assumed.
fn assumptions(
    input: &VerdictInput,
    factors: &MitigatingFactors,
    score: &Score,
    cause: Option<&MarginExplanation>,
) -> Vec<Detail> {
    let game = input.game;
    let mut details = Vec::new();
    // Without a margin nothing shows which cause changed the winner.
    let likely = cause.is_some_and(|cause| cause.likely);
    if !likely && input.outcome.white_margin().is_some() {
        details.push(Detail::new("cause", "none is likely"));
    }
    let cause_says_so = factors.ruleset_matching_result.is_none() && !names_a_chain(cause);
    if factors.right_without_marks && !cause_says_so {
        details
            .push(Detail::new("marks", "the result is right if the territory marks are ignored"));
    }
    details.push(Detail::new("counted by", way_of_counting(score, game.rules)));
    if input.likely_rules {
        let why = "none is recorded, and no likely one confirms the result";
        details.push(Detail::new("ruleset", why));
    }
    if game.komi_source == ValueSource::Default {
        let why = match game.record.unread_komi {
            true => "the recorded one can't be read",
            false => "none is recorded",
        };
        details.push(Detail::new("komi", format!("{} by default: {why}", score.komi)));
    }
    if input.ruleset_source == ValueSource::Configuration {
        details.push(Detail::new("ruleset", "set by a configuration, not by the record"));
    }
    if game.komi_source == ValueSource::Configuration {
        let recorded = match game.record.komi {
            Some(komi) => format!("the record has {komi}"),
            None => "none is recorded".to_owned(),
        };
        details.push(Detail::new("komi", format!("{} by a configuration: {recorded}", score.komi)));
    }
    if let Some(dead) = input.dead().filter(|dead| dead.source.is_judgement()) {
        details.push(Detail::new("dead stones", dead.describe_evidence()));
    }
    details
}

/// "area and territory alike, with White's missing pass added"; "area: W+1.5 on the board, W+2.5 with the group tax".
fn way_of_counting(score: &Score, rules: &Ruleset) -> String {
    let same = score.area_margin == score.territory_margin_completed;
    let added = score.added_passes != ByColor::default() && rules.pass_stones.value;
    let mut way = match (rules.counting.value, same) {
        (_, true) => "area and territory alike",
        (Counting::Territory, false) => "territory",
        (Counting::Area | Counting::Stones, false) => "area",
    }
    .to_owned();
    way.push_str(match score.added_passes {
        ByColor { black: 0, white: 1 } if added => ", with White's missing pass added",
        _ if added => ", with the missing passes added",
        _ => "",
    });
    let extras = [(score.first_pass, rules.first_pass.value.words()), (score.tax, "the group tax")];
    let extras = extras.into_iter().filter(|&(points, _)| points != Points::ZERO);
    let (points, names): (Vec<Points>, Vec<&str>) = extras.unzip();
    if !names.is_empty() {
        let board = points.into_iter().fold(score.margin, |margin, points| margin - points);
        let [board, all] = [board, score.margin].map(Outcome::from_white_margin);
        way.push_str(&format!(": {board} on the board, {all} with {}", names.join(" and ")));
    }
    way
}

/// A counted result; "a tie, which Black wins".
fn in_words(counted: Outcome, score: &Score) -> String {
    match counted {
        Outcome::Win(winner, _) if score.margin == Points::ZERO => {
            format!("a tie, which {winner} wins,")
        }
        counted => counted.to_string(),
    }
}
