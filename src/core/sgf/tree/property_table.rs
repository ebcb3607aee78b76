//! The properties of `FF[4]` and of the formats before it, one per line.

use super::ident::Ident;

/// The kind of a property. `FF[4]` restricts the kinds that a node may have together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    Move,
    /// A change of the position other than a move.
    Setup,
    MoveAnnotation,
    NodeAnnotation,
    Timing,
    Root,
    GameInfo,
    Other,
}

impl PropertyKind {
    pub const COUNT: usize = 8;
}

/// The type of a property's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    Text,
    /// A number, of type Number or Real.
    Number,
    Points,
    /// A list of composed values that begin with a point.
    Composed,
    Other,
}

/// The formats that have a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FfVersions {
    All,
    /// `FF[4]` and later ones ("Changes from `FF[3]`").
    SinceFf4,
    /// The formats before `FF[4]`, which dropped it ("Changes from `FF[3]`").
    BeforeFf4,
    None,
}

/// A group of lists. A point may occur only once in all lists of a group together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListGroup {
    /// AB, AW and AE.
    Stones,
    /// TB and TW.
    Territory,
    /// CR, MA, SL, SQ and TR.
    Marks,
    /// LB.
    Labels,
    /// DD.
    Dim,
    /// VW.
    View,
}

impl ListGroup {
    pub const COUNT: usize = 6;
}

/// The facts about a property.
#[derive(Clone, Copy, Debug)]
pub struct PropertyInfo {
    pub kind: PropertyKind,
    pub values: ValueType,
    /// Its group, if it is a list in which a point may occur only once.
    pub group: Option<ListGroup>,
    pub formats: FfVersions,
    pub may_be_empty: bool,
    /// Its rank in the order in which the properties of a kind are written.
    pub order: u8,
}

/// The facts about an identifier that no format has.
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
    pub fn is_in_ff4(&self) -> bool {
        matches!(self.formats, FfVersions::All | FfVersions::SinceFf4)
    }

    const fn may_be_empty(self) -> Self {
        Self { may_be_empty: true, ..self }
    }

    const fn since_ff4(self) -> Self {
        Self { formats: FfVersions::SinceFf4, ..self }
    }

    const fn before_ff4(self) -> Self {
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
        ("AP", property(Root, Text).since_ff4()),
        ("ST", property(Root, OTHER).since_ff4()),
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
        ("KI", property(GameInfo, OTHER).before_ff4()),
        ("RU", property(GameInfo, Text)),
        ("RE", property(GameInfo, Text)),
        ("TM", property(GameInfo, Number)),
        ("OT", property(GameInfo, Text).since_ff4()),
        ("ON", property(GameInfo, Text)),
        ("GC", property(GameInfo, Text)),
        ("AN", property(GameInfo, Text)),
        ("US", property(GameInfo, Text)),
        ("SO", property(GameInfo, Text)),
        ("CP", property(GameInfo, Text)),
        ("ID", property(GameInfo, OTHER).before_ff4().may_be_empty()),
        ("LT", property(GameInfo, OTHER).before_ff4().may_be_empty()),
        ("OP", property(GameInfo, OTHER).before_ff4().may_be_empty()),
        ("AB", list(Setup, ListGroup::Stones)),
        ("AW", list(Setup, ListGroup::Stones)),
        ("AE", list(Setup, ListGroup::Stones)),
        ("PL", property(Setup, OTHER)),
        ("B", property(Move, OTHER)),
        ("W", property(Move, OTHER)),
        ("BM", property(MoveAnnotation, OTHER).since_ff4()),
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
        ("SQ", list(Other, ListGroup::Marks).since_ff4()),
        ("TR", list(Other, ListGroup::Marks)),
        ("SL", list(Other, ListGroup::Marks)),
        ("DD", list(Other, ListGroup::Dim).since_ff4().may_be_empty()),
        ("VW", list(Other, ListGroup::View).may_be_empty()),
        ("LB", property(Other, Composed)),
        ("AR", property(Other, Composed).since_ff4()),
        ("LN", property(Other, Composed).since_ff4()),
        ("FG", property(Other, OTHER).may_be_empty()),
        ("PM", property(Other, OTHER).since_ff4()),
        ("M", property(Other, Points).before_ff4()),
        ("L", property(Other, OTHER).before_ff4()),
        ("BS", property(Other, OTHER).before_ff4()),
        ("WS", property(Other, OTHER).before_ff4()),
        ("CH", property(Other, OTHER).before_ff4()),
        ("EL", property(Other, OTHER).before_ff4()),
        ("EX", property(Other, OTHER).before_ff4()),
        ("OM", property(Other, OTHER).before_ff4()),
        ("OV", property(Other, OTHER).before_ff4()),
        ("RG", property(Other, OTHER).before_ff4()),
        ("SC", property(Other, OTHER).before_ff4()),
        ("SE", property(Other, OTHER).before_ff4()),
        ("SI", property(Other, OTHER).before_ff4()),
        ("TC", property(Other, OTHER).before_ff4()),
        ("SM", property(Other, OTHER).before_ff4()),
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
    pub fn info(self) -> &'static PropertyInfo {
        self.place().map_or(&UNKNOWN, |place| &BY_PLACE[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_is_listed_once() {
        let known = BY_PLACE.iter().filter(|property| property.formats != FfVersions::None);
        assert_eq!(known.count(), PROPERTIES.len());
    }
}
