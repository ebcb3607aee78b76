//! Checks of one game: each file raises the findings of its subject.

mod cleaner_limits;
pub(super) mod clocks;
pub(super) mod encoding;
pub(super) mod ending;
pub(super) mod game_info;
pub(super) mod handicap;
pub(super) mod header;
pub(super) mod legality;
pub(super) mod likely_rules;
pub(super) mod margin;
pub(super) mod marks;
pub(super) mod nodes;
mod properties;
pub(super) mod recorded_game;
pub(super) mod result_vs_ending;
pub(super) mod rules_choice;
pub(super) mod server_rules;
pub(super) mod spelling;
pub(super) mod syntax;
pub(super) mod unusual_play;
