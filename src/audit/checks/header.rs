//! The header of a record: players, size, komi, handicap, ruleset, result.

use std::borrow::Cow;

use crate::audit::finding::{Condition, Finding, FindingKind, FindingList, NodeSpan};
use crate::go::{Points, Size};
use crate::plural::fmt_points;
use crate::sgf::{
    Game, Ident, Komi, KomiUnit, Outcome, ROOT, RecordedResult, SizeValue, Text, alias_target,
    handicap, komi, komi_of_ki, other_game, result, size, small_number,
};

/// The values of a header, each from the first node of the main line that has its property.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    places: [Option<NodeSpan>; FIELDS.len()],
}

/// The properties of a header, in the order of [`FIELDS`].
#[derive(Clone, Copy)]
pub(crate) enum Field {
    Black,
    White,
    Date,
    Event,
    Place,
    Round,
    BlackRank,
    WhiteRank,
    MainTime,
    Overtime,
    Size,
    Komi,
    Handicap,
    Rules,
    Result,
    Game,
    Format,
    OldKomi,
    OtherKomi,
    OtherEvent,
    OtherDate,
}

const FIELDS: [Ident; 21] = [
    Ident::new("PB"),
    Ident::new("PW"),
    Ident::new("DT"),
    Ident::new("EV"),
    Ident::new("PC"),
    Ident::new("RO"),
    Ident::new("BR"),
    Ident::new("WR"),
    Ident::new("TM"),
    Ident::new("OT"),
    Ident::new("SZ"),
    Ident::new("KM"),
    Ident::new("HA"),
    Ident::new("RU"),
    Ident::new("RE"),
    Ident::new("GM"),
    Ident::new("FF"),
    Ident::new("KI"),
    Ident::new("KO"),
    Ident::new("TE"),
    Ident::new("RD"),
];

/// The index of a property in [`FIELDS`].
fn field_of(id: Ident) -> Option<usize> {
    FIELDS.iter().position(|&field| field == id)
}

impl Header {
    pub fn read(game: &Game) -> Self {
        let mut header = Self::default();
        let nodes = game.other_nodes().iter().copied();
        for node in nodes.take_while(|&node| node < game.main_line()) {
            for (prop, values) in game.props(node) {
                if prop.id == Ident::new("B") || prop.id == Ident::new("W") {
                    continue;
                }
                if let Some(field) = field_of(prop.id)
                    && header.places[field].is_none()
                    && let Some(&span) = values.first()
                {
                    header.places[field] = Some(NodeSpan { span, node });
                }
            }
        }
        header
    }

    pub fn place(&self, field: Field) -> Option<NodeSpan> {
        self.places[field as usize]
    }

    /// The properties that the record has, each with its place.
    pub fn places(&self) -> impl Iterator<Item = (Ident, NodeSpan)> {
        FIELDS.into_iter().zip(self.places).filter_map(|(id, place)| Some((id, place?)))
    }

