//! Records that nobody would write, each with its own command and a bound of its memory.

use super::inputs::{bytes, each, letters, point};
use super::{Growing, check, cycles};
use crate::support::Random;

const MILLION: usize = 1_000_000;

/// The options of a run.
type Options = &'static [&'static str];

const PLAIN: Options = &["check", "in", "--show", "note", "--out", "out"];
const VARIATIONS: Options = &["check", "in", "--show", "note", "--out", "out", "--variations"];
const CONTEXT: Options = &["check", "in", "--show", "note", "--out", "out", "--context", "always"];
const JAPANESE: Options = &["check", "in", "--show", "note", "--out", "out", "--rules", "japanese"];
const SARIF: Options = &["check", "in", "--show", "note", "--format", "sarif"];
const FIX: Options = &["fix", "in"];
const FIX_UNSAFE: Options = &["fix", "in", "--unsafe"];
const CONVERT: Options = &["convert", "in/a.sgf", "--to", "sgf"];

/// The most memory per byte of input. A file keeps its findings and the rows of its reports until it is done; of many small repairs
/// the messages and the diff take more than the record.
const OF_A_FILE: u64 = 64;
const OF_REPAIRS: u64 = 256;

fn made(
    name: &str,
    most: usize,
    options: Options,
    make: impl Fn(usize) -> Vec<u8> + 'static,
) -> Growing {
    let memory = Some(if options[0] == "check" { OF_A_FILE } else { OF_REPAIRS });
    Growing { commands: vec![options.to_vec()], memory, every: 1, ..bytes(name, most, make) }
}

/// A name, the number of pieces of the largest input, what stands before them, a piece, and what follows them.
type Row = (&'static str, usize, &'static [u8], &'static [u8], &'static [u8]);

fn rows(options: Options, rows: &[Row]) -> Vec<Growing> {
    let growing = |&(name, most, before, piece, after): &Row| {
        made(name, most, options, move |n| around(before, piece, n, after))
    };
    rows.iter().map(growing).collect()
}

fn around(before: &[u8], piece: &[u8], times: usize, after: &[u8]) -> Vec<u8> {
    [before, &piece.repeat(times), after].concat()
}

#[test]
#[rustfmt::skip]
fn nesting() {
    let nested = |n: usize| around(&b"(;".repeat(n), b")", n, b"");
    let comb = |n: usize| {
        let chain = each(n, |n| format!("(;{}[{}]", ["AB", "AW"][n % 2], point(n)));
        around(chain.as_bytes(), b")(;AE[ss])", n - 1, b")")
    };
    let mut inputs = rows(PLAIN, &[
        ("nested `(;`, not closed", MILLION, b"", b"(;", b""),
        ("`(`", MILLION, b"", b"(", b""),
        ("`(` before a game", MILLION, b"", b"(", b";B[aa])"),
        ("empty variations", MILLION, b"(;", b"()", b")"),
    ]);
    inputs.extend([
        made("nested `(;`, closed", MILLION, PLAIN, nested),
        made("nested `(;`, closed, all read", MILLION, VARIATIONS, nested),
        made("a comb of setup", MILLION / 10, VARIATIONS, comb),
        made("a comb of setup on a full board of 52 lines", MILLION / 10, VARIATIONS, move |n| {
            around(b"(;SZ[52]AB[aa:ZZ]", &comb(n), 1, b")")
        }),
        // Each variation may be the first to move.
        made("empty nodes, and variations of the first", MILLION / 5, VARIATIONS, |n| {
            around(&around(b"(;SZ[19](", b";", n, b")"), b"(;B[aa])", n / 10, b")")
        }),
        made("root properties and variations with PB", MILLION, PLAIN, |n| {
            around(&around(b"(;", b"C[]", n, b"PB[x]"), b"(;PB(;PW[x]", n / 10, b"")
        }),
    ]);
    check(&inputs);
}

