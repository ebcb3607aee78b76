//! How a game in OGS's JSON ended.

use serde_json::value::RawValue;

use super::json::{Members, OgsGame, name_of, text_of};
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

/// The end of a game.
#[derive(Debug, Default)]
pub(super) struct OgsEnding {
    /// The value of RE.
    pub result: Option<String>,
    /// The server's words for an end that RE has no letter for.
    pub note: Option<String>,
    /// Whether the result was counted.
    pub is_counted: bool,
    /// The server's count, if `outcome` differs.
    pub contradiction: Option<String>,
}

/// RE of a game whose result doesn't count. FF\[4\] has no form for it but `Void`, which a game without a result has, too.
const ANNULLED: &str = "Annulled";

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Winner {
    Player(Color),
    Nobody,
    Unknown,
}

impl OgsEnding {
    pub(super) fn read(game: &OgsGame) -> Self {
        let Some((_, words)) = game.text("outcome") else { return Self::default() };
        let winner = winner(game);
        let lower = words.to_lowercase();
        if game.all("annulled").any(|annulled| annulled.get() == "true") {
            let (result, note) = (Some(ANNULLED.to_owned()), Some(format!("annulled: {words}")));
            return Self { result, note, ..Self::default() };
        }
        if let Some(margin) = margin(&lower) {
            return Self::counted(game, winner, margin);
        }
        let plain = match &*lower {
            "resignation" | "resign" | "r" => Some(WinBy::Resignation),
            "timeout" | "t" => Some(WinBy::Time),
            _ => None,
        };
        let by = match &*lower {
            _ if plain.is_some() => plain,
            _ if lower.contains("timeout") => Some(WinBy::Time),
            _ if [
                "disqualification",
                "moderator",
                "server",
                "disconnection",
                "abandon",
                "forfeit",
            ]
            .iter()
            .any(|word| lower.contains(word)) =>
            {
                Some(WinBy::Forfeit)
            }
            _ => None,
        };
        if lower.contains("cancel") || lower.contains("annul") {
            return Self {
                result: Some(ANNULLED.to_owned()),
                note: Some(words),
                ..Self::default()
            };
        }
        let outcome = match (winner, by) {
            (Winner::Player(color), by) => Outcome::Win(color, by.unwrap_or(WinBy::Unspecified)),
            (Winner::Nobody, _) => Outcome::Draw,
            (Winner::Unknown, _) => Outcome::Unknown,
        };
        let note = plain.is_none() || winner == Winner::Unknown;
        Self { result: Some(outcome.to_string()), note: note.then_some(words), ..Self::default() }
    }

    fn counted(game: &OgsGame, winner: Winner, margin: Points) -> Self {
        let outcome = match winner {
            _ if margin == Points::ZERO => Outcome::Draw,
            Winner::Player(color) => Outcome::Win(color, WinBy::Points(margin)),
            Winner::Nobody | Winner::Unknown => Outcome::Unknown,
        };
        let server = score(game);
        let differs = server.filter(|server| *server != outcome && outcome != Outcome::Unknown);
        Self {
            result: Some(outcome.to_string()),
            note: (outcome == Outcome::Unknown).then(|| format!("{margin} points")),
            is_counted: true,
            contradiction: differs
                .map(|server| format!("score gives {server}, outcome and winner {outcome}")),
        }
    }
}

/// The margin of an outcome: `12.5 points`, `1 point`, `0.5`.
fn margin(lower: &str) -> Option<Points> {
    let number = lower.trim_end_matches("points").trim_end_matches("point").trim_end();
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    Points::parse(number).filter(|margin| is_number && margin.abs() < Points::whole(10_000))
}

fn winner(game: &OgsGame) -> Winner {
    let id = |color: Color| {
        let own = game.player(color).get("id").and_then(text_of);
        own.or_else(|| Some(game.text(&format!("{}_player_id", name_of(color)))?.1))
    };
    let colors = [Color::Black, Color::White];
    let stated = game.get("winner").and_then(text_of);
    let by_id = stated.as_ref().and_then(|winner| {
        colors
            .into_iter()
            .find(|&color| id(color).as_ref() == Some(winner) || winner == name_of(color))
    });
    let lost = |black, white| game.states("black_lost", black) && game.states("white_lost", white);
    match (by_id, stated.as_deref()) {
        (Some(color), _) => Winner::Player(color),
        (None, Some("tie")) => Winner::Nobody,
        _ if lost(true, false) => Winner::Player(Color::White),
        _ if lost(false, true) => Winner::Player(Color::Black),
        _ => Winner::Unknown,
    }
}

/// The server's own count.
fn score(game: &OgsGame) -> Option<Outcome> {
    let score = Members::read(game.get("score")?);
    let total = |color| {
        let total: &RawValue = Members::read(score.get(name_of(color))?).get("total")?;
        Points::parse(&text_of(total)?)
    };
    let lead = total(Color::White)? - total(Color::Black)?;
    Some(match lead {
        Points::ZERO => Outcome::Draw,
        lead if lead > Points::ZERO => Outcome::Win(Color::White, WinBy::Points(lead)),
        lead => Outcome::Win(Color::Black, WinBy::Points(lead.abs())),
    })
}
