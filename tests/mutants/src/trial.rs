//! Which tests a mutant can show in, and whether one of them fails.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::make::Workshop;
use crate::program::{Chosen, Outcome, Program};
use crate::report;
use crate::rewrite::Mutant;

/// No test may take so long even without a mutant.
const FOR_EVER: Duration = Duration::from_secs(3600);

/// Of the tests of the library those of these modules are run. The others come to the same functions
/// with whole files and take most of the time.
static MODULES: [&str; 5] = ["go::", "rules::", "score::", "replay::", "audit::"];

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test failed: which.
    Caught(String),
    /// The tests took far longer than without it: which program.
    TimedOut(String),
    /// Every test passed.
    Missed,
    /// No test comes to its function.
    NotEntered,
}

/// All tests of a program that are run at all.
fn whole(program: &Program) -> Chosen {
    if program.name == "lib" { Chosen::Of(&MODULES) } else { Chosen::All }
}

/// Runs every program without a mutant, once to see how long it takes and once to see which tests enter
/// which functions, and keeps both.
pub fn survey(workshop: &Workshop, built: BTreeMap<String, PathBuf>) -> Result<(), String> {
    let mut table = String::new();
    for (name, path) in built {
        let mut program = Program { name, path, takes: FOR_EVER };
        let chosen = whole(&program);
        let begun = Instant::now();
        let nothing = ("SGF_AUDIT_MUTANT", OsStr::new("0"));
        let outcome = program.run(&workshop.copy(), &chosen, nothing, FOR_EVER)?;
        program.takes = begun.elapsed();
        if outcome != Outcome::Passed {
            return Err(format!("{} fails without a mutant: {outcome:?}", program.name));
        }
        let entered = workshop.file(&format!("entered-{}.tsv", program.name));
        fs::write(&entered, "").map_err(|e| format!("{}: {e}", entered.display()))?;
        let record = ("SGF_AUDIT_ENTERED", entered.as_os_str());
        program.run(&workshop.copy(), &chosen, record, FOR_EVER)?;
        let seconds = program.takes.as_secs_f64();
        println!("{}: {seconds:.1} s", program.name);
        table.push_str(&format!("{}\t{seconds}\t{}\n", program.name, program.path.display()));
    }
    let path = workshop.file("programs.tsv");
    fs::write(&path, table).map_err(|e| format!("{}: {e}", path.display()))
}

/// A program, and by function (its first mutant) the tests that enter it; none stands for all.
struct Tests {
    program: Program,
    entering: BTreeMap<u32, Vec<String>>,
}

/// Reads what [`survey`] kept, the quickest program first.
fn surveyed(workshop: &Workshop) -> Result<Vec<Tests>, String> {
    let read = |name: &str| {
        let path = workshop.file(name);
        fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    let mut all = Vec::new();
    for row in read("programs.tsv")?.lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[name, seconds, path] = &cells[..] else { continue };
        let takes = Duration::from_secs_f64(seconds.parse().unwrap_or(60.0));
        let program = Program { name: name.to_owned(), path: path.into(), takes };
        let mut entering: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        for row in read(&format!("entered-{name}.tsv"))?.lines() {
            let Some((first, test)) = row.split_once('\t') else { continue };
            let Ok(first) = first.parse() else { continue };
            entering.entry(first).or_default().insert(test.to_owned());
        }
        // A thread that isn't a test's may work for any test.
        let tests = |tests: BTreeSet<String>| {
            if tests.contains("main") { Vec::new() } else { tests.into_iter().collect() }
        };
        let entering = entering.into_iter().map(|(first, by)| (first, tests(by))).collect();
        all.push(Tests { program, entering });
    }
    all.sort_by_key(|tests| tests.program.takes);
    Ok(all)
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

/// Tries mutants, and writes down what becomes of each as soon as it is known.
pub fn run(workshop: &Workshop, mutants: &[Mutant], jobs: usize) -> Result<Vec<Verdict>, String> {
    let all = surveyed(workshop)?;
    let path = workshop.file("results.tsv");
    let file = fs::File::create(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file = Mutex::new(file);
    let (next, fault) = (AtomicUsize::new(0), Mutex::new(None));
    let verdicts = Mutex::new(vec![Verdict::Missed; mutants.len()]);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed))
                    && let Some(mutant) = mutants.get(at)
                {
                    match attempt(workshop, &all, mutant) {
                        Ok(verdict) => {
                            let row = report::row(mutant, &verdict);
                            eprint!("{}/{} {row}", at + 1, mutants.len());
                            let mut file = file.lock().expect("no thread panics");
                            let _ = file.write_all(row.as_bytes());
                            verdicts.lock().expect("no thread panics")[at] = verdict;
                        }
                        Err(message) => *fault.lock().expect("no thread panics") = Some(message),
                    }
                }
            });
        }
    });
    match fault.into_inner().expect("no thread panics") {
        Some(message) => Err(message),
        None => Ok(verdicts.into_inner().expect("no thread panics")),
    }
}

/// Runs the tests that may show a mutant, until one fails: those beside its code, then the programs from
/// the quickest to the slowest.
fn attempt(workshop: &Workshop, all: &[Tests], mutant: &Mutant) -> Result<Verdict, String> {
    let id = mutant.id.to_string();
    let on = ("SGF_AUDIT_MUTANT", OsStr::new(&id));
    let module = mutant.file.strip_prefix("src/core/").unwrap_or(&mutant.file);
    let module = module.strip_suffix(".rs").unwrap_or(module);
    let module = module.strip_suffix("/mod").unwrap_or(module).replace('/', "::") + "::";
    let mut runs: Vec<(&Program, Chosen, Duration)> = Vec::new();
    for Tests { program, entering } in all {
        let Some(tests) = entering.get(&mutant.first) else { continue };
        let (beside, others): (Vec<String>, Vec<String>) =
            tests.iter().cloned().partition(|test| test.starts_with(&module));
        if !beside.is_empty() {
            let limit = program.takes + Duration::from_secs(10);
            runs.insert(0, (program, Chosen::Named(beside), limit));
        }
        if tests.is_empty() {
            runs.push((program, whole(program), program.limit()));
        } else if !others.is_empty() {
            runs.push((program, Chosen::Named(others), program.limit()));
        }
    }
    for (program, chosen, limit) in &runs {
        match program.run(&workshop.copy(), chosen, on, *limit)? {
            Outcome::Passed => {}
            Outcome::Failed(test) => {
                return Ok(Verdict::Caught(format!("{} {test}", program.name)));
            }
            Outcome::TimedOut => return Ok(Verdict::TimedOut(program.name.clone())),
        }
    }
    Ok(if runs.is_empty() { Verdict::NotEntered } else { Verdict::Missed })
}
