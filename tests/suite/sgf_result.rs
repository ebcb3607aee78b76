//! Tests of `sgf::value::result`.

use sgf_audit_core::sgf::{Agreement, Outcome, WinBy, result};

#[test]
fn the_player_who_gives_up_has_lost() {
    for (text, read) in [
        ("Black forfeits", "W+F"),
        ("White forfeited", "B+F"),
        ("Black wins by forfeit", "B+F"),
        ("Black by forfeit", "B+F"),
        ("黒投了", "W+R"),
        ("Black wins by resignation", "B+R"),
        ("Black timed out", "W+T"),
    ] {
        assert_eq!(result(text).outcome.to_string(), read, "{text}");
    }
}

#[test]
fn how_a_game_was_won_in_letters_and_words() {
    for (text, read) in [
        ("W+R.", "W+R"),
        ("W+Res.", "W+R"),
        ("W+R!", "W+R"),
        ("W+F.", "W+F"),
        ("B by R", "B+R"),
        ("Ｂ＋Ｒ", "B+R"),
        ("黒中押し敗", "W+R"),
        ("黑中盘败", "W+R"),
        ("白敗", "B+"),
        ("Black defeats White", "B+"),
        ("Black defeated White", "B+"),
        ("黑不计点胜", "B+R"),
        ("平局", "0"),
        ("Jigo.", "0"),
        ("打ち掛け", "Void"),
        ("黒４．５目勝ち", "B+4.5"),
        ("W+１．５", "W+1.5"),
        ("B 5.5", "B+5.5"),
        ("B3.5", "B+3.5"),
        ("W resigns", "B+R"),
        ("B resigned", "W+R"),
        ("b lost by 3.5", "W+3.5"),
        ("w0.5", "W+0.5"),
        ("先番12目半勝ち", "B+12.5"),
        ("Annulled", "Void"),
        ("Not played", "Void"),
        ("White wins by  time!", "W+T"),
        ("黑先活", ""),
        ("白先杀", ""),
        ("Black to play", ""),
        ("White dead", ""),
    ] {
        assert_eq!(result(text).outcome.to_string(), read, "{text}");
    }
    for text in ["黑185子胜", "B+4:5", "B+4'5", "W+1-5"] {
        assert_eq!(result(text).outcome, Outcome::Unreadable, "{text}");
    }
    for (text, has_unread_reason) in [
        ("W+", false),
        ("White won", false),
        ("黑胜", false),
        ("W+AW", true),
        ("W+Repetition", true),
    ] {
        let read = result(text);
        assert!(matches!(read.outcome, Outcome::Win(_, WinBy::Unspecified)), "{text}");
        assert_eq!(read.has_unread_reason, has_unread_reason, "{text}");
    }
}

#[test]
fn a_remark_behind_the_winner_takes_nothing_back() {
    for (text, read) in [
        ("白番中押し勝ち（以下不明）", "W+R"),
        ("黑胜12目半（以下不明）", "B+12.5"),
        ("黒番3目勝 (途中打掛)", "B+3"),
    ] {
        assert_eq!(result(text).outcome.to_string(), read, "{text}");
    }
}

#[test]
fn text_that_is_not_one_margin_is_not_read_as_one() {
    for text in [
        "Black 10, White 15.5",
        "White 15.5, Black 10",
        "W+-5.5",
        "B 10 W 15.5",
        "W:133.5 B:81.0",
        "B 2d",
        "B 1-0",
        "B2d",
        "W1-0",
        "B+4،5",
        "W + 3 , 5",
        "B+4. 5",
        "B+3+4",
        "B-3.5",
        "W: 5.5",
        "Black:5.5",
        "白先番黒勝",
        "Result unknown (Black won?)",
        "Adjourned, Black wins later",
        "Unfinished, White ahead",
        "White wins by 2 (cancelled first)",
    ] {
        assert_eq!(result(text).outcome, Outcome::Unreadable, "{text}");
    }
}

