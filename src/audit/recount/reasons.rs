//! The reasons for a verdict of undecided, in words.

use std::cmp::Reverse;

use super::alternatives::MitigatingFactors;
use super::count::{Recount, ReplayedGame, counted_outcome, is_right};
use crate::audit::causes::{self, MarginCase, MarginExplanation, StatusFlip, USUAL_KOMI};
use crate::audit::checks::handicap::missing_handicap_stones;
use crate::audit::finding::Condition;
use crate::go::{ByColor, Chains, Color, Grid, Point, Points, Size};
use crate::plural::pluralize;
use crate::record::{Ending, NodeSpan, ValueSource};
use crate::replay::ViolationKind;
use crate::rules::{Counting, DeadStones};
use crate::score::thresholds::{
    ALL_ALIVE_POINTS, DAME_PER_POINT, MAX_DOUBTFUL_GROUPS, MAX_MISSING_POINTS, MAX_UNSTATED_KOMI,
    MIN_OPEN_DAME, MISSING_MOVES_POINTS, SURE_OWNERSHIP,
};
use crate::score::{
    Assessment, ChainStatus, Count, Dead, Doubt, Evidence, PointKind, Score, Status, Undecided,
    UndecidedGroup, largest_open, percent,
};
use crate::sgf::{KomiUnit, Outcome, WinBy};

/// The largest number of undecided chains that are named.
const MAX_NAMED: usize = 4;

/// The largest number of undecided groups for which every combination is counted.
const MAX_GROUPS: usize = 3;

/// What isn't known of a game whose result can't be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenQuestion {
    /// How it ended: the record stops early.
    LastMoves,
    /// Which groups are alive.
    Groups,
    /// The komi, or the ruleset.
    KomiOrRules,
    /// Something else.
    Other,
}

impl OpenQuestion {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::LastMoves, Self::Groups, Self::KomiOrRules, Self::Other];

    /// The question about a position that isn't counted.
    pub(super) fn of_no_count(dead: &Dead) -> Self {
        match dead.undecided {
            Some(Undecided::Unfinished | Undecided::NoLivingStone) | None => Self::LastMoves,
            Some(Undecided::Unsure | Undecided::NoMarks) => Self::Groups,
            Some(Undecided::MarksContradict | Undecided::AfterEnd | Undecided::NoAnswer) => {
                Self::Other
            }
        }
    }
}

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

    /// The causes that give a recorded margin other than the count's. `estimated` are the chains of a marked position.
    pub fn cause(
        &self,
        score: &Score,
        estimated: Option<&Assessment>,
    ) -> Option<MarginExplanation> {
        causes::explain(&MarginCase {
            rules: self.game.rules,
            replay: &self.game.replay,
            grid: self.grid(),
            dead: self.dead()?,
            estimated,
            score,
            komi_source: self.game.komi_source,
            komi_unit: self.komi_unit,
            known_rules: self.ruleset_source.is_stated(),
            recorded: self.outcome.white_margin()?,
            mentions_penalty: self.game.rules.penalty.value != Points::ZERO
                && self.game.record.mentions_penalty(),
        })
    }

    /// Whether the record shows the end of the game: by final passes, or by marks at its last position.
    fn shows_end(&self) -> bool {
        self.game.replay.final_passes >= 2 || self.recount.rests_on(Evidence::Marked)
    }

    /// Whether the recorded result lies between two margins.
    fn lies_within(&self, low: Points, high: Points) -> bool {
        match self.outcome {
            Outcome::Win(Color::White, WinBy::Unspecified) => high > Points::ZERO,
            Outcome::Win(Color::Black, WinBy::Unspecified) => low < Points::ZERO,
            outcome => outcome.white_margin().is_some_and(|margin| low <= margin && margin <= high),
        }
    }
}

