//! Fixes of what a record states about its game: identifiers, size, komi, handicap, result, players, date, ruleset; and of empty
//! values.

use std::borrow::Cow;

use super::context::{GameContext, Value, is_move};
use super::edit::Edit;
use crate::audit::{Finding, FindingKind, Severity, ValueSource};
use crate::go::{Point, Points};
use crate::record::{HandicapBy, RecordedGame};
use crate::rules::respelt_ru;
use crate::sgf::{
    self, DateForm, FfVersions, Ident, Komi, KomiUnit, Outcome, PropertyKind, ROOT, Rank, RankUnit,
    SizeValue, Span, WinBy, alias_target, date_form, komi, komi_of_ki, main_time, name_and_version,
    odd_blanks, oddly_written_rank, overtime_of_periods, respelt_rank, result, size, standard_date,
    time_control,
};

const KM: Ident = Ident::new("KM");
const KI: Ident = Ident::new("KI");
const SZ: Ident = Ident::new("SZ");
const HA: Ident = Ident::new("HA");
const TM: Ident = Ident::new("TM");
const OT: Ident = Ident::new("OT");

/// Whether a version of SGF has a property.
fn is_known(id: Ident) -> bool {
    id.info().formats != FfVersions::None
}

/// Properties without which all is read as with an empty value.
const NOTHING_IF_EMPTY: [Ident; 6] = Ident::all(["GN", "PC", "RO", "GC", "US", "SO"]);

/// Whether a fix of the header leaves all that the audit reads: it writes what was read, or removes what isn't.
pub(super) fn respells(context: &GameContext, finding: &Finding) -> bool {
    let Some(value) = context.values.at(finding.span) else { return false };
    let read_komi = || komi(&context.text.simple_text(value.span)).filter(|komi| komi.standard);
    let is_alike = match finding.kind {
        FindingKind::RankSpelling => true,
        FindingKind::EmptyValue => NOTHING_IF_EMPTY.contains(&value.id),
        // Where points are counted, their cause may be sought in the number as it is written.
        FindingKind::UnusualKomi => read_komi().zip(context.audit).is_some_and(|(komi, audit)| {
            audit.info.komi == Some(komi.points) && audit.position.is_none()
        }),
        _ => false,
    };
    // Another one may be mended once it is the same.
    is_alike && is_alone(context, value) && context.sound_audit().is_some()
}

pub(super) fn old_property(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let raw = finding.span.of(context.bytes());
    if raw.iter().any(u8::is_ascii_lowercase) {
        let id = Ident::read(raw);
        // `Pb` may be meant as PB, and records of other games have names of their own.
        let whole = Ident::read(&raw.to_ascii_uppercase());
        let is_certain = is_known(id) && (whole == id || !is_known(whole));
        return is_certain.then(|| vec![Edit::replace(finding.span, id.spelling())]);
    }
    if raw != b"KI" || context.values.on_main_line(KM) {
        return None;
    }
    let [Value { span: value, id: KI, .. }] = *context.values.of_property(finding.span.start)
    else {
        return None;
    };
    let komi = komi_of_ki(&context.text.simple_text(value))?;
    Some(vec![Edit::replace(finding.span, "KM"), Edit::replace(value, komi.to_string())])
}

pub(super) fn unknown_property(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let [value] = *context.values.of_property(finding.span.start) else { return None };
    rename_alias(context, &value)
}

