//! `compare`: the differences in moves, then headers, then comments.

use sgf_audit::compare::{ComparedGame, differences};

use crate::support::{folder, run};

const GAME: &str = "(;SZ[9]PB[Ann]KM[6.5]AB[cc]C[start];B[ee];W[gg]C[good];B[cg];W[])";

fn compared(record: &str) -> [String; 3] {
    let read = |text: &str| ComparedGame::read(text.as_bytes(), 1).expect("there is a game");
    let found = differences(&read(GAME), &read(record), ["a.sgf", "b.sgf"]);
    [found.moves, found.header, found.comments]
}

#[test]
fn differences_are_named() {
    for (change, by, expected) in [
        ("PB[Ann]", "PB[Ann]", ["", "", ""]),
        // How it is written doesn't count.
        (";W[gg]C[good]", "\n;C[good]W[gg]", ["", "", ""]),
        (
            "B[cg]",
            "B[cf]",
            [
                "move 3: B C3 (a.sgf:1) vs. B C4 (b.sgf:1)\n1 move differs; 4 moves vs. 4 moves in all\n",
                "",
                "",
            ],
        ),
        (
            ";W[])",
            ")",
            [
                "b.sgf ends after 3 moves; a.sgf continues with W pass\nthe game is the same, apart from passes\n",
                "",
                "",
            ],
        ),
        (
            ";B[cg];W[])",
            ")",
            [
                "b.sgf ends after 2 moves; a.sgf continues with B C3\n2 moves differ; 4 moves vs. 2 moves in all\n",
                "",
                "",
            ],
        ),
        (
            "AB[cc]",
            "AB[cc][cd]",
            [
                "setup before move 1: B C7 vs. B C6, B C7\n1 move differs; 4 moves vs. 4 moves in all\n",
                "",
                "",
            ],
        ),
        ("SZ[9]", "SZ[13]", ["board: 9 vs. 13\n", "SZ: 9 vs. 13\n", ""]),
        ("KM[6.5]", "DT[2001]", ["", "DT: none vs. 2001\nKM: 6.5 vs. none\n", ""]),
        ("C[good]", "C[bad]", ["", "", "comment at move 2: \"good\" vs. \"bad\"\n"]),
        ("C[start]", "", ["", "", "comment at move 0: \"start\" vs. none\n"]),
        (
            "AB[cc]C[start];B[ee];W[gg]C[good];B[cg]",
            "AB[gc]C[start];B[ee];W[cg]C[good];B[gg]",
            ["the game is the same, mirrored left to right\n", "", ""],
        ),
        (
            "AB[cc]C[start];B[ee];W[gg]C[good];B[cg];W[]",
            "AW[cc]C[start];W[ee];B[gg]C[good];W[cg];B[]",
            ["the game is the same, colours swapped\n", "", ""],
        ),
        (
            ";B[ee];W[gg]C[good];B[cg]",
            ";B[cg]C[well]",
            [
                "moves 1 to 2: B E5 (a.sgf:1) and the following aren't in b.sgf\n2 moves differ; 4 moves vs. 2 moves in all\n",
                "",
                "comment at move 2: \"good\" vs. \"well\"\n",
            ],
        ),
    ] {
        assert!(GAME.contains(change));
        assert_eq!(compared(&GAME.replace(change, by)), expected, "{by}");
    }
}

/// Moves that are elsewhere change nothing that is between them, also on a board that is turned.
#[test]
fn moves_are_aligned() {
    let game = |plays: &[&str]| {
        let plays = plays.iter().enumerate();
        let plays = plays.map(|(at, play)| format!(";{}[{play}]", ["B", "W"][at % 2]));
        format!("(;SZ[19]{})", plays.collect::<String>())
    };
    let compared = |one: &str, other: &str| {
        let read = |text: &str| ComparedGame::read(text.as_bytes(), 1).expect("there is a game");
        differences(&read(one), &read(other), ["a", "b"]).moves
    };
    let plays = ["ba", "ca", "da", "eb", "fb", "gc", "hd", "ie", "jf", "kq"];
    let one = game(&plays);
    let mut swapped = plays;
    swapped.swap(2, 4);
    let found = compared(&one, &game(&swapped));
    assert!(found.ends_with("2 moves differ; 10 moves vs. 10 moves in all\n"), "{found}");
    let without = [&plays[..3], &plays[5..]].concat();
    let left_out = game(&without);
    let found = compared(&one, &left_out);
    assert!(
        found.starts_with("moves 4 to 5: W E18 (a:1) and the following aren't in b\n"),
        "{found}"
    );
    // Turned by 180 degrees, one move misread.
    let turn = |play: &&str| -> String {
        play.chars().map(|c| char::from(b'a' + b's' - c as u8)).collect()
    };
    let mut turned: Vec<String> = plays.iter().map(turn).collect();
    let exact = game(&turned.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(compared(&one, &exact), "the game is the same, turned by 180 degrees\n");
    let longer: Vec<String> =
        ('a'..='s').flat_map(|c| [format!("{c}g"), format!("{c}m")]).collect();
    let names = |plays: &[String]| game(&plays.iter().map(String::as_str).collect::<Vec<_>>());
    let one = names(&longer);
    turned = longer.iter().map(|play| turn(&play.as_str())).collect();
    turned[20] = "ss".to_owned();
    assert_eq!(
        compared(&one, &names(&turned)),
        "move 21: B L13 (a:1) vs. B A19 (b:1)\nb is turned by 180 degrees\n1 move differs; 38 moves vs. 38 moves in all\n"
    );
}

#[test]
fn the_status_is_that_of_diff() {
    let other = GAME.replace("Ann", "Ben");
    let folder =
        folder(&[("a.sgf", GAME.as_bytes()), ("b.sgf", format!("{GAME}{other}").as_bytes())]);
    let compare = |arguments: &[&str]| {
        let run = run(&folder, &[&["compare"], arguments].concat());
        (run.status, run.stdout, run.stderr)
    };
    let first = compare(&["a.sgf", "b.sgf"]);
    assert_eq!((first.0, &*first.1), (0, ""));
    assert!(first.2.contains("this is the first"), "{}", first.2);
    let second = compare(&["a.sgf", "b.sgf", "--games", "1,2"]);
    assert_eq!(second, (1, "PB: Ann vs. Ben\n".to_owned(), String::new()));
    let quiet = compare(&["b.sgf", "b.sgf", "--games", "2,1", "--quiet"]);
    assert_eq!(quiet, (1, String::new(), String::new()));
    let missing = compare(&["a.sgf", "b.sgf", "--games", "1,3"]);
    assert_eq!(
        missing,
        (2, String::new(), "sgf-audit: b.sgf: the file has only 2 games\n".to_owned())
    );
    assert_eq!(compare(&["a.sgf", "gone.sgf"]).0, 2);
}
