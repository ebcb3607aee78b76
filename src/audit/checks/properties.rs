//! Findings about single properties: their values, their place, and the version they belong to.

use std::collections::HashSet;

use crate::audit::checks::syntax::quote;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::{Finding, Severity};
use crate::go::{Color, Point, Size, row_mask};
use crate::replay::to_play;
use crate::sgf::{
    DateForm, FfVersions, Ident, ListGroup, NodeId, PointsValue, Prop, PropertyInfo, PropertyKind,
    ROOT, Span, Text, Validity, ValueType, alias_target, date_form, is_alias_candidate,
    points_value, rectangle_fault, validity,
};

/// Read elsewhere, with findings of their own.
const HEADER: [Ident; 6] = [
    Ident::new("SZ"),
    Ident::new("KM"),
    Ident::new("HA"),
    Ident::new("RE"),
    Ident::new("GM"),
    Ident::new("FF"),
];

/// Where a property's identifier stands.
pub(in crate::audit) fn spelling(prop: &Prop) -> Span {
    Span { start: prop.start, end: prop.start + u32::from(prop.length) }
}

/// Checks properties one by one, keeping its memory.
pub(in crate::audit) struct Properties<'a> {
    text: &'a Text<'a>,
    size: Size,
    format: i64,
    /// By group of lists and column, the rows as bits: whether the node has the point already.
    points: Vec<u64>,
    groups: u8,
}

impl<'a> Properties<'a> {
    pub fn new(text: &'a Text<'a>, size: Size, format: i64) -> Self {
        Self { text, size, format, points: Vec::new(), groups: 0 }
    }

    /// Forgets the points of the node before.
    pub fn begin_node(&mut self) {
        if self.groups != 0 {
            self.points.clear();
            self.groups = 0;
        }
    }

    pub fn check(
        &mut self,
        prop: &Prop,
        standard: &PropertyInfo,
        values: &[Span],
        node: NodeId,
        findings: &mut FindingList,
    ) {
        let wording = findings.wording();
        let mut push = |name, span, message: &dyn Fn() -> String| {
            let message = wording.of(message);
            findings.push(Finding::new(name, span, message).at_node(node));
        };
        let kind = standard.kind;
        if kind == PropertyKind::Move {
            if values.len() != 1 {
                let message = || format!("a move has one value, not {}", values.len());
                push(FindingKind::MalformedValue, whole(prop, values), &message);
            }
            if self.format < 4 && values.first().is_some_and(|value| value.is_empty()) {
                let message = || format!("FF[{}] writes a pass as [tt]", self.format);
                push(FindingKind::NotInFormat, whole(prop, values), &message);
            }
            return;
        }
        if kind == PropertyKind::Root && node != ROOT {
            let message = || format!("{} belongs into the root", prop.id.spelling());
            push(FindingKind::MisplacedProperty, spelling(prop), &message);
        }
        if self.format < 4 && standard.formats == FfVersions::SinceFf4 {
            let message =
                || format!("{} came with FF[4], not FF[{}]", prop.id.spelling(), self.format);
            push(FindingKind::NotInFormat, spelling(prop), &message);
        }
        if let Some(group) = standard.group {
            self.list(prop, values, group as usize, node, findings);
            return;
        }
        self.value(prop, standard, values, node, findings);
    }

