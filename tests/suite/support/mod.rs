//! What several subjects need.

pub mod fake_engine;
pub mod folder;
