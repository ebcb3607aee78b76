//! The properties of `FF[4]` and of the formats before it, one a line.

use super::ident::Ident;

/// What a property is about, where `FF[4]` restricts its company or its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// A move.
    Move,
    /// A change of the position that is no move.
    Setup,
    /// A remark about a move.
    MoveAnnotation,
    /// A remark about the position.
    NodeAnnotation,
    /// Time left and moves left.
    Timing,
    /// What only a root has.
    Root,
    /// Game information.
    GameInfo,
    /// Anything else.
    Other,
}

impl PropertyKind {
    /// How many there are.
    pub const COUNT: usize = 8;
}

/// What a property's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Text of some kind.
    Text,
    /// A number, of type Number or Real.
    Number,
    /// A list of points.
    Points,
    /// A list of composed values that begin with a point.
    Composed,
    /// Something else.
    Other,
}

/// Which formats have a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FfVersions {
    /// All.
    All,
    /// `FF[4]` and later ones ("Changes from `FF[3]`").
    SinceFf4,
    /// Those before `FF[4]`, which dropped it ("Changes from `FF[3]`").
    BeforeFf4,
    /// None.
    None,
}

/// Lists in which a point may occur once, all of a group taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListGroup {
    /// AB, AW and AE.
    Stones,
    /// TB and TW.
    Territory,
    /// CR, MA, SQ and TR.
    Marks,
    /// SL.
    Selected,
    /// DD.
    Dim,
    /// VW.
    View,
}

impl ListGroup {
    /// How many there are.
    pub const COUNT: usize = 6;
}

/// What there is to know of a property.
#[derive(Clone, Copy, Debug)]
pub struct PropertyInfo {
    /// What it is about.
    pub kind: PropertyKind,
    /// What its values are.
    pub values: ValueType,
    /// The group of a list in which a point may occur once.
    pub group: Option<ListGroup>,
    /// Which formats have it.
    pub formats: FfVersions,
    /// Whether its value may be empty.
    pub may_be_empty: bool,
    /// Its place among the others, of those of a kind in the order in which they are written.
    pub order: u8,
}

/// Of identifiers that no format has.
const UNKNOWN: PropertyInfo = PropertyInfo {
    kind: PropertyKind::Other,
    values: ValueType::Other,
    group: None,
    formats: FfVersions::None,
    may_be_empty: false,
    order: u8::MAX,
};

const fn property(kind: PropertyKind, values: ValueType) -> PropertyInfo {
    PropertyInfo { kind, values, formats: FfVersions::All, ..UNKNOWN }
}

const fn list(kind: PropertyKind, group: ListGroup) -> PropertyInfo {
    PropertyInfo { group: Some(group), ..property(kind, ValueType::Points) }
}

impl PropertyInfo {
    /// Whether `FF[4]` has it.
    #[must_use]
    pub fn is_in_ff4(&self) -> bool {
        matches!(self.formats, FfVersions::All | FfVersions::SinceFf4)
    }

    const fn may_be_empty(self) -> Self {
        Self { may_be_empty: true, ..self }
    }

    const fn four(self) -> Self {
        Self { formats: FfVersions::SinceFf4, ..self }
    }

    const fn old(self) -> Self {
        Self { formats: FfVersions::BeforeFf4, ..self }
    }
}