impl MitigatingFactors {
    /// The reason why a mismatching result is undecided rather than wrong; `None` if there is none.
    pub fn reason_undecided(
        &self,
        input: &VerdictInput,
        score: &Score,
    ) -> Option<(OpenQuestion, String)> {
        use OpenQuestion::{Groups, KomiOrRules, LastMoves, Other};
        let game = input.game;
        let as_counted = || Outcome::from_white_margin(score.margin);
        if missing_handicap_stones(&game.replay, game.record.stated_handicap).is_some() {
            return Some((Other, "the handicap stones aren't recorded".to_owned()));
        }
        if self.zero_margin {
            let why = "it names a winner with a margin of 0, so it may not have been counted";
            return Some((Other, why.to_owned()));
        }
        if self.unread {
            let why = "the reason of the win isn't understood, so it may not have been counted";
            return Some((Other, why.to_owned()));
        }
        // Where the rules ask for no agreement, the position at two passes is counted. Without two passes the last
        // recorded position needn't be the final one.
        let agreed = game.rules.dead_stones.value == DeadStones::Agreed;
        if game.replay.final_passes < 2 && !agreed {
            let why = "the game doesn't end with two passes, as these rules require";
            return Some((LastMoves, why.to_owned()));
        }
        if let Some(why) = impossible_move(game) {
            return Some((Other, format!("{why}; as it stands it is {}", as_counted())));
        }
        let is_whole = score.komi.fraction() == 0;
        if input.outcome == Outcome::Draw && !is_whole {
            let why = format!(
                "a draw is impossible with komi {}, so the game may have ended without a result; as it stands it is {}",
                score.komi,
                as_counted()
            );
            return Some((Other, why));
        }
        if let Some(why) = self.reason_of_komi(input, score) {
            return Some((KomiOrRules, why));
        }
        // Players may agree on a draw at any time.
        let settled =
            input.recount.rests_on(Evidence::Marked) || self.ruleset_matching_result.is_some();
        if input.outcome == Outcome::Draw && game.replay.final_passes == 0 && !settled {
            let why = format!(
                "no pass ends the game, so a draw may have been agreed; as it stands it is {}",
                as_counted()
            );
            return Some((Other, why));
        }
        if let Some(why) = unknown_prisoners(input, score) {
            return Some((Other, why));
        }
        if let Some(why) = points_behind_dame(input, score) {
            return Some((Other, why));
        }
        let groups = doubtful_groups(input, score).map(|why| (Groups, why));
        groups.or_else(|| Some((LastMoves, missing_moves(input, score)?)))
    }

    /// The reason why the komi isn't known: none is stated and no usual one gives the recorded result, or 0 is recorded, as
    /// some servers write whatever the komi, and can't give it. A result that no komi can give has none.
    fn reason_of_komi(&self, input: &VerdictInput, score: &Score) -> Option<String> {
        let (game, outcome, komi) = (input.game, input.outcome, score.komi);
        let recorded = match game.komi_source {
            ValueSource::Record if game.record.is_from_katago() => return None,
            ValueSource::Record | ValueSource::Doubtful => true,
            ValueSource::Option | ValueSource::Configuration | ValueSource::Event => {
                return None;
            }
            ValueSource::Server | ValueSource::Inferred | ValueSource::Default => false,
        };
        let without = score.margin - komi;
        if recorded && komi != Points::ZERO {
            // Programs that write whole numbers leave the half point out.
            let halves = [komi - Points::HALF, komi + Points::HALF];
            let is_right = |half: &&Points| {
                USUAL_KOMI.contains(half) && Some(without + **half) == outcome.white_margin()
            };
            let half = halves.iter().find(is_right).filter(|_| komi.fraction() == 0)?;
            return Some(format!(
                "{outcome} is impossible with the recorded komi {komi}; with komi {half} it is {outcome}, as recorded"
            ));
        }
        let komi_range = Points::whole(MAX_UNSTATED_KOMI);
        if !input.lies_within(without - komi_range, without + komi_range) {
            return None;
        }
        let why = match recorded {
            true => {
                let margin = outcome.white_margin()?;
                if (margin - score.margin).fraction() == 0 {
                    return None;
                }
                format!("{outcome} is impossible with the recorded komi 0")
            }
            false if game.record.unread_komi => "the recorded komi can't be read".to_owned(),
            false => "no komi is recorded".to_owned(),
        };
        if let Some(other) = &self.ruleset_matching_result {
            return Some(format!("{why}; under {} it is {outcome}, as recorded", other.name));
        }
        let recorded = outcome.white_margin();
        let fits = USUAL_KOMI.iter().find(|&&usual| Some(without + usual) == recorded);
        Some(match fits {
            Some(usual) => format!("{why}; with komi {usual} it is {outcome}, as recorded"),
            None => format!("{why}; without komi it is {}", Outcome::from_white_margin(without)),
        })
    }

