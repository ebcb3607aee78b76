//! Writes trees as SGF.

use super::normal_form::{Strip, normal_form};
use super::notice::NotConvertible;
use super::property::{Property, Tree};
use crate::record::RecordedGame;
use crate::sgf::{Game, Limits, Scanner, Text};

/// Maximum width of a line in characters. Lines break between values only, so a longer value makes a longer line.
const WIDTH: usize = 76;

/// Appends a tree as SGF that ends with a line feed. The line breaks depend only on the tree.
pub(super) fn push_tree(tree: &Tree, out: &mut String) {
    let mut children = vec![0u32; tree.nodes.len()];
    for node in tree.nodes.iter().skip(1) {
        children[node.parent] += 1;
    }
    let mut lines = Lines { out, column: 0 };
    // The nodes with variations that aren't closed yet.
    let mut open: Vec<usize> = Vec::new();
    lines.push("(");
    for (id, node) in tree.nodes.iter().enumerate() {
        if id > 0 && children[node.parent] > 1 {
            if node.parent + 1 != id {
                while let Some(branch) = open.pop() {
                    lines.push(")");
                    if branch == node.parent {
                        break;
                    }
                }
            }
            open.push(node.parent);
            lines.break_line();
            lines.push("(");
        } else if id == 1 {
            lines.break_line();
        }
        lines.push_node(&node.props, id > 0);
    }
    for _ in &open {
        lines.push(")");
    }
    lines.push(")");
    lines.break_line();
}

/// Checks that the scanner reads written SGF as it was meant: its normal form must be the same text. Fails if it would
/// be read otherwise.
pub(super) fn roundtrips(written: &str) -> Result<(), NotConvertible> {
    let text = Text::new(written.as_bytes());
    let mut scanner = Scanner::with_limits(&text, Limits::DEFAULT);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    let mut again = String::new();
    if scanner.next_game(&mut game, &mut faults) {
        let record = RecordedGame::read(scanner.text(), &game);
        push_tree(&normal_form(&record, Strip::default()), &mut again);
    }
    if again == written && faults.is_empty() && !scanner.next_game(&mut game, &mut faults) {
        return Ok(());
    }
    let same = again.bytes().zip(written.bytes()).take_while(|(a, b)| a == b).count();
    let difference = &written.as_bytes()[same.saturating_sub(20)..];
    let near: String = String::from_utf8_lossy(difference).chars().take(40).collect();
    let reason = format!("the normal form would be read differently near {near:?}");
    Err(NotConvertible::not_representable(reason))
}

struct Lines<'a> {
    out: &'a mut String,
    column: usize,
}

impl Lines<'_> {
    /// Appends a node, on one line if it fits.
    fn push_node(&mut self, props: &[Property], may_break: bool) {
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
                // No line break separates `(` from its `;`.
                if self.column + width > WIDTH && self.column > 1 && semicolon.is_empty() {
                    self.break_line();
                }
                self.push(semicolon);
                self.push(head);
                self.push("[");
                self.push(value);
                self.push("]");
                (semicolon, head) = ("", "");
            }
        }
        self.push(semicolon);
    }

    fn push(&mut self, text: &str) {
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

/// Returns a property's length in characters; more than a line if it contains line breaks.
fn length(prop: &Property) -> usize {
    let values = prop.values.iter().map(|value| {
        let broken = if value.contains('\n') { WIDTH } else { 0 };
        value.chars().count() + 2 + broken
    });
    prop.id.len() + values.sum::<usize>()
}
