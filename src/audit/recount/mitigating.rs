//! Reasons not to call a mismatching result wrong: `MitigatingFactors`.

use super::compare_rulesets::ruleset_matching_result;
use super::recounter::{Recount, Recounter};
use super::replayed_game::ReplayedGame;
use super::result_match::{is_right, is_wrong};
use super::verdict_input::VerdictInput;
use crate::audit::causes::USUAL_KOMI;
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::finding::Condition;
use crate::audit::options::AuditOptions;
use crate::go::Points;
use crate::record::ValueSource;
use crate::rules::{Counting, DeadStones, Dispute, SharedRuleset};
use crate::score::thresholds::{DAME_PER_POINT, MIN_OPEN_DAME};
use crate::score::{Dead, Evidence, Score, Undecided};
use crate::sgf::Outcome;

/// Doubts about a recorded result, for which a mismatch is reported as undecided or as a warning only.
#[derive(Default)]
pub(crate) struct MitigatingFactors {
    /// RE says how the game was won, in words that aren't understood.
    pub unread: bool,
    /// RE names a winner with a margin of 0.
    pub zero_margin: bool,
    /// RU names a ruleset that isn't known.
    pub unknown_rules: bool,
    /// HA isn't the number of handicap stones, and the ruleset compensates for these.
    pub handicap: bool,
    /// Four passes make all stones alive, unless the players agreed otherwise.
    pub four_passes: bool,
    /// Where the record names no ruleset: another one by which the result is right.
    pub ruleset_matching_result: Option<SharedRuleset>,
    /// The result is right where the record's marks are left aside.
    pub right_without_marks: bool,
}

impl MitigatingFactors {
    /// Looks for other counts that give the recorded result where `recount` doesn't, and notes what it finds. Returns
    /// the count of the position that the players must have agreed on, else `recount`.
    pub fn try_alternative_counts(
        &mut self,
        recounter: &mut Recounter,
        game: &ReplayedGame,
        recount: Recount,
        outcome: Outcome,
        ask_other_rulesets: bool,
        options: &AuditOptions,
    ) -> Recount {
        let rules = game.rules;
        let right = |score: &Score| is_right(outcome, score, rules);
        // Four passes make all stones alive where nobody agreed on dead ones (A91 10; BGA 10 iii). A margin that
        // is right only without the dead stones says that the players did agree.
        self.four_passes = game.replay.all_alive
            && rules.dispute.value == Dispute::FourPasses
            && recount.rests_on(Evidence::PlayedOut);
        if recount.dead.as_ref().is_some_and(lives_alone) && outcome.white_margin().is_some() {
            return count_of_whole_board(recounter, game, recount, outcome, options);
        }
        let recount = recounter.with_proven_life(recount, game, outcome);
        if !recount.score.as_ref().is_some_and(|score| is_wrong(outcome, score, rules)) {
            return recount;
        }
        if self.four_passes {
            let agreed = recounter.count(&game.with(|replay| replay.all_alive = false), options);
            if agreed.score.as_ref().is_some_and(right) {
                return agreed;
            }
            // Where every stone is alive by proof, there was nothing to agree on.
            self.four_passes = !agreed.rests_on(Evidence::PlayedOut);
        }
        if ask_other_rulesets {
            self.ruleset_matching_result =
                ruleset_matching_result(recounter, game.record, rules, outcome, options);
        }
        if recount.rests_on(Evidence::Marked) {
            let unmarked = game.with(|replay| replay.marked_node = None);
            let score =
                recounter.without_engine(|recounter| recounter.count(&unmarked, options)).score;
            self.right_without_marks = score.as_ref().is_some_and(right);
        }
        recount
    }

    /// The reason why a mismatching result is undecided rather than wrong; `None` if there is none.
    pub fn reason_undecided(&self, input: &VerdictInput, score: &Score) -> Option<String> {
        let game = input.game;
        let as_counted = || Outcome::from_white_margin(score.margin);
        if missing_handicap_stones(&game.replay, game.record.stated_handicap).is_some() {
            return Some("the handicap stones aren't recorded".to_owned());
        }
        if self.zero_margin {
            let why = "it names a winner with a margin of 0, so it may not have been counted";
            return Some(why.to_owned());
        }
        if self.unread {
            let why = "the reason of the win isn't understood, so it may not have been counted";
            return Some(why.to_owned());
        }
        // Where the rules ask for no agreement, the position at two passes is counted. Without two passes the last
        // recorded position needn't be the final one.
        let agreed = game.rules.dead_stones.value == DeadStones::Agreed;
        if game.replay.final_passes < 2 && !agreed {
            let why = "the game doesn't end with two passes, as these rules require";
            return Some(why.to_owned());
        }
        if let Some(dame) = self.unrecorded_dame(input, score) {
            return Some(format!(
                "{dame} dame are open and no pass follows, so the last moves seem to be missing; as it stands it is {}",
                as_counted()
            ));
        }
        if let Some(why) = self.reason_of_komi(input, score) {
            return Some(why);
        }
        // Players may agree on a draw at any time.
        let settled =
            input.recount.rests_on(Evidence::Marked) || self.ruleset_matching_result.is_some();
        if input.outcome == Outcome::Draw && game.replay.final_passes == 0 && !settled {
            return Some(format!(
                "no pass ends the game, so a draw may have been agreed; as it stands it is {}",
                as_counted()
            ));
        }
        None
    }

