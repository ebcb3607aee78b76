//! Damage to the structure of a file is named for what it is, and no fix hides it: lines that a merge left, a parenthesis that
//! is missing, a board of the wrong size, text in several encodings.

use std::collections::BTreeMap;
use std::fs;

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8};
use sgf_audit_core::audit::{AuditOptions, FindingKind, Severity};
use sgf_audit_core::fix::{Options, Safety, Selection, fix_bytes};
use sgf_audit_core::formats::read;
use sgf_audit_core::sgf::{GameMemory, Ident, Limits, SourceFile};

use crate::fix::promises_broken;
use crate::readers::strict;
use crate::support::{Audited, audit_file, corpus, run, size};

fn audit(bytes: &[u8]) -> Audited {
    audit_file(bytes, &AuditOptions { estimate: false, ..AuditOptions::default() })
}

/// The bytes after fixes of a class; the same if there is nothing to fix.
fn fixed(bytes: &[u8], class: Safety) -> Vec<u8> {
    fix_bytes(bytes, &Options::new(Selection::UpTo(class))).bytes.unwrap_or_else(|| bytes.to_vec())
}

/// The records of the corpus that every reader reads, in ASCII and without a conflict.
fn sound_records() -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for folder in ["findings", "games"] {
        let entries = fs::read_dir(corpus(folder)).expect("the corpus is there");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("listed").path()).collect();
        paths.sort();
        let bytes = paths.into_iter().map(|path| fs::read(path).expect("read"));
        records.extend(bytes.filter(|bytes| {
            let is_conflict = |audited: Audited| {
                audited.findings().any(|finding| finding.kind == FindingKind::MergeConflict)
            };
            bytes.is_ascii()
                && bytes.len() < 700
                && !bytes.contains(&0)
                && strict(bytes).is_some()
                && !is_conflict(audit(bytes))
        }));
    }
    records
}

/// The offsets at which a line may be inserted into a sound record: those outside values and identifiers, and those within
/// values.
fn places(bytes: &[u8]) -> (Vec<usize>, Vec<usize>) {
    let (mut outside, mut inside) = (vec![0], Vec::new());
    let (mut in_value, mut escaped) = (false, false);
    for (at, byte) in bytes.iter().enumerate() {
        if in_value {
            in_value = escaped || *byte != b']';
            escaped = !escaped && *byte == b'\\';
            if in_value && !escaped {
                inside.push(at + 1);
            }
        } else {
            in_value = *byte == b'[';
        }
        // Between two values of a list the second one would have no identifier.
        let next = bytes[at + 1..].trim_ascii_start().first();
        let is_ident = byte.is_ascii_alphabetic() || next == Some(&b'[');
        if !in_value && !is_ident {
            outside.push(at + 1);
        }
    }
    (outside, inside)
}

fn with_line(bytes: &[u8], at: usize, line: &str) -> Vec<u8> {
    [&bytes[..at], line.as_bytes(), &bytes[at..]].concat()
}

fn conflicts(audited: &Audited) -> Vec<(Severity, u32)> {
    let of_kind = audited.findings().filter(|it| it.kind == FindingKind::MergeConflict);
    of_kind.map(|finding| (finding.severity, finding.line)).collect()
}

#[test]
fn a_line_that_a_merge_left_is_an_error_wherever_it_is() {
    let records = sound_records();
    assert!(records.len() > 100, "{}", records.len());
    let markers = ["<<<<<<< HEAD", "||||||| 1a2b3c4", "=======", ">>>>>>> a branch", ">>>>>>>"];
    let mut number = 0;
    for record in records.iter().step_by(size(8, 1)) {
        let (outside, inside) = places(record);
        for &at in outside.iter().step_by(size(3, 1)) {
            number += 1;
            let marker = markers[number % markers.len()];
            let first = &marker[..1];
            // As long as the attribute `conflict-marker-size` asks for.
            let longer = [0, 2, 25][number / markers.len() % 3];
            let marker = first.repeat(longer) + marker;
            let newline = ["\n", "\r\n"][number % 2];
            let damaged = with_line(record, at, &format!("\n{marker}{newline}"));
            let line = 2 + record[..at].iter().filter(|&&byte| byte == b'\n').count() as u32;
            let audited = audit(&damaged);
            let shown = damaged.escape_ascii();
            assert_eq!(conflicts(&audited), [(Severity::Error, line)], "{shown}");
            for class in [Safety::Safe, Safety::Judgement] {
                assert_eq!(fixed(&damaged, class), damaged, "{shown}");
            }
        }
        // In a text a line of `=` may be a heading, and the others are markers too.
        // Not where the record has markers of its own, or a shift says that ASCII is something else.
        let has_own = memchr::memmem::find(record, b"<<<<<<<").is_some() || record.contains(&0x1b);
        for &at in inside.iter().step_by(size(15, 3)).filter(|_| !has_own) {
            for (line, number) in [("=======", 0), (">>>>>>> x", 1), ("||||||| y", 1)] {
                let damaged = with_line(record, at, &format!("\n{line}\n"));
                assert_eq!(conflicts(&audit(&damaged)).len(), number, "{}", damaged.escape_ascii());
            }
        }
    }
    assert!(number > 100, "{number}");
}

