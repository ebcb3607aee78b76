//! Checks of one game: each file raises the findings of its subject.

pub(super) mod clocks;
pub(super) mod encoding;
pub(super) mod ending;
pub(super) mod handicap;
pub(super) mod header;
pub(super) mod legality;
pub(super) mod marks;
pub(super) mod nodes;
mod properties;
pub(super) mod result_vs_ending;
pub(super) mod spelling;
pub(super) mod syntax;
pub(super) mod unusual_play;