    /// The reason why the game must have been played with another komi than it was counted with. There is one only
    /// where the komi isn't stated or is recorded as 0.
    fn reason_of_komi(&self, input: &VerdictInput, score: &Score) -> Option<String> {
        let (game, outcome, komi) = (input.game, input.outcome, score.komi);
        let recorded = match game.komi_source {
            ValueSource::Record if game.record.is_from_katago() => return None,
            ValueSource::Record => true,
            ValueSource::Option => return None,
            ValueSource::Server | ValueSource::Inferred | ValueSource::Default => false,
        };
        // Some servers write 0 whatever the komi.
        if recorded && komi != Points::ZERO {
            return None;
        }
        let margin = outcome.white_margin()?;
        if (margin - komi - score.first_pass).fraction() == 0 {
            return None;
        }
        let why = match recorded {
            true => format!("{outcome} is impossible with the recorded komi 0"),
            false if game.record.unread_komi => {
                format!("the recorded komi can't be read, and {outcome} is impossible with {komi}")
            }
            false => format!("no komi is recorded, and {outcome} is impossible with {komi}"),
        };
        if let Some(other) = &self.ruleset_matching_result {
            return Some(format!("{why}; under {} it is {outcome}, as recorded", other.name));
        }
        let without_komi = score.margin - komi;
        Some(match USUAL_KOMI.iter().find(|&&usual| without_komi + usual == margin) {
            Some(usual) => format!("{why}; with komi {usual} it is {outcome}, as recorded"),
            None => {
                format!("{why}; without komi it is {}", Outcome::from_white_margin(without_komi))
            }
        })
    }

    /// Number of open dame at the end of a game whose last moves aren't recorded, where these moves can make up for
    /// the difference: a player who fills dame also forces moves in the opponent's territory. Of 634 professional
    /// games that end like this, 365 have another result than the board, 335 of them by at most a point per four dame.
    fn unrecorded_dame(&self, input: &VerdictInput, score: &Score) -> Option<u32> {
        let settled = self.ruleset_matching_result.is_some() || self.right_without_marks;
        if settled || input.recount.rests_on(Evidence::Marked) {
            return None;
        }
        let dame = score.count.dame;
        if input.game.replay.final_passes > 0 || dame < MIN_OPEN_DAME {
            return None;
        }
        let recorded = input.outcome.white_margin()?;
        let most = Points::whole(dame.div_ceil(DAME_PER_POINT).into());
        let near = |margin: Points| {
            (recorded - margin).fraction() == 0 && (recorded - margin).abs() <= most
        };
        let margins = [score.margin, score.territory_margin];
        // A result that is right by another way of counting is reported as that. Without a stated ruleset, though,
        // the players needn't have made the passes that the ruleset adds.
        let counted_otherwise = input.ruleset_source.is_stated()
            && (margins.contains(&recorded) || score.area_margin == recorded);
        (!counted_otherwise && margins.into_iter().any(near)).then_some(dame)
    }

    /// The condition that makes a mismatching result a warning rather than an error, if one holds.
    pub fn downgrades_to_warning(
        &self,
        input: &VerdictInput,
        score: &Score,
        unknown_komi: bool,
    ) -> Option<Condition> {
        let &ReplayedGame { ref replay, rules, .. } = input.game;
        let setup = || replay.setups.iter().any(|setup| setup.changed > 0 && !setup.takes_dead);
        // Players by AGA rules may agree to count area (A91 12), which gives another result where the record has
        // one move too many of a player.
        let by_area = rules.pass_stones.value
            && rules.white_last.value
            && input.outcome.white_margin() == Some(score.area_margin);
        let judged = input.dead().is_some_and(|dead| dead.source.is_judgement());
        let unknown_prisoners = rules.counting.value == Counting::Territory && setup();
        let conditions = [
            (judged, Condition::DeadStonesJudged),
            (self.ruleset_matching_result.is_some(), Condition::RightByOtherRuleset),
            (self.unknown_rules, Condition::UnknownRuleset),
            (self.four_passes, Condition::FourPasses),
            (self.handicap, Condition::HandicapInDoubt),
            (self.right_without_marks, Condition::RightWithoutMarks),
            (by_area, Condition::RightByArea),
            (unknown_prisoners, Condition::PrisonersUnknown),
            (unknown_komi, Condition::KomiUnknown),
            (replay.after_end, Condition::PlayAfterEnd),
        ];
        conditions.into_iter().find_map(|(holds, condition)| holds.then_some(condition))
    }
}

/// Whether the count is undecided because one player alone has living stones.
fn lives_alone(dead: &Dead) -> bool {
    dead.undecided == Some(Undecided::NoLivingStone)
}

/// The count that gives the recorded margin where one player alone has living stones, else `recount`. A margin of
/// the whole board shows that the other player played to the end without living stones. A margin that is right with
/// all stones alive shows that no dead ones were agreed on.
fn count_of_whole_board(
    recounter: &mut Recounter,
    game: &ReplayedGame,
    recount: Recount,
    outcome: Outcome,
    options: &AuditOptions,
) -> Recount {
    let is_right = |recount: &Recount| {
        recount.score.as_ref().is_some_and(|score| is_right(outcome, score, game.rules))
    };
    let judged = recount.dead.as_ref().filter(|dead| dead.judged.is_some());
    let whole =
        judged.map(|dead| recounter.count_with_dead(dead.clone().with_every_judgement(), game));
    if let Some(whole) = whole.filter(is_right) {
        return whole;
    }
    let all_alive = recounter.count(&game.with(|replay| replay.all_alive = true), options);
    if is_right(&all_alive) { all_alive } else { recount }
}