    /// A list of points.
    fn list(
        &mut self,
        prop: &Prop,
        values: &[Span],
        group: usize,
        node: NodeId,
        findings: &mut FindingList,
    ) {
        let id = || prop.id.spelling();
        let words = usize::from(self.size.cols());
        if self.groups == 0 {
            self.points.resize(words * ListGroup::COUNT, 0);
        }
        self.groups |= 1 << group;
        let mut twice = None;
        for &value in values {
            let read = points_value(self.text, value, self.size);
            if let Some((from, to)) = read.corners() {
                let rows = row_mask(from.row, to.row);
                for col in from.col..=to.col {
                    let word = &mut self.points[group * words + usize::from(col)];
                    if *word & rows != 0 && twice.is_none() {
                        let row = (*word & rows).trailing_zeros() as u8;
                        twice = Some((Point::new(col, row), value));
                    }
                    *word |= rows;
                }
            }
            let empty_list = values.len() == 1 && prop.id.info().may_be_empty;
            let problem = match read {
                PointsValue::Rectangle(..) if self.format < 4 && value.end - value.start > 2 => {
                    let message =
                        format!("compressed lists came with FF[4], not FF[{}]", self.format);
                    findings
                        .push(Finding::new(FindingKind::NotInFormat, value, message).at_node(node));
                    continue;
                }
                PointsValue::Rectangle(from, to) => {
                    if let Some(fault) = rectangle_fault(value.of(self.text.bytes()), from, to) {
                        let message = format!("{}[{}]: {fault}", id(), quote(self.text, value));
                        let finding = Finding::new(FindingKind::MalformedValue, value, message);
                        findings.push(finding.severity(Severity::Info).at_node(node));
                    }
                    continue;
                }
                PointsValue::Odd(point) => {
                    let value_text = quote(self.text, value);
                    let message = format!(
                        "{}[{value_text}] isn't in SGF's notation; taken as {}",
                        id(),
                        point.name(self.size)
                    );
                    findings.push(
                        Finding::new(FindingKind::HumanCoordinates, value, message).at_node(node),
                    );
                    continue;
                }
                PointsValue::Empty if empty_list => continue,
                PointsValue::Empty => {
                    let message = format!("{} has an empty value", id());
                    findings
                        .push(Finding::new(FindingKind::EmptyValue, value, message).at_node(node));
                    continue;
                }
                PointsValue::OffBoard => "outside the board, left out",
                PointsValue::Malformed => "no point, left out",
            };
            let message = format!("{}[{}]: {problem}", id(), quote(self.text, value));
            findings.push(Finding::new(FindingKind::MalformedValue, value, message).at_node(node));
        }
        if let Some((point, value)) = twice {
            let message = format!("{} occurs twice in this node's {}", point.name(self.size), id());
            let finding = Finding::new(FindingKind::DuplicatePoint, value, message).at_node(node);
            findings.push(Finding { point: Some(point), ..finding });
        }
    }

    /// Which property the value of one of the root stands for, if it is none of its own.
    pub fn stands_for(&self, prop: &Prop, values: &[Span], node: NodeId) -> Option<Ident> {
        match values {
            &[value] if node == ROOT && is_alias_candidate(prop.id) => {
                alias_target(prop.id, &self.text.simple_text(value))
            }
            _ => None,
        }
    }

