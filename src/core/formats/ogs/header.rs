//! The header of a game in OGS's JSON, as properties of the root: its ruleset, komi and handicap as goban's `fillDefaults` has them.

use serde_json::value::RawValue;

use super::TITLE;
use super::json::{Members, OgsGame, name_of, text_of};
use super::moves::points;
use super::result::OgsEnding;
use crate::formats::SourceLines;
use crate::formats::sgf_writer::HeaderField;
use crate::formats::values::date;
use crate::go::{Color, Points, Size};
use crate::rules::{Compensation, Counting, Ruleset, Suicide, Superko, by_id, ru_value};
use crate::sgf::date_of_day;

/// The properties of the root.
pub(super) fn fields(
    game: &OgsGame,
    source: &SourceLines,
    size: Size,
    ending: &OgsEnding,
) -> Vec<HeaderField> {
    let mut fields = Vec::new();
    let line = |value: Option<&RawValue>| value.map_or(0, |value| source.line_of(value));
    let mut add = |value: Option<&RawValue>, name, text: String| {
        fields.push(HeaderField::new(line(value), name, text));
    };
    let lines = match (size.cols(), size.rows()) {
        (cols, rows) if cols == rows => cols.to_string(),
        (cols, rows) => format!("{cols}:{rows}"),
    };
    add(game.get("width"), "SZ", lines);
    for (color, [player, rank]) in [(Color::Black, ["PB", "BR"]), (Color::White, ["PW", "WR"])] {
        let members = game.player(color);
        if let Some((value, name)) = player_name(game, color, &members) {
            add(Some(value), player, name);
        }
        let is_pro = ["professional", "pro"]
            .iter()
            .any(|name| members.get(name).is_some_and(|value| value.get() == "true"));
        if let Some(value) = members.get("rank").or_else(|| members.get("ranking"))
            && let Some(rank_text) = value.get().parse().ok().and_then(|rank| rank_of(rank, is_pro))
        {
            add(Some(value), rank, rank_text);
        }
    }
    if let Some((value, date)) = date_played(game) {
        add(Some(value), "DT", date);
    }
    let id = game.text("game_id").or_else(|| game.text("id"));
    let place = id.as_ref().map(|(_, id)| format!("OGS: https://online-go.com/game/{id}"));
    add(id.map(|(value, _)| value), "PC", place.unwrap_or_else(|| "OGS".to_owned()));
    add(None, "SO", TITLE.to_owned());
    if let Some((value, name)) = game.text("game_name").or_else(|| game.text("name")) {
        add(Some(value), "GN", name);
    }
    let (value, text) = komi(game);
    add(value, "KM", text);
    if game.handicap() >= 2 {
        add(game.get("handicap"), "HA", game.handicap().to_string());
    }
    let (value, rules) = ru(game);
    add(value, "RU", rules);
    time(game, &mut add);
    if let Some(result) = &ending.result {
        add(game.get("outcome"), "RE", result.clone());
    }
    let ranked = [(true, "ranked"), (false, "unranked")];
    let ranked = ranked.into_iter().find(|&(value, _)| game.states("ranked", value));
    let ranked = ranked.map(|(_, words)| words);
    let extra = extra_points(game);
    let extra = (extra != Points::ZERO)
        .then(|| format!("the komi includes {extra} for the handicap of {}", game.handicap()));
    let notes: Vec<&str> =
        ranked.into_iter().chain(ending.note.as_deref()).chain(extra.as_deref()).collect();
    if !notes.is_empty() {
        add(game.get("ranked").or_else(|| game.get("outcome")), "GC", notes.join("; "));
    }
    if let Some(contradiction) = &ending.contradiction {
        add(game.get("score"), "C", contradiction.clone());
    }
    fields
}

/// The name of a player, or the names of a team.
fn player_name<'a>(
    game: &OgsGame<'a>,
    color: Color,
    members: &Members<'a>,
) -> Option<(&'a RawValue, String)> {
    let team = || {
        let team = Members::read(game.get("rengo_teams")?).get(name_of(color))?;
        let players: Vec<&RawValue> = serde_json::from_str(team.get()).ok()?;
        let name = |player| text_of(Members::read(player).get("username")?);
        let names: Vec<String> = players.into_iter().filter_map(name).collect();
        (!names.is_empty()).then(|| (team, names.join(", ")))
    };
    let value = || members.get("username").or_else(|| members.get("name"));
    let is_team = game.states("rengo", true);
    is_team
        .then(team)
        .flatten()
        .or_else(|| value().and_then(|value| Some((value, text_of(value)?))))
}

