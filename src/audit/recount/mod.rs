//! The count of a game, and the verdict on its recorded result.

pub(super) mod compare_rulesets;
pub(super) mod estimators;
pub(super) mod mitigating;
pub(super) mod recounter;
pub(super) mod replayed_game;
pub(super) mod result_match;
mod results_by_chain_status;
pub(super) mod undecided_reason;
pub(super) mod verdict_detail;
pub(super) mod verdict_input;
