//! The files of an event, and its rating class.

use std::path::Path;

use sgf_audit_core::event::{EventFile, rating_class};

fn recognised(name: &str, head: &str, is_chosen: bool) -> Option<EventFile> {
    EventFile::recognise(Path::new(name), head.as_bytes(), is_chosen)
}

#[test]
fn tables_are_told_by_their_content() {
    for head in [
        "Round;Black;White;Result\r\n1;Ann;Bob;B+R\r\n",
        "<?xml version=\"1.0\"?>\n<Tournament dataVersion=\"201\">",
        "; EV[Cup]\n1 Lee Ann 1d EU C 1 2+/b0\n",
        "TOURNEY Cup\n\tstart=5/1/2026\nPLAYERS\n",
    ] {
        assert_eq!(recognised("games/list.txt", head, false), Some(EventFile::Results), "{head}");
    }
    for head in ["", "(;SZ[9];B[ee])", "path,game,black,white\n", "<html><body>", "; a comment\n"] {
        assert_eq!(recognised("games/list.txt", head, false), None, "{head}");
        assert_eq!(recognised("list.txt", head, true), None, "{head}");
    }
}

#[test]
fn a_chosen_file_is_told_by_its_name_too() {
    assert_eq!(recognised("a/results.CSV", "no header", true), Some(EventFile::Results));
    assert_eq!(recognised("a/results.CSV", "no header", false), None);
    assert_eq!(recognised("a/Event.toml", "", false), Some(EventFile::Terms));
    assert_eq!(recognised("a/sgf-audit.toml", "", true), None);
}

#[test]
fn classes_are_those_of_the_egf() {
    for (main, overtime, class) in [
        (3600, "5x30", Some("A")),
        (3600, "3x20", Some("A")),
        (3600, "3x19", Some("B")),
        (3599, "5x60", Some("B")),
        (3600, "15/300", Some("A")),
        (3600, "", Some("B")),
        (4500, "", Some("A")),
        (2700, "+15", Some("A")),
        (2699, "+15", Some("B")),
        (1800, "+10", Some("B")),
        (1200, "+5", Some("C")),
        (1500, "5x30", Some("C")),
        (1499, "5x30", None),
        (600, "5x30", None),
        (3600, "byo-yomi", None),
    ] {
        assert_eq!(rating_class(main, overtime), class, "{main} {overtime}");
    }
}
