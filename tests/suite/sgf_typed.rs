//! Tests of `sgf::value::typed`.

use sgf_audit_core::sgf::{Ident, Span, Text, Validity, validity};

fn judge(id: &str, value: &str) -> Validity {
    let text = Text::new(value.as_bytes());
    validity(&text, Ident::new(id), &[Span::new(0, value.len())])
}

#[test]
fn sgf_parse_decides_and_its_errors_are_mended() {
    assert_eq!(judge("BL", "93.5"), Validity::Valid);
    assert_eq!(judge("BL", "soon"), Validity::Invalid);
    assert_eq!(judge("OB", "3"), Validity::Valid);
    assert_eq!(judge("LB", "aa:x\\:y"), Validity::Valid);
    assert_eq!(judge("LB", "aa"), Validity::Invalid);
    assert_eq!(judge("C", "any: [thing\\]"), Validity::Valid);
    assert_eq!(judge("TE", "3"), Validity::Invalid);
    assert_eq!(judge("DD", ""), Validity::Valid);
    assert_eq!(judge("VW", ""), Validity::Valid);
    assert_eq!(judge("TR", ""), Validity::Invalid);
    assert_eq!(judge("XX", "1"), Validity::UnknownProperty);
}
