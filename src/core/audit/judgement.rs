//! The judgement of a game by a ruleset: its position is counted once, and what may be otherwise is tried.

use super::causes::MarginExplanation;
use super::finding::{Condition, Detail, Finding, FindingKind};
use super::game_audit::Verdict;
use super::recount::{GameCounter, Recount, ReplayedGame, counted_outcome, winner_of};
use super::settle::GameEnding;
use super::suppositions::undecided::{OpenQuestion, results_by_chain_status, why_undecided};
use super::suppositions::{Case, Confirmed, Fit, Unplayed, evaluate, impossible_move};
use crate::go::{ByColor, Points};
use crate::record::{ChosenRules, Ending, RecordedGame, ValueSource};
use crate::rules::{Counting, Ruleset};
use crate::score::{Score, Undecided};
use crate::sgf::{Outcome, WinBy};

/// A game judged by a ruleset.
pub(crate) struct JudgedGame<'a> {
    pub rules: &'a ChosenRules,
    /// The game with the komi that was used.
    pub game: ReplayedGame<'a>,
    pub end: GameEnding,
    pub recount: Recount,
    /// The recorded result, in the unit in which it is right.
    pub outcome: Outcome,
    /// Whether the result is right only with komi and result in other units than guessed, or with a komi that isn't stated.
    pub is_as_written: bool,
    pub judgement: Judgement,
}

impl<'a> JudgedGame<'a> {
    /// Replays a game by a ruleset, counts it and judges its result.
    pub(super) fn new(
        counter: &mut GameCounter,
        record: &'a RecordedGame<'a>,
        rules: &'a ChosenRules,
    ) -> Self {
        let (outcome, count_bare) = (record.result.outcome, counter.options.count_bare);
        let game = counter.replay(record, &rules.rules);
        let end = GameEnding::new(outcome, &game.replay, &rules.rules, count_bare);
        let recount = match end.is_counted {
            true => counter.count(&game, end.estimates).with_proven_life(&game),
            false => Recount::default(),
        };
        let case = Case::new(rules, &game, &end, &recount);
        let (judgement, confirmed) = Judgement::new(&case, counter);
        let komi = confirmed.komi.unwrap_or(game.komi);
        let recount = confirmed.recount.unwrap_or(recount);
        Self {
            rules,
            game: ReplayedGame { komi, ..game },
            end,
            recount,
            outcome: confirmed.outcome.unwrap_or(outcome),
            is_as_written: confirmed.komi.is_some(),
            judgement,
        }
    }

    /// Whether another ruleset may confirm the recorded result where this one doesn't. Which stones are dead doesn't
    /// depend on it if only a judgement can tell.
    pub(super) fn may_be_right_by_others(&self) -> bool {
        let undecided = self.recount.dead.as_ref().and_then(|dead| dead.undecided);
        match self.judgement.verdict {
            Verdict::WrongWinner | Verdict::WrongMargin => true,
            Verdict::Undecided => !matches!(
                undecided,
                Some(Undecided::NoMarks | Undecided::Unsure | Undecided::NoAnswer)
            ),
            Verdict::Confirmed => self.game.komi.source == ValueSource::Inferred,
            Verdict::NotCounted | Verdict::NoResult => false,
        }
    }

    /// Where the ruleset comes from: from the result, if that confirms one of several likely ones.
    pub(super) fn ruleset_source(&self) -> ValueSource {
        let inferred = self.rules.likely && self.judgement.verdict == Verdict::Confirmed;
        if inferred { ValueSource::Inferred } else { self.rules.source }
    }
}

/// A verdict with what explains it.
pub(crate) struct Judgement {
    pub verdict: Verdict,
    /// Why; empty where there is nothing to explain.
    pub explanation: String,
    /// The cause of another margin, where one was found.
    pub cause: Option<MarginExplanation>,
    /// White's margin that confirms the result beside the count's.
    pub possible_margin: Option<Points>,
    /// What isn't known, if it is undecided.
    pub open_question: Option<OpenQuestion>,
    pub finding: Option<Finding>,
}

impl Judgement {
    pub(super) fn plain(verdict: Verdict) -> Self {
        Self {
            verdict,
            explanation: String::new(),
            cause: None,
            possible_margin: None,
            open_question: None,
            finding: None,
        }
    }

    /// Compares a recorded result with the count. Returns what confirms it if the first count doesn't, too.
    fn new(case: &Case, counter: &mut GameCounter) -> (Self, Confirmed) {
        let judgement = if let Some(judgement) = Self::without_count(case) {
            judgement
        } else if case.recount.score.as_ref().is_some_and(|score| case.is_right(score)) {
            Self::plain(Verdict::Confirmed)
        } else {
            let (fit, refuted) = evaluate(case, counter);
            match (fit, &case.recount.score) {
                (Some(Fit::Confirms(confirmed)), _) => {
                    let explanation = confirmed.words.clone();
                    let possible_margin = confirmed.possible;
                    let confirms = Self::plain(Verdict::Confirmed);
                    return (Self { explanation, possible_margin, ..confirms }, *confirmed);
                }
                (Some(Fit::LeavesOpen(question, why)), _) => {
                    Self::undecided(case, question, &why, Vec::new())
                }
                (_, None) => Self::not_counted(case),
                (Some(Fit::Softens(condition)), Some(score)) => {
                    Self::wrong(case, score, Some(condition), &refuted, counter)
                }
                (None, Some(score)) => Self::wrong(case, score, None, &refuted, counter),
            }
        };
        (judgement, Confirmed::default())
    }

