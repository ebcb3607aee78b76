//! The mutants that are no fault.

use std::collections::BTreeSet;

use crate::rewrite::Mutant;

/// Reads their names: file, function, what stands there and what instead, divided by tabs, and the
/// reason at the end. One that names no mutant any more is said.
pub fn read(mutants: &[Mutant]) -> Result<BTreeSet<String>, String> {
    let known: BTreeSet<String> = mutants.iter().map(Mutant::name).collect();
    let mut names = BTreeSet::new();
    for (index, line) in include_str!("../equivalent.txt").lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, reason) = line.rsplit_once('\t').unwrap_or_default();
        if name.split('\t').count() != 4 || reason.is_empty() {
            return Err(format!("equivalent.txt:{}: not four names and a reason", index + 1));
        }
        if !known.contains(name) {
            eprintln!("equivalent.txt:{}: no mutant is called so", index + 1);
        }
        names.insert(name.to_owned());
    }
    Ok(names)
}
