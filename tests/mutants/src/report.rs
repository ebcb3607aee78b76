//! Tables of mutants and of what became of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::rewrite::Mutant;
use crate::trial::Verdict;

/// Writes a table of mutants, and returns whether it is another than before.
pub fn write_mutants(path: &Path, mutants: &[Mutant]) -> Result<bool, String> {
    let mut table = String::new();
    for mutant in mutants {
        let Mutant { id, first, line, .. } = mutant;
        let _ = writeln!(table, "{id}\t{first}\t{line}\t{}", mutant.name());
    }
    let is_new = fs::read_to_string(path).is_ok_and(|old| old != table);
    fs::write(path, table).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(is_new)
}

/// Reads what [`write_mutants`] wrote.
pub fn read_mutants(path: &Path) -> Result<Vec<Mutant>, String> {
    let table = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mutant = |row: &str| {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[id, first, line, file, function, was, becomes] = &cells[..] else { return None };
        Some(Mutant {
            id: id.parse().ok()?,
            first: first.parse().ok()?,
            line: line.parse().ok()?,
            file: file.to_owned(),
            function: function.to_owned(),
            was: was.to_owned(),
            becomes: becomes.to_owned(),
        })
    };
    let mutants: Option<Vec<Mutant>> = table.lines().map(mutant).collect();
    mutants.ok_or_else(|| format!("{}: not a table of mutants", path.display()))
}

/// A row of the table of results.
pub fn row(mutant: &Mutant, verdict: &Verdict) -> String {
    let (word, by) = match verdict {
        Verdict::Caught(by) => ("caught", by.clone()),
        Verdict::TimedOut(by) => ("timeout", by.clone()),
        Verdict::Missed(run, left) => ("missed", format!("{run} tests, {left} not run")),
        Verdict::NotEntered => ("not-entered", String::new()),
    };
    format!("{word}\t{by}\t{}\t{}\n", mutant.line, mutant.name())
}

/// The names of the mutants in a table of results with a verdict that is wanted.
pub fn named(path: &Path, wanted: impl Fn(&str) -> bool) -> Result<BTreeSet<String>, String> {
    let table = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let name = |row: &str| {
        let mut cells = row.splitn(4, '\t');
        cells.next().filter(|verdict| wanted(verdict)).and(cells.nth(2)).map(str::to_owned)
    };
    Ok(table.lines().filter_map(name).collect())
}

/// Prints how many were caught, by file, and those that weren't.
pub fn show(mutants: &[Mutant], verdicts: &[Verdict], equivalent: usize) {
    let mut files: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut all = [0; 4];
    for (mutant, verdict) in mutants.iter().zip(verdicts) {
        let column = match verdict {
            Verdict::Caught(_) => 0,
            Verdict::TimedOut(_) => 1,
            Verdict::Missed(..) => 2,
            Verdict::NotEntered => 3,
        };
        files.entry(&mutant.file).or_default()[column] += 1;
        all[column] += 1;
    }
    println!("| file | tried | caught | timeouts | missed | of these never entered |");
    println!("|---|---:|---:|---:|---:|---:|");
    let rows = files.iter().map(|(file, counts)| (*file, *counts)).chain([("all", all)]);
    for (file, [caught, timeouts, missed, not_entered]) in rows {
        let tried = caught + timeouts + missed + not_entered;
        let missed = missed + not_entered;
        println!("| {file} | {tried} | {caught} | {timeouts} | {missed} | {not_entered} |");
    }
    println!();
    for (mutant, verdict) in mutants.iter().zip(verdicts) {
        if matches!(verdict, Verdict::Missed(..) | Verdict::NotEntered) {
            let Mutant { file, line, function, was, becomes, .. } = mutant;
            println!("missed: {file}:{line} {function}: {was}: {becomes}");
        }
    }
    let tried: usize = all.iter().sum();
    let caught = all[0] + all[1];
    let share = |of: usize| 100.0 * caught as f64 / of.max(1) as f64;
    println!(
        "{caught} of {tried} caught, {:.1} %; with {equivalent} more that are no faults {:.1} %",
        share(tried),
        share(tried + equivalent)
    );
}