/// Renames a property of the root that is known to mean another one, if the root doesn't have the other one.
fn rename_alias(context: &GameContext, value: &Value) -> Option<Vec<Edit>> {
    let text = context.text.simple_text(value.span);
    let target = alias_target(value.id, &text).filter(|_| value.node == ROOT)?;
    let name = Span { start: value.id_start, end: value.id_start + 2 };
    let has_two_letters = context.bytes().get(name.end as usize) == Some(&b'[');
    let spelling = target.spelling();
    let has = |id| context.values.on_main_line(id);
    if !has_two_letters || has(target) || target == KM && has(KI) {
        return None;
    }
    let mut edits = vec![Edit::replace(name, spelling)];
    if target == Ident::new("OT") {
        let periods = context.values.all().iter().find(|value| value.id == Ident::new("LC"));
        let number = periods.map(|value| context.text.simple_text(value.span));
        let number = number.unwrap_or_default();
        let overtime = overtime_of_periods(&text, &number)?;
        // OT has the number of periods as well.
        if let Some(value) =
            periods.filter(|_| overtime_of_periods(&text, "") != Some(overtime.clone()))
            && context.values.of_property(value.id_start).len() == 1
        {
            let end = context.with_brackets(value.span)?.end;
            let span = Span { start: value.id_start, end };
            edits.push(Edit::remove_with_line(context.bytes(), span));
        }
        let name = if overtime.contains('x') { " byo-yomi" } else { "" };
        edits.push(Edit::replace(value.span, format!("{overtime}{name}")));
    }
    if value.id == Ident::new("RD") {
        let date = match date_form(text.trim()) {
            DateForm::Standard => text.trim().to_owned(),
            _ => standard_date(&text)?,
        };
        if value.span.of(context.bytes()) != date.as_bytes() {
            edits.push(Edit::replace(value.span, date));
        }
    }
    if target == KM {
        let komi = komi(&text)?;
        if !komi.standard {
            edits.push(Edit::replace(value.span, komi.points.to_string()));
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    Some(edits)
}

/// Returns the identifier and the decoded text of the value that a finding is about.
pub(super) fn value_of<'a>(
    context: &'a GameContext,
    finding: &Finding,
) -> Option<(Ident, Cow<'a, str>)> {
    let id = context.property_of(finding.node?, finding.span)?;
    Some((id, context.text.simple_text(finding.span)))
}

pub(super) fn malformed_number(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let number = match id {
        SZ => {
            let SizeValue::Odd(size) = size(&text) else { return None };
            size.to_string().replace('x', ":")
        }
        KM if has_plain_points(&text) => komi_number(&text)?,
        // Anything behind the time is overtime.
        TM if !text.contains(['(', '+', ',', ';']) && time_control(&text).is_none() => {
            main_time(&text)?.to_string()
        }
        _ => return None,
    };
    Some(vec![Edit::replace(finding.span, number)])
}

pub(super) fn version_of_program(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let (name, version) = name_and_version(&text).filter(|_| id == Ident::new("AP"))?;
    // The bytes are those of the text.
    let is_plain = text.is_ascii() && finding.span.of(context.bytes()) == text.as_bytes();
    is_plain.then(|| vec![Edit::replace(finding.span, format!("{name}:{version}"))])
}

pub(super) fn misused_property(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let number = match id {
        KM => komi_number(&text)?,
        HA => sgf::handicap(&text)?.to_string(),
        TM => return time_and_overtime(context, finding, &text),
        _ => return rename_alias(context, context.values.at(finding.span)?),
    };
    Some(vec![Edit::replace(finding.span, number)])
}

/// Writes the main time and the overtime of a TM that has both, the overtime as OT.
fn time_and_overtime(context: &GameContext, finding: &Finding, text: &str) -> Option<Vec<Edit>> {
    let (main, overtime) = time_control(text).filter(|_| !context.values.on_main_line(OT))?;
    let kind = match overtime.contains('x') {
        true => " byo-yomi",
        false if overtime.contains('/') => " Canadian",
        false => "",
    };
    let at = context.with_brackets(finding.span)?.end;
    let stated = Edit::insert(at as usize, format!("OT[{overtime}{kind}]"));
    Some(vec![Edit::replace(finding.span, main.to_string()), stated])
}

/// Returns a komi's number in points, if its text has no form of FF[4] and consists of a number and words for its unit.
fn komi_number(text: &str) -> Option<String> {
    // A komi for White is negative where words say so, and those may be worth keeping.
    let is_as_written = |komi: &Komi| (komi.points < Points::ZERO) == text.contains('-');
    let meant = komi(text).filter(|komi| !komi.standard && is_as_written(komi))?;
    let number = meant.points.to_string();
    // A bare number may be taken for one in another unit.
    komi(&number).is_some_and(|again| again.points == meant.points).then_some(number)
}

/// Whether a komi is written with digits and signs only, and counts points.
fn has_plain_points(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || b"+-., ".contains(&b))
        && komi(text).is_some_and(|komi| komi.unit == KomiUnit::Points)
}

pub(super) fn komi_in_points(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let komi = komi(&text).filter(|_| id == KM)?;
    (komi.unit != KomiUnit::Points)
        .then(|| vec![Edit::replace(finding.span, komi.points.to_string())])
}

/// Writes a result as FF[4] does; `is_certain`: whether its form leaves no doubt.
pub(super) fn respelt_result(
    context: &GameContext,
    finding: &Finding,
    is_certain: bool,
) -> Option<Vec<Edit>> {
    let result = MalformedResult::read(context, finding)?;
    let is_wanted = result.is_certain() == is_certain && (is_certain || result.is_complete());
    is_wanted.then(|| vec![Edit::replace(finding.span, result.standard)])
}

