//! One game tree, as spans into the file.

use std::iter::{Chain, Copied};
use std::ops::Deref;
use std::{option, slice};

use super::ident::Ident;
use super::span::Span;
use crate::go::{Color, Point, Stone};
use crate::pile::Pile;

/// A node's place in its game, in the order of the file; 0 is the root.
pub type NodeId = u32;

/// The root of a game.
pub const ROOT: NodeId = 0;

/// A node: where its `;` stands and which properties it has.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The byte at which it starts.
    pub start: u32,
    /// The node before it; the root's is the root itself.
    pub parent: NodeId,
    first_prop: u32,
    only_move: Option<Stone>,
}

impl Node {
    /// A node that isn't only a move.
    fn at(start: u32, parent: NodeId, first_prop: u32) -> Self {
        Self { start, parent, first_prop, only_move: None }
    }

    /// The move of a node that is `;B[pd]` or the like and nothing else: its colour, its point (which
    /// need not be on the board) and its value. Nearly all nodes are, and this is the quick way to
    /// them; `None` says nothing about a node.
    #[must_use]
    pub fn only_move(&self) -> Option<(Color, Point, Span)> {
        let stone = self.only_move?;
        Some((stone.color(), stone.point(), self.value()))
    }

    /// The value of such a node.
    fn value(&self) -> Span {
        Span { start: self.start + 3, end: self.start + 5 }
    }

    /// The stone of such a node.
    #[must_use]
    #[inline]
    pub fn stone(&self) -> Option<Stone> {
        self.only_move
    }

    /// The property of such a node, which isn't kept: it says nothing that the node doesn't.
    fn prop(&self) -> Option<Prop> {
        const IDENTS: [Ident; 2] = [Ident::new("B"), Ident::new("W")];
        let id = IDENTS[self.only_move?.color().index()];
        Some(Prop { id, start: self.start + 1, length: 1, first_value: 0 })
    }
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub struct Prop {
    /// Its identifier.
    pub id: Ident,
    /// Where the identifier starts.
    pub start: u32,
    /// How long it is as it stands in the file; 65535 for anything longer.
    pub length: u16,
    first_value: u32,
}

/// The values of a property: the span of each one's content, without the brackets, escapes as they stand.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// As they are kept.
    Kept(&'a [Span]),
    /// Of a node that is [`Node::only_move`], which says where its only one is.
    Only([Span; 1]),
}

impl Deref for Values<'_> {
    type Target = [Span];

    fn deref(&self) -> &[Span] {
        match self {
            Self::Kept(values) => values,
            Self::Only(value) => value,
        }
    }
}

impl<'a> IntoIterator for Values<'a> {
    type Item = Span;
    type IntoIter = Chain<Copied<slice::Iter<'a, Span>>, option::IntoIter<Span>>;

    fn into_iter(self) -> Self::IntoIter {
        let (kept, only) = match self {
            Self::Kept(values) => (values, None),
            Self::Only([value]) => (&[][..], Some(value)),
        };
        kept.iter().copied().chain(only)
    }
}

/// A variation that isn't closed yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    /// The node that it follows; `None` for the game itself.
    pub behind: Option<NodeId>,
    /// How many nodes there were before it.
    pub nodes: NodeId,
}

/// A game tree. Its nodes are in file order, so a node's first child is the one right after it, and
/// the main line is the nodes from the root to the first leaf.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// From its `(` to just past its `)`.
    pub span: Span,
    nodes: Pile<Node>,
    /// Those of [`Game::other_nodes`].
    props: Vec<Prop>,
    /// Each of their values' content, without the brackets, escapes as they stand.
    values: Vec<Span>,
    /// The nodes that aren't [`Node::only_move`].
    others: Vec<NodeId>,
    main_line: u32,
    /// What the scanner keeps while it reads one.
    pub(crate) open: Vec<Opened>,
}

/// For so many nodes of one move there is room at least before the first is read.
const AT_ONCE: usize = 64;

/// Places for nodes that are [`Node::only_move`].
pub(crate) struct Places<'a> {
    pub nodes: &'a mut [Node],
    /// The number of the first.
    pub next: NodeId,
    /// What each needs to be told.
    pub moves: Moves,
}

/// Makes nodes that are [`Node::only_move`].
#[derive(Clone, Copy)]
pub(crate) struct Moves {
    first_prop: u32,
}

impl Moves {
    /// The node that starts here and puts down this stone.
    #[inline(always)]
    pub fn node(self, start: u32, parent: NodeId, stone: Option<Stone>) -> Node {
        Node { start, parent, first_prop: self.first_prop, only_move: stone }
    }
}

