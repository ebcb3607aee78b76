//! Tests of `formats::ugf`.

use crate::support::converted as sgf;

#[test]
fn sections_and_points() {
    let sgf = sgf("[Header]\nSize=9\nHdcp=2,0.50\nCoordinateType=IGS\nWinner=W,C\nRule=JPN\n\
                   PlayerB=me,2k?,,\n[Data]\nEE,W1,1,0\nAA,B1,2,0\nYA,W1,3,0\nZZ,B1,4,0\n9Z,W1,5,0\n\
                   [Figure]\n.Text,2\na good move\n.#,3,7,A\n.EndText\nno text\n[ReviewComment]\n.Comment,1\nhello\n.Comment,3\nwell\nplayed");
    assert_eq!(sgf.lines().count(), 25);
    for part in [
        "SZ[9]",
        "HA[2]KM[0.5]",
        "RE[W+C]",
        "RU[Japanese]",
        "PB[me]BR[2k?]",
        "AB[cg][gc]",
        "C[hello]",
        ";W[ee]\n;B[ai]\nC[a good move / well / played];W[]\n;B[]\n",
    ] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    assert!(sgf.ends_with("C[9Z,W1,5,0])"), "{sgf}");
}

#[test]
fn winners() {
    for (winner, re) in [
        ("B,2.50", Some("B+2.5")),
        ("W,R", Some("W+R")),
        ("D,", Some("0")),
        ("W,W+3.5", Some("W+3.5")),
        ("W,C3.5", Some("W+C3.5")),
        ("N,", Some("N")),
        (",", None),
    ] {
        let sgf = sgf(&format!("[Header]\nSize=9\nWinner={winner}\n[Data]\nEE,B1,1,0\n"));
        let read = sgf.split_once("RE[").and_then(|(_, rest)| Some(rest.split_once(']')?.0));
        assert_eq!(read, re, "{winner}");
    }
}
