//! Floor 5: many records. Sources, threads, order, and what happens to a file that can't be audited.

mod baseline;
mod gitignore;
mod not_read;
mod ordered;
mod policy;
mod records;
mod run;
mod shard;
mod source;

pub use baseline::{Baseline, BaselineOutcome, CountedFile, NamedCounts, remove_known};
pub use not_read::NotRead;
pub(crate) use ordered::{Workers, ordered_batches};
pub use policy::{PathPatterns, PathPolicy, Policy, absolute, path_of};
pub use records::{Record, read_named};
pub(crate) use records::{RecordHandler, for_each_record};
pub use run::{Audited, AuditedRecord, Audits, FixesOf, RunResources, Sink, run};
pub use shard::Shard;
pub use source::{FileSelection, ReadError, Source, Sources, files_from, is_record_file};
