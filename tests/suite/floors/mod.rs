//! The house of floors (docs/architecture.md): a room of either crate uses only those below it, and files don't use each
//! other in a circle.

mod imports;
mod one_reading;
mod rooms;
mod shown;
mod three_answers;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use imports::{Module, Sources, Use};
use walkdir::WalkDir;

use crate::support::project;

/// The rooms from the lowest up, each after its sub-rooms. A sub-room may use the files directly in its
/// room, as long as there is no circle.
const FLOORS: &str = "
    guarded_file interruption printable similar_names guard calendar named go/board go plural
    rules/repetition rules sgf/tree sgf/text/detect sgf/text sgf/value sgf/scan sgf formats/ogs formats
    record replay score/territory score/estimate score
    archive audit/finding audit/causes audit/checks audit/recount audit event/results event table fix convert library
    atomic_file own_files spool batch engine diagnostic
    report/picture report/html report select duplicates
    cli";

/// The room of a file: the longest of the names above that its module begins with.
fn room(module: &Module) -> Option<usize> {
    let path = module.join("/");
    let is_in = |room: &str| path == room || path.starts_with(&format!("{room}/"));
    let rooms = FLOORS.split_whitespace().enumerate().filter(|(_, room)| is_in(room));
    rooms.max_by_key(|(_, room)| room.len()).map(|(place, _)| place)
}

/// Whether a use leads to a higher room. A sub-room may use its own room.
fn is_upward(from: Option<usize>, to: Option<usize>) -> bool {
    let (Some(from), Some(to)) = (from, to) else { return from < to };
    let room = |at: usize| FLOORS.split_whitespace().nth(at).expect("a room");
    from < to && !room(from).starts_with(&format!("{}/", room(to)))
}

/// Whether two files are a module and one inside it.
fn are_nested(one: &Module, other: &Module) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

fn uses_between_files(sources: &Sources) -> BTreeSet<Use> {
    sources.uses().into_iter().filter(|u| !are_nested(&u.from, &u.to)).collect()
}

#[test]
fn nothing_goes_back_up() {
    let sources = Sources::read();
    for module in sources.modules().filter(|module| !module.is_empty()) {
        assert!(room(module).is_some(), "{} is on no floor", sources.file(module));
    }
    assert!(sources.modules().count() > 100);
    let upward = |u: &&Use| is_upward(room(&u.from), room(&u.to));
    let uses = uses_between_files(&sources);
    let wrong: Vec<String> = uses
        .iter()
        .filter(upward)
        .map(|u| format!("{} uses {}", sources.file(&u.from), sources.file(&u.to)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Circles that are still to be opened, each by one of its files.
const CIRCLES: [&str; 0] = [];

#[test]
fn no_files_use_each_other_in_a_circle() {
    let sources = Sources::read();
    let mut next: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for Use { from, to } in uses_between_files(&sources) {
        next.entry(from).or_default().insert(to);
    }
    let mut circles = Vec::new();
    for circle in strongly_connected(&next) {
        let names: Vec<&str> = circle.iter().map(|module| sources.file(module)).collect();
        if !names.iter().any(|name| CIRCLES.contains(name)) {
            circles.push(names.join(" "));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// The sets of two or more modules in which each leads to all others.
fn strongly_connected(next: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        next.keys().map(|module| (module, reachable(module, next))).collect();
    let leads = |a: &Module, b: &Module| reached.get(a).is_some_and(|all| all.contains(b));
    let circle = |module: &Module| -> BTreeSet<Module> {
        let others = reached[module].iter().filter(|other| leads(other, module));
        others.map(|&other| other.clone()).collect()
    };
    next.keys().filter(|module| leads(module, module)).map(circle).collect()
}

/// The modules that a module leads to. Itself is one of them only if it is part of a circle.
fn reachable<'a>(
    module: &Module,
    next: &'a BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&Module> = next.get(module).into_iter().flatten().collect();
    while let Some(module) = waiting.pop() {
        if reached.insert(module) {
            waiting.extend(next.get(module).into_iter().flatten());
        }
    }
    reached
}

const MAX_LINES: usize = 700;

#[test]
fn no_file_is_too_long() {
    let files = WalkDir::new(project("src")).sort_by_file_name().into_iter().map(Result::unwrap);
    for entry in files.filter(|entry| entry.path().extension().is_some_and(|e| e == "rs")) {
        let name = entry.path().strip_prefix(project("")).unwrap().to_string_lossy().into_owned();
        let lines = fs::read_to_string(entry.path()).unwrap().lines().count();
        assert!(lines <= MAX_LINES, "{name}: {lines} lines");
    }
}

#[test]
fn circles_are_seen() {
    let module = |name: &str| vec![name.to_owned()];
    let next = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")];
    let mut map: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in next {
        map.entry(module(from)).or_default().insert(module(to));
    }
    let circle = BTreeSet::from([module("b"), module("c")]);
    assert_eq!(strongly_connected(&map), BTreeSet::from([circle]));
}

#[test]
fn uses_are_followed_to_the_defining_file() {
    let uses = Sources::read().uses();
    let has = |from: &str, to: &str| {
        let module = |path: &str| path.split('/').map(str::to_owned).collect();
        uses.contains(&Use { from: module(from), to: module(to) })
    };
    assert!(has("cli/check", "audit/options"));
    assert!(has("audit/judgement", "audit/finding/catalog"));
    assert!(!has("go/point", "audit/auditor"));
}
