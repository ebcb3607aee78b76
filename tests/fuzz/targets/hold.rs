//! Checks of replays, counts, audits, repairs, conversions, archives and rulesets.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use sgf_audit::report::{TableRows, audit_items};
use sgf_audit_core::archive::{ArchiveErrorKind, ArchiveLimits, Input, Member, Unpacker};
use sgf_audit_core::audit::{AuditOptions, Auditor, Compare};
use sgf_audit_core::convert::{Converter, Options, Target};
use sgf_audit_core::fix::{Options as FixOptions, Safety, Selection, fix_bytes};
use sgf_audit_core::go::{Color, Grid, Size};
use sgf_audit_core::rules::{BUILT_IN, Ruleset};
use sgf_audit_core::score::{PointKind, territory};
use sgf_audit_core::sgf::{Game, Limits, Scanner, Text};
use sgf_audit_core::table::Cells;

use crate::reference::Position;
use crate::reference::differential::{Boards, Seen, compare};

/// The reference and the program agree on a game made of the bytes: captures, legality, repetition,
/// prisoners, counts.
pub fn replay(bytes: &[u8]) {
    let [rules, boards, choices @ ..] = bytes else { return };
    let boards = [Boards::Small, Boards::Odd, Boards::Small][usize::from(*boards) % 3];
    let rules = &BUILT_IN[usize::from(*rules) % BUILT_IN.len()];
    compare(&mut choices.iter(), boards, rules, 120, &mut Seen::default());
}

/// Any position is counted: every point gets an owner and a kind, no living stone's point is territory, and
/// a colour has at most the territory that the reference counts for it.
pub fn scoring(bytes: &[u8]) {
    let [cols, rows, cells @ ..] = bytes else { return };
    let (cols, rows) = (cols % 9 + 1, rows % 9 + 1);
    let mut grid = Grid::new(Size::new(cols, rows).expect("a board"));
    let mut dead = vec![false; grid.cells().len()];
    let mut slow = Position::empty(cols, rows);
    for (place, &cell) in cells.iter().enumerate().take(dead.len()) {
        let color = match cell % 5 {
            0 | 3 => Color::Black,
            1 | 4 => Color::White,
            _ => continue,
        };
        grid.cells_mut()[place] = Some(color);
        dead[place] = cell % 5 > 2;
        if !dead[place] {
            let point = (place as u8 % cols, place as u8 / cols);
            let player = crate::reference::rulesets::PLAYERS[color.index()];
            slow.stones.insert(point, player);
        }
    }
    let counted = territory(&grid, &dead);
    assert_eq!(counted.kind.len(), dead.len());
    for color in [Color::Black, Color::White] {
        let is_ours = |kind: &&PointKind| **kind == PointKind::Territory(color);
        let ours = counted.kind.iter().filter(is_ours).count();
        let theirs = slow.territory(crate::reference::rulesets::PLAYERS[color.index()]);
        assert!(ours <= theirs, "{color}: {ours} of {theirs}\n{grid}");
    }
    for (place, kind) in counted.kind.iter().enumerate() {
        let living = grid.cells()[place].is_some() && !dead[place];
        assert!(!(living && matches!(kind, PointKind::Territory(_))), "{grid}");
    }
}

/// Audits bytes and returns the table rows; checks that every finding lies in the bytes.
fn rows(bytes: &[u8], options: &AuditOptions, scratch: &mut Auditor) -> TableRows {
    let mut table = TableRows::default();
    audit_items(Path::new("a.sgf"), bytes, options, scratch, None, &mut |item| {
        for finding in item.findings() {
            assert!(finding.span.start <= finding.span.end);
            assert!(finding.span.end as usize <= bytes.len(), "{finding:?}");
        }
        table.add(item, Cells::Table);
    });
    table
}

/// A record is audited with its variations and under every ruleset, and the findings don't depend on
/// what was audited before.
pub fn audit(bytes: &[u8]) {
    let limits = Limits { nodes: 2000, depth: 200, games: 20, ..Limits::DEFAULT };
    let options = AuditOptions {
        variations: true,
        compare: Compare::Always,
        estimate: false,
        max_findings: 20,
        limits,
        ..AuditOptions::default()
    };
    let mut scratch = Auditor::new();
    let once = rows(bytes, &options, &mut scratch);
    assert_eq!(rows(bytes, &options, &mut scratch), once);
}

