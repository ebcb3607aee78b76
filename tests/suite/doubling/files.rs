//! Tables, events, configurations, baselines, lists and archives that grow.

use super::inputs::each;
use super::{Files, Growing, check};
use crate::support::packed::{tar, zip};
use crate::support::{self, Random, borrowed};

type Commands = &'static [&'static [&'static str]];

fn growing(
    name: &str,
    most: usize,
    commands: Commands,
    make: impl Fn(usize) -> Files + 'static,
) -> Growing {
    let commands = commands.iter().map(|command| command.to_vec()).collect();
    let (name, make) = (name.to_owned(), Box::new(make));
    Growing { name, most, make, commands, every: 1, memory: None }
}

fn file(name: &str, text: impl Into<Vec<u8>>) -> (String, Vec<u8>) {
    (name.to_owned(), text.into())
}

/// A name of two words, far from most others. `kind` makes another one for the same number.
fn name(n: usize, kind: u64) -> String {
    let mut random = Random(n as u64 + (kind << 40));
    let mut word = || (0..8).map(|_| char::from(b'a' + random.below(26) as u8)).collect::<String>();
    format!("{} {}", word(), word())
}

/// A name with a letter changed.
fn misspelt(n: usize, kind: u64) -> String {
    name(n, kind).replacen(char::is_alphabetic, "é", 1)
}

fn game(black: &str, white: &str, more: &str) -> String {
    format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[7]KM[7.5]RU[AGA]PB[{black}]PW[{white}]{more}RE[B+R];B[dc];W[cd])\n"
    )
}

const HEAD: &str = "round,black,white,handicap,komi,result\n";

const WITH_TABLE: Commands = &[
    &["check", "games.sgf", "--results", "table.csv", "--show", "note", "--no-estimate"],
    &["check", "games.sgf", "--results", "table.csv", "--out", "out/report", "--no-estimate"],
];

const WITH_EVENT: Commands = &[
    &["check", "games.sgf", "--event", "event.toml", "--show", "note", "--no-estimate"],
    &[
        "check",
        "games.sgf",
        "--event",
        "event.toml",
        "--results",
        "table.csv",
        "--out",
        "out/report",
        "--no-estimate",
    ],
    &["event", "games.sgf"],
];

/// So many names has a list or a table beside records whose players it doesn't have. Each of them is compared with all of the list,
/// which a person writes; the records are what grows.
const LISTED: usize = 60;

/// A table of results and the records of games that aren't its.
fn strangers(
    number: usize,
    row: impl Fn(usize) -> String,
    record: impl Fn(usize) -> String,
) -> Files {
    vec![
        file("table.csv", format!("{HEAD}{}", each(number.min(LISTED), row))),
        file("games.sgf", each(number, record)),
    ]
}

/// A table of results and the records of its games.
fn event(rows: usize, row: impl Fn(usize) -> String, record: impl Fn(usize) -> String) -> Files {
    vec![
        file("table.csv", format!("{HEAD}{}", each(rows, row))),
        file("games.sgf", each(rows, record)),
    ]
}

