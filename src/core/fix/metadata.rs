//! Fixes of what a record states about its players, its date and its ruleset, and of empty setup.

use super::context::{GameContext, Value};
use super::edit::Edit;
use super::header::value_of;
use crate::audit::Finding;
use crate::rules::respelt_ru;
use crate::sgf::{
    Ident, PropertyKind, ROOT, Rank, RankUnit, Span, Values, odd_blanks, oddly_written_rank,
    standard_date,
};

const BR: Ident = Ident::new("BR");
const WR: Ident = Ident::new("WR");

/// Writes a date as FF[4] does.
pub(super) fn date(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let in_order = || context.aliases?.date_order?.read(&text);
    let date = standard_date(&text).or_else(in_order).filter(|_| id == Ident::new("DT"))?;
    Some(vec![Edit::replace(finding.span, date)])
}

/// Writes a rank in short form, if it is known whether it is a professional's.
pub(super) fn rank(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    both_ranks(context, finding, certain_rank)
}

/// Writes 9 dan as a professional's rank in a record that names its event or place. Only servers have amateurs of 9 dan, and
/// their records name neither, or the server as the place.
pub(super) fn nine_dan(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    both_ranks(context, finding, |context, text| {
        certain_rank(context, text).or_else(|| certain_nine_dan(context, text))
    })
}

/// Writes the rank that a finding is about, if the other player's rank is written in short form then, too: a record with `9p` and
/// `7段` would be worse than one with `9段` and `7段`.
fn both_ranks(
    context: &GameContext,
    finding: &Finding,
    read: impl Fn(&GameContext, &str) -> Option<Rank>,
) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    if id != BR && id != WR {
        return None;
    }
    let rank = read(context, &text)?;
    let other = context.game.main_line_value(if id == BR { WR } else { BR });
    let other = other.map(|value| context.text.simple_text(value)).unwrap_or_default();
    let stays_odd = oddly_written_rank(&other).is_some() && read(context, &other).is_none();
    (!stays_odd).then(|| vec![Edit::replace(finding.span, rank.to_string())])
}

fn certain_rank(context: &GameContext, text: &str) -> Option<Rank> {
    let rank = oddly_written_rank(text)?;
    let is_from_server = context.audit?.info.server.is_some();
    let is_certain =
        rank.unit != RankUnit::Dan || is_from_server || text.to_lowercase() == rank.to_string();
    is_certain.then_some(rank)
}

fn certain_nine_dan(context: &GameContext, text: &str) -> Option<Rank> {
    let rank = oddly_written_rank(text)?;
    if rank.unit != RankUnit::Dan || rank.number != 9 {
        return None;
    }
    let audit = context.audit?;
    let is_from_event =
        audit.info.server.is_none() && !(audit.event.is_empty() && audit.info.place.is_empty());
    is_from_event.then_some(Rank { unit: RankUnit::Professional, ..rank })
}

/// Writes the word that SGF has for a ruleset.
pub(super) fn ruleset(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let word = respelt_ru(&text).filter(|_| id == Ident::new("RU"))?;
    Some(vec![Edit::replace(finding.span, word)])
}

/// Writes the value that a list has for this one, in the encoding of the file.
pub(super) fn alias(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let meant = context.aliases?.meant(&id.spelling(), &text)?;
    // In a guessed encoding the bytes may mean other characters.
    let is_certain = context.is_encoding_certain()
        || meant.is_ascii() && finding.span.of(context.bytes()).is_ascii();
    let with = context.text.encode(meant).filter(|_| is_certain)?;
    Some(vec![Edit::replace(finding.span, with)])
}

/// Leaves one blank between the words of a name.
pub(super) fn name_spacing(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let is_name = |id| id == Ident::new("PB") || id == Ident::new("PW");
    context.property_of(finding.node?, finding.span).filter(|&id| is_name(id))?;
    let blanks = odd_blanks(context.text, finding.span);
    let is_ascii = |span: &Span| span.of(context.bytes()).is_ascii();
    // In another encoding the bytes of a wide blank are another character, or halves of two.
    if !context.is_encoding_certain() && !blanks.iter().all(|(span, _)| is_ascii(span)) {
        return None;
    }
    let edits = blanks.into_iter().map(|(blanks, meant)| {
        if blanks.start > finding.span.start {
            return Edit::replace(blanks, meant);
        }
        // A value is known by its first byte, so that the edit starts there and rewrites the next byte.
        let next = Span { start: blanks.end, end: blanks.end + 1 };
        Edit::replace(Span { end: next.end, ..blanks }, next.of(context.bytes()))
    });
    Some(edits.collect())
}

/// Number of a node's properties that are looked at for one that isn't empty.
const MAX_SETUP: usize = 16;

/// Removes a property of the header without a value, if the root has other properties.
pub(super) fn empty_header(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let &Value { id, id_start, span, node } = context.values.at(finding.span)?;
    let is_header = matches!(id.info().kind, PropertyKind::Root | PropertyKind::GameInfo);
    let is_empty = span.of(context.bytes()).trim_ascii().is_empty();
    // Of several properties another one may have a value.
    let is_alone = context.values.of_property(id_start).len() == 1
        && context.game.props(node).filter(|(prop, _)| prop.id == id).take(2).count() == 1;
    if node != ROOT || !is_header || !is_empty || !is_alone {
        return None;
    }
    let others =
        context.game.props(node).filter(|(prop, _)| prop.start != id_start).take(MAX_SETUP);
    let has_value = |values: &Values| {
        values.iter().any(|value| !value.of(context.bytes()).trim_ascii().is_empty())
    };
    let end = context.with_brackets(span)?.end;
    others
        .into_iter()
        .any(|(_, values)| has_value(&values))
        .then(|| vec![Edit::remove_with_line(context.bytes(), Span { start: id_start, end })])
}

/// Removes an empty property of setup, or an empty value from a list of several.
pub(super) fn empty_setup(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let &Value { id, id_start, span, node } = context.values.at(finding.span)?;
    if id.info().kind != PropertyKind::Setup || !span.is_empty() {
        return None;
    }
    let with_brackets = context.with_brackets(span)?;
    if context.values.of_property(id_start).len() > 1 {
        return Some(vec![Edit::remove(with_brackets)]);
    }
    let others = context.game.props(node).filter(|(prop, _)| prop.start != id_start);
    let is_empty_setup = |id: Ident, values: &[Span]| {
        id.info().kind == PropertyKind::Setup && matches!(values, [value] if value.is_empty())
    };
    others
        .take(MAX_SETUP)
        .any(|(prop, values)| !is_empty_setup(prop.id, &values))
        .then(|| vec![Edit::remove(Span { start: id_start, ..with_brackets })])
}
