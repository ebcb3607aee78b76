//! The one reading of a record, which every command uses.

use super::handicap::{Handicap, MissingStones};
use super::header::{Field, Header, NodeSpan};
use super::moves::{RecordedMoves, Step, TooManySetupPoints, to_play, walk};
use super::other_game::other_game;
use super::servers::{fox_overtime, is_counted_by_server, is_from_fox, server_id};
use crate::go::{Points, Size};
use crate::rules::{Counting, Presentation, Ruleset, is_of_rules_string, parse_ru};
use crate::sgf::{
    Game, Ident, Komi, KomiUnit, Outcome, ROOT, RecordedResult, SizeValue, Text, date_year,
    first_date, handicap, komi, komi_of_ki, main_time, overtime, overtime_of_periods, rank, result,
    size, small_number, time_control, whole_quarter,
};

/// A game as its record states it.
#[derive(Clone, Debug)]
pub struct RecordedGame<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    /// Where the properties of the header are.
    pub(crate) header: Header,
    /// The value of SZ; 19x19 without one.
    pub size_value: SizeValue,
    /// The board: 19x19 where SZ can't be read.
    pub size: Size,
    /// The number in HA.
    pub stated_handicap: Option<i64>,
    /// The value of KM, if it can be read.
    pub komi_value: Option<Komi>,
    /// The komi in points, by KM or by the property that other programs write instead.
    pub komi: Option<Points>,
    /// Whether KM has a value that can't be read.
    pub unread_komi: bool,
    pub year: Option<u16>,
    /// The ruleset that RU names, by which the marks were made.
    pub named_rules: Option<&'static Ruleset>,
    /// The result of RE, its margin in points.
    pub result: RecordedResult,
    /// Handicap stones that the record states but doesn't have.
    pub missing: MissingStones,
}

impl<'a> RecordedGame<'a> {
    /// Reads the header of a game.
    pub fn read(text: &'a Text<'a>, game: &'a Game) -> Self {
        let header = Header::read(game);
        let stated = |field| header.text(text, field);
        let named_rules = parse_ru(&stated(Field::Rules));
        let size_value = match header.place(Field::Size) {
            Some(place) => size(&text.simple_text(place.span)),
            None => SizeValue::Standard(Size::STANDARD),
        };
        let mut record = Self {
            text,
            game,
            size_value,
            size: match size_value {
                SizeValue::Standard(size) | SizeValue::Odd(size) => size,
                SizeValue::OutOfRange | SizeValue::Malformed => Size::STANDARD,
            },
            stated_handicap: handicap(&stated(Field::Handicap)),
            komi_value: None,
            komi: None,
            unread_komi: false,
            year: date_year(&header.date(text)),
            named_rules,
            result: result(&stated(Field::Result)),
            missing: MissingStones::default(),
            header,
        };
        record.read_komi();
        record.missing = MissingStones::read(text, game, record.size, record.stated_handicap);
        if record.result.outcome.white_margin().is_some_and(|margin| record.is_in_zi(margin)) {
            record.result = record.result.in_zi();
        }
        if record.is_in_points_as_written() {
            record.result =
                RecordedResult { outcome: record.result.as_written(), zi: false, ..record.result };
            let in_points =
                |read: Komi| Komi { points: read.written, unit: KomiUnit::Points, ..read };
            record.komi_value = record.komi_value.map(in_points);
            record.komi = record.komi_value.map(|read| read.points);
        }
        record.result = record.result.unless_area(record.size.area());
        record
    }

    /// Whether komi and margin, both guessed to be in zi, are in points: they are the same, so that the board is even either way, or
    /// the margin in zi is more than the board has under rules that don't count in zi.
    fn is_in_points_as_written(&self) -> bool {
        let margin = self.result.as_written().white_margin();
        let is_even = margin.is_some() && self.komi_as_written() == margin;
        let is_beyond = self.result.unless_area(self.size.area()).outcome == Outcome::Unreadable
            && self
                .named_rules
                .is_some_and(|rules| rules.presentation.value == Presentation::Points);
        let is_guessed =
            self.komi_value.is_some_and(|read| read.unit == KomiUnit::Zi && read.standard)
                && self.result.zi
                && self.result.standard;
        is_guessed && (is_even || is_beyond)
    }