#[test]
fn tables() {
    let row = |black: &str, white: &str| format!("1,{black},{white},0,7.5,B+R\n");
    let usual = move |n: usize| row(&name(n, 1), &name(n, 2));
    check(&[
        growing("players", 4_000, WITH_TABLE, move |n| {
            event(n, usual, |n| game(&name(n, 1), &name(n, 2), "RO[1]"))
        }),
        growing("unknown players", 4_000, WITH_TABLE, move |n| {
            strangers(n, usual, |n| game(&name(n, 3), &name(n, 4), "RO[1]"))
        }),
        growing("misspelt players", 4_000, WITH_TABLE, move |n| {
            strangers(n, usual, |n| game(&misspelt(n, 1), &misspelt(n, 2), "RO[1]"))
        }),
        growing("players of one first name", 4_000, WITH_TABLE, move |n| {
            let player = |n| format!("Martina {}", name(n, 1));
            strangers(
                n,
                move |n| row(&player(n), &name(n, 2)),
                move |n| game(&format!("Martino {}", name(n, 1)), &misspelt(n, 2), ""),
            )
        }),
        growing("numbered players", 4_000, WITH_TABLE, move |n| {
            strangers(
                n,
                move |n| row(&format!("Player Nr{n:05}"), &format!("Guest{n:05}")),
                |n| game(&format!("Plaier Nr{:05}", n + 7), &format!("Gast{n:05}"), ""),
            )
        }),
        growing("misspelt opponents of one player", 4_000, WITH_TABLE, move |n| {
            strangers(
                n,
                move |n| row("Ann Lee", &name(n, 2)),
                |n| game("Ann Lee", &misspelt(n, 2), ""),
            )
        }),
        growing("unknown opponents of one player", 4_000, WITH_TABLE, move |n| {
            strangers(n, move |n| row("Ann Lee", &name(n, 2)), |n| game("Ann Lee", &name(n, 3), ""))
        }),
        growing("games of two players", 4_000, WITH_TABLE, move |n| {
            event(
                n,
                move |n| format!("{},Ann Lee,Bob Ray,0,7.5,B+R\n", n + 1),
                |n| game("Ann Lee", "Bob Ray", &format!("RO[{}]", n + 1)),
            )
        }),
        growing("records of one game", 4_000, WITH_TABLE, move |n| {
            event(n, move |_| row("Ann Lee", "Bob Ray"), |_| game("Ann Lee", "Bob Ray", ""))
        }),
        growing("the same words in other orders", 4_000, WITH_TABLE, move |n| {
            let words = |n: usize| format!("Kim{} Lee{} Park{}", n % 20, n / 20 % 20, n / 400);
            event(
                n,
                move |n| row(&words(n), &words(n + 1)),
                move |n| {
                    let name: Vec<String> = words(n).split(' ').rev().map(str::to_owned).collect();
                    game(&name.join(" "), &format!("{} X", words(n + 2)), "")
                },
            )
        }),
        growing("rows that can't be read", 20_000, WITH_TABLE, |n| {
            let rows = each(n, |n| format!("x,{},,,,nobody knows\n", name(n, 1)));
            let table = format!("{HEAD}1,Ann Lee,Bob Ray,0,7.5,B+R\n{rows}");
            vec![file("table.csv", table), file("games.sgf", game("Ann Lee", "Bob Ray", ""))]
        }),
        growing("a long cell", 400_000, WITH_TABLE, |n| {
            let table = format!(
                "{HEAD}1,{},\"{}\",0,7.5,B+R\n",
                "Ann ".repeat(n),
                "柯;\t".repeat(n.div_ceil(4))
            );
            vec![file("table.csv", table), file("games.sgf", game("Ann", "柯", ""))]
        }),
    ]);
}