#[test]
fn a_line_at_the_end_or_the_beginning_of_a_file_is_one_too() {
    let record = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc])";
    for damaged in [
        format!("======= \n{record}").replace(' ', ""),
        format!("\u{feff}=======\n{record}"),
        format!("{record}\n>>>>>>> x"),
        format!("{record}\n=======\n{record}\n"),
        format!("<<<<<<< HEAD\n{record}\n"),
        format!("text\r=======\r{record}"),
        format!("{record}\n>>>>>>> 1a2b3c4 (a game: (;B[aa]))\n"),
        format!("<<<<<<< x (;C[y\n{record}"),
        record.replace("(;", "(\n<<<<<<< HEAD\n;"),
        record.replace("(;", "(\n<<<<<<< HEAD\n=======\n;"),
        "=======\n".to_owned(),
    ] {
        let found = conflicts(&audit(damaged.as_bytes()));
        assert_eq!(found.len(), 1, "{damaged:?}");
    }
    let whole = |length: usize, name: &str| {
        let [ours, base, middle, theirs] = ["<", "|", "=", ">"].map(|it| it.repeat(length));
        format!("{ours}{name}\nPB[a]\n{base}{name}\nPB[c]\n{middle}\nPB[b]\n{theirs}{name}\n")
    };
    // A whole conflict is one finding, whatever is within it.
    for conflict in [whole(7, " x"), whole(7, ""), whole(9, " x"), whole(32, " x")] {
        let inner = conflict.replace("PB[c]\n", &whole(40, " inner"));
        for conflict in [&conflict, &inner] {
            let damaged = record.replace(";B[ee]", &format!("\n{conflict};B[ee]"));
            assert_eq!(conflicts(&audit(damaged.as_bytes())), [(Severity::Error, 2)], "{damaged}");
        }
    }
    // Its lines may be longer in a text as well, but only a whole conflict is one then.
    for (line, number) in [("<<<<<<< x", 1), ("<<<<<<<<< x", 0)] {
        let text = record.replace(";B[ee]", &format!("C[a\n{line}\nb];B[ee]"));
        assert_eq!(conflicts(&audit(text.as_bytes())).len(), number, "{text}");
    }
    // The game is read and left as it is, wherever the line is.
    let fixable = record.replace("SZ[9]", "SZ[9x9]");
    assert_ne!(fixed(fixable.as_bytes(), Safety::Safe), fixable.as_bytes());
    for damaged in [
        format!("{fixable}\n>>>>>>> x\n"),
        format!("=======\n{fixable}"),
        fixable.replace("(;", "(\n<<<<<<< HEAD\n;"),
        fixable.replace("(;", "(\n<<<<<<< HEAD\n=======\n;"),
    ] {
        assert_eq!(fixed(damaged.as_bytes(), Safety::Safe), damaged.as_bytes());
        assert_eq!(moves(damaged.as_bytes()), ["ee", "cc"], "{damaged}");
        let audited = audit(damaged.as_bytes());
        assert!(audited.findings().all(|it| it.kind != FindingKind::MissingNode), "{damaged}");
    }
    // What is left beside a whole one is another finding.
    let after = format!("\n{}=======\n;B[ee]", whole(7, " x"));
    let damaged = record.replace(";B[ee]", &after);
    assert_eq!(conflicts(&audit(damaged.as_bytes())).len(), 2, "{damaged}");
    let before = format!("\n=======\n{}>>>>>>> y\n;B[ee]", whole(7, " x"));
    let damaged = record.replace(";B[ee]", &before);
    let lines: Vec<_> = conflicts(&audit(damaged.as_bytes())).iter().map(|it| it.1).collect();
    assert_eq!(lines, [2, 3, 10], "{damaged}");
}

