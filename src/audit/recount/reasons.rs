//! The reasons for a verdict of undecided, in words.

use std::cmp::Reverse;

use super::alternatives::MitigatingFactors;
use super::count::{Recount, ReplayedGame, counted_outcome, is_right};
use crate::audit::causes::{self, MarginCase, MarginExplanation, USUAL_KOMI};
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::finding::Condition;
use crate::go::{Color, Grid, Points};
use crate::plural::pluralize;
use crate::record::{Ending, NodeSpan, ValueSource};
use crate::rules::{Counting, DeadStones};
use crate::score::thresholds::{DAME_PER_POINT, MIN_OPEN_DAME};
use crate::score::{
    ChainStatus, Count, Dead, Doubt, Evidence, Score, Status, Undecided, UndecidedGroup,
    largest_open,
};
use crate::sgf::{KomiUnit, Outcome};

/// The largest number of undecided chains that are named.
const MAX_NAMED: usize = 4;

/// The largest number of undecided groups for which every combination is counted.
const MAX_GROUPS: usize = 3;

/// A recorded result, and the count that it is compared with.
pub(crate) struct VerdictInput<'a> {
    pub outcome: Outcome,
    /// The node and bytes of the result.
    pub at: NodeSpan,
    pub ending: Ending,
    pub game: &'a ReplayedGame<'a>,
    pub recount: &'a Recount,
    pub ruleset_source: ValueSource,
    /// Whether the ruleset is the likeliest of several that are asked.
    pub likely_rules: bool,
    /// The unit of the record's komi, if that can be read.
    pub komi_unit: Option<KomiUnit>,
}

impl VerdictInput<'_> {
    /// The final position.
    pub fn grid(&self) -> &Grid {
        self.game.grid()
    }

    /// The dead stones, if the game was to be counted.
    pub fn dead(&self) -> Option<&Dead> {
        self.recount.dead.as_ref()
    }

    /// The cause of a recorded margin that isn't the count's.
    pub fn cause(&self, score: &Score) -> Option<MarginExplanation> {
        causes::explain(&MarginCase {
            rules: self.game.rules,
            replay: &self.game.replay,
            grid: self.grid(),
            dead: self.dead()?,
            score,
            komi_source: self.game.komi_source,
            komi_unit: self.komi_unit,
            known_rules: self.ruleset_source.is_stated(),
            recorded: self.outcome.white_margin()?,
        })
    }
}

