//! Runs a test program with a mutant on, no longer than it takes to see a test fail.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};

/// The most address space of a test, in bytes.
const SPACE: u64 = 6 << 30;

/// A test program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name; `lib` for the tests of the library.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// How long it takes without a mutant.
    pub takes: Duration,
}

/// Which tests of a program are run.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// All of them.
    All,
    /// Those of these names.
    Named(Vec<String>),
    /// Those of these modules.
    Of(&'static [&'static str]),
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every test passed.
    Passed,
    /// A test failed: its name, if it was said.
    Failed(String),
    /// It had to be stopped.
    TimedOut,
}

impl Program {
    /// How long it may take with a mutant.
    pub fn limit(&self) -> Duration {
        self.takes * 5 + Duration::from_secs(10)
    }

    /// Runs the tests that are chosen, or all of them, in the folder of the project.
    pub fn run(
        &self,
        project: &Path,
        chosen: &Chosen,
        env: (&str, &OsStr),
        limit: Duration,
    ) -> Result<Outcome, String> {
        let mut command = Command::new(&self.path);
        match chosen {
            Chosen::All => {}
            Chosen::Named(tests) => {
                command.arg("--exact").args(tests);
            }
            Chosen::Of(modules) => {
                command.args(*modules);
            }
        }
        let mut child = command
            .args(["--test-threads", "2"])
            .current_dir(project)
            .env(env.0, env.1)
            // The same cases each time, and none that an earlier mutant left.
            .env("PROPTEST_RNG_SEED", "1")
            .env("PROPTEST_MAX_SHRINK_ITERS", "0")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("INSTA_UPDATE", "no")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|e| format!("{}: {e}", self.path.display()))?;
        let pid = Pid::from_child(&child);
        let space = Rlimit { current: Some(SPACE), maximum: Some(SPACE) };
        // It may have ended already.
        let _ = prlimit(Some(pid), Resource::As, space);
        let outcome = watch(&mut child, limit);
        let _ = kill_process_group(pid, Signal::KILL);
        let status = child.wait().map_err(|e| e.to_string())?;
        Ok(match outcome {
            Outcome::Passed if !status.success() => Outcome::Failed(status.to_string()),
            outcome => outcome,
        })
    }
}

/// Reads what a program says until a test failed, it ended, or its time is up.
fn watch(child: &mut Child, limit: Duration) -> Outcome {
    let until = Instant::now() + limit;
    let (say, hear) = mpsc::channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(out).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line);
                let failed = line.strip_suffix(" ... FAILED");
                if let Some(test) = failed.and_then(|line| line.strip_prefix("test "))
                    && say.send(test.to_owned()).is_err()
                {
                    return;
                }
            }
        });
    }
    match hear.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(test) => Outcome::Failed(test),
        Err(RecvTimeoutError::Timeout) => Outcome::TimedOut,
        Err(RecvTimeoutError::Disconnected) => loop {
            // It has closed its output, but may go on.
            match child.try_wait() {
                Ok(None) if Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(None) => return Outcome::TimedOut,
                _ => return Outcome::Passed,
            }
        },
    }
}
