//! Records that grow.

use super::{Files, Growing, check};
use crate::support::corpus;

/// What reads records: `check` in each format and with each table, and each other command.
fn commands() -> Vec<Vec<&'static str>> {
    let mut commands: Vec<Vec<&'static str>> = Vec::new();
    for format in ["text", "csv", "jsonl", "sarif", "github", "html"] {
        commands.push(vec!["check", "in", "--show", "note", "--format", format]);
    }
    commands.extend([
        vec!["check", "in", "--out", "out/report", "--compare", "--statistics"],
        vec!["check", "in", "--variations", "--quiet"],
        vec!["check", "in", "--show-all", "--context", "always"],
        vec!["check", "in", "--baseline", "out/known.toml", "--write-baseline"],
        vec!["fix", "in"],
        vec!["fix", "in", "--unsafe", "--diff"],
        vec!["convert", "in", "--to", "sgf", "--lossy", "--out", "out/sgf"],
        vec!["convert", "in", "--to", "sgf", "--lossy", "--recount", "--split", "--out", "out/sgf"],
        vec!["convert", "in", "--to", "jsonl", "--lossy", "--out", "out/a.jsonl"],
        vec!["convert", "in", "--to", "csv", "--lossy", "--out", "out/a.csv"],
        vec!["convert", "in", "--to", "gtp", "--lossy", "--out", "out/gtp"],
        vec!["select", "in", "--unique", "--where", "moves >= 0 || black.contains(\"x\")"],
        vec!["select", "in", "--jsonl", "--left-out", "out/left.csv"],
        vec!["select", "in", "--collection", "out/all.sgf"],
        vec!["select", "in", "--copy", "out/copy"],
        vec!["duplicates", "in", "--format", "text"],
        vec!["duplicates", "in", "--format", "csv", "--min-moves", "0"],
        vec!["duplicates", "in", "--format", "jsonl"],
        vec!["score", "in/a.sgf"],
        vec!["show", "in/a.sgf"],
        vec!["event", "in"],
    ]);
    commands
}

/// One record, `in/a.sgf`, and all commands.
fn record(name: &str, most: usize, make: impl Fn(usize) -> String + 'static) -> Growing {
    bytes(name, most, move |number| make(number).into_bytes())
}

pub fn bytes(name: &str, most: usize, make: impl Fn(usize) -> Vec<u8> + 'static) -> Growing {
    of_files(name, most, move |number| vec![("in/a.sgf".to_owned(), make(number))])
}

fn of_files(name: &str, most: usize, make: impl Fn(usize) -> Files + 'static) -> Growing {
    let (name, make) = (name.to_owned(), Box::new(make));
    Growing { name, most, make, commands: commands(), every: 12, memory: None }
}

/// Many files, and all commands.
fn files(name: &str, most: usize, make: impl Fn(usize) -> String + 'static) -> Growing {
    of_files(name, most, move |number| {
        let path = |n: usize| if n == 0 { "in/a.sgf".to_owned() } else { format!("in/{n}.sgf") };
        (0..number).map(|n| (path(n), make(n).into_bytes())).collect()
    })
}

/// What is made of each number, in a row.
pub fn each(number: usize, make: impl Fn(usize) -> String) -> String {
    (0..number).map(make).collect()
}

/// A point of a board of 19 lines, in the order of the board.
pub fn point(n: usize) -> String {
    ["abcdefghijklmnopqrs".as_bytes()[n % 19], "abcdefghijklmnopqrs".as_bytes()[n / 19 % 19]]
        .map(char::from)
        .iter()
        .collect()
}

/// A name of letters, another one for each number.
pub fn letters(mut n: usize) -> String {
    let mut name = String::new();
    for _ in 0..6 {
        name.push(char::from(b'A' + (n % 26) as u8));
        n /= 26;
    }
    name
}

