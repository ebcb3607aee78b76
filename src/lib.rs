//! sgf-audit.
pub mod go;
pub mod sgf;
pub mod rules;
pub mod replay;
