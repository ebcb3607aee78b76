//! Time and memory of commands.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::Result;

/// The first argument of the process that runs a command.
pub const ALONE: &str = "--alone";

/// Time and memory of one run.
#[derive(Clone, Copy)]
pub struct Taken {
    pub seconds: f64,
    pub cpu: f64,
    /// Peak memory in bytes.
    pub memory: u64,
}

/// A command to measure: a program with its arguments, and the number of copies that run at the same time.
pub struct Measured {
    pub words: Vec<String>,
    pub copies: u8,
}

/// Runs the commands in turn, `runs` times, and returns the medians for each. Commands that write (`writes`) come last
/// in each turn, followed by `sync`: otherwise the next command would pay for writing their files to the disk.
pub fn in_turn(
    commands: &[&Measured],
    writes: impl Fn(&Measured) -> bool,
    runs: usize,
) -> Result<Vec<Taken>> {
    let mut all = vec![Vec::new(); commands.len()];
    for _ in 0..runs.max(1) {
        for writing in [false, true] {
            for (command, all) in commands.iter().zip(&mut all) {
                if writes(command) == writing {
                    all.push(once(command)?);
                }
            }
        }
        // A system without this command is measured without it.
        let _ = Command::new("sync").status();
    }
    Ok(all.into_iter().map(median).collect())
}

/// Runs a command through a small process of its own: the peak memory that the system counts for a process
/// includes that of its parent at the fork.
fn once(command: &Measured) -> Result<Taken> {
    let Measured { words, copies } = command;
    let mut by = Command::new(std::env::current_exe()?);
    let by = by.args([ALONE, &copies.to_string()]).args(words).output()?;
    if !by.status.success() {
        return Err(format!("{}: {}", words.join(" "), String::from_utf8_lossy(&by.stderr)).into());
    }
    let figures = String::from_utf8(by.stdout)?;
    let [seconds, cpu, memory] = &figures.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(format!("{}: {figures}", words.join(" ")).into());
    };
    Ok(Taken { seconds: seconds.parse()?, cpu: cpu.parse()?, memory: memory.parse()? })
}

/// Runs copies of a command at the same time and prints their elapsed time, from the start of the first to the end of
/// the last, their CPU time, and the largest peak memory.
pub fn alone(copies: u8, command: &[String]) -> Result<()> {
    let begun = Instant::now();
    let start = |_| {
        let mut child = Command::new(&command[0]);
        child.args(&command[1..]).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    let children: Vec<_> = (0..copies).map(start).collect::<std::io::Result<_>>()?;
    let (mut cpu, mut memory) = (Duration::ZERO, 0);
    for mut child in children {
        let used = child.wait4()?;
        if !used.status.success() {
            return Err(format!("it ended with {}", used.status).into());
        }
        cpu += used.rusage.utime + used.rusage.stime;
        memory += used.rusage.maxrss;
    }
    println!("{} {} {memory}", begun.elapsed().as_secs_f64(), cpu.as_secs_f64());
    Ok(())
}

fn median(mut all: Vec<Taken>) -> Taken {
    let middle = all.len() / 2;
    let mut of = |key: fn(&Taken) -> f64| {
        all.sort_by(|a, b| key(a).total_cmp(&key(b)));
        key(&all[middle])
    };
    Taken {
        seconds: of(|taken| taken.seconds),
        cpu: of(|taken| taken.cpu),
        memory: of(|taken| taken.memory as f64) as u64,
    }
}