#[test]
fn what_looks_like_such_a_line_is_junk_as_ever() {
    let record = |line: &str| format!("(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee]\n{line}\n;W[cc])");
    for line in [
        "======",
        "<<<<<<",
        " =======",
        "\t>>>>>>> x",
        "=======x",
        "======= x",
        ">>>>>>>x",
        "<<<<<<<=",
        "+++++++",
        "|||||||]",
        "-------",
    ] {
        let found = audit(record(line).as_bytes());
        let kinds: Vec<_> = found.findings().map(|finding| finding.kind).collect();
        assert!(!kinds.contains(&FindingKind::MergeConflict), "{line}: {kinds:?}");
        assert!(kinds.contains(&FindingKind::Junk), "{line}: {kinds:?}");
    }
    let beside = audit(b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee]=======\n;W[cc])");
    assert_eq!(conflicts(&beside), []);
}

/// The trees of up to three levels and three variations each.
fn trees() -> Vec<String> {
    let mut number = 0;
    let mut node = || {
        number += 1;
        let color = if number % 2 == 0 { "W" } else { "B" };
        let letter = |at: usize| char::from(b'a' + (at % 9) as u8);
        format!(";{color}[{}{}]", letter(number), letter(number / 9))
    };
    let mut level: Vec<String> = (0..3).map(|_| node()).collect();
    let mut all = Vec::new();
    for _ in 0..3 {
        let mut next = Vec::new();
        for branches in 2..4 {
            for from in 0..level.len().min(3) {
                let parts = level.iter().cycle().skip(from).take(branches);
                let variations: String = parts.map(|part| format!("({part})")).collect();
                next.push(format!("{}{}{variations}", node(), node()));
            }
        }
        all.extend(next.iter().map(|tree| format!("(;FF[4]GM[1]SZ[9]RU[AGA]RE[?]{tree})\n")));
        level = next;
    }
    all
}

#[test]
fn no_fix_hides_that_a_parenthesis_is_missing() {
    let header = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[aa])\n";
    let (mut number, mut missing) = (0, 0);
    for tree in trees() {
        for (before, after) in [("", ""), (header, ""), ("", header)] {
            let sound = format!("{before}{tree}{after}");
            let opens = sound.match_indices("(;").map(|(at, _)| at);
            let inner = before.len() + 1..before.len() + tree.len();
            for at in opens.filter(|at| inner.contains(at)) {
                let mut damaged = sound.clone();
                damaged.remove(at);
                let audited = audit(damaged.as_bytes());
                let says = |text: &str| {
                    audited.findings().any(|it| {
                        it.kind == FindingKind::TextOutsideTree
                            && it.severity == Severity::Error
                            && it.message.contains(text)
                    })
                };
                let game = format!("game {}", 1 + usize::from(!before.is_empty()));
                let is_missing = says(&format!("{game}: a `(` is missing or a `)` too many"));
                // Where all nodes have got another place in the game, only its variations show that it may have.
                let may_be = says(&format!("in {game}, a variation may lack its `(`"));
                assert!(is_missing || may_be, "{damaged}");
                missing += usize::from(is_missing);
                for class in
                    [Safety::Safe, Safety::Judgement].into_iter().take(1 + usize::from(is_missing))
                {
                    let after = fixed(damaged.as_bytes(), class);
                    let closes = |bytes: &[u8]| bytes.iter().filter(|&&it| it == b')').count();
                    assert_eq!(closes(&after), closes(damaged.as_bytes()), "{damaged}");
                }
                number += 1;
            }
        }
    }
    assert!(missing > 100 && number > missing, "{missing} of {number}");
}