/// A recorded result that isn't in the form of FF[4].
struct MalformedResult<'a> {
    text: Cow<'a, str>,
    outcome: Outcome,
    is_in_zi: bool,
    /// Whether it states the number of moves that the record has.
    has_moves: bool,
    has_unread_reason: bool,
    /// The form of FF[4].
    standard: String,
}

impl<'a> MalformedResult<'a> {
    fn read(context: &'a GameContext, finding: &Finding) -> Option<Self> {
        let text = context.text.simple_text(finding.span);
        let mut recorded = result(&text).unless_area(context.size().area());
        let in_zi = recorded.in_zi();
        if context.audit.is_some_and(|audit| audit.outcome == in_zi.outcome) {
            recorded = in_zi;
        }
        let standard = recorded.outcome.to_string();
        // FF[4] has Void for suspended play, too.
        let is_same = result(&standard).outcome == recorded.outcome;
        if standard.is_empty() || standard == *text || recorded.zero_margin || !is_same {
            return None;
        }
        let played = context.audit.map(|audit| audit.replay.moves);
        Some(Self {
            text,
            outcome: recorded.outcome,
            is_in_zi: recorded.zi,
            // The number of moves is in the record anyway.
            has_moves: recorded.moves.is_some() && recorded.moves == played,
            has_unread_reason: recorded.has_unread_reason,
            standard,
        })
    }

    fn is_certain(&self) -> bool {
        !self.is_in_zi && differs_in_notation_only(&self.text)
    }

    /// Whether the form of FF[4] has all that the text states.
    fn is_complete(&self) -> bool {
        let is_counted = matches!(self.outcome, Outcome::Win(_, by) if by.margin().is_some());
        let has_digit = || self.text.bytes().any(|b| b.is_ascii_digit());
        let has_other_number = !is_counted && !self.has_moves && has_digit();
        let has_form = match self.outcome {
            Outcome::Win(_, WinBy::Unspecified) => !self.has_unread_reason,
            Outcome::Draw | Outcome::Void | Outcome::Unknown | Outcome::Win(..) => true,
            _ => false,
        };
        let states_moves = has_moves_or_remark(&self.text) && !self.has_moves;
        let is_short = self.text.chars().count() <= 40 && !states_moves;
        is_short && has_form && !has_other_number
    }
}

/// Whether a result has a remark, or the number of the last move.
fn has_moves_or_remark(value: &str) -> bool {
    value.contains(['(', '（', '{', '[', ';', '?', '手', '수'])
        || value.to_lowercase().contains("move")
}

/// Whether a result means the same as its form in `FF[4]` and nothing else: `b + res`, `W+3,5`, `Jigo`.
fn differs_in_notation_only(value: &str) -> bool {
    const REASONS: [&str; 10] =
        ["r", "res", "resign", "resigned", "resignation", "t", "time", "timeout", "f", "forfeit"];
    let text: String = value.to_ascii_lowercase().split_whitespace().collect();
    let Some((player, how)) = text.split_once('+') else {
        return ["jigo", "draw", "void", "?"].contains(&&*text);
    };
    let digits = how.trim_end_matches("points").trim_end_matches("pts").replace(',', ".");
    let is_margin = || Points::parse(&digits).is_some_and(|points| points > Points::ZERO);
    ["b", "w", "black", "white"].contains(&player) && (REASONS.contains(&how) || is_margin())
}

pub(super) fn recounted_result(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let audit = context.sound_audit()?;
    let recorded_rules = RecordedGame::read(context.text, context.game).named_rules;
    if finding.severity != Severity::Error
        || matches!(
            audit.komi_source,
            ValueSource::Option | ValueSource::Configuration | ValueSource::Event
        )
        || recorded_rules.is_some_and(|recorded| recorded.id != audit.rules.id)
    {
        return None;
    }
    let value = context.values.at(finding.span)?;
    if value.id != Ident::new("RE") || value.node >= context.game.main_line() {
        return None;
    }
    let outcome = audit.recounted()?;
    Some(vec![Edit::replace(finding.span, outcome.to_string())])
}

pub(super) fn handicap(context: &GameContext, _: &Finding) -> Option<Vec<Edit>> {
    let handicap = context.sound_audit()?.replay.handicap;
    let recorded = context.game.main_line_value(HA);
    let stated = recorded.and_then(|value| sgf::handicap(&context.text.simple_text(value)));
    // Where HA is 2 or more, Black's first moves count as handicap up to that number only.
    let is_limited = stated.is_some_and(|stated| stated >= 2) && handicap.by == HandicapBy::Moves;
    if handicap.stones < 2 || is_limited || handicap.by == HandicapBy::Assumed {
        return None;
    }
    let stones = handicap.stones.to_string();
    let has = |id| context.game.main_line_value(Ident::new(id)).is_some_and(|it| !it.is_empty());
    // Lessons, problems and joseki begin with moves of one player, too.
    let is_game = has("RE") || has("PB") && has("PW");
    let edit = match recorded {
        Some(value) => Edit::replace(value, stones),
        None if context.game.find(ROOT, HA).is_some() || !is_game => return None,
        None => Edit::insert(context.root_start()?, format!("HA[{stones}]")),
    };
    Some(vec![edit])
}

