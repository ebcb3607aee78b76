//! What an event says of a game: its terms, and the decisions on it.

use std::borrow::Cow;
use std::collections::HashSet;

use super::options::AuditOptions;
use super::recount::GameCounter;
use super::settle::GameEnding;
use crate::go::{ByColor, Chains, Color, Grid, Point, Points};
use crate::plural::pluralize;
use crate::record::{RecordedGame, RulesChoice, ValueSource};
use crate::rules::Ruleset;
use crate::score::Dead;
use crate::sgf::{Outcome, WinBy};

/// Maximum number of chains that a sentence names.
const MAX_CHAINS: usize = 4;

/// The decision of an event on a game: a ruling, penalties, or who wins ties.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// The result that was decided. `None` if the count stands.
    pub result: Option<Outcome>,
    /// The points that each player lost by penalties.
    pub penalties: ByColor<Points>,
    /// The decision with its author and its reason, as a clause.
    pub words: String,
    /// Whether a referee decided, rather than the event's terms.
    pub is_ruling: bool,
    /// Whether the result is the count's, changed by penalties or by the rule for ties.
    pub is_adjusted: bool,
}

impl Decision {
    /// A referee's result, which no count refutes.
    pub(crate) fn ruled(result: Outcome, words: String) -> Self {
        Self { result: Some(result), words, is_ruling: true, ..Self::default() }
    }
}

/// What an event says of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameTerms {
    pub ruleset: Option<&'static Ruleset>,
    pub komi: Option<Points>,
    pub names: Names,
    /// The players as the event names them, Black first; empty where it doesn't, or as the record does.
    pub event_names: [String; 2],
    /// The result in the event's table, with the record's colours.
    pub table_outcome: Outcome,
    pub ruling: Option<GameRuling>,
    /// The points that players lost, each with a clause.
    pub penalties: Vec<(Color, Points, String)>,
    /// The result of a tie, if the event has a rule for ties.
    pub tie: Option<Outcome>,
}

/// A referee's ruling on a game, with the record's colours.
#[derive(Clone, Debug)]
pub(crate) struct GameRuling {
    pub result: Option<Outcome>,
    pub stones: Option<RuledStones>,
    /// Who decided, when and why, to follow what was decided.
    pub signature: String,
}

/// The stones that a ruling names.
#[derive(Clone, Debug)]
pub(crate) struct RuledStones {
    /// Their points, each with whether the stone is dead.
    pub named: Vec<(String, bool)>,
    /// Whether no others are dead.
    pub are_all: bool,
}

impl GameTerms {
    /// Returns the options of an audit by these terms. What the caller sets is stronger, and a ruleset that the record
    /// doesn't name is only assumed.
    pub(super) fn applied<'o>(
        &self,
        options: &'o AuditOptions,
        record: &RecordedGame,
    ) -> Cow<'o, AuditOptions> {
        let mut law = Cow::Borrowed(options);
        if let (Some(rules), RulesChoice::Auto(_)) = (self.ruleset, &options.rules) {
            let law = law.to_mut();
            law.rules = RulesChoice::Auto(Some(rules.into()));
            if record.named_rules.is_some_and(|named| named.id != rules.id) {
                law.rules = RulesChoice::Fixed(rules.into());
                law.rules_set_by = ValueSource::Event;
            }
        }
        if self.komi.is_some() && options.komi.is_none() {
            let law = law.to_mut();
            (law.komi, law.komi_set_by) = (self.komi, ValueSource::Event);
        }
        law
    }

    /// Returns the dead stones by the ruling, and how they differ from those of the count, as a clause. `None` where no ruling on
    /// stones is applied.
    pub(super) fn ruled_stones(
        &self,
        counter: &mut GameCounter,
        record: &RecordedGame,
        rules: &Ruleset,
    ) -> Option<(Vec<Point>, String)> {
        let ruling = self.ruling.as_ref().filter(|ruling| ruling.result.is_none())?;
        let stones = ruling.stones.as_ref().filter(|_| counter.options.dead_stones.is_none())?;
        let game = counter.replay_main_line(record, rules);
        let (outcome, count_bare) = (record.result.outcome, counter.options.count_bare);
        let end = GameEnding::new(outcome, &game.replay, rules, count_bare);
        let grid = end.is_counted.then(|| game.grid())?;
        if stones.why_not(Some(grid), outcome).is_some() {
            return None;
        }
        let recount = counter.count(&game, end.estimates).with_proven_life(&game);
        let (dead, words) = stones.among(grid, recount.dead.as_ref());
        Some((dead, format!("ruled: {words}{}", ruling.signature)))
    }
}

impl RuledStones {
    /// Returns why these stones can't be dead or alive on the position that is counted, as a clause.
    pub(crate) fn why_not(&self, position: Option<&Grid>, recorded: Outcome) -> Option<String> {
        let ruled: HashSet<&(String, bool)> = self.named.iter().collect();
        if self.named.iter().any(|(stone, is_dead)| ruled.contains(&(stone.clone(), !is_dead))) {
            return Some("it names a stone as dead and as alive".to_owned());
        }
        let Some(grid) = position else { return Some(not_by_count(recorded)) };
        let size = grid.size();
        self.named.iter().find_map(|(name, _)| match Point::from_name(name, size) {
            None => Some(format!("the board of {size} has no point {name}")),
            Some(point) if grid.get(point).is_none() => {
                Some(format!("there is no stone at {name}"))
            }
            Some(_) => None,
        })
    }

