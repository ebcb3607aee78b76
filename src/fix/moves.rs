//! Moves, passes and points.

use super::catalog::{Mended, Safety, Subject};
use super::edit::Edit;
use super::values::Value;
use crate::audit::{Audit, Finding, FindingKind};
use crate::convert::property::{is_info, is_setup};
use crate::go::{Color, Size};
use crate::replay::Ply;
use crate::score::{Undecided, completed_passes};
use crate::sgf::{
    Game, Ident, MoveValue, NodeId, PointsValue, ROOT, Span, ValueType, move_value, points_value,
};

const MOVES: [Ident; 2] = [Ident::new("B"), Ident::new("W")];

/// Writes a move or a point, brackets and all, anew.
fn replace(subject: &Subject, finding: &Finding, with: &str) -> Mended {
    let id = subject.property_of(finding.node?, finding.span)?;
    let (start, end) = (finding.span.start as usize, finding.span.end as usize);
    let bytes = subject.bytes();
    let whole = start > 0 && bytes[start - 1] == b'[' && bytes.get(end) == Some(&b']');
    (whole && has_points(id)).then(|| {
        let span = Span::new(start - 1, end + 1);
        (Safety::Safe, vec![Edit::replace(span, format!("[{with}]"))])
    })
}

/// Whether a property's values are moves or points, and nothing else.
fn has_points(id: Ident) -> bool {
    MOVES.contains(&id) || id.standard().values == ValueType::Points
}

pub(super) fn odd_pass(subject: &Subject, finding: &Finding) -> Mended {
    replace(subject, finding, subject.pass())
}

/// `[]` in a format that writes `[tt]`.
pub(super) fn old_pass(subject: &Subject, finding: &Finding) -> Mended {
    if !finding.span.is_empty() || subject.pass().is_empty() {
        return None;
    }
    replace(subject, finding, subject.pass())
}

pub(super) fn letters(subject: &Subject, finding: &Finding) -> Mended {
    let (text, size) = (subject.text, subject.audit?.size);
    let point = match move_value(text, finding.span, size) {
        MoveValue::OddPoint(point) => point,
        _ => match points_value(text, finding.span, size) {
            PointsValue::Odd(point) => point,
            _ => return None,
        },
    };
    let letters = point.sgf().map(char::from);
    replace(subject, finding, &String::from_iter(letters))
}

/// A `;` before each further move of a node.
pub(super) fn several(subject: &Subject, finding: &Finding) -> Mended {
    let mut moves: Vec<(Ident, u32)> = Vec::new();
    let node = finding.node?;
    for (prop, values) in subject.game.props(node) {
        if MOVES.contains(&prop.id) {
            if values.len() != 1 {
                return None;
            }
            moves.push((prop.id, prop.start));
        } else if !moves.is_empty() && ROOT_ONLY.contains(&prop.id)
            || moves.len() > 1 && belongs_before(&prop.id.spelling(), node)
        {
            return None;
        }
    }
    let alternate = moves.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let edits = moves.iter().skip(1).map(|&(_, start)| Edit::insert(start as usize, ";"));
    alternate.then(|| (Safety::Safe, edits.collect()))
}

/// Whether behind a further move it would come into a node where it means something else: setup counts
/// before the moves of its node, and what is said of the game is said in the root.
fn belongs_before(id: &str, node: NodeId) -> bool {
    is_setup(id) || node == ROOT && is_info(id)
}

const ROOT_ONLY: [Ident; 6] = [
    Ident::new("AP"),
    Ident::new("CA"),
    Ident::new("FF"),
    Ident::new("GM"),
    Ident::new("ST"),
    Ident::new("SZ"),
];

/// The passes that the ruleset asks for, in nodes of their own after the last move of a game that came to
/// its end.
pub(super) fn passes(subject: &Subject) -> Mended {
    let audit = subject.audit?;
    if !is_finished(subject, audit) {
        return None;
    }
    let last = audit.replay.last_ply?;
    let at = if has_moves_below(subject.game, last.node) {
        in_first_variation(subject, last.node)?
    } else {
        behind_move(subject, audit, &last)?
    };
    let mut missing = completed_passes(&audit.replay, audit.rules);
    let mut color = last.color;
    let mut nodes = String::new();
    while missing != [0, 0] {
        color = color.opponent();
        let left = &mut missing[color];
        *left = left.checked_sub(1)?;
        let letter = if color == Color::Black { 'B' } else { 'W' };
        nodes.push_str(&format!(";{letter}[{}]", subject.pass()));
    }
    (!nodes.is_empty()).then(|| (Safety::Rules, vec![Edit::insert(at, nodes)]))
}