#[test]
fn trees() {
    check(&[
        record("games without `)`", 40_000, |n| "(;GM[1]SZ[19];B[aa];W[bb]\n".repeat(n)),
        record("variations of a node", 20_000, |n| {
            format!("(;SZ[19];B[aa]{})", each(n, |n| format!("(;W[{}])", point(n + 1))))
        }),
        record("nested variations", 20_000, |n| {
            let tree = each(n, |n| format!("(;{}[{}]", ["B", "W"][n % 2], point(n)));
            format!("(;SZ[19]{tree}{})", ")".repeat(n))
        }),
        record("a comb", 20_000, |n| {
            let tree = each(n, |n| format!("(;C[x])(;{}[{}]", ["B", "W"][n % 2], point(n)));
            format!("(;SZ[19]{tree}{})", ")".repeat(n))
        }),
        record("trees of nothing", 40_000, |n| "()".repeat(n) + "(;B[aa])"),
        record("stray `)`", 40_000, |n| format!("(;SZ[9];B[aa]){}(;W[bb])", ")".repeat(n))),
        record("games behind stray `)`", 10_000, |n| "(;SZ[9];B[aa]))\n".repeat(n)),
        record("text between games", 20_000, |n| "(;SZ[9];B[aa]) text [\n".repeat(n)),
        record("values without an end", 20_000, |n| "(;SZ[9]C[a(;B[aa]\n".repeat(n)),
        record("brackets without a property", 40_000, |n| {
            format!("(;SZ[9]{};B[aa])", "[x]]\n".repeat(n))
        }),
        record("merge conflicts", 10_000, |n| {
            let conflict = "<<<<<<< a\n;B[aa]\n=======\n;B[bb]\n>>>>>>> b\n".repeat(n);
            format!("(;SZ[9]\n{conflict})")
        }),
        record("games of a file", 10_000, |n| {
            each(n, |n| format!("(;GM[1]SZ[9]PB[{}]RE[B+R];B[aa];W[bb])\n", letters(n)))
        }),
        record("games of a file that are the same", 10_000, |n| {
            "(;GM[1]SZ[9]PB[a]PW[b]RE[B+R];B[aa];W[bb];B[cc];W[dd];B[ee])".repeat(n)
        }),
    ]);
}

#[test]
fn properties() {
    check(&[
        record("comments of a node", 40_000, |n| {
            format!("(;GM[1]SZ[19];B[aa]{})", each(n, |n| format!("C[Jorg {n}]")))
        }),
        record("the same comment of a node", 40_000, |n| {
            format!("(;GM[1]SZ[19];B[aa]{})", "C[x]".repeat(n))
        }),
        record("comments, each between others", 20_000, |n| {
            format!("(;GM[1]SZ[19];B[aa]{})", each(n, |n| format!("C[{n}]N[{n}]GC[{n}]")))
        }),
        record("values of a comment", 40_000, |n| format!("(;SZ[9]C{};B[aa])", "[x]".repeat(n))),
        record("results of a game", 20_000, |n| {
            format!("(;SZ[9]{};B[aa])", each(n, |n| format!("RE[B+{n}]")))
        }),
        record("komi of a game", 20_000, |n| format!("(;SZ[9]{};B[aa])", "KM[6,5]".repeat(n))),
        record("all of the header", 4_000, |n| {
            let header = "FF[4]GM[1]CA[UTF-8]SZ[9]HA[0]KM[6.5]RU[Japanese]RE[b+r]PB[a]PW[b]BR[1D]WR[2D]DT[1.1.2000]EV[e]RO[1]PC[p]TM[1h]OT[x]US[u]SO[s]";
            format!("(;{};B[aa])", header.repeat(n))
        }),
        record("unknown properties", 40_000, |n| {
            format!("(;SZ[9]{};B[aa])", each(n, |n| format!("{}[{n}]", letters(n))))
        }),
        record("the same unknown property", 40_000, |n| {
            format!("(;SZ[9]{};B[aa])", "XX[x]".repeat(n))
        }),
        record("unknown properties of nodes", 20_000, |n| {
            format!("(;SZ[19]{})", each(n, |n| format!(";{}[{n}]", letters(n))))
        }),
        record("stones of a list", 40_000, |n| {
            format!("(;SZ[19]AB{};W[aa])", each(n, |n| format!("[{}]", point(n))))
        }),
        record("lists of stones", 20_000, |n| {
            format!(
                "(;SZ[19]{};W[aa])",
                each(n, |n| format!("AB[{}]AW[{}]", point(n), point(n + 1)))
            )
        }),
        record("territory of a node", 20_000, |n| {
            format!("(;SZ[19];B[aa]{})", each(n, |n| format!("TB[{}]TW[{}]", point(n), point(n))))
        }),
        record("labels", 20_000, |n| {
            format!("(;SZ[19];B[aa]LB{})", each(n, |n| format!("[{}:{n}]", point(n))))
        }),
        record("marks of a node", 20_000, |n| {
            format!("(;SZ[19];B[aa]{})", each(n, |n| format!("CR[{}]MA[{}]", point(n), point(n))))
        }),
        record("moves of a node", 20_000, |n| {
            format!("(;SZ[19]{})", each(n, |n| format!("B[{}]W[{}]", point(n), point(n + 1))))
        }),
        record("dates", 20_000, |n| format!("(;SZ[9]DT[2000-01-01{}];B[aa])", ",02".repeat(n))),
        record("a long result", 100_000, |n| format!("(;SZ[9]RE[B+{}];B[aa])", "1".repeat(n))),
        record("a long name of a rule", 100_000, |n| {
            format!(
                "(;SZ[9]RU[{}]OT[{}]KM[{}];B[aa])",
                "japan ".repeat(n),
                "3x30 ".repeat(n),
                "6.".repeat(n)
            )
        }),
        record("long names", 100_000, |n| {
            format!(
                "(;SZ[9]PB[{}]PW[{}]EV[{}];B[aa])",
                "Kim ".repeat(n),
                "Ähm-".repeat(n),
                "2d ".repeat(n)
            )
        }),
    ]);
}