    /// Returns all dead stones by the ruling, and how they differ from those that were dead before, as a clause.
    fn among(&self, grid: &Grid, before: Option<&Dead>) -> (Vec<Point>, String) {
        let (chains, size) = (Chains::new(grid), grid.size());
        let chain = |name: &str| {
            let point = Point::from_name(name, size)?;
            Some(usize::from(chains.of[size.index(point)]))
        };
        let first = |of: usize| usize::from(chains.points[of][0]);
        let is_stone = |at: usize| grid.cells()[at].is_some();
        let was_dead = |of: usize| before.is_some_and(|dead| dead.stones[first(of)]);
        let all = 0..chains.color.len();
        let mut is_dead: Vec<bool> = all.clone().map(|of| !self.are_all && was_dead(of)).collect();
        for (name, status) in &self.named {
            chain(name).into_iter().for_each(|of| is_dead[of] = *status);
        }
        // By the stone that the ruling names.
        let name = |of: usize| {
            let mut names = self.named.iter().map(|(name, _)| name);
            let named = names.find(|name| chain(name) == Some(of)).cloned();
            let name = named.unwrap_or_else(|| size.point(first(of)).name(size));
            format!("{name} ({})", pluralize(chains.points[of].len() as u64, "stone"))
        };
        // Without an estimate, the stones that are named are the news.
        let clause = |status: bool, words: &str| {
            let is_news = |of: &usize| is_dead[*of] == status && was_dead(*of) != status;
            let of: Vec<usize> =
                all.clone().filter(|of| is_news(of) && is_stone(first(*of))).collect();
            let parts: Vec<String> = of.iter().take(MAX_CHAINS).map(|&of| name(of)).collect();
            let more = match of.len().saturating_sub(MAX_CHAINS) {
                0 => String::new(),
                more => format!(" and {}", pluralize(more as u64, "other chain")),
            };
            (!parts.is_empty()).then(|| format!("{}{more} {words}", parts.join(", ")))
        };
        let clauses: Vec<String> =
            [clause(true, "dead too"), clause(false, "alive")].into_iter().flatten().collect();
        let words = match (clauses.is_empty(), is_dead.contains(&true)) {
            (false, _) => clauses.join(", "),
            (true, false) => "no stone is dead".to_owned(),
            (true, true) => "the dead stones are those of the count".to_owned(),
        };
        let places = (0..size.area()).filter(|&at| is_stone(at));
        let dead = places.filter(|&at| is_dead[usize::from(chains.of[at])]);
        (dead.map(|at| size.point(at)).collect(), words)
    }
}

/// Why nothing that changes a count is applied, as a clause.
pub(crate) fn not_by_count(recorded: Outcome) -> String {
    match recorded.is_unknown() {
        true => "the record has no result".to_owned(),
        false => format!("the game isn't decided by a count ({recorded})"),
    }
}

/// The two players of a game as messages name them, Black first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(pub [String; 2]);

impl Names {
    pub(crate) fn of(&self, color: Color) -> &str {
        &self.0[usize::from(color == Color::White)]
    }

    /// Returns a result as a clause: `Wang Bo won by 2.5`.
    pub(crate) fn won(&self, outcome: Outcome) -> String {
        self.say(outcome, "won")
    }

    /// Returns a decision as a clause: `Kim Jin wins by default`.
    pub(crate) fn wins(&self, outcome: Outcome) -> String {
        self.say(outcome, "wins")
    }

    /// Returns a decision in words with its result, which the words of a ruling on stones don't have.
    pub(crate) fn with_result(&self, words: &str, outcome: Outcome) -> String {
        let result = self.wins(outcome);
        if words.contains(&result) { words.to_owned() } else { format!("{words}; {result}") }
    }

    fn say(&self, outcome: Outcome, verb: &str) -> String {
        let (winner, by) = match outcome {
            Outcome::Win(winner, by) => (winner, by),
            Outcome::Draw => return "a draw".to_owned(),
            Outcome::Void | Outcome::Annulled => return "no result, by decision".to_owned(),
            Outcome::BothLose => return "both lose".to_owned(),
            Outcome::BothWin => return "both win".to_owned(),
            Outcome::NotPlayed => return "not played".to_owned(),
            Outcome::Bye => return "a bye".to_owned(),
            Outcome::Suspended => return "suspended".to_owned(),
            outcome if outcome.is_unknown() => return "no result".to_owned(),
            outcome => return outcome.to_string(),
        };
        let how = match by {
            WinBy::Points(points) | WinBy::Adjudication(Some(points)) => format!(" by {points}"),
            WinBy::Resignation => " by resignation".to_owned(),
            WinBy::Time => " on time".to_owned(),
            WinBy::Forfeit | WinBy::Default => " by default".to_owned(),
            WinBy::IllegalMove => " by an illegal move".to_owned(),
            WinBy::Adjudication(None) => " by adjudication".to_owned(),
            WinBy::Unspecified => String::new(),
        };
        format!("{} {verb}{how}", self.of(winner))
    }
}
