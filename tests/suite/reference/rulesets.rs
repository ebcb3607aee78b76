//! What each ruleset says, from the documents and not from the program's table.

use super::{Player, Rules, Suicide, Superko};

/// The rules of legality by ruleset.
pub fn rules_of(id: &str) -> Rules {
    let (simple_ko, superko, suicide) = match id {
        "aga" | "aga-1991" | "bga-2007" => (true, Superko::Situational, Suicide::Forbidden),
        "aga-simplified" | "chinese" | "wmsg" => (true, Superko::Positional, Suicide::Forbidden),
        "bga" => (true, Superko::NaturalSituational, Suicide::Forbidden),
        "french" => (false, Superko::NaturalSituational, Suicide::Forbidden),
        "japanese" | "korean" | "wagc" => (true, Superko::None, Suicide::Forbidden),
        "stone-scoring" | "area-group-tax" | "territory-group-tax" => {
            (true, Superko::None, Suicide::Forbidden)
        }
        "ing" => (true, Superko::AfterCycle, Suicide::MultiStone),
        "new-zealand" => (false, Superko::SituationalAfterMoves, Suicide::Allowed),
        "tromp-taylor" | "davies" => (false, Superko::Positional, Suicide::Allowed),
        "basic-7a" => (false, Superko::Positional, Suicide::Forbidden),
        other => panic!("{other}: say here what it forbids, from its documents"),
    };
    let asked_resumption = matches!(id, "japanese" | "korean" | "wagc");
    Rules { simple_ko, superko, suicide, asked_resumption }
}

/// What White receives for handicap stones when area is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compensation {
    Nothing,
    /// "A point for each stone after the first" (A91 4).
    AllButFirst,
    /// WIK, Comparison Table.
    All,
}

/// How a finished game is counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// "A player may pass by handing the opponent one stone" (A91 7).
    pub pass_stones: bool,
    /// "White must make the last move" (A91 11).
    pub white_last: bool,
    /// WIK, World Mind Sports Games Rules: a point off Black where White was the first to pass.
    pub first_pass_point: bool,
    pub compensation: Compensation,
    /// Whether dead stones come off at all (WIK, Rule 9: they don't).
    pub removal: bool,
    /// Whether territory is what one colour surrounds and nothing more is asked: no eyes in seki that
    /// don't count (WIK, Seki), no group tax.
    pub plain: bool,
    /// Whether the result is by area (WIK, Scoring), or by territory.
    pub area: bool,
}

/// The rules of counting by ruleset.
pub fn counting_of(id: &str) -> Counting {
    let area = Counting {
        pass_stones: false,
        white_last: false,
        first_pass_point: false,
        compensation: Compensation::Nothing,
        removal: true,
        plain: true,
        area: true,
    };
    let territory = Counting { area: false, plain: false, ..area };
    match id {
        "aga" | "aga-1991" | "aga-simplified" | "bga" | "bga-2007" | "french" => Counting {
            pass_stones: true,
            white_last: true,
            compensation: Compensation::AllButFirst,
            area: false,
            ..area
        },
        "japanese" | "korean" | "wagc" => territory,
        "chinese" | "ing" => Counting { compensation: Compensation::All, ..area },
        "wmsg" => Counting { compensation: Compensation::All, first_pass_point: true, ..area },
        "new-zealand" | "davies" => area,
        "tromp-taylor" | "basic-7a" => Counting { removal: false, ..area },
        "stone-scoring" | "area-group-tax" => Counting { plain: false, ..area },
        "territory-group-tax" => territory,
        other => panic!("{other}: say here how it counts, from its documents"),
    }
}

impl Compensation {
    pub fn points(self, stones: usize) -> i64 {
        match (self, stones) {
            (Self::Nothing, _) | (_, 0 | 1) => 0,
            (Self::AllButFirst, stones) => stones as i64 - 1,
            (Self::All, stones) => stones as i64,
        }
    }
}

/// The players in the order of tables of two.
pub const PLAYERS: [Player; 2] = [Player::Black, Player::White];