/// Fixing a fixed record changes nothing, and no fix loses a game, a node or a text.
pub fn fix(bytes: &[u8]) {
    let audit = AuditOptions { estimate: false, ..AuditOptions::default() };
    for safety in [Safety::Safe, Safety::Judgement] {
        let options =
            FixOptions { audit: audit.clone(), ..FixOptions::new(Selection::UpTo(safety)) };
        let once = fix_bytes(bytes, &options);
        assert_eq!(once.bytes.is_some(), !once.fixed.is_empty());
        let Some(once) = once.bytes else { continue };
        let twice = fix_bytes(&once, &options);
        assert_eq!(twice.bytes, None, "{safety:?}: {}", once.escape_ascii());
        if safety == Safety::Safe {
            lost_nothing(bytes, &once);
        }
    }
}

/// For each game the number of moves and the words in ASCII of some of its texts.
fn content(bytes: &[u8]) -> Vec<(usize, BTreeSet<String>)> {
    let text = Text::new(bytes);
    let mut scanner = Scanner::new(&text);
    let (mut game, mut games) = (Game::default(), Vec::new());
    while scanner.next_game(&mut game, &mut Vec::new()) {
        // A set of words, since comments of a node are joined and set apart, and a property that repeats another one may go.
        // Other characters are read otherwise once what was encoded twice is decoded.
        let (mut moves, mut words) = (0, BTreeSet::new());
        for (prop, values) in (0..game.nodes().len() as u32).flat_map(|node| game.props(node)) {
            match &prop.id.spelling()[..] {
                "B" | "W" => moves += 1,
                "PB" | "PW" | "EV" | "GC" => values.iter().for_each(|&value| {
                    let text = scanner.text().simple_text(value);
                    let parts = text.split(|letter: char| !letter.is_ascii_alphanumeric());
                    words.extend(parts.map(str::to_owned));
                }),
                _ => {}
            }
        }
        words.remove("");
        games.push((moves, words));
    }
    games
}

fn lost_nothing(before: &[u8], after: &[u8]) {
    let (was, is) = (content(before), content(after));
    assert_eq!(was, is, "{}\n{}", before.escape_ascii(), after.escape_ascii());
}

/// The normal form of a normal form is itself, with or without a recount, and a line of JSON is JSON.
pub fn convert(bytes: &[u8]) {
    let limits = Limits { nodes: 2000, depth: 200, games: 20, ..Limits::DEFAULT };
    let audit = AuditOptions { estimate: false, limits, ..AuditOptions::default() };
    let options = |target| Options { lossy: true, audit: audit.clone(), ..Options::new(target) };
    let mut converter = Converter::default();
    let mut games =
        |bytes: &[u8], options: &Options| converter.convert("a.sgf", bytes, options).games;
    for recount in [false, true] {
        let options = Options { recount, ..options(Target::Sgf) };
        for game in games(bytes, &options) {
            let again = games(game.text.as_bytes(), &options);
            let texts: Vec<&str> = again.iter().map(|game| &game.text[..]).collect();
            assert_eq!(texts, [&game.text[..]], "recount: {recount}");
        }
    }
    for game in games(bytes, &options(Target::Jsonl)) {
        assert_eq!(game.text.matches('\n').count(), 1);
        assert!(serde_json::from_str::<serde_json::Value>(&game.text).is_ok(), "{}", game.text);
    }
    let _ = games(bytes, &options(Target::Csv));
    let _ = games(bytes, &options(Target::Gtp));
}

/// Any bytes are unpacked within the limits, and the same members come out each time.
pub fn archives(bytes: &[u8]) {
    let limits = ArchiveLimits { bytes: 1 << 20, ratio: 250, members: 200, depth: 3 };
    let unpacker = Unpacker { limits, most: 1 << 16 };
    let unpacked = || {
        let (mut members, mut size) = (Vec::new(), 0);
        unpacker.unpack(Path::new("a"), Input::Bytes(bytes), true, &mut |member| {
            let Member { path, bytes, .. } = member;
            let what = match bytes {
                Ok(bytes) => {
                    size += bytes.len();
                    assert!(bytes.len() <= (1 << 16) + 1);
                    format!("{} bytes, {:?}", bytes.len(), bytes.first())
                }
                Err(error) => {
                    assert_ne!(error.kind, ArchiveErrorKind::Internal, "{error}");
                    format!("{:?}: {error}", error.kind)
                }
            };
            assert!(path.to_string_lossy().starts_with('a'));
            members.push((path.to_path_buf(), what));
            ControlFlow::Continue(())
        });
        // Stored members aren't limited; they can't be larger than the archive.
        assert!(size <= (1 << 20) + bytes.len() * 4, "{size} of {}", bytes.len());
        members
    };
    assert_eq!(unpacked(), unpacked());
}

/// A ruleset file is read or refused with a message.
pub fn rules_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Ruleset::from_toml(text) {
        Ok(rules) => {
            assert!(!rules.name.is_empty() || rules.id.is_empty() || text.contains("name"))
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
