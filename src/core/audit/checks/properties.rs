//! Findings about single properties: their values, their node, and the version of the format they belong to.

use std::collections::HashSet;

use super::syntax::quote;
use crate::audit::finding::{Condition, Finding, FindingKind, FindingList};
use crate::go::{Color, Point, Size, row_mask};
use crate::record::to_play;
use crate::sgf::{
    DateForm, FfVersions, Ident, ListGroup, NodeId, PointsValue, Prop, PropertyInfo, PropertyKind,
    ROOT, Span, Text, Validity, ValueType, alias_target, date_form, first_date, is_alias_candidate,
    main_time, name_and_version, points_value, rectangle_fault, time_control, validity,
};

/// The properties that the header check reports on.
const HEADER: [Ident; 6] = Ident::all(["SZ", "KM", "HA", "RE", "GM", "FF"]);

/// The first year whose dates must be Gregorian: earlier ones may be of a lunar calendar, which China used until 1912.
const FIRST_GREGORIAN_YEAR: &str = "1912";

/// The identifier of a property, as it is in the text.
pub(crate) fn spelling(prop: &Prop) -> Span {
    Span { start: prop.start, end: prop.start + u32::from(prop.length) }
}

/// A property of a node.
#[derive(Clone, Copy)]
pub(crate) struct Property<'p> {
    pub prop: &'p Prop,
    pub standard: &'p PropertyInfo,
    pub values: &'p [Span],
    pub node: NodeId,
}

impl Property<'_> {
    fn id(&self) -> Ident {
        self.prop.id
    }

    /// All values, from the first to the last; without any the first byte of the identifier.
    fn all_values(&self) -> Span {
        let end = self.values.last().map_or(self.prop.start + 1, |value| value.end);
        let start = self.values.first().map_or(self.prop.start, |value| value.start);
        Span { start, end }
    }

    fn finding(&self, kind: FindingKind, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(kind, span, message).at_node(self.node)
    }
}

/// Checks properties one by one, reusing its memory.
pub(crate) struct PropertyChecker<'a> {
    text: &'a Text<'a>,
    size: Size,
    format: i64,
    /// The points in the lists of the node: for each group of lists and column, a bit per row.
    points: Vec<u64>,
    /// The groups of lists that the node has, a bit each.
    groups: u8,
}

impl<'a> PropertyChecker<'a> {
    pub(super) fn new(text: &'a Text<'a>, size: Size, format: i64) -> Self {
        Self { text, size, format, points: Vec::new(), groups: 0 }
    }

    /// Forgets the points of the node before.
    pub(super) fn begin_node(&mut self) {
        if self.groups != 0 {
            self.points.clear();
            self.groups = 0;
        }
    }

    pub(super) fn check(&mut self, property: Property, findings: &mut FindingList) {
        let Property { prop, standard, node, .. } = property;
        if standard.kind == PropertyKind::Move {
            self.check_move(property, findings);
            return;
        }
        let id = || prop.id.spelling();
        let mut push =
            |kind, message| findings.push(property.finding(kind, spelling(prop), message));
        if standard.kind == PropertyKind::Root && node != ROOT {
            push(FindingKind::MisplacedProperty, format!("{} belongs in the root node", id()));
        }
        if self.format < 4 && standard.formats == FfVersions::SinceFf4 {
            let message = format!("{} was introduced in FF[4]; this is FF[{}]", id(), self.format);
            push(FindingKind::NotInFormat, message);
        }
        match standard.group {
            Some(group) => self.check_list(property, group as usize, findings),
            None => self.check_values(property, findings),
        }
        if prop.id == Ident::new("LB") {
            self.check_labels(property, findings);
        }
    }

    fn check_move(&self, property: Property, findings: &mut FindingList) {
        let values = property.values;
        let span = property.all_values();
        if values.len() != 1 {
            let message = format!("a move has one value, not {}", values.len());
            findings.push(property.finding(FindingKind::MalformedValue, span, message));
        }
        if self.format < 4 && values.first().is_some_and(|value| value.is_empty()) {
            let message = format!("FF[{}] writes a pass as [tt]", self.format);
            findings.push(property.finding(FindingKind::NotInFormat, span, message));
        }
    }

