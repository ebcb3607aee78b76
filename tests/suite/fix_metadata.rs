//! Fixes of what a record states about its players, date, ruleset and komi, in any charset.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8};
use proptest::prelude::*;

use sgf_audit_core::fix::{Options, Safety, Selection, fix_bytes};

use crate::support::{audit_game, size};

/// Returns the header of a record with this one, fixed by the fixes up to a class; `None` if nothing is fixed.
fn fixed_header(header: &str, most: Safety) -> Option<String> {
    let record = format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]{header}RE[?];B[ee];W[cc])");
    let fixed = fix_bytes(record.as_bytes(), &Options::new(Selection::UpTo(most)));
    assert!(fixed.not_fixed.is_empty(), "{header}: {:?}", fixed.not_fixed);
    let fixed = String::from_utf8(fixed.bytes?).expect("UTF-8 stays UTF-8");
    let (_, fixed) = fixed.split_once("SZ[9]").expect("it stays");
    Some(fixed.split_once("RE[?]").expect("it stays").0.to_owned())
}

fn assert_fixed(most: Safety, cases: &[(&str, Option<&str>)]) {
    for (header, fixed) in cases {
        assert_eq!(fixed_header(header, most).as_deref(), *fixed, "{header}");
    }
}

#[test]
fn dates_that_mean_one_day_are_written_in_iso_form() {
    let cases = [
        ("DT[26 Jan 2014]", Some("DT[2014-01-26]")),
        ("DT[2014/1/26]", Some("DT[2014-01-26]")),
        ("DT[2014年1月26日]", Some("DT[2014-01-26]")),
        ("DT[03/04/2014]", None),
        ("DT[2014-01-26 20:15]", None),
        ("DT[2014-02-30]", None),
    ];
    assert_fixed(Safety::Safe, &cases);
    assert_fixed(Safety::Judgement, &cases);
}

#[test]
fn ranks_are_written_in_short_form_where_they_mean_one_thing() {
    for (header, safe, by_judgement) in [
        ("WR[3 kyu]", Some("WR[3k]"), Some("WR[3k]")),
        ("WR[2级?]", Some("WR[2k?]"), Some("WR[2k?]")),
        ("BR[P9段]WR[9 dan pro]", Some("BR[9p]WR[9p]"), Some("BR[9p]WR[9p]")),
        ("BR[4D*]", Some("BR[4d*]"), Some("BR[4d*]")),
        ("BR[九段]WR[9 dan]EV[x]", None, Some("BR[9p]WR[9p]EV[x]")),
        // A server's record may name neither event nor server.
        ("BR[9段]WR[9段]", None, None),
        ("BR[五段]WR[5 dan]", None, None),
        ("BR[九段]EV[x]PC[Tygem]", Some("BR[9d]EV[x]PC[Tygem]"), Some("BR[9d]EV[x]PC[Tygem]")),
        ("BR[3dan]WR[Honinbo 9 dan]", None, None),
    ] {
        assert_eq!(fixed_header(header, Safety::Safe).as_deref(), safe, "{header}");
        assert_eq!(fixed_header(header, Safety::Judgement).as_deref(), by_judgement, "{header}");
    }
}

#[test]
fn rulesets_are_named_as_sgf_names_them() {
    let cases = [
        ("RU[japanese]", Some("RU[Japanese]")),
        ("RU[中国规则]", Some("RU[Chinese]")),
        ("RU[New Zealand]", Some("RU[NZ]")),
        ("RU[Ing]", Some("RU[GOE]")),
        ("RU[Japanese 1989]", None),
        ("RU[Tromp-Taylor]", None),
        ("RU[house rules]", None),
    ];
    assert_fixed(Safety::Judgement, &cases);
}

#[test]
fn komi_in_zi_is_written_in_points_by_judgement() {
    let record = "RU[Chinese]KM[3.75]";
    assert_eq!(fixed_header(record, Safety::Rules), None);
    assert_eq!(fixed_header(record, Safety::Judgement).as_deref(), Some("RU[Chinese]KM[7.5]"));
}

#[test]
fn empty_setup_is_removed_where_the_node_has_something_else() {
    let cases = [
        ("AB[]AW[]", Some("")),
        ("AB[aa][]", Some("AB[aa]")),
        ("PL[]", Some("")),
        ("GN[]", Some("")),
        ("EV[ ]BR[]", Some("")),
        ("TB[]", None),
    ];
    assert_fixed(Safety::Safe, &cases);
    let fixed = |record: &str| {
        let fixed = fix_bytes(record.as_bytes(), &Options::new(Selection::UpTo(Safety::Safe)));
        fixed.bytes.map(|bytes| String::from_utf8(bytes).expect("ASCII"))
    };
    let node =
        |setup: &str| format!("(;FF[4]GM[1]SZ[9]RE[?];B[aa];{setup};W[bb](;AE[cc])(;B[cc]))");
    assert_eq!(fixed(&node("AE[]C[x]")), Some(node("C[x]")));
    assert_eq!(fixed(&node("C[x]AE[]")), Some(node("C[x]")));
    // It would leave an empty node.
    assert_eq!(fixed(&node("AE[]AB[]")), None);
}

#[test]
fn properties_that_say_the_same_again_are_removed() {
    for (header, safe, by_judgement) in [
        ("PB[a]PB[a]PW[b]PB[a]", Some("PB[a]PW[b]"), Some("PB[a]PW[b]")),
        ("KM[6.5]KM[]", Some("KM[6.5]"), Some("KM[6.5]")),
        ("RU[AGA]KM[]KM[6.5]", None, Some("RU[AGA]KM[6.5]")),
        ("PB[]PB[]PB[a]PB[a]", None, Some("PB[a]")),
        ("EV[]EV[]", Some(""), Some("")),
        ("EV[a]EV[b]EV[a]", None, None),
        ("C[a]C[a]", Some("C[a]"), Some("C[a]")),
        ("C[a]C[b]", Some("C[a\nb]"), Some("C[a\nb]")),
        ("GN[a][b]GN[a]", None, None),
    ] {
        let fixed = |most| fixed_header(header, most);
        assert_eq!(fixed(Safety::Safe).as_deref(), safe, "{header}");
        assert_eq!(fixed(Safety::Judgement).as_deref(), by_judgement, "{header}");
    }
    // The board would be another one.
    let record = b"(;FF[4]GM[1]SZ[]SZ[9];B[ee])";
    let record = fix_bytes(record, &Options::new(Selection::UpTo(Safety::Judgement)));
    assert_eq!((record.bytes, record.not_fixed.len()), (None, 1));
}

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

#[test]
fn programs_have_a_colon_before_their_version() {
    let cases = [
        ("AP[GNU Go 3.3.8]", Some("AP[GNU Go:3.3.8]")),
        ("AP[SGFtools0.4]", Some("AP[SGFtools:0.4]")),
        ("AP[foxwq]", None),
        ("AP[GNU Go:3.3.8]", None),
    ];
    assert_fixed(Safety::Safe, &cases);
}

#[test]
fn a_bracket_after_a_result_is_removed() {
    let cases = [
        ("KM[6.5]]", Some("KM[6.5]")),
        ("DT[2014-01-26]]]", Some("DT[2014-01-26]")),
        ("BR[9p]]", Some("BR[9p]")),
        ("RO[1]]", Some("RO[1\\]]")),
        ("BR[[9p]]", Some("BR[[9p\\]]")),
    ];
    assert_fixed(Safety::Judgement, &cases);
}
