//! Fixes of moves, passes and points.

use super::context::{GameContext, is_move};
use super::edit::Edit;
use crate::audit::{Audit, Finding, FindingKind};
use crate::go::Color;
use crate::record::to_play;
use crate::replay::Ply;
use crate::score::{Undecided, completed_passes};
use crate::sgf::{
    Game, Ident, MoveValue, NodeId, PointsValue, PropertyKind, ROOT, Span, ValueType, move_value,
    points_value, two_letters,
};

const B: Ident = Ident::new("B");
const W: Ident = Ident::new("W");
const PL: Ident = Ident::new("PL");

/// Replaces a move or a point with its brackets.
fn replace_point(context: &GameContext, finding: &Finding, with: &str) -> Option<Vec<Edit>> {
    let id = context.property_of(finding.node?, finding.span)?;
    let holds_points = is_move(id) || id.info().values == ValueType::Points;
    let span = context.with_brackets(finding.span).filter(|_| holds_points)?;
    Some(vec![Edit::replace(span, format!("[{with}]"))])
}

pub(super) fn odd_pass(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let is_word = !matches!(finding.span.of(context.bytes()).trim_ascii(), [a, b] if two_letters(*a, *b).is_some());
    if !is_word && context.is_size_doubtful() {
        return None;
    }
    replace_point(context, finding, context.pass())
}

pub(super) fn pass_of_old_format(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let pass = context.pass();
    if !finding.span.is_empty() || pass.is_empty() || context.is_size_doubtful() {
        return None;
    }
    replace_point(context, finding, pass)
}

pub(super) fn human_coordinates(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (text, size) = (context.text, context.audit?.size);
    // Lines are numbered from the lower edge of the board.
    if context.is_size_doubtful() {
        return None;
    }
    let read = (move_value(text, finding.span, size), points_value(text, finding.span, size));
    let ((MoveValue::OddPoint(point), _) | (_, PointsValue::Odd(point))) = read else {
        return None;
    };
    replace_point(context, finding, &String::from_iter(point.sgf().map(char::from)))
}

pub(super) fn player(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    context.property_of(finding.node?, finding.span).filter(|id| *id == PL)?;
    let color = to_play(context.text, finding.span)?;
    Some(vec![Edit::replace(finding.span, color.letter().to_string())])
}

pub(super) fn player_beside_move(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (mut player, mut color) = (None, None);
    for (prop, values) in context.game.props(finding.node?) {
        let info = prop.id.info();
        match (&values[..], info.kind) {
            (&[value], PropertyKind::Setup) if prop.id == PL && player.is_none() => {
                let end = context.with_brackets(value)?.end;
                player = Some((Span { start: prop.start, end }, to_play(context.text, value)?));
            }
            (_, PropertyKind::Setup) => return None,
            (&[_], PropertyKind::Move) if color.is_none() => {
                color = Some(if prop.id == B { Color::Black } else { Color::White });
            }
            (_, PropertyKind::Move) => return None,
            _ => {}
        }
    }
    let (span, next) = player?;
    (next == color?.opponent()).then(|| vec![Edit::remove(span)])
}

pub(super) fn several_moves(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    const OF_BLACK: [Ident; 2] = Ident::all(["BL", "OB"]);
    const OF_WHITE: [Ident; 2] = Ident::all(["WL", "OW"]);
    let mut moves: Vec<(Ident, u32)> = Vec::new();
    let node = finding.node?;
    for (prop, values) in context.game.props(node) {
        let last = moves.last().map(|(id, _)| *id);
        if is_move(prop.id) {
            if values.len() != 1 || prop.length > 1 {
                return None;
            }
            moves.push((prop.id, prop.start));
        } else if !moves.is_empty() && ROOT_PROPERTIES.contains(&prop.id)
            || moves.len() > 1 && depends_on_node(prop.id, node)
        {
            return None;
        } else if OF_BLACK.contains(&prop.id) || OF_WHITE.contains(&prop.id) {
            let of = if OF_BLACK.contains(&prop.id) { B } else { W };
            last.is_none_or(|last| last == of).then_some(())?;
        } else if prop.id.info().kind == PropertyKind::MoveAnnotation {
            // A number, a judgement or a ko may be about any of the moves.
            return None;
        }
    }
    // The order in the node may not be that of the game.
    let (first, last) = (moves.first()?.0, moves.last()?.0);
    let [before, after] = moves_beside(context.game, node);
    let follows = before != Some(first) && after != Some(last);
    let alternate = follows && moves.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let edits = moves.iter().skip(1).map(|&(_, start)| Edit::insert(start as usize, ";"));
    alternate.then(|| edits.collect())
}