const PROPERTIES: [(&str, PropertyInfo); 86] = {
    use PropertyKind::{
        GameInfo, Move, MoveAnnotation, NodeAnnotation, Other, Root, Setup, Timing,
    };
    use ValueType::{Composed, Number, Points, Text};
    const OTHER: ValueType = ValueType::Other;
    [
        ("FF", property(Root, OTHER)),
        ("CA", property(Root, Text)),
        ("GM", property(Root, OTHER)),
        ("SZ", property(Root, OTHER)),
        ("AP", property(Root, Text).four()),
        ("ST", property(Root, OTHER).four()),
        ("GN", property(GameInfo, Text)),
        ("EV", property(GameInfo, Text)),
        ("RO", property(GameInfo, Text)),
        ("DT", property(GameInfo, Text)),
        ("PC", property(GameInfo, Text)),
        ("PB", property(GameInfo, Text)),
        ("BR", property(GameInfo, Text)),
        ("BT", property(GameInfo, Text)),
        ("PW", property(GameInfo, Text)),
        ("WR", property(GameInfo, Text)),
        ("WT", property(GameInfo, Text)),
        ("HA", property(GameInfo, OTHER)),
        ("KM", property(GameInfo, OTHER)),
        ("KI", property(GameInfo, OTHER).old()),
        ("RU", property(GameInfo, Text)),
        ("RE", property(GameInfo, Text)),
        ("TM", property(GameInfo, Number)),
        ("OT", property(GameInfo, Text).four()),
        ("ON", property(GameInfo, Text)),
        ("GC", property(GameInfo, Text)),
        ("AN", property(GameInfo, Text)),
        ("US", property(GameInfo, Text)),
        ("SO", property(GameInfo, Text)),
        ("CP", property(GameInfo, Text)),
        ("ID", property(GameInfo, OTHER).old().may_be_empty()),
        ("LT", property(GameInfo, OTHER).old().may_be_empty()),
        ("OP", property(GameInfo, OTHER).old().may_be_empty()),
        ("AB", list(Setup, ListGroup::Stones)),
        ("AW", list(Setup, ListGroup::Stones)),
        ("AE", list(Setup, ListGroup::Stones)),
        ("PL", property(Setup, OTHER)),
        ("B", property(Move, OTHER)),
        ("W", property(Move, OTHER)),
        ("BM", property(MoveAnnotation, OTHER).four()),
        ("DO", property(MoveAnnotation, OTHER).may_be_empty()),
        ("IT", property(MoveAnnotation, OTHER).may_be_empty()),
        ("TE", property(MoveAnnotation, OTHER)),
        ("KO", property(MoveAnnotation, OTHER).may_be_empty()),
        ("MN", property(MoveAnnotation, OTHER)),
        ("BL", property(Timing, Number)),
        ("WL", property(Timing, Number)),
        ("OB", property(Timing, Number)),
        ("OW", property(Timing, Number)),
        ("DM", property(NodeAnnotation, OTHER)),
        ("GB", property(NodeAnnotation, OTHER)),
        ("GW", property(NodeAnnotation, OTHER)),
        ("UC", property(NodeAnnotation, OTHER)),
        ("HO", property(NodeAnnotation, OTHER)),
        ("C", property(Other, Text).may_be_empty()),
        ("N", property(Other, Text)),
        ("V", property(Other, OTHER)),
        ("TB", list(Other, ListGroup::Territory).may_be_empty()),
        ("TW", list(Other, ListGroup::Territory).may_be_empty()),
        ("CR", list(Other, ListGroup::Marks)),
        ("MA", list(Other, ListGroup::Marks)),
        ("SQ", list(Other, ListGroup::Marks).four()),
        ("TR", list(Other, ListGroup::Marks)),
        ("SL", list(Other, ListGroup::Selected)),
        ("DD", list(Other, ListGroup::Dim).four().may_be_empty()),
        ("VW", list(Other, ListGroup::View).may_be_empty()),
        ("LB", property(Other, Composed)),
        ("AR", property(Other, Composed).four()),
        ("LN", property(Other, Composed).four()),
        ("FG", property(Other, OTHER).may_be_empty()),
        ("PM", property(Other, OTHER).four()),
        ("M", property(Other, Points).old()),
        ("L", property(Other, OTHER).old()),
        ("BS", property(Other, OTHER).old()),
        ("WS", property(Other, OTHER).old()),
        ("CH", property(Other, OTHER).old()),
        ("EL", property(Other, OTHER).old()),
        ("EX", property(Other, OTHER).old()),
        ("OM", property(Other, OTHER).old()),
        ("OV", property(Other, OTHER).old()),
        ("RG", property(Other, OTHER).old()),
        ("SC", property(Other, OTHER).old()),
        ("SE", property(Other, OTHER).old()),
        ("SI", property(Other, OTHER).old()),
        ("TC", property(Other, OTHER).old()),
        ("SM", property(Other, OTHER).old()),
    ]
};

static BY_PLACE: [PropertyInfo; Ident::PLACES] = {
    let mut all = [UNKNOWN; Ident::PLACES];
    let mut i = 0;
    while i < PROPERTIES.len() {
        let (name, property) = PROPERTIES[i];
        match Ident::new(name).place() {
            Some(place) => all[place] = PropertyInfo { order: i as u8, ..property },
            None => panic!("it has one or two letters"),
        }
        i += 1;
    }
    all
};

impl Ident {
    /// What the formats say of the property.
    #[must_use]
    pub fn info(self) -> &'static PropertyInfo {
        self.place().map_or(&UNKNOWN, |place| &BY_PLACE[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_stands_there_once() {
        let known = BY_PLACE.iter().filter(|property| property.formats != FfVersions::None);
        assert_eq!(known.count(), PROPERTIES.len());
    }
}
