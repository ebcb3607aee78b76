//! Edits: applied, traced back and rejected where they conflict.

use sgf_audit_core::fix::{ByteOrigin, Edit, EditSet, StepMap, apply};
use sgf_audit_core::sgf::Span;

#[test]
fn edits_leave_the_rest_alone() {
    use ByteOrigin::{Inserted, Kept};
    let edits = [
        Edit::insert(0, ">"),
        Edit::replace(Span::new(2, 4), "xyz"),
        Edit::remove(Span::new(5, 6)),
    ];
    assert_eq!(apply(b"abcdef", &edits), b">abxyze");
    let step = StepMap::new(&edits);
    let origins: Vec<ByteOrigin> = (0..7).map(|at| step.origin(at)).collect();
    let expected = [Inserted(0), Kept(0), Kept(1), Kept(2), Inserted(2), Inserted(2), Kept(4)];
    assert_eq!(origins, expected);
}

#[test]
fn conflicting_edits_are_not_added() {
    let mut set = EditSet::default();
    let removal = |from, to| vec![Edit::remove(Span::new(from, to))];
    assert!(set.try_add(&removal(5, 9)));
    assert!(!set.try_add(&removal(8, 12)), "it overlaps the end");
    assert!(!set.try_add(&removal(2, 6)), "it overlaps the beginning");
    assert!(!set.try_add(&[Edit::insert(9, ")")]), "it touches the end");
    assert!(set.try_add(&removal(9, 12)));
    assert!(set.try_add(&[Edit::insert(13, ")")]));
    assert!(!set.try_add(&[Edit::insert(13, "]")]), "the order would matter");
    assert_eq!(set.into_edits().len(), 3);
}