/// Returns the last move of a node's parent and the first one of its first child.
fn moves_beside(game: &Game, node: NodeId) -> [Option<Ident>; 2] {
    let moves = |of: NodeId| game.props(of).map(|(prop, _)| prop.id).filter(|&id| is_move(id));
    let parent = game.nodes()[node as usize].parent;
    let child = game.nodes().get(node as usize + 1).filter(|next| next.parent == node);
    let before = if parent == node { None } else { moves(parent).last() };
    [before, child.and_then(|_| moves(node + 1).next())]
}

pub(super) fn move_in_root(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let mut at = None;
    let mut is_first = true;
    for (prop, values) in context.game.props(ROOT) {
        let is_later = at.is_some();
        if is_move(prop.id) {
            if is_first || is_later || values.len() != 1 || prop.length > 1 {
                return None;
            }
            at = Some(prop.start as usize);
        } else if is_later && (ROOT_PROPERTIES.contains(&prop.id) || depends_on_node(prop.id, ROOT))
        {
            return None;
        }
        is_first = false;
    }
    at.filter(|_| finding.node == Some(ROOT)).map(|at| vec![Edit::insert(at, ";")])
}

const ROOT_PROPERTIES: [Ident; 6] = Ident::all(["AP", "CA", "FF", "GM", "ST", "SZ"]);

/// Whether a property would mean something else in a later node: setup precedes the moves of its node, and game
/// information belongs into the root.
fn depends_on_node(id: Ident, node: NodeId) -> bool {
    match id.info().kind {
        PropertyKind::Setup => true,
        PropertyKind::GameInfo => node == ROOT,
        _ => false,
    }
}

pub(super) fn missing_passes(context: &GameContext, _: &Finding) -> Option<Vec<Edit>> {
    let audit = context.sound_audit()?;
    if !is_finished(context, audit) || context.is_size_doubtful() {
        return None;
    }
    let last = audit.replay.last_ply?;
    let at = if has_moves_below(context.game, last.node) {
        start_of_first_variation(context, last.node)?
    } else {
        end_of_move(context, audit, &last)?
    };
    let mut missing = completed_passes(&audit.replay, &audit.rules);
    let mut color = last.color;
    let mut nodes = String::new();
    while missing != [0, 0] {
        color = color.opponent();
        let left = &mut missing[color];
        *left = left.checked_sub(1)?;
        nodes.push_str(&format!(";{}[{}]", color.letter(), context.pass()));
    }
    (!nodes.is_empty()).then(|| vec![Edit::insert(at, nodes)])
}

/// Returns where the first variation behind a node starts, which gets the passes if the others try other moves; `None` if
/// the first variation has moves too.
fn start_of_first_variation(context: &GameContext, last: NodeId) -> Option<usize> {
    let game = context.game;
    let first = (last + 1..game.nodes().len() as NodeId)
        .find(|&id| game.nodes()[id as usize].parent == last)
        .filter(|&first| !has_move(game, first) && !has_moves_below(game, first))?;
    let at = game.nodes()[first as usize].start as usize;
    (context.bytes().get(at) == Some(&b';')).then_some(at)
}

fn has_move(game: &Game, node: NodeId) -> bool {
    game.props(node).any(|(prop, _)| is_move(prop.id))
}

/// Whether a descendant of a node has a move.
fn has_moves_below(game: &Game, node: NodeId) -> bool {
    let mut below = vec![false; game.nodes().len()];
    below[node as usize] = true;
    (node + 1..game.nodes().len() as NodeId).any(|id| {
        below[id as usize] = below[game.nodes()[id as usize].parent as usize];
        below[id as usize] && has_move(game, id)
    })
}

/// Returns where the properties of the last move end. Marks of territory in its node belong to the end of the game, so
/// they go behind the passes if they are after the move. If some are before the move, all stay, since a pass doesn't
/// change the position.
fn end_of_move(context: &GameContext, audit: &Audit, last: &Ply) -> Option<usize> {
    const MARKS: [Ident; 2] = [Ident::new("TB"), Ident::new("TW")];
    let mut end = None;
    let mut is_behind_move = false;
    let mut marks_first = false;
    for (prop, values) in context.game.props(last.node) {
        if MARKS.contains(&prop.id) && audit.replay.marked_node == Some(last.node) {
            if is_behind_move && !marks_first {
                end = Some(prop.start as usize);
                break;
            }
            marks_first = true;
        }
        is_behind_move |= values.contains(&last.span);
        end = Some(context.end_of_values(&values)?);
    }
    end
}

/// Whether a game lacks nothing but passes: two passes end it, or neither the board nor the last comment states that it
/// stopped in another way.
fn is_finished(context: &GameContext, audit: &Audit) -> bool {
    let undecided = audit.dead.as_ref().and_then(|dead| dead.undecided);
    audit.replay.final_passes >= 2
        || undecided != Some(Undecided::Unfinished)
            && !context.findings.iter().any(|it| it.kind == FindingKind::ResultContradictsEnd)
}
