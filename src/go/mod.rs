//! Floor 1: points, colours, the board, position keys and regions.
//!
//! Nothing here knows a ruleset or a file format. A [`Board`] takes stones, captures chains and keeps
//! a key of the whole position; whether a play was allowed is for the floors above to say.

mod benson;
mod board;
mod by_color;
mod cell;
mod enclosures;
mod grid;
mod liberties;
mod padded;
mod point;
mod points;
mod proof;
mod region;
mod rows;
mod stone;
mod zobrist;

pub use benson::pass_alive;
pub(crate) use board::PutDown;
pub use board::{Board, Played};
pub use by_color::ByColor;
pub use enclosures::pass_dead;
pub use grid::Grid;
pub use point::{Color, MAX_LINES, Point, Size};
pub use points::Points;
pub use proof::Proofs;
pub use region::{Chains, NONE, Regions};
pub use rows::{Rows, lines};
pub use stone::Stone;
pub use zobrist::{Key, point_key};
