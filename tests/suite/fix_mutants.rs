//! A campaign: real records with faults put into them go through `check` and `fix`. What `check` marks is what `fix` does, no
//! move becomes a pass, no word is decoded otherwise, there are never more errors, and a second run changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252,
};
use sgf_audit_core::audit::{AuditOptions, Auditor, Finding, FindingKind, Severity};
use sgf_audit_core::fix::{Fixed, Options, Safety, Selection, fix_bytes_with};
use sgf_audit_core::formats::read;
use sgf_audit_core::go::{Point, Size};
use sgf_audit_core::sgf::{GameMemory, Ident, Limits, MoveValue, SourceFile, move_value};

use crate::fix::promises_broken;
use crate::support::{Random, audit_file, corpus, project, size};

const ENCODINGS: [&Encoding; 8] =
    [UTF_8, GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, WINDOWS_1252, WINDOWS_1251];

#[rustfmt::skip]
const WORDS: [&str; 12] = [
    "柯洁", "陳禧", "高尾紳路", "이창호", "Müller", "Иванов", "九段", "9段", "林海峰", "羽根直樹", "ñandú", "第10期棋聖戦",
];

/// Values that findings are about, most of which can be fixed.
#[rustfmt::skip]
const VALUES: [&str; 40] = [
    "KM[6,5]", "KM[375]", "KM[3.75]", "KM[0]", "RE[b+r]", "RE[W + 3,5]", "RE[Jigo]", "RE[黑中盘胜]", "RE[B+R]RE[b+r]",
    "BR[9段]", "WR[P9段]", "BR[3 kyu]", "WR[2级]", "RU[japanese rules]", "RU[日本]",
    "RU[koSIMPLEscoreAREAtaxSEKIsui1]", "DT[2014/1/26]", "DT[2014年1月26日]", "DT[03/04/2014]", "TM[60M]",
    "HA[2 stones]", "HA[3]", "PL[2]", "AB[]", "AE[aa][]", "AB[aa][aa]", "AB[Q16]", "C[a]C[b]", "C[a [b] c]",
    "C[x][y]", "GN[]GN[a]", "PB[ a  b ]", "KI[13]", "SiZe[9]", "CA[x]", "CA[GBK]", "CA[UTF-8]CA[UTF-8]",
    "Ca[Big5]", "FF[3]", "TB[tt]",
];

/// What may be outside values.
#[rustfmt::skip]
const STRAY: [&str; 22] = [
    "(", ")", "))", "(;", "()", ";", "[", "]", "\\", "x", "{}", "\0", ";W[ ]", ";B[pass]", ";B[q16]", ";B[jj]",
    ";W[]B[dd]", ";B[aa]W[bb]", "\\r\\n", ";B[nn]", "\n=======\n", "\n>>>>>>> x\n",
];

/// The offsets outside values, behind a bracket, a semicolon or a parenthesis.
fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let (mut all, mut in_value, mut escaped) = (vec![0], false, false);
    for (at, byte) in bytes.iter().enumerate() {
        if in_value {
            in_value = escaped || *byte != b']';
            escaped = !escaped && *byte == b'\\';
        } else {
            in_value = *byte == b'[';
        }
        if !in_value && matches!(byte, b']' | b';' | b'(' | b')') {
            all.push(at + 1);
        }
    }
    all
}

fn insert(bytes: &mut Vec<u8>, random: &mut Random, text: &[u8]) {
    let places = boundaries(bytes);
    // Most faults are in headers.
    let limit = if random.below(3) > 0 { places.len().min(40) } else { places.len() };
    let at = places[random.below(limit)];
    bytes.splice(at..at, text.iter().copied());
}

fn remove_one(bytes: &mut Vec<u8>, random: &mut Random, of: &[u8]) {
    let places: Vec<_> = bytes.iter().enumerate().filter(|(_, it)| of.contains(it)).collect();
    if !places.is_empty() {
        let at = places[random.below(places.len())].0;
        bytes.remove(at);
    }
}

