//! The fuzz targets with the stock toolchain: every record of the corpus, seeds of other kinds, and
//! mutations of both, the same in each run.
//!
//! `SGF_AUDIT_FUZZ=N cargo test --release --test suite fuzz::` takes N mutations for each target;
//! `SGF_AUDIT_SEEDS=DIR cargo test --release --test suite fuzz::every_target` writes the seeds for `cargo fuzz`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use walkdir::WalkDir;

use crate::reference::differential::{Choices, Random};
use crate::support::packed::{self, gzip, seven_zip, tar, zstd};
use crate::support::{borrowed, corpus, project, size};
use crate::targets::{TARGETS, run};

/// What mutations are made with: the tokens of the formats.
const DICTIONARY: &str = include_str!("../fuzz/sgf.dict");

fn tokens() -> Vec<Vec<u8>> {
    let quoted = DICTIONARY.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(unescaped).collect()
}

/// A token as libFuzzer reads it: `\\`, `\"` and `\xNN`.
fn unescaped(token: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = token.as_bytes();
    while let [first, more @ ..] = rest {
        rest = match (first, more) {
            (b'\\', [b'x', hex @ ..]) => {
                let hex = std::str::from_utf8(&hex[..2]).expect("two digits");
                bytes.push(u8::from_str_radix(hex, 16).expect("two digits"));
                &more[3..]
            }
            (b'\\', [escaped, more @ ..]) => {
                bytes.push(*escaped);
                more
            }
            _ => {
                bytes.push(*first);
                more
            }
        };
    }
    bytes
}

fn records() -> Vec<Vec<u8>> {
    let corpus = corpus("");
    let entries = WalkDir::new(corpus).sort_by_file_name().into_iter().filter_map(Result::ok);
    let is_record = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ["sgf", "gib", "ngf", "ugf", "ugi", "json"].contains(&&ending.to_lowercase()[..])
    };
    let records: Vec<Vec<u8>> = entries
        .filter(|entry| entry.file_type().is_file() && is_record(entry.path()))
        .map(|entry| std::fs::read(entry.path()).expect("the corpus can be read"))
        .collect();
    assert!(records.len() > 100);
    records
}

/// The values of the corpus: what stands between brackets.
fn values(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut values: Vec<Vec<u8>> = Vec::new();
    for record in records {
        for part in record.split(|&byte| byte == b'[').skip(1) {
            let value = part.split(|&byte| byte == b']').next().unwrap_or_default();
            if value.len() < 60 {
                values.push(value.to_vec());
            }
        }
    }
    values.sort();
    values.dedup();
    values
}

fn archives(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let members = [("a.sgf", &records[0]), ("d/b.SGF", &records[7]), ("c.txt", &records[9])];
    let members = borrowed(&members);
    let [tar, zip, seven] = [tar(&members), packed::zip(&members), seven_zip(&members)];
    let nested = packed::zip(&[("in.zip", &zip), ("in.tar", &tar), ("in.7z", &seven)]);
    let packed = [gzip(&records[3]), gzip(&tar), zstd(&tar), zstd(&zip), nested];
    [tar, zip, seven].into_iter().chain(packed).collect()
}

/// Files of rulesets: one built on another, and a whole one.
fn rules_files() -> Vec<Vec<u8>> {
    let based = "id = \"club\"\nname = \"Club\"\nbase = \"aga\"\nkomi = 6.5\nhandicap-komi = \"none\"\n\
                 suicide = \"multi-stone\"\nsuperko = \"positional\"\n";
    let whole = "id = \"own\"\nko = true\nsuperko = \"none\"\nlong-cycle = \"play-on\"\n\
                 suicide = \"allowed\"\ncounting = \"area\"\npresentation = \"points\"\n\
                 group-tax = false\nseki-eyes = true\npass-stones = false\nwhite-last = false\n\
                 first-pass = \"button\"\nkomi = 7\nhandicap-komi = 0.5\ncompensation = \"all\"\n\
                 placement = \"free\"\nresumption = \"in-turn\"\ndispute = \"play-on\"\n\
                 dead-stones = \"agreed\"\nblack-wins-ties = false\n";
    vec![based.into(), whole.into()]
}

/// The files of the corpus's event, and hostile tables.
fn event_files() -> Vec<Vec<u8>> {
    let names = ["event.toml", "results.csv", "results.xml", "results.h9", "results.aga.txt"];
    let read = |name| std::fs::read(corpus("event").join(name)).expect("the corpus can be read");
    let hostile = [
        "<!DOCTYPE t [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><Tournament>&b;</Tournament>",
        "<!DOCTYPE t [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Tournament>&x;</Tournament>",
        "<?xml version=\"1.0\" encoding=\"utf-16\"?><Tournament><Game/></Tournament>",
        "black;white;result;round\nAnn;Bob;B+R;1\nBob;Ann;W+0.5;2\n;Bob;bye;3\n",
    ];
    names.into_iter().map(read).chain(hostile.map(|text| text.as_bytes().to_vec())).collect()
}

