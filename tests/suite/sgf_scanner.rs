//! Tests of `sgf::scan::scanner`.

use FaultKind::*;

use sgf_audit_core::sgf::{Conflict, FaultKind, Game, Scanner, Span, Text, conflicts};

/// The faults of a file, and its games as the values of their main lines' B and W.
fn scan(bytes: &[u8]) -> (Vec<FaultKind>, Vec<String>) {
    let text = Text::new(bytes);
    let mut scanner = Scanner::new(&text);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    let mut kinds = Vec::new();
    let mut games = Vec::new();
    loop {
        faults.clear();
        let more = scanner.next_game(&mut game, &mut faults);
        kinds.extend(faults.iter().map(|fault| fault.kind));
        if !more {
            return (kinds, games);
        }
        let mut line = String::new();
        for node in 0..game.main_line() {
            for (prop, values) in game.props(node) {
                line.push_str(&prop.id.spelling());
                for value in values {
                    line.push_str(&format!("[{}]", text.decode(value)));
                }
            }
            line.push(';');
        }
        games.push(line);
    }
}

fn one(bytes: &[u8]) -> (Vec<FaultKind>, String) {
    let (faults, games) = scan(bytes);
    assert_eq!(games.len(), 1, "{games:?}");
    (faults, games[0].clone())
}

#[test]
fn clean_games_have_no_faults() {
    let (faults, line) = one(b"(;FF[4]AB[aa][bb:cc]\n[dd];B[ee](;W[ff];B[])(;W[gg]C[x\\]y]))");
    assert_eq!(faults, []);
    assert_eq!(line, "FF[4]AB[aa][bb:cc][dd];B[ee];W[ff];B[];");
    let (faults, games) = scan(b"(;B[aa])\n\n(;B[bb])\n");
    assert_eq!((faults.len(), games.len()), (0, 2));
}

#[test]
fn brackets_in_text() {
    for (bytes, line) in [
        (&b"(;C[player [5d]: hi];B[pd])"[..], "C[player [5d]: hi];B[pd];"),
        (b"(;C[a [5d] b [6d] c];B[pd])", "C[a [5d] b [6d] c];B[pd];"),
        (b"(;C[x];) smile];B[pd])", "C[x];"),
        (b"(;GC[three (=6 [points])]\nUS[x]\n;B[pd])", "GC[three (=6 [points])]US[x];B[pd];"),
        (b"(;C[[5d] [3k] hi];B[pd])", "C[[5d] [3k] hi];B[pd];"),
        (b"(;C[nice :]) ok [sic] so];B[pd])", "C[nice :]) ok [sic] so];B[pd];"),
        (b"(;B[aa](;C[a]) b];B[pd])(;C[c]))", "B[aa];C[a]) b];B[pd];"),
    ] {
        let (faults, read) = one(bytes);
        assert_eq!(read.split(';').next(), line.split(';').next());
        if line.contains("pd") {
            assert!(faults.iter().all(|&fault| fault == UnescapedBracket), "{faults:?}");
            assert_eq!(read, line);
        }
    }
}

#[test]
fn text_behind_a_tree_is_no_part_of_its_last_value() {
    for (bytes, games) in [
        (&b"(;C[x])\nSubject: [2]\n(;PB[y];B[pd])"[..], 2),
        (b"(;C[x])\nSubject (;PB[y];B[pd])", 2),
        (b"(;C[x])\nSubject ( GM[1]PB[y];B[pd])", 2),
        (b"(;C[x]) bye [me]", 1),
        (b"(;C[x]) bye]", 1),
    ] {
        let (faults, lines) = scan(bytes);
        assert_eq!(faults[0], TextOutsideTree, "{}", bytes.escape_ascii());
        assert_eq!((lines.len(), &lines[0][..]), (games, "C[x];"));
    }
}

#[test]
fn missing_brackets() {
    assert_eq!(
        one(b"(;C[hello;B[pd];W[dd])"),
        (vec![UnclosedValue], "C[hello];B[pd];W[dd];".into())
    );
    assert_eq!(one(b"(;B[pd;W[dd];B[])"), (vec![UnclosedValue], "B[pd];W[dd];B[];".into()));
    assert_eq!(
        one(b"(;B[aa](;W[bb]C[)\n(;W[cc]C[x))"),
        (vec![UnclosedValue, UnclosedValue, UnclosedTree], "B[aa];W[bb]C[];".into())
    );
    assert_eq!(one(b"(;B[pd]C[the end").0, [UnclosedValue, UnclosedTree]);
}

#[test]
fn missing_and_needless_parentheses() {
    assert_eq!(one(b"(;B[pd];W[dd]"), (vec![UnclosedTree], "B[pd];W[dd];".into()));
    assert_eq!(one(b"(;B[pd]);W[dd])"), (vec![EarlyEnd], "B[pd];W[dd];".into()));
    assert_eq!(one(b"((;B[pd]))"), (vec![TextOutsideTree, TextOutsideTree], "B[pd];".into()));
    let (faults, games) = scan(b"(;PB[a];B[pd](;PB[b];B[dd])");
    assert_eq!((faults, games.len()), (vec![UnclosedTree], 2));
    // Variations that say again what the root says, in a tree that closes.
    let (faults, games) = scan(b"(;KM[6.5];B[aa](;W[bb])(;KM[5];W[cc]))(;KM[0])");
    assert_eq!((faults.len(), games.len()), (0, 2));
    let torn = b"(;PB[a];B[pd](;W[dd](;PB[b];B[dd])(;PB[c])(;PB[d])";
    let (faults, games) = scan(torn);
    assert_eq!((faults, games.len()), (vec![UnclosedTree], 4));
    assert_eq!(
        one(b"(;B[aa](;W[bb])(;W[cc]);W[dd])"),
        (vec![NodeAfterVariation], "B[aa];W[bb];".into())
    );
}