pub(super) fn assumed_stones(context: &GameContext, _: &Finding) -> Option<Vec<Edit>> {
    context.sound_audit()?;
    let missing = RecordedGame::read(context.text, context.game).missing;
    let has_move = context.game.props(ROOT).any(|(prop, _)| is_move(prop.id));
    let stated = context.values.at(*context.game.find(ROOT, HA)?.first()?)?;
    if !missing.confirmed || has_move || context.is_size_doubtful() {
        return None;
    }
    let letters = |point: Point| format!("[{}]", String::from_iter(point.sgf().map(char::from)));
    let stones: String = missing.assumed.into_iter().map(letters).collect();
    let at = context.with_brackets(stated.span)?.end;
    Some(vec![Edit::insert(at as usize, format!("AB{stones}"))])
}

const BR: Ident = Ident::new("BR");
const WR: Ident = Ident::new("WR");

pub(super) fn date(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let in_order = || context.aliases?.date_order?.read(&text);
    let date = standard_date(&text).or_else(in_order).filter(|_| id == Ident::new("DT"))?;
    Some(vec![Edit::replace(finding.span, date)])
}

/// Writes the rank that a finding is about, if the other player's rank is written in short form then, too: a record with `9p` and
/// `7段` would be worse than one with `9段` and `7段`.
pub(super) fn both_ranks(
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

pub(super) fn certain_rank(context: &GameContext, text: &str) -> Option<Rank> {
    let rank = respelt_rank(text)?;
    let is_from_server = context.audit?.info.server.is_some();
    let is_certain = rank.unit != RankUnit::Dan
        || rank.is_amateur
        || is_from_server
        || text.to_lowercase() == rank.to_string();
    is_certain.then_some(rank)
}

pub(super) fn certain_nine_dan(context: &GameContext, text: &str) -> Option<Rank> {
    if let Some(rank) = certain_rank(context, text) {
        return Some(rank);
    }
    let rank = respelt_rank(text).filter(|rank| rank.unit == RankUnit::Dan && rank.number == 9)?;
    let audit = context.audit?;
    let is_named = !(audit.event.is_empty() && audit.info.place.is_empty());
    let is_from_event = audit.info.server.is_none() && is_named;
    is_from_event.then_some(Rank { unit: RankUnit::Professional, ..rank })
}

pub(super) fn ruleset(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let word = respelt_ru(&text).filter(|_| id == Ident::new("RU"))?;
    Some(vec![Edit::replace(finding.span, word)])
}

pub(super) fn alias(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, text) = value_of(context, finding)?;
    let meant = context.aliases?.meant(&id.spelling(), &text)?;
    // In a guessed encoding the bytes may mean other characters.
    let is_certain = context.is_encoding_certain()
        || meant.is_ascii() && finding.span.of(context.bytes()).is_ascii();
    let with = context.text.encode(meant).filter(|_| is_certain)?;
    Some(vec![Edit::replace(finding.span, with)])
}

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

/// Whether a node has no other value of a property.
fn is_alone(context: &GameContext, &Value { id, id_start, node, .. }: &Value) -> bool {
    context.values.of_property(id_start).len() == 1
        && context.game.props(node).filter(|(prop, _)| prop.id == id).take(2).count() == 1
}

pub(super) fn empty_header(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let value = context.values.at(finding.span)?;
    let &Value { id, id_start, span, node } = value;
    let is_header = matches!(id.info().kind, PropertyKind::Root | PropertyKind::GameInfo);
    let is_empty = span.of(context.bytes()).trim_ascii().is_empty();
    // Of several properties another one may have a value.
    if node != ROOT
        || id == Ident::new("CA")
        || !is_header
        || !is_empty
        || !is_alone(context, value)
    {
        return None;
    }
    let others =
        context.game.props(node).filter(|(prop, _)| prop.start != id_start).take(MAX_SETUP);
    let end = context.with_brackets(span)?.end;
    let mut values = others.flat_map(|(_, values)| values);
    values
        .any(|value| !value.of(context.bytes()).trim_ascii().is_empty())
        .then(|| vec![Edit::remove_with_line(context.bytes(), Span { start: id_start, end })])
}

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
