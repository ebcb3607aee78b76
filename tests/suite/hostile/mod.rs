//! The hostile inputs.

mod cycles;

/// An input: a size means what the name says.
pub struct Case {
    pub name: &'static str,
    pub size: usize,
    pub arguments: &'static [&'static str],
    pub make: fn(usize) -> Vec<u8>,
}

const fn case(name: &'static str, size: usize, make: fn(usize) -> Vec<u8>) -> Case {
    Case { name, size, arguments: &[], make }
}

const fn with(mut case: Case, arguments: &'static [&'static str]) -> Case {
    case.arguments = arguments;
    case
}

const MILLION: usize = 1_000_000;
const FIX: &[&str] = &["fix"];
const VARIATIONS: &[&str] = &["--variations"];

pub const NESTING: &[Case] = &[
    case("10^6 nested `(;`, closed", MILLION, nested),
    with(case("the same with `--variations`", MILLION, nested), VARIATIONS),
    case("10^6 nested `(;`, not closed", MILLION, |n| b"(;".repeat(n)),
    case("10^6 `(`", MILLION, |n| b"(".repeat(n)),
    case("10^6 `(` before a game", MILLION, |n| around(b"", b"(", n, b";B[aa])")),
    case("10^6 `)` after a game", MILLION, |n| around(b"(;B[aa]", b")", n, b"")),
    case("10^5 variations of a node", MILLION / 10, variations),
    with(case("the same with `--variations`", MILLION / 10, variations), VARIATIONS),
    case("a comb of 10^5 nodes", MILLION / 10, comb),
    with(case("the same with `--variations`", MILLION / 10, comb), VARIATIONS),
    with(
        case("a comb of 10^5 nodes of setup, `--variations`", MILLION / 10, setup_comb),
        VARIATIONS,
    ),
    with(case("the same on a full board of 52 lines", MILLION / 10, full_setup_comb), VARIATIONS),
    case("10^6 root properties and 10^5 variations with PB", MILLION, |n| {
        [b"(;", &b"C[]".repeat(n)[..], b"PB[x]", &b"(;PB(;PW[x]".repeat(n / 10)].concat()
    }),
    case("10^6 empty variations", MILLION, |n| around(b"(;", b"()", n, b")")),
];

pub const BEFORE_THE_FIRST_MOVE: &[Case] = &[with(
    case("2 * 10^5 empty nodes, 2 * 10^4 variations of the first", MILLION / 5, early_variations),
    VARIATIONS,
)];

pub const LONG_GAMES: &[Case] = &[
    case("a main line of 10^6 moves", MILLION, main_line),
    case("10^6 passes", MILLION, |n| around(b"(;RU[Japanese]", b";B[];W[]", n / 2, b")")),
    case("10^6 empty nodes", MILLION, |n| around(b"(", b";", n, b")")),
    case("a ko of 10^6 moves", MILLION, cycles::ko),
    case("10^6 moves, a cycle of 2^18 positions", MILLION, |n| cycles::long(n, 19)),
    case("the same on 52x52", MILLION, |n| cycles::long(n, 52)),
    with(
        case("the same on 52x52 without superko", MILLION, |n| cycles::long(n, 52)),
        &["--rules", "japanese"],
    ),
    with(case("the same with context", MILLION, |n| cycles::long(n, 52)), &["--context", "always"]),
    case("10^6 moves on one point", MILLION, |n| around(b"(;", b";B[aa]", n, b")")),
    case("10^6 setups after the first move", MILLION, |n| {
        around(b"(;B[aa]", b";AB[bb];AE[bb]", n / 2, b")")
    }),
    case("10^4 setups of a whole board of 52 lines", 10_000, |n| {
        around(b"(;SZ[52];B[aa]", b";AB[aa:ZZ];AE[aa:ZZ]", n / 2, b")")
    }),
    with(
        case("the same with `--variations`", 10_000, |n| {
            around(b"(;SZ[52](;B[aa]", b";AB[aa:ZZ];AE[aa:ZZ]", n / 2, b")(;B[bb]))")
        }),
        VARIATIONS,
    ),
    case("10^5 rectangles of a whole board", MILLION / 10, |n| {
        around(b"(;SZ[52]HA[4]AB", b"[aa:ZZ]", n, b"AE[ba:ZZ][ae:aZ])")
    }),
    case("10^5 rectangles of territory", MILLION / 10, |n| {
        around(b"(;SZ[52]RE[B+3.5];B[aa];W[];B[];W[]TB", b"[aa:ZZ]", n, b")")
    }),
    case("a node with 10^6 properties", MILLION, |n| around(b"(;", b"C[x]", n, b")")),
    case("a node with 10^6 different properties", MILLION, |n| {
        let properties = (0..n).map(|i| format!("{}[x]", letters(i)));
        around(b"(;", properties.collect::<String>().as_bytes(), 1, b")")
    }),
    case("an identifier of 10^6 letters", MILLION, |n| around(b"(;", b"A", n, b"[x])")),
    case("10^6 values", MILLION, |n| around(b"(;AB", b"[aa]", n, b")")),
    case("10^6 values that are no points", MILLION, |n| around(b"(;AB", b"[?]", n, b")")),
    case("10^6 values of a move", MILLION, |n| around(b"(;B", b"[aa]", n, b")")),
    case("10^6 values of LB", MILLION, |n| around(b"(;LB", b"[aa:x]", n, b")")),
    case("10^6 moves in a node", MILLION, |n| around(b"(;", b"B[aa]W[bb]", n / 2, b")")),
];

