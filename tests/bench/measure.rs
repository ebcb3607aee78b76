//! What commands take.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::Result;

/// The first argument of the process that runs a command.
pub const ALONE: &str = "--alone";

/// What one run took.
#[derive(Clone, Copy)]
pub struct Taken {
    pub seconds: f64,
    pub cpu: f64,
    /// Peak memory in bytes.
    pub memory: u64,
}

/// What is measured: a program with its arguments, and how many of it run at the same time.
pub struct Measured {
    pub words: Vec<String>,
    pub copies: u8,
}

/// Runs commands in turn, so many times; the medians of what each took. Those that write (`writes`) come last in each
/// turn, and are waited for: the system puts what they wrote on the disk later, at the cost of whatever runs then.
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
        // Where there is no such command it is done without.
        let _ = Command::new("sync").status();
    }
    Ok(all.into_iter().map(median).collect())
}

/// Runs a command by a process that does nothing else: the peak memory that the system counts for a process
/// includes that of the one which started it.
fn once(command: &Measured) -> Result<Taken> {
    let Measured { words, copies } = command;
    let mut by = Command::new(std::env::current_exe()?);
    let by = by.args([ALONE, &copies.to_string()]).args(words).output()?;
    if !by.status.success() {
        return Err(format!("{}: {}", words.join(" "), String::from_utf8_lossy(&by.stderr)).into());
    }
    let said = String::from_utf8(by.stdout)?;
    let [seconds, cpu, memory] = &said.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(format!("{}: {said}", words.join(" ")).into());
    };
    Ok(Taken { seconds: seconds.parse()?, cpu: cpu.parse()?, memory: memory.parse()? })
}

/// What the process does that runs a command, or several copies of it at the same time: it prints what they took,
/// from the start of the first to the end of the last.
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