/// What a target begins with.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let random = |number: u64, length: usize| {
        let mut random = Random(number);
        (0..length).filter_map(|_| random.below(256)).map(|byte| byte as u8).collect::<Vec<u8>>()
    };
    let mut seeds = match target {
        "values" => values(&records()),
        "ogs" => {
            let mut records = records();
            records.retain(|record| record.starts_with(b"{") || record.starts_with(b"["));
            records
        }
        "replay" => (0..40).map(|number| random(number, 300)).collect(),
        "scoring" => (0..40).map(|number| random(number, 83)).collect(),
        "archives" => archives(&records()),
        "rules_file" => rules_files(),
        "event_files" => event_files(),
        _ => records(),
    };
    seeds.extend(found(target));
    seeds
}

/// What has been a fault of a target once.
fn found(target: &str) -> Vec<Vec<u8>> {
    let folder = project("tests/fuzz/found").join(target);
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(|entry| std::fs::read(entry.path()).expect("it can be read")).collect()
}

/// Writes a text in UTF-16 or UTF-32, in either byte order, with a byte order mark or without one.
fn widened(bytes: &[u8], form: usize) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mark = (form & 1 == 0).then_some('\u{feff}');
    let chars = mark.into_iter().chain(text.chars());
    let in_order = |mut unit: Vec<u8>| {
        if form & 2 != 0 {
            unit.reverse();
        }
        unit
    };
    if form & 4 == 0 {
        let units = chars.collect::<String>();
        units.encode_utf16().flat_map(|unit| in_order(unit.to_le_bytes().into())).collect()
    } else {
        chars.flat_map(|c| in_order(u32::from(c).to_le_bytes().into())).collect()
    }
}

/// Changes bytes in one to four places: a token put in, bytes removed, repeated, changed, or taken from
/// another seed. Of every eight results one is cut off, and one is in UTF-16 or UTF-32.
fn mutated(seeds: &[Vec<u8>], tokens: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut below = |below: usize| random.below(below).expect("they don't end");
    let mut bytes = seeds[below(seeds.len())].clone();
    for _ in 0..=below(4) {
        let at = below(bytes.len() + 1);
        let length = below(16).min(bytes.len() - at);
        match below(6) {
            0 => drop(bytes.drain(at..at + length)),
            1 => {
                let token = tokens[below(tokens.len())].clone();
                drop(bytes.splice(at..at, token));
            }
            2 => {
                let again = bytes[at..at + length].to_vec();
                drop(bytes.splice(at..at, again));
            }
            3 if at < bytes.len() => bytes[at] = below(256) as u8,
            4 if at < bytes.len() => bytes[at] ^= 1 << below(8),
            _ => {
                let other = &seeds[below(seeds.len())];
                let from = below(other.len() + 1);
                let to = from + below(60).min(other.len() - from);
                drop(bytes.splice(at..at + length, other[from..to].iter().copied()));
            }
        }
    }
    match below(8) {
        0 => bytes.truncate(below(bytes.len() + 1)),
        1 => bytes = widened(&bytes, below(8)),
        _ => {}
    }
    bytes
}

#[test]
fn targets_hold_on_seeds_and_mutations() {
    let mutations = std::env::var("SGF_AUDIT_FUZZ").ok();
    let mutations = mutations.map_or(size(50, 1_500), |number| number.parse().expect("a number"));
    let tokens = tokens();
    let only = std::env::var("SGF_AUDIT_TARGET").ok();
    for (name, _) in TARGETS {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let seeds = seeds(name);
        let mut random = Random(1);
        let begun = std::time::Instant::now();
        // Of seeds that are many some do, but all that have been a fault.
        let some =
            seeds.iter().step_by(seeds.len() / size(25, 400) + 1).cloned().chain(found(name));
        let inputs = some.chain((0..mutations).map(|_| mutated(&seeds, &tokens, &mut random)));
        for bytes in inputs {
            if catch_unwind(AssertUnwindSafe(|| run(name, &bytes))).is_err() {
                let place = std::env::temp_dir().join(format!("sgf-audit-{name}"));
                std::fs::write(&place, &bytes).expect("written");
                panic!("{name}: {} (in {})", bytes.escape_ascii(), place.display());
            }
        }
        println!("{name}: {:.1} s", begun.elapsed().as_secs_f64());
    }
}

#[test]
fn every_target_has_its_file_and_seeds() {
    let folder = project("tests/fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("read");
    let files = std::fs::read_dir(folder.join("fuzz_targets")).expect("listed").count();
    assert_eq!(files, TARGETS.len());
    let write_to = std::env::var_os("SGF_AUDIT_SEEDS");
    for (name, _) in TARGETS {
        assert!(folder.join(format!("fuzz_targets/{name}.rs")).is_file(), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name}");
        let Some(dir) = &write_to else { continue };
        let dir = Path::new(dir).join(name);
        std::fs::create_dir_all(&dir).expect("made");
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(dir.join(format!("{number:05}")), seed).expect("written");
        }
    }
}