pub const TEXT: &[Case] = &[
    case("a value of 200 MB", 200 * MILLION, |n| around(b"(;C[", b"x", n, b"])")),
    case("a value of 200 MB, not closed", 200 * MILLION, |n| around(b"(;C[", b"x", n, b"")),
    case("a result of 20 MB", 20 * MILLION, |n| around(b"(;RE[", b"x", n, b"])")),
    case("a ruleset of 20 MB", 20 * MILLION, |n| around(b"(;RU[", b"x", n, b"]KM[x])")),
    case("10^6 times `C[x]!`", MILLION, |n| around(b"(;", b"C[x]!", n, b")")),
    case("10^6 times `C[x]!` and a line", MILLION / 10, |n| {
        around(b"(;", &[b"C[x]!", &[b'y'; 995][..]].concat(), n / 10, b")")
    }),
    case("10^6 blanks and 10^6 `!`", MILLION, |n| {
        [b"(;C[x]", &b" ".repeat(n)[..], &b"! ".repeat(n), b")"].concat()
    }),
    case("10^6 blanks and 10^6 `(A`", MILLION, |n| {
        [b"(;C[x]", &b" ".repeat(n)[..], &b"(A".repeat(n), b")"].concat()
    }),
    case("10^6 unescaped brackets", MILLION, |n| around(b"(;C[a", b" [b] c", n, b"])")),
    case("10^6 unescaped `]`", MILLION, |n| around(b"(;C[a", b"]!", n, b"])")),
    case("10^6 unescaped `] x`", MILLION, |n| around(b"(;C[a", b"] x ", n, b"])")),
    case("10^6 `[`", MILLION, |n| b"[".repeat(n)),
    case("10^6 `]`", MILLION, |n| b"]".repeat(n)),
    case("10^6 `\\`", MILLION, |n| b"\\".repeat(n)),
    case("10^6 line breaks in letters and `x`", MILLION, |n| {
        around(b"(;B[aa]", br"\n", n, b"x;W[bb])")
    }),
    case("10^6 times `C[x]` and a line break in letters", MILLION, |n| {
        around(b"(;", br"C[x]\r\n", n, b"!)")
    }),
    case("10^6 `[` in a node", MILLION, |n| around(b"(;", b"[", n, b"])")),
    case("10^6 `[]` in a node", MILLION, |n| around(b"(;", b"[]", n, b")")),
    case("10^6 `]` in a node", MILLION, |n| around(b"(;C[x]", b"]", n, b")")),
    case("10^6 `\\` in a value", MILLION, |n| around(b"(;C[", b"\\", n, b"])")),
    case("10^6 identifiers without values", MILLION, |n| around(b"(;", b"A ", n, b")")),
    case("10^6 findings", MILLION, |n| around(b"(;", b";B[??]", n, b")")),
    case("50 MB on a line, with findings", 50 * MILLION, findings),
    with(case("the same with context", 50 * MILLION, findings), &["--context", "always"]),
    with(case("the same as SARIF", 50 * MILLION, findings), &["--format", "sarif"]),
    case("50 MB on a line in UTF-16", 50 * MILLION, |n| utf_16(&findings(n / 2))),
    case("50 MB on a line in ISO-2022-JP", 50 * MILLION, |n| {
        [b"(;CA[ISO-2022-JP]C[\x1b$BI=\x1b(B])", &findings(n)[..]].concat()
    }),
    case("50 MB of line breaks, with findings", 50 * MILLION, |n| {
        around(b"(;", &[&b"\r\n".repeat(250)[..], b";B[??]"].concat(), n / 506, b")")
    }),
    case("50 MB of random bytes", 50 * MILLION, random),
    case("50 MB of random brackets", 50 * MILLION, brackets),
    case("50 MB of lead bytes of GBK", 50 * MILLION, |n| lead(b"GBK", b"\x81\x5d", n)),
    case("50 MB of lead bytes of Shift_JIS", 50 * MILLION, |n| lead(b"Shift_JIS", b"\x81\x5c", n)),
    case("10^6 values with lead bytes of GBK", MILLION, |n| {
        around(b"(;CA[GBK]", b"C[\x81\x5d\x81\x5c]!\x81", n, b")")
    }),
    case("10^6 values with lead bytes of Shift_JIS", MILLION, |n| {
        around(b"(;CA[Shift_JIS]", b"C[\x81\x5d\x81\x5c]!\x81", n, b")")
    }),
];

