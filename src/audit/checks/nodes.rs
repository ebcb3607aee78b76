//! Findings about nodes: which properties stand together, and where.

use crate::audit::checks::properties::{Properties, spelling};
use crate::audit::finding::Finding;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::go::Size;
use crate::sgf::{Game, Ident, NodeId, Prop, PropertyKind, ROOT, Span, Text, Values};

const B: Ident = Ident::new("B");
const W: Ident = Ident::new("W");

/// Checks every node, variations included. Takes time in the number of nodes and values.
pub(in crate::audit) fn check(
    text: &Text,
    game: &Game,
    size: Size,
    format: i64,
    findings: &mut FindingList,
) {
    let mut properties = Properties::new(text, size, format);
    let mut seen = NodeContents::default();
    // The nodes with game information: mostly one, which takes no memory.
    let mut first_info = None;
    let mut more_info: Vec<NodeId> = Vec::new();
    // A root that holds a move and nothing else is worth a finding, any other such node is not.
    let root = game.nodes().first().filter(|root| root.only_move().is_some()).map(|_| ROOT);
    for node in root.into_iter().chain(game.other_nodes().iter().copied()) {
        let mut props = game.props(node);
        let first = props.next();
        // By far the most nodes hold one move and nothing else.
        if let Some((prop, values)) = first
            && let [value] = *values
            && (prop.id == B || prop.id == W)
            && node != ROOT
        {
            if format < 4 && value.is_empty() {
                properties.check(&prop, prop.id.info(), &[value], node, findings);
            }
            let mut more = props.peekable();
            if more.peek().is_none() {
                continue;
            }
            seen.begin();
            seen.note(&prop, prop.id.info().kind);
            check_properties(&mut properties, &mut seen, more, node, findings);
        } else {
            seen.begin();
            let all = first.into_iter().chain(props);
            check_properties(&mut properties, &mut seen, all, node, findings);
        }
        if seen.count == 0 {
            let start = game.nodes()[node as usize].start as usize;
            let message = "a node without properties";
            let finding =
                Finding::new(FindingKind::EmptyNode, Span::new(start, start + 1), message);
            findings.push(finding.at_node(node));
        }
        check_combination(&seen, text, node, findings);
        if seen.of(PropertyKind::GameInfo).is_some() {
            match first_info {
                None => first_info = Some(node),
                Some(_) => more_info.push(node),
            }
        }
    }
    if let Some(first) = first_info.filter(|_| !more_info.is_empty()) {
        let with_info = std::iter::once(first).chain(more_info);
        second_game_info(game, with_info, findings);
    }
}

fn check_properties<'g>(
    properties: &mut Properties,
    seen: &mut NodeContents,
    props: impl Iterator<Item = (Prop, Values<'g>)>,
    node: NodeId,
    findings: &mut FindingList,
) {
    properties.begin_node();
    for (prop, values) in props {
        let standard = prop.id.info();
        let again = seen.has_already(prop.id);
        let is_move = prop.id == B || prop.id == W;
        if again && !is_move {
            let already = || format!("{} is in this node already", prop.id.spelling());
            let message = findings.wording().of(already);
            let span = spelling(&prop);
            findings
                .push(Finding::new(FindingKind::DuplicateProperty, span, message).at_node(node));
        }
        let kind = match standard.kind {
            PropertyKind::MoveAnnotation
                if properties.stands_for(&prop, &values, node).is_some() =>
            {
                PropertyKind::Other
            }
            kind => kind,
        };
        seen.note(&prop, kind);
        properties.check(&prop, standard, &values, node, findings);
    }
}

/// What a node has.
#[derive(Default)]
struct NodeContents {
    /// A bit for each identifier that has a place in a table.
    places: [u64; Ident::PLACES / 64],
    /// Those that have none.
    others: Vec<Ident>,
    count: u32,
    moves: u32,
    /// By kind: the first property of it.
    first: [Option<Prop>; PropertyKind::COUNT],
    annotations: Vec<Prop>,
}

impl NodeContents {
    fn begin(&mut self) {
        self.places.fill(0);
        self.others.clear();
        self.count = 0;
        self.moves = 0;
        self.first = [None; PropertyKind::COUNT];
        self.annotations.clear();
    }

