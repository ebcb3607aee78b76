//! Findings about nodes: combinations of properties, and their places.

use super::properties::{Property, PropertyChecker, spelling};
use super::syntax::quote;
use crate::audit::finding::{Finding, FindingKind, FindingList};
use crate::go::Size;
use crate::record::NodeSpan;
use crate::sgf::{Game, Ident, NodeId, Prop, PropertyKind, ROOT, Span, Text};

const B: Ident = Ident::new("B");
const W: Ident = Ident::new("W");

/// Checks every node, variations included, in time linear in the number of nodes and values.
pub(crate) fn check(text: &Text, game: &Game, size: Size, format: i64, findings: &mut FindingList) {
    let mut checker = NodeChecker {
        text,
        game,
        properties: PropertyChecker::new(text, size, format),
        contents: NodeContents::default(),
        findings,
    };
    // A node that is a single move is only worth a finding at the root.
    let root = game.nodes().first().filter(|root| root.only_move().is_some()).map(|_| ROOT);
    let nodes = root.into_iter().chain(game.other_nodes().iter().copied());
    let with_info: Vec<NodeId> = nodes.filter(|&node| checker.check_node(node)).collect();
    if with_info.len() > 1 {
        check_game_info(game, &with_info, findings);
    }
}

/// Checks nodes one by one, reusing its memory.
struct NodeChecker<'a> {
    text: &'a Text<'a>,
    game: &'a Game,
    properties: PropertyChecker<'a>,
    contents: NodeContents,
    findings: &'a mut FindingList,
}

impl NodeChecker<'_> {
    /// Checks a node. Returns whether it has game information.
    fn check_node(&mut self, node: NodeId) -> bool {
        self.contents.clear();
        self.check_properties(node);
        if self.contents.count == 0 {
            let at = NodeSpan::first_byte(self.game, node);
            self.findings.push(at.finding(FindingKind::EmptyNode, "a node without properties"));
        }
        self.check_moves(node);
        self.check_annotations(node);
        self.contents.first_of(PropertyKind::GameInfo).is_some()
    }

    /// Checks the properties of a node one by one, and adds them to its contents.
    fn check_properties(&mut self, node: NodeId) {
        self.properties.begin_node();
        for (prop, values) in self.game.props(node) {
            let standard = prop.id.info();
            let property = Property { prop: &prop, standard, values: &values, node };
            let again = self.contents.has_already(prop.id);
            let is_move = prop.id == B || prop.id == W;
            if again && !is_move {
                self.contents.add_repeated(&prop);
            }
            let kind = match standard.kind {
                PropertyKind::MoveAnnotation
                    if self.properties.stands_for(property).is_some()
                        || self.contents.moves == 0 && self.properties.states_nothing(property) =>
                {
                    PropertyKind::Other
                }
                kind => kind,
            };
            self.contents.add(&prop, kind);
            self.properties.check(property, self.findings);
        }
        for (prop, times) in std::mem::take(&mut self.contents.repeated) {
            let mut message = match times {
                2 => format!("duplicate {}", prop.id.spelling()),
                _ => format!("{} {times} times in a node", prop.id.spelling()),
            };
            if matches!(prop.id.info().kind, PropertyKind::Root | PropertyKind::GameInfo) {
                message.push_str(&self.different_values(node, prop.id));
            }
            self.push(FindingKind::DuplicateProperty, &prop, message, node);
        }
    }

    /// Returns the first two values of a property that a node has several times, if they differ.
    fn different_values(&self, node: NodeId, id: Ident) -> String {
        let same = self.game.props(node).filter(|(prop, _)| prop.id == id);
        let mut values = same.filter_map(|(_, values)| values.first().copied());
        let Some(first) = values.next() else { return String::new() };
        let first = quote(self.text, first);
        let other = values.map(|value| quote(self.text, value)).find(|value| *value != first);
        other.map_or(String::new(), |other| format!(": {first} and {other}"))
    }

    /// Reports several moves, and properties that may not be beside a move or without one.
    fn check_moves(&mut self, node: NodeId) {
        let first_of = |kind| self.contents.first_of(kind).copied();
        let setup = first_of(PropertyKind::Setup);
        let timing = first_of(PropertyKind::Timing).filter(|_| node != ROOT);
        let annotation = first_of(PropertyKind::MoveAnnotation).or(timing);
        let Some(prop) = first_of(PropertyKind::Move) else {
            self.check_empty_ko(node);
            if let Some(prop) = annotation {
                let name = self.text.decode(spelling(&prop));
                let message = format!("{name} annotates a move, but the node has none");
                self.push(FindingKind::AnnotationWithoutMove, &prop, message, node);
            }
            return;
        };
        let moves = self.contents.moves;
        if moves > 1 {
            let message = format!("{moves} moves in one node; a `;` is probably missing");
            self.push(FindingKind::SeveralMoves, &prop, message, node);
        }
        if node == ROOT {
            self.push(FindingKind::MoveInRoot, &prop, "a move in the root".to_owned(), node);
        }
        if let Some(setup) = setup {
            let message = format!("{} beside a move in the same node", setup.id.spelling());
            self.push(FindingKind::MixedNode, &setup, message, node);
        }
    }

    /// Reports a KO without a value in a root without a move, where some sources write the komi.
    fn check_empty_ko(&mut self, node: NodeId) {
        let id = Ident::new("KO");
        let is_empty = |values: &[Span]| values.iter().all(|value| value.is_empty());
        let mut props = self.game.props(node).filter(|(prop, _)| node == ROOT && prop.id == id);
        if let Some((prop, _)) = props.find(|(_, values)| is_empty(values)) {
            self.push(FindingKind::EmptyValue, &prop, "KO states nothing".to_owned(), node);
        }
    }

    /// Reports annotations that exclude each other.
    fn check_annotations(&mut self, node: NodeId) {
        for kind in [PropertyKind::MoveAnnotation, PropertyKind::NodeAnnotation] {
            let annotations = self.contents.annotations.iter();
            let mut exclusive = annotations
                .filter(|prop| prop.id.info().kind == kind && is_exclusive(prop.id, kind));
            let Some(&one) = exclusive.next() else { continue };
            let Some(&other) = exclusive.find(|prop| prop.id != one.id) else { continue };
            let [one, name] = [&one, &other].map(|prop| self.text.decode(spelling(prop)));
            let message = format!("{one} and {name} contradict each other");
            self.push(FindingKind::ContradictingAnnotation, &other, message, node);
        }
    }

    fn push(&mut self, kind: FindingKind, prop: &Prop, message: String, node: NodeId) {
        self.findings.push(Finding::new(kind, spelling(prop), message).at_node(node));
    }
}