    pub fn text<'t>(&self, text: &'t Text, field: Field) -> Cow<'t, str> {
        self.place(field).map_or(Cow::Borrowed(""), |place| text.simple_text(place.span))
    }

    /// The event: EV, or a property that stands for it.
    pub fn event<'t>(&self, text: &'t Text) -> Cow<'t, str> {
        self.text_or(text, Field::Event, Field::OtherEvent)
    }

    /// The date: DT, or a property that stands for it.
    pub fn date<'t>(&self, text: &'t Text) -> Cow<'t, str> {
        self.text_or(text, Field::Date, Field::OtherDate)
    }

    fn text_or<'t>(&self, text: &'t Text, field: Field, other: Field) -> Cow<'t, str> {
        if self.place(field).is_some() {
            return self.text(text, field);
        }
        self.stand_in(text, other, field).unwrap_or_default()
    }

    /// The text of another property that stands for `field` in the root.
    fn stand_in<'t>(&self, text: &'t Text, other: Field, field: Field) -> Option<Cow<'t, str>> {
        let place = self.place(other).filter(|place| place.node == ROOT)?;
        let value = text.simple_text(place.span);
        (alias_target(FIELDS[other as usize], &value) == Some(FIELDS[field as usize]))
            .then_some(value)
    }

    /// Reports a record of another game than Go. It is Go's if GM is 1 or missing (`FF[4]`, GM), unless the event
    /// names another game.
    pub fn other_game(&self, text: &Text, game: &Game) -> Option<Finding> {
        let stated = self.text(text, Field::Game);
        let (name, place) = if stated.is_empty() {
            ("EV", NodeSpan { span: other_game(text, game)?, node: ROOT })
        } else {
            small_number(&stated).filter(|&number| number != 1)?;
            ("GM", self.place(Field::Game)?)
        };
        let message = format!("{name}[{}] isn't Go; skipped", text.simple_text(place.span));
        Some(place.finding(FindingKind::OtherGame, message))
    }

    /// Reports a GM that is no number; it is taken as 1, Go.
    pub fn check_game(&self, text: &Text, findings: &mut FindingList) {
        let Some(place) = self.place(Field::Game) else { return };
        let value = text.simple_text(place.span);
        if !value.is_empty() && small_number(&value).is_none() {
            let message = format!("GM[{value}] isn't a number; taken as 1 (Go)");
            let finding = place.finding(FindingKind::MalformedValue, message);
            findings.push(finding.when(Condition::BoardNotAffected));
        }
    }

    /// The version of the format; 4 where it isn't stated or doesn't exist.
    pub fn format(&self, text: &Text, findings: &mut FindingList) -> i64 {
        let Some(place) = self.place(Field::Format) else { return 4 };
        let value = text.simple_text(place.span);
        if let Some(format @ 1..=4) = small_number(&value) {
            return format;
        }
        if !value.is_empty() {
            let message = format!("FF[{value}] doesn't exist; read as FF[4]");
            findings.push(place.finding(FindingKind::UnknownFormat, message));
        }
        4
    }

    /// The board's size; where it can't be read, 19x19 with a finding.
    pub fn size(&self, text: &Text, findings: &mut FindingList) -> Size {
        let Some(place) = self.place(Field::Size) else { return Size::STANDARD };
        let value = text.simple_text(place.span);
        let mut malformed = |message: String, condition: Option<Condition>| {
            let finding = place.finding(FindingKind::MalformedValue, message);
            findings.push(finding.when(condition));
        };
        match size(&value) {
            SizeValue::Standard(size) => size,
            SizeValue::Odd(size) => {
                let message = format!("SZ[{value}] means a {} board", size.by());
                malformed(message, Some(Condition::ReadAnyway));
                size
            }
            SizeValue::OutOfRange => {
                malformed(format!("SZ[{value}]: a board has 1 to 52 lines; 19 assumed"), None);
                Size::STANDARD
            }
            SizeValue::Malformed => {
                malformed(format!("SZ[{value}] isn't a board size; 19 assumed"), None);
                Size::STANDARD
            }
        }
    }

    /// The number of stones in HA, if it can be read.
    pub fn handicap(&self, text: &Text, findings: &mut FindingList) -> Option<i64> {
        let place = self.place(Field::Handicap)?;
        let value = text.simple_text(place.span);
        let meant = handicap(&value);
        if value.is_empty() || meant.is_some() && small_number(&value).is_some() {
            return meant;
        }
        let (message, condition) = match meant {
            Some(stones) => (format!("HA[{value}] means HA[{stones}]"), Condition::ReadAnyway),
            None => (format!("HA[{value}] isn't a number of stones"), Condition::BoardNotAffected),
        };
        findings.push(place.finding(FindingKind::MalformedValue, message).when(condition));
        meant
    }

    /// The komi of the record, if it can be read: KM, or the property that other programs write instead. Reports
    /// what is unusual about KM. With `as_written` its unit isn't guessed.
    pub fn komi(
        &self,
        text: &Text,
        as_written: bool,
        findings: &mut FindingList,
    ) -> Option<Points> {
        let Some(place) = self.place(Field::Komi) else { return self.other_komi(text) };
        let value = text.simple_text(place.span);
        let Some(mut read) = komi(&value) else {
            if !value.is_empty() {
                let finding = place.finding(FindingKind::MalformedValue, unread_komi(&value));
                findings.push(finding.when(Condition::BoardNotAffected));
            }
            return None;
        };
        if as_written {
            read = Komi { points: read.written, unit: KomiUnit::Points, ..read };
        }
        if !read.standard {
            let message = format!("KM[{value}] means {}", fmt_points(read.points));
            let finding = place.finding(FindingKind::MalformedValue, message);
            findings.push(finding.when(Condition::ReadAnyway));
        }
        if let Some(message) = unusual_komi(&value, read) {
            let in_points = (read.unit == KomiUnit::Points).then_some(Condition::KomiInPoints);
            findings.push(place.finding(FindingKind::UnusualKomi, message).when(in_points));
        }
        Some(read.points)
    }

    /// The komi of a property that stands for KM.
    fn other_komi(&self, text: &Text) -> Option<Points> {
        let Some(place) = self.place(Field::OldKomi) else {
            let value = self.stand_in(text, Field::OtherKomi, Field::Komi)?;
            return komi(&value).map(|read| read.points);
        };
        komi_of_ki(&text.simple_text(place.span))
    }

    /// The unit of KM.
    pub fn komi_unit(&self, text: &Text) -> Option<KomiUnit> {
        komi(&self.text(text, Field::Komi)).map(|read| read.unit)
    }

    /// The number in KM, if its unit was guessed.
    pub fn komi_as_written(&self, text: &Text) -> Option<Points> {
        let read = komi(&self.text(text, Field::Komi))?;
        (read.standard && read.unit != KomiUnit::Points).then_some(read.written)
    }

    /// The recorded result. Reports a form that FF[4] doesn't know. `in_zi` says whether a margin of White's, as
    /// written, is in zi.
    pub fn result(
        &self,
        text: &Text,
        in_zi: impl FnOnce(Points) -> bool,
        findings: &mut FindingList,
    ) -> RecordedResult {
        let Some(place) = self.place(Field::Result) else { return result("") };
        let value = text.simple_text(place.span);
        let mut recorded = result(&value);
        if recorded.outcome.white_margin().is_some_and(in_zi) {
            recorded = recorded.in_zi();
        }
        if let Some(message) = unusual_result(&value, &recorded) {
            findings.push(place.finding(FindingKind::MalformedResult, message));
        }
        recorded
    }
}

