//! Tests of `formats::gib`.

use sgf_audit_core::formats::read;

use crate::support::converted as sgf;

fn result_of(fields: &str) -> Option<String> {
    let sgf = sgf(&format!("\\HS\n{fields}\n\\HE\n"));
    let (_, rest) = sgf.split_once("RE[")?;
    rest.split(']').next().map(str::to_owned)
}

#[test]
fn results() {
    for (code, zipsu, words, read) in [
        (0, 40, "black 4 points win", Some("B+4")),
        (1, 75, "白7目半胜", Some("W+7.5")),
        (0, 0, "black 4.5 points win", Some("B+4.5")),
        (1, 0, "", Some("W+")),
        (3, 0, "black wins by resignation", Some("B+R")),
        (4, 0, "", Some("W+R")),
        (7, 0, "흑 시간승", Some("B+T")),
        (0, 0, "no result", Some("B+, no result")),
        (8, 0, "", Some("W+T")),
        (255, 0, "", None),
        (255, 0, "백 불계승", Some("백 불계승")),
        (2, 0, "무승부", Some("무승부")),
    ] {
        let main = format!("\\[GAMEINFOMAIN=GRLT:{code},ZIPSU:{zipsu},DUM:0\\]");
        let fields = format!("\\[GAMERESULT={words}\\]\n{main}");
        assert_eq!(result_of(&fields).as_deref(), read, "{code} {words}");
    }
    assert_eq!(result_of("\\[GAMETAG=S0,W1,Z35\\]").as_deref(), Some("W+3.5"));
}

#[test]
fn disagreement_is_noted() {
    let text = "\\[GAMERESULT=white wins by time\\]\n\\[GAMEINFOMAIN=GRLT:3\\]";
    // Nothing is read, and the finding quotes both.
    assert!(sgf(text).contains("RE[B+R, white wins by time]"));
}

#[test]
fn komi_is_left_open_where_there_is_another_number() {
    assert!(sgf("\\[GAMEINFOMAIN=DUM:0,GONGJE:65\\]").contains("KM[6.5]"));
    assert!(!sgf("\\[GAMEINFOMAIN=DUM:5,GONGJE:0\\]").contains("KM["));
}

#[test]
fn several_games_and_passes() {
    let game = "\\HS\n\\HE\n\\GS\nINI 0 1 2 &4\nSTO 0 2 2 0 18\nSKI 0 3\n\\GE\n";
    let sgf = sgf(&game.repeat(2));
    assert_eq!(sgf.lines().count(), 14);
    assert_eq!(sgf.matches("HA[2]AB[dp][pd]\n;W[as]\n;B[]\n)").count(), 2, "{sgf}");
}

#[test]
fn few_fields_say_all() {
    let sgf = sgf("\\HS\n\\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,DUM:0,GONGJE:75,LINE:9\\]\n\
                   \\[GAMEINFOSUB=GNAMEF:99,GPLCF:0,GNAME:cup, final,GDATE:2026-07-30-13-31-33,GPLC:site, Seoul,GCMT:a, b\\]\n\
                   \\[WUSERINFO=WID:,WLV:36,WNICK:white one,WNCD:2\\]\n\
                   \\[BUSERINFO=BID:黑 ,BLV:35,BNICK:hei\\]\n\\HE\n\\GS\nINI 0 1 3 &4\nSTO 0 2 2 8 8\n\
                   STO 0 3 1 9 8\n\\GE");
    for part in [
        "SZ[9]",
        "PB[黑]BR[9P]",
        "PW[white one]",
        "GN[cup, final]",
        "PC[site, Seoul]",
        "DT[2026-07-30]",
        "C[a, b]",
        "HA[3]AB[cg][gc][cc]",
        ";W[ii]\n\nC[STO 0 3 1 9 8])",
    ] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    assert!(!sgf.contains("WR["), "{sgf}");
}

#[test]
fn remarks_stand_at_their_moves() {
    let block = |number: &str, text: &str| format!("\\RS\n\\[REFSUSUN={number}\\]\n{text}\n\\RE\n");
    let text = [
        "\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\nSTO 0 3 2 15 3\nSTO 0 4 1 3 15\n\\GE\n",
        &block("2", "\\[REFEXPLAIN=\nbig\ncorner\n\\]"),
        &block("2", "\\[REFGIBO=\nSTO 0 2 1 3 3\nSTO 0 3 2 16 3\n\\]"),
        &block("0", "\\[REFEXPLAIN=hello\\]"),
        &block("2", "\\[REFEXPLAIN=again\\]"),
        &block("9", "\\[REFEXPLAIN=\nend\n\\]"),
        "\\RS\n\\[REFOTHER=1\\]\n\\RE\nrest",
    ]
    .concat();
    let sgf = sgf(&text);
    assert_eq!(sgf.lines().count(), text.lines().count());
    assert_eq!(read(text.as_bytes()).unread_lines().len(), 2, "{sgf}");
    for part in [
        "SO[GIB]",
        "C[hello];B[dd]",
        ";W[pd]\nC[big / corner / again];B[dp]",
        "C[\\\\[REFOTHER=1\\\\\\] / rest / end])",
    ] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
}