/// Whether a node may have only one annotation of this kind.
fn is_exclusive(id: Ident, kind: PropertyKind) -> bool {
    const NODE_ANNOTATIONS: [Ident; 4] = Ident::all(["DM", "GB", "GW", "UC"]);
    let of_move =
        kind == PropertyKind::MoveAnnotation && id != Ident::new("KO") && id != Ident::new("MN");
    of_move || NODE_ANNOTATIONS.contains(&id)
}

#[derive(Default)]
struct NodeContents {
    /// A bit per identifier that has a number ([`Ident::place`]).
    places: [u64; Ident::PLACES / 64],
    others: Vec<Ident>,
    count: u32,
    moves: u32,
    first: [Option<Prop>; PropertyKind::COUNT],
    annotations: Vec<Prop>,
    /// The second property of each identifier that the node has several times, and how often it has it.
    repeated: Vec<(Prop, u32)>,
}

impl NodeContents {
    fn clear(&mut self) {
        self.places.fill(0);
        self.others.clear();
        self.count = 0;
        self.moves = 0;
        self.first = [None; PropertyKind::COUNT];
        self.annotations.clear();
        self.repeated.clear();
    }

    fn add_repeated(&mut self, prop: &Prop) {
        match self.repeated.iter_mut().rev().find(|(second, _)| second.id == prop.id) {
            Some((_, times)) => *times += 1,
            None => self.repeated.push((*prop, 2)),
        }
    }

    /// Adds an identifier. Returns whether the node had it before.
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
        // Bounds the time of a look-up. No real record has as many properties in a node.
        if self.others.len() < 128 {
            self.others.push(id);
        }
        false
    }

    fn add(&mut self, prop: &Prop, kind: PropertyKind) {
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

    fn first_of(&self, kind: PropertyKind) -> Option<&Prop> {
        self.first[kind as usize].as_ref()
    }
}

/// Reports game information in more than one node of a line of play. `with_info` are the nodes that have any, in file
/// order.
fn check_game_info(game: &Game, with_info: &[NodeId], findings: &mut FindingList) {
    // For each node, whether it or a node before it on its line has game information.
    let mut informed = vec![false; game.nodes().len()];
    let mut next = with_info.iter().copied().peekable();
    for (id, node) in (0..).zip(game.nodes()) {
        let before = id != ROOT && informed[node.parent as usize];
        let here = next.next_if_eq(&id).is_some();
        informed[id as usize] = before || here;
        if before && here {
            let message = "an earlier node of this line of play already has game information";
            let at = NodeSpan::first_byte(game, id);
            findings.push(at.finding(FindingKind::SecondGameInfo, message));
        }
    }
}
