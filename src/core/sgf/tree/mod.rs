//! Game trees: nodes, properties and values as spans of a file.

mod game;
mod ident;
mod property_table;

pub use game::{Game, Node, NodeId, Prop, ROOT, Values};
pub use ident::Ident;
pub use ident::Span;
pub use property_table::{FfVersions, ListGroup, PropertyInfo, PropertyKind, ValueType};
