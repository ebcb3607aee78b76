//! Reading: the scanner, the scanner against `sgf-parse`, and the values of properties.

use sgf_audit_core::audit::{AuditOptions, Auditor, audit_bytes};
use sgf_audit_core::go::{Points, Size};
use sgf_audit_core::sgf::{
    Fault, FaultKind, Game, GameMemory, Ident, Limits, Outcome, Scanner, SourceFile, Span, Text,
    date_form, komi, move_value, points_value, result, size, small_number, validity,
};

use crate::readers::{Compared, compare, is_well_formed, strict};

/// Any bytes are read: every span lies in the text and in its game, games and nodes come in the order
/// of the file, there are no more of anything than bytes, and a game that is read without those before it
/// is the same.
pub fn scanner(bytes: &[u8]) {
    let text = Text::new(bytes);
    let length = text.bytes().len();
    let mut scanner = Scanner::new(&text);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    let (mut end, mut spans, mut number) = (0, 0, 0);
    let file = SourceFile::new(text.clone(), Limits::DEFAULT);
    let mut memory = GameMemory::default();
    let summary = |faults: &[Fault]| -> Vec<_> {
        let kind = |fault: &Fault| match fault.kind {
            // Only the whole file shows that another parenthesis is missing.
            FaultKind::MisplacedParenthesis(_) => FaultKind::TextOutsideTree,
            kind => kind,
        };
        faults.iter().map(|fault| (kind(fault), fault.span, fault.node)).collect()
    };
    loop {
        let before = faults.len();
        let found = scanner.next_game(&mut game, &mut faults);
        for fault in &faults[before..] {
            assert!(within(fault.span, 0, length), "{fault:?} in {length}");
        }
        number += 1;
        let Some(again) = file.game(number, &mut memory) else {
            assert!(!found);
            assert_eq!(summary(file.faults_after()), summary(&faults[before..]));
            break;
        };
        assert!(found);
        assert_eq!(summary(again.faults), summary(&faults[before..]));
        assert_eq!((again.game.span, again.game.nodes().len()), (game.span, game.nodes().len()));
        assert_eq!(again.text.encoding(), scanner.text().encoding());
        assert!(within(game.span, end, length) && !game.span.is_empty(), "{:?}", game.span);
        end = game.span.end as usize;
        spans += spans_of(&game, scanner.text());
    }
    // The number of faults and spans is linear in the text.
    assert!(faults.len() + spans <= 4 * length + 4, "{} faults, {spans} spans", faults.len());
}

fn within(span: Span, from: usize, to: usize) -> bool {
    from <= span.start as usize && span.start <= span.end && span.end as usize <= to
}

/// Checks the spans of a game and reads its values. Returns the number of spans.
fn spans_of(game: &Game, text: &Text) -> usize {
    let (from, to) = (game.span.start as usize, game.span.end as usize);
    assert!(game.main_line() as usize <= game.nodes().len());
    let (mut spans, mut at) = (0, from);
    for (id, node) in (0..).zip(game.nodes()) {
        assert!(node.parent < id || id == 0 && node.parent == 0);
        assert!(at <= node.start as usize && node.start as usize <= to);
        at = node.start as usize;
        spans += 1;
        for (prop, values) in game.props(id) {
            assert!(at <= prop.start as usize && prop.start as usize <= to);
            let mut last = prop.start as usize;
            spans += 1 + values.len();
            for value in values {
                assert!(within(value, last, to), "{value:?}");
                last = value.end as usize;
                let _ = text.simple_text(value);
                let _ = text.original_offset(value.start as usize);
            }
        }
    }
    spans
}