    /// Whether the node has a property with this identifier, which it has from now on.
    fn has_already(&mut self, id: Ident) -> bool {
        if let Some(place) = id.place() {
            let word = &mut self.places[place / 64];
            let before = *word;
            *word |= 1 << (place % 64);
            return before == *word;
        }
        if id == Ident::LONG || self.others.contains(&id) {
            return id != Ident::LONG;
        }
        // Nobody has more properties in a node, and so each is looked up in bounded time.
        if self.others.len() < 128 {
            self.others.push(id);
        }
        false
    }

    fn note(&mut self, prop: &Prop, kind: PropertyKind) {
        self.count += 1;
        if kind == PropertyKind::Move {
            self.moves += 1;
        }
        if matches!(kind, PropertyKind::MoveAnnotation | PropertyKind::NodeAnnotation)
            && self.annotations.len() < 16
        {
            self.annotations.push(*prop);
        }
        self.first[kind as usize].get_or_insert(*prop);
    }

    fn of(&self, kind: PropertyKind) -> Option<&Prop> {
        self.first[kind as usize].as_ref()
    }
}

/// What may not stand together in a node.
fn check_combination(seen: &NodeContents, text: &Text, node: NodeId, findings: &mut FindingList) {
    let mut push = |name, prop: &Prop, message: String| {
        findings.push(Finding::new(name, spelling(prop), message).at_node(node));
    };
    let shown = |prop: &Prop| text.decode(spelling(prop)).into_owned();
    if let Some(prop) = seen.of(PropertyKind::Move) {
        if seen.moves > 1 {
            let message = format!("{} moves in one node; a `;` must be missing", seen.moves);
            push(FindingKind::SeveralMoves, prop, message);
        }
        if node == ROOT {
            push(FindingKind::MoveInRoot, prop, "a move in the root".to_owned());
        }
        if let Some(setup) = seen.of(PropertyKind::Setup) {
            push(FindingKind::MixedNode, setup, "setup beside a move in the same node".to_owned());
        }
    } else if let Some(prop) = seen
        .of(PropertyKind::MoveAnnotation)
        .or(seen.of(PropertyKind::Timing).filter(|_| node != ROOT))
    {
        let message = format!("{} is about a move, but the node has none", shown(prop));
        push(FindingKind::AnnotationWithoutMove, prop, message);
    }
    for kind in [PropertyKind::MoveAnnotation, PropertyKind::NodeAnnotation] {
        let mut of_kind = seen.annotations.iter().filter(|prop| prop.id.info().kind == kind);
        let exclusive = |prop: &Prop| {
            kind == PropertyKind::MoveAnnotation
                && prop.id != Ident::new("KO")
                && prop.id != Ident::new("MN")
                || [Ident::new("DM"), Ident::new("GB"), Ident::new("GW"), Ident::new("UC")]
                    .contains(&prop.id)
        };
        if let Some(one) = of_kind.find(|prop| exclusive(prop))
            && let Some(other) = of_kind.find(|prop| exclusive(prop) && prop.id != one.id)
        {
            let message = format!("{} and {} exclude each other", shown(one), shown(other));
            push(FindingKind::ContradictingAnnotation, other, message);
        }
    }
}

/// Game information in more than one node of a line of play.
fn second_game_info(
    game: &Game,
    with_info: impl Iterator<Item = NodeId>,
    findings: &mut FindingList,
) {
    // By node: whether it or a node before it on its line has game information.
    let mut informed = vec![false; game.nodes().len()];
    let mut next = with_info.peekable();
    for (id, node) in game.nodes().iter().enumerate() {
        let before = id > 0 && informed[node.parent as usize];
        let here = next.next_if(|&other| other as usize == id).is_some();
        informed[id] = before || here;
        if before && here {
            let span = Span::new(node.start as usize, node.start as usize + 1);
            let message = "a node before this one on the same line has game information";
            let finding = Finding::new(FindingKind::SecondGameInfo, span, message);
            findings.push(finding.at_node(id as NodeId));
        }
    }
}
