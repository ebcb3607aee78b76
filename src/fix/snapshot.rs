//! Where everything in a file stands, for comparing two versions of the file.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::values::is_move;
use crate::sgf::{Game, Ident, Limits, NodeId, Scanner, Text};

/// All nodes and values of a file, in its order.
pub(super) struct RecordSnapshot {
    /// Number of games.
    pub games: u32,
    pub values: Vec<SnapshotValue>,
    pub nodes: Vec<SnapshotNode>,
}

pub(super) struct SnapshotValue {
    pub start: usize,
    pub end: usize,
    pub id: Ident,
    /// Where the property's identifier starts.
    pub id_start: usize,
    /// Hash of the decoded text, escapes resolved.
    pub hash: u64,
}

impl SnapshotValue {
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

pub(super) struct SnapshotNode {
    /// The game's number.
    pub game: u32,
    /// The parent's index in [`RecordSnapshot::nodes`]; a root is its own parent.
    pub parent: usize,
    pub start: usize,
    /// Where the identifiers of its properties start.
    pub properties: Vec<usize>,
    /// Those of `properties` that are moves.
    pub moves: Vec<usize>,
}

impl RecordSnapshot {
    /// Scans a file.
    pub fn new(bytes: &[u8], limits: Limits) -> Self {
        let text = Text::new(bytes);
        let mut scanner = Scanner::with_limits(&text, limits);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        let mut snapshot = Self { games: 0, values: Vec::new(), nodes: Vec::new() };
        while scanner.next_game(&mut game, &mut faults) {
            faults.clear();
            snapshot.games += 1;
            snapshot.add(scanner.text(), &game);
        }
        snapshot
    }

    fn add(&mut self, text: &Text, game: &Game) {
        let first = self.nodes.len();
        for (id, node) in game.nodes().iter().enumerate() {
            let (mut properties, mut moves) = (Vec::new(), Vec::new());
            for (prop, values) in game.props(id as NodeId) {
                let id_start = prop.start as usize;
                properties.push(id_start);
                if is_move(prop.id) {
                    moves.push(id_start);
                }
                for value in values {
                    let mut hasher = DefaultHasher::new();
                    text.simple_text(value).hash(&mut hasher);
                    self.values.push(SnapshotValue {
                        start: value.start as usize,
                        end: value.end as usize,
                        id: prop.id,
                        id_start,
                        hash: hasher.finish(),
                    });
                }
            }
            self.nodes.push(SnapshotNode {
                game: self.games,
                parent: first + node.parent as usize,
                start: node.start as usize,
                properties,
                moves,
            });
        }
    }
}
