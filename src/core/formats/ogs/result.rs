//! How a game in OGS's JSON ended.

use serde_json::value::RawValue;

use super::json::{Members, OgsGame, name_of, text_of};
use crate::formats::values::stated_result;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy, result};

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
        if lower.contains("cancel") || lower.contains("annul") {
            let result = Some(ANNULLED.to_owned());
            return Self { result, note: Some(words), ..Self::default() };
        }
        let code = match winner {
            Winner::Player(color) => Some(Outcome::Win(color, WinBy::Unspecified)),
            Winner::Nobody => Some(Outcome::Draw),
            Winner::Unknown => None,
        };
        let re = stated_result(code, &words);
        let outcome = re.as_deref().map_or(Outcome::Missing, |re| result(re).outcome);
        let is_counted = outcome.white_margin().is_some();
        let is_plain = is_counted
            || ["resignation", "resign", "r", "timeout", "t"].contains(&&*lower) && code.is_some();
        let server = score(game).filter(|server| is_counted && *server != outcome);
        Self {
            result: re,
            note: (!is_plain).then_some(words),
            is_counted,
            contradiction: server
                .map(|server| format!("score gives {server}, outcome and winner {outcome}")),
        }
    }
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
