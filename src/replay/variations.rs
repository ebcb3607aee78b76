//! Replays the variations of a record, each from where it leaves its line.

use super::replayed_game::{InVariations, Replay};
use super::replayer::{ReplayRequest, Replayer, State};
use crate::go::{Color, Size};
use crate::rules::Checkpoint;
use crate::sgf::NodeId;

/// Maximum number of changed points that may lead to a node of a variation; each takes a few bytes.
const MAX_CHANGES: usize = 1 << 22;

/// A node with several children, and the state after it.
struct Branch<'a> {
    node: NodeId,
    checkpoint: Checkpoint,
    state: State<'a>,
}

impl Replayer {
    /// Replays the whole tree. Returns what it finds in the variations, and the node where it had to stop.
    pub(super) fn variations<'a>(
        &mut self,
        task: &ReplayRequest<'a>,
    ) -> (InVariations, Option<(NodeId, u32)>) {
        let nodes = task.record.game.nodes();
        let mut children = vec![0u32; nodes.len()];
        for node in &nodes[1..] {
            children[node.parent as usize] += 1;
        }
        self.board.reset(task.record.size);
        self.history.begin(&self.board, Color::Black);
        let mut state = State::new(task.rules, task.record.size);
        let mut branches: Vec<Branch<'a>> = Vec::new();
        let mut collected = InVariations::default();
        for (id, node) in nodes.iter().enumerate() {
            let id = id as NodeId;
            if id > 0 && node.parent != id - 1 {
                while branches.last().is_some_and(|branch| branch.node != node.parent) {
                    branches.pop();
                }
                if let Some(branch) = branches.last() {
                    state = branch.state.clone();
                    self.back_to(branch, task.record.size);
                }
            }
            self.branching = true;
            self.node(&mut state, task, id);
            self.branching = false;
            if self.history.changed_points() > MAX_CHANGES {
                return (collected, Some((id, node.start)));
            }
            // This node's changes mustn't be copied from branch to branch.
            let Replay { violations, setups, first_setups, .. } = &mut state.out;
            if id >= task.record.game.main_line() {
                collected.violations.append(violations);
                collected.setups.append(setups);
                collected.first_setups.append(first_setups);
            } else {
                violations.clear();
                setups.clear();
                first_setups.clear();
            }
            if children[id as usize] > 1 {
                branches.push(self.branch(id, &state));
            }
        }
        (collected, None)
    }

    fn branch<'a>(&self, node: NodeId, state: &State<'a>) -> Branch<'a> {
        Branch { node, checkpoint: self.history.checkpoint(), state: state.clone() }
    }

    fn back_to(&mut self, branch: &Branch, size: Size) {
        self.board.reset(size);
        self.history.rewind(branch.checkpoint);
        self.board.set_up(self.history.stones().map(|(point, color)| (point, Some(color))));
    }
}