#[test]
fn a_move_that_cant_follow_shows_where_a_parenthesis_is_missing() {
    let record = |end: &str, next: &str| {
        let first = "(;FF[4]GM[1]SZ[9]RU[Japanese]RE[?];B[aa]\n";
        format!("{first}(;W[cc]\n{end}\n(;{next}\n;W[ee])\n(;B[ff]))\n")
    };
    let said = |record: &str| {
        let audited = audit(record.as_bytes());
        let of_kind = audited
            .findings()
            .filter(|it| matches!(it.kind, FindingKind::OccupiedPoint | FindingKind::PlayAfterEnd));
        let messages = of_kind.filter_map(|it| it.message.split_once("; "));
        messages.map(|(_, rest)| rest.to_owned()).collect::<Vec<_>>()
    };
    let ended = ["the game ended at line 4; a `)` is missing before line 5"];
    let missing = ["taken as a pass; a `)` is missing before line 4"];
    assert_eq!(said(&record(";B[]\n;W[]", "B[cc]"))[0], format!("taken as a pass; {}", ended[0]));
    assert_eq!(said(&record(";B[dd]", "W[cc]")), missing);
    // It isn't missing, nothing shows where, or it is one line.
    assert_eq!(said(&record(";B[]\n;W[])", "B[cc]")), [""; 0]);
    assert_eq!(said(&record(";B[dd]", "W[gg]")), [""; 0]);
    assert_eq!(said(&record(";B[dd]\n;W[cc]", "B[gg]")), ["taken as a pass"]);
    assert_eq!(said(&record(";B[dd]", "W[cc]").replace('\n', "")), ["taken as a pass"]);
    // No pass, handicap or result is written there, and no parenthesis at the end of the file.
    let torn = record(";B[]\n;W[]", "B[cc]");
    assert_eq!(fixed(torn.as_bytes(), Safety::Judgement), torn.as_bytes());
}

#[test]
fn a_parenthesis_too_many_is_removed_only_where_nothing_else_can_be_meant() {
    let game = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[aa];W[bb])";
    let stub = "(;W[dd];B[ee])";
    for (damaged, after) in [
        (format!("{game})"), Some(game.to_owned())),
        (format!("{game}) )\n{game}"), Some(format!("{game}\n{game}"))),
        (format!("{stub})"), Some(stub.to_owned())),
        // The trees without a header may be lost variations.
        (format!("{game}{stub})"), None),
        (format!("{game}){stub}"), None),
        (format!("{game}{stub}{stub})\n{game}"), None),
        (format!("{game}{stub})\n{stub}"), None),
        (format!("{stub}{stub})"), None),
        // Game information makes a header.
        (format!("{game}(;PB[a];W[dd]))"), Some(format!("{game}(;PB[a];W[dd])"))),
        // They are apart from the parenthesis.
        (format!("{game}{stub}\n{game})"), Some(format!("{game}{stub}\n{game}"))),
        (format!("{game})\n{game}{stub}"), Some(format!("{game}\n{game}{stub}"))),
    ] {
        for class in [Safety::Safe, Safety::Judgement] {
            let is = String::from_utf8(fixed(damaged.as_bytes(), class)).expect("ASCII");
            assert_eq!(is, after.clone().unwrap_or_else(|| damaged.clone()), "{damaged}");
        }
        let audited = audit(damaged.as_bytes());
        let says = |it: &str| audited.findings().any(|finding| finding.message.contains(it));
        assert_eq!(says("a `(` is missing"), after.is_none(), "{damaged}");
    }
    // In a game with variations a person decides.
    for (damaged, after) in [
        ("(;SZ[9]RE[?];B[aa](;W[bb])(;W[cc])))", "(;SZ[9]RE[?];B[aa](;W[bb])(;W[cc]))"),
        (
            "(;SZ[9]RE[?];B[aa](;W[bb])(;W[cc])))(;SZ[9])",
            "(;SZ[9]RE[?];B[aa](;W[bb])(;W[cc]))(;SZ[9])",
        ),
    ] {
        assert_eq!(fixed(damaged.as_bytes(), Safety::Rules), damaged.as_bytes());
        assert_eq!(fixed(damaged.as_bytes(), Safety::Judgement), after.as_bytes());
    }
    let message = |bytes: &str| {
        let audited = audit(bytes.as_bytes());
        let found = audited.findings().find(|it| it.kind == FindingKind::TextOutsideTree);
        found.map(|finding| finding.message.clone()).unwrap_or_default()
    };
    let three = format!("{game}{game}{stub}{stub}{stub})");
    assert!(message(&three).starts_with("3 trees without a header follow game 2: "));
    assert!(
        message(&format!("{game}{stub})")).starts_with("1 tree without a header follows game 1: ")
    );
    let torn = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[aa](;W[bb]);W[cc]))";
    assert!(message(torn).starts_with("a node follows the variations of game 1: "));
    // CA, which a fix adds, makes no header.
    let declared = format!("{game}(;CA[UTF-8];W[dd];B[ee]))");
    assert_eq!(fixed(declared.as_bytes(), Safety::Judgement), declared.as_bytes());
}

