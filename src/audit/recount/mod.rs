//! The count of a game, compared with its recorded result.

mod chain_status;
pub(super) mod compare_rulesets;
pub(super) mod estimators;
pub(super) mod mitigating;
pub(super) mod recounter;
pub(super) mod undecided_reason;
pub(super) mod verdict;
