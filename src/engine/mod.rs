//! Floor 5: go engines, which say whose the points of a final position are, for those who have one.
//!
//! This room starts other programs and talks to them; `audit` stays pure and is handed a
//! [`OwnershipEstimator`]. Two protocols are spoken: KataGo's analysis protocol, one process for all threads with
//! many questions on their way at once, and GTP, a process a thread. Whatever a program does (answer
//! late, never, or nonsense, crash, refuse to go), a question to it ends: with its answer, or with the
//! reason why there is none. What is asked doesn't depend on the number of threads.
//!
//! A question that a program fails on is asked once more of a new process, alone, and then given up, so
//! that one game can't take the others' answers with it. A run starts an engine again only so often; then the
//! engine is given up for good, which is [`Engine::failure`].

mod gtp;
mod katago;
mod process;

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use crate::go::{Grid, Points};
use crate::rules::Ruleset;
use crate::score::OwnershipEstimator;
use gtp::Gtp;
use katago::Katago;
use process::{excerpt, lock};

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
    /// To say its name, once started.
    pub start: Duration,
    /// To answer.
    pub answer: Duration,
}

/// Which engine, and how far it is to be trusted to work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What it speaks.
    pub protocol: Protocol,
    /// The program and its arguments, split and quoted as a shell would; no shell is started.
    pub command: String,
    /// How long it may take.
    pub timeouts: Timeouts,
    /// How many times it is started again in a run.
    pub restarts: u32,
    /// KataGo's visits for each question.
    pub visits: u32,
}

impl Settings {
    /// The usual settings: 300 seconds to start (KataGo tunes itself the first time), 60 to answer, ten
    /// restarts, one visit.
    #[must_use]
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

/// Why there is no answer.
#[derive(Debug)]
enum Trouble {
    /// The engine says no to this question; it works.
    Refused(String),
    /// The engine doesn't work.
    Broken(Breakdown),
}

/// How an engine failed.
#[derive(Clone, Debug, Default)]
struct Breakdown {
    /// In words that are the same each time.
    why: String,
    /// The last lines that it wrote to standard error.
    stderr_tail: Vec<String>,
}

impl From<Trouble> for Breakdown {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Refused(why) => why.into(),
            Trouble::Broken(broken) => broken,
        }
    }
}

impl From<String> for Breakdown {
    fn from(why: String) -> Self {
        Self { why, stderr_tail: Vec::new() }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Broken(broken) => broken.fmt(f),
        }
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        if !self.stderr_tail.is_empty() {
            f.write_str("; the last it wrote to standard error:")?;
        }
        self.stderr_tail.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// An engine that can be asked, from any number of threads. Dropping it ends its processes.
pub struct Engine {
    settings: Settings,
    words: Vec<String>,
    name: String,
    running: Running,
    restarts: AtomicU32,
    failure: OnceLock<String>,
}

/// A process, or how the one that was there failed.
type Place<T> = Result<T, Breakdown>;

/// How many times a question is asked, if the engine fails on it.
const TRIES: u32 = 2;

enum Running {
    /// Questions share the lock; who asks alone has it to himself.
    Katago(RwLock<Place<Katago>>),
    /// Those that nobody is asking.
    Gtp(Mutex<Vec<Place<Gtp>>>),
}

impl Engine {
    /// Starts an engine and learns its name.
    ///
    /// # Errors
    ///
    /// If it can't be started or doesn't speak the protocol, with what it said.
    pub fn start(settings: Settings) -> Result<Self, String> {
        let words = shlex::split(&settings.command)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| format!("engine {:?}: not a command", settings.command))?;
        let failed = |trouble: Trouble| format!("engine {:?}: {trouble}", settings.command);
        let timeouts = settings.timeouts;
        let (running, name) = match settings.protocol {
            Protocol::Katago => {
                let started = Katago::start(&words, timeouts, settings.visits);
                let (katago, name) = started.map_err(failed)?;
                (Running::Katago(RwLock::new(Ok(katago))), name)
            }
            Protocol::Gtp => {
                let (gtp, name) = Gtp::start(&words, timeouts).map_err(failed)?;
                (Running::Gtp(Mutex::new(vec![Ok(gtp)])), name)
            }
        };
        let name = if name.is_empty() { excerpt(&words[0]) } else { name };
        let (restarts, failure) = (AtomicU32::new(0), OnceLock::new());
        Ok(Self { settings, words, name, running, restarts, failure })
    }

    /// Its name and version: "GNU Go 3.8".
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why the engine was given up, if it was: it failed once more than it is started again.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// How many questions should be asked at once to keep it busy; `None` for as many as there are
    /// processors.
    #[must_use]
    pub fn questions(&self) -> Option<usize> {
        // KataGo puts questions together in batches; whoever asks only waits.
        match self.running {
            Running::Katago(_) => Some(16),
            Running::Gtp(_) => None,
        }
    }

