//! The options that name an engine, shared by the subcommands that can ask one.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use super::Failure;
use super::word::{self, word_type};
use crate::engine::{EngineJudge, EngineSettings, Protocol, SharedEngine, Timeouts};
use sgf_audit_core::audit::Auditor;

const HEADING: &str = "Engines";

/// The group of the options that name an engine.
const ASKED: &str = "asked";

/// An engine that is asked which stones are dead.
#[derive(Args, Clone, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct EngineArgs {
    /// Ask KataGo which stones are dead; COMMAND starts its analysis engine.
    ///
    /// Used only if neither marks nor a proof decide. Example: --engine 'katago analysis -config C -model M'.
    #[arg(long, help_heading = HEADING, value_name = "COMMAND", group = ASKED)]
    engine: Option<String>,
    /// Ask an engine that speaks GTP, such as 'gnugo --mode gtp'.
    #[arg(long, help_heading = HEADING, value_name = "COMMAND", group = ASKED)]
    engine_gtp: Option<String>,
    /// How long to wait for an answer.
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", default_value_t = Self::default().engine_timeout, requires = ASKED)]
    engine_timeout: Seconds,
    /// How long the engine may take to start.
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", default_value_t = Self::default().engine_start_timeout, requires = ASKED)]
    engine_start_timeout: Seconds,
    /// Number of KataGo visits per position.
    #[arg(long, help_heading = HEADING, value_name = "N", default_value_t = Self::default().engine_visits, requires = "engine")]
    #[serde(deserialize_with = "word::parsed")]
    engine_visits: NonZeroU32,
}

impl Default for EngineArgs {
    fn default() -> Self {
        Self {
            engine: None,
            engine_gtp: None,
            engine_timeout: Seconds(60.0),
            engine_start_timeout: Seconds(300.0),
            engine_visits: NonZeroU32::MIN,
        }
    }
}

impl EngineArgs {
    pub fn is_given(&self) -> bool {
        self.engine.is_some() || self.engine_gtp.is_some()
    }

    pub fn start(&self) -> Result<RunEngine, Failure> {
        let (protocol, command) = match (&self.engine, &self.engine_gtp) {
            (Some(_), Some(_)) => return Err(Failure::new("there are two engines")),
            (Some(command), None) => (Protocol::Katago, command),
            (None, Some(command)) => (Protocol::Gtp, command),
            (None, None) => return Ok(RunEngine::none()),
        };
        let settings = EngineSettings {
            timeouts: Timeouts {
                start: Duration::from_secs_f64(self.engine_start_timeout.0),
                answer: Duration::from_secs_f64(self.engine_timeout.0),
            },
            visits: self.engine_visits.get(),
            ..EngineSettings::new(protocol, command)
        };
        Ok(RunEngine(Some(Arc::new(
            SharedEngine::start(settings)
                .map_err(|error| Failure::of_engine(&error.to_string()))?,
        ))))
    }
}

pub(super) struct RunEngine(Option<Arc<SharedEngine>>);

impl RunEngine {
    /// Returns that of a run that asks none.
    pub fn none() -> Self {
        Self(None)
    }

    pub fn auditor(&self) -> Auditor {
        match &self.0 {
            Some(engine) => Auditor::with_judge(Box::new(EngineJudge(Arc::clone(engine)))),
            None => Auditor::new(),
        }
    }

    /// Returns the engine's name and version.
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref().map(SharedEngine::name)
    }

    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the number of threads that keep the engine busy, if it isn't the number of processors.
    pub fn threads(&self) -> Option<usize> {
        self.0.as_ref().and_then(|engine| engine.queries())
    }

    /// Fails if the engine has been given up.
    pub fn check(&self) -> Result<(), Failure> {
        match self.0.as_ref().and_then(|engine| Some((engine.name(), engine.failure()?))) {
            Some((name, failure)) => Err(Failure::of_engine(&format!("engine {name:?} {failure}"))),
            None => Ok(()),
        }
    }
}

word_type! {
    /// A time that one can wait, in seconds.
    Seconds(f64),
    |text| {
        let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 1e6);
        seconds.ok_or("not a number of seconds")
    }
}
