//! sgf-audit.
pub mod go;
pub mod sgf;
