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
