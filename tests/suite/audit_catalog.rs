//! Tests of `audit::finding::catalog`.

use std::collections::HashSet;

use sgf_audit_core::audit::FindingKind;

#[test]
fn names_are_kebab_case_and_unique() {
    let names: HashSet<_> = FindingKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(names.len(), FindingKind::ALL.len());
    for &kind in FindingKind::ALL {
        let name = kind.as_str();
        assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{name}");
        assert_eq!(FindingKind::find(name), Some(kind));
    }
}
