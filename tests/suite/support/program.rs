//! Runs of the whole program.

use std::ffi::OsStr;
use std::path::Path;

use assert_cmd::Command;

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sgf-audit");

/// The outcome of a run.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Exit status, standard output and standard error in one text.
    pub fn snapshot(&self) -> String {
        let Self { status, stdout, stderr } = self;
        format!("status: {status}\n--- stdout\n{stdout}--- stderr\n{stderr}")
    }
}

/// Runs the program in this folder.
pub fn run<S: AsRef<OsStr>>(folder: impl AsRef<Path>, arguments: &[S]) -> Run {
    run_with_stdin(folder, arguments, b"")
}

/// Runs the program in this folder with these bytes as its standard input.
pub fn run_with_stdin<S: AsRef<OsStr>>(
    folder: impl AsRef<Path>,
    arguments: &[S],
    stdin: &[u8],
) -> Run {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env("SOURCE_DATE_EPOCH", "1700000000");
    let output = command.write_stdin(stdin).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    Run {
        status: output.status.code().expect("no signal ended the program"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// The most memory that a running process has had, on Linux. What the system counts up to its end begins with the memory of
/// the process that started it.
pub fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