#[test]
fn events() {
    let beside = |rows: usize, n: usize, event: String, record: fn(usize) -> String| -> Files {
        let table = format!(
            "{HEAD}{}",
            each(rows, |n| format!("{},{},{},0,7.5,B+R\n", n + 1, name(n, 1), name(n, 2)))
        );
        vec![
            file("event.toml", event),
            file("table.csv", table),
            file("games.sgf", each(n, record)),
        ]
    };
    let with = move |n: usize, event: String, record| beside(n, n, event, record);
    let of_round = |n: usize| game(&name(n, 1), &name(n, 2), &format!("RO[{}]", n + 1));
    check(&[
        growing("rounds", 1_000, WITH_EVENT, move |n| {
            with(n, each(n, |n| format!("[[rounds]]\nnumber = {}\n", n + 1)), of_round)
        }),
        growing("players of a list", 2_000, WITH_EVENT, move |n| {
            with(
                n,
                each(n, |n| format!("[[players]]\nname = \"{}\"\nrank = \"3d\"\n", name(n, 1))),
                of_round,
            )
        }),
        growing("players of a list who are all called the same", 2_000, WITH_EVENT, move |n| {
            let player = |n| format!("[[players]]\nname = \"Ann Lee\"\nid = \"{n}\"\n");
            beside(n.min(LISTED), n, each(n.min(LISTED), player), |_| {
                game("Ann Lee", "Lee Ann", "")
            })
        }),
        growing("players of a list, others in the records", 2_000, WITH_EVENT, move |n| {
            let player = |n| format!("[[players]]\nname = \"{}\"\n", name(n, 5));
            with(n, each(n.min(LISTED), player), of_round)
        }),
        growing("aliases of a player", 2_000, WITH_EVENT, move |n| {
            let aliases = each(n, |n| format!("\"{}\",", name(n, 1)));
            with(n, format!("[[players]]\nname = \"Ann Lee\"\naliases = [{aliases}]\n"), of_round)
        }),
        growing("aliases that share a word", 2_000, WITH_EVENT, move |n| {
            let aliases = each(n.min(LISTED), |n| format!("\"Lee {}\",", name(n, 1)));
            let event = format!("[[players]]\nname = \"Ann Lee\"\naliases = [{aliases}]\n");
            beside(n.min(LISTED), n, event, |n| {
                game(&format!("Lee {}", misspelt(n, 1)), "Bob Ray", "")
            })
        }),
        growing("aliases", 2_000, WITH_EVENT, move |n| {
            let aliases = each(n, |n| format!("\"{}\" = \"{}\"\n", name(n, 1), name(n, 3)));
            let players = each(n, |n| format!("[[players]]\nname = \"{}\"\n", name(n, 3)));
            with(n, format!("{players}[aliases]\n{aliases}"), of_round)
        }),
        growing("records beside rulings on other games", 2_000, WITH_EVENT, move |n| {
            with(n, each(400, |m| by_name(&name(m, 8), &name(m, 9), m + 1)), of_round)
        }),
        growing("records beside rulings on files that aren't there", 2_000, WITH_EVENT, move |n| {
            let ruling =
                |n| format!("[[rulings]]\nfile = \"{}.sgf\"\nresult = \"B+1\"\n", name(n, 9));
            with(n, each(400, ruling), of_round)
        }),
    ]);
}

/// A ruling on the game of two players in a round.
fn by_name(black: &str, white: &str, round: usize) -> String {
    format!(
        "[[rulings]]\nblack = \"{black}\"\nwhite = \"{white}\"\nround = {round}\nresult = \"B+1\"\n"
    )
}

/// Records in a directory, and what is said about them in another file.
fn records(number: usize) -> Files {
    (0..number).map(|n| file(&format!("in/{n}.sgf"), "(;SZ[9]KM[6,5]B[aa])")).collect()
}