/// A file that `sgf-parse` accepts is read as it reads it, except for known differences.
pub fn readers(bytes: &[u8]) {
    // `sgf-parse` recurses over the nodes of a game. The readers recover from syntax errors differently.
    if bytes.len() > 4096 || !is_well_formed(bytes) {
        return;
    }
    if let Compared::Read(kinds) = compare(bytes) {
        // `sgf-parse` takes escapes out of points and numbers too, where FF[4] knows none.
        let escaped = |kind: &str| kind == "unknown: a value" && bytes.contains(&b'\\');
        let unknown = |kind: &str| kind.starts_with("unknown") && !escaped(kind);
        let unknown: Vec<_> = kinds.iter().filter(|(kind, _)| unknown(kind)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

/// Any text is read as a value of every kind: result, komi, size, date, number, move, points. A value in
/// the form of FF[4] is read back unchanged.
pub fn values(bytes: &[u8]) {
    let shown = String::from_utf8_lossy(bytes);
    let recorded = result(&shown);
    let written = recorded.outcome.to_string();
    if !written.is_empty() {
        let again = result(&written);
        assert_eq!((again.outcome, again.zi), (recorded.outcome, false), "{shown:?}: {written}");
        let has_form = recorded.outcome != Outcome::BothLose;
        assert_eq!(again.standard, has_form, "{shown:?}: {written}");
    }
    if let Some(points) = Points::parse(&shown) {
        assert_eq!(Points::parse(&points.to_string()), Some(points), "{shown:?}");
        assert_eq!(points + Points::ZERO, points);
    }
    let _ = (komi(&shown), size(&shown), date_form(&shown), small_number(&shown));
    // The bytes as values of a record.
    let record = [b"(;SZ[9]XX[", bytes, b"])"].concat();
    let text = Text::new(&record);
    let span = Span::new(10, record.len() - 2);
    if !text.is_decoded() {
        for lines in [1, 9, 19, 52] {
            let size = Size::new(lines, 53 - lines).expect("a board");
            let _ = move_value(&text, span, size);
            let points = points_value(&text, span, size).points();
            assert!(points.take(2705).all(|point| size.contains(point)));
        }
        for id in ["RE", "KM", "DT", "SZ", "HA", "LB", "AB", "B", "C", "AP", "TM", "AR", "ZZ"] {
            let _ = validity(&text, Ident::new(id), &[span, span]);
        }
    }
}

/// What the grammar of FF[4] accepts has the games and nodes that the grammar gives it, unless a fault names a value that
/// swallowed a node.
pub fn balance(bytes: &[u8]) {
    // Behind an escape character, ISO-2022-JP has brackets that are halves of characters.
    let is_plain = bytes.is_ascii() && !bytes.contains(&b'\x1b');
    let Some(nodes) = strict(bytes).filter(|_| is_plain) else { return };
    let text = Text::new(bytes);
    let (mut scanner, mut game, mut faults) = (Scanner::new(&text), Game::default(), Vec::new());
    let mut read = Vec::new();
    while scanner.next_game(&mut game, &mut faults) {
        read.push(game.nodes().len());
    }
    let is_named = |fault: &Fault| {
        use FaultKind::{EscapedEnd, UnclosedValue};
        matches!(fault.kind, EscapedEnd | UnclosedValue)
    };
    assert!(read == nodes || faults.iter().any(is_named), "{read:?}, strictly {nodes:?}");
}

/// Whatever stands between two games of OGS, in lines or in an array, both are read.
pub fn ogs(bytes: &[u8]) {
    let [first, last] = [111, 222]
        .map(|id| format!("{{\"game_id\":{id},\"width\":9,\"height\":9,\"moves\":\"eecc\"}}"));
    for [before, between, behind] in [["", "\n", "\n"], ["[", ",", "]"]] {
        let [before, behind] =
            [format!("{before}{first}{between}"), format!("{between}{last}{behind}")];
        let file = [before.as_bytes(), bytes, behind.as_bytes()].concat();
        let text = sgf_audit_core::formats::read(&file);
        // A charset may be guessed that joins lines, and a file may be taken for something else.
        if text.is_converted() && bytes.is_ascii() {
            let sgf = String::from_utf8_lossy(text.bytes()).into_owned();
            for id in [111, 222] {
                assert!(sgf.contains(&format!("online-go.com/game/{id}]")), "{id}: {sgf}");
            }
        }
        audit_bytes(&file, &AuditOptions::default(), &mut Auditor::new(), &mut |_, _| ());
    }
    audit_bytes(bytes, &AuditOptions::default(), &mut Auditor::new(), &mut |_, _| ());
}
