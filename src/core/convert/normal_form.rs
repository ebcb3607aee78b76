//! SGF's normal form of a game.

use super::property::{
    Property, Tree, TreeNode, add_comment, is_move, letters, merge, modernise, move_misused, order,
    read,
};
use crate::go::Size;
use crate::record::{Field, RecordedGame};
use crate::sgf::{Ident, NodeId, PropertyKind};

/// The properties and nodes that are left out of the normal form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments and names of nodes: C, GC, N.
    pub comments: bool,
    /// All variations but the main line.
    pub variations: bool,
    /// Marks and figures, except marks of territory: AR, CR, DD, FG, L, LB, LN, M, MA, PM, SL, SQ, TR, VW.
    pub markup: bool,
    /// Times: BL, OB, OT, OW, TM, WL.
    pub times: bool,
}

impl Strip {
    fn removes(self, id: &str) -> bool {
        match id {
            "C" | "GC" | "N" => self.comments,
            "AR" | "CR" | "DD" | "FG" | "L" | "LB" | "LN" | "M" | "MA" | "PM" | "SL" | "SQ"
            | "TR" | "VW" => self.markup,
            "BL" | "OB" | "OT" | "OW" | "TM" | "WL" => self.times,
            _ => false,
        }
    }
}

pub(super) fn normal_form(record: &RecordedGame, strip: Strip) -> Tree {
    let &RecordedGame { text, game, size: board, .. } = record;
    let format = record.format();
    let has = |field| record.header.place(field).is_some();
    let (has_komi, has_size) = (has(Field::Komi), has(Field::Size));
    let count = if strip.variations { game.main_line() as usize } else { game.nodes().len() };
    let mut tree = Tree::default();
    // For each node of the game, the last of its nodes in the tree.
    let mut last_part: Vec<usize> = Vec::with_capacity(count);
    for (id, node) in game.nodes()[..count].iter().enumerate() {
        let props: Vec<Property> = game
            .props(id as NodeId)
            .map(|(prop, values)| read(text, &prop, &values, board))
            .filter(|prop| !strip.removes(&prop.id))
            .collect();
        let mut parent = if id == 0 { 0 } else { last_part[node.parent as usize] };
        let mut push = |mut props: Vec<Property>| {
            let is_root = tree.nodes.is_empty();
            modernise(&mut props, board, format, has_komi);
            if is_root {
                declare(&mut props, has_size);
                push_assumed(&mut props, record, strip);
            } else {
                for prop in &mut props {
                    match &prop.id[..] {
                        "CA" => prop.values = vec!["UTF-8".to_owned()],
                        "FF" => prop.values = vec!["4".to_owned()],
                        _ => {}
                    }
                }
            }
            if is_root && !strip.comments {
                move_misused(&mut props, |id| game.main_line_value(id).is_some());
            }
            merge(&mut props, board, !strip.comments);
            order(&mut props, is_root, board);
            tree.nodes.push(TreeNode { parent, props });
            parent = tree.nodes.len() - 1;
        };
        if props.iter().filter(|prop| is_move(&prop.id)).nth(1).is_none() {
            push(props);
        } else {
            split_moves(props, id == 0).into_iter().for_each(push);
        }
        last_part.push(tree.nodes.len() - 1);
        if id + 1 == game.main_line() as usize {
            tree.main_line = tree.nodes.len();
        }
    }
    tree
}

/// Adds the handicap stones that are assumed, and to the comment that they are.
fn push_assumed(props: &mut Vec<Property>, record: &RecordedGame, strip: Strip) {
    let assumed = &record.missing.assumed;
    if assumed.is_empty() {
        return;
    }
    let values = assumed.iter().map(|&point| letters(point)).collect();
    props.push(Property { id: "AB".to_owned(), values });
    if !strip.comments {
        let names: Vec<String> = assumed.iter().map(|point| point.name(record.size)).collect();
        let line =
            format!("Handicap stones assumed, since none were recorded: {}", names.join(" "));
        add_comment(props, line);
    }
}

/// Declares format, encoding, game and size in the root.
fn declare(props: &mut Vec<Property>, has_size: bool) {
    props.retain(|prop| !matches!(&prop.id[..], "FF" | "CA" | "GM"));
    let mut declare = |id: &str, value: &str| {
        props.push(Property { id: id.to_owned(), values: vec![value.to_owned()] });
    };
    declare("FF", "4");
    declare("CA", "UTF-8");
    declare("GM", "1");
    if !has_size {
        declare("SZ", &Size::STANDARD.to_string());
    }
}

/// Splits the properties of a node with several moves into a node per move, if the colours alternate: then the `;` between
/// them is missing. A property between two moves belongs to the first of them. Of those before or behind all moves, setup and
/// the name belong to the first, and what describes the position to the last; in a root the first keeps everything but the
/// marks of territory.
fn split_moves(props: Vec<Property>, is_root: bool) -> Vec<Vec<Property>> {
    let moves: Vec<&str> = props.iter().map(|prop| &prop.id[..]).filter(|id| is_move(id)).collect();
    if moves.windows(2).any(|pair| pair[0] == pair[1]) {
        return vec![props];
    }
    let last = moves.len() - 1;
    let mut parts: Vec<Vec<Property>> = vec![Vec::new(); moves.len()];
    let mut moves = 0;
    for prop in props {
        let kind = Ident::new(&prop.id).info().kind;
        let at = if is_move(&prop.id) {
            moves += 1;
            moves - 1
        } else if marks_territory(&prop.id) {
            last
        } else if matches!(kind, PropertyKind::Setup | PropertyKind::Root | PropertyKind::GameInfo)
        {
            0
        } else if (1..=last).contains(&moves) {
            moves - 1
        } else if prop.id == "N" || is_root {
            0
        } else {
            last
        };
        parts[at].push(prop);
    }
    parts
}

fn marks_territory(id: &str) -> bool {
    matches!(id, "TB" | "TW")
}