#[test]
fn missing_semicolons() {
    assert_eq!(one(b"(B[pd];W[dd])"), (vec![MissingNode], "B[pd];W[dd];".into()));
    assert_eq!(one(b";B[pd];W[dd]"), (vec![MissingParentheses], "B[pd];W[dd];".into()));
    assert_eq!(
        one(b"\n;SZ[9];B[ee];W[cc](;B[gg])(;B[cg])"),
        (vec![MissingParentheses], "SZ[9];B[ee];W[cc];B[gg];".into())
    );
    assert_eq!(scan(b";(;GM[1];B[aa])").0, [TextOutsideTree]);
    assert_eq!(
        one(b"\nSZ[9] RE[B+R]AB[aa]\n[bb];W[cc](;B[gg])(;B[cg])"),
        (vec![MissingParentheses], "SZ[9]RE[B+R]AB[aa][bb];W[cc];B[gg];".into())
    );
    assert_eq!(one(b"SZ[9];B[ee])"), (vec![MissingNode], "SZ[9];B[ee];".into()));
    assert_eq!(one(b"SZ[9;B[ee];W[cc])").0, [MissingNode, UnclosedValue]);
    // Neither a letter's head nor what stands before a game of its own is a root.
    for text in ["SZ[9]\n", "Re: [sgf] ;-)", "RE[x]: ", "SUB[x];", "GN[x];)"] {
        let bytes = format!("{text}(;GM[1];B[aa])");
        let (faults, games) = scan(bytes.as_bytes());
        assert_eq!((faults, games.len()), (vec![TextOutsideTree], 1), "{text}");
    }
    assert_eq!(one(b"(;B[pd](W[dd]))"), (vec![MissingNode], "B[pd];W[dd];".into()));
}

#[test]
fn rubbish_in_a_row_is_one_fault() {
    assert_eq!(one(b"(;B[pd]</script> <p class='x'>;W[dd])").0, [Junk]);
    assert_eq!(one(b"(;B[pd]*;*W[dd])").0, [Junk, Junk]);
}

#[test]
fn variations_without_a_node_do_not_end_the_main_line() {
    for rubbish in ["()", "( )", "(*)", "([x])", "(())", "(()*())", "(( ) )"] {
        let bytes = format!("(;B[ee]{rubbish}(;W[cc];B[gg]{rubbish})(;W[dd]))");
        let (faults, line) = one(bytes.as_bytes());
        assert_eq!(line, "B[ee];W[cc];B[gg];", "{rubbish}");
        assert!(faults.contains(&EmptyVariation), "{rubbish}: {faults:?}");
    }
    let (faults, line) = one(b"(;B[ee]((;W[cc]))(;W[dd]))");
    assert_eq!((faults, &line[..]), (vec![], "B[ee];W[cc];"));
}

#[test]
fn other_rubbish() {
    assert_eq!(one(b"From: me\n(;B[pd]*; W[dd]) bye").0, [TextOutsideTree, Junk, TextOutsideTree]);
    assert_eq!(one(b"(;[aa]B[pd]KO;W [dd])").0, [ValueWithoutProperty, PropertyWithoutValue]);
    assert_eq!(
        one(b"(;Black[pd];w[dd]()())").0,
        [LowerCaseIdent, LowerCaseIdent, EmptyVariation, EmptyVariation]
    );
    assert_eq!(scan(b"").1.len() + scan(b"(((((").1.len() + scan(b"]]\\").1.len(), 0);
}

#[test]
fn literal_newlines_are_white_space_where_something_begins_behind_them() {
    let (faults, line) =
        one(br"(;SZ[9]\r\nPB[a]\r\nPW[b [5d] c]\nAB[aa]\r\n;B[ee]\r\n(;W[cc]\r\n)\n)");
    assert_eq!(faults, [LiteralNewline, UnescapedBracket]);
    assert_eq!(line, "SZ[9]PB[a]PW[b [5d] c]AB[aa];B[ee];W[cc];");
    let (faults, line) = one(br"(\r\nEV[x]\r\nKO[6.5]\r\n;B[pd])\r\n");
    assert_eq!(faults, [LiteralNewline, MissingNode, LiteralNewline]);
    assert_eq!(line, "EV[x]KO[6.5];B[pd];");
    for bytes in [&br"(;B[pd]\t;W[dd])"[..], br"(;B[pd]\rx;W[dd])", br"(;B[pd]\;W[dd])"] {
        assert!(!scan(bytes).0.contains(&LiteralNewline), "{}", bytes.escape_ascii());
    }
    assert_eq!(scan(br"\r\n text (;B[pd])").0, [TextOutsideTree]);
}

#[test]
fn conflicts_have_two_sides() {
    let bytes = b"(;\n<<<<<<< HEAD\nPB[a]\n=======\nPB[b]\n>>>>>>> branch\n)\n=======\n<<<<<<< x\n<<<<<<<<\n";
    let conflict = |start, middle, end| Conflict { span: Span::new(start, end), middle };
    assert_eq!(conflicts(bytes), [conflict(3, 22, 50), conflict(61, 70, 70)]);
    assert_eq!(conflicts(b"a <<<<<<< HEAD\n=======\n"), []);
}