impl MitigatingFactors {
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

/// The results by the status of the undecided chains, in words: "if dead, W+2.5 (as recorded); if
/// alive, B+3.5"; "W+2.5 (as recorded) with C3 dead and D5 alive"; "none of the cases gives W+2.5".
pub(crate) fn results_by_chain_status(input: &VerdictInput) -> Option<String> {
    let dead = input.dead().filter(|dead| dead.undecided == Some(Undecided::Unsure))?;
    let groups = &dead.judged.as_ref()?.undecided;
    if !(1..=MAX_GROUPS).contains(&groups.len()) {
        return None;
    }
    let (rules, outcome) = (input.game.rules, input.outcome);
    if let [group] = &groups[..] {
        let [alive, dead] = [0, 1].map(|dead_groups| {
            let score = score_with(input, dead, groups, dead_groups)?;
            let recorded = if is_right(outcome, &score, rules) { " (as recorded)" } else { "" };
            Some(format!("{}{recorded}", counted_outcome(&score, rules)))
        });
        let color = group.chains[0].color;
        let other = color.opponent();
        let both = group.chains.iter().any(|chain| chain.color == other);
        let [if_dead, if_alive] = match both {
            true => [format!("if {color}'s are dead"), format!("if {other}'s are")],
            false => ["if dead".to_owned(), "if alive".to_owned()],
        };
        return Some(format!("{if_dead}, {}; {if_alive}, {}", dead?, alive?));
    }
    let right = |&dead_groups: &u32| {
        let score = score_with(input, dead, groups, dead_groups);
        score.is_some_and(|score| is_right(outcome, &score, rules))
    };
    let Some(dead_groups) = (0..1 << groups.len()).find(right) else {
        return Some(format!("none of the cases gives {outcome}"));
    };
    Some(as_recorded_with(input, groups, dead_groups))
}

/// Whether a chain of a group is dead, if the group's first chain is or isn't.
fn is_dead(chain: &ChainStatus, group: &UndecidedGroup, first_is_dead: bool) -> bool {
    (chain.color == group.chains[0].color) == first_is_dead
}

/// The count with those groups dead whose bits are set. `None` where the position is then unfinished.
fn score_with(
    input: &VerdictInput,
    dead: &Dead,
    groups: &[UndecidedGroup],
    dead_groups: u32,
) -> Option<Score> {
    let (game, grid) = (input.game, input.grid());
    let chosen = (0..).zip(groups).flat_map(|(n, group)| {
        let first_is_dead = dead_groups >> n & 1 == 1;
        group.chains.iter().filter(move |chain| is_dead(chain, group, first_is_dead))
    });
    let dead = dead.clone().decided(grid, chosen);
    let count = Count::new(grid, &dead, game.rules);
    let finished = count.unclear.iter().all(|unclear| unclear.doubt != Doubt::Unfinished);
    finished.then(|| Score::new(count, &game.replay, game.rules, game.komi))
}

fn as_recorded_with(input: &VerdictInput, groups: &[UndecidedGroup], dead_groups: u32) -> String {
    let size = input.grid().size();
    let names: Vec<String> = (0..)
        .zip(groups)
        .flat_map(|(n, group)| {
            let name = move |chain: &ChainStatus| {
                let dead = is_dead(chain, group, dead_groups >> n & 1 == 1);
                format!("{} {}", chain.point.name(size), if dead { "dead" } else { "alive" })
            };
            group.chains.iter().map(name)
        })
        .collect();
    format!("{} (as recorded) with {}", input.outcome, names.join(" and "))
}

/// The reason why a position isn't counted: which chains may be dead or alive, or what lies open.
#[must_use]
pub fn why_undecided(dead: &Dead, grid: &Grid) -> String {
    match dead.undecided {
        Some(Undecided::MarksContradict) => "points are marked for both players".to_owned(),
        Some(Undecided::AfterEnd) => "play goes on after the game has ended".to_owned(),
        Some(Undecided::Unfinished) => match unsettled(dead) {
            Some(chains) => format!("{chains} may be dead or alive: not finished"),
            None => open_regions(dead, grid),
        },
        Some(why @ Undecided::NoLivingStone) => {
            match Color::BOTH.map(|color| dead.has_living_stones(grid, color)) {
                [false, true] => "Black has no living stone: not finished".to_owned(),
                [true, false] => "White has no living stone: not finished".to_owned(),
                _ => why.name().to_owned(),
            }
        }
        Some(Undecided::Unsure) => {
            format!("{} may be dead or alive", unsettled(dead).unwrap_or_default())
        }
        Some(Undecided::NoAnswer) => {
            let judged = dead.judged.as_ref();
            let (by, why) = judged.map_or(("", ""), |judged| {
                (judged.by.as_str(), judged.failure.as_deref().unwrap_or_default())
            });
            format!("{by} didn't say which stones are dead: {why}")
        }
        Some(Undecided::NoMarks) | None => {
            "no dead stones are marked, and stones on the board may be dead".to_owned()
        }
    }
}

/// The largest region of a position that belongs to nobody.
pub(crate) fn open_regions(dead: &Dead, grid: &Grid) -> String {
    match largest_open(grid, &dead.stones) {
        Some((point, points)) => {
            let point = point.name(dead.size);
            format!("{points} empty points around {point} touch both colours: not finished")
        }
        None => "it isn't settled who owns large parts of the board: not finished".to_owned(),
    }
}

/// The undecided chains, the largest first: `K10 (23 stones), C3 and 2 more chains`.
fn unsettled(dead: &Dead) -> Option<String> {
    let chains = dead.judged.iter().flat_map(|judged| &judged.chains);
    let mut chains: Vec<&ChainStatus> =
        chains.filter(|chain| chain.status == Status::Undecided).collect();
    chains.sort_by_key(|chain| Reverse(chain.stones));
    let name = |chain: &&ChainStatus| {
        let at = chain.point.name(dead.size);
        match chain.stones {
            1 => at,
            stones => format!("{at} ({})", pluralize(stones, "stone")),
        }
    };
    let mut names: Vec<String> = chains.iter().take(MAX_NAMED).map(name).collect();
    if let Some(more @ 1..) = chains.len().checked_sub(MAX_NAMED) {
        names.push(pluralize(more as u64, "more chain"));
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) })
}
