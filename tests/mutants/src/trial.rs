//! Which tests a mutant can show in, and whether one of them fails.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::make::Workshop;
use crate::program::{Outcome, Program};
use crate::report;
use crate::rewrite::Mutant;

/// The table of the tests.
pub const TESTS: &str = "tests.tsv";

/// A test that takes longer without a mutant isn't run.
const LONGEST: Duration = Duration::from_secs(20);

/// The tests of a mutant are run in portions, the quickest first. The first portion takes so long, and
/// each the fourfold of the one before.
const PORTION: f64 = 0.5;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test failed: which.
    Caught(String),
    /// The tests took far longer than without it: which program.
    TimedOut(String),
    /// Every test passed, of so many that come to its function; so many more weren't run, for want of
    /// time.
    Missed(usize, usize),
    /// No test comes to its function.
    NotEntered,
}

/// Does something for each of a list, by several threads, and returns what comes of it in order.
fn each<T: Sync, R: Send>(
    list: &[T],
    jobs: usize,
    of: impl Fn(usize, &T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(part) = list.get(at) else { break };
                    let result = of(at, part);
                    done.lock().expect("no thread panics").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs every test by itself without a mutant, to see how long it takes and which functions it enters,
/// also in programs that it starts, and keeps both. What is kept already isn't run again. A test that
/// fails in the copy is said, and enters nothing.
pub fn survey(workshop: &Workshop, programs: &[Program], jobs: usize) -> Result<(), String> {
    let path = workshop.file(TESTS);
    let mut kept = fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeSet<&str> = kept.lines().filter_map(|row| row.split('\t').nth(3)).collect();
    let mut tests = Vec::new();
    for program in programs {
        let names = program.tests(&workshop.copy())?;
        let new = names.into_iter().filter(|name| !known.contains(&**name));
        tests.extend(new.map(|name| (program, name)));
    }
    let rows = each(&tests, jobs, |at, (program, test)| {
        let entered = workshop.file(&format!("entered-{at}"));
        let record = ("SGF_AUDIT_ENTERED", entered.as_os_str());
        let begun = Instant::now();
        let outcome = program.run(&workshop.copy(), &[test], record, LONGEST)?;
        let seconds = begun.elapsed().as_secs_f64();
        let functions = fs::read_to_string(&entered).unwrap_or_default();
        let _ = fs::remove_file(&entered);
        let functions: Vec<&str> = match outcome {
            Outcome::Passed => functions.lines().collect(),
            _ => {
                println!("left out: {} {test}: {outcome:?}", program.name);
                Vec::new()
            }
        };
        let path = program.path.display();
        Ok(format!("{seconds}\t{}\t{path}\t{test}\t{}\n", program.name, functions.join(" ")))
    })?;
    kept.push_str(&rows.concat());
    fs::write(&path, kept).map_err(|e| format!("{}: {e}", path.display()))
}

/// A test, and how long it takes in seconds.
struct Test {
    seconds: f64,
    program: Program,
    name: String,
}

/// What [`survey`] kept: the tests, the quickest first, and by function (its first mutant) those that
/// enter it.
struct Tests {
    all: Vec<Test>,
    entering: BTreeMap<u32, Vec<usize>>,
}

fn surveyed(workshop: &Workshop) -> Result<Tests, String> {
    let path = workshop.file(TESTS);
    let table = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut rows: Vec<(Test, &str)> = Vec::new();
    for row in table.lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[seconds, program, path, name, functions] = &cells[..] else { continue };
        let Ok(seconds) = seconds.parse() else { continue };
        let program = Program { name: program.to_owned(), path: path.into() };
        rows.push((Test { seconds, program, name: name.to_owned() }, functions));
    }
    rows.sort_by(|a, b| a.0.seconds.total_cmp(&b.0.seconds));
    let mut entering: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, (_, functions)) in rows.iter().enumerate() {
        for first in functions.split(' ').filter_map(|first| first.parse().ok()) {
            let tests = entering.entry(first).or_default();
            if tests.last() != Some(&at) {
                tests.push(at);
            }
        }
    }
    Ok(Tests { all: rows.into_iter().map(|(test, _)| test).collect(), entering })
}

/// Keeps so many mutants, chosen at random.
pub fn sample(mutants: &mut Vec<Mutant>, count: usize, seed: u64) {
    let mut state = seed;
    for left in (1..mutants.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mutants.swap(left, ((mixed ^ (mixed >> 31)) % (left as u64 + 1)) as usize);
    }
    mutants.truncate(count);
    mutants.sort_by_key(|mutant| mutant.id);
}

/// How a mutant is tried: by so many at a time, with tests that take so many seconds without it.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub jobs: usize,
    pub seconds: f64,
}

/// Tries mutants, and writes down what becomes of each as soon as it is known.
pub fn run(
    workshop: &Workshop,
    mutants: &[Mutant],
    effort: Effort,
) -> Result<Vec<Verdict>, String> {
    let tests = surveyed(workshop)?;
    let path = workshop.file("results.tsv");
    let file = fs::File::create(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file = Mutex::new(file);
    each(mutants, effort.jobs, |at, mutant| {
        let verdict = attempt(workshop, &tests, mutant, effort.seconds)?;
        let row = report::row(mutant, &verdict);
        eprint!("{}/{} {row}", at + 1, mutants.len());
        let _ = file.lock().expect("no thread panics").write_all(row.as_bytes());
        Ok(verdict)
    })
}

/// Runs the tests that enter a mutant's function, the quickest first, until one fails or the time is
/// spent.
fn attempt(
    workshop: &Workshop,
    tests: &Tests,
    mutant: &Mutant,
    seconds: f64,
) -> Result<Verdict, String> {
    let id = mutant.id.to_string();
    let on = ("SGF_AUDIT_MUTANT", OsStr::new(&id));
    let Some(entering) = tests.entering.get(&mutant.first) else { return Ok(Verdict::NotEntered) };
    let (mut spent, mut portion) = (0.0, PORTION);
    let mut left = &entering[..];
    while !left.is_empty() {
        let mut takes = 0.0;
        let fits = left.iter().take_while(|&&at| {
            takes += tests.all[at].seconds;
            takes <= portion && spent + takes <= seconds
        });
        let count = fits.count();
        if count == 0 && spent + portion >= seconds {
            break;
        }
        let (now, later) = left.split_at(count);
        left = later;
        portion *= 4.0;
        let mut programs: BTreeMap<&str, (&Program, Vec<&str>, f64)> = BTreeMap::new();
        for Test { seconds, program, name } in now.iter().map(|&at| &tests.all[at]) {
            let of = programs.entry(&program.name);
            let of = of.or_insert_with(|| (program, Vec::new(), 0.0));
            of.1.push(name);
            of.2 += seconds;
        }
        for (program, names, takes) in programs.into_values() {
            spent += takes;
            let limit = Duration::from_secs_f64(10.0 + 5.0 * takes);
            match program.run(&workshop.copy(), &names, on, limit)? {
                Outcome::Passed => {}
                Outcome::Failed(test) => {
                    return Ok(Verdict::Caught(format!("{} {test}", program.name)));
                }
                Outcome::TimedOut => return Ok(Verdict::TimedOut(program.name.clone())),
            }
        }
    }
    Ok(Verdict::Missed(entering.len() - left.len(), left.len()))
}
