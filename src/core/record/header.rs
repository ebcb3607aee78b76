//! The header of a record: the locations of its properties, and the description of the game.

use std::borrow::Cow;

use crate::sgf::{Game, Ident, NodeId, ROOT, Span, Text, alias_target};

/// A span of the text and the node that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSpan {
    pub span: Span,
    pub node: NodeId,
}

impl NodeSpan {
    pub(crate) fn first_byte(game: &Game, node: NodeId) -> Self {
        let start = game.nodes()[node as usize].start;
        Self { span: Span { start, end: start + 1 }, node }
    }
}

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
    OtherOvertime,
    Periods,
}

const FIELDS: [Ident; 23] = Ident::all([
    "PB", "PW", "DT", "EV", "PC", "RO", "BR", "WR", "TM", "OT", "SZ", "KM", "HA", "RU", "RE", "GM",
    "FF", "KI", "KO", "TE", "RD", "LT", "LC",
]);

/// The index of a property in [`FIELDS`].
fn field_of(id: Ident) -> Option<usize> {
    FIELDS.iter().position(|&field| field == id)
}

impl Header {
    pub(crate) fn read(game: &Game) -> Self {
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

    pub(crate) fn place(&self, field: Field) -> Option<NodeSpan> {
        self.places[field as usize]
    }

    /// The properties that the record has, each with its place.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Ident, NodeSpan)> {
        FIELDS.into_iter().zip(self.places).filter_map(|(id, place)| Some((id, place?)))
    }

    pub(crate) fn text<'t>(&self, text: &'t Text, field: Field) -> Cow<'t, str> {
        self.place(field).map_or(Cow::Borrowed(""), |place| text.simple_text(place.span))
    }

    /// The event: EV, or a property that means it.
    pub(crate) fn event<'t>(&self, text: &'t Text) -> Cow<'t, str> {
        self.text_or(text, Field::Event, Field::OtherEvent)
    }

    /// The date: DT, or a property that means it.
    pub(crate) fn date<'t>(&self, text: &'t Text) -> Cow<'t, str> {
        self.text_or(text, Field::Date, Field::OtherDate)
    }

    fn text_or<'t>(&self, text: &'t Text, field: Field, other: Field) -> Cow<'t, str> {
        if self.place(field).is_some() {
            return self.text(text, field);
        }
        self.stand_in(text, other, field).unwrap_or_default()
    }

    /// The text of another property that means `field` in the root.
    pub(crate) fn stand_in<'t>(
        &self,
        text: &'t Text,
        other: Field,
        field: Field,
    ) -> Option<Cow<'t, str>> {
        let place = self.place(other).filter(|place| place.node == ROOT)?;
        let value = text.simple_text(place.span);
        (alias_target(FIELDS[other as usize], &value) == Some(FIELDS[field as usize]))
            .then_some(value)
    }
}
