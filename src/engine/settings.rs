//! The settings of an engine.

use std::time::Duration;

/// A protocol that engines speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// KataGo's analysis protocol: `katago analysis`.
    Katago,
    /// The Go Text Protocol: `gnugo --mode gtp`.
    Gtp,
}

/// How long an engine may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start until it has given its name.
    pub start: Duration,
    /// From a query until its answer.
    pub answer: Duration,
}

/// How to start an engine and what to expect of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// The program and its arguments, split and quoted as a shell would; no shell is started.
    pub command: String,
    /// How long it may take.
    pub timeouts: Timeouts,
    /// Maximum number of restarts in a run.
    pub restarts: u32,
    /// KataGo's visits per query.
    pub visits: u32,
}

impl EngineSettings {
    /// Returns the default settings: 300 seconds to start (KataGo tunes itself the first time), 60 to
    /// answer, ten restarts, one visit.
    pub fn new(protocol: Protocol, command: &str) -> Self {
        Self {
            protocol,
            command: command.to_owned(),
            timeouts: Timeouts { start: Duration::from_secs(300), answer: Duration::from_secs(60) },
            restarts: 10,
            visits: 1,
        }
    }
}