#[test]
#[rustfmt::skip]
fn long_games() {
    const KO: &[u8] = b"(;SZ[19]PL[B]AB[ba][ab][bc]AW[ca][db][cc][bb]";
    let mut inputs = rows(PLAIN, &[
        ("empty nodes", MILLION, b"(", b";", b")"),
        ("a ko", MILLION / 2, KO, b";B[cb];W[bb]", b")"),
        ("setups after the first move", MILLION / 2, b"(;B[aa]", b";AB[bb];AE[bb]", b")"),
        ("setups of a whole board of 52 lines", 5_000, b"(;SZ[52];B[aa]", b";AB[aa:ZZ];AE[aa:ZZ]", b")"),
        ("rectangles of a whole board", MILLION / 10, b"(;SZ[52]HA[4]AB", b"[aa:ZZ]", b"AE[ba:ZZ][ae:aZ])"),
        ("rectangles of territory", MILLION / 10, b"(;SZ[52]RE[B+3.5];B[aa];W[];B[];W[]TB", b"[aa:ZZ]", b")"),
        ("properties of a node", MILLION, b"(;", b"C[x]", b")"),
        ("letters of an identifier", MILLION, b"(;", b"A", b"[x])"),
        ("values", MILLION, b"(;AB", b"[aa]", b")"),
        ("values that are no points", MILLION, b"(;AB", b"[?]", b")"),
        ("values of a move", MILLION, b"(;B", b"[aa]", b")"),
        ("values of LB", MILLION, b"(;LB", b"[aa:x]", b")"),
        ("moves in a node", MILLION / 2, b"(;", b"B[aa]W[bb]", b")"),
    ]);
    inputs.extend(rows(VARIATIONS, &[
        ("setups in a variation", 5_000, b"(;SZ[52](;B[aa]", b";AB[aa:ZZ];AE[aa:ZZ]", b")(;B[bb]))"),
    ]));
    inputs.extend([
        made("different properties of a node", MILLION, PLAIN, |n| {
            around(b"(;", each(n, |n| format!("{}[x]", letters(n))).as_bytes(), 1, b")")
        }),
        made("a cycle of up to 2^18 positions", MILLION, PLAIN, |n| cycles::long(n, 19)),
        made("a cycle on 52x52", MILLION, PLAIN, |n| cycles::long(n, 52)),
        made("a cycle on 52x52 without superko", MILLION, JAPANESE, |n| cycles::long(n, 52)),
        made("a cycle on 52x52 with context", MILLION, CONTEXT, |n| cycles::long(n, 52)),
    ]);
    check(&inputs);
}

/// A line of text with a finding every 500 bytes.
fn findings(n: usize) -> Vec<u8> {
    around(b"(;", &around(b";B[??]C[", b"x", 491, b"]"), n / 500, b")")
}

#[test]
#[rustfmt::skip]
fn text() {
    let long = 50 * MILLION;
    let mut inputs = rows(PLAIN, &[
        ("a value", 4 * long, b"(;C[", b"x", b"])"),
        ("a value without an end", 4 * long, b"(;C[", b"x", b""),
        ("a result", 20 * MILLION, b"(;RE[", b"x", b"])"),
        ("a ruleset", 20 * MILLION, b"(;RU[", b"x", b"]KM[x])"),
        ("`C[x]!`", MILLION, b"(;", b"C[x]!", b")"),
        ("unescaped brackets", MILLION, b"(;C[a", b" [b] c", b"])"),
        ("unescaped `]`", MILLION, b"(;C[a", b"]!", b"])"),
        ("unescaped `] x`", MILLION, b"(;C[a", b"] x ", b"])"),
        ("`[`", MILLION, b"", b"[", b""),
        ("`]`", MILLION, b"", b"]", b""),
        ("`\\`", MILLION, b"", b"\\", b""),
        ("line breaks in letters and `x`", MILLION, b"(;B[aa]", br"\n", b"x;W[bb])"),
        ("`C[x]` and a line break in letters", MILLION, b"(;", br"C[x]\r\n", b"!)"),
        ("`[` in a node", MILLION, b"(;", b"[", b"])"),
        ("`[]` in a node", MILLION, b"(;", b"[]", b")"),
        ("`]` in a node", MILLION, b"(;C[x]", b"]", b")"),
        ("`\\` in a value", MILLION, b"(;C[", b"\\", b"])"),
        ("identifiers without values", MILLION, b"(;", b"A ", b")"),
        ("findings", MILLION, b"(;", b";B[??]", b")"),
        ("lead bytes of GBK", long, b"(;CA[GBK]C[", b"\x81\x5d", b"])"),
        ("lead bytes of Shift_JIS", long, b"(;CA[Shift_JIS]C[", b"\x81\x5c", b"])"),
        ("values with lead bytes of GBK", MILLION, b"(;CA[GBK]", b"C[\x81\x5d\x81\x5c]!\x81", b")"),
        ("values with lead bytes of Shift_JIS", MILLION, b"(;CA[Shift_JIS]", b"C[\x81\x5d\x81\x5c]!\x81", b")"),
    ]);
    inputs.extend([
        made("`C[x]!` and a line", MILLION, PLAIN, |n| {
            around(b"(;", &around(b"C[x]!", b"y", 995, b""), n / 100, b")")
        }),
        made("blanks, then `!`", MILLION, PLAIN, |n| {
            around(&around(b"(;C[x]", b" ", n, b""), b"! ", n, b")")
        }),
        made("blanks, then `(A`", MILLION, PLAIN, |n| {
            around(&around(b"(;C[x]", b" ", n, b""), b"(A", n, b")")
        }),
        made("a line with findings", long, PLAIN, findings),
        made("a line with findings, with context", long, CONTEXT, findings),
        made("a line with findings as SARIF", long, SARIF, findings),
        made("a line with findings in UTF-16", long, PLAIN, |n| {
            let units = findings(n / 2).into_iter().flat_map(|byte| [byte, 0]);
            [0xff, 0xfe].into_iter().chain(units).collect()
        }),
        made("a line with findings in ISO-2022-JP", long, PLAIN, |n| {
            around(b"(;CA[ISO-2022-JP]C[\x1b$BI=\x1b(B])", &findings(n), 1, b"")
        }),
        made("line breaks, with findings", long, PLAIN, |n| {
            around(b"(;", &around(b"", b"\r\n", 250, b";B[??]"), n / 506, b")")
        }),
        made("random bytes", long, PLAIN, |n| {
            let mut random = Random(1);
            (0..n / 8).flat_map(|_| random.next().to_le_bytes()).collect()
        }),
        // The scanner recovers all the time.
        made("random brackets", long, PLAIN, |n| {
            let (mut random, pieces) = (Random(1), b"()[];;;BW\\]Cab \n\x81");
            let chosen = (0..n).map(|_| pieces[random.below(pieces.len())]);
            b"(;".iter().copied().chain(chosen).collect()
        }),
    ]);
    check(&inputs);
}

