//! Tables of rulesets, of the fields of one with their sources, and of the counts of a game under all of them.

use super::text_layout::{paragraph, table};
use sgf_audit_core::audit::Comparison;
use sgf_audit_core::go::Points;
use sgf_audit_core::plural::fmt_signed;
use sgf_audit_core::rules::{BUILT_IN, Field, Ruleset, record_names};
use sgf_audit_core::table::{MarginParts, remarks};

/// The abbreviations of sources, each with the document. Where these disagree, the first applies.
pub(super) const DOCUMENTS: [(&str, &str); 7] = [
    ("A91", "American Go Association, Official AGA Rules of Go (1991)"),
    ("AS", "American Go Association, Simplified AGA Rules of Go (undated)"),
    ("BGA", "British Go Association, BGA rules of play (undated)"),
    ("B07", "Ron Bell, British Go Association, AGA Rules Summary (2007)"),
    ("J89", "Nihon Kiin and Kansai Kiin, The Japanese Rules of Go (1989)"),
    ("WIK", "Wikipedia, Rules of Go"),
    ("GRO", "Grokipedia, Rules of Go"),
];

/// Returns a sentence that explains the abbreviations of sources.
pub fn sources() -> String {
    let documents = DOCUMENTS.map(|(short, document)| format!("{short} = {document}"));
    format!("Sources: {}. Where they disagree, the one named first applies.", documents.join("; "))
}

pub struct Row {
    /// The subject of the field.
    pub field: &'static str,
    /// Its key in a rules file; empty if it has none.
    pub key: &'static str,
    /// The value as rules files write it.
    pub value: String,
    /// The documents and paragraphs that it comes from.
    pub source: &'static str,
}

/// Returns every field of a ruleset, with values as rules files write them.
pub fn fields(rules: &Ruleset) -> Vec<Row> {
    fn row<T: std::fmt::Debug>(key: &'static str, field: &'static str, from: &Field<T>) -> Row {
        Row { field, key, value: word(&from.value), source: from.source }
    }
    fn komi(key: &'static str, field: &'static str, from: &Field<Option<Points>>) -> Row {
        Row { field, key, value: points(from.value), source: from.source }
    }
    vec![
        row("ko", "immediate retake of a ko forbidden", &rules.ko),
        row("superko", "other repetitions forbidden", &rules.superko),
        row("long-cycle", "longer cycles", &rules.long_cycle),
        row("suicide", "suicide", &rules.suicide),
        row("counting", "counting", &rules.counting),
        row("presentation", "layout of the count", &rules.presentation),
        row("group-tax", "group tax", &rules.group_tax),
        row("seki-eyes", "eyes in seki count", &rules.seki_eyes),
        row("pass-stones", "a pass costs a stone", &rules.pass_stones),
        row("white-last", "White moves last", &rules.white_last),
        row("first-pass", "bonus for the first pass", &rules.first_pass),
        komi("komi", "komi", &rules.komi),
        komi("handicap-komi", "komi with handicap", &rules.handicap_komi),
        earlier_komi(&rules.earlier_komi),
        row("compensation", "compensation for handicap stones", &rules.compensation),
        row("placement", "handicap placement", &rules.placement),
        row("resumption", "play after two passes", &rules.resumption),
        row("dispute", "disputes are settled by", &rules.dispute),
        row("dead-stones", "dead stones", &rules.dead_stones),
        row("black-wins-ties", "Black wins ties", &rules.black_wins_ties),
        Row {
            field: "points lost by a penalty",
            key: "penalty",
            value: rules.penalty.value.to_string(),
            source: rules.penalty.source,
        },
    ]
}

fn earlier_komi(from: &Field<&'static [(u16, Points)]>) -> Row {
    let until = |(year, komi): &(u16, Points)| format!("{komi} until {year}");
    let value = match from.value {
        [] => "none".to_owned(),
        years => years.iter().map(until).collect::<Vec<_>>().join(", "),
    };
    Row { field: "komi in earlier years", key: "", value, source: from.source }
}

fn points(komi: Option<Points>) -> String {
    komi.map_or("none".to_owned(), |komi| komi.to_string())
}

