//! An engine that all threads share.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use super::gtp::Gtp;
use super::katago::Katago;
use super::process::{
    EngineFailure, EngineSettings, Protocol, QueryError, StartError, excerpt, lock,
};
use sgf_audit_core::go::{Grid, Points};
use sgf_audit_core::rules::Ruleset;
use sgf_audit_core::score::{OwnershipError, OwnershipEstimate, OwnershipEstimator};

/// Number of times that a query is sent, if the engine fails on it.
const ATTEMPTS: u32 = 2;

/// KataGo evaluates queries in batches; a thread that sends one mostly waits.
const KATAGO_QUERIES: usize = 16;

/// An engine that any number of threads can query. Dropping it ends its processes.
pub struct SharedEngine {
    settings: EngineSettings,
    argv: Vec<String>,
    name: String,
    processes: Processes,
    restarts: AtomicU32,
    failure: OnceLock<String>,
}

/// A process, or how the last one failed.
type Slot<T> = Result<T, EngineFailure>;

enum Processes {
    /// One for all threads. Queries share the lock; one that must be alone takes it for writing.
    Katago(RwLock<Slot<Katago>>),
    /// The ones that no thread is using.
    Gtp(Mutex<Vec<Slot<Gtp>>>),
}

impl SharedEngine {
    /// Starts an engine and asks for its name. Fails if it can't be started or doesn't speak the protocol.
    pub fn start(settings: EngineSettings) -> Result<Self, StartError> {
        let failed = |reason: String| StartError { command: settings.command.clone(), reason };
        let argv = shlex::split(&settings.command)
            .filter(|argv| !argv.is_empty())
            .ok_or_else(|| failed("not a command".to_owned()))?;
        let started = match settings.protocol {
            Protocol::Katago => Katago::start(&argv, settings.timeouts, settings.visits)
                .map(|(katago, name)| (Processes::Katago(RwLock::new(Ok(katago))), name)),
            Protocol::Gtp => Gtp::start(&argv, settings.timeouts)
                .map(|(gtp, name)| (Processes::Gtp(Mutex::new(vec![Ok(gtp)])), name)),
        };
        let (processes, name) = started.map_err(|error| failed(error.to_string()))?;
        let name = if name.is_empty() { excerpt(&argv[0]) } else { name };
        let (restarts, failure) = (AtomicU32::new(0), OnceLock::new());
        Ok(Self { settings, argv, name, processes, restarts, failure })
    }

    /// Returns its name and version, such as "GNU Go 3.8".
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns why the engine was given up, if it was: it failed once more than it may be restarted.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Returns the number of queries that keep it busy; `None` for one per processor.
    pub fn queries(&self) -> Option<usize> {
        matches!(self.processes, Processes::Katago(_)).then_some(KATAGO_QUERIES)
    }

    fn query(&self, grid: &Grid, rules: &Ruleset, komi: Points) -> Result<Vec<f32>, String> {
        if let Some(failure) = self.failure() {
            return Err(failure.to_owned());
        }
        match &self.processes {
            Processes::Katago(slot) => self.query_katago(slot, grid, rules, komi),
            Processes::Gtp(idle) => self.query_gtp(idle, grid, komi),
        }
    }

