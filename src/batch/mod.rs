//! Floor 5: many games. Sources, threads, order, and what happens when a file can't be audited.

mod run;
mod source;

pub use run::{Collector, Done, Progress, run};
pub use source::{Source, Sources, files_from, read_named};
