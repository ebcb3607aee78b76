//! A ruleset's fields.

use crate::go::{Color, Points};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

/// A field of a ruleset with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<T> {
    pub value: T,
    /// Document and paragraph, e.g. `A91 6`; the documents' short names are explained in
    /// `docs/rulesets.md`.
    pub source: &'static str,
}

/// The recreated positions that are forbidden, beyond the immediate retake of a ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Superko {
    /// None: longer cycles are dealt with by [`LongCycle`].
    None,
    /// Any earlier position, the initial one included.
    Positional,
    /// Any earlier position with the same player to move, the initial one included; a pass makes a
    /// situation too.
    Situational,
    /// As [`Superko::Situational`], without the initial position.
    SituationalAfterMoves,
    /// Any position that an earlier play (not a pass) of the same player created.
    NaturalSituational,
    /// A position that has recurred once already: a cycle may be played once, not gone on with. This is
    /// how Ing's disturbing ko is read here; his fighting ko isn't distinguished from it.
    AfterCycle,
}

/// The consequence if a position recurs that [`Superko`] doesn't forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LongCycle {
    /// It can't: every repetition is forbidden.
    Forbidden,
    /// It can't, but where it happens all the same a referee may declare a draw.
    ForbiddenOrDraw,
    /// None: play continues.
    PlayOn,
    /// The game has no result if the players agree.
    NoResult,
    DrawOrNoResult,
    /// Ing's fighting and disturbing ko: a disturbing one may not go on after a cycle.
    Ing,
}

/// Whether a play may take the player's own chain off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// A chain of two stones or more, not a single stone.
    MultiStone,
    /// Any chain. (Where positions may not recur a single stone's is a repetition.)
    Allowed,
}

impl Suicide {
    /// Whether a play is forbidden that takes this number of the player's own stones off the board.
    pub fn forbids(self, stones: u32) -> bool {
        match self {
            Self::Forbidden => stones > 0,
            Self::MultiStone => stones == 1,
            Self::Allowed => false,
        }
    }
}

/// How the score is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Empty points surrounded, and prisoners.
    Territory,
    /// Empty points surrounded, and stones on the board.
    Area,
    /// Stones on the board, once each player has filled all but two eyes per group. Computed from a final
    /// position as area less the group tax.
    Stones,
}

/// How a count by area is laid out; it doesn't change the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presentation {
    Points,
    /// As half the difference, in zi of two points, from half the board.
    HalfCount,
    /// By filling the board with 180 stones each.
    FillIn,
}

/// What White receives for handicap stones when area is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compensation {
    /// Nothing.
    None,
    /// A point for each stone but the first.
    AllButFirst,
    /// A point for each stone.
    All,
}

impl Compensation {
    /// The points for `stones` handicap stones (0 and 1 aren't a handicap).
    #[must_use]
    pub fn points(self, stones: u32) -> Points {
        match (self, i64::from(stones)) {
            (Self::None, _) | (_, 0 | 1) => Points::ZERO,
            (Self::AllButFirst, n) => Points::whole(n - 1),
            (Self::All, n) => Points::whole(n),
        }
    }
}

/// The points for the first pass of the game, where area is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPass {
    Nothing,
    /// A point for White, if it was White's.
    PointForWhite,
    /// Half a point for the player who passes, who takes the button. The pass doesn't help end the
    /// game, and earlier positions may recur after it.
    Button,
}

impl FirstPass {
    /// White's gain from a first pass by this player.
    #[must_use]
    pub fn points(self, player: Color) -> Points {
        match (self, player) {
            (Self::Nothing, _) | (Self::PointForWhite, Color::Black) => Points::ZERO,
            (Self::PointForWhite, Color::White) => Points::whole(1),
            (Self::Button, Color::White) => Points::HALF,
            (Self::Button, Color::Black) => -Points::HALF,
        }
    }

    /// The words for these points in an explanation.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Button => "the half point for the first pass",
            Self::Nothing | Self::PointForWhite => "the point for White's first pass",
        }
    }
}

/// Where handicap stones go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// On the star points, in the traditional order.
    Fixed,
    /// Where Black likes.
    Free,
    /// The rules don't say, or have no handicap.
    Unstated,
}

/// Whether play may go on after two passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resumption {
    /// No: two passes end the game.
    None,
    /// Yes, in a dispute; the opponent of the last player to pass moves first.
    InTurn,
    /// Yes, if a player asks for it; the opponent moves first. A record doesn't say who asked.
    ByOpponent,
}

/// How a dispute about dead stones ends, if the players don't agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dispute {
    /// By other means than play on the board: a referee, or hypothetical play.
    OffTheBoard,
    /// Play continues until they agree or the stones are captured.
    PlayOn,
    /// Four passes in a row: every stone on the board is alive.
    FourPasses,
    /// After play was resumed once and stopped again, every stone on the board is alive.
    OneResumption,
}

/// Points that a player loses without a move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// No such rule is known.
    None,
    Warning(Points),
    /// By each period of overtime, which is bought with them.
    Overtime(Points),
}

impl fmt::Display for Penalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("0"),
            Self::Warning(points) | Self::Overtime(points) => points.fmt(f),
        }
    }
}

/// The stones that come off before counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadStones {
    /// Those that the players agree couldn't escape capture.
    Agreed,
    /// Those in the places that unconditionally living chains enclose, where at most one point is next
    /// to none of these chains ([`pass_dead`](crate::go::pass_dead)). All others stand, whatever the players
    /// agreed: this is how KataGo counts.
    PassDead,
    /// None: every stone on the board is alive.
    None,
}