    /// The condition that makes a mismatching result a warning rather than an error, if one holds.
    pub fn downgrades_to_warning(
        &self,
        input: &VerdictInput,
        score: &Score,
        cause: Option<&MarginExplanation>,
    ) -> Option<Condition> {
        let &ReplayedGame { ref replay, rules, .. } = input.game;
        let setup = || replay.setups.iter().any(|setup| setup.changed > 0 && !setup.takes_dead);
        // Players by AGA rules may agree to count area (A91 12), which gives another result where the record has
        // one move too many of a player.
        let by_area = rules.pass_stones.value
            && rules.white_last.value
            && input.outcome.white_margin() == Some(score.area_margin);
        let judged = input.dead().is_some_and(|dead| dead.source.is_judgement());
        let assumed_komi = input.game.komi_source == ValueSource::Default;
        let unknown_komi = cause.map_or(assumed_komi, MarginExplanation::doubts_komi);
        let penalty = cause.is_some_and(MarginExplanation::is_penalty);
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
            (penalty, Condition::PenaltyMentioned),
            (replay.after_end, Condition::PlayAfterEnd),
        ];
        conditions.into_iter().find_map(|(holds, condition)| holds.then_some(condition))
    }
}

/// The first move that can't have been played: on a point that was occupied, or off the board. One of the moves before
/// may be mistyped instead.
pub(crate) fn impossible_move(game: &ReplayedGame) -> Option<String> {
    let impossible = [ViolationKind::OccupiedPoint, ViolationKind::OffBoard];
    let mut violations = game.replay.violations.iter();
    let ply = violations.find(|violation| impossible.contains(&violation.kind))?.ply;
    let size = game.record.size;
    let number = ply.number;
    let Some(point) = ply.point else {
        return Some(format!("move {number} can't have been played: it is off the board"));
    };
    let moves = game.record.moves();
    let before = moves.points().get(..number as usize - 1).unwrap_or_default();
    let by = before.iter().rposition(|&(_, earlier)| earlier == Some(point));
    let (by, which) = match by {
        Some(index) => (format!("move {}", index + 1), "one of them"),
        None => ("a stone that was set up".to_owned(), "it"),
    };
    let name = point.name(size);
    Some(format!(
        "move {number} can't have been played: {name} was occupied by {by}; {which} is mistyped"
    ))
}

