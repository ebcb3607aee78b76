//! Archives of some kilobytes with any number of members, games and findings: the memory of a run is bounded whatever it prints.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::packed::{gzip, seven_zip, tar, xz, zip, zstd};
use crate::support::{borrowed, folder, measured, program, size};

/// The most memory that a run may take.
const MAX_MEMORY: u64 = 150 << 20;

const GAME: &[u8] = b"(;SZ[9];B[aa])";

/// Members that all hold the same.
fn members(number: usize, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    (0..number).map(|number| (format!("m{number}.sgf"), bytes.to_vec())).collect()
}

/// Archives in archives, `levels` deep, with so many in each.
fn nested(each: usize, levels: usize, innermost: &[(String, Vec<u8>)]) -> Vec<u8> {
    (0..levels).fold(zip(&borrowed(innermost)), |inner, _| {
        let all: Vec<_> = (0..each).map(|n| (format!("n{n}.zip"), inner.clone())).collect();
        zip(&borrowed(&all))
    })
}

/// A record with this many findings, of two kinds.
fn faulty(findings: usize) -> Vec<u8> {
    let mut record = b"(;SZ[9]RE[B+3]".to_vec();
    for number in 0..findings {
        record.extend(if number % 2 == 0 { &b";B[aa]"[..] } else { b";W[zz]" });
    }
    record.push(b')');
    record
}

/// A folder by its name, with files.
type Tree = (&'static str, Vec<(String, Vec<u8>)>);

fn trees() -> Vec<Tree> {
    let one = |name: &str, bytes: Vec<u8>| vec![(name.to_owned(), bytes)];
    let many = |number: usize, name: &str, bytes: &[u8]| {
        (0..number).map(|n| (format!("{n}{name}"), bytes.to_vec())).collect::<Vec<_>>()
    };
    // Forty archives through every command take an hour.
    let is_campaign = std::env::var_os("SGF_AUDIT_ARCHIVES").is_some();
    let sized = |small, large| if is_campaign { large } else { small };
    let few = sized(2_000, 20_000);
    let games = |number: usize| GAME.repeat(number);
    let zip = |members: &[(String, Vec<u8>)]| zip(&borrowed(members));
    let tar = |members: &[(String, Vec<u8>)]| tar(&borrowed(members));
    let mut trees = vec![
        ("nested", one("a.zip", nested(10, 3, &members(sized(10, 40), GAME)))),
        ("nested findings", one("a.zip", nested(10, 2, &members(sized(10, 300), &faulty(300))))),
        ("flat tar.xz", one("a.tar.xz", xz(&tar(&members(few, GAME))))),
        ("flat tar.zst", one("a.tar.zst", zstd(&tar(&members(few, GAME))))),
        (
            "games without end",
            one("a.zip", zip(&members(sized(1, 10), &games(sized(20_000, 70_000))))),
        ),
        ("many archives", many(sized(40, 300), ".zip", &zip(&members(sized(50, 300), GAME)))),
        ("large findings", many(sized(8, 60), ".sgf.gz", &gzip(&faulty(40_000)))),
    ];
    if !is_campaign {
        return trees;
    }
    for (n, each) in [2, 5, 20, 40].into_iter().enumerate() {
        trees.push((
            "nested tars",
            one("a.tgz", gzip(&tar(&many(each, ".zip", &nested(8, n % 3, &members(300, GAME)))))),
        ));
        trees.push((
            "faulty in 7z",
            one("a.7z", seven_zip(&borrowed(&members(each * 100, &faulty(300))))),
        ));
        trees.push((
            "faulty in tar.xz",
            one("a.tar.xz", xz(&tar(&members(each * 500, &faulty(200))))),
        ));
        trees.push(("collections in zip", one("a.zip", zip(&members(each, &games(20_000))))));
        trees.push(("collections apart", many(each * 4, ".sgf.zst", &zstd(&games(10_000)))));
        trees.push(("flat zip", one("a.zip", zip(&members(each * 1_000, GAME)))));
        trees.push(("wrong results", one("a.zip", zip(&members(each * 200, WRONG)))));
        trees.push(("faulty zips", many(each * 10, ".zip", &zip(&members(40, &faulty(300))))));
    }
    trees.push(("a million", one("a.zip", nested(10, 3, &members(1_000, GAME)))));
    trees
}

/// A counted game whose result is wrong, for which the page has a card.
const WRONG: &[u8] = b"(;SZ[9]RU[AGA]KM[7]RE[B+60.5];B[ee];W[];B[])";

/// The commands and formats that read archives.
const COMMANDS: [&str; 16] = [
    "check .",
    "check . --quiet",
    "check . --format csv --show note",
    "check . --format jsonl --show note",
    "check . --format sarif --show note",
    "check . --format github --show note",
    "check . --format html",
    "check . --out OUT",
    "check . --statistics",
    "check . --context always --show note",
    "convert . --to jsonl --lossy",
    "convert . --to csv --lossy",
    "convert . --to sgf --lossy --out OUT/sgf",
    "select . --where moves>0",
    "select . --where moves>0 --copy OUT/copy",
    "duplicates .",
];

#[test]
fn no_archive_takes_memory_without_bound() {
    let every = size(8, 1);
    for (at, (name, files)) in trees().into_iter().enumerate() {
        let tree = folder(&borrowed(&files));
        for (number, command) in COMMANDS.iter().enumerate().skip(at % every).step_by(every) {
            let out = folder(&[]);
            let memory = memory_of(tree.path(), out.path(), command, number % 3);
            assert!(memory < MAX_MEMORY, "{name}: {command}: {} MB", memory >> 20);
        }
    }
}

/// Runs a command, and returns the most memory that it had.
fn memory_of(tree: &Path, out: &Path, command: &str, threads: usize) -> u64 {
    let text = out.to_str().expect("UTF-8");
    let arguments: Vec<String> = command.split(' ').map(|it| it.replace("OUT", text)).collect();
    let mut program = program(tree, &arguments);
    if !command.starts_with("select") && threads > 0 {
        program.args(["--threads", &threads.to_string()]);
    }
    if command.starts_with("check") {
        program.args(["--isolated", "--no-estimate"]);
    }
    let print = fs::File::create(out.join("stdout")).expect("made");
    program.stdout(print).stderr(Stdio::null());
    let taken = measured(&mut program, Duration::from_secs(600), None);
    assert!(taken.status.is_some_and(|status| status < 2), "{command}: {taken:?}");
    taken.memory
}