#[test]
#[rustfmt::skip]
fn repairs() {
    let many = 4 * MILLION;
    let mut inputs = rows(FIX, &[
        ("lists of a whole board", 40_000, b"(;SZ[52]RE[?]", b"AB[aa:ZZ]", b")"),
        ("line breaks in letters", MILLION, b"(;B[aa]\n;W[bb]", br"\n", b"x;B[cc]\n)"),
        ("lists of a point", MILLION, b"(;GM[1]", b"TB[aa]", b")"),
        ("odd values in a node", many, b"(;GM[1];B[aa]", b"TE[3]", b")"),
        ("lines that are mended", many, b"(;GM[1]", b";Black[aa]\n", b")"),
        ("komi in half points", MILLION, b"(;GM[1]", b";KI[13]", b")"),
    ]);
    inputs.extend(rows(FIX_UNSAFE, &[
        ("values with a bracket", many, b"(;GM[1]", b";C[a [5d] b]", b")"),
        ("brackets in a value", many, b"(;GM[1]C[a", b" [b] c", b"])"),
    ]));
    inputs.extend([
        made("moves that are converted", many, CONVERT, |n| {
            let moves = each(n, |n| format!(";{}[{}]", ["B", "W"][n % 2], point(n)));
            around(b"(;", moves.as_bytes(), 1, b")")
        }),
        made("different values in a node", many, CONVERT, |n| {
            around(b"(;GM[1]", each(n, |n| format!("X[{n}]")).as_bytes(), 1, b")")
        }),
    ]);
    check(&inputs);
}

#[test]
#[rustfmt::skip]
fn many_games() {
    let many = MILLION / 10;
    let mut inputs = rows(PLAIN, &[
        ("large boards of two stones with a result", MILLION / 40, b"", b"(;SZ[52]RE[B+1]AB[aa]AW[bb];B[];W[])", b""),
        ("games, each with its own CA", many / 2, b"", b"(;CA[GBK]PB[\xb0\xa1])(;CA[Shift_JIS]PB[\x95\x5c])", b""),
        ("damaged games, each with its own CA", many / 2, b"", b"(;CA[GBK]PB[\xb0\xa1\xff])(;CA[UTF-8]PB[\xff])", b""),
        ("games with CA, beyond ASCII at the end", many / 2, b"", b"(;CA[GBK]PB[x])(;CA[Shift_JIS]PB[y])", b"(;PB[\xb0\xa1])"),
        ("games without CA after two with it", many, b"(;CA[GBK])(;CA[Shift_JIS])", b"(;PB[\xb0\xa1\xb0\xa2])", b""),
        ("games without moves but with a result", many, b"", b"(;RU[AGA]RE[W+3.5])", b""),
        ("games of two nodes, counted", many / 10, b"", b"(;RU[AGA]RE[W+3.5];B[];W[])", b""),
        ("games of another kind", many, b"", b"(;GM[2])", b""),
        ("games with text between", many, b"", b"Subject: x\n(;)\n", b""),
    ]);
    inputs.extend(rows(CONTEXT, &[
        ("games with a result, with context", many, b"", b"(;RU[AGA]RE[W+3.5])", b""),
    ]));
    check(&inputs);
}
