//! Rulesets by the names that records give them.

use sgf_audit_core::rules::{BUILT_IN, parse_ru, respelt_ru};

#[test]
fn real_spellings() {
    for (ru, id) in [
        ("Japanese", "japanese"),
        ("JP", "japanese"),
        ("日本ルール", "japanese"),
        ("Chinese", "chinese"),
        ("ancient-area", "area-group-tax"),
        ("chn-ancient", "area-group-tax"),
        ("ancient_territory", "territory-group-tax"),
        ("aga-button", "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1"),
        ("中国规则", "chinese"),
        ("AGA", "aga"),
        ("USGO", "aga"),
        ("American Go Association", "aga"),
        ("AGA 1991", "aga-1991"),
        ("AGA Rules (1991)", "aga-1991"),
        ("1991 AGA rules", "aga-1991"),
        ("Official AGA Rules of Go (1991)", "aga-1991"),
        ("Official AGA Rules of Go", "aga"),
        ("Simplified AGA", "aga-simplified"),
        ("AGA simplified rules", "aga-simplified"),
        ("FFG", "french"),
        ("Française", "french"),
        ("British Go Association", "bga"),
        ("한국룰", "korean"),
        ("應氏", "ing"),
        ("stones", "stone-scoring"),
        ("Logical", "tromp-taylor"),
        ("Korea", "korean"),
        ("New Zealand", "new-zealand"),
        ("BGA", "bga"),
        ("還棋頭", "area-group-tax"),
        ("Tromp/Taylor", "tromp-taylor"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("NZ", "new-zealand"),
        ("Ing Goe", "ing"),
        ("GOE", "ing"),
        ("Old Chinese", "area-group-tax"),
        ("Korean", "korean"),
        ("AGA 2011", "aga"),
        ("AGA (area)", "aga-area"),
        ("AGA (territory)", "aga"),
        ("Japanese 1989", "japanese"),
        ("Japanese 6.5", "japanese"),
        ("日本囲碁規約", "japanese"),
        ("Chinese 2002", "chinese"),
        ("FFG rules", "french"),
        ("Ing SST", "ing"),
        ("Japanese rule", "japanese"),
        ("Chinese counting", "chinese"),
        ("Territory scoring", "japanese"),
        ("Area scoring", "chinese"),
        ("Chinese, komi 7.5", "chinese"),
        ("AGA rules of Go", "aga"),
        ("韓国ルール", "korean"),
        ("중국룰", "chinese"),
        ("中国围棋规则", "chinese"),
        ("数子法", "chinese"),
        ("日韩规则", "japanese"),
        ("Japanisch", "japanese"),
        ("World Amateur Go Championship", "wagc"),
        ("World Mind Sports Games 2008", "wmsg"),
        ("Ing Rules (SST)", "ing"),
        ("應昌期規則", "ing"),
        ("应氏计点制", "ing"),
        ("中国规则 (3又3/4子)", "chinese"),
        ("中国数子规则", "chinese"),
        ("Japanese Rules (Nihon Kiin) 1989", "japanese"),
        ("日本棋院ルール 1989年", "japanese"),
        ("한국기원", "korean"),
        ("New Zealand rules, komi 7", "new-zealand"),
        ("Old Chinese (还棋头)", "area-group-tax"),
        ("CGOS", "tromp-taylor"),
        ("ChineseRules", "chinese"),
        ("Tromp-Taylor rules, komi 7.5", "tromp-taylor"),
        ("AGA 1991, 7.5", "aga-1991"),
        ("NZ rules", "new-zealand"),
    ] {
        assert_eq!(parse_ru(ru).map(|rules| &*rules.id), Some(id), "{ru}");
        for odd in [format!("{ru} xyzzy"), format!("xyzzy {ru}"), format!("{ru}, Rinkai")] {
            assert!(parse_ru(&odd).is_none(), "{odd}");
        }
    }
    for ru in [
        "Japanese (GOE)",
        "Japanese, ancient",
        "Japanese, area scoring",
        "中国规则，数目",
        "Tang (Japanese + group tax)",
        "Japanese with pass stones",
        "Modified Chinese",
        "Chinese or Japanese",
        "positional ko",
        "kogo",
        "What we play by here: Japanese, as ever",
        "Japanese except for suicide",
        "Chinese, free placement",
        "Chinese 日本",
        "What we always played by in our Japanese club",
    ] {
        assert!(parse_ru(ru).is_none(), "{ru}");
    }
    assert!(parse_ru("Pair go").is_none());
    assert!(parse_ru("").is_none());
    assert!(parse_ru("6.5").is_none());
    assert!(parse_ru("Button 2").is_none());
    assert!(parse_ru("Rules of my club").is_none());
    assert!(parse_ru("komi 7.5").is_none());
}

#[test]
fn every_built_in_ruleset_is_known_by_its_own_names() {
    for rules in &BUILT_IN {
        for own in [&rules.id, &rules.name] {
            assert_eq!(parse_ru(own).map(|found| &found.id), Some(&rules.id), "{own}");
        }
    }
}

#[test]
fn names_are_spelt_as_sgf_does() {
    for (ru, word) in [
        ("japanese", "Japanese"),
        ("Japan rules", "Japanese"),
        ("日本囲碁規約", "Japanese"),
        ("日本规则", "Japanese"),
        ("CHINESE", "Chinese"),
        ("中国规则", "Chinese"),
        ("aga", "AGA"),
        ("American Go Association", "AGA"),
        ("New Zealand", "NZ"),
        ("Ing", "GOE"),
        ("Ing Goe", "GOE"),
        ("korean", "Korean"),
        ("한국룰", "Korean"),
    ] {
        assert_eq!(respelt_ru(ru), Some(word), "{ru}");
    }
    for ru in [
        "",
        "Japanese",
        "AGA",
        "GOE",
        "Chinese (OGS)",
        "Japanese 1989",
        "Chinese, komi 7.5",
        "area",
        "area counting",
        "日韩规则",
        "Tromp-Taylor",
        "BGA",
        "Old Chinese",
        "Ing Rules (SST)",
        "AGA rules by area",
        "koSIMPLEscoreAREAtaxNONEsui0",
        "Pair go",
    ] {
        assert_eq!(respelt_ru(ru), None, "{ru}");
    }
}
