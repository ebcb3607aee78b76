//! Rulesets read from TOML.

use sgf_audit_core::go::Points;
use sgf_audit_core::rules::{Ruleset, Suicide, find};

#[test]
fn a_base_and_what_differs() {
    let text = "id = \"club\"\nbase = \"aga\"\nkomi = 6.5\nsuicide = \"multi-stone\"\n";
    let rules = Ruleset::from_toml(text).unwrap();
    assert_eq!((&*rules.id, &*rules.name), ("club", "club"));
    assert_eq!(rules.komi.value, Points::parse("6.5"));
    assert_eq!(rules.suicide.value, Suicide::MultiStone);
    assert_eq!(rules.superko, find("aga").unwrap().superko);
    assert_eq!(rules.komi.source, "the rules file");
}

#[test]
fn faults_are_named() {
    let error = |text: &str| Ruleset::from_toml(text).unwrap_err().to_string();
    assert!(error("id = \"x\"\nbase = \"aga\"\nkommi = 6.5").contains("unknown field `kommi`"));
    assert!(error("id = \"x\"").contains("missing field `ko`"));
    assert!(error("base = \"aga\"").contains("missing field `id`"));
    assert!(error("id = \"x\"\nbase = \"agga\"").contains("did you mean aga?"));
    assert!(error("id = \"x\"\nbase = \"aga\"\nsuperko = \"psk\"").contains("unknown variant"));
    assert!(error("id = \"x\"\nbase = \"aga\"\nkomi = \"much\"").contains("isn't a komi"));
    assert!(error("id = ").contains("line 1"));
    for value in ["base = \"agaa\"", "komi = \"much\"", "suicide = 1", "kommi = 1"] {
        let error = error(&format!("id = \"x\"\n\n{value}"));
        assert!(error.contains("line 3"), "{error}");
    }
}

#[test]
fn an_id_is_of_its_own() {
    let error = |id: &str| {
        Ruleset::from_toml(&format!("base = \"aga\"\nid = \"{id}\"")).unwrap_err().to_string()
    };
    // Reports couldn't tell the two apart.
    assert!(error("japanese").contains("`japanese` is a built-in ruleset"));
    assert!(error("").contains("may not be empty") && error(" ").contains("may not be empty"));
    assert!(error("aga").contains("line 2"), "{}", error("aga"));
    for odd in ["=cmd", "x\\u001b[31m", "a\\r\\nb", "a b", "-x|y"] {
        assert!(error(odd).contains("letters, digits"), "{odd}: {}", error(odd));
    }
}

/// A name is printed on terminals.
#[test]
fn a_name_has_no_control_characters() {
    let read = |name: &str| {
        Ruleset::from_toml(&format!("base = \"aga\"\nid = \"club-9.é\"\nname = \"{name}\""))
    };
    assert_eq!(read("Club of Łódź (2024)").unwrap().name, "Club of Łódź (2024)");
    for odd in ["\\u001b[31mRED", "a\\nb", "\\u202e"] {
        assert!(read(odd).unwrap_err().to_string().contains("control or invisible"), "{odd}");
    }
}

#[test]
fn komi_is_read_as_it_is_written() {
    let komi = |line: &str| {
        let text = format!("id = \"club\"\nbase = \"japanese\"\n{line}\n");
        Ruleset::from_toml(&text).unwrap()
    };
    assert_eq!(komi("komi = 7").komi.value, Some(Points::whole(7)));
    assert_eq!(komi("komi = \"5.5\"").komi.value, Points::parse("5.5"));
    assert_eq!(komi("komi = \"none\"").komi.value, None);
    // Earlier years had another komi, unless the file says which one holds.
    assert_eq!(komi("").earlier_komi, find("japanese").unwrap().earlier_komi);
    assert!(komi("komi = 7").earlier_komi.value.is_empty());
}