/// A ruleset: a row of the table. Its rules are fields of it by `Deref`: `ruleset.komi.value`.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its stable identifier, as options and reports write it.
    pub id: Cow<'static, str>,
    /// Its name for people.
    pub name: Cow<'static, str>,
    /// Its fields.
    pub rules: Rules,
}

impl Deref for Ruleset {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

impl DerefMut for Ruleset {
    fn deref_mut(&mut self) -> &mut Rules {
        &mut self.rules
    }
}

impl Ruleset {
    /// This ruleset with simple ko and nothing else: no longer cycle is forbidden, and where one goes
    /// on the game is a draw or has no result. Chinese rules are refereed like this, whatever they say
    /// on paper (WIK, Chinese rules). A ruleset without superko stays as it is.
    #[must_use]
    pub fn with_simple_ko(mut self) -> Self {
        const SOURCE: &str = "simple ko, as requested";
        if self.superko.value != Superko::None {
            self.ko = Field { value: true, source: SOURCE };
            self.superko = Field { value: Superko::None, source: SOURCE };
            self.long_cycle = Field { value: LongCycle::DrawOrNoResult, source: SOURCE };
        }
        self
    }
}

/// The fields of a ruleset, each with its source.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Whether an immediate retake of a ko is forbidden as such (BGA 6.1).
    pub ko: Field<bool>,
    /// Other recreated positions that are forbidden.
    pub superko: Field<Superko>,
    /// The consequence if an allowed position recurs.
    pub long_cycle: Field<LongCycle>,
    /// Whether suicide is allowed.
    pub suicide: Field<Suicide>,
    /// How the score is counted.
    pub counting: Field<Counting>,
    /// How a count by area is laid out.
    pub presentation: Field<Presentation>,
    /// Whether a point is taken off for each eye that a group needs: two for a living group, one for a group
    /// in seki with one eye.
    pub group_tax: Field<bool>,
    /// Whether eyes of groups in seki are territory.
    pub seki_eyes: Field<bool>,
    /// Whether a pass costs a stone.
    pub pass_stones: Field<bool>,
    /// Whether White must make the last move.
    pub white_last: Field<bool>,
    /// The points for the first pass of the game.
    pub first_pass: Field<FirstPass>,
    /// White's komi in an even game, where the rules name one.
    pub komi: Field<Option<Points>>,
    /// White's komi in a handicap game, where the rules name one.
    pub handicap_komi: Field<Option<Points>>,
    /// White's komi in even games of earlier years: each with the last year that it held.
    pub earlier_komi: Field<&'static [(u16, Points)]>,
    /// What White receives for handicap stones when area is counted.
    pub compensation: Field<Compensation>,
    /// Where handicap stones go.
    pub placement: Field<Placement>,
    /// Whether play may go on after two passes.
    pub resumption: Field<Resumption>,
    /// How a dispute ends.
    pub dispute: Field<Dispute>,
    /// The stones that come off before counting.
    pub dead_stones: Field<DeadStones>,
    pub black_wins_ties: Field<bool>,
    /// The points that a player loses without a move on the board.
    pub penalty: Field<Penalty>,
}

impl Rules {
    /// White's komi in a game with this many handicap stones, played in this year if that is known;
    /// `None` if the rules name none.
    #[must_use]
    pub fn default_komi(&self, handicap: u32, year: Option<u16>) -> Option<Points> {
        if handicap >= 1 {
            return self.handicap_komi.value;
        }
        let earlier =
            self.earlier_komi.value.iter().find(|(last, _)| year.is_some_and(|y| y <= *last));
        earlier.map(|&(_, komi)| komi).or(self.komi.value)
    }
}

/// A built-in ruleset, or one made at run time; cheap to clone.
#[derive(Clone, Debug)]
pub enum SharedRuleset {
    /// One of [`BUILT_IN`](super::BUILT_IN), or one that a record's rules string names.
    BuiltIn(&'static Ruleset),
    /// A ruleset from a file, or a built-in one that options change.
    Own(Arc<Ruleset>),
}

impl SharedRuleset {
    /// The ruleset with simple ko alone ([`Ruleset::with_simple_ko`]).
    #[must_use]
    pub fn with_simple_ko(&self) -> Self {
        if self.superko.value == Superko::None {
            return self.clone();
        }
        Ruleset::clone(self).with_simple_ko().into()
    }
}

impl Deref for SharedRuleset {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        match self {
            Self::BuiltIn(rules) => rules,
            Self::Own(rules) => rules,
        }
    }
}

impl From<&'static Ruleset> for SharedRuleset {
    fn from(rules: &'static Ruleset) -> Self {
        Self::BuiltIn(rules)
    }
}

impl From<Ruleset> for SharedRuleset {
    fn from(rules: Ruleset) -> Self {
        Self::Own(Arc::new(rules))
    }
}

/// Returns the ruleset of this identifier, which is also its name. `rules` makes it.
///
/// The ruleset is never freed. So identifiers must be in a form of which there is a bounded number.
pub(super) fn described(id: String, rules: impl FnOnce() -> Rules) -> &'static Ruleset {
    static MADE: Mutex<BTreeMap<String, &'static Ruleset>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = made.get(&id) {
        return known;
    }
    let name = id.clone().into();
    let ruleset = Ruleset { id: id.clone().into(), name, rules: rules() };
    let ruleset = Box::leak(Box::new(ruleset));
    made.insert(id, ruleset);
    ruleset
}