pub const REPAIRS: &[Case] = &[
    with(
        case("4 * 10^4 lists of a whole board, `fix`", 40_000, |n| {
            around(b"(;SZ[52]RE[?]", b"AB[aa:ZZ]", n, b")")
        }),
        FIX,
    ),
    with(
        case("10^6 line breaks in letters, `fix`", MILLION, |n| {
            around(br"(;B[aa]\n;W[bb]", br"\n", n, br"x;B[cc]\n)")
        }),
        FIX,
    ),
    with(
        case("10^6 lists of a point, `fix`", MILLION, |n| around(b"(;GM[1]", b"TB[aa]", n, b")")),
        FIX,
    ),
    with(
        case("4 * 10^6 odd values in a node, `fix`", 4 * MILLION, |n| {
            around(b"(;GM[1];B[aa]", b"TE[3]", n, b")")
        }),
        FIX,
    ),
    with(
        case("4 * 10^6 lines, each mended, `fix`", 4 * MILLION, |n| {
            around(b"(;GM[1]", b";Black[aa]\n", n, b")")
        }),
        FIX,
    ),
    with(
        case("10^6 komi in half points, `fix`", MILLION, |n| {
            around(b"(;GM[1]", b";KI[13]", n, b")")
        }),
        FIX,
    ),
    with(
        case("4 * 10^6 values with a bracket, `fix --unsafe`", 4 * MILLION, |n| {
            around(b"(;GM[1]", b";C[a [5d] b]", n, b")")
        }),
        &["fix", "--unsafe"],
    ),
    with(
        case("4 * 10^6 brackets in a value, `fix --unsafe`", 4 * MILLION, |n| {
            around(b"(;GM[1]C[a", b" [b] c", n, b"])")
        }),
        &["fix", "--unsafe"],
    ),
    with(case("4 * 10^6 moves, `convert`", 4 * MILLION, main_line), &["convert", "--to", "sgf"]),
    with(
        case("4 * 10^6 different values in a node, `convert`", 4 * MILLION, |n| {
            let properties = (0..n).map(|i| format!("X[{i}]"));
            around(b"(;GM[1]", properties.collect::<String>().as_bytes(), 1, b")")
        }),
        &["convert", "--to", "sgf"],
    ),
];

pub const MANY_GAMES: &[Case] = &[
    case("25,000 large boards of two stones with a result", MILLION / 40, |n| {
        b"(;SZ[52]RE[B+1]AB[aa]AW[bb];B[];W[])".repeat(n)
    }),
    case("10^5 games", MILLION / 10, |n| b"(;GM[1];B[aa];W[bb])".repeat(n)),
    case("10^5 games, none closed", MILLION / 10, |n| b"(;GM[1]C[x]".repeat(n)),
    case("10^5 games, each with its own CA", MILLION / 10, |n| {
        b"(;CA[GBK]PB[\xb0\xa1])(;CA[Shift_JIS]PB[\x95\x5c])".repeat(n / 2)
    }),
    case("10^5 games, each with its own CA, all damaged", MILLION / 10, |n| {
        b"(;CA[GBK]PB[\xb0\xa1\xff])(;CA[UTF-8]PB[\xff])".repeat(n / 2)
    }),
    case("10^5 games with CA, beyond ASCII at the end", MILLION / 10, |n| {
        around(b"", b"(;CA[GBK]PB[x])(;CA[Shift_JIS]PB[y])", n / 2, b"(;PB[\xb0\xa1])")
    }),
    case("10^5 games without CA after two with it", MILLION / 10, |n| {
        around(b"(;CA[GBK])(;CA[Shift_JIS])", b"(;PB[\xb0\xa1\xb0\xa2])", n, b"")
    }),
    case("10^5 games without moves but with a result", MILLION / 10, |n| {
        b"(;RU[AGA]RE[W+3.5])".repeat(n)
    }),
    with(
        case("the same with context", MILLION / 10, |n| b"(;RU[AGA]RE[W+3.5])".repeat(n)),
        &["--context", "always"],
    ),
    case("10,000 games of two nodes, counted", MILLION / 100, |n| {
        b"(;RU[AGA]RE[W+3.5];B[];W[])".repeat(n)
    }),
    case("10^5 games of another kind", MILLION / 10, |n| b"(;GM[2])".repeat(n)),
    case("10^5 games with text between", MILLION / 10, |n| b"Subject: x\n(;)\n".repeat(n)),
];