/// The reason if the recorded result isn't out of reach under every assignment of the groups that the estimate is in doubt
/// about. What lies between two assignments may be a seki, a ko or the capture of a part.
fn doubtful_groups(input: &VerdictInput, score: &Score) -> Option<String> {
    let (dead, grid) = (input.dead()?, input.grid());
    let judged = dead.judged.as_ref().filter(|_| dead.source.is_judgement())?;
    // The chains of a group share its confidence.
    let mut groups: Vec<(f32, Vec<&ChainStatus>)> = Vec::new();
    for chain in &judged.chains {
        let Some(sure) = chain.confidence.filter(|&sure| sure < SURE_OWNERSHIP) else { continue };
        let same = |(other, chains): &&mut (f32, Vec<&ChainStatus>)| {
            *other == sure && chains[0].color == chain.color
        };
        match groups.iter_mut().find(same) {
            Some((_, chains)) => chains.push(chain),
            None => groups.push((sure, vec![chain])),
        }
    }
    groups.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    groups.truncate(MAX_DOUBTFUL_GROUPS);
    let (mut low, mut high) = (score.margin, score.margin);
    let mut right = None;
    for flipped in 1..1u32 << groups.len() {
        let is_flipped = |n: usize| flipped >> n & 1 == 1;
        let chosen = groups.iter().enumerate().filter(|&(n, _)| is_flipped(n));
        let chains = chosen.flat_map(|(_, (_, chains))| chains.iter().copied());
        let count = Count::new(grid, &dead.clone().flipped(grid, chains), input.game.rules);
        let other = Score::new(count, &input.game.replay, input.game.rules, score.komi);
        (low, high) = (low.min(other.margin), high.max(other.margin));
        if is_right(input.outcome, &other, input.game.rules) && right.is_none() {
            right = (0..groups.len()).find(|&n| is_flipped(n));
        }
    }
    let reach = missing_points(input, score).unwrap_or_default();
    if groups.is_empty() || !input.lies_within(low - reach, high + reach) {
        return None;
    }
    let (sure, chains) = &groups[right.unwrap_or(0)];
    let name = group_name(chains, grid.size());
    let (is, other) = match chains[0].status {
        Status::Dead => ("dead", "alive"),
        _ => ("alive", "dead"),
    };
    let as_counted = Outcome::from_white_margin(score.margin);
    let by = if dead.source == Evidence::Engine { &judged.by[..] } else { "the estimate" };
    let doubt =
        format!("{by} is only {} sure that it is {is}, which gives {as_counted}", percent(*sure));
    Some(match right {
        Some(_) => format!("it is right with {name} {other}; {doubt}"),
        None => format!("it depends on {name}; {doubt}"),
    })
}

/// A group by its first chain: "White's chain of 4 stones at C3", "White's 5 stones around C3".
fn group_name(chains: &[&ChainStatus], size: Size) -> String {
    StatusFlip {
        point: chains[0].point,
        color: chains[0].color,
        stones: chains.iter().map(|chain| chain.stones).sum(),
        one_chain: chains.len() == 1,
        was_dead: false,
        gain: Points::ZERO,
        confidence: None,
    }
    .name(size)
}

/// The points by which moves that the record lacks may change the margin; `None` if it shows the end of the game. Open dame,
/// points to be filled and stones in atari show how much is left to play; there is always something that the board
/// doesn't show.
fn missing_points(input: &VerdictInput, score: &Score) -> Option<Points> {
    if input.shows_end() {
        return None;
    }
    let (grid, dead) = (input.grid(), &input.dead()?.stones);
    let kinds = score.count.kinds.iter().flatten();
    let to_fill = kinds.filter(|kind| matches!(kind, PointKind::FalseEye(_))).count() as u32;
    let chains = Chains::new(grid);
    let in_atari = chains.points.iter().filter(|points| {
        let mut liberties: Vec<usize> = Vec::new();
        let near = points.iter().flat_map(|&point| grid.neighbors(point as usize));
        liberties.extend(near.filter(|&near| grid.cells()[near].is_none()));
        liberties.sort_unstable();
        liberties.dedup();
        liberties.len() == 1 && !dead[points[0] as usize]
    });
    let in_atari: u32 = in_atari.map(|points| 2 * points.len() as u32).sum();
    let dame = score.count.dame.div_ceil(DAME_PER_POINT);
    let points = MISSING_MOVES_POINTS + dame + to_fill + in_atari;
    Some(Points::whole(points.min(MAX_MISSING_POINTS).into()))
}

