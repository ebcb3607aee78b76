//! Tests of `report::explain`.

use sgf_audit::audit::FindingKind;
use sgf_audit::report::{explanation, finding_list};

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
    assert!(ko.contains("A91: Official AGA Rules of Go") && ko.contains("BGA: BGA rules"), "{ko}");
    assert!(
        !ko.contains("B07:") && !explanation(FindingKind::NotSgf, None).contains("AGA"),
        "{ko}"
    );
}
