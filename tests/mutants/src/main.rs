//! Mutations: small faults put into the program one at a time, to see whether a test fails for each.
//!
//! All mutants of some rooms (`MUTATED` in `make.rs`) are put into one copy of the project, which is
//! built once; an environment variable says which of them is on, also in programs that a test starts.
//!
//! ```text
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- make
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- run --sample 300 --seed 1
//! ```
//!
//! `make` copies, rewrites and builds, and runs each test to see which functions it enters. `run` tries
//! all mutants, each with the tests that enter its function, the quickest first; `--in PATH[,PATH...]`
//! those of files whose path begins so, `--sample N --seed S` so many of them at random, `--again FILE`
//! those that a table of results doesn't call caught, `--without FILE` those that it doesn't name at all,
//! `--jobs N` so many at a time, `--seconds N` with tests that take so long in all. It tells how many
//! were caught, by file, and which weren't, and leaves `results.tsv` in its folder (`--folder DIR`, or
//! else `target/mutants`).
//!
//! `equivalent.txt` has the mutants that are no fault, each with the reason. They aren't tried.

mod equivalent;
mod make;
mod program;
mod report;
mod rewrite;
mod trial;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What is asked for.
struct Options {
    folder: PathBuf,
    only: Vec<String>,
    again: Option<PathBuf>,
    without: Option<PathBuf>,
    sample: Option<usize>,
    seed: u64,
    effort: trial::Effort,
}

fn options(project: &Path, mut given: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        folder: project.join("target/mutants"),
        only: vec![String::new()],
        again: None,
        without: None,
        sample: None,
        seed: 1,
        effort: trial::Effort { jobs: 1, seconds: 60.0 },
    };
    while let Some(name) = given.next() {
        let value = given.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{name} {value}: {e}"));
        match name.as_str() {
            "--folder" => options.folder = value.into(),
            "--in" => options.only = value.split(',').map(str::to_owned).collect(),
            "--again" => options.again = Some(value.into()),
            "--without" => options.without = Some(value.into()),
            "--sample" => options.sample = Some(number()? as usize),
            "--seed" => options.seed = number()?,
            "--jobs" => options.effort.jobs = number()?.max(1) as usize,
            "--seconds" => options.effort.seconds = number()? as f64,
            _ => return Err(format!("what is {name}?")),
        }
    }
    Ok(options)
}

fn run() -> Result<(), String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let project = project.canonicalize().map_err(|e| e.to_string())?;
    let mut given = std::env::args().skip(1);
    let what = given.next();
    let options = options(&project, given)?;
    let workshop = make::Workshop::new(&options.folder)?;
    match what.as_deref() {
        Some("make") => {
            workshop.copy_project(&project)?;
            let (mutants, left_out) = workshop.mutate(&project)?;
            println!("{} mutants; {left_out} more don't compile", mutants.len());
            if report::write_mutants(&workshop.file("mutants.tsv"), &mutants)? {
                let _ = std::fs::remove_file(workshop.file(trial::TESTS));
            }
            trial::survey(&workshop, &workshop.build()?, options.effort.jobs)
        }
        Some("run") => {
            let mutants = report::read_mutants(&workshop.file("mutants.tsv"))?;
            let equivalent = equivalent::read(&mutants)?;
            let mut chosen = mutants;
            chosen.retain(|mutant| options.only.iter().any(|path| mutant.file.starts_with(path)));
            if let Some(results) = &options.again {
                let missed = report::named(results, |verdict| verdict != "caught")?;
                chosen.retain(|mutant| missed.contains(&mutant.name()));
            }
            if let Some(results) = &options.without {
                let tried = report::named(results, |_| true)?;
                chosen.retain(|mutant| !tried.contains(&mutant.name()));
            }
            if let Some(sample) = options.sample {
                trial::sample(&mut chosen, sample, options.seed);
            }
            let (passed_over, chosen): (Vec<_>, Vec<_>) =
                chosen.into_iter().partition(|mutant| equivalent.contains(&mutant.name()));
            let results = trial::run(&workshop, &chosen, options.effort)?;
            report::show(&chosen, &results, passed_over.len());
            Ok(())
        }
        _ => Err("`make` or `run`; see the beginning of tests/mutants/src/main.rs".to_owned()),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