#[test]
fn reads_every_dialect() {
    for (text, read, standard, zi) in [
        ("B+R", "B+R", true, false),
        ("W+Resign", "W+R", true, false),
        ("W+3.5", "W+3.5", true, false),
        ("B+3.50", "B+3.5", true, false),
        ("W+7.0", "W+7", true, false),
        ("B+", "B+", true, false),
        ("0", "0", true, false),
        ("Draw", "0", true, false),
        ("Void", "Void", true, false),
        ("?", "?", true, false),
        ("W+T", "W+T", true, false),
        ("W+Forfeit", "W+F", true, false),
        ("", "", true, false),
        ("b+r", "B+R", false, false),
        ("B+R ", "B+R", false, false),
        ("B + 3.5", "B+3.5", false, false),
        ("W+0", "W+", false, false),
        ("W+0.0", "W+", false, false),
        ("Jigo", "0", false, false),
        ("draw", "0", false, false),
        ("Both lose", "Both lose", false, false),
        ("両負け", "Both lose", false, false),
        ("White wins by forfeit", "W+F", false, false),
        ("W+½", "W+0.5", false, false),
        ("B+7½", "B+7.5", false, false),
        ("W+¾", "W+1.5", false, true),
        ("Black wins by 2¼", "B+4.5", false, true),
        ("Unfinished", "?", false, false),
        ("Game suspended", "Void", false, false),
        ("has adjourned.", "Void", false, false),
        ("? (No further moves known)", "?", false, false),
        ("Black wins by resignation", "B+R", false, false),
        ("White resigns.", "B+R", false, false),
        ("Black resigns. W 133.5 B 81.0", "W+R", false, false),
        ("White wins by 3.5 points", "W+3.5", false, false),
        ("W", "W+", false, false),
        ("B+AW", "B+", false, false),
        ("B+Illegal", "B+F", false, false),
        ("W+Repetition", "W+", false, false),
        ("W+cca 40", "", false, false),
        ("B+cca30", "", false, false),
        ("W+5.5/2", "", false, false),
        ("W+3 or 4", "", false, false),
        ("B+10.5 W+R", "", false, false),
        ("B+1e3", "", false, false),
        ("W+ by 3.5", "W+3.5", false, false),
        ("Black won 3.5", "B+3.5", false, false),
        ("W+ (moves beyond 130 not known)", "W+", false, false),
        ("B wins", "B+", false, false),
        ("W wins by 6.5", "W+6.5", false, false),
        ("Jigo (triple ko)", "0", false, false),
        ("Black wins after White lost 10 stones", "", false, false),
        ("Black wins by 3.5 points, White had a void area", "", false, false),
        ("White loses by 2.5 points", "B+2.5", false, false),
        ("Black wins and White wins", "", false, false),
        ("白番黒中押し勝ち", "", false, false),
        ("黑负", "W+", false, false),
        ("VOID", "Void", false, false),
        ("白３目半勝ち", "W+3.5", false, false),
        ("백 세집반 승", "", false, false),
        ("第一局 黑胜", "", false, false),
        ("黑胜 第一局", "", false, false),
        ("B+3.75", "B+7.5", true, true),
        ("W+2.25 (Moves beyond 260 not known)", "W+4.5", false, true),
        ("B+1 (moves beyond 130 not known)", "B+1", false, false),
        ("白中盘胜", "W+R", false, false),
        ("黑胜3.75子", "B+7.5", false, true),
        ("白胜3.5个子", "W+7", false, true),
        ("B+3 zi", "B+6", false, true),
        ("共187手 黑中盘胜", "B+R", false, false),
        ("共255手 白胜2目", "W+2", false, false),
        ("共261手 黑胜半目", "B+0.5", false, false),
        ("共272手 黑胜1目半", "B+1.5", false, false),
        ("白胜1又1/4子", "W+2.5", false, true),
        ("黑胜1/4子", "B+0.5", false, true),
        ("白胜14子半", "W+29", false, true),
        ("白3目半勝ち", "W+3.5", false, false),
        ("黒中押し勝ち", "B+R", false, false),
        ("B+7.5目", "B+7.5", false, false),
        ("和棋", "0", false, false),
        ("moc", "", false, false),
    ] {
        let recorded = result(text);
        assert_eq!(recorded.outcome.to_string(), read, "{text}");
        assert_eq!((recorded.standard, recorded.zi), (standard, zi), "{text}");
    }
    // No value in words is that long.
    let long = "White wins by ".repeat(50_000);
    assert_eq!(result(&long).outcome, Outcome::Unreadable);
    assert_eq!(result("moc").outcome, Outcome::Unreadable);
    assert_eq!(result(" ").outcome, Outcome::Missing);
}

#[test]
fn two_sources_agree_as_far_as_both_say() {
    let read = |text: &str| match text {
        "B default" => Outcome::Win(sgf_audit_core::go::Color::Black, WinBy::Default),
        "B referee" => Outcome::Win(sgf_audit_core::go::Color::Black, WinBy::Adjudication(None)),
        "bye" => Outcome::Bye,
        text => result(text).outcome,
    };
    for (one, other, agree) in [
        ("W+", "W+2.5", Agreement::Agrees),
        ("W+2.5", "W+2.5", Agreement::Agrees),
        ("W+2.5", "W+3.5", Agreement::Differs),
        ("W+2.5", "W+R", Agreement::Differs),
        ("B+2.5", "W+2.5", Agreement::Differs),
        ("0", "Jigo", Agreement::Agrees),
        ("0", "B+0.5", Agreement::Differs),
        ("Both lose", "both players lost", Agreement::Agrees),
        ("Both lose", "B+0.5", Agreement::Differs),
        ("Void", "B+0.5", Agreement::Differs),
        ("Void", "Both lose", Agreement::Differs),
        ("B default", "B+F", Agreement::Agrees),
        ("B default", "W+F", Agreement::Differs),
        ("B default", "B+R", Agreement::Differs),
        ("B referee", "B+F", Agreement::Agrees),
        ("B referee", "B+3.5", Agreement::Agrees),
        ("bye", "B+R", Agreement::Differs),
        ("?", "B+R", Agreement::Unknown),
        ("", "B+R", Agreement::Unknown),
    ] {
        assert_eq!(read(one).agreement(read(other)), agree, "{one} and {other}");
        assert_eq!(read(other).agreement(read(one)), agree, "{other} and {one}");
    }
}
