//! The table of suppositions, and its evaluation.

use super::case::Case;
use super::fit::{Confirmed, Fit, Trial};
use super::undecided::{OpenQuestion, open_regions};
use super::{fights, komi, position, record, unplayed};
use crate::audit::causes::MarginExplanation;
use crate::audit::checks::handicap;
use crate::audit::finding::Condition;
use crate::audit::recount::{GameCounter, counted_outcome};
use crate::record::ValueSource;
use crate::rules::{Counting, DeadStones};
use crate::score::Score;
use crate::sgf::Outcome;

/// One thing that may be otherwise than the count has it, to follow "supposing".
type Supposition = (&'static str, Ask);

/// How to ask whether the recorded result fits, and what it means if it does.
enum Ask {
    /// The result is right, or can't have been counted.
    Right(fn(&Case, &mut GameCounter) -> Trial),
    /// The result may be right: the reason, and the question that is open.
    Open(OpenQuestion, fn(&Case, &Score, &mut GameCounter) -> Option<String>),
    /// The result is wrong, but that is only a warning.
    Softer(Condition, fn(&Case, &Score, &mut GameCounter) -> bool),
}

const fn right(supposes: &'static str, ask: fn(&Case, &mut GameCounter) -> Trial) -> Supposition {
    (supposes, Ask::Right(ask))
}

const fn open(
    question: OpenQuestion,
    supposes: &'static str,
    why: fn(&Case, &Score, &mut GameCounter) -> Option<String>,
) -> Supposition {
    (supposes, Ask::Open(question, why))
}

const fn softer(
    condition: Condition,
    holds: fn(&Case, &Score, &mut GameCounter) -> bool,
) -> Supposition {
    ("", Ask::Softer(condition, holds))
}

/// All suppositions, those with the strongest meaning first.
const SUPPOSITIONS: &[Supposition] = &[
    right("a tie", |case, _| {
        let game = case.game;
        let tie = |score: &Score| counted_outcome(score, game.rules) == Outcome::Draw;
        if !game.record.result.zero_margin || !case.recount.score.as_ref().is_some_and(tie) {
            return Trial::NotAsked;
        }
        let words =
            format!("{} with a margin of nothing is recorded, and the game is a tie", case.outcome);
        Trial::Fits(Fit::Confirms(Box::new(Confirmed { words, ..Confirmed::default() })))
    }),
    right("another unit, or a usual komi", komi::as_written),
    right("the whole board for one player", position::whole_board),
    right("the marks as they are", position::marks_against_proof),
    right("the other reading of four passes", position::four_passes_otherwise),
    right("an even game", record::even_game),
    right("points that need not be filled yet", position::unfilled),
    right("the open dame filled in turn", position::dame_in_turn),
    right("marks on an open board", |case, _| match case.dead() {
        Some(dead) if case.game.marks_leave_open(case.recount) => {
            Trial::Fits(Fit::LeavesOpen(OpenQuestion::LastMoves, open_regions(dead, case.grid())))
        }
        _ => Trial::NotAsked,
    }),
    open(OpenQuestion::Other, "missing handicap stones", |case, _, _| {
        let game = case.game;
        handicap::missing_handicap_stones(&game.replay, game.record.stated_handicap)
            .map(|_| "the handicap stones aren't recorded".to_owned())
    }),
    open(OpenQuestion::Other, "a result that wasn't counted", |case, _, _| {
        record::not_counted(&case.game.record.result)
    }),
    open(OpenQuestion::LastMoves, "a later position at the passes", |case, _, _| {
        // Where the rules ask for no agreement, the position at two passes is counted. Without two passes the last
        // recorded position needn't be the final one.
        let agreed = case.game.rules.dead_stones.value == DeadStones::Agreed;
        let why = || "the game doesn't end with two passes, as these rules require".to_owned();
        (!case.is_over() && !agreed).then(why)
    }),
    open(OpenQuestion::Other, "a mistyped move", |case, score, _| {
        let why = record::impossible_move(case.game)?;
        Some(format!("{why}; as it stands it is {}", case.as_it_stands(score)))
    }),
    open(OpenQuestion::Other, "a game without a result", |case, score, _| {
        record::impossible_draw(case, score)
    }),
    open(OpenQuestion::KomiOrRules, "another komi", komi::unknown),
    open(OpenQuestion::Other, "an agreed draw", record::agreed_draw),
    open(OpenQuestion::Other, "unknown prisoners", |case, score, _| {
        record::unknown_prisoners(case, score)
    }),
    open(OpenQuestion::Other, "dead stones agreed on after four passes", position::four_passes),
    open(OpenQuestion::Other, "a penalty", |case, score, _| record::penalty(case, score)),
    open(OpenQuestion::Groups, "groups of the other status", |case, score, _| {
        fights::other_status(case, score)
    }),
    open(OpenQuestion::LastMoves, "moves that aren't recorded", |case, score, _| {
        unplayed::missing_moves(case, score)
    }),
    open(OpenQuestion::Groups, "a misread group", |case, score, _| fights::unsure(case, score)),
    softer(Condition::DeadStonesJudged, |case, _, _| {
        case.dead().is_some_and(|dead| dead.source.is_judgement())
    }),
    softer(Condition::RightByOtherRuleset, |case, _, counter| {
        case.other_ruleset(counter).is_some()
    }),
    softer(Condition::UnknownRuleset, |case, _, _| case.rules.unknown),
    softer(Condition::HandicapInDoubt, |case, _, _| {
        handicap::is_in_doubt(case.game.record, &case.game.replay, case.game.rules)
    }),
    softer(Condition::RightWithoutMarks, |case, _, counter| case.is_right_without_marks(counter)),
    // Players by AGA rules may agree to count area (A91 12), which gives another result where the record has one move
    // too many of a player.
    softer(Condition::RightByArea, |case, score, _| {
        let rules = case.game.rules;
        rules.pass_stones.value
            && rules.white_last.value
            && case.outcome.white_margin() == Some(score.area_margin)
    }),
    softer(Condition::PrisonersUnknown, |case, _, _| {
        let mut setups = case.game.replay.setups.iter();
        case.game.rules.counting.value == Counting::Territory
            && setups.any(|setup| setup.changed > 0 && !setup.takes_dead)
    }),
    softer(Condition::KomiUnknown, |case, score, counter| {
        let is_assumed = case.game.komi.source == ValueSource::Default;
        case.cause(score, counter).map_or(is_assumed, MarginExplanation::doubts_komi)
    }),
    softer(Condition::PlayAfterEnd, |case, _, _| case.game.replay.after_end),
];

/// Returns the strongest meaning of what gives the recorded result, if anything does, and what was supposed in vain.
pub(crate) fn evaluate(case: &Case, counter: &mut GameCounter) -> (Option<Fit>, Vec<&'static str>) {
    let mut refuted = Vec::new();
    for (supposes, ask) in SUPPOSITIONS {
        let trial = match (ask, &case.recount.score) {
            (Ask::Right(ask), _) => ask(case, counter),
            (_, None) => Trial::NotAsked,
            (Ask::Open(question, why), Some(score)) => match why(case, score, counter) {
                Some(why) => Trial::Fits(Fit::LeavesOpen(*question, why)),
                None => Trial::NotAsked,
            },
            (Ask::Softer(condition, holds), Some(score)) => match holds(case, score, counter) {
                true => Trial::Fits(Fit::Softens(*condition)),
                false => Trial::NotAsked,
            },
        };
        match trial {
            Trial::Fits(fit) => return (Some(fit), refuted),
            Trial::Refuted => refuted.push(*supposes),
            Trial::NotAsked => {}
        }
    }
    (None, refuted)
}
