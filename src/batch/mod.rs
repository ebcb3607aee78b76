//! Floor 5: many games. Sources, threads, order, and what happens when a file can't be audited.

mod ahead;
mod buffer;
mod cache;
mod collection;
mod each;
mod in_order;
mod lot;
mod members;
mod names;
mod pace;
mod processors;
mod put_off;
mod readers;
mod run;
mod source;
mod walk;

pub use cache::Cache;
pub use each::{Give, each_in_order};
pub use processors::Processors;
pub use run::{Collector, Done, Means, Progress, run};
pub use source::{Source, Sources, expand, files_from, read_named};
pub use walk::Found;