#[test]
fn moves() {
    check(&[
        record("moves", 20_000, |n| {
            format!("(;SZ[19]{})", each(n, |n| format!(";{}[{}]", ["B", "W"][n % 2], point(n))))
        }),
        record("moves of one colour", 20_000, |n| {
            format!("(;SZ[19]{})", each(n, |n| format!(";B[{}]", point(n))))
        }),
        record("moves on one point", 20_000, |n| format!("(;SZ[19]{})", ";B[aa];W[aa]".repeat(n))),
        record("moves off the board", 20_000, |n| format!("(;SZ[9]{})", ";B[jj];W[ss]".repeat(n))),
        record("moves that aren't points", 20_000, |n| {
            format!("(;SZ[9]{})", ";Black[pass];W[D4];B[x]".repeat(n))
        }),
        record("passes", 20_000, |n| format!("(;SZ[9]RU[AGA]{})", ";B[];W[tt]".repeat(n))),
        record("moves without a node", 20_000, |n| {
            format!("(;SZ[19]{})", each(n, |n| format!("B[{}]", point(n))))
        }),
        record("setup between moves", 10_000, |n| {
            let setup = |n| format!(";B[{}];AE[{0}]AW[{0}];W[{}]", point(n), point(n + 7));
            format!("(;SZ[19]{})", each(n, setup))
        }),
        record("clocks", 20_000, |n| {
            format!("(;SZ[19]TM[10]{})", each(n, |n| format!(";B[{}]BL[{n}]OB[-1]", point(n))))
        }),
        record("notes of moves", 20_000, |n| {
            format!(
                "(;SZ[19]{})",
                each(n, |n| format!(";B[{}]N[x]C[y\\]z]TE[1]BM[2]DO[]", point(n)))
            )
        }),
    ]);
}

#[test]
fn text() {
    let letter =
        ["a", "é", "柯", "\u{1f600}", "\u{301}", "\u{200f}", "\\", "\t", "]", "柯]", "\r", "\n\r"];
    let mut inputs: Vec<Growing> = letter
        .iter()
        .flat_map(|&letter| {
            [
                record(&format!("a comment of {letter:?}"), 300_000, move |n| {
                    format!("(;SZ[9]C[{}];B[aa];B[aa];B[aa])", letter.repeat(n))
                }),
                record(&format!("{letter:?} before findings"), 20_000, move |n| {
                    format!("(;SZ[9]{})", format!(";B[aa]C[{letter}x]KM[,]").repeat(n))
                }),
            ]
        })
        .collect();
    for (name, encoding) in [
        ("GBK", encoding_rs::GBK),
        ("Shift_JIS", encoding_rs::SHIFT_JIS),
        ("EUC-KR", encoding_rs::EUC_KR),
        ("windows-1252", encoding_rs::WINDOWS_1252),
        ("ISO-2022-JP", encoding_rs::ISO_2022_JP),
    ] {
        inputs.push(bytes(&format!("findings in {name}"), 20_000, move |n| {
            let text = "王表".repeat(3);
            let nodes = format!(";B[aa]C[{text}]KM[,]").repeat(n);
            encoding.encode(&format!("(;SZ[9]CA[{name}]PB[{text}]{nodes})")).0.into_owned()
        }));
        inputs.push(bytes(&format!("games in {name}, some in UTF-8"), 4_000, move |n| {
            let game = |name: &str| format!("(;SZ[9]CA[{name}]PB[王表]RE[b+r];B[aa];W[jj])\n");
            let game = [encoding.encode(&game(name)).0.into_owned(), game("UTF-8").into_bytes()];
            game.concat().repeat(n)
        }));
    }
    inputs.push(bytes("findings in UTF-16", 20_000, |n| {
        let text = format!("\u{feff}(;SZ[9]PB[柯洁]{})", ";B[aa]C[王]KM[,]".repeat(n));
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }));
    inputs.push(bytes("bytes that are no character", 20_000, |n| {
        [b"(;SZ[9]PB[", &b"\xff\xe4a"[..].repeat(n)[..], b"];B[aa])"].concat()
    }));
    inputs.push(bytes("games with bytes that are no character", 20_000, |n| {
        b"(;SZ[9]PB[\xff\xe4a\x81\x40];B[aa])".repeat(n)
    }));
    check(&inputs);
}

