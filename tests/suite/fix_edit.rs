//! Edits: applied, followed by others, traced back, and rejected where they conflict.

use sgf_audit_core::fix::{
    Edit, EditHistory, EditSet, Options, Safety, Selection, apply, fix_bytes,
};
use sgf_audit_core::sgf::Span;

#[test]
fn edits_leave_the_rest_alone() {
    let edits = [
        Edit::insert(0, ">"),
        Edit::replace(Span::new(2, 4), "xyz"),
        Edit::remove(Span::new(5, 6)),
    ];
    assert_eq!(apply(b"abcdef", &edits), b">abxyze");
    let history = EditHistory::new(0, &edits);
    let nearest: Vec<usize> = (0..7).map(|at| history.nearest_original(at)).collect();
    assert_eq!(nearest, [0, 0, 1, 2, 2, 2, 4]);
    let inserted = (0..7).filter(|at| history.original(*at).is_none());
    assert_eq!(inserted.collect::<Vec<usize>>(), [0, 4, 5]);
}

#[test]
fn what_follows_is_traced_to_the_first_text() {
    // The byte at 2 is replaced by two, then one is inserted before the first, and the last is removed.
    let steps =
        [Edit::replace(Span::new(2, 3), "xy"), Edit::insert(0, "z"), Edit::remove(Span::new(5, 6))];
    let traced = |number: usize| {
        let steps =
            steps[..number].iter().map(|step| EditHistory::new(0, std::slice::from_ref(step)));
        let history = steps.fold(EditHistory::default(), EditHistory::followed_by);
        (0..5).map(|at| history.original(at)).collect::<Vec<_>>()
    };
    assert_eq!(traced(0), [0, 1, 2, 3, 4].map(Some));
    assert_eq!(traced(1), [Some(0), Some(1), Some(2), None, Some(3)]);
    assert_eq!(traced(2), [None, Some(0), Some(1), Some(2), None]);
    assert_eq!(traced(3), [None, Some(0), Some(1), Some(2), None]);
    let history = EditHistory::new(0, &steps[..1]).followed_by(EditHistory::new(0, &steps[1..2]));
    assert_eq!((history.original(4), history.nearest_original(4)), (None, 2));
    assert_eq!(history.nearest_original(0), 0);
}

/// Each game of a file is fixed in steps of its own, and then the file.
#[test]
fn a_fixed_file_is_traced_to_the_original() {
    let game = |name: &str, value: &str| format!("(;GM[1]FF[4]SZ[9]{value}PB[{name}柯];B[aa])\n");
    let file = [
        game("one", "RE[b+r]KM[375]"),
        game("two", "RE[B+R]"),
        game("three", "AB[][bb]RU[日本]RE[Black wins by resignation]"),
        game("four", "SZ[9:9]"),
    ];
    let before = file.concat();
    let record = fix_bytes(before.as_bytes(), &Options::new(Selection::UpTo(Safety::Judgement)));
    let after = String::from_utf8(record.bytes.expect("it is fixed")).expect("UTF-8");
    assert!(after.contains("CA[UTF-8]") && after.contains("KM[7.5]"), "{after}");
    for name in ["one", "two", "three", "four", "柯];B[aa])\n(;"] {
        let [from, to] = [&before, &after].map(|text| text.find(name).expect("it is there"));
        for at in 0..name.len() {
            assert_eq!(record.history.original(to + at), Some(from + at), "{name} {at}");
        }
    }
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
