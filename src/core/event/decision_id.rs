//! Rulings and penalties by their number in the event's file, and the games that they concern.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// A ruling or a penalty by its number in the event's file, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DecisionId {
    /// One of `[[rulings]]`.
    Ruling(usize),
    /// One of `[[penalties]]`.
    Penalty(usize),
}

impl DecisionId {
    /// What it is called.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Ruling(_) => "ruling",
            Self::Penalty(_) => "penalty",
        }
    }
}

/// A decision that concerns a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub id: DecisionId,
    /// Whether it gives the players the other colours than the record.
    pub is_swapped: bool,
}

/// The game of each decision, once all games are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound(pub HashMap<(String, u32), Vec<Met>>);
