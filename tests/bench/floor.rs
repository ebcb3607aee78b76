//! How far an audit is from its floor, which is walking the directories, sorted by name, and reading the
//! files.
//!
//! `cargo bench --bench floor -- DIR...` alternates between reading the records and auditing them, on one
//! thread, and prints the least time of each: CPU time where the system has `/proc/self/schedstat`, else
//! elapsed time. Without arguments it takes `corpus/`.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use sgf_audit::batch::{Source, Sources};
use sgf_audit_core::audit::{AuditOptions, Auditor, audit_bytes};
use walkdir::WalkDir;

const ROUNDS: usize = 7;

/// The CPU time of this thread, or the time since `begun`.
fn now(begun: Instant) -> Duration {
    std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|stat| stat.split(' ').next()?.parse().ok())
        .map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

fn timed(begun: Instant, work: impl FnOnce()) -> Duration {
    let start = now(begun);
    work();
    now(begun) - start
}

/// Walks and reads. Returns the numbers of files and bytes.
fn read_all(dirs: &[PathBuf]) -> (usize, usize) {
    let (mut files, mut size) = (0, 0);
    let mut room = vec![0; 1 << 16];
    for entry in dirs.iter().flat_map(|dir| WalkDir::new(dir).sort_by_file_name()).flatten() {
        if entry.file_type().is_file()
            && let Ok(mut file) = File::open(entry.path())
        {
            files += 1;
            while let Ok(read @ 1..) = file.read(&mut room) {
                size += read;
            }
        }
    }
    (files, size)
}

fn each_file(dirs: &[PathBuf], mut of: impl FnMut(&[u8])) {
    for source in Sources::new(dirs.to_vec()).filter(Source::is_walked) {
        if let Ok(bytes) = source.read(u32::MAX - 1) {
            of(&bytes);
        }
    }
}

fn main() {
    // Cargo passes `--bench`.
    let mut dirs: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    if dirs.is_empty() {
        dirs.push("corpus".into());
    }
    let (options, mut scratch) = (AuditOptions::default(), Auditor::new());
    let (mut files, mut size, mut findings) = (0, 0, 0);
    let (mut floor, mut audit) = (Duration::MAX, Duration::MAX);
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        findings = 0;
        floor = floor.min(timed(begun, || (files, size) = read_all(&dirs)));
        audit = audit.min(timed(begun, || {
            each_file(&dirs, |bytes| {
                audit_bytes(bytes, &options, &mut scratch, &mut |_, _| findings += 1);
            });
        }));
    }
    println!("{files} files, {size} bytes, {findings} audits");
    println!("floor  {:9.3} ms", floor.as_secs_f64() * 1e3);
    println!("audit  {:9.3} ms", audit.as_secs_f64() * 1e3);
    println!("ratio  {:9.2}", audit.as_secs_f64() / floor.as_secs_f64());
}