/// The reason if stones that were set up or taken off after the first move can make the difference: they may be prisoners.
fn unknown_prisoners(input: &VerdictInput, score: &Score) -> Option<String> {
    let ReplayedGame { rules, replay, .. } = input.game;
    let setups = replay.setups.iter().filter(|setup| !setup.takes_dead);
    let changed: u32 = setups.map(|setup| setup.changed).sum();
    let reach = Points::whole(changed.into());
    let differs = (input.outcome.white_margin()? - score.margin).fraction() != 0;
    if rules.counting.value != Counting::Territory
        || changed == 0
        || differs
        || !input.lies_within(score.margin - reach, score.margin + reach)
    {
        return None;
    }
    Some(format!(
        "{} changed by setup after the first move, so the number of prisoners isn't known; as it stands it is {}",
        pluralize(changed, "point"),
        Outcome::from_white_margin(score.margin)
    ))
}

/// The reason if points make the difference that have to be filled only if the opponent gets the dame beside them: players,
/// and servers that don't play the dame out, count them.
fn points_behind_dame(input: &VerdictInput, score: &Score) -> Option<String> {
    let unclear = score.count.unclear.iter().filter(|at| at.doubt == Doubt::BehindDame);
    let points: Vec<Point> = unclear.flat_map(|at| at.points.iter().copied()).collect();
    let kinds = score.count.kinds.as_ref()?;
    let size = input.grid().size();
    let number = |color| {
        let of_color = |point: &&Point| kinds[size.index(**point)] == PointKind::FalseEye(color);
        Points::whole(points.iter().filter(of_color).count() as i64)
    };
    let differs = (input.outcome.white_margin()? - score.margin).fraction() != 0;
    let [low, high] = [score.margin - number(Color::Black), score.margin + number(Color::White)];
    if points.is_empty() || differs || !input.lies_within(low, high) {
        return None;
    }
    let names: Vec<String> = points.iter().map(|point| point.name(size)).collect();
    let (have, them) = if points.len() == 1 { ("has", "it") } else { ("have", "them") };
    Some(format!(
        "{} {have} to be filled only if the opponent gets the dame beside {them}; filled, it is {}",
        names.join(", "),
        Outcome::from_white_margin(score.margin)
    ))
}

/// The reason if the last moves may be missing, and can make up for the difference.
fn missing_moves(input: &VerdictInput, score: &Score) -> Option<String> {
    let reach = missing_points(input, score)?;
    let whole = |margin: Points| {
        input.outcome.white_margin().is_none_or(|recorded| (recorded - margin).fraction() == 0)
    };
    let near = |margin: Points| whole(margin) && input.lies_within(margin - reach, margin + reach);
    // No sign that the stones that look dead were taken off: programs that count area leave them.
    let by_area = input.game.rules.counting.value != Counting::Territory;
    let all_alive = input.recount.dead.clone().filter(|_| by_area).map(|mut dead| {
        dead.stones.fill(false);
        dead.count = ByColor::default();
        Recount::with_dead(dead, input.game)
    });
    let all_alive = all_alive.and_then(|recount| recount.score).map(|score| score.margin);
    let around = Points::whole(ALL_ALIVE_POINTS.into());
    let is_all_alive = all_alive.is_some_and(|margin: Points| {
        whole(margin) && input.lies_within(margin - around, margin + around)
    });
    if ![score.margin, score.territory_margin].into_iter().any(near) && !is_all_alive {
        return None;
    }
    let replay = &input.game.replay;
    let passes = match replay.final_passes {
        0 => "without a pass",
        _ => "after one pass",
    };
    let open = match score.count.dame {
        dame if dame >= MIN_OPEN_DAME => format!(", with {dame} dame open"),
        _ => String::new(),
    };
    Some(format!(
        "the record stops after move {} {passes}{open}; as it stands it is {}, recorded {}: its last moves may be missing",
        replay.moves - replay.final_passes,
        Outcome::from_white_margin(score.margin),
        input.outcome,
    ))
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

/// The count with those groups dead whose bits are set. `None` if the position is then unfinished.
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
