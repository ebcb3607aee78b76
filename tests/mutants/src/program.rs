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
    /// Its name.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
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
    /// The names of its tests.
    pub fn tests(&self, project: &Path) -> Result<Vec<String>, String> {
        let listed = Command::new(&self.path)
            .args(["--list", "--format", "terse"])
            .current_dir(project)
            .output()
            .map_err(|e| format!("{}: {e}", self.path.display()))?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_owned).collect())
    }

    /// Runs tests of it in the folder of the project.
    pub fn run(
        &self,
        project: &Path,
        tests: &[&str],
        env: (&str, &OsStr),
        limit: Duration,
    ) -> Result<Outcome, String> {
        let mut child = Command::new(&self.path)
            .arg("--exact")
            .args(tests)
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