/// The values of all moves.
fn moves(bytes: &[u8]) -> Vec<String> {
    values(bytes, &["B", "W"])
}

fn values(bytes: &[u8], names: &[&str]) -> Vec<String> {
    let ids: Vec<_> = names.iter().map(|name| Ident::new(name)).collect();
    let file = SourceFile::new(read(bytes), Limits::DEFAULT);
    let mut all = Vec::new();
    file.for_each_game(&mut GameMemory::default(), |source| {
        for node in 0..source.game.nodes().len() as u32 {
            for (_, values) in source.game.props(node).filter(|(prop, _)| ids.contains(&prop.id)) {
                all.extend(values.iter().map(|it| source.text.decode(*it).into_owned()));
            }
        }
    });
    all
}

#[test]
fn no_move_becomes_a_pass_where_the_size_is_in_doubt() {
    let letter = |at: u8| char::from(if at < 26 { b'a' + at } else { b'A' + at - 26 });
    let point = |col: u8, row: u8| format!("{}{}", letter(col), letter(row));
    for stated in 2..=25 {
        // The point beyond the corner, and one of the line after it.
        let [beyond, off] = [point(stated, stated), point(stated + 1, stated)];
        if beyond == "tt" {
            continue;
        }
        // In another notation, where that has a point there.
        let other = format!(";B[aa];W[A{}]", (stated + 1).min(19));
        for (format, others) in [
            ("FF[4]", if stated < 19 { other } else { format!("TR[{off}]") }),
            ("FF[4]", format!(";B[aa];W[{off}]")),
            ("FF[3]", format!(";B[aa];W[{off}];B[]")),
            ("FF[4]", format!(";B[aa];W[bb]AB[{off}]")),
            ("FF[4]", format!(";B[aa](;W[bb];B[{off}])(;W[ba])")),
            ("FF[4]", format!(";B[aa]TR[{off}]")),
            ("FF[4]", format!(";B[aa];W[{off}];B[B1]")),
            ("FF[4]", format!(";B[ {beyond} ];W[{off}]")),
        ] {
            for place in [format!(";B[{beyond}]{others}"), format!("{others};W[{beyond}]")] {
                let record = format!("(;{format}GM[1]SZ[{stated}]RU[AGA]RE[?]{place})");
                for class in [Safety::Safe, Safety::Judgement] {
                    let after = fixed(record.as_bytes(), class);
                    assert_eq!(moves(&after), moves(record.as_bytes()), "{record}");
                }
            }
        }
        // Nothing speaks against the size.
        let view = format!("(;FF[4]GM[1]SZ[{stated}]RU[AGA]RE[?];B[aa]VW[aa:{off}];W[{beyond}])");
        let plain = view.replace(&format!("VW[aa:{off}]"), "TB[tt]");
        for record in [view, plain] {
            let after = moves(&fixed(record.as_bytes(), Safety::Safe));
            assert_eq!(after, ["aa", ""], "{record}");
        }
    }
    // Nor is a pass or a stone added whose letters depend on the size.
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let aga = |off: &str| {
        format!("(;FF[3]GM[1]SZ[9]RU[AGA]KM[0.5]RE[W+9.5]{walls}TB[aa:ci]TW[fa:ii]{off})")
    };
    let is_changed =
        |record: String| fixed(record.as_bytes(), Safety::Judgement) != record.as_bytes();
    assert!(is_changed(aga("")) && !is_changed(aga("MA[kk]")));
    let captured = |off: &str| {
        format!(
            "(;FF[4]GM[1]SZ[19]HA[2]KM[0]RE[?];W[pc];B[cd];W[oc];B[hd];W[oe];B[qj];W[pe];B[qk];W[qd];B[ql];W[od]{off})"
        )
    };
    assert!(is_changed(captured("")) && !is_changed(captured("TR[uu]")));
    let word = fixed(b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[kk];W[pass];B[ ])", Safety::Safe);
    assert_eq!(moves(&word), ["kk", "", ""]);
    let doubt = audit(b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[kk])");
    assert!(doubt.findings().any(|it| it.message.contains("or the size is wrong")));
}