impl Game {
    /// Forgets everything, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.span = Span::default();
        self.nodes.clear();
        self.props.clear();
        self.values.clear();
        self.others.clear();
        self.main_line = 0;
    }

    pub(crate) fn push_node(&mut self, start: usize, parent: NodeId) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let first_prop = self.props.len() as u32;
        self.nodes.push(Node::at(start as u32, parent, first_prop));
        self.others.push(id);
        id
    }

    /// Where the next nodes go that are [`Node::only_move`] and each hang on the one before; those that
    /// were written there become part of the game by [`Game::take_in`].
    pub(crate) fn places(&mut self) -> Places<'_> {
        let first_prop = self.props.len() as u32;
        let next = self.nodes.len() as NodeId;
        let nodes = self.nodes.room(AT_ONCE, Node::at(0, 0, 0));
        Places { nodes, next, moves: Moves { first_prop } }
    }

    pub(crate) fn take_in(&mut self, moves: usize) {
        self.nodes.take_in(moves);
    }

    pub(crate) fn push_prop(&mut self, id: Ident, span: Span) {
        let first_value = self.values.len() as u32;
        let length = u16::try_from(span.end - span.start).unwrap_or(u16::MAX);
        self.props.push(Prop { id, start: span.start, length, first_value });
    }

    pub(crate) fn push_value(&mut self, span: Span) {
        self.values.push(span);
    }

    /// Extends the last value to here; with `whole` that is all that the property has.
    pub(crate) fn extend_value(&mut self, end: u32, whole: bool) -> Option<()> {
        if whole {
            let first = self.props.last()?.first_value as usize;
            self.values.truncate(first + 1);
        }
        self.values.last_mut()?.end = end;
        Some(())
    }

    /// The identifier of the property read last.
    pub(crate) fn last_ident(&self) -> Option<Ident> {
        let only_move = self.nodes.last().and_then(Node::prop);
        only_move.as_ref().or(self.props.last()).map(|prop| prop.id)
    }

    /// Marks the end of the main line, the first time that it is called.
    pub(crate) fn end_main_line(&mut self) {
        if self.main_line == 0 {
            self.main_line = self.nodes.len() as u32;
        }
    }

    /// Lets the main line go on, if it is all that there is; returns its last node.
    pub(crate) fn reopen_main_line(&mut self) -> Option<NodeId> {
        let last = self.main_line.checked_sub(1)?;
        (self.main_line as usize == self.nodes.len()).then(|| {
            self.main_line = 0;
            last
        })
    }

    /// All nodes in file order.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that are more, or something else, than one move: those for which [`Node::only_move`]
    /// is `None`, in file order.
    #[must_use]
    pub fn other_nodes(&self) -> &[NodeId] {
        &self.others
    }

    /// Number of nodes on the main line; they are the first ones.
    #[must_use]
    pub fn main_line(&self) -> NodeId {
        self.main_line
    }

    /// The places of a node's properties.
    fn prop_range(&self, node: NodeId) -> std::ops::Range<usize> {
        let first = self.nodes[node as usize].first_prop as usize;
        let end =
            self.nodes.get(node as usize + 1).map_or(self.props.len(), |n| n.first_prop as usize);
        first..end
    }

    /// A node's properties, each with its values.
    pub fn props(&self, node: NodeId) -> impl Iterator<Item = (Prop, Values<'_>)> {
        let others = self.prop_range(node).map(|i| (self.props[i], self.values_at(i)));
        self.only_prop(node).into_iter().chain(others)
    }

    fn only_prop(&self, node: NodeId) -> Option<(Prop, Values<'static>)> {
        let node = &self.nodes[node as usize];
        node.prop().map(|prop| (prop, Values::Only([node.value()])))
    }

    fn values_at(&self, prop: usize) -> Values<'_> {
        let first = self.props[prop].first_value as usize;
        let end = self.props.get(prop + 1).map_or(self.values.len(), |p| p.first_value as usize);
        Values::Kept(&self.values[first..end])
    }

    /// The values of the first property with this identifier in a node.
    #[must_use]
    pub fn find(&self, node: NodeId, id: Ident) -> Option<Values<'_>> {
        if let Some((prop, values)) = self.only_prop(node) {
            return (prop.id == id).then_some(values);
        }
        self.prop_range(node).find(|&i| self.props[i].id == id).map(|i| self.values_at(i))
    }
}
