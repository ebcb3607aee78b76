//! A game in SGF's normal form.

use super::header::{board_size, first, format, rules_name};
use super::property::{is_move, is_setup, merge, modernise, order, read, values_of};
use super::tree::{Property, Tree, TreeNode};
use crate::formats::default_rules;
use crate::go::Size;
use crate::sgf::{Game, NodeId, Text, ValueType};

/// What is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments and names of nodes: C, GC, N.
    pub comments: bool,
    /// Everything beside the main line.
    pub variations: bool,
    /// Marks and figures, but not the marks that say what was counted: AR, CR, DD, FG, L, LB, LN, M,
    /// MA, PM, SL, SQ, TR, VW.
    pub markup: bool,
    /// Times: BL, OB, OT, OW, TM, WL.
    pub times: bool,
}

impl Strip {
    fn takes(self, id: &str) -> bool {
        match id {
            "C" | "GC" | "N" => self.comments,
            "AR" | "CR" | "DD" | "FG" | "L" | "LB" | "LN" | "M" | "MA" | "PM" | "SL" | "SQ"
            | "TR" | "VW" => self.markup,
            "BL" | "OB" | "OT" | "OW" | "TM" | "WL" => self.times,
            _ => false,
        }
    }
}

/// Brings a game into normal form.
pub(super) fn normal_form(text: &Text, game: &Game, strip: Strip) -> Tree {
    let board = board_size(text, game);
    let format = format(text, game);
    let has_komi = first(game, "KM").is_some();
    let has_size = first(game, "SZ").is_some();
    let count = if strip.variations { game.main_line() as usize } else { game.nodes().len() };
    let mut tree = Tree::default();
    // Where each node's last part has gone.
    let mut last_part: Vec<usize> = Vec::with_capacity(count);
    for (id, node) in game.nodes()[..count].iter().enumerate() {
        let mut props: Vec<Property> = game
            .props(id as NodeId)
            .map(|(prop, values)| read(text, &prop, &values, board))
            .filter(|prop| !strip.takes(&prop.id))
            .collect();
        let own = interleaved(&props);
        modernise(&mut props, board, format, has_komi);
        if id == 0 {
            declare(&mut props, has_size);
            // What the format says of the rules would be lost with it.
            if text.is_converted() && first(game, "RU").is_none() {
                let rules = rules_name(default_rules(text)).to_owned();
                props.push(Property { id: "RU".to_owned(), values: vec![rules] });
            }
        } else {
            for prop in &mut props {
                match &prop.id[..] {
                    "CA" => prop.values = vec!["UTF-8".to_owned()],
                    "FF" => prop.values = vec!["4".to_owned()],
                    _ => {}
                }
            }
        }
        merge(&mut props, board);
        order(&mut props, id == 0, board);
        let parent = if id == 0 { 0 } else { last_part[node.parent as usize] };
        push_parts(&mut tree, parent, props, &own, id == 0);
        last_part.push(tree.nodes.len() - 1);
        if id + 1 == game.main_line() as usize {
            tree.main_line = tree.nodes.len();
        }
    }
    tree
}

/// Says in the root what the normal form is.
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

/// The properties of a node with several moves that stand once behind each of them: `B[aa]C[x]W[bb]C[y]`.
fn interleaved(props: &[Property]) -> Vec<String> {
    let moves = props.iter().filter(|prop| is_move(&prop.id)).count();
    if moves < 2 {
        return Vec::new();
    }
    let mut seen: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut behind = 0;
    for prop in props {
        if is_move(&prop.id) {
            behind += 1;
            continue;
        }
        // Lists are put together.
        if matches!(values_of(&prop.id), ValueType::Points | ValueType::Composed) {
            continue;
        }
        match seen.iter_mut().find(|(id, _)| *id == prop.id) {
            Some((_, at)) => at.push(behind),
            None => seen.push((&prop.id, vec![behind])),
        }
    }
    let each = |at: &[usize]| at.iter().copied().eq(1..=moves);
    seen.into_iter().filter(|(_, at)| each(at)).map(|(id, _)| id.to_owned()).collect()
}

/// Adds a node, or as many as it has alternating moves: the setup stands in the first, what is said of
/// the position in the last, but for what is said once of each (`own`). Of a root the first keeps everything but the
/// marks of territory.
fn push_parts(tree: &mut Tree, parent: usize, props: Vec<Property>, own: &[String], is_root: bool) {
    let moves: Vec<&str> = props.iter().map(|prop| &prop.id[..]).filter(|id| is_move(id)).collect();
    let alternate = moves.len() > 1 && moves.windows(2).all(|pair| pair[0] != pair[1]);
    if !alternate {
        tree.nodes.push(TreeNode { parent, props });
        return;
    }
    let last = moves.len() - 1;
    let mut parts: Vec<Vec<Property>> = vec![Vec::new(); moves.len()];
    let mut number = 0;
    let mut said: Vec<(String, usize)> = own.iter().map(|id| (id.clone(), 0)).collect();
    for prop in props {
        let at = if let Some((_, times)) = said.iter_mut().find(|(id, _)| *id == prop.id) {
            *times += 1;
            last.min(*times - 1)
        } else if is_move(&prop.id) {
            number += 1;
            number - 1
        } else if is_setup(&prop.id) || prop.id == "N" || is_root && !marks_territory(&prop.id) {
            0
        } else {
            last
        };
        parts[at].push(prop);
    }
    let mut parent = parent;
    for props in parts {
        let id = tree.nodes.len();
        tree.nodes.push(TreeNode { parent, props });
        parent = id;
    }
}

fn marks_territory(id: &str) -> bool {
    matches!(id, "TB" | "TW")
}
