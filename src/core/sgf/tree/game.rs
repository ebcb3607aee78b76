//! One game tree, as spans into the file.

use std::iter::{Chain, Copied};
use std::ops::Deref;
use std::{option, slice};

use super::ident::Ident;
use super::ident::Span;
use crate::go::{Color, Point, Stone};

/// Index of a node in its game, in file order. 0 is the root.
pub type NodeId = u32;

pub const ROOT: NodeId = 0;

/// A node of a game tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Offset of its `;`.
    pub start: u32,
    /// The node before it. The root's parent is the root.
    pub parent: NodeId,
    first_prop: u32,
    only_move: Option<Stone>,
}

impl Node {
    /// The colour, point and value of a node that is a single move written as `;B[pd]`, as most nodes
    /// are. The point may lie outside the board. `None` doesn't mean that the node has no move.
    pub fn only_move(&self) -> Option<(Color, Point, Span)> {
        let stone = self.only_move?;
        Some((stone.color(), stone.point(), self.value()))
    }

    /// The value of an [`Node::only_move`].
    fn value(&self) -> Span {
        Span { start: self.start + 3, end: self.start + 5 }
    }

    /// The stone of an [`Node::only_move`].
    #[inline]
    pub fn stone(&self) -> Option<Stone> {
        self.only_move
    }

    /// The property of an [`Node::only_move`]. It isn't stored, since the node holds all of it.
    fn prop(&self) -> Option<Prop> {
        const IDENTS: [Ident; 2] = [Ident::new("B"), Ident::new("W")];
        let id = IDENTS[self.only_move?.color().index()];
        Some(Prop { id, start: self.start + 1, length: 1, first_value: 0 })
    }
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub struct Prop {
    pub id: Ident,
    pub start: u32,
    /// Length of the identifier in the file, at most 65,535.
    pub length: u16,
    first_value: u32,
}

/// The values of a property: the span of each content, without the brackets, with escapes unresolved.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// The values of a stored property.
    Stored(&'a [Span]),
    /// The value of an [`Node::only_move`], which isn't stored.
    Only([Span; 1]),
}

impl Deref for Values<'_> {
    type Target = [Span];

    fn deref(&self) -> &[Span] {
        match self {
            Self::Stored(values) => values,
            Self::Only(value) => value,
        }
    }
}

impl<'a> IntoIterator for Values<'a> {
    type Item = Span;
    type IntoIter = Chain<Copied<slice::Iter<'a, Span>>, option::IntoIter<Span>>;

    fn into_iter(self) -> Self::IntoIter {
        let (stored, only) = match self {
            Self::Stored(values) => (values, None),
            Self::Only([value]) => (&[][..], Some(value)),
        };
        stored.iter().copied().chain(only)
    }
}

/// A game tree. Nodes are in file order, so a node's first child directly follows it, and the main
/// line is the nodes from the root to the first leaf.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// From its `(` to just past its `)`.
    pub span: Span,
    nodes: Vec<Node>,
    /// The properties of [`Game::other_nodes`].
    props: Vec<Prop>,
    /// The contents of their values, without the brackets, with escapes unresolved.
    values: Vec<Span>,
    /// The nodes that aren't [`Node::only_move`].
    others: Vec<NodeId>,
    main_line: u32,
}

