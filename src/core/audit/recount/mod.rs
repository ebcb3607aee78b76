//! The count of a game, under its own or another ruleset.

pub(super) mod count;
pub(super) mod estimators;
