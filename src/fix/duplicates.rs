//! Fixes of properties of the header that a node has more than once.

use super::context::GameContext;
use super::edit::Edit;
use crate::audit::Finding;
use crate::sgf::{Ident, PropertyKind, Span};

/// The properties of the header, of which a node may lose all but one of the same value.
pub(super) const HEADER: &[Ident] = &[
    Ident::new("AN"),
    Ident::new("AP"),
    Ident::new("BR"),
    Ident::new("BT"),
    Ident::new("CA"),
    Ident::new("CP"),
    Ident::new("DT"),
    Ident::new("EV"),
    Ident::new("FF"),
    Ident::new("GC"),
    Ident::new("GM"),
    Ident::new("GN"),
    Ident::new("HA"),
    Ident::new("KM"),
    Ident::new("ON"),
    Ident::new("OT"),
    Ident::new("PB"),
    Ident::new("PC"),
    Ident::new("PW"),
    Ident::new("RE"),
    Ident::new("RO"),
    Ident::new("RU"),
    Ident::new("SO"),
    Ident::new("ST"),
    Ident::new("SZ"),
    Ident::new("TM"),
    Ident::new("US"),
    Ident::new("WR"),
    Ident::new("WT"),
];

/// Maximum number of the same property in a node, so that a node of a million of them doesn't take forever.
const MOST: usize = 64;

/// Removes a property that has the value of the first one, or none.
pub(super) fn repeated_value(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let same = SameProperties::of(context, finding)?;
    (same.kept == 0).then(|| vec![Edit::remove(same.spans[same.found])])
}

/// Removes a property without a value, if one behind it has a value.
pub(super) fn empty_before_value(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let same = SameProperties::of(context, finding)?;
    // The first one has no finding of its own.
    let gone = if same.found == same.kept { 0 } else { same.found };
    (same.kept > 0).then(|| vec![Edit::remove(same.spans[gone])])
}

/// The properties of a node that are the same, and whose values are, but for empty ones.
struct SameProperties {
    /// Each from its identifier to its last bracket.
    spans: Vec<Span>,
    /// Index of the one that the finding is about.
    found: usize,
    /// Index of the first one with a value; 0 if none has one.
    kept: usize,
}

impl SameProperties {
    fn of(context: &GameContext, finding: &Finding) -> Option<Self> {
        let node = finding.node?;
        let id = context.values.of_property(finding.span.start).first()?.id;
        if !matches!(id.info().kind, PropertyKind::Root | PropertyKind::GameInfo) {
            return None;
        }
        let (mut spans, mut texts) = (Vec::new(), Vec::new());
        let mut found = None;
        let same = context.game.props(node).filter(|(prop, _)| prop.id == id);
        for (prop, values) in same.take(MOST + 1) {
            let [value] = values[..] else { return None };
            if prop.start == finding.span.start {
                found = Some(spans.len());
            }
            spans.push(Span { start: prop.start, ..context.with_brackets(value)? });
            texts.push(context.text.simple_text(value));
        }
        if spans.len() > MOST {
            return None;
        }
        let kept = texts.iter().position(|text| !text.is_empty()).unwrap_or(0);
        let is_same = texts.iter().all(|text| text.is_empty() || *text == texts[kept]);
        is_same.then_some(Self { spans, found: found?, kept })
    }
}