    /// The judgement of a result that isn't a count's, with `missing-result` if none is recorded.
    fn without_count(case: &Case) -> Option<Self> {
        let verdict = match case.outcome {
            Outcome::Missing => {
                let at = case.game.record.result_at();
                let finding = at.finding(FindingKind::MissingResult, "no result is recorded");
                return Some(Self { finding: Some(finding), ..Self::plain(Verdict::NoResult) });
            }
            Outcome::Unknown | Outcome::Unreadable => Verdict::NoResult,
            Outcome::Win(_, WinBy::Points(_)) => return None,
            Outcome::Win(_, WinBy::Unspecified) if case.end.ending == Ending::Passes => {
                return None;
            }
            Outcome::Draw if case.end.ending != Ending::Repetition => return None,
            _ => Verdict::NotCounted,
        };
        Some(Self::plain(verdict))
    }

    /// The result can't be counted again.
    fn undecided(case: &Case, open: OpenQuestion, why: &str, details: Vec<Detail>) -> Self {
        let message = format!("{} can't be checked: {why}", case.outcome);
        let explanation =
            details.iter().fold(why.to_owned(), |all, detail| all + "; " + &detail.text);
        let finding = case.game.record.result_at().finding(FindingKind::Undecided, message);
        Self {
            explanation,
            open_question: Some(open),
            finding: Some(finding.with_details(details)),
            ..Self::plain(Verdict::Undecided)
        }
    }

    fn not_counted(case: &Case) -> Self {
        let Some(dead) = case.dead() else {
            let why = "the record has no moves";
            return Self::undecided(case, OpenQuestion::LastMoves, why, Vec::new());
        };
        let why = why_undecided(dead, case.grid());
        if let Some(mistyped) = impossible_move(case.game) {
            let why = format!("{mistyped}; {why}");
            return Self::undecided(case, OpenQuestion::Other, &why, Vec::new());
        }
        let cases = results_by_chain_status(case).map(|cases| Detail::new("results", cases));
        let details = cases.into_iter().collect();
        Self::undecided(case, OpenQuestion::of_no_count(dead), &why, details)
    }

    fn wrong(
        case: &Case,
        score: &Score,
        condition: Option<Condition>,
        refuted: &[&str],
        counter: &mut GameCounter,
    ) -> Self {
        let (rules, outcome) = (case.game.rules, case.outcome);
        let counted = counted_outcome(score, rules);
        let message = format!(
            "recorded {outcome}, counted {} under {}",
            in_words(counted, score),
            rules.name
        );
        let cause = case.cause(score, counter).cloned();
        let of_cause = cause.as_ref().map(MarginExplanation::details).unwrap_or_default();
        let why = cause.as_ref().and_then(MarginExplanation::in_words);
        let explanation = why.map_or(message.clone(), |why| format!("{message}; {why}"));
        let details = [of_cause, assumptions(case, score, refuted, counter)].concat();
        let (verdict, kind) = if winner_of(outcome) == winner_of(counted) {
            (Verdict::WrongMargin, FindingKind::WrongMargin)
        } else {
            (Verdict::WrongWinner, FindingKind::WrongWinner)
        };
        let finding = case.game.record.result_at().finding(kind, message).with_details(details);
        let finding = Some(finding.rule(rules.counting.source).when(condition));
        Self { explanation, cause, finding, ..Self::plain(verdict) }
    }
}

/// How a wrong result was counted, and what was assumed.
fn assumptions(
    case: &Case,
    score: &Score,
    refuted: &[&str],
    counter: &mut GameCounter,
) -> Vec<Detail> {
    let (game, source) = (case.game, case.rules.source);
    let cause = case.cause(score, counter);
    let names_chain = cause.is_some_and(|cause| cause.stones.is_some());
    let mut details = Vec::new();
    // Without a margin nothing shows which cause changed the winner.
    let likely = cause.is_some_and(|cause| cause.likely);
    if !likely && case.outcome.white_margin().is_some() {
        details.push(Detail::new("cause", "none is likely"));
    }
    let cause_says_so = case.other_ruleset(counter).is_none() && !names_chain;
    if !cause_says_so && case.is_right_without_marks(counter) {
        details
            .push(Detail::new("marks", "the result is right if the territory marks are ignored"));
    }
    details.push(Detail::new("counted by", way_of_counting(score, game.rules)));
    if let Some(unplayed) = Unplayed::of(case, score) {
        details.push(Detail::new(
            "end",
            match unplayed.reach() {
                Points::ZERO => "the record has no passes, but nothing is left to play".to_owned(),
                reach => {
                    format!("the record has no passes; missing moves can change {reach} points")
                }
            },
        ));
    }
    if case.rules.likely {
        let why = "none is recorded, and no likely one confirms the result";
        details.push(Detail::new("ruleset", why));
    }
    if game.komi.source == ValueSource::Default {
        let why = match game.record.unread_komi {
            true => "the recorded one can't be read",
            false => "none is recorded",
        };
        details.push(Detail::new("komi", format!("{} by default: {why}", score.komi)));
    }
    if source == ValueSource::Configuration {
        details.push(Detail::new("ruleset", "set by a configuration, not by the record"));
    }
    if game.komi.source == ValueSource::Configuration {
        let recorded = match game.komi.stated {
            Some(komi) => format!("the record has {komi}"),
            None => "none is recorded".to_owned(),
        };
        details.push(Detail::new("komi", format!("{} by a configuration: {recorded}", score.komi)));
    }
    if let Some(dead) = case.dead().filter(|dead| dead.source.is_judgement()) {
        details.push(Detail::new("dead stones", dead.describe_evidence()));
    }
    if !refuted.is_empty() {
        let text = format!("{}: not as recorded", refuted.join("; "));
        details.push(Detail::new("supposed", text));
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