/// The day on which the game began.
fn date_played<'a>(game: &OgsGame<'a>) -> Option<(&'a RawValue, String)> {
    const DAY: f64 = 24.0 * 60.0 * 60.0;
    // Seconds; some programs write milliseconds.
    let seconds = |time: f64| if time > 1e11 { time / 1000.0 } else { time };
    let day = |value: &RawValue| {
        let seconds = seconds(text_of(value)?.parse().ok()?);
        (1.0..1e11).contains(&seconds).then(|| date_of_day((seconds / DAY) as u64))
    };
    let started = game.get("start_time").and_then(|value| Some((value, day(value)?)));
    let stated = || {
        ["started", "game_date"].iter().find_map(|name| {
            let (value, text) = game.text(name)?;
            Some((value, date(text.get(..10).unwrap_or(&text))?))
        })
    };
    started.or_else(stated)
}

/// Main time and overtime (goban, `JGOFTimeControl`).
fn time(game: &OgsGame, add: &mut impl FnMut(Option<&RawValue>, &'static str, String)) {
    let names = ["time_control", "time_control_parameters"];
    // The API has an object in a string, and its name beside it.
    let is_object =
        |value: &&RawValue| ["{", "\"{"].iter().any(|open| value.get().starts_with(open));
    let Some(value) = names.iter().flat_map(|name| game.all(name)).find(is_object) else { return };
    let unpacked: String = serde_json::from_str(value.get()).unwrap_or_default();
    let inner: Option<&RawValue> = serde_json::from_str(&unpacked).ok();
    let control = Members::read(inner.unwrap_or(value));
    let seconds = |name: &str| {
        let time: f64 = text_of(control.get(name)?)?.parse().ok()?;
        (0.0..1e9).contains(&time).then(|| time.round().to_string())
    };
    let system = control.get("system").or_else(|| control.get("time_control"));
    let (main, overtime) = match system.and_then(text_of).as_deref() {
        Some("fischer") => (
            seconds("initial_time"),
            seconds("time_increment").map(|added| format!("{added} fischer")),
        ),
        Some("byoyomi") => {
            let periods = seconds("periods").zip(seconds("period_time"));
            (seconds("main_time"), periods.map(|(n, time)| format!("{n}x{time} byo-yomi")))
        }
        Some("canadian") => {
            let period = seconds("stones_per_period").zip(seconds("period_time"));
            (seconds("main_time"), period.map(|(n, time)| format!("{n}/{time} canadian")))
        }
        Some("simple") => {
            (Some("0".to_owned()), seconds("per_move").map(|time| format!("1x{time} byo-yomi")))
        }
        Some("absolute") => (seconds("total_time"), None),
        _ => (None, None),
    };
    if let Some(main) = main {
        add(Some(value), "TM", main);
    }
    if let Some(overtime) = overtime {
        add(Some(value), "OT", overtime);
    }
}

/// The rank of OGS's number: 29 is 1 kyu, 30 is 1 dan; a professional's is 36 more than his dan, or 1036 (online-go.com,
/// `rank_utils`). `None` for one that means no rank.
fn rank_of(rank: f64, is_pro: bool) -> Option<String> {
    let rank = if rank > 900.0 { rank - 1000.0 } else { rank };
    match rank {
        _ if !(0.0..60.0).contains(&rank) => None,
        _ if is_pro && rank >= 36.5 => Some(format!("{}p", (rank - 36.0).round())),
        _ if rank < 30.0 => Some(format!("{}k", (30.0 - rank).ceil())),
        _ => Some(format!("{}d", (rank - 29.0).floor().min(9.0))),
    }
}

/// The name of a game's rules in lower case; Japanese if it names none.
pub(super) fn base(game: &OgsGame) -> String {
    game.text("rules").map_or_else(|| "japanese".to_owned(), |(_, rules)| rules.to_lowercase())
}

/// The value of RU, and the member that names the rules: the ruleset, or the name that the game gives it with the members that set
/// a rule otherwise, which no ruleset has.
pub(super) fn ru<'a>(game: &OgsGame<'a>) -> (Option<&'a RawValue>, String) {
    let base = base(game);
    let stated = game.text("rules");
    let written = stated.as_ref().map_or(&base, |(_, rules)| rules).clone();
    let ru = match ruleset_of(&base) {
        Some(rules) => match &deviations(game, &base, rules)[..] {
            [] => ru_value(rules).to_owned(),
            others => format!("{written} ({})", others.join(", ")),
        },
        None => written,
    };
    (stated.map(|(value, _)| value), ru)
}

