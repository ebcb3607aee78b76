//! Which mutant is on. This file becomes a module of the copy that is tested.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Nobody has asked yet.
const UNSET: u32 = u32::MAX;
/// None is on, and the functions that are entered are written down.
const RECORDING: u32 = u32::MAX - 1;
/// None is on.
const NONE: u32 = u32::MAX - 2;

static ACTIVE: AtomicU32 = AtomicU32::new(UNSET);

/// Whether one of the mutants of a function is on: only then the function pays for them.
#[inline(always)]
pub fn within(first: u32, last: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    if active >= RECORDING {
        return settle(first, last);
    }
    first <= active && active <= last
}

#[inline(always)]
pub fn active() -> u32 {
    ACTIVE.load(Relaxed)
}

#[inline(always)]
pub fn on(mutant: u32) -> bool {
    ACTIVE.load(Relaxed) == mutant
}

#[cold]
#[inline(never)]
fn settle(first: u32, last: u32) -> bool {
    if ACTIVE.load(Relaxed) == UNSET {
        let mutant = std::env::var("SGF_AUDIT_MUTANT").ok();
        let active = match mutant.and_then(|mutant| mutant.parse().ok()) {
            Some(mutant) => mutant,
            None if std::env::var_os("SGF_AUDIT_ENTERED").is_some() => RECORDING,
            None => NONE,
        };
        ACTIVE.store(active, Relaxed);
    }
    let active = ACTIVE.load(Relaxed);
    if active == RECORDING {
        record(first);
        return false;
    }
    first <= active && active <= last
}

/// The functions that were written down.
static SEEN: [AtomicBool; 1 << 17] = [const { AtomicBool::new(false) }; 1 << 17];

/// Writes down a function, once, by its first mutant.
fn record(first: u32) {
    if SEEN.get(first as usize).is_none_or(|seen| seen.swap(true, Relaxed)) {
        return;
    }
    let path = std::env::var_os("SGF_AUDIT_ENTERED").unwrap_or_default();
    if let Ok(mut file) = OpenOptions::new().append(true).create(true).open(path) {
        let _ = file.write_all(format!("{first}\n").as_bytes());
    }
}
