//! What speaks against accusing a record whose result isn't the count's.

use crate::audit::auditor::Auditor;
use crate::audit::causes::USUAL_KOMI;
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::options::{AuditOptions, ValueSource};
use crate::audit::recount::recounter::{Recount, ReplayedGame};
use crate::audit::recount::verdict::{VerdictInput, is_right, is_wrong};
use crate::go::Points;
use crate::rules::{Counting, DeadStones, Dispute, SharedRuleset};
use crate::score::{Dead, Evidence, Score, Undecided};
use crate::sgf::Outcome;

/// What a record leaves in doubt.
#[derive(Default)]
pub(in crate::audit) struct MitigatingFactors {
    /// It says something of how the game was won that isn't understood.
    pub unread: bool,
    /// It names a winner with a margin of nothing.
    pub zero_margin: bool,
    /// It names a ruleset that isn't known.
    pub unknown_rules: bool,
    /// It states another handicap than its stones are.
    pub handicap: bool,
    /// Four passes say that all stones are alive, unless the players agreed otherwise.
    pub four_passes: bool,
    /// Another ruleset by which the result is right, where the record names none.
    pub ruleset_matching_result: Option<SharedRuleset>,
    /// The result is right where the record's marks are left aside.
    pub right_without_marks: bool,
}

impl MitigatingFactors {
    /// Why nobody can say that a result which isn't the count's is wrong.
    pub fn reason_undecided(&self, judged: &VerdictInput, score: &Score) -> Option<String> {
        let played = judged.played;
        if missing_handicap_stones(&played.replay, played.record.stated_handicap).is_some() {
            return Some("the handicap stones aren't recorded".to_owned());
        }
        if self.zero_margin {
            let why = "a winner with a margin of nothing: it needn't have been counted";
            return Some(why.to_owned());
        }
        if self.unread {
            let why = "what is said of how the game was won isn't known here: it needn't have been counted";
            return Some(why.to_owned());
        }
        // Where the rules ask for no agreement the position at two passes is counted, and nobody says that this is
        // it.
        let agreed = judged.played.rules.dead_stones.value == DeadStones::Agreed;
        if judged.played.replay.final_passes < 2 && !agreed {
            let why = "no two passes end the game, and these rules know no agreement: not finished";
            return Some(why.to_owned());
        }
        let outcome = judged.outcome;
        if let Some(dame) = self.missing_moves(judged, score) {
            return Some(format!(
                "{dame} dame are open and no pass ends the game, so its last moves aren't recorded; as it stands it is {}",
                Outcome::from_white_margin(score.margin)
            ));
        }
        if let Some(why) = self.other_komi(judged, score) {
            return Some(why);
        }
        // Players may agree on a draw at any time.
        let counted =
            judged.counted.rests_on(Evidence::Marked) || self.ruleset_matching_result.is_some();
        if outcome == Outcome::Draw && judged.played.replay.final_passes == 0 && !counted {
            let as_counted = Outcome::from_white_margin(score.margin);
            return Some(format!(
                "no pass ends the game, so a draw may have been agreed on; as it stands it is {as_counted}"
            ));
        }
        None
    }

    /// Why the komi must have been another one than that which was counted with, where nobody stated it, or 0 stands
    /// there.
    fn other_komi(&self, judged: &VerdictInput, score: &Score) -> Option<String> {
        let outcome = judged.outcome;
        let parts = |margin: Points| (margin - score.komi - score.first_pass).fraction() != 0;
        let recorded = match judged.played.komi_source {
            ValueSource::Record if judged.played.record.is_katagos() => return None,
            ValueSource::Record => true,
            ValueSource::Option => return None,
            ValueSource::Server | ValueSource::Default => false,
        };
        // Some servers write 0 whatever the komi.
        if (!recorded || score.komi == Points::ZERO) && outcome.white_margin().is_some_and(parts) {
            let komi = score.komi;
            let why = match recorded {
                true => format!("komi 0 can't give {outcome}, so another one was played with"),
                false if judged.played.record.unread_komi => {
                    format!("the record's komi can't be read, and {komi} can't give {outcome}")
                }
                false => format!("the record has no komi, and {komi} can't give {outcome}"),
            };
            let given =
                |&komi: &Points| Some(score.margin - score.komi + komi) == outcome.white_margin();
            if let Some(other) = &self.ruleset_matching_result {
                return Some(format!("{why}; by {} it is {outcome}, as recorded", other.name));
            }
            return Some(match USUAL_KOMI.iter().find(|komi| given(komi)) {
                Some(komi) => format!("{why}; with komi {komi} it is {outcome}, as recorded"),
                None => {
                    let without = Outcome::from_white_margin(score.margin - komi);
                    format!("{why}; without komi it is {without}")
                }
            });
        }
        None
    }

