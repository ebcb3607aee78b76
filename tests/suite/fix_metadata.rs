//! Fixes of what a record states about its players, date, ruleset and komi, in any charset: no word is lost.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8};
use proptest::prelude::*;

use sgf_audit_core::fix::{Options, Safety, Selection, fix_bytes};

use crate::support::{audit_game, size};

/// A charset with its label, a usual text, and names whose second bytes look like a backslash, a bracket or a wide blank to a
/// program that takes the bytes one by one.
const CHARSETS: [(&Encoding, &str, &str, [&str; 3]); 6] = [
    (UTF_8, "UTF-8", "中国围棋甲级联赛", ["柯洁", "이세돌", "Łukasz"]),
    (GB18030, "GB18030", "中国围棋甲级联赛，黑方先行", ["柯洁", "誠甛", "囶郳"]),
    (BIG5, "Big5", "臺灣棋院圍棋名人賽", ["許功", "蓋坡", "林海峰"]),
    (SHIFT_JIS, "Shift_JIS", "日本棋院の囲碁名人戦リーグ", ["表十", "ソ能", "坂田"]),
    (EUC_JP, "EUC-JP", "日本棋院の囲碁名人戦リーグ", ["坂田", "表十", "武宮"]),
    (EUC_KR, "EUC-KR", "한국기원 바둑 리그", ["이세돌", "박정환", "신진서"]),
];

/// Returns a charset with its label, and a header in it.
fn header() -> impl Strategy<Value = (&'static Encoding, &'static str, String)> {
    let blank = || prop::sample::select(vec!["", " ", "  ", "\u{3000}", " \u{3000}", "\t"]);
    let date = prop::sample::select(vec![
        "DT[2014/1/26]",
        "DT[26 Jan 2014]",
        "DT[03/04/2014]",
        "DT[2014-01-26]",
        "DT[x]",
        "",
    ]);
    let rank = prop::sample::select(vec![
        "BR[9 dan]",
        "BR[3 kyu]",
        "BR[9P]",
        "BR[5 dan]",
        "BR[3d]",
        "BR[]BR[3d]",
        "BR[3d]BR[3d]",
    ]);
    let rest = prop::sample::select(vec![
        "RU[japan]",
        "KM[3.75]RU[Chinese]",
        "AB[]",
        "AE[aa][]",
        "EV[]EV[x]",
        "AP[foxwq]",
        "",
    ]);
    (0..CHARSETS.len(), 0..3usize, 0..3usize, [blank(), blank(), blank()], date, rank, rest)
        .prop_map(|(charset, first, second, blanks, date, rank, rest)| {
            let (encoding, label, place, names) = CHARSETS[charset];
            let [before, between, behind] = blanks;
            let name = format!("{before}{}{between}{}{behind}", names[first], names[second]);
            (
                encoding,
                label,
                format!("PB[{name}]PC[{place}]{date}{rank}{rest}GC[{}]", names[second]),
            )
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(200, 3000)))]

    /// A fixed record is read in its own charset, has the same words and nothing left to fix.
    #[test]
    fn names_survive_in_every_charset((encoding, label, header) in header()) {
        let record = format!("(;FF[4]GM[1]CA[{label}]SZ[9]RE[?]{header};B[ee];W[cc])");
        let (bytes, _, is_lossy) = encoding.encode(&record);
        prop_assert!(!is_lossy, "{}", record);
        let before = audit_game(&bytes[..]);
        for most in [Safety::Safe, Safety::Judgement] {
            let options = Options::new(Selection::UpTo(most));
            let once = fix_bytes(&bytes, &options);
            prop_assert!(once.not_fixed.is_empty(), "{}: {:?}", record, once.not_fixed);
            let Some(once) = once.bytes else { continue };
            let (decoded, is_damaged) = encoding.decode_without_bom_handling(&once);
            prop_assert!(!is_damaged, "{}", decoded);
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let after = audit_game(&once[..]);
            prop_assert_eq!(words(&after.black), words(&before.black));
            let blank = |text: &str| text.replace('\u{3000}', " ");
            prop_assert_eq!(blank(&after.black), words(&before.black).join(" "));
            let comment = |text: &str| text.split_once("GC[").map(|(_, text)| text.to_owned());
            prop_assert_eq!(comment(&decoded), comment(&record));
            let twice = fix_bytes(&once, &options).bytes;
            prop_assert_eq!(twice, None, "{}", decoded);
        }
    }
}