impl Game {
    /// Removes everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.span = Span::default();
        self.nodes.clear();
        self.props.clear();
        self.values.clear();
        self.others.clear();
        self.main_line = 0;
    }

    /// Adds a node whose properties follow.
    pub(crate) fn push_node(&mut self, start: usize, parent: NodeId) -> NodeId {
        let id = self.next_id();
        self.others.push(id);
        self.push(start, parent, None);
        id
    }

    /// Adds a node that is only a move, written in six bytes: `;B[pd]`.
    pub(crate) fn push_move(&mut self, start: usize, parent: NodeId, stone: Stone) -> NodeId {
        let id = self.next_id();
        self.push(start, parent, Some(stone));
        id
    }

    fn next_id(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    fn push(&mut self, start: usize, parent: NodeId, only_move: Option<Stone>) {
        let first_prop = self.props.len() as u32;
        self.nodes.push(Node { start: start as u32, parent, first_prop, only_move });
    }

    pub(crate) fn push_prop(&mut self, id: Ident, span: Span) {
        let first_value = self.values.len() as u32;
        let length = u16::try_from(span.end - span.start).unwrap_or(u16::MAX);
        self.props.push(Prop { id, start: span.start, length, first_value });
    }

    pub(crate) fn push_value(&mut self, span: Span) {
        self.values.push(span);
    }

    /// Extends the last value to `end`. With `merge` the property's values become this one.
    pub(crate) fn extend_value(&mut self, end: u32, merge: bool) -> Option<()> {
        if merge {
            let first = self.props.last()?.first_value as usize;
            self.values.truncate(first + 1);
        }
        self.values.last_mut()?.end = end;
        Some(())
    }

    pub(crate) fn last_ident(&self) -> Option<Ident> {
        let only_move = self.nodes.last().and_then(Node::prop);
        only_move.as_ref().or(self.props.last()).map(|prop| prop.id)
    }

    /// Ends the main line here, unless it has ended before.
    pub(crate) fn end_main_line(&mut self) {
        if self.main_line == 0 {
            self.main_line = self.next_id();
        }
    }

    /// Lets the main line go on if no node stands outside it. Returns its last node.
    pub(crate) fn reopen_main_line(&mut self) -> Option<NodeId> {
        let last = self.main_line.checked_sub(1)?;
        (self.main_line == self.next_id()).then(|| {
            self.main_line = 0;
            last
        })
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes for which [`Node::only_move`] is `None`, in file order.
    pub fn other_nodes(&self) -> &[NodeId] {
        &self.others
    }

    /// Number of nodes on the main line, which are the first ones.
    pub fn main_line(&self) -> NodeId {
        self.main_line
    }

    fn prop_range(&self, node: NodeId) -> std::ops::Range<usize> {
        let first = self.nodes[node as usize].first_prop as usize;
        let end =
            self.nodes.get(node as usize + 1).map_or(self.props.len(), |n| n.first_prop as usize);
        first..end
    }

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
        Values::Stored(&self.values[first..end])
    }

    /// Returns how many nodes at the end are the last ones of another game, each `moved` bytes further on and the child of the node
    /// before it. Only nodes that start behind `edited` there are counted. The content of the values isn't compared.
    pub(crate) fn nodes_moved_from(&self, other: &Self, edited: u32, moved: i64) -> usize {
        let is_at = |own: u32, there: u32| i64::from(own) - i64::from(there) == moved;
        let is_value = |(own, there): (&Span, &Span)| {
            is_at(own.start, there.start) && is_at(own.end, there.end)
        };
        let is_prop = |((own, values), (there, others)): ((Prop, Values), (Prop, Values))| {
            (own.id, own.length, values.len()) == (there.id, there.length, others.len())
                && is_at(own.start, there.start)
                && values.iter().zip(others.iter()).all(is_value)
        };
        let has_props = |id, before| {
            self.prop_range(id).len() == other.prop_range(before).len()
                && self.props(id).zip(other.props(before)).all(is_prop)
        };
        let is_node = |&(id, before): &(NodeId, NodeId)| {
            let (own, there) = (&self.nodes[id as usize], &other.nodes[before as usize]);
            there.start > edited
                && (own.parent + 1, there.parent + 1) == (id, before)
                && is_at(own.start, there.start)
                && own.only_move == there.only_move
                && (own.only_move.is_some() || has_props(id, before))
        };
        let ids = |game: &Self| (1..game.nodes.len() as NodeId).rev();
        ids(self).zip(ids(other)).take_while(is_node).count()
    }

    /// Returns the first value of a property on the main line.
    pub fn main_line_value(&self, id: Ident) -> Option<Span> {
        (0..self.main_line).find_map(|node| self.find(node, id)?.first().copied())
    }

    /// The values of the first property with this identifier in a node.
    pub fn find(&self, node: NodeId, id: Ident) -> Option<Values<'_>> {
        if let Some((prop, values)) = self.only_prop(node) {
            return (prop.id == id).then_some(values);
        }
        self.prop_range(node).find(|&i| self.props[i].id == id).map(|i| self.values_at(i))
    }
}