    /// How many dame are open at the end of a game whose last moves aren't recorded, where these can make up for the
    /// difference: who fills dame is made to play in his own territory too. Of 634 professional games that end so,
    /// 365 had another result than the board's, 335 of them by no more than a point for every four dame.
    fn missing_moves(&self, judged: &VerdictInput, score: &Score) -> Option<u32> {
        const FEWEST: u32 = 3;
        const DAME_FOR_A_POINT: u32 = 4;
        let settled = self.ruleset_matching_result.is_some() || self.right_without_marks;
        if settled || judged.counted.rests_on(Evidence::Marked) {
            return None;
        }
        if judged.played.replay.final_passes > 0 || score.count.dame < FEWEST {
            return None;
        }
        let recorded = judged.outcome.white_margin()?;
        let most = Points::whole(score.count.dame.div_ceil(DAME_FOR_A_POINT).into());
        let near = |margin: Points| {
            (recorded - margin).fraction() == 0 && (recorded - margin).abs() <= most
        };
        let margins = [score.margin, score.territory_margin];
        // Counted in another way the result is right, and that is said; but where nobody named the rules, no pass that
        // they add is missed.
        let other = judged.ruleset_source.is_stated()
            && (margins.contains(&recorded) || score.area_margin == recorded);
        (!other && margins.into_iter().any(near)).then_some(score.count.dame)
    }

    /// Whether a result that isn't the count's needn't be wrong: a judgement isn't a proof; a ruleset or a komi that
    /// nobody named needn't have been the players'; where stones came and went by setup, nobody knows who holds which
    /// prisoners; and marks behind the game's end are of a position that needn't have been counted.
    pub fn downgrades_to_warning(
        &self,
        judged: &VerdictInput,
        score: &Score,
        unknown_komi: bool,
    ) -> bool {
        let &ReplayedGame { ref replay, rules, .. } = judged.played;
        let setup = || replay.setups.iter().any(|setup| setup.changed > 0 && !setup.takes_dead);
        let unknown_prisoners = rules.counting.value == Counting::Territory && setup();
        // Players by AGA rules may agree to count area (A91 12), which is another result where the record has
        // one player's stones too many.
        let by_area = rules.pass_stones.value
            && rules.white_last.value
            && judged.outcome.white_margin() == Some(score.area_margin);
        let dead = judged.counted.dead.as_ref();
        dead.is_some_and(|dead| dead.source.is_judgement())
            || self.ruleset_matching_result.is_some()
            || self.unknown_rules
            || self.four_passes
            || self.handicap
            || self.right_without_marks
            || by_area
            || unknown_prisoners
            || unknown_komi
            || replay.after_end
    }
}

impl Auditor {
    /// Where the recorded result isn't the count's, looks what else would make it right: `doubts` is told, and what
    /// the players agreed on is counted instead.
    pub(in crate::audit) fn try_alternative_counts(
        &mut self,
        played: &ReplayedGame,
        counted: Recount,
        outcome: Outcome,
        named: bool,
        options: &AuditOptions,
        doubts: &mut MitigatingFactors,
    ) -> Recount {
        let rules = played.rules;
        // Four passes make all stones alive where nobody agreed on dead ones (A91 10; BGA 10 iii). A margin that
        // is right only without dead stones says that they did.
        doubts.four_passes = played.replay.all_alive
            && rules.dispute.value == Dispute::FourPasses
            && counted.rests_on(Evidence::PlayedOut);
        let right = |score: &Score| is_right(outcome, score, rules);
        // A margin that is the whole board says that who has no stone there, or no living one, played to the end; one
        // that is right with all stones alive says that no dead ones were agreed on.
        let alone = |dead: &&Dead| dead.undecided == Some(Undecided::NoLivingStone);
        if let Some(dead) = counted.dead.as_ref().filter(alone)
            && outcome.white_margin().is_some()
        {
            let is_right = |counted: &Recount| counted.score.as_ref().is_some_and(right);
            let whole = dead.judged.is_some().then(|| dead.clone().with_every_judgement());
            let whole = whole.map(|dead| self.counted_with(dead, played)).filter(is_right);
            return whole.unwrap_or_else(|| {
                let all = self.count(&played.with(|replay| replay.all_alive = true), options);
                if is_right(&all) { all } else { counted }
            });
        }
        if !counted.score.as_ref().is_some_and(|score| is_wrong(outcome, score, rules)) {
            return counted;
        }
        if doubts.four_passes {
            let agreed = self.count(&played.with(|replay| replay.all_alive = false), options);
            if agreed.score.as_ref().is_some_and(right) {
                return agreed;
            }
            // Where every stone is alive by proof, there was nothing to agree on.
            doubts.four_passes = !agreed.rests_on(Evidence::PlayedOut);
        }
        if !named {
            doubts.ruleset_matching_result =
                self.ruleset_matching_result(played.record, rules, outcome, options);
        }
        if counted.rests_on(Evidence::Marked) {
            let without = played.with(|replay| replay.marked_node = None);
            let asked = self.judges.without_engine();
            let score = self.count(&without, options).score;
            self.judges.asked = asked;
            doubts.right_without_marks = score.as_ref().is_some_and(right);
        }
        counted
    }
}