/// Returns the text in another encoding, as far as that has its characters.
fn transcoded(bytes: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    let text = read(bytes);
    let decoded = text.encoding().decode_without_bom_handling(bytes).0;
    encoding.encode(&decoded).0.into_owned()
}

/// A record with a word of its own in an encoding.
fn with_words(bytes: &mut Vec<u8>, random: &mut Random, encoding: &'static Encoding) {
    for _ in 0..1 + random.below(3) {
        let (name, word) = (random.pick(&["PB", "PW", "EV", "C", "BR"]), random.pick(&WORDS));
        let text = format!("{name}[{word}]");
        let (encoded, _, lossy) = encoding.encode(&text);
        if !lossy {
            insert(bytes, random, &encoded);
        }
    }
}

/// The three faults of which half of the mutants have one; the others have damaged brackets.
fn grave_fault(games: &mut [Vec<u8>], random: &mut Random) {
    let which = random.below(games.len());
    let kind = random.below(3);
    if kind == 0 {
        for game in games {
            let encoding = ENCODINGS[random.below(ENCODINGS.len())];
            if random.below(2) == 0 {
                *game = transcoded(game, encoding);
            }
            with_words(game, random, encoding);
        }
        return;
    }
    let game = &mut games[which];
    if kind == 1 {
        let size = format!("SZ[{}]", 2 + random.below(18));
        match memchr::memmem::find(game, b"SZ[") {
            Some(at) => {
                let end =
                    game[at..].iter().position(|&byte| byte == b']').map_or(at, |it| at + it + 1);
                game.splice(at..end, size.into_bytes());
            }
            None => insert(game, random, size.as_bytes()),
        }
    } else {
        for _ in 0..1 + random.below(2) {
            match random.below(4) {
                0 => remove_one(game, random, b"("),
                1 => remove_one(game, random, b")"),
                2 => insert(game, random, b")"),
                _ => insert(game, random, b"("),
            }
        }
    }
}

/// Brackets and parentheses that are missing or too many.
fn damage_brackets(game: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(2) {
        match random.below(6) {
            0 => remove_one(game, random, b"["),
            1 | 2 => remove_one(game, random, b"]"),
            3 => remove_one(game, random, b"()"),
            4 => insert(game, random, b"]"),
            _ => insert(game, random, b";W["),
        }
    }
}

fn small_fault(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    match random.below(8) {
        0..=2 => insert(bytes, random, random_value(random.0).as_bytes()),
        3 => insert(bytes, random, STRAY[random.0 as usize % STRAY.len()].as_bytes()),
        4 => remove_one(bytes, random, b"[]();"),
        5 => {
            let at = random.below(bytes.len());
            bytes.remove(at);
        }
        6 => {
            let encoding = ENCODINGS[random.below(ENCODINGS.len())];
            with_words(bytes, random, encoding);
        }
        _ => bytes.truncate(bytes.len() - random.below(bytes.len().min(200)).min(bytes.len() - 1)),
    }
}

fn random_value(seed: u64) -> &'static str {
    VALUES[(seed >> 7) as usize % VALUES.len()]
}

/// A mutant of some records.
fn mutant(records: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let number = [1, 1, 2, 3][random.below(4)];
    let mut games: Vec<_> =
        (0..number).map(|_| records[random.below(records.len())].clone()).collect();
    if seed.is_multiple_of(2) {
        grave_fault(&mut games, &mut random);
    } else {
        let which = random.below(games.len());
        damage_brackets(&mut games[which], &mut random);
    }
    for _ in 0..random.below(6) {
        let which = random.below(games.len());
        small_fault(&mut games[which], &mut random);
        random.next();
    }
    games.concat()
}

