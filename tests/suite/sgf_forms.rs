//! The forms in which values are read: `sgf/value/forms.txt` and the words in `words.txt`.

use std::collections::{BTreeMap, BTreeSet};

use sgf_audit_core::go::Color;
use sgf_audit_core::sgf::{
    Outcome, handicap, komi, main_time, named_color, overtime, rank, result, standard_date,
};

const FORMS: &str = include_str!("../../src/core/sgf/value/forms.txt");
const WORDS: &str = include_str!("../../src/core/sgf/value/words.txt");
const UNREAD: &str = "(unread)";

/// A form of the table with its example.
struct Form {
    section: &'static str,
    form: &'static str,
    example: &'static str,
    reading: &'static str,
    source: &'static str,
}

impl Form {
    /// The property of the example.
    fn property(&self) -> &'static str {
        self.section.rsplit(' ').next().unwrap_or_default()
    }
}

fn forms() -> Vec<Form> {
    let mut section = "";
    let mut forms = Vec::new();
    for line in FORMS.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        } else if line.contains(" | ") {
            let fields: Vec<&str> = line.split(" | ").collect();
            let [form, _, example, source] = fields[..] else { panic!("four fields: {line}") };
            let (example, reading) = example.rsplit_once(" = ").expect("an example");
            forms.push(Form { section, form, example, reading, source });
        }
    }
    forms
}

/// The words of the table: property, role and spelling.
fn words() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut properties = "";
    let mut words = Vec::new();
    for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[') {
            properties = section.trim_end_matches(']');
        } else if let Some((role, list)) = line.split_once(": ") {
            for property in properties.split(' ') {
                let spelling = |entry: &'static str| entry.split('=').next().unwrap_or_default();
                words.extend(list.split(", ").map(|entry| (property, role, spelling(entry))));
            }
        }
    }
    words
}

fn reading_of(property: &str, text: &str) -> String {
    let read = match property {
        "RE" => match result(text).outcome {
            Outcome::Unreadable => None,
            outcome => Some(outcome.to_string()),
        },
        "KM" => komi(text).map(|read| read.points.to_string()),
        "HA" => handicap(text).map(|stones| stones.to_string()),
        "TM" => main_time(text).map(|seconds| seconds.to_string()),
        "OT" => overtime(text),
        "DT" => standard_date(text),
        _ => rank(text),
    };
    read.unwrap_or_else(|| UNREAD.to_owned())
}

#[test]
fn every_example_is_read_as_the_table_says() {
    for form in forms() {
        let read = reading_of(form.property(), form.example);
        assert_eq!(read, form.reading, "{}: {}", form.form, form.example);
        assert!(!form.source.is_empty(), "{}", form.form);
    }
}

#[test]
fn every_form_is_the_only_one_that_reads_its_example() {
    // Without it nothing is read as it says: no form is there for nothing.
    let mut examples = BTreeSet::new();
    for form in forms() {
        assert!(examples.insert((form.section, form.example)), "{}", form.example);
    }
}

#[test]
fn a_word_has_one_role_for_each_property_and_a_form_has_it() {
    let mut roles = BTreeMap::new();
    for (property, role, word) in words() {
        let before = roles.insert((property, word), role);
        assert!(before.is_none(), "{property}: {word}: {before:?}, {role}");
    }
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for line in FORMS.lines().filter(|line| !line.starts_with('#')) {
        let items = line.split(" | ").next().unwrap_or_default();
        named.extend(items.split([' ', '|']).map(|item| item.trim_end_matches('?')));
    }
    // Units belong to numbers, and a doubt to no form.
    let others = ["half", "hour", "minute", "second", "doubt", "country", "number"];
    for (_, role, word) in words() {
        assert!(named.contains(role) || others.contains(&role), "{role}: {word}");
    }
}

