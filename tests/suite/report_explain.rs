//! Tests of `report::explain`.

use sgf_audit::report::{
    Row, explanation, finding_list, ruleset_fields, ruleset_list, ruleset_text,
};
use sgf_audit_core::audit::FindingKind;
use sgf_audit_core::rules::{BUILT_IN, Ruleset, lookup};

#[test]
fn every_finding_is_listed_and_explained() {
    let list = finding_list(None);
    for &name in FindingKind::ALL {
        assert!(list.contains(&format!("  {} ", name.as_str())));
        assert!(explanation(name, None).contains("source:"));
    }
}

#[test]
fn abbreviated_sources_are_spelled_out() {
    let ko = explanation(FindingKind::Ko, None);
    assert!(
        ko.contains("A91: American Go Association, Official AGA Rules of Go")
            && ko.contains("BGA: British Go Association"),
        "{ko}"
    );
    assert!(
        !ko.contains("B07:") && !explanation(FindingKind::NotSgf, None).contains("AGA"),
        "{ko}"
    );
}

#[test]
fn a_rules_string_of_katago_is_named_once_and_needs_no_abbreviations() {
    let name = "koSIMPLEscoreAREAtaxNONEsui0";
    let text = ruleset_text(lookup(name).expect("a ruleset"), None);
    assert!(text.starts_with(&format!("{name}\n\nIn RU: {name}.\n")), "{text}");
    assert!(!text.contains("Sources:"), "{text}");
    let area = ruleset_text(lookup("aga-area").expect("a ruleset"), None);
    assert!(area.contains("Sources: A91"), "{area}");
}

#[test]
fn the_list_fits_a_terminal() {
    let list = ruleset_list();
    assert_eq!(list.lines().count(), BUILT_IN.len() + 1);
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
}

#[test]
fn a_ruleset_can_be_read_back_from_its_table() {
    for rules in &BUILT_IN {
        let mut file = String::from("id = \"again\"\n");
        for Row { key, value, .. } in ruleset_fields(rules) {
            match value.as_str() {
                _ if key.is_empty() => {}
                "true" | "false" => file.push_str(&format!("{key} = {value}\n")),
                _ => file.push_str(&format!("{key} = \"{value}\"\n")),
            }
        }
        let again = Ruleset::from_toml(&file).unwrap();
        let values = |rules| {
            let rows = ruleset_fields(rules).into_iter().filter(|row| !row.key.is_empty());
            rows.map(|row| row.value).collect::<Vec<_>>()
        };
        assert_eq!(values(&again), values(rules), "{}", rules.id);
    }
}
