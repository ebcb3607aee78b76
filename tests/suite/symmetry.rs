//! A game is the same on a board that is turned or mirrored, and its count is turned round where the colours change places:
//! each record beside what it says in such a mirror.
//!
//! `SGF_AUDIT_CORPORA=DIR[:DIR...] cargo test --release --test suite symmetry -- --nocapture` turns other records than the
//! project's own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sgf_audit_core::audit::{Audit, AuditOptions, FindingKind, RulesChoice, Severity, Verdict};
use sgf_audit_core::convert::{Converter, Options, Target};
use sgf_audit_core::go::{ByColor, Point, Size};
use sgf_audit_core::record::{HandicapBy, ValueSource};
use sgf_audit_core::rules::find;
use walkdir::WalkDir;

use crate::support::{audit_file, corpus, size};

/// How a board is laid down, or whose stones are whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mirror {
    Columns,
    Rows,
    Diagonal,
    QuarterTurn,
    Colors,
}

const TURNS: [Mirror; 4] = [Mirror::Columns, Mirror::Rows, Mirror::Diagonal, Mirror::QuarterTurn];

impl Mirror {
    fn turns_sides(self) -> bool {
        matches!(self, Self::Diagonal | Self::QuarterTurn)
    }

    fn of(self, (col, row): (usize, usize), size: Size) -> (usize, usize) {
        let (last_col, last_row) = (usize::from(size.cols()) - 1, usize::from(size.rows()) - 1);
        match self {
            Self::Columns => (last_col - col, row),
            Self::Rows => (col, last_row - row),
            Self::Diagonal => (row, col),
            Self::QuarterTurn => (row, last_col - col),
            Self::Colors => (col, row),
        }
    }

    fn of_point(self, point: Point, size: Size) -> (usize, usize) {
        self.of((usize::from(point.col), usize::from(point.row)), size)
    }
}

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn index(letter: u8) -> Option<usize> {
    LETTERS.iter().position(|&one| one == letter)
}

/// The point that two letters name, where it is on the board.
fn point(letters: &str, size: Size) -> Option<(usize, usize)> {
    let &[col, row] = letters.as_bytes() else { return None };
    let (col, row) = (index(col)?, index(row)?);
    (col < usize::from(size.cols()) && row < usize::from(size.rows())).then_some((col, row))
}

fn letters((col, row): (usize, usize)) -> String {
    [LETTERS[col], LETTERS[row]].map(char::from).iter().collect()
}

/// A point, a rectangle, or what is neither and stays.
fn turned(value: &str, mirror: Mirror, size: Size) -> String {
    if let Some(one) = point(value, size) {
        return letters(mirror.of(one, size));
    }
    let corners = value.split_once(':').and_then(|(a, b)| Some((point(a, size)?, point(b, size)?)));
    let Some((a, b)) = corners else { return value.to_owned() };
    let (a, b) = (mirror.of(a, size), mirror.of(b, size));
    let (first, last) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
    [letters(first), letters(last)].join(":")
}

/// What stands in place of a property's value; `None` where it stays.
fn mirrored_value(id: &str, value: &str, mirror: Mirror, size: Size) -> Option<String> {
    const POINTS: [&str; 13] =
        ["B", "W", "AB", "AW", "AE", "TB", "TW", "MA", "TR", "CR", "SQ", "SL", "DD"];
    if mirror == Mirror::Colors {
        let other = |text: &str| match text.as_bytes().first() {
            Some(b'B') => format!("W{}", &text[1..]),
            Some(b'W') => format!("B{}", &text[1..]),
            _ => text.to_owned(),
        };
        return match id {
            "RE" | "PL" => Some(other(value)),
            "KM" if value == "0" => None,
            "KM" => Some(value.strip_prefix('-').map_or(format!("-{value}"), str::to_owned)),
            _ => None,
        };
    }
    match id {
        "SZ" if mirror.turns_sides() => {
            value.split_once(':').map(|(cols, rows)| format!("{rows}:{cols}"))
        }
        _ if POINTS.contains(&id) => Some(turned(value, mirror, size)),
        "LB" => {
            let (at, label) = value.split_once(':')?;
            Some(format!("{}:{label}", turned(at, mirror, size)))
        }
        _ => None,
    }
}

fn other_color(id: &str) -> &str {
    match id {
        "B" => "W",
        "W" => "B",
        "AB" => "AW",
        "AW" => "AB",
        "TB" => "TW",
        "TW" => "TB",
        id => id,
    }
}