/// The message about a result in an unusual form; `None` for a usual one.
fn unusual_result(value: &str, recorded: &RecordedResult) -> Option<String> {
    let outcome = recorded.outcome;
    let meaning = outcome.to_string();
    if recorded.standard || value.is_empty() {
        let message =
            || format!("RE[{value}] is in zi, the Chinese unit of two points: {outcome} in points");
        return recorded.zi.then(message);
    }
    Some(match outcome {
        Outcome::BothLose => {
            format!("RE[{value}] says that both players lost, which FF[4] can't express")
        }
        _ if meaning.is_empty() => format!("RE[{value}] can't be read"),
        _ if recorded.zero_margin => {
            format!("RE[{value}] names a winner with a margin of 0; read as RE[{meaning}]")
        }
        _ => format!("RE[{value}] means RE[{meaning}]"),
    })
}

/// The message about a komi that can't be read.
fn unread_komi(value: &str) -> String {
    let decimals = value.split_once('.').map_or("", |(_, decimals)| decimals);
    match value.parse::<f64>() {
        Ok(_) if decimals.len() > 2 => {
            format!("KM[{value}] has more than two decimals, which isn't supported")
        }
        _ => format!("KM[{value}] isn't a number"),
    }
}

/// The message about an unusual komi; `None` for a usual one.
fn unusual_komi(value: &str, read: Komi) -> Option<String> {
    let points = fmt_points(read.points);
    let unit = match read.unit {
        KomiUnit::ZiHundredths => "hundredths of a zi, as Fox writes them",
        KomiUnit::PointTenths => "tenths of a point, as GIB writes them",
        KomiUnit::PointHundredths => "hundredths of a point, as Fox and Tygem write them",
        KomiUnit::Zi => "in zi, the Chinese unit of two points",
        KomiUnit::Points if !matches!(read.points.fraction(), 0 | 50) => {
            return Some(format!("a komi of {points} is neither a whole nor a half number"));
        }
        KomiUnit::Points if read.points.abs() > Points::whole(20) => {
            return Some(format!("a komi of {points} is implausible"));
        }
        KomiUnit::Points => return None,
    };
    Some(format!("KM[{value}] must be {unit}: {points}"))
}
