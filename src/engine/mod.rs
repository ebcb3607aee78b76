//! Floor 5: external Go engines, which estimate who owns each point of a final position.
//!
//! This room starts other programs and talks to them; `audit` stays pure and is given an
//! [`OwnershipEstimator`](sgf_audit_core::score::OwnershipEstimator). It speaks two protocols: KataGo's analysis
//! protocol, with one process for all threads and many queries in flight, and GTP, with one process per
//! thread.
//!
//! Every query terminates with an answer or an error, even if the engine hangs, crashes, or replies with
//! garbage. A query that an engine fails on is sent once more to a new process, alone, and then given up,
//! so that one game can't take the others' answers with it. After a maximum number of restarts in a run,
//! the engine is given up for good ([`SharedEngine::failure`]).

mod gtp;
mod katago;
mod process;
mod shared_engine;

pub use process::{EngineSettings, Protocol, StartError, Timeouts};
pub use shared_engine::{EngineJudge, SharedEngine};
