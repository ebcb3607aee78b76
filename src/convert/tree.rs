//! A game tree that owns what it says, ready to be written.

/// A property, its values as they stand between the brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Property {
    pub id: String,
    pub values: Vec<String>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeNode {
    /// The node before it; the root's is the root itself.
    pub parent: usize,
    pub props: Vec<Property>,
}

/// A game tree, its nodes in the order of the file: each after its parent, and before the parent's
/// later children everything below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub nodes: Vec<TreeNode>,
    /// Number of nodes on the main line; they are the first ones.
    pub main_line: usize,
}
