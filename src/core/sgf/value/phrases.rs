//! Tests of the table of words with the phrases of `corpus/values/phrases.tsv`.

use std::collections::{HashMap, HashSet};

use super::clock::{main_time, overtime, time_control};
use super::date::standard_date;
use super::komi::komi;
use super::komi::{handicap, komi_beside_handicap};
use super::outcome::Outcome;
use super::rank::{is_country, rank};
use super::result::result;
use super::words::{Field, ROLES, Role, TABLE, normalized, word_at};
use crate::go::Color;

const PHRASES: &str = include_str!("../../../../corpus/values/phrases.tsv");

/// The phrases: property, text and reading.
fn phrases() -> impl Iterator<Item = [&'static str; 3]> {
    PHRASES.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().expect("three fields")
    })
}

/// The words of the table: language, role and spelling.
fn words() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut language = "";
    let mut words = Vec::new();
    for line in TABLE.lines() {
        if let Some(name) = line.strip_prefix('[') {
            language = name;
        } else if let Some((role, list)) = line.split_once(": ") {
            let word = |word: &'static str| word.split('=').next().unwrap_or_default();
            words.extend(list.split(", ").map(|entry| (language, role, word(entry))));
        }
    }
    words
}

fn fields_of(role: &str) -> &'static [Field] {
    let known = ROLES.iter().find(|(name, ..)| *name == role);
    known.unwrap_or_else(|| panic!("no role {role}")).2
}

fn reading_of(property: &str, text: &str) -> String {
    const UNREAD: &str = "(unread)";
    let or_unread = |read: Option<String>| read.unwrap_or_else(|| UNREAD.to_owned());
    let and = |first: String, second: Option<String>| match second {
        Some(second) => format!("{first} {second}"),
        None => first,
    };
    match property {
        "RE" => match result(text).outcome {
            Outcome::Unreadable => UNREAD.to_owned(),
            outcome => outcome.to_string(),
        },
        "KM" => or_unread(komi(text).map(|read| read.points.to_string())),
        "HA" => and(
            or_unread(handicap(text).map(|stones| stones.to_string())),
            komi_beside_handicap(text).map(|read| read.points.to_string()),
        ),
        "TM" => and(
            or_unread(main_time(text).map(|seconds| seconds.to_string())),
            time_control(text).map(|(_, overtime)| overtime),
        ),
        "OT" => or_unread(overtime(text)),
        _ => or_unread(rank(text)),
    }
}

#[test]
fn every_phrase_is_read_as_it_says() {
    for [property, text, reading] in phrases() {
        assert_eq!(reading_of(property, text), reading, "{property}[{text}]");
    }
}

#[test]
fn a_word_has_one_role_for_each_reader() {
    let mut roles = HashMap::new();
    for (language, role, word) in words() {
        assert_eq!(normalized(word), word, "{word} isn't as the readers see it");
        for &field in fields_of(role) {
            let before = roles.insert((field as usize, word), role);
            assert!(
                before.is_none_or(|before| before == role),
                "{language}: {word}: {before:?}, {role}"
            );
        }
    }
}

/// The words of a field that a text has, where words may begin.
fn words_in(field: Field, text: &str) -> HashSet<String> {
    let text = normalized(text);
    let mut before = ' ';
    let mut found = HashSet::new();
    for (at, c) in text.char_indices() {
        let begins = !before.is_alphabetic() || !before.is_ascii() || !c.is_alphabetic();
        before = c;
        if let Some(word) = word_at(field, &text[at..]).filter(|_| begins) {
            found.insert(text[at..at + word.len].to_owned());
        }
    }
    found
}

#[test]
fn every_word_is_used_by_a_phrase() {
    const FIELDS: [(&str, &[Field]); 6] = [
        ("RE", &[Field::Result, Field::Head]),
        ("KM", &[Field::Terms]),
        ("HA", &[Field::Terms]),
        ("TM", &[Field::Clock]),
        ("OT", &[Field::Clock]),
        ("BR", &[Field::Rank]),
    ];
    let mut used = HashSet::new();
    for [property, text, reading] in phrases() {
        let fields = FIELDS.iter().find(|(of, _)| *of == property).expect("a property").1;
        for &field in fields.iter().filter(|_| reading != "(unread)") {
            used.extend(words_in(field, text).into_iter().map(|word| (field as usize, word)));
        }
    }
    let mut unused = Vec::new();
    for (language, role, word) in words() {
        for &field in fields_of(role) {
            let is_used = match field {
                Field::Date => standard_date(&format!("26 {word} 2014")).is_some(),
                Field::Country => is_country(word),
                // The words for players are those of the results.
                Field::Head if !role.ends_with("letter") => true,
                field => used.contains(&(field as usize, word.to_owned())),
            };
            if !is_used {
                unused.push(format!("{language} {role}: {word}"));
            }
        }
    }
    assert!(unused.is_empty(), "{unused:#?}");
}

