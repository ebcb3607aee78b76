//! The count of a game, and the verdict on its recorded result.

pub(super) mod alternatives;
pub(super) mod count;
pub(super) mod estimators;
pub(super) mod reasons;
pub(super) mod verdict;