/// Where other moves are tried instead of the passes, these begin the variation in which the game ends;
/// nowhere if moves are tried in that too.
fn in_first_variation(subject: &Subject, last: NodeId) -> Option<usize> {
    let game = subject.game;
    let first = (last + 1..game.nodes().len() as NodeId)
        .find(|&id| game.nodes()[id as usize].parent == last)
        .filter(|&first| !has_move(game, first) && !has_moves_below(game, first))?;
    let at = game.nodes()[first as usize].start as usize;
    (subject.bytes().get(at) == Some(&b';')).then_some(at)
}

fn has_move(game: &Game, node: NodeId) -> bool {
    game.props(node).any(|(prop, _)| MOVES.contains(&prop.id))
}

/// Whether nodes that hang on this one, or on such a node, hold moves.
fn has_moves_below(game: &Game, node: NodeId) -> bool {
    let mut below = vec![false; game.nodes().len()];
    below[node as usize] = true;
    (node + 1..game.nodes().len() as NodeId).any(|id| {
        below[id as usize] = below[game.nodes()[id as usize].parent as usize];
        below[id as usize] && has_move(game, id)
    })
}

/// Behind the last move. Marks of territory in its node belong to the end of the game and go behind the
/// passes, if they stand behind the move; where some stand before it, all stay, since a pass changes no
/// position.
fn behind_move(subject: &Subject, audit: &Audit, last: &Ply) -> Option<usize> {
    const MARKS: [Ident; 2] = [Ident::new("TB"), Ident::new("TW")];
    let mut at = None;
    let mut moved = false;
    let mut marks_first = false;
    for (prop, values) in subject.game.props(last.node) {
        if MARKS.contains(&prop.id) && audit.replay.marked_node == Some(last.node) {
            if moved && !marks_first {
                at = Some(prop.start as usize);
                break;
            }
            marks_first = true;
        }
        moved |= values.contains(&last.span);
        at = values.last().map(|value| value.end as usize + 1);
    }
    at.filter(|&at| subject.bytes().get(at.wrapping_sub(1)).is_some_and(|&b| b != b';'))
}

/// Whether passes are all that a game lacks: two end it, or the board and the last comment don't say that
/// it stopped in another way.
fn is_finished(subject: &Subject, audit: &Audit) -> bool {
    let undecided = audit.dead.as_ref().and_then(|dead| dead.undecided);
    let contradicted = || {
        subject.found.iter().any(|(_, finding)| finding.kind == FindingKind::ResultContradictsEnd)
    };
    audit.replay.final_passes >= 2 || undecided != Some(Undecided::Unfinished) && !contradicted()
}

/// Whether a point of these values is in another property before them that excludes it: then it would still
/// be there twice.
fn in_another(subject: &Subject, values: &[Value], size: Size) -> bool {
    let (id, node, start) = (values[0].id, values[0].node, values[0].prop);
    let group = id.standard().group;
    let mut theirs = vec![false; size.area()];
    let points = |value: Span| points_value(subject.text, value, size).points();
    for (prop, values) in subject.game.props(node) {
        if prop.start != start && prop.id.standard().group == group {
            for point in values.into_iter().flat_map(points) {
                theirs[size.index(point)] = true;
            }
        }
    }
    values.iter().flat_map(|value| points(value.span)).any(|point| theirs[size.index(point)])
}

/// Points that a property has already.
pub(super) fn duplicate(subject: &Subject, finding: &Finding) -> Mended {
    let bytes = subject.bytes();
    let size = subject.audit?.size;
    let values = subject.values.beside(subject.game, finding.span);
    if values.len() < 2
        || values[0].id.standard().group.is_none()
        || in_another(subject, values, size)
    {
        return None;
    }
    let mut edits = Vec::new();
    let mut seen = vec![false; size.area()];
    // Of two ways to name a point the one that other programs read stays.
    let odd =
        |value: &Value| matches!(points_value(subject.text, value.span, size), PointsValue::Odd(_));
    let (last, first): (Vec<&Value>, Vec<&Value>) = values.iter().partition(|value| odd(value));
    for value in first.into_iter().chain(last) {
        let (mut any, mut new) = (false, false);
        for point in points_value(subject.text, value.span, size).points() {
            any = true;
            new |= !std::mem::replace(&mut seen[size.index(point)], true);
        }
        let (start, end) = (value.span.start as usize, value.span.end as usize);
        let whole = start > 0 && bytes[start - 1] == b'[' && bytes.get(end) == Some(&b']');
        // What names nothing that can be read stays.
        if any && !new && whole {
            edits.push(Edit::replace(Span::new(start - 1, end + 1), ""));
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    Some((Safety::Safe, edits))
}
