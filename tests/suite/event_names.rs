//! Names of players: the forms in which they are compared, and the nearest to one that nobody has.

use sgf_audit_core::event::{Player, Roster, name_keys};

#[test]
fn the_same_names_have_the_same_form() {
    for same in [
        &["José Pérez", "PEREZ Jose", "Pérez, José", "perez_jose", "José Pérez 3d"][..],
        &["Łukasz Wójcik", "Wojcik Lukasz", "LukaszWojcik", "Dr. Lukasz Wojcik"],
        &["Jørn O'Brien", "OBrien, Jorn [2k]"],
        &["Ħasan Þór Cœur", "hasan thor coeur"],
        &["柯 洁", "柯洁", "柯洁 9p", "柯洁(九段)"],
        &["신진서", "신진서 9p"],
        &["Ｋｅ　Ｊｉｅ", "ke jie", "Jie Ke"],
        &["***", " *** "],
    ] {
        for name in same {
            assert_eq!(name_keys(name), name_keys(same[0]), "{name}");
        }
    }
}

#[test]
fn a_name_in_two_scripts_has_two_forms() {
    assert_eq!(name_keys("柯洁 (Ke Jie)"), ["柯洁", "jie ke"]);
}

#[test]
fn other_names_have_other_forms() {
    for (one, other) in [
        ("Jon Smith", "John Smith"),
        ("张三", "三张"),
        ("はやし", "ばやし"),
        ("かとう", "がとう"),
        ("มานี", "มานู"),
        ("***", "★"),
    ] {
        assert_ne!(name_keys(one), name_keys(other), "{one} and {other}");
    }
    assert!(name_keys(" - ").is_empty());
    // A rank alone may be a name.
    assert_eq!(name_keys("5d"), ["5d"]);
}

/// What `why_none` says of a name in a roster.
fn why(names: impl IntoIterator<Item = String>, name: &str) -> String {
    let mut roster = Roster::default();
    for name in names {
        roster.add(Player { name, ..Player::default() });
    }
    assert_eq!(roster.find(name), None, "{name}");
    roster.why_none(name)
}

#[test]
fn near_names_are_found_among_many() {
    let names = || {
        let many = (0..1400).map(|n| format!("anna name{n:04}"));
        many.chain(["jon smith", "ann lee", "柯洁", "kowalska zofia"].map(str::to_owned))
    };
    for (name, near) in [
        ("john smith", "jon smith"),
        ("柯杰", "柯洁"),
        ("kovalska zofia", "kowalska zofia"),
        ("smith", "jon smith"),
    ] {
        assert_eq!(why(names(), name), format!("the nearest: {near}"), "{name}");
    }
    assert_eq!(why(names(), "x y"), "no similar name is known");
}

#[test]
fn of_too_many_names_none_is_looked_for() {
    let many = (0..=50_001).map(|n| n.to_string());
    assert_eq!(why(many, "john smith"), "there are too many names to look for similar ones");
}
