//! A game tree with its own text, ready to be written.

/// A property. Its values are escaped, as they stand between the brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Property {
    pub id: String,
    pub values: Vec<String>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeNode {
    /// Index of the parent; the root is its own parent.
    pub parent: usize,
    pub props: Vec<Property>,
}

/// A game tree. The nodes are in the order of the file: depth first, parents before children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub nodes: Vec<TreeNode>,
    /// Number of nodes on the main line, which come first.
    pub main_line: usize,
}