/// A record in normal form as a mirror shows it.
fn mirrored(record: &str, mirror: Mirror, size: Size) -> String {
    let mut out = String::with_capacity(record.len() + 16);
    let mut id = "";
    let mut rest = record;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_uppercase() {
            let end = rest.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(rest.len());
            id = &rest[..end];
            out.push_str(if mirror == Mirror::Colors { other_color(id) } else { id });
            rest = &rest[end..];
        } else if first == '[' {
            let mut escaped = false;
            let end = rest.find(|c: char| {
                let ends = c == ']' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.expect("values are closed in the normal form");
            let value = &rest[1..end];
            out.push('[');
            match mirrored_value(id, value, mirror, size) {
                Some(value) => out.push_str(&value),
                None => out.push_str(value),
            }
            out.push(']');
            rest = &rest[end + 1..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

/// The first game of a record.
fn audit(record: &str, rules: RulesChoice) -> Option<Audit> {
    let estimate = size(false, true);
    let options = AuditOptions { rules, estimate, signature: true, ..AuditOptions::default() };
    audit_file(record, &options).games.into_iter().next()
}

/// The games of a record in normal form.
fn games(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).expect("a record can be read");
    let options = Options { lossy: true, ..Options::new(Target::Sgf) };
    Converter::default()
        .convert("", &bytes, &options)
        .games
        .into_iter()
        .map(|game| game.text)
        .collect()
}

fn records() -> Vec<PathBuf> {
    let own = corpus("");
    let others = std::env::var_os("SGF_AUDIT_CORPORA").unwrap_or_default();
    let others = std::env::split_paths(&others).filter(|dir| !dir.as_os_str().is_empty());
    let walks = std::iter::once(own).chain(others).flat_map(WalkDir::new);
    let files = walks.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    files.map(walkdir::DirEntry::into_path).collect()
}

type Told = BTreeMap<(FindingKind, Severity, Option<u32>, Option<(usize, usize)>), u32>;

/// What is said of each move and point, in a mirror.
fn told(audit: &Audit, mirror: Option<Mirror>) -> Told {
    let mut told = Told::new();
    for finding in &audit.findings {
        // Of several the first is told of, wherever that is; stars are where they are on every board.
        if finding.more > 0 || finding.kind == FindingKind::HandicapPlacement {
            continue;
        }
        let point = finding.point.filter(|_| finding.kind != FindingKind::WrongMarks);
        let place = point.map(|point| match mirror {
            Some(mirror) => mirror.of_point(point, audit.size),
            None => (usize::from(point.col), usize::from(point.row)),
        });
        *told.entry((finding.kind, finding.severity, finding.move_number, place)).or_default() += 1;
    }
    told
}

/// The items of a count that a symmetry keeps or exchanges.
#[derive(Debug, PartialEq)]
struct Items {
    stones: ByColor<u32>,
    territory: ByColor<u32>,
    dame: u32,
    dead: ByColor<u32>,
    prisoners: ByColor<u32>,
}

impl Items {
    fn swapped(self) -> Self {
        Self {
            stones: self.stones.swapped(),
            territory: self.territory.swapped(),
            dame: self.dame,
            dead: self.dead.swapped(),
            prisoners: self.prisoners.swapped(),
        }
    }
}

fn items(audit: &Audit) -> Option<Items> {
    let score = audit.score.as_ref()?;
    let count = &score.count;
    Some(Items {
        stones: count.stones,
        territory: count.territory,
        dame: count.dame,
        dead: count.dead,
        prisoners: score.prisoners,
    })
}

/// Stones that nobody recorded are taken to be on the stars, of which not every corner has one.
fn assumes_stones(audit: &Audit) -> bool {
    audit.replay.handicap.by == HandicapBy::Assumed
}

#[test]
fn a_turned_board_is_the_same_game() {
    let (mut compared, mut counted) = (0, 0);
    for path in records() {
        for (number, game) in games(&path).into_iter().enumerate() {
            let Some(here) = audit(&game, RulesChoice::Auto(None)) else { continue };
            if assumes_stones(&here)
                || here.findings.iter().any(|found| found.kind == FindingKind::OffBoard)
            {
                continue;
            }
            let at = format!("{} {}", path.display(), number + 1);
            for mirror in TURNS {
                let turned = mirrored(&game, mirror, here.size);
                let there = audit(&turned, RulesChoice::Auto(None)).expect("a game as well");
                if assumes_stones(&there) {
                    continue;
                }
                assert_eq!(
                    told(&here, Some(mirror)),
                    told(&there, None),
                    "{at} {mirror:?}\n{turned}"
                );
                assert_eq!(here.verdict, there.verdict, "{at} {mirror:?}\n{turned}");
                assert_eq!(items(&here), items(&there), "{at} {mirror:?}\n{turned}");
                let hashes = |audit: &Audit| (audit.signature.game, audit.signature.dyer.clone());
                assert_eq!(hashes(&here), hashes(&there), "{at} {mirror:?}\n{turned}");
                compared += 1;
                counted += u32::from(here.score.is_some());
            }
        }
    }
    println!("{compared} turned games, {counted} of them counted");
    assert!(compared > 1000 && counted > 400, "{compared} {counted}");
}

#[test]
fn what_is_black_here_is_white_there() {
    let (mut counted, mut decided) = (0, 0);
    for path in records() {
        for (number, game) in games(&path).into_iter().enumerate() {
            // Neither gives White anything that Black doesn't get.
            for name in ["japanese", "tromp-taylor"] {
                let rules = RulesChoice::Fixed(find(name).expect("a ruleset").into());
                let Some(here) = audit(&game, rules.clone()) else { continue };
                if here.replay.handicap.stones > 0 {
                    continue;
                }
                let swapped = mirrored(&game, Mirror::Colors, here.size);
                let there = audit(&swapped, rules).expect("a game as well");
                // A result in words names colours that stay.
                let plain = |audit: &Audit| audit.recorded_result == audit.outcome.to_string();
                if there.replay.handicap.stones > 0 || !plain(&here) || !plain(&there) {
                    continue;
                }
                let at = format!("{} {} {name}\n{swapped}", path.display(), number + 1);
                let turned = items(&here).map(Items::swapped);
                assert_eq!(turned, items(&there), "{at}");
                // A komi that isn't recorded is White's on both sides.
                if here.komi_source == ValueSource::Record {
                    assert_eq!(here.verdict, there.verdict, "{at}");
                }
                counted += u32::from(turned.is_some());
                decided += u32::from(here.verdict == Verdict::Confirmed);
            }
        }
    }
    println!("{counted} games counted with their colours changed, {decided} results confirmed");
    assert!(counted > 100, "{counted}");
}
