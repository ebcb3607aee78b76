//! What a record says of its game that no check needs.

use super::header::{Field, Header};
use super::server_rules::server_id;
use crate::sgf::{Game, Text, first_date, main_time, overtime, rank};

/// What a record says of its game that no check needs. Empty where it says nothing.
#[derive(Clone, Debug, Default)]
pub struct GameInfo {
    /// The round: RO.
    pub round: String,
    /// The place: PC.
    pub place: String,
    /// Black's rank: `9p`, `3d`, `5k`, `?`, or BR as recorded.
    pub black_rank: String,
    /// White's rank in the same form.
    pub white_rank: String,
    /// The first date: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub date_iso: String,
    /// The main time in seconds: TM.
    pub main_time: Option<u32>,
    /// The overtime: `5x30`, `25/600`, `+10`, or OT as recorded.
    pub overtime: String,
    /// The id of the server that the record is from.
    pub server: Option<&'static str>,
    /// The ruleset as recorded: RU.
    pub rules: String,
    /// Whether the record has variations.
    pub has_variations: bool,
}

impl GameInfo {
    /// Reads the header of a game.
    pub(crate) fn read(text: &Text, game: &Game, header: &Header) -> Self {
        let field = |field| header.text(text, field);
        let short = |of, read: fn(&str) -> Option<String>| {
            let recorded = field(of);
            read(&recorded).unwrap_or_else(|| recorded.into_owned())
        };
        Self {
            round: field(Field::Round).into_owned(),
            place: field(Field::Place).into_owned(),
            black_rank: short(Field::BlackRank, rank),
            white_rank: short(Field::WhiteRank, rank),
            date_iso: first_date(&header.date(text)),
            main_time: main_time(&field(Field::MainTime)),
            overtime: short(Field::Overtime, overtime),
            server: server_id(text, game),
            rules: field(Field::Rules).into_owned(),
            has_variations: game.nodes().len() > game.main_line() as usize,
        }
    }
}