    fn check_list(&mut self, property: Property, group: usize, findings: &mut FindingList) {
        let mut twice = None;
        for &value in property.values {
            let points = points_value(self.text, value, self.size);
            if let Some((from, to)) = points.corners() {
                let again = self.add_points(group, from, to);
                twice = twice.or(again.map(|point| (point, value)));
            }
            if let Some(finding) = self.list_value_finding(property, value, points) {
                findings.push(finding);
            }
        }
        let views = property.values.len();
        if self.format < 4 && property.id() == Ident::new("VW") && views > 2 {
            let message = format!("before FF[4], VW names two corners, not {views} points");
            let finding =
                property.finding(FindingKind::MalformedValue, property.all_values(), message);
            findings.push(finding.when(Condition::BoardNotAffected));
        }
        if let Some((point, value)) = twice {
            findings.push(self.listed_twice(property, point, value));
        }
    }

    /// Reports a point with two labels.
    fn check_labels(&mut self, property: Property, findings: &mut FindingList) {
        let twice = property.values.iter().find_map(|&value| {
            let point = Span { end: value.end.min(value.start + 2), ..value };
            let (from, to) = points_value(self.text, point, self.size).corners()?;
            Some((self.add_points(ListGroup::Labels as usize, from, to)?, value))
        });
        if let Some((point, value)) = twice {
            findings.push(self.listed_twice(property, point, value));
        }
    }

    fn listed_twice(&self, property: Property, point: Point, value: Span) -> Finding {
        let (name, id) = (point.name(self.size), property.id().spelling());
        let message = format!("{name} is listed twice in this node, the second time in {id}");
        let finding = property.finding(FindingKind::DuplicatePoint, value, message);
        Finding { point: Some(point), ..finding }
    }

    /// Adds a rectangle of points to a group of lists. Returns the first point that the group has already.
    fn add_points(&mut self, group: usize, from: Point, to: Point) -> Option<Point> {
        if self.groups == 0 {
            self.points.resize(usize::from(self.size.cols()) * ListGroup::COUNT, 0);
        }
        self.groups |= 1 << group;
        let first_column = usize::from(self.size.cols()) * group;
        let rows = row_mask(from.row, to.row);
        let mut again = None;
        for col in from.col..=to.col {
            let column = &mut self.points[first_column + usize::from(col)];
            if *column & rows != 0 && again.is_none() {
                again = Some(Point::new(col, (*column & rows).trailing_zeros() as u8));
            }
            *column |= rows;
        }
        again
    }

    /// The finding about a value of a list of points; `None` if the value is valid.
    fn list_value_finding(
        &self,
        property: Property,
        value: Span,
        points: PointsValue,
    ) -> Option<Finding> {
        let id = property.id();
        let quoted = || format!("{}[{}]", id.spelling(), quote(self.text, value));
        let is_whole_list = property.values.len() == 1;
        let (kind, message) = match points {
            PointsValue::Rectangle(..) if self.format < 4 && value.end - value.start > 2 => {
                let message = format!(
                    "compressed lists were introduced in FF[4]; this is FF[{}]",
                    self.format
                );
                (FindingKind::NotInFormat, message)
            }
            PointsValue::Rectangle(from, to) => {
                let fault = rectangle_fault(value.of(self.text.bytes()), from, to)?;
                let message = format!("{}: {fault}", quoted());
                let finding = property.finding(FindingKind::MalformedValue, value, message);
                return Some(finding.when(Condition::UnusualRectangle));
            }
            PointsValue::Odd(point) => {
                let point = point.name(self.size);
                let message = format!("{} isn't in SGF's notation; taken as {point}", quoted());
                (FindingKind::HumanCoordinates, message)
            }
            PointsValue::Empty if is_whole_list && id.info().may_be_empty => return None,
            PointsValue::Empty => {
                (FindingKind::EmptyValue, format!("{} has an empty value", id.spelling()))
            }
            PointsValue::OffBoard => {
                let message = format!("{}: outside the board, left out", quoted());
                let finding = property.finding(FindingKind::MalformedValue, value, message);
                let is_view = matches!(id.info().group, Some(ListGroup::View | ListGroup::Dim));
                return Some(finding.when(is_view.then_some(Condition::BoardNotAffected)));
            }
            PointsValue::Malformed => {
                (FindingKind::MalformedValue, format!("{}: not a point, left out", quoted()))
            }
        };
        Some(property.finding(kind, value, message))
    }

