//! Trees to SGF.

use super::tree::{Property, Tree};

/// Lines are broken before they grow longer than this, between values only.
const WIDTH: usize = 76;

/// Writes a tree, ending in a line feed. Lines break between nodes, properties and values, so the same
/// tree is always the same text.
pub(super) fn write(tree: &Tree, out: &mut String) {
    let mut children = vec![0u32; tree.nodes.len()];
    for node in tree.nodes.iter().skip(1) {
        children[node.parent] += 1;
    }
    let mut lines = Lines { out, column: 0 };
    // The nodes whose variations are open.
    let mut open: Vec<usize> = Vec::new();
    lines.glued("(");
    for (id, node) in tree.nodes.iter().enumerate() {
        if id > 0 && children[node.parent] > 1 {
            if node.parent + 1 != id {
                while let Some(branch) = open.pop() {
                    lines.glued(")");
                    if branch == node.parent {
                        break;
                    }
                }
            }
            open.push(node.parent);
            lines.break_line();
            lines.glued("(");
        } else if id == 1 {
            lines.break_line();
        }
        lines.node(&node.props, id > 0);
    }
    for _ in &open {
        lines.glued(")");
    }
    lines.glued(")");
    lines.break_line();
}

struct Lines<'a> {
    out: &'a mut String,
    column: usize,
}

impl Lines<'_> {
    /// A node stays on one line where it fits into one.
    fn node(&mut self, props: &[Property], may_break: bool) {
        let length: usize = 1 + props.iter().map(length).sum::<usize>();
        if may_break && self.column + length > WIDTH && self.column > 1 {
            self.break_line();
        }
        let mut semicolon = ";";
        for prop in props {
            let mut head = prop.id.as_str();
            for value in &prop.values {
                let first = value.split('\n').next().unwrap_or_default();
                let width = semicolon.len() + head.len() + first.chars().count() + 2;
                // Nothing stands between `(` and its `;`.
                if self.column + width > WIDTH && self.column > 1 && (semicolon.is_empty()) {
                    self.break_line();
                }
                self.glued(semicolon);
                self.glued(head);
                self.glued("[");
                self.glued(value);
                self.glued("]");
                (semicolon, head) = ("", "");
            }
        }
        self.glued(semicolon);
    }

    fn glued(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn break_line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }
}

/// How long a property is; more than a line where it has line breaks.
fn length(prop: &Property) -> usize {
    let values = prop.values.iter().map(|value| {
        let broken = if value.contains('\n') { WIDTH } else { 0 };
        value.chars().count() + 2 + broken
    });
    prop.id.len() + values.sum::<usize>()
}
