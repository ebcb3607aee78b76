//! The ruleset of a game in OGS's JSON, with its komi and its handicap (goban, `fillDefaults`).

use serde_json::value::RawValue;

use super::json::{Members, OgsGame, name_of};
use super::moves::points;
use crate::go::{Color, Points};
use crate::rules::{Compensation, Superko, Switches, by_id, ru_value, switched};

/// The name of a game's rules in lower case; Japanese if it names none.
pub(super) fn base(game: &OgsGame) -> String {
    game.text("rules").map_or_else(|| "japanese".to_owned(), |(_, rules)| rules.to_lowercase())
}

/// The value of RU for a game's rules and their switches, and the member that names them. The rules alone if they aren't
/// among OGS's.
pub(super) fn ru<'a>(game: &OgsGame<'a>) -> (Option<&'a RawValue>, String) {
    let base = base(game);
    let known = switched(&base, &switches(game, &base)).and_then(|id| by_id(&id));
    let stated = game.text("rules");
    let written = stated.as_ref().map_or(base, |(_, rules)| rules.clone());
    (stated.map(|(value, _)| value), known.map_or(written, |known| ru_value(known).to_owned()))
}

/// White's komi as stated, or else the server's. Includes the points for the handicap that the ruleset doesn't give.
pub(super) fn komi<'a>(game: &OgsGame<'a>) -> (Option<&'a RawValue>, String) {
    let stated = game.text("komi");
    let komi = match &stated {
        Some((_, komi)) => Points::parse(komi),
        None => Some(default_komi(game)),
    };
    // Fox counts in half points; OGS takes its 375 as 7.5.
    let komi = komi.map(|komi| match komi == Points::whole(375) {
        true => Points::hundredths(750),
        false => komi,
    });
    let written = match (komi, &stated) {
        (Some(komi), _) => (komi + extra_points(game)).to_string(),
        (None, stated) => stated.as_ref().map_or(String::new(), |(_, komi)| komi.clone()),
    };
    (stated.map(|(value, _)| value), written)
}

fn default_komi(game: &OgsGame) -> Points {
    let whole = match &*base(game) {
        "chinese" | "aga" | "ing" | "nz" => 7,
        "japanese" | "korean" => 6,
        _ => return Points::ZERO,
    };
    let half = if base(game) == "nz" { Points::ZERO } else { Points::HALF };
    if game.handicap() > 0 { half } else { Points::whole(whole) + half }
}

/// White's points for the handicap that no ruleset here gives: for one stone, and where territory is counted.
pub(super) fn extra_points(game: &OgsGame) -> Points {
    let handicap = game.handicap();
    match compensation(game, &base(game)) {
        _ if handicap >= 2 && is_area(game) => Points::ZERO,
        Compensation::None => Points::ZERO,
        Compensation::All => Points::whole(handicap.into()),
        Compensation::AllButFirst => Points::whole(handicap.saturating_sub(1).into()),
    }
}

fn is_area(game: &OgsGame) -> bool {
    let base = base(game);
    game.flag("score_stones").unwrap_or(!matches!(&*base, "japanese" | "korean"))
}

/// How the server compensates White for handicap stones (goban, `getHandicapPointAdjustmentForWhite`).
fn compensation(game: &OgsGame, base: &str) -> Compensation {
    let is_scored =
        game.flag("score_handicap").unwrap_or(matches!(base, "chinese" | "aga" | "ing"));
    match game.flag("aga_handicap_scoring").unwrap_or(base == "aga") {
        _ if !is_scored => Compensation::None,
        true => Compensation::AllButFirst,
        false => Compensation::All,
    }
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
    // White's points play no part in an even game, but stones set up may be taken for a handicap.
    let has_stones = || {
        let state = game.get("initial_state").map(Members::read);
        let black = state.and_then(|state| state.get(name_of(Color::Black)).map(points));
        black.is_some_and(|stones| !stones.is_empty())
    };
    let compensation = match game.handicap() {
        0 if has_stones() => Some(Compensation::None),
        0 | 1 => None,
        _ if is_area(game) => Some(compensation(game, base)),
        // The komi has them.
        _ => Some(Compensation::None),
    };
    Switches {
        superko,
        ko_allowed: game.flag("allow_ko"),
        suicide: game.flag("allow_self_capture"),
        area: game.flag("score_stones"),
        seki_eyes: game.flag("score_territory_in_seki"),
        compensation,
        white_last: game.flag("white_must_pass_last"),
    }
}