    fn ownership(&self, grid: &Grid, rules: &Ruleset, komi: Points) -> Result<Vec<f32>, String> {
        if let Some(failure) = self.failure() {
            return Err(format!("it {failure}"));
        }
        let answer = match &self.running {
            Running::Katago(running) => self.ask_katago(running, grid, rules, komi),
            Running::Gtp(idle) => self.ask_gtp(idle, grid, komi),
        };
        answer.map_err(|why| format!("it {why}"))
    }

    fn ask_katago(
        &self,
        running: &RwLock<Place<Katago>>,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<Vec<f32>, String> {
        let shared = running.read().unwrap_or_else(PoisonError::into_inner);
        let answer = shared.as_ref().ok().map(|katago| katago.ownership(grid, rules, komi));
        drop(shared);
        let (mut tries, mut why) = match answer {
            Some(Err(Trouble::Broken(broken))) => (1, broken),
            Some(answer) => return answer.map_err(given_up),
            None => (0, Breakdown::default()),
        };
        // It may have been another's question that it failed on: now this one alone.
        let mut place = running.write().unwrap_or_else(PoisonError::into_inner);
        loop {
            let katago = match std::mem::replace(&mut *place, Err(Breakdown::default())) {
                Ok(katago) if katago.is_well() => katago,
                Ok(_) => self.start_again(why, || self.start_katago())?,
                Err(lost) => self.start_again(lost, || self.start_katago())?,
            };
            let answer = katago.ownership(grid, rules, komi);
            tries += 1;
            match answer {
                Err(Trouble::Broken(broken)) if tries < TRIES => {
                    (*place, why) = (Ok(katago), broken);
                }
                Err(Trouble::Broken(broken)) => {
                    *place = if katago.is_well() { Ok(katago) } else { Err(broken.clone()) };
                    return Err(given_up(Trouble::Broken(broken)));
                }
                answer => {
                    *place = Ok(katago);
                    return answer.map_err(given_up);
                }
            }
        }
    }

    fn ask_gtp(
        &self,
        idle: &Mutex<Vec<Place<Gtp>>>,
        grid: &Grid,
        komi: Points,
    ) -> Result<Vec<f32>, String> {
        let place = lock(idle).pop();
        let mut gtp = match place {
            Some(Ok(gtp)) => gtp,
            Some(Err(lost)) => self.start_again(lost, || self.start_gtp())?,
            None => match self.start_gtp() {
                Ok((gtp, _)) => gtp,
                Err(trouble) => self.start_again(trouble.into(), || self.start_gtp())?,
            },
        };
        let mut tries = 1;
        loop {
            match gtp.ownership(grid, komi) {
                Err(Trouble::Broken(broken)) if tries < TRIES => {
                    drop(gtp);
                    gtp = self.start_again(broken, || self.start_gtp())?;
                    tries += 1;
                }
                Err(Trouble::Broken(broken)) => {
                    lock(idle).push(Err(broken.clone()));
                    return Err(given_up(Trouble::Broken(broken)));
                }
                answer => {
                    lock(idle).push(Ok(gtp));
                    return answer.map_err(given_up);
                }
            }
        }
    }

    fn start_katago(&self) -> Result<(Katago, String), Trouble> {
        Katago::start(&self.words, self.settings.timeouts, self.settings.visits)
    }

    fn start_gtp(&self) -> Result<(Gtp, String), Trouble> {
        Gtp::start(&self.words, self.settings.timeouts)
    }

    /// Starts a new process in the place of one that failed, as long as that is allowed.
    fn start_again<T>(
        &self,
        mut why: Breakdown,
        start: impl Fn() -> Result<(T, String), Trouble>,
    ) -> Result<T, String> {
        loop {
            if self.restarts.fetch_add(1, Ordering::Relaxed) >= self.settings.restarts {
                let failure = self.failure.get_or_init(|| {
                    let most = self.settings.restarts;
                    format!("was started again {most} times and failed again: {why}")
                });
                return Err(failure.clone());
            }
            match start() {
                Ok((engine, _)) => return Ok(engine),
                Err(trouble) => why = trouble.into(),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Running::Gtp(idle) = &self.running {
            // All at once, so that the slow ones are waited for together.
            lock(idle).iter().flatten().for_each(Gtp::shutdown);
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, name, .. } = self;
        f.debug_struct("Engine").field("settings", settings).field("name", name).finish()
    }
}

impl OwnershipEstimator for Arc<Engine> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn ownership(
        &mut self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<Vec<f32>, String> {
        Engine::ownership(self, grid, rules, komi)
    }
}

/// What a game's report says of it.
fn given_up(trouble: Trouble) -> String {
    match trouble {
        Trouble::Refused(why) => why,
        Trouble::Broken(broken) => format!("failed on this game twice: {}", broken.why),
    }
}
