//! The ruleset of a game in OGS's JSON.

use serde_json::value::RawValue;

use super::game::OgsGame;
use crate::rules::{Compensation, Superko, Switches, by_id, ru_value, switched};

/// The value of RU for a game's rules and their switches, and the member that names them. The rules alone if they aren't
/// among OGS's; `None` if the game names none.
pub(super) fn ru<'a>(game: &OgsGame<'a>) -> Option<(Option<&'a RawValue>, String)> {
    let (value, rules) = game.text("rules")?;
    let base = rules.to_lowercase();
    let known = switched(&base, &switches(game, &base)).and_then(|id| by_id(&id));
    Some((Some(value), known.map_or(rules, |known| ru_value(known).to_owned())))
}

fn switches(game: &OgsGame, base: &str) -> Switches {
    let allows_superko =
        game.flag("allow_superko").unwrap_or(matches!(base, "japanese" | "korean"));
    let superko = match game.text("superko_algorithm").as_ref().map(|(_, name)| &**name) {
        _ if allows_superko => Some(Superko::None),
        Some("noresult") => Some(Superko::None),
        // All but `ssk` are positional for goban (`isBoardRepeating`).
        Some("psk" | "csk") => Some(Superko::Positional),
        Some("ing") if base != "ing" => Some(Superko::Positional),
        Some("ssk") => Some(Superko::Situational),
        _ => None,
    };
    // White's points play no part in an even game.
    let has_handicap = game.handicap() >= 2;
    let by_aga = game.flag("aga_handicap_scoring").unwrap_or(base == "aga");
    let compensation = match game.flag("score_handicap") {
        Some(false) => Some(Compensation::None),
        Some(true) if by_aga => Some(Compensation::AllButFirst),
        Some(true) => Some(Compensation::All),
        None => by_aga.then_some(Compensation::AllButFirst),
    };
    Switches {
        superko,
        suicide: game.flag("allow_self_capture"),
        area: game.flag("score_stones"),
        seki_eyes: game.flag("score_territory_in_seki"),
        compensation: compensation.filter(|_| has_handicap),
        white_last: game.flag("white_must_pass_last"),
    }
}