/// What mustn't change when a file is fixed.
struct Content {
    /// How often each point is a move that isn't a pass on a board of 19 lines.
    points: BTreeMap<Vec<u8>, usize>,
    /// The bytes of each value beyond ASCII, with all that they are decoded to.
    words: BTreeMap<Vec<u8>, BTreeSet<String>>,
}

impl Content {
    fn read(bytes: &[u8]) -> Self {
        let mut content = Self { points: BTreeMap::new(), words: BTreeMap::new() };
        let file = SourceFile::new(read(bytes), Limits::DEFAULT);
        file.for_each_game(&mut GameMemory::default(), |source| {
            for node in 0..source.game.nodes().len() as u32 {
                for (prop, values) in source.game.props(node) {
                    let is_move = [Ident::new("B"), Ident::new("W")].contains(&prop.id);
                    for value in values {
                        let raw = &source.text.bytes()[value.start as usize..value.end as usize];
                        let played = || move_value(&source.text, value, Size::STANDARD);
                        if is_move && matches!(played(), MoveValue::Point(_)) {
                            *content.points.entry(raw.to_vec()).or_default() += 1;
                        }
                        if !raw.is_ascii() {
                            let decoded = source.text.decode(value).into_owned();
                            content.words.entry(raw.to_vec()).or_default().insert(decoded);
                        }
                    }
                }
            }
        });
        content
    }

    /// What differs in the fixed file.
    fn lost(&self, fixed: &Self, may_pass: &dyn Fn(&[u8]) -> bool) -> Option<String> {
        for (point, number) in &self.points {
            let left = fixed.points.get(point).copied().unwrap_or(0);
            if left < *number && !may_pass(point) {
                return Some(format!("a move at {} is gone", point.escape_ascii()));
            }
        }
        for (raw, decoded) in &self.words {
            let after = fixed.words.get(raw).filter(|after| *after != decoded);
            if let Some(after) = after {
                return Some(format!("{} was {decoded:?} and is {after:?}", raw.escape_ascii()));
            }
        }
        None
    }
}

fn errors(bytes: &[u8]) -> usize {
    let options = AuditOptions { estimate: false, ..AuditOptions::default() };
    let audited = audit_file(bytes, &options);
    audited.findings().filter(|finding| finding.severity == Severity::Error).count()
}

/// A result that was written although `check` doesn't call it an error.
fn doubtful_result(bytes: &[u8], fixed: &[Fixed]) -> Option<FindingKind> {
    let mut results =
        fixed.iter().map(|it| &it.found.finding).filter(|it| it.kind.is_wrong_result());
    let first = results.next()?;
    let audited = audit_file(bytes, &AuditOptions::default());
    let is_error = |result: &Finding| {
        audited.findings().any(|it| {
            (it.kind, it.span) == (result.kind, result.span) && it.severity == Severity::Error
        })
    };
    [first].into_iter().chain(results).find(|it| !is_error(it)).map(|it| it.kind)
}

/// What is wrong with how a mutant is fixed.
fn fault(bytes: &[u8], auditor: &mut Auditor) -> Option<String> {
    if let Some(broken) = promises_broken(bytes) {
        return Some(broken);
    }
    let before = Content::read(bytes);
    let mut count = None;
    for class in [Safety::Safe, Safety::Judgement] {
        let options = Options::new(Selection::UpTo(class));
        let record = fix_bytes_with(bytes, &options, auditor);
        let Some(after) = record.bytes else { continue };
        if let Some(kind) = doubtful_result(bytes, &record.fixed) {
            return Some(format!("{class:?}: {kind:?} is no error to `check`"));
        }
        // The point beyond the corner is a pass on a board of that size, if nothing speaks against the size.
        let may_pass = |point: &[u8]| {
            // Lower case in an identifier doesn't count: SiZe.
            let capitals = bytes.iter().copied().filter(|byte| !byte.is_ascii_lowercase());
            let sizes = values_of(&capitals.collect::<Vec<u8>>(), b"SZ[");
            sizes.iter().any(|&size| point == Point::new(size, size).sgf())
        };
        if let Some(lost) = before.lost(&Content::read(&after), &may_pass) {
            return Some(format!("{class:?}: {lost}"));
        }
        let more = errors(&after).checked_sub(*count.get_or_insert_with(|| errors(bytes)));
        if more.is_some_and(|more| more > 0) {
            return Some(format!("{class:?}: there are more errors"));
        }
        if fix_bytes_with(&after, &options, auditor).bytes.is_some() {
            return Some(format!("{class:?}: the second run changes something"));
        }
    }
    None
}