    /// The property that a value of the root means, if it isn't one of its own property.
    pub(super) fn stands_for(&self, property: Property) -> Option<Ident> {
        match property.values {
            &[value] if property.node == ROOT && is_alias_candidate(property.id()) => {
                alias_target(property.id(), &self.text.simple_text(value))
            }
            _ => None,
        }
    }

    /// Checks the values of a property that is neither a move nor a list of points.
    fn check_values(&self, property: Property, findings: &mut FindingList) {
        let Property { standard, values, .. } = property;
        let id = property.id();
        let is_empty =
            matches!(values, [value] if value.of(self.text.bytes()).trim_ascii().is_empty());
        let may_be_empty =
            standard.may_be_empty || standard.kind == PropertyKind::Other && id != Ident::new("N");
        if is_empty && !may_be_empty {
            let (span, message) = (property.all_values(), format!("{} is empty", id.spelling()));
            findings.push(property.finding(FindingKind::EmptyValue, span, message));
            return;
        }
        let in_header = matches!(standard.kind, PropertyKind::Root | PropertyKind::GameInfo);
        match values {
            [_] if in_header && HEADER.contains(&id) => {}
            [value] if id == Ident::new("DT") => self.check_date(property, *value, findings),
            [value] if id == Ident::new("AP") => self.check_program(property, *value, findings),
            _ => self.check_validity(property, findings),
        }
    }

    fn check_date(&self, property: Property, value: Span, findings: &mut FindingList) {
        let date = self.text.simple_text(value);
        let form = date_form(&date);
        if form == DateForm::Standard {
            return;
        }
        let has_zero = date.split(['-', ',']).any(|part| part == "00");
        let message = match form {
            DateForm::NoDate if has_zero => {
                format!("DT[{date}] has a part 00; unknown parts are to be left out")
            }
            DateForm::NoDate => format!("DT[{date}] isn't a date of the Gregorian calendar"),
            _ => format!("DT[{date}] isn't written as YYYY-MM-DD"),
        };
        let condition = match form {
            DateForm::Malformed => Condition::BoardNotAffected,
            DateForm::NoDate if !has_zero && *date >= *FIRST_GREGORIAN_YEAR => {
                Condition::BoardNotAffected
            }
            DateForm::NoDate | DateForm::Odd | DateForm::Standard => Condition::UnusualDate,
        };
        let finding = property.finding(FindingKind::MalformedValue, value, message);
        findings.push(finding.when(condition));
    }

    /// Reports a program's version without the colon before it. A program without a version is usual.
    fn check_program(&self, property: Property, value: Span, findings: &mut FindingList) {
        let text = self.text.simple_text(value);
        if name_and_version(&text).is_some() {
            let message =
                format!("AP[{}] has no colon before the version", quote(self.text, value));
            let finding = property.finding(FindingKind::MalformedValue, value, message);
            findings.push(finding.when(Condition::NoColon));
        }
    }

    /// Checks the property and its values against FF[4].
    fn check_validity(&self, property: Property, findings: &mut FindingList) {
        match validity(self.text, property.id(), property.values) {
            Validity::Valid => {}
            Validity::UnknownProperty => findings.push(self.unknown_property(property)),
            // Some sources write the event there.
            Validity::Invalid if self.states_nothing(property) => {
                let message = format!("{} states nothing", property.id().spelling());
                let span = property.all_values();
                findings.push(property.finding(FindingKind::EmptyValue, span, message));
            }
            Validity::Invalid => {
                let (span, message) = (property.all_values(), self.invalid_values(property));
                let finding = property.finding(FindingKind::MalformedValue, span, message);
                findings.push(finding.when(Condition::BoardNotAffected));
            }
        }
    }

    /// Whether the root has one of the properties that some sources write for others, without a value: `KO[]`, `TE[0]`.
    pub(super) fn states_nothing(&self, property: Property) -> bool {
        let is_nothing = |value: &Span| matches!(value.of(self.text.bytes()), b"" | b"0");
        property.node == ROOT
            && is_alias_candidate(property.id())
            && property.values.iter().all(is_nothing)
    }

