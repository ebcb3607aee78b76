//! Tests of `sgf::tree::ident`.

use sgf_audit_core::sgf::Ident;

#[test]
fn each_identifier_of_two_letters_has_a_place() {
    let one = (b'A'..=b'Z').map(|a| Ident::read(&[a]));
    let two = (b'A'..=b'Z').flat_map(|a| (b'A'..=b'Z').map(move |b| Ident::read(&[a, b])));
    let places: std::collections::HashSet<_> =
        one.chain(two).map(|id| id.place().unwrap()).collect();
    assert_eq!(places.len(), 26 + 26 * 26);
    assert!(places.iter().all(|&place| place < Ident::PLACES));
    for odd in ["A1", "1", "1A", "ABC", "", "MULTIGOG"] {
        assert_eq!(Ident::new(odd).place(), None, "{odd}");
        assert_eq!(Ident::new(odd).spelling(), odd);
    }
    for usual in ["B", "Z", "AB", "BA", "ZZ"] {
        assert_eq!(Ident::new(usual).spelling(), usual);
    }
}

#[test]
fn old_spellings_mean_the_same() {
    assert_eq!(Ident::read(b"SiZe"), Ident::new("SZ"));
    assert_eq!(Ident::read(b"Black"), Ident::new("B"));
    assert_eq!(Ident::read(b"b"), Ident::new("B"));
    assert_eq!(Ident::read(b"AB"), Ident::new("AB"));
    assert_ne!(Ident::read(b"AB"), Ident::new("BA"));
    assert_eq!(Ident::read(b"MULTIGOGM"), Ident::LONG);
    assert_eq!(Ident::read(b"CoPyright").spelling(), "CP");
}