/// Returns the name of a value in rules files: `all-but-first` for `AllButFirst`.
fn word(value: &impl std::fmt::Debug) -> String {
    let mut word = String::new();
    for (i, c) in format!("{value:?}").chars().enumerate() {
        if c.is_ascii_uppercase() && i > 0 {
            word.push('-');
        }
        word.push(c.to_ascii_lowercase());
    }
    word
}

/// Returns a table with one row per ruleset.
pub fn ruleset_list() -> String {
    let header = ["ruleset", "counting", "superko", "suicide", "komi", "a pass", "for handicap"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for rules in &BUILT_IN {
        rows.push(vec![
            rules.id.to_string(),
            word(&rules.counting.value),
            word(&rules.superko.value),
            word(&rules.suicide.value),
            points(rules.komi.value),
            if rules.pass_stones.value { "a stone" } else { "free" }.to_owned(),
            word(&rules.compensation.value),
        ]);
    }
    let mut out = String::new();
    table(&mut out, &rows, None);
    out
}

/// Returns the names that RU has for a ruleset, each wrapped in `mark`.
pub fn names_in_records(rules: &Ruleset, mark: &str) -> String {
    let others = record_names(rules).iter().filter(|name| **name != rules.id);
    // A rules string of KataGo is its own name.
    let own = Some(&*rules.name).filter(|name| *name != rules.id);
    let names = std::iter::once(&*rules.id).chain(own).chain(others.copied());
    names.map(|name| format!("{mark}{name}{mark}")).collect::<Vec<_>>().join(", ")
}

/// Describes a ruleset: its names in records, and every field with its source.
pub fn ruleset_text(rules: &Ruleset, width: Option<usize>) -> String {
    let mut out = rules.id.to_string();
    if rules.name != rules.id {
        out.push_str(&format!(": {}", rules.name));
    }
    out.push_str("\n\n");
    paragraph(&mut out, "", &format!("In RU: {}.", names_in_records(rules, "")), width);
    out.push('\n');
    let mut rows = vec![["field", "key", "value", "source"].map(str::to_owned).to_vec()];
    for Row { field, key, value, source } in fields(rules) {
        rows.push(vec![field.to_owned(), key.to_owned(), value, source.to_owned()]);
    }
    table(&mut out, &rows, width);
    // Those of a rules string of KataGo aren't abbreviated.
    if BUILT_IN.iter().any(|known| known.suicide.source == rules.suicide.source) {
        out.push('\n');
        paragraph(&mut out, "", &sources(), width);
    }
    out
}

/// Returns a table of all rulesets: margin, winner, and what differs from the game's own ruleset and why.
pub(super) fn game_table(
    comparisons: &[Comparison],
    own: &Ruleset,
    width: Option<usize>,
) -> String {
    if comparisons.is_empty() {
        return "The game wasn't decided by counting, so there is nothing to compare.\n".to_owned();
    }
    let base = comparisons.iter().find(|comparison| comparison.rules.id == own.id);
    let header = ["ruleset", "result", "board", "prisoners", "komi", "other", "remarks"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for comparison in comparisons {
        let result = comparison.outcome().map_or("?".to_owned(), |outcome| outcome.to_string());
        let [board, prisoners, komi, other] = match MarginParts::new(comparison) {
            Some(MarginParts { board, prisoners, komi, other }) => {
                [board, prisoners, komi, other].map(fmt_signed)
            }
            None => [const { String::new() }; 4],
        };
        let mark = if comparison.rules.id == own.id { " *" } else { "" };
        let id = format!("{}{mark}", comparison.rules.id);
        let remarks = remarks(comparison, base);
        let mut remarks = remarks.split("; ").map(str::to_owned);
        let first = remarks.next().unwrap_or_default();
        rows.push(vec![id, result, board, prisoners, komi, other, first]);
        rows.extend(remarks.map(|remark| {
            let mut row = vec![String::new(); header.len()];
            row[header.len() - 1] = remark;
            row
        }));
    }
    let mut out = String::from(
        "Figures are White's points minus Black's. board: territory or area. prisoners: with pass \
         stones.\nother: compensation for handicap stones, group tax and the first pass. * marks the \
         game's own\nruleset; a figure in brackets is what White gains compared with it.\n\n",
    );
    table(&mut out, &rows, width);
    out
}
