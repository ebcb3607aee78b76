//! Floor 1: points, colours, the board, position keys and regions.
//!
//! Nothing here knows a ruleset or a file format. A [`Board`] takes stones, captures chains and keeps
//! a key of the whole position; whether a play was allowed is decided on the floors above.

mod bitboard;
mod board;
mod chains;
mod grid;
mod life;
mod point;
mod points;
mod stone;

pub use bitboard::{BitBoard, row_mask};
pub(crate) use board::PlacedRun;
pub use board::{Board, Played};
pub use chains::{Chains, NO_LABEL, Parts, PointLists, Regions, chains_and_regions};
pub use grid::Grid;
pub use life::Proofs;
pub use life::{pass_alive, pass_dead, stones_without_two_eyes};
pub use point::ByColor;
pub use point::{Color, MAX_LINES, Point, Size};
pub use points::Points;
pub use stone::Stone;
pub(crate) use stone::point_of_key;
pub use stone::{Key, point_key, position_text};