    fn read_komi(&mut self) {
        if let Some(place) = self.header.place(Field::Komi) {
            let in_points =
                |read: Komi| Komi { points: read.written, unit: KomiUnit::Points, ..read };
            let read = komi(&self.text.simple_text(place.span));
            self.komi_value = if self.is_from_katago() { read.map(in_points) } else { read };
            self.komi = self.komi_value.map(|read| read.points);
            self.unread_komi = self.komi.is_none() && !place.span.is_empty();
        } else if let Some(place) = self.header.place(Field::OldKomi) {
            self.komi = komi_of_ki(&self.text.simple_text(place.span));
        } else if let Some(value) = self.header.stand_in(self.text, Field::OtherKomi, Field::Komi) {
            self.komi = komi(&value).map(|read| read.points);
        }
    }

    /// The number in KM, if its unit was guessed.
    pub fn komi_as_written(&self) -> Option<Points> {
        let read = self.komi_value?;
        (read.standard && read.unit != KomiUnit::Points).then_some(read.written)
    }

    /// Visits what is set up and played on the main line, in order; first the handicap stones that are assumed. Returns
    /// what `visit` returns, and [`TooManySetupPoints`].
    pub fn walk<E: From<TooManySetupPoints>>(
        &self,
        visit: impl FnMut(Step) -> Result<(), E>,
    ) -> Result<(), E> {
        walk(self.text, self.game, self.size, &self.missing.assumed, visit)
    }

    /// The moves of the main line, and what is set up before them. Setup is left out beyond the limit of
    /// [`RecordedGame::walk`].
    pub fn moves(&self) -> RecordedMoves {
        RecordedMoves::read(self.text, self.game, self.size, &self.missing.assumed)
    }

    /// The place of a property of the header, else the root.
    pub(crate) fn at(&self, property: &'static str) -> NodeSpan {
        let place = self.header.places().find(|(id, _)| *id == Ident::new(property));
        place.map_or_else(|| NodeSpan::first_byte(self.game, ROOT), |(_, place)| place)
    }

    /// The place of RE, else the root.
    pub(crate) fn result_at(&self) -> NodeSpan {
        self.at("RE")
    }

    /// The place of HA, else the root.
    pub(crate) fn handicap_at(&self) -> NodeSpan {
        self.at("HA")
    }

    /// The property which shows that the game isn't Go, and its place. It is Go if GM is 1 or missing (`FF[4]`, GM),
    /// unless the event or a move shows another game.
    pub(crate) fn other_game(&self) -> Option<(&'static str, NodeSpan)> {
        let (name, span) = other_game(self.text, self.game)?;
        let stated = self.header.place(Field::Game).filter(|_| name == "GM");
        Some((name, stated.unwrap_or(NodeSpan { span, node: ROOT })))
    }

    /// Whether a field names a player. The word for a colour isn't a name.
    pub(crate) fn is_named(&self, field: Field) -> bool {
        self.header.place(field).is_some_and(|place| {
            let words = self.text.simple_text(place.span).split_whitespace().count();
            words > 0 && !(words == 1 && to_play(self.text, place.span).is_some())
        })
    }

    /// The seconds of main time in TM.
    pub fn main_time(&self) -> Option<u32> {
        main_time(&self.header.text(self.text, Field::MainTime))
    }

    /// Whether a server counted the game by the dead stones that the players marked there.
    pub(crate) fn is_counted_by_server(&self) -> bool {
        is_counted_by_server(self.text, self.game)
    }

    /// Whether a comment in the main line mentions a penalty, a warning or overtime.
    pub(crate) fn mentions_penalty(&self) -> bool {
        const WORDS: [&str; 10] = [
            "penalt",
            "warning",
            "overtime",
            "over time",
            "벌점",
            "경고",
            "罰",
            "罚",
            "警告",
            "超时",
        ];
        let (id, mut nodes) = (Ident::new("C"), 0..self.game.main_line());
        nodes.any(|node| {
            let comment = self.game.find(node, id).and_then(|values| values.first().copied());
            let comment = comment.map(|value| self.text.decode(value).to_lowercase());
            comment.is_some_and(|comment| WORDS.iter().any(|word| comment.contains(word)))
        })
    }

    /// The version of the format: 4 where FF states none or one that doesn't exist.
    pub fn format(&self) -> i64 {
        let stated = small_number(&self.header.text(self.text, Field::Format));
        stated.filter(|version| (1..=3).contains(version)).unwrap_or(4)
    }