    fn unknown_property(&self, property: Property) -> Finding {
        let span = spelling(property.prop);
        let name = quote(self.text, span);
        let mut kind = FindingKind::UnknownProperty;
        let mut message = format!("{name} isn't an FF[4] property");
        if let Some(other) = self.stands_for(property) {
            message.push_str(&format!("; some sources use {name} for {}", other.spelling()));
        } else if property.standard.formats == FfVersions::BeforeFf4 {
            kind = FindingKind::OldProperty;
            message = format!("{name} is from an old version of SGF");
        }
        property.finding(kind, span, message)
    }

    /// The message about values that FF[4] doesn't allow.
    fn invalid_values(&self, property: Property) -> String {
        let (text, values) = (self.text, property.values);
        let (id, name) = (property.id(), property.id().spelling());
        let first = values.first().map_or(String::new(), |&value| quote(text, value));
        let is_invalid = |value: &&Span| validity(text, id, &[**value]) == Validity::Invalid;
        let invalid = values.iter().find(is_invalid);
        if values.len() > 1
            && let Some(&value) = invalid
        {
            let wanted = wanted(id, &text.simple_text(value));
            return format!("invalid value of {name}: {}{wanted}", quote(text, value));
        }
        if invalid.is_none()
            && is_list(id)
            && let Some(twice) = first_repeated(text, values)
        {
            return format!("{name} has {} twice", quote(text, twice));
        }
        if invalid.is_none() && values.len() > 1 {
            return format!("{name} has {} values, the first {first}", values.len());
        }
        if let Some(other) = self.stands_for(property) {
            let other = other.spelling();
            return format!(
                "invalid value of {name}: {first}; some sources use {name} for {other}"
            );
        }
        let is_player = id == Ident::new("PL");
        let read =
            match values.first().filter(|_| is_player).and_then(|&value| to_play(text, value)) {
                Some(Color::Black) => ", read as B",
                Some(Color::White) => ", read as W",
                None => "",
            };
        let value = values.first().map(|&value| text.simple_text(value)).unwrap_or_default();
        format!("invalid value of {name}: {first}{read}{}", wanted(id, &value))
    }
}

/// Returns what a value means behind a colon or, if that isn't known, an example.
fn reading_or(reading: Option<String>, example: &str) -> String {
    reading.map_or_else(|| format!(", such as {example}"), |reading| format!(": {reading}"))
}

/// Returns what a property wants, after a semicolon, with this value written so if it can be read.
fn wanted(id: Ident, value: &str) -> String {
    let name = id.spelling();
    let what = match name.trim_end() {
        "TM" => {
            if let Some((main, overtime)) = time_control(value) {
                return format!(
                    "; TM is a number of seconds: {main}, and OT the overtime: {overtime}"
                );
            }
            let seconds = main_time(value).map(|seconds| seconds.to_string());
            return format!("; TM is a number of seconds{}", reading_or(seconds, "3600"));
        }
        "DT" => {
            let date = Some(first_date(value)).filter(|date| !date.is_empty());
            return format!("; DT is a date{}", reading_or(date, "2011-05-31"));
        }
        "PL" => "is B or W",
        "BL" | "WL" => "is a number of seconds, such as 25.5",
        "OB" | "OW" | "MN" | "PM" | "FG" => "is a number",
        "KO" | "IT" | "DO" => "has no value",
        "BM" | "TE" | "DM" | "GB" | "GW" | "HO" | "UC" => "is 1 or 2",
        "LB" => "is a point and a text, such as dd:A",
        "AR" | "LN" => "is two points, such as dd:pp",
        "B" | "W" => "is a point, such as dd",
        _ => match id.info().values {
            ValueType::Points => "is a list of points, such as [dd][pp]",
            ValueType::Number => "is a number",
            _ => return String::new(),
        },
    };
    format!("; {name} {what}")
}

fn is_list(id: Ident) -> bool {
    matches!(id.info().values, ValueType::Points | ValueType::Composed)
}

/// The first value that repeats an earlier one.
fn first_repeated(text: &Text, values: &[Span]) -> Option<Span> {
    let mut seen = HashSet::new();
    values.iter().copied().find(|value| !seen.insert(value.of(text.bytes())))
}