    /// Any other property.
    fn value(
        &self,
        prop: &Prop,
        standard: &PropertyInfo,
        values: &[Span],
        node: NodeId,
        findings: &mut FindingList,
    ) {
        let text = self.text;
        let id = prop.id;
        let wording = findings.wording();
        let mut push = |name, span, message: &dyn Fn() -> String, severity: Option<Severity>| {
            let finding = Finding::new(name, span, wording.of(message)).at_node(node);
            findings.push(match severity {
                Some(severity) => finding.severity(severity),
                None => finding,
            });
        };
        // Most values begin with something else than a blank.
        let blank = |value: &Span| match value.of(text.bytes()) {
            [first, rest @ ..] => {
                *first <= b' ' && first.is_ascii_whitespace() && rest.trim_ascii().is_empty()
            }
            [] => true,
        };
        let empty = matches!(values, [value] if blank(value));
        let may_be_empty =
            standard.may_be_empty || standard.kind == PropertyKind::Other && id != Ident::new("N");
        if empty && !may_be_empty {
            let message = || format!("{} is empty", id.spelling());
            push(FindingKind::EmptyValue, whole(prop, values), &message, None);
            return;
        }
        if values.len() == 1
            && matches!(standard.kind, PropertyKind::Root | PropertyKind::GameInfo)
            && HEADER.contains(&id)
        {
            return;
        }
        let warning = Some(Severity::Warning);
        if id == Ident::new("DT")
            && let [value] = values
        {
            let date = text.simple_text(*value);
            let form = date_form(&date);
            if form != DateForm::Standard {
                let zero = date.split(['-', ',']).any(|part| part == "00");
                let message = || match form {
                    DateForm::NoDate if zero => {
                        format!("DT[{date}] has a part 00; what isn't known is left out")
                    }
                    DateForm::NoDate => format!("DT[{date}] is no date of the Gregorian calendar"),
                    _ => format!("DT[{date}] isn't written as YYYY-MM-DD"),
                };
                let severity = match form {
                    DateForm::Malformed => Severity::Warning,
                    // Before China took over the Gregorian calendar, days may be of a lunar one.
                    DateForm::NoDate if !zero && *date >= *"1912" => Severity::Warning,
                    DateForm::NoDate | DateForm::Odd | DateForm::Standard => Severity::Info,
                };
                push(FindingKind::MalformedValue, *value, &message, Some(severity));
            }
            return;
        }
        let stands_for = self.stands_for(prop, values, node);
        match validity(text, id, values) {
            Validity::Valid => {}
            Validity::UnknownProperty => {
                let shown = || quote(text, spelling(prop));
                if let Some(other) = stands_for {
                    let other = other.spelling();
                    let message = || {
                        format!(
                            "{} is no property of FF[4]; some sources write {other} so",
                            shown()
                        )
                    };
                    push(FindingKind::UnknownProperty, spelling(prop), &message, None);
                } else if standard.formats == FfVersions::BeforeFf4 {
                    let message = || format!("{} is of old formats", shown());
                    push(FindingKind::OldProperty, spelling(prop), &message, None);
                } else {
                    let message = || format!("{} is no property of FF[4]", shown());
                    push(FindingKind::UnknownProperty, spelling(prop), &message, None);
                }
            }
            Validity::Invalid => {
                let message = || {
                    let shown = values.first().map_or(String::new(), |&value| quote(text, value));
                    let alone = |value: &Span| validity(text, id, &[*value]) == Validity::Invalid;
                    match values.iter().copied().find(alone) {
                        Some(value) if values.len() > 1 => {
                            let shown = quote(text, value);
                            format!("not a value of {}: {shown}", id.spelling())
                        }
                        None if is_list(id)
                            && let Some(twice) = repeated(text, values.iter().copied()) =>
                        {
                            format!("{} has {} twice", id.spelling(), quote(text, twice))
                        }
                        None if values.len() > 1 => {
                            let count = values.len();
                            format!("{} has {count} values, the first {shown}", id.spelling())
                        }
                        _ => match stands_for {
                            Some(other) => format!(
                                "not a value of {}: {shown}; some sources write {} so",
                                id.spelling(),
                                other.spelling()
                            ),
                            None => {
                                let read = (id == Ident::new("PL"))
                                    .then(|| to_play(text, *values.first()?))
                                    .flatten()
                                    .map_or("", |color| match color {
                                        Color::Black => ", read as B",
                                        Color::White => ", read as W",
                                    });
                                format!("not a value of {}: {shown}{read}", id.spelling())
                            }
                        },
                    }
                };
                push(FindingKind::MalformedValue, whole(prop, values), &message, warning);
            }
        }
    }
}

/// All values of a property, from the first to the last.
fn whole(prop: &Prop, values: &[Span]) -> Span {
    let end = values.last().map_or(prop.start + 1, |value| value.end);
    let start = values.first().map_or(prop.start, |value| value.start);
    Span { start, end }
}

fn is_list(id: Ident) -> bool {
    matches!(id.info().values, ValueType::Points | ValueType::Composed)
}

/// A value that stands before it too.
fn repeated(text: &Text, values: impl Iterator<Item = Span>) -> Option<Span> {
    let mut seen = HashSet::new();
    values.into_iter().find(|value| !seen.insert(value.of(text.bytes())))
}