/// The numbers in all values of a property.
fn values_of(bytes: &[u8], name: &[u8]) -> Vec<u8> {
    let places = memchr::memmem::find_iter(bytes, name);
    let number = |at: usize| {
        let digits = bytes[at + name.len()..].iter().take_while(|it| it.is_ascii_digit());
        let text: String = digits.map(|&digit| char::from(digit)).collect();
        text.parse().ok().filter(|&size: &u8| size < 52)
    };
    places.filter_map(number).collect()
}

/// The records of the directories in `SGF_AUDIT_CORPORA`, or of the corpus; at most 4,000, and none that is large.
fn records() -> Vec<Vec<u8>> {
    let given = env::var_os("SGF_AUDIT_CORPORA").unwrap_or_default();
    let mut folders: Vec<PathBuf> =
        env::split_paths(&given).filter(|path| !path.as_os_str().is_empty()).collect();
    if folders.is_empty() {
        folders = ["findings", "games", "causes"].map(corpus).into();
    }
    let mut paths = Vec::new();
    for folder in folders {
        let files = walkdir::WalkDir::new(folder).sort_by_file_name();
        let files = files.into_iter().map(|entry| entry.expect("listed").into_path());
        paths.extend(
            files.filter(|path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case("sgf"))),
        );
    }
    let step = paths.len().div_ceil(4000);
    let bytes = paths.into_iter().step_by(step.max(1)).map(|path| fs::read(path).expect("read"));
    bytes.filter(|bytes| (8..20_000).contains(&bytes.len())).collect()
}

fn number_of(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|value| value.parse().expect("a number"))
}

#[test]
fn no_mutant_of_a_record_is_harmed() {
    let records = records();
    let mutants = number_of("SGF_AUDIT_MUTANTS").unwrap_or(size(150, 2000));
    let seed = number_of("SGF_AUDIT_SEED").unwrap_or(1);
    let mut auditor = Auditor::new();
    let (mut faults, mut changed) = (Vec::new(), 0);
    // Those that were harmed once.
    for entry in fs::read_dir(project("tests/suite/mutants")).expect("it is there") {
        let path = entry.expect("an entry").path();
        assert_eq!(fault(&fs::read(&path).expect("read"), &mut auditor), None, "{path:?}");
    }
    for number in 0..mutants {
        let bytes = mutant(&records, seed.wrapping_mul(1 << 32) + number);
        let options = Options::new(Selection::UpTo(Safety::Judgement));
        changed += usize::from(fix_bytes_with(&bytes, &options, &mut auditor).bytes.is_some());
        if let Some(fault) = fault(&bytes, &mut auditor) {
            if let Some(folder) = env::var_os("SGF_AUDIT_KEEP") {
                fs::write(PathBuf::from(folder).join(format!("{number}.sgf")), &bytes)
                    .expect("kept");
            }
            faults.push(format!("{number}: {fault}"));
        }
    }
    println!(
        "{changed} of {mutants} mutants of {} records changed, {} harmed",
        records.len(),
        faults.len()
    );
    let harmed = faults.len();
    faults.truncate(30);
    assert!(faults.is_empty(), "{harmed} of {mutants}:\n{}", faults.join("\n"));
    assert!(changed as u64 > mutants / 5, "only {changed} of {mutants} are changed");
}
