//! The options that name an engine, shared by the subcommands that can ask one.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::Failure;
use crate::engine::{EngineJudge, EngineSettings, Protocol, SharedEngine, Timeouts};
use sgf_audit_core::audit::Auditor;

const HEADING: &str = "Engines";

/// The group of the options that name an engine.
const ASKED: &str = "asked";

/// An engine that is asked which stones are dead.
#[derive(Args)]
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
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", default_value = "60", value_parser = seconds,
          requires = ASKED)]
    engine_timeout: Duration,
    /// How long the engine may take to start.
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", default_value = "300", value_parser = seconds,
          requires = ASKED)]
    engine_start_timeout: Duration,
    /// How many times an engine that failed is restarted.
    #[arg(long, help_heading = HEADING, value_name = "N", default_value = "10", requires = ASKED)]
    engine_restarts: u32,
    /// Number of KataGo visits per position.
    #[arg(long, help_heading = HEADING, value_name = "N", default_value = "1", requires = "engine",
          value_parser = clap::value_parser!(u32).range(1..))]
    engine_visits: u32,
}

impl EngineArgs {
    pub fn is_given(&self) -> bool {
        self.engine.is_some() || self.engine_gtp.is_some()
    }

    /// Starts the engine, if one is named.
    pub fn start(&self) -> Result<RunEngine, Failure> {
        let (protocol, command) = match (&self.engine, &self.engine_gtp) {
            (Some(command), _) => (Protocol::Katago, command),
            (None, Some(command)) => (Protocol::Gtp, command),
            (None, None) => return Ok(RunEngine::none()),
        };
        let settings = EngineSettings {
            protocol,
            command: command.clone(),
            timeouts: Timeouts { start: self.engine_start_timeout, answer: self.engine_timeout },
            restarts: self.engine_restarts,
            visits: self.engine_visits,
        };
        Ok(RunEngine(Some(Arc::new(
            SharedEngine::start(settings)
                .map_err(|error| Failure::of_engine(&error.to_string()))?,
        ))))
    }
}

/// The engine of a run, if there is one.
pub(super) struct RunEngine(Option<Arc<SharedEngine>>);

impl RunEngine {
    /// Returns that of a run that asks none.
    pub fn none() -> Self {
        Self(None)
    }

    /// Returns an auditor that uses the engine.
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

fn seconds(text: &str) -> Result<Duration, String> {
    let most = 1e6;
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= most);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds".to_owned())
}