    /// The number in HA, without a meaningless 0: Fox writes it whatever the handicap, and other programs write it
    /// without a komi either.
    pub(crate) fn handicap(&self) -> Option<i64> {
        let without_komi = || self.komi.is_some_and(|komi| komi.abs() < Points::whole(1));
        self.stated_handicap.filter(|&stones| stones != 0 || !without_komi() && !self.is_from_fox())
    }

    /// Whether KataGo wrote the record: it states its rules part by part, its komi is in points, and 0 is none.
    pub(crate) fn is_from_katago(&self) -> bool {
        self.named_rules.is_some_and(is_of_rules_string)
    }

    /// Whether the server Fox wrote the record. Its HA is 0 whatever the handicap, and its margins under Chinese rules
    /// are in zi.
    pub(crate) fn is_from_fox(&self) -> bool {
        is_from_fox(self.text, self.game)
    }

    /// Whether KM doesn't state the komi: Fox writes KM\[0\] into even games whatever the komi.
    pub(crate) fn has_komi_of_fox(&self, handicap: Handicap) -> bool {
        let is_even = self.stated_handicap.unwrap_or(0) == 0 && handicap.stones == 0;
        self.komi == Some(Points::ZERO) && is_even && self.is_from_fox()
    }

    /// Whether a margin is in zi. It isn't where it fits the komi as a number of points but not as one of zi,
    /// which are two points each: Fox writes zi, so such a margin was changed by hand. A quarter that was cut to one decimal
    /// can't be anything else.
    fn is_in_zi(&self, margin: Points) -> bool {
        let by_area = self.named_rules.is_some_and(|rules| rules.counting.value == Counting::Area);
        let fits = |margin: Points| self.komi.is_some_and(|komi| (margin - komi).fraction() == 0);
        let is_cut = whole_quarter(margin.abs()).is_some();
        by_area && (is_cut || self.is_from_fox() && (!fits(margin) || fits(margin + margin)))
    }
}

/// Descriptive header fields. Empty if the record doesn't have them.
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
    /// The overtime: `5x30`, `25/600`, `+10`, `none`, or OT as recorded.
    pub overtime: String,
    /// BR, WR, TM and OT as recorded.
    pub as_recorded: [String; 4],
    /// The id of the server that the record is from.
    pub server: Option<&'static str>,
    /// The ruleset as recorded: RU.
    pub rules: String,
    /// The ruleset that RU names, if it is known.
    pub named_rules: Option<&'static Ruleset>,
    /// The komi that the record states: KM in points, or what other programs write instead.
    pub komi: Option<Points>,
}

impl GameInfo {
    /// Reads the header of a game.
    pub(crate) fn read(record: &RecordedGame) -> Self {
        let RecordedGame { text, game, header, .. } = record;
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
            main_time: record.main_time(),
            overtime: match field(Field::Overtime) {
                // Overtime may be in TM, behind the main time.
                stated if stated.is_empty() => time_control(&field(Field::MainTime))
                    .map(|(_, overtime)| overtime)
                    .or_else(|| of_fox(text, game))
                    .or_else(|| of_multigo(text, header))
                    .unwrap_or_default(),
                stated => overtime(&stated).unwrap_or_else(|| stated.into_owned()),
            },
            as_recorded: [Field::BlackRank, Field::WhiteRank, Field::MainTime, Field::Overtime]
                .map(|of| field(of).into_owned()),
            server: server_id(text, game),
            rules: field(Field::Rules).into_owned(),
            named_rules: record.named_rules,
            // Fox writes KM[0] into even games whatever the komi.
            komi: record.komi.filter(|komi| {
                *komi != Points::ZERO
                    || record.stated_handicap.unwrap_or(0) > 0
                    || !record.is_from_fox()
            }),
        }
    }
}

/// The overtime that Fox states in properties of its own: TC for the number of periods, TT for their seconds.
fn of_fox(text: &Text, game: &Game) -> Option<String> {
    let (periods, seconds) = fox_overtime(text, game)?;
    Some(format!("{periods}x{seconds}"))
}

/// The overtime that MultiGo states in LT and LC.
fn of_multigo(text: &Text, header: &Header) -> Option<String> {
    let time = header.stand_in(text, Field::OtherOvertime, Field::Overtime)?;
    let short = overtime_of_periods(&time, &header.text(text, Field::Periods));
    Some(short.unwrap_or_else(|| time.into_owned()))
}