/// Each word for a player with its counterpart.
fn counterparts() -> HashMap<&'static str, &'static str> {
    let all = words();
    let of = |language: &str, role: &str| -> Vec<&'static str> {
        let is = |word: &&(&str, &str, &str)| word.0 == language && word.1 == role;
        all.iter().filter(is).map(|word| word.2).collect()
    };
    let languages: HashSet<&str> = all.iter().map(|word| word.0).collect();
    let mut pairs = HashMap::new();
    for language in languages {
        for (black, white) in [("black", "white"), ("black letter", "white letter")] {
            for (one, other) in of(language, black).into_iter().zip(of(language, white)) {
                pairs.insert(one, other);
                pairs.insert(other, one);
            }
        }
    }
    pairs
}

/// A text with the colours exchanged; `None` if a word for a player has no counterpart.
fn with_colors_exchanged(text: &str, pairs: &HashMap<&str, &str>) -> Option<String> {
    let text = normalized(text);
    let mut exchanged = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let before = text[..at].chars().next_back().unwrap_or(' ');
        let begins = !before.is_alphabetic() || !before.is_ascii();
        let found = if at == 0 { word_at(Field::Head, &text) } else { None };
        let found = found.or_else(|| word_at(Field::Result, &text[at..])).filter(|_| begins);
        match found {
            Some(word) => {
                let spelling = &text[at..at + word.len];
                let is_player = matches!(word.role, Role::Black | Role::White);
                exchanged.push_str(if is_player { pairs.get(spelling)? } else { spelling });
                at += word.len;
            }
            None => {
                exchanged.push(c);
                at += c.len_utf8();
            }
        }
    }
    Some(exchanged)
}

#[test]
fn the_other_colour_makes_the_other_winner() {
    let (mut compared, pairs) = (0, counterparts());
    for [_, text, _] in phrases().filter(|[property, ..]| *property == "RE") {
        let outcome = result(text).outcome;
        if let Some(exchanged) =
            with_colors_exchanged(text, &pairs).filter(|_| matches!(outcome, Outcome::Win(..)))
        {
            assert_eq!(result(&exchanged).outcome, outcome.swapped(), "{text}: {exchanged}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_word_that_is_not_known_leaves_the_whole_text_unread() {
    let stands = |text: &str| {
        let plain = normalized(text);
        let plain = plain.strip_prefix("result: ").unwrap_or(&plain);
        let plain = plain.strip_prefix("ergebnis: ").unwrap_or(plain);
        let begins = |form: &&str| plain.starts_with(form);
        ["b+", "w+", "?", "void (", "jigo ("].iter().any(begins)
    };
    for [property, text, reading] in phrases().filter(|[.., reading]| *reading != "(unread)") {
        for odd in [format!("{text} xyzzy"), format!("xyzzy {text}")] {
            let is_remark = odd.ends_with("xyzzy") && stands(text);
            // Overtime isn't read, but the main time before it is.
            let read = reading_of(property, &odd);
            let is_unread = read.starts_with("(unread)")
                || property == "TM" && read == *reading.split(' ').next().unwrap_or_default();
            assert!(is_remark || is_unread, "{property}[{odd}]: {read}");
        }
    }
}

#[test]
fn no_player_wins_without_a_word_for_it() {
    for word in words().into_iter().filter(|(_, role, _)| matches!(*role, "black" | "white")) {
        let outcome = result(word.2).outcome;
        let is_letter = matches!(outcome, Outcome::Win(color, _) if word.2.starts_with(if color == Color::Black { 'b' } else { 'w' }));
        assert!(outcome == Outcome::Unreadable || word.2.len() == 1 && is_letter, "{}", word.2);
    }
}