/// A piece many times, between two others.
fn around(before: &[u8], piece: &[u8], times: usize, after: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(before.len() + piece.len() * times + after.len());
    bytes.extend_from_slice(before);
    for _ in 0..times {
        bytes.extend_from_slice(piece);
    }
    bytes.extend_from_slice(after);
    bytes
}

fn nested(n: usize) -> Vec<u8> {
    around(&b"(;".repeat(n), b")", n, b"")
}

/// Each variation may be the first to move.
fn early_variations(n: usize) -> Vec<u8> {
    let main_line = around(b"(;SZ[19](", b";", n, b")");
    around(&main_line, b"(;B[aa])", n / 10, b")")
}

fn variations(n: usize) -> Vec<u8> {
    around(b"(;;B[aa]", b"(;W[bb])", n, b")")
}

fn comb(n: usize) -> Vec<u8> {
    let chain = (0..n).map(|i| format!("(;{}[{}]", ["B", "W"][i % 2], point(i)));
    around(chain.collect::<String>().as_bytes(), b")(;W[tt])", n - 1, b")")
}

fn setup_comb(n: usize) -> Vec<u8> {
    let chain = (0..n).map(|i| format!("(;{}[{}]", ["AB", "AW"][i % 2], point(i)));
    around(chain.collect::<String>().as_bytes(), b")(;AE[ss])", n - 1, b")")
}

fn full_setup_comb(n: usize) -> Vec<u8> {
    [b"(;SZ[52]AB[aa:ZZ]", &setup_comb(n)[..], b")"].concat()
}

fn main_line(n: usize) -> Vec<u8> {
    let moves = (0..n).map(|i| format!(";{}[{}]", ["B", "W"][i % 2], point(i)));
    around(b"(;", moves.collect::<String>().as_bytes(), 1, b")")
}

/// A point of the 19x19 board, every one in turn.
fn point(i: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 19) as u8);
    [letter(i), letter(i / 19)].iter().collect()
}

/// An identifier of letters for each number.
fn letters(mut i: usize) -> String {
    let mut letters = String::from("X");
    while i > 0 {
        letters.push(char::from(b'A' + (i % 26) as u8));
        i /= 26;
    }
    letters
}

/// A line of text with a finding every 500 bytes.
fn findings(n: usize) -> Vec<u8> {
    around(b"(;", &[b";B[??]C[", &b"x".repeat(491)[..], b"]"].concat(), n / 500, b")")
}

fn utf_16(bytes: &[u8]) -> Vec<u8> {
    assert!(bytes.is_ascii());
    let units = bytes.iter().flat_map(|&byte| [byte, 0]);
    [0xff, 0xfe].into_iter().chain(units).collect()
}

fn lead(charset: &[u8], pair: &[u8], n: usize) -> Vec<u8> {
    let before = [b"(;CA[", charset, b"]C["].concat();
    around(&before, pair, n / 2, b"])")
}

/// Numbers without any order, the same each time.
fn numbers() -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

fn random(n: usize) -> Vec<u8> {
    numbers().flat_map(u64::to_le_bytes).take(n).collect()
}

/// Random pieces of SGF, so that the scanner recovers all the time.
fn brackets(n: usize) -> Vec<u8> {
    let pieces = b"()[];;;BW\\]Cab \n\x81";
    let chosen = numbers().map(|number| pieces[(number >> 32) as usize % pieces.len()]);
    b"(;".iter().copied().chain(chosen).take(n).collect()
}