/// The ruleset of OGS's name for it (goban, `GobanEngineRules`). OGS counts area under AGA rules, and a pass costs nothing.
fn ruleset_of(base: &str) -> Option<&'static Ruleset> {
    by_id(match base {
        "japanese" | "chinese" | "korean" | "ing" => base,
        "aga" => "aga-area",
        "nz" => "new-zealand",
        _ => return None,
    })
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
    game.flag_or("score_stones", !matches!(&*base, "japanese" | "korean"))
}

/// How the server compensates White for handicap stones (goban, `getHandicapPointAdjustmentForWhite`).
fn compensation(game: &OgsGame, base: &str) -> Compensation {
    let is_scored = game.flag_or("score_handicap", matches!(base, "chinese" | "aga" | "ing"));
    match game.flag_or("aga_handicap_scoring", base == "aga") {
        _ if !is_scored => Compensation::None,
        true => Compensation::AllButFirst,
        false => Compensation::All,
    }
}

/// The members that set a rule otherwise than the ruleset has it.
fn deviations(game: &OgsGame, base: &str, rules: &Ruleset) -> Vec<String> {
    let superko = match rules.superko.value {
        Superko::SituationalAfterMoves => Superko::Situational,
        superko => superko,
    };
    let flags = [
        ("allow_ko", !rules.ko.value),
        ("allow_self_capture", rules.suicide.value != Suicide::Forbidden),
        ("score_stones", rules.counting.value == Counting::Area),
        ("score_territory_in_seki", rules.seki_eyes.value),
        ("white_must_pass_last", rules.white_last.value),
    ];
    let mut deviations: Vec<String> = (flags.into_iter())
        .filter(|&(name, own)| game.states(name, !own))
        .map(|(name, own)| format!("{name}: {}", !own))
        .collect();
    let stated = stated_superko(game, base).filter(|(stated, _)| *stated != superko);
    deviations.extend(stated.map(|(_, words)| words));
    // White's points play no part in an even game, but stones set up may be taken for a handicap.
    let has_stones = || {
        let state = game.get("initial_state").map(Members::read);
        let black = state.and_then(|state| state.get(name_of(Color::Black)).map(points));
        black.is_some_and(|stones| !stones.is_empty())
    };
    let given = match game.handicap() {
        0 if has_stones() => Compensation::None,
        0 | 1 => rules.compensation.value,
        _ if is_area(game) => compensation(game, base),
        // The komi has them.
        _ => Compensation::None,
    };
    if given != rules.compensation.value {
        deviations.push("points for handicap stones".to_owned());
    }
    deviations
}

/// The superko that a game states, and in which words.
fn stated_superko(game: &OgsGame, base: &str) -> Option<(Superko, String)> {
    let allowed = game.flag_or("allow_superko", matches!(base, "japanese" | "korean"));
    if allowed {
        return Some((Superko::None, "allow_superko: true".to_owned()));
    }
    let (_, name) = game.text("superko_algorithm")?;
    let superko = match &*name {
        "noresult" => Superko::None,
        // All but `ssk` are positional for goban (`isBoardRepeating`).
        "psk" | "csk" => Superko::Positional,
        "ing" if base != "ing" => Superko::Positional,
        "ssk" => Superko::Situational,
        _ => return None,
    };
    Some((superko, format!("superko_algorithm: {name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_names() {
        for (rank, is_pro, name) in [
            (0.0, false, Some("30k")),
            (28.1, false, Some("2k")),
            (29.0, false, Some("1k")),
            (29.4, false, Some("1k")),
            (30.0, false, Some("1d")),
            (31.56, false, Some("2d")),
            (45.0, true, Some("9p")),
            (1039.0, true, Some("3p")),
            (-1.0, false, None),
            (-1000.0, false, None),
        ] {
            assert_eq!(rank_of(rank, is_pro).as_deref(), name, "{rank}");
        }
    }
}