/// A bracket in a text may lack its backslash, but the name of a charset has none.
#[test]
fn a_charset_ends_at_its_bracket() {
    let record = |name: &str| format!("(;FF[4]GM[1]SZ[9]RE[?]{name}[UTF-8]x]PB[a];B[ee])");
    for (name, value) in [("CA", "UTF-8"), ("C", "UTF-8]x"), ("PB", "UTF-8]x")] {
        let all = values(record(name).as_bytes(), &[name]);
        assert_eq!(all[0], value, "{name}");
    }
}

/// The values of a property decoded, in the order of the file.
fn words(bytes: &[u8]) -> Vec<String> {
    values(bytes, &["PW", "C", "EV"])
}

#[test]
fn no_fix_changes_how_the_rest_is_decoded() {
    let names: [(&str, &'static Encoding); 6] = [
        ("陳禧", UTF_8),
        ("柯洁", GBK),
        ("林海峰", BIG5),
        ("高尾紳路", SHIFT_JIS),
        ("이창호", EUC_KR),
        ("Müller", encoding_rs::WINDOWS_1252),
    ];
    // Each has something that a safe fix changes.
    let fixable = [
        "BR[9段]WR[P9段]",
        "PB[ 一  二 ]",
        "KM[6,5]",
        "RU[日本]",
        "DT[2014年1月26日]",
        "C[一]C[二]",
        "RE[b+r]RE[B+R]",
        "CA[GBK]CA[GBK]",
        "Ca[GBK]",
        "GN[]GN[段]",
    ];
    let mut changed = 0;
    for (first, own) in names {
        for (second, other) in names {
            for (number, value) in fixable.iter().enumerate() {
                let charset = ["", "CA[UTF-8]", "CA[GBK]"][number % 3];
                let game = |name: &str, charset: &str, value: &str, of: &'static Encoding| {
                    let text = format!(
                        "(;FF[4]{charset}GM[1]SZ[9]{value}PW[{name}];B[ee];W[ ]C[{name}])\n"
                    );
                    of.encode(&text).0.into_owned()
                };
                let one = game(first, charset, value, own);
                let two = game(second, "", "RE[b+r]", other);
                for damaged in [[&one[..], &two].concat(), [&two[..], &one].concat(), one.clone()] {
                    for class in [Safety::Safe, Safety::Judgement] {
                        let after = fixed(&damaged, class);
                        changed += usize::from(after != damaged);
                        // A joined comment is one value.
                        let joined = |bytes: &[u8]| words(bytes).concat().replace('\n', "");
                        assert_eq!(joined(&after), joined(&damaged), "{}", damaged.escape_ascii());
                    }
                }
            }
        }
    }
    assert!(changed > 100, "{changed}");
}

