//! Findings about bytes that don't decode.

use sgf_audit_core::audit::{
    AuditOptions, Auditor, FileAudit, Finding, FindingKind, Severity, audit_bytes,
};

fn undecodable(record: &[u8]) -> Option<Finding> {
    let mut first = None;
    audit_bytes(record, &AuditOptions::default(), &mut Auditor::new(), &mut |audit, _| {
        let FileAudit::Findings { findings, .. } = audit else { return };
        let bad =
            findings.into_iter().find(|finding| finding.kind == FindingKind::UndecodableBytes);
        first = first.take().or(bad);
    });
    first
}

#[test]
fn lost_bytes_are_explained() {
    // 江南 has 8D, 绝艺 9D.
    let check = |record: &[u8], lost: bool| {
        let finding = undecodable(record).expect("it is damaged");
        assert_eq!(
            finding
                .details
                .iter()
                .any(|detail| detail.text.contains("took the text for Windows-1252")),
            lost
        );
        assert!(finding.message.contains(" place"), "{}", finding.message);
    };
    check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]PW[\xe7\xbb?\xe8\x89\xba];B[aa])", true);
    check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5\x97]PW[\xe7\xbb\xe8\x89\xba];B[aa])", false);
    check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]PW[\xe7\xbb\xe8\x89\xba];B[aa])", false);
    // A letter in Latin-1 before a question mark.
    check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5\xad\x90]PW[caf\xe9? no];B[aa])", false);
    check(b"(;CA[GBK]PB[\xbd\xad\xc4?\xff?]PW[b];B[aa])", false);
}

#[test]
fn only_damage_to_the_play_is_an_error() {
    let severity = |record: &[u8]| undecodable(record).map(|finding| finding.severity);
    let name = b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]RE[B+R]C[\xe6\xb1\x9f B[\xe5?\x97\\]];B[aa])";
    assert_eq!(severity(name), Some(Severity::Warning));
    for record in [
        &b"(;CA[UTF-8]PB[\xe6\xb1\x9f]RE[\xe6\xb1];B[aa])"[..],
        b"(;CA[UTF-8]PB[\xe6\xb1\x9f];B[\xffa])",
        b"(;CA[UTF-8]PB[\xe6\xb1\x9f];B[aa])(;CA[UTF-8]PB[x]KM[\xff6.5];B[aa])",
        b"(;CA[UTF-8]PB[\xe6\xb1\x9f];B[aa];AB[aa][\xffa];W[ab])",
    ] {
        assert_eq!(severity(record), Some(Severity::Error), "{}", record.escape_ascii());
    }
    assert_eq!(severity(b"(;CA[UTF-8]PB[\xe6\xb1\x9f]RE[B+R];B[aa])"), None);
}
