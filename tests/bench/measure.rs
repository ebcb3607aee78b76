//! What commands take.

use std::process::{Command, Stdio};
use std::time::Instant;

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

/// Runs commands in turn, so many times; the medians of what each took. Those that write (`writes`) come last in each
/// turn, and are waited for: the system puts what they wrote on the disk later, at the cost of whatever runs then.
pub fn in_turn(
    commands: &[&[String]],
    writes: impl Fn(&[String]) -> bool,
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
fn once(command: &[String]) -> Result<Taken> {
    let by = Command::new(std::env::current_exe()?).arg(ALONE).args(command).output()?;
    if !by.status.success() {
        return Err(
            format!("{}: {}", command.join(" "), String::from_utf8_lossy(&by.stderr)).into()
        );
    }
    let said = String::from_utf8(by.stdout)?;
    let [seconds, cpu, memory] = &said.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(format!("{}: {said}", command.join(" ")).into());
    };
    Ok(Taken { seconds: seconds.parse()?, cpu: cpu.parse()?, memory: memory.parse()? })
}

/// What the process does that runs a command: it prints what the command took.
pub fn alone(command: &[String]) -> Result<()> {
    let begun = Instant::now();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let used = child.wait4()?;
    if !used.status.success() {
        return Err(format!("it ended with {}", used.status).into());
    }
    let cpu = used.rusage.utime + used.rusage.stime;
    println!("{} {} {}", begun.elapsed().as_secs_f64(), cpu.as_secs_f64(), used.rusage.maxrss);
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