/// Each text that begins, ends or goes on with another one: what is read of it.
fn joined(one: &str, other: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for between in [" ", ", ", "; "] {
        texts.push(format!("{one}{between}{other}"));
    }
    for (at, _) in one.char_indices().filter(|&(at, c)| at > 0 && (c == ' ' || !c.is_ascii())) {
        texts.push(format!("{} {other} {}", &one[..at], &one[at..]));
    }
    texts
}

#[test]
fn a_form_beside_another_one_is_unread_or_means_both() {
    let forms = forms();
    let mut tried = 0;
    for one in &forms {
        // The main time is stated before the overtime, whatever that is.
        let of_same = |other: &&Form| other.property() == one.property();
        for other in forms.iter().filter(of_same) {
            for text in joined(one.example, other.example) {
                let read = reading_of(one.property(), &text);
                let alone = [one.reading, other.reading];
                tried += 1;
                let is_first = alone.contains(&&*read) && alone[0] != alone[1];
                let whole = is_whole(one.property(), &text, &read);
                assert!(!is_first || whole, "{}[{text}]: {read}", one.property());
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// Whether a text that two examples make is a form of its own.
fn is_whole(property: &str, text: &str, read: &str) -> bool {
    // Overtime behind the main time.
    property == "TM" && text.contains([',', ';', '(', '+'])
        // Without a player before it, a result says nothing of who won.
        || property == "RE" && text.ends_with(read)
}

/// A sentence by the roles of its words.
fn sentences() -> Vec<(String, Option<Color>)> {
    let of = |role: &str| -> Vec<&str> {
        let is = |word: &&(&str, &str, &str)| word.0 == "RE" && word.1 == role && word.2.is_ascii();
        words().iter().filter(is).map(|word| word.2).collect()
    };
    let mut sentences = Vec::new();
    for (player, color) in [("Black", Color::Black), ("White", Color::White)] {
        let opponent = if color == Color::Black { "White" } else { "Black" };
        let won = Some(color);
        let lost = Some(color.opponent());
        for verb in of("wins") {
            sentences.push((format!("{player} {verb}"), won));
            sentences.push((format!("{player} {verb} by 3.5"), won));
            sentences.push((format!("{player} {verb} because {opponent} resigned"), won));
            sentences.push((format!("{player}, {opponent} {verb}"), lost));
        }
        for verb in of("beats") {
            sentences.push((format!("{player} {verb} {opponent}"), won));
            sentences.push((format!("{player} was {verb} by {opponent}"), lost));
            sentences.push((format!("{opponent} is {verb}"), won));
        }
        for verb in ["loses", "resigns", "runs-out-of-time", "forfeits"].into_iter().flat_map(of) {
            sentences.push((format!("{player} {verb}"), lost));
            sentences.push((format!("{player} {verb} to {opponent}"), lost));
            sentences.push((format!("{opponent} sees that {player} {verb}"), lost));
        }
        for way in ["resignation", "time", "forfeit", "default", "illegal"].into_iter().flat_map(of)
        {
            sentences.push((format!("{player} wins by {way}"), won));
            sentences.push((format!("{player} wins by {way} of {opponent}"), won));
            sentences.push((format!("{player} loses by {way}"), lost));
            sentences.push((format!("{way} by {player}"), lost));
            sentences.push((format!("{player} {way}"), lost));
            sentences.push((format!("{player}'s {way}"), lost));
        }
        for (word, winner) in
            [("胜", won), ("中盘胜", won), ("负", lost), ("认输", lost), ("超时负", lost)]
        {
            let player = if color == Color::Black { "黑" } else { "白" };
            sentences.push((format!("{player}{word}"), winner));
        }
    }
    sentences
}

#[test]
fn no_result_in_words_is_read_the_wrong_way_round() {
    let winner = |text: &str| match result(text).outcome {
        Outcome::Win(color, _) => Some(color),
        _ => None,
    };
    let (mut read, mut tried) = (0, 0);
    for (text, meant) in sentences() {
        for text in [text.clone(), text.to_lowercase(), format!("Result: {text}")] {
            tried += 1;
            if let Some(color) = winner(&text) {
                assert_eq!(Some(color), meant, "{text}");
                read += 1;
            }
        }
        // With a denial nobody is known to have won.
        for (at, _) in text.char_indices().filter(|&(_, c)| c == ' ') {
            for denial in [" not", " never", " didn't", " did not", " no", " hardly"] {
                let denied = format!("{}{denial}{}", &text[..at], &text[at..]);
                assert_eq!(winner(&denied), None, "{denied}");
                tried += 1;
            }
        }
    }
    assert!(tried > 400 && read > 100, "{read} of {tried}");
}

#[test]
fn a_remark_may_follow_a_result_unless_it_may_take_it_back() {
    for (text, outcome) in [
        ("0 {moves after 20 not known}", "0"),
        ("Jigo {moves after 20 not known}", "0"),
        ("Jigo (triple ko)", "0"),
        ("Void {quadruple ko}", "Void"),
        ("? {no further moves known}", "?"),
        ("B+R {moves after 120 not given}", "B+R"),
        ("W+2 (a long endgame)", "W+2"),
        ("B+R [in byo-yomi, they say]", "B+R"),
        ("白胜3目以下略", "W+3"),
        ("B+Resign]", "B+R"),
        ("B+1]", "B+1"),
    ] {
        assert_eq!(reading_of("RE", text), outcome, "{text}");
    }
    for text in [
        "W+R B+R",
        "B+R or W+T",
        "W+R not B+R",
        "B+R, White wins",
        "B+3.5, adjourned",
        "B+3.5 (adjourned)",
        "B+R (appeal pending)",
        "B+R (corrected)",
        "B+R (not sure)",
        "B+R (White played on)",
        "B+2.5 (or 3.5?)",
        "B+R (game 3)",
        "0 (Black wins)",
        "0.5",
        "0,5",
        "0.5 B",
        "0.5 points",
        "B+Black wins by 3.5",
        "B+R?",
        "B+R Void",
        "W+3.5.2",
        "B+3 or 4",
        "B+3-4",
        "B+3:4",
        "B-3.5",
        "W+1,000",
        "W+cca 40",
        "B+W",
        "W+ Black wins",
        "W+177子",
        "Forfeit W",
        "Black",
        "黑中盘",
        "黑不胜",
        "黒勝たず",
        "Beaten by Black",
        "White time",
        "White wins by 0",
        "White and Black lost",
    ] {
        assert_eq!(reading_of("RE", text), UNREAD, "{text}");
    }
}

#[test]
fn what_no_form_spans_is_unread() {
    for (property, texts) in [
        ("KM", &["6.5 0", "6-5", "5 or 6", "6.5 for Black", "白贴3子", "none", "1,000"][..]),
        ("HA", &["2 bananas", "2.5", "2 3", "高桥先相先", "2 points"]),
        ("TM", &["1:30", "60 bananas", "60 minutes, perhaps", "10 minutes 5", "10:99"]),
        (
            "OT",
            &["5 x", "5", "20 per move", "25x600 Canadian", "300/20", "5x30 3x10", "5x30 fischer"],
        ),
        ("BR", &["9p 3d", "9p, 3d", "1d & 9d", "P", "2 points", "China", "9 dan kyu"]),
        ("DT", &["03/04/2014", "2014-01-26 x", "12th and 13th march 94", "2014."]),
    ] {
        for text in texts {
            assert_eq!(reading_of(property, text), UNREAD, "{property}[{text}]");
        }
    }
}

#[test]
fn colours_are_named() {
    for (text, color) in [
        ("White", Some(Color::White)),
        ("b", Some(Color::Black)),
        ("黑", Some(Color::Black)),
        ("blau", None),
    ] {
        assert_eq!(named_color(text), color, "{text}");
    }
}