/// A fix may take away the text that shows the encoding which another one is to declare.
#[test]
fn the_fixes_of_text_in_any_encoding_are_made_as_marked() {
    let names: [(&str, &'static Encoding); 5] = [
        ("柯洁", GBK),
        ("陳禧", BIG5),
        ("高尾紳路", SHIFT_JIS),
        ("이창호", EUC_KR),
        ("大壯", UTF_8),
    ];
    let fixable = [
        "BR[9段]",
        "BR[9段]WR[P9段]",
        "BR[P九段]C[9段]",
        "RE[黑中盘胜]",
        "RU[日本]",
        "DT[2014年1月26日]",
        "PB[ 一  二 ]",
        "GN[]GN[段]",
        "Ca[Big5]",
        "CA[]CA[GBK]",
    ];
    // Whole, without its last byte, and with its first one replaced.
    let cut = |name: &[u8], how: usize| match how {
        0 => name.to_vec(),
        1 => name[..name.len() - 1].to_vec(),
        _ => [b"?", &name[1..]].concat(),
    };
    // Without the result, the name is likelier in another charset than the declared one.
    let likelier = b"(;FF[4]GM[1]SZ[19]AP[foxwq]CA[GBK]RE[\xba\xda\xd6\xd0\xc5\xcc\xca\xa4]PW[\x8d\x82\x94\xf6\x90a\x98H];B[pd])\n(;FF[4]GM[1]SZ[19]PW[?\x82\x94\xf6\x90a\x98H];B[pd])\n";
    assert_eq!(promises_broken(likelier), None);
    let mut broken = Vec::new();
    let mut number = 0;
    for (first, own) in names {
        for (second, other) in names {
            for value in fixable {
                for charsets in [["", ""], ["", "CA[UTF-8]"], ["CA[GBK]", ""]] {
                    for how in 0..3 {
                        number += 1;
                        if number % size(7, 1) > 0 {
                            continue;
                        }
                        // The value and the name may be in different ones.
                        let of_value = |of| if number % 3 == 0 { other } else { of };
                        let game = |name: &str, charset: &str, of: &'static Encoding| {
                            let head = format!("(;FF[4]GM[1]SZ[19]AP[foxwq]{charset}{value}PW[");
                            let (head, name) = (of_value(of).encode(&head).0, of.encode(name).0);
                            [&head[..], &cut(&name, how), b"]PB[a];B[pd])\n"].concat()
                        };
                        let one = game(first, charsets[0], own);
                        let two = game(second, charsets[1], other);
                        for file in [[&one[..], &two].concat(), [&two[..], &one].concat(), one] {
                            let fault = promises_broken(&file);
                            broken.extend(fault.map(|it| format!("{}\n{it}", file.escape_ascii())));
                        }
                    }
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} of {number}:\n{}", broken.len(), broken.join("\n"));
}

/// What a fix does to the parentheses of a game may concern games that aren't beside it.
#[test]
fn the_fixes_of_a_damaged_game_leave_those_of_the_others() {
    let header = "(;FF[4]GM[1]SZ[9]AP[foxwq]KM[650]PB[a]RE[?]";
    let games = [
        ";B[ee];W[cc])",
        // An end that comes too early, alone and before another one.
        ";B[ee]);W[cc]",
        ";B[ee])\n;W[cc])",
        ";B[ee])\nBR[3 kyu]",
        ";B[ee](;W[cc])(;W[dd])PB[b])",
        ";B[ee](;W[cc])(;W[dd]);B[ff])",
        ";B[ee](;W[dd (BR[3 kyu];B[ff]))PB[b])",
        ";B[ee](;W[cc])(;W[dd])",
    ];
    let mut broken = Vec::new();
    let mut number = 0;
    for first in games {
        for second in games {
            for third in games {
                for behind in ["", ")", "))", "))\n;W[gg]"] {
                    for opens in 0..3 {
                        number += 1;
                        let is_plain = [second, third] == [games[0]; 2] && opens == 0;
                        // A fix of the second game would leave it open, and the third one would close it.
                        let is_open = (first, second, third, behind, opens)
                            == (games[3], games[6], games[5], "))", 2);
                        if !is_plain && !is_open && number % size(41, 1) > 0 {
                            continue;
                        }
                        let game = |at: usize, rest: &str| match opens > 0 && opens == at {
                            true => format!("{}{rest}", &header[1..]),
                            false => format!("{header}{rest}"),
                        };
                        let [one, two] = [game(1, first), game(2, second)];
                        let file = format!("{one}{two}\n{header}{third}{behind}");
                        let fault = promises_broken(file.as_bytes());
                        broken.extend(fault.map(|it| format!("{file}\n{it}")));
                    }
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} of {number}:\n{}", broken.len(), broken.join("\n"));
    // A game that is open already is fixed as any other.
    let open = format!("{header};B[3-3](;FF[4]GM[1]SZ[9]RE[?];B[ee])").replace("650", "6,5");
    let after = String::from_utf8(fixed(open.as_bytes(), Safety::Safe)).expect("ASCII");
    assert!(after.contains("KM[6.5]"), "{after}");
}

/// Where a game begins decides which text its CA is about, also for the games after it.
#[test]
fn the_fixes_of_structure_are_made_as_marked_whatever_charsets_games_name() {
    let charsets = ["", "CA[UTF-8]", "CA[GBK]", "CA[x]"];
    let texts: [&[u8]; 4] = [b"a", b"\xf2\xe7", b"\xbf\xc2\xbd\xe0", "柯".as_bytes()];
    let game = |charset: &str, text: &[u8]| {
        [format!("(;GM[1]{charset}KM[6,5]PW[").as_bytes(), text, b"];B[aa])\n"].concat()
    };
    let games = |texts: [&[u8]; 2], charsets: [&str; 2]| {
        [game(charsets[0], texts[0]), game(charsets[1], texts[1])].concat()
    };
    let mut files = vec![
        b"U[]CA[UTF8];W[];CA[GB]\xf2\xe7".to_vec(),
        b"W[];B[;GM[]CA[UTF8\xe0]);CA[GB]".to_vec(),
        // One fix takes the place of another.
        "(;GM[1]CA[]SZ[9x9]PW[Müller];B[aa])".into(),
    ];
    let mut number = 0;
    for first in texts {
        for second in texts {
            for charset in charsets {
                for other in charsets {
                    let sound = games([first, second], [charset, other]);
                    let places = sound.iter().enumerate().filter(|(_, it)| b"(;)".contains(it));
                    for (at, _) in places {
                        number += 1;
                        if number % size(29, 1) == 0 {
                            files.push([&sound[..at], &sound[at + 1..]].concat());
                        }
                    }
                }
            }
        }
    }
    for file in files {
        let fault = promises_broken(&file);
        assert_eq!(fault, None, "{}", file.escape_ascii());
    }
}

/// Only a fix that opens a game is refused.
#[test]
fn a_game_that_stays_open_is_fixed() {
    let open = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[b+r];B[ee];W[cc]\n";
    let sound = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee])\n";
    let after = String::from_utf8(fixed(format!("{open}{sound}").as_bytes(), Safety::Safe));
    assert_eq!(after.expect("ASCII"), format!("{}{sound}", open.replace("b+r", "B+R")));
}

/// `check` marks and `fix` agrees, in the small files that once broke their promise.
/// A fix that can't be made holds up no other: the rest are made at once, wherever it is among them.
#[test]
fn a_fix_that_cant_be_made_holds_up_no_other() {
    const OPEN: usize = 150;
    let number = |bytes: &[u8]| {
        let audited = audit(bytes);
        audited.findings().filter(|it| it.kind == FindingKind::UnclosedValue).count()
    };
    for place in [3, 30, 75, 145] {
        let node = |n: usize| format!("(;W[pk]{}C[)\n", if n == place { "PW[苦戦]" } else { "" });
        let nodes: String = (0..OPEN).map(node).collect();
        let game = format!(
            "(;GM[1]BR[P7段]WR[P3段];B[pd]\n{nodes}C[日本棋院第一人者]</html>{}",
            ")".repeat(OPEN)
        );
        let mut bytes = GBK.encode(&game).0.into_owned();
        // The edit would change how this game is read.
        bytes.extend(b"(;GM[1]CA[UTF-8];W[qp];B[dc]PW[\xaa\xcc.\xfc.p]B[qk];W[nc]PW[9\xac]W[de])");
        let after = fixed(&bytes, Safety::Judgement);
        assert!(number(&bytes) >= OPEN - 1 && number(&after) == 1, "{place}: {}", number(&after));
        assert_eq!(promises_broken(&bytes), None, "{place}");
    }
}

#[test]
fn what_is_marked_is_fixed_and_nothing_else() {
    let files: [(&str, &[u8]); 4] = [
        (
            "komi.sgf",
            b"(;FF[4]GM[1]SZ[9]PB[a]PW[b]KM[375]RU[koSIMPLEscoreAREAtaxSEKIsui1];B[cc];W[dd])",
        ),
        ("charset.sgf", b"(;[\xe6M-#\xe6(\xe6V\xe6P\xe6<\xe66\xe6#\xe6)"),
        ("size.sgf", b"(;FF[4]SZ[9];B[qd];W[dd];B[jj])"),
        ("torn.sgf", b"(;FF[4]SZ[19];B[pd](;W[cd])(;W[ec]))\n(;B[cf];W[fc])\n)"),
    ];
    let folder = crate::support::folder(&files);
    let checked =
        run(folder.path(), &["check", "--no-estimate", "--show", "note", "--isolated", "."]);
    let fixed = run(folder.path(), &["fix", "--unsafe", "--isolated", "--diff", "."]);
    let count = |text: &str, word: &str| {
        let mut of_file: BTreeMap<String, usize> = BTreeMap::new();
        for line in text.lines().filter(|line| line.contains(word)) {
            let name = line.split(':').next().unwrap_or_default().trim_start_matches("./");
            *of_file.entry(name.to_owned()).or_default() += 1;
        }
        of_file
    };
    let (marked, made) = (count(&checked.stdout, "[fixable: "), count(&fixed.stdout, "fixable["));
    assert_eq!(marked, made, "{}\n{}", checked.stdout, fixed.stdout);
}