#[test]
fn settings() {
    let with = |config: String| -> Files {
        let mut files = records(16);
        files.push(file("in/sgf-audit.toml", config));
        files
    };
    const CHECK: Commands = &[&["check", "in", "--quiet"], &["fix", "in"], &["select", "in"]];
    check(&[
        growing("patterns of exclude", 900, CHECK, move |n| {
            with(format!("[check]\nexclude = [{}]\n", each(n, |n| format!("\"{n}x/*.sgf\",\n"))))
        }),
        growing("settings per file", 4_000, CHECK, move |n| {
            with(each(n, |n| {
                format!("[[overrides]]\npaths = [\"{n}.sgf\"]\nignore = [\"malformed-value\"]\n")
            }))
        }),
        growing("listed aliases", 20_000, CHECK, move |n| {
            with(format!(
                "[aliases.names]\n{}",
                each(n, |n| format!("\"{}\" = \"{}\"\n", name(n, 1), name(n, 2)))
            ))
        }),
        growing("patterns of git", 4_000, CHECK, |n| {
            let mut files = records(16);
            files.push(file(".git/HEAD", "ref: refs/heads/main\n"));
            files.push(file(".gitignore", each(n, |n| format!("{n}x/*.sgf\n"))));
            files
        }),
        growing("nested directories with settings", 400, CHECK, |n| {
            let dir = |n: usize| format!("in/{}", "d/".repeat(n % 100)) + &format!("e{n}");
            let of = |n| {
                [
                    file(
                        &format!("{}/sgf-audit.toml", dir(n)),
                        "[check]\nignore = [\"superko\"]\n",
                    ),
                    file(&format!("{}/a.sgf", dir(n)), "(;SZ[9])"),
                ]
            };
            (0..n).flat_map(of).collect()
        }),
        growing(
            "entries of a baseline",
            20_000,
            &[
                &["check", "in", "--baseline", "known.toml"],
                &["check", "in", "--baseline", "known.toml", "--write-baseline"],
            ],
            |n| {
                let mut files = records(n.div_ceil(10));
                let entry = |n| {
                    format!("\"in/{n}.sgf\" = {{ content = \"{n:016x}\", malformed-value = 1 }}\n")
                };
                files.push(file(
                    "known.toml",
                    format!("version = 2\n\n[files]\n{}", each(n, entry)),
                ));
                files
            },
        ),
        growing(
            "paths of a list",
            20_000,
            &[
                &["check", "--files-from", "list", "--quiet"],
                &["fix", "--files-from", "list"],
                &["select", "--files-from", "list"],
            ],
            |n| {
                let mut files = records(4);
                files.push(file("list", each(n, |n| format!("in/{}.sgf\n", n % 4))));
                files
            },
        ),
    ]);
}

const ARCHIVE: Commands = &[
    &["check", "a.zip", "--show", "note"],
    &["check", "a.zip", "--out", "out/report"],
    &["convert", "a.zip", "--to", "jsonl", "--lossy", "--out", "out/a.jsonl"],
    &["convert", "a.zip", "--to", "sgf", "--lossy", "--out", "out/sgf"],
    &["select", "a.zip", "--copy", "out/copy"],
    &["select", "a.zip", "--unique"],
    &["duplicates", "a.zip"],
    &["event", "a.zip"],
];

#[test]
fn archives() {
    type Pack = fn(support::Files) -> Vec<u8>;
    fn member(n: usize) -> (String, Vec<u8>) {
        file(&format!("d{}/{n}.sgf", n % 7), game(&name(n, 1), &name(n, 2), ""))
    }
    let of = |what: &str, most, pack: Pack, members: fn(usize) -> Files| {
        growing(what, most, ARCHIVE, move |n| vec![file("a.zip", pack(&borrowed(&members(n))))])
    };
    check(&[
        of("members of a zip", 16_000, zip, |n| (0..n).map(member).collect()),
        of("members of a tar", 16_000, tar, |n| (0..n).map(member).collect()),
        of("members of one name", 16_000, tar, |n| {
            (0..n).map(|n| file("a.sgf", member(n).1)).collect()
        }),
        of("members that aren't read", 16_000, zip, |n| {
            (0..n).map(|n| file(&format!("{n}.x{n}"), "xxxxxxxxx")).chain([member(0)]).collect()
        }),
        of("archives in an archive", 4_000, zip, |n| {
            let inner = |n| zip(&borrowed(&[member(n)]));
            (0..n).map(|n| file(&format!("{n}.zip"), inner(n))).collect()
        }),
        of("games of a member", 16_000, zip, |n| {
            vec![file("a.sgf", each(n, |n| game(&name(n, 1), &name(n, 2), "")))]
        }),
    ]);
}

#[test]
fn conditions() {
    let games = |n: usize| file("games.sgf", each(n, |n| game(&name(n, 1), &name(n, 2), "")));
    const SELECT: Commands = &[
        &["select", "games.sgf", "--where", "black in [\"a\", \"b\"] && white.contains(\"aa\")"],
        &["select", "games.sgf", "--sample", "100", "--left-out", "out/left.csv"],
    ];
    check(&[growing("selected games", 10_000, SELECT, move |n| vec![games(n)])]);
}
