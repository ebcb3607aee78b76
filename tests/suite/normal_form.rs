//! The normal form of SGF that `convert` writes.

use proptest::prelude::*;
use sgf_audit_core::convert::{Converted, Converter, Options, Target};

use crate::support::size;

fn convert(record: &[u8], target: Target) -> Converted {
    Converter::default().convert("-", record, &Options { lossy: true, ..Options::new(target) })
}

fn text_of(converted: &Converted) -> String {
    converted.games.iter().map(|game| &game.text[..]).collect()
}

/// Returns the normal form without line breaks and the properties that every root gets.
fn normal(record: &str) -> String {
    let converted = convert(record.as_bytes(), Target::Sgf);
    assert!(!converted.is_refused(), "{:?}", converted.notices);
    text_of(&converted).replace("FF[4]CA[UTF-8]GM[1]", "").replace('\n', "")
}

#[test]
fn a_value_is_decoded_as_its_file_is() {
    // A NUL and a letter alone would be taken for UTF-16.
    let converted = convert(b"(;GM[1]SZ[9]AB[aa]AW[\0c];B[bb])", Target::Sgf);
    assert_eq!(converted.games.len(), 1);
}

#[test]
fn nodes_are_put_in_order() {
    for (record, expected) in [
        ("(;C[c]AB[aa]PB[x]XX[y]SZ[9])", "(;SZ[9]PB[x]AB[aa]C[c]XX[y])"),
        ("(;SZ[9];C[c]W[aa]PL[B])", "(;SZ[9];PL[B]W[aa]C[c])"),
        // Lists are merged, unless their order means something.
        ("(;SZ[9]AB[aa]AW[bb]AB[cc])", "(;SZ[9]AB[aa][cc]AW[bb])"),
        ("(;SZ[9]AE[aa:bb]AB[aa]AE[cc])", "(;SZ[9]AE[aa:bb]AB[aa]AE[cc])"),
        ("(;SZ[9]PB[a]PB[b]PB[a])", "(;SZ[9]PB[a]C[PB again: b])"),
        // Alternating moves become nodes; others may be a slip.
        (
            "(;SZ[9];B[aa]W[bb]B[cc]C[c]N[n](;W[dd])(;W[ee]))",
            "(;SZ[9];B[aa]N[n];W[bb];B[cc]C[c](;W[dd])(;W[ee]))",
        ),
        ("(;SZ[9];B[aa]B[bb])", "(;SZ[9];B[aa]B[bb])"),
        ("(;SZ[9]B[aa]W[bb]C[c]TB[cc])", "(;SZ[9]B[aa]C[c];W[bb]TB[cc])"),
        // A variation must not look like another game.
        (
            "(;SZ[9]PB[a];B[aa](;W[bb])(;N[n]PB[c]W[dd]))",
            "(;SZ[9]PB[a];B[aa](;W[bb])(;W[dd]N[n]PB[c]))",
        ),
    ] {
        assert_eq!(normal(record), expected, "{record}");
    }
}

#[test]
fn old_properties_are_replaced_by_new_ones() {
    for (record, expected) in [
        ("(;FF[1]KI[11])", "(;SZ[19]KM[5.5])"),
        ("(;KI[11]KM[6])", "(;SZ[19]KM[6]KI[11])"),
        ("(;FF[3]VW[bb][aa])", "(;SZ[19]VW[aa:bb])"),
        ("(;FF[4]VW[bb][aa])", "(;SZ[19]VW[bb][aa])"),
        ("(;L[aa][bb]LB[cc:x])", "(;SZ[19]L[aa][bb]LB[cc:x])"),
        ("(;M[aa]MA[bb]SC[cc])", "(;SZ[19]MA[aa][bb]SC[cc])"),
        ("(;White[aa]b[bb]MULTIGOGM[1])", "(;SZ[19]W[aa]MULTIGOGM[1];B[bb])"),
        ("(;SZ[19x19]B[Q16])", "(;SZ[19]B[pd])"),
        ("(;SZ[21];B[tt];W[])", "(;SZ[21];B[tt];W[])"),
    ] {
        assert_eq!(normal(record), expected, "{record}");
    }
}

#[test]
fn every_encoding_becomes_utf_8() {
    let (gbk, ..) = encoding_rs::GBK.encode("(;CA[GBK]SZ[9]PB[柯洁]C[镸\\]镸])");
    let converted = convert(&gbk, Target::Sgf);
    let first = &converted.games[0].text;
    assert!(first.contains("PB[柯洁]") && first.contains("C[镸\\]镸]"), "{first}");
    let mut utf_16 = vec![0xff, 0xfe];
    utf_16.extend("(;SZ[9]PB[柯洁])".encode_utf16().flat_map(u16::to_le_bytes));
    assert!(convert(&utf_16, Target::Sgf).games[0].text.contains("PB[柯洁]"));
}

#[test]
fn deep_and_long_records_take_linear_time() {
    let times = size(10_000, 100_000);
    let deep = format!("(;SZ[9]{}{})", "(;B[aa](;W[bb])".repeat(times), ")".repeat(times));
    let long = format!("(;SZ[9]{})", ";B[aa];W[]".repeat(2 * times));
    let wide = format!("(;SZ[9]{})", "(;B[aa])".repeat(2 * times));
    let many = "(;SZ[9]*)".repeat(times / 2);
    for record in [deep, long, wide, many] {
        for target in [Target::Sgf, Target::Csv] {
            assert!(!convert(record.as_bytes(), target).is_refused());
        }
    }
}

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(", ")", ";", "[", "]", "\\", "B", "W", "AB", "AE", "C", "SZ", "PB", "GM", "CA", "L",
        "[aa]", "[bb:aa]", "[9]", "[tt]", "[]", ";B[aa]", ";W[bb]", "(;", "b", "Size", "\n", "\r",
        "é", "CA[gbk]", "[1]", "KI", "M", "C[x]", "\u{feff}", "PB[x]", "9", "*", " ",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(400, 2000)))]
    #[test]
    fn the_normal_form_of_a_normal_form_is_itself(
        tokens in prop::collection::vec(token(), 0..40),
        noise in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let record = [b"(;", tokens.concat().as_bytes(), &noise].concat();
        for target in [Target::Jsonl, Target::Csv, Target::Gtp] {
            let _ = convert(&record, target);
        }
        let once = convert(&record, Target::Sgf);
        let once = text_of(&once);
        if !once.is_empty() {
            let twice = convert(once.as_bytes(), Target::Sgf);
            prop_assert!(twice.notices.is_empty(), "{:?} {once}", twice.notices);
            prop_assert_eq!(text_of(&twice), once);
        }
    }
}