#[test]
fn other_formats() {
    const GIB: &str = "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\n2 1 0\nINI 0 1 0 &4\n";
    const OGS: &str = r#"{"game_id":1,"width":19,"height":19,"komi":6.5,"rules":"japanese","players":{"black":{"username":"a"},"white":{"username":"b"}},"initial_state":{"black":"","white":""}"#;
    let format = |name: &str, ending: &'static str, make: fn(usize) -> String| {
        of_files(name, 20_000, move |n| {
            let small = ("in/a.sgf".to_owned(), b"(;SZ[9])".to_vec());
            vec![(format!("in/a.{ending}"), make(n).into_bytes()), small]
        })
    };
    check(&[
        format("GIB", "gib", |n| {
            let play = |n| format!("STO 0 {} {} {} {}\n", n + 2, n % 2 + 1, n % 19, n / 19 % 19);
            format!("{GIB}{}\\GE\n", each(n, play))
        }),
        format("NGF", "ngf", |n| {
            let moves = each(n, |n| format!("PMA{}BCDEDE\n", ["B", "W"][n % 2]));
            format!("game\n19\na 1d\nb 1d\nwww\n0\n0\n7\n20200101\n5\nBlack wins\n{n}\n{moves}")
        }),
        format("UGF", "ugf", |n| {
            let header = "CoordinateType=IGS\nSize=19\nHdcp=0,0.5\nPlayerB=a,1d\nPlayerW=b,1d\n";
            let moves = each(n, |n| format!("QD,{},{n},0\n", ["B1", "W1"][n % 2]));
            format!("[Header]\n{header}[Data]\n{moves}")
        }),
        format("lines of GIB without a meaning", "gib", |n| {
            format!("{GIB}{}\\GE\n", "XYZ 王 1\n".repeat(n))
        }),
        format("OGS", "json", |n| {
            let moves: Vec<String> =
                (0..n).map(|n| format!("[{},{},100]", n % 19, n / 19 % 19)).collect();
            format!("{OGS},\"moves\":[{}]}}", moves.join(","))
        }),
    ]);
}

/// Each finding of the corpus many times: in games of a file, and in nodes of a game. `check` and `fix` are the commands that
/// look for findings.
#[test]
fn findings() {
    let mut inputs = Vec::new();
    let commands = [
        vec!["check", "in", "--show", "note", "--format", "jsonl", "--no-estimate"],
        vec!["fix", "in", "--unsafe", "--diff"],
    ];
    let paths = std::fs::read_dir(corpus("findings")).expect("it is there");
    let mut paths: Vec<_> = paths.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(name) = name.strip_suffix(".sgf").filter(|name| !name.ends_with(".not")) else {
            continue;
        };
        let record = std::fs::read(&path).expect("it can be read");
        if record.len() > 3000 || record.is_empty() {
            continue;
        }
        // What stands before the root's properties, these, the nodes, and what follows them.
        let length = record.len();
        let root = record.windows(2).position(|two| two == b"(;").map_or(length, |at| at + 2);
        let nodes = record[root..].iter().position(|&byte| byte == b';');
        let nodes = nodes.map_or(length - 1, |at| root + at).max(root);
        let end = record.iter().rposition(|&byte| byte == b')').unwrap_or(length).max(nodes);
        for (what, from, to) in
            [("games", 0, length), ("roots", root, nodes), ("nodes", nodes, end)]
        {
            let record = record.clone();
            let make =
                move |n| [&record[..from], &record[from..to].repeat(n), &record[to..]].concat();
            let growing = bytes(&format!("{name}, {what}"), 400_000 / length, make);
            inputs.push(Growing { commands: commands.to_vec(), every: 4, ..growing });
        }
    }
    assert!(inputs.len() > 300, "the records of findings are found");
    check(&inputs);
}

#[test]
fn many_files() {
    let moves = |n: usize, most: usize| {
        each(most, |m| format!(";{}[{}]", ["B", "W"][m % 2], point(m * 7 + n % 361 * m)))
    };
    check(&[
        files("files", 4_000, |n| format!("(;GM[1]SZ[9]PB[{}]RE[B+R];B[aa];W[bb])", letters(n))),
        files("files that are the same", 4_000, |_| "(;GM[1]SZ[9]RE[B+R];B[aa];W[bb])".to_owned()),
        files("beginnings of a game", 2_000, move |n| {
            format!("(;GM[1]SZ[19]PB[a]PW[b]{})", moves(0, 30 + n % 200))
        }),
        files("games of which most moves are the same", 2_000, move |n| {
            format!(
                "(;GM[1]SZ[19]PB[a]PW[b]{};B[{}];W[{}])",
                moves(0, 80),
                point(n),
                point(n / 361 + 5)
            )
        }),
        files("games that open alike", 2_000, move |n| {
            format!("(;GM[1]SZ[19]PB[a]PW[b]{}{})", moves(0, 30), moves(n + 1, 60))
        }),
    ]);
}