    fn query_katago(
        &self,
        slot: &RwLock<Slot<Katago>>,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<Vec<f32>, String> {
        let shared = slot.read().unwrap_or_else(PoisonError::into_inner);
        let answer = shared.as_ref().ok().map(|katago| katago.ownership(grid, rules, komi));
        drop(shared);
        let (mut attempts, mut failure) = match answer {
            Some(Err(QueryError::Failed(failure))) => (1, failure),
            Some(answer) => return answer.map_err(reason),
            None => (0, EngineFailure::default()),
        };
        // Another thread's query may have made it fail: now send this one alone.
        let mut slot = slot.write().unwrap_or_else(PoisonError::into_inner);
        loop {
            let katago = match std::mem::replace(&mut *slot, Err(EngineFailure::default())) {
                Ok(katago) if katago.is_usable() => katago,
                Ok(_) => self.restart(failure, || self.start_katago())?,
                Err(last) => self.restart(last, || self.start_katago())?,
            };
            let answer = katago.ownership(grid, rules, komi);
            attempts += 1;
            match answer {
                Err(QueryError::Failed(again)) if attempts < ATTEMPTS => {
                    (*slot, failure) = (Ok(katago), again);
                }
                Err(QueryError::Failed(last)) => {
                    *slot = if katago.is_usable() { Ok(katago) } else { Err(last.clone()) };
                    return Err(reason(QueryError::Failed(last)));
                }
                answer => {
                    *slot = Ok(katago);
                    return answer.map_err(reason);
                }
            }
        }
    }

    fn query_gtp(
        &self,
        idle: &Mutex<Vec<Slot<Gtp>>>,
        grid: &Grid,
        komi: Points,
    ) -> Result<Vec<f32>, String> {
        let slot = lock(idle).pop();
        let mut gtp = match slot {
            Some(Ok(gtp)) => gtp,
            Some(Err(failure)) => self.restart(failure, || self.start_gtp())?,
            None => match self.start_gtp() {
                Ok((gtp, _)) => gtp,
                Err(error) => self.restart(error.into(), || self.start_gtp())?,
            },
        };
        let mut attempts = 1;
        loop {
            match gtp.ownership(grid, komi) {
                Err(QueryError::Failed(failure)) if attempts < ATTEMPTS => {
                    drop(gtp);
                    gtp = self.restart(failure, || self.start_gtp())?;
                    attempts += 1;
                }
                Err(QueryError::Failed(failure)) => {
                    lock(idle).push(Err(failure.clone()));
                    return Err(reason(QueryError::Failed(failure)));
                }
                answer => {
                    lock(idle).push(Ok(gtp));
                    return answer.map_err(reason);
                }
            }
        }
    }

    fn start_katago(&self) -> Result<(Katago, String), QueryError> {
        Katago::start(&self.argv, self.settings.timeouts, self.settings.visits)
    }

    fn start_gtp(&self) -> Result<(Gtp, String), QueryError> {
        Gtp::start(&self.argv, self.settings.timeouts)
    }

    /// Starts a new process in place of one that failed, as long as restarts are left.
    fn restart<T>(
        &self,
        mut failure: EngineFailure,
        start: impl Fn() -> Result<(T, String), QueryError>,
    ) -> Result<T, String> {
        loop {
            if self.restarts.fetch_add(1, Ordering::Relaxed) >= self.settings.restarts {
                let failure = self.failure.get_or_init(|| {
                    let restarts = self.settings.restarts;
                    format!("was started again {restarts} times and failed again: {failure}")
                });
                return Err(failure.clone());
            }
            match start() {
                Ok((engine, _)) => return Ok(engine),
                Err(error) => failure = error.into(),
            }
        }
    }
}

impl Drop for SharedEngine {
    fn drop(&mut self) {
        if let Processes::Gtp(idle) = &self.processes {
            // All at once, to wait for slow ones together.
            lock(idle).iter().flatten().for_each(Gtp::shutdown);
        }
    }
}

impl fmt::Debug for SharedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, name, .. } = self;
        f.debug_struct("SharedEngine").field("settings", settings).field("name", name).finish()
    }
}

/// A shared engine as the judge of one thread.
#[derive(Clone, Debug)]
pub struct EngineJudge(pub Arc<SharedEngine>);

impl OwnershipEstimator for EngineJudge {
    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn ownership(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<OwnershipEstimate, OwnershipError> {
        let answer = self.0.query(grid, rules, komi);
        answer.map(Into::into).map_err(|reason| OwnershipError::new(format!("it {reason}")))
    }
}

/// Returns the reason that a game's report gives.
fn reason(error: QueryError) -> String {
    match error {
        QueryError::Refused(reason) => reason,
        QueryError::Failed(failure) => {
            format!("failed on this game twice: {}", failure.reason)
        }
    }
}
