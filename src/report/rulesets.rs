//! What rulesets say: every field with its source, for the documents and for a terminal.

use super::prose::table;
use crate::go::Points;
use crate::rules::{BUILT_IN, Field, Ruleset};

/// A field of a ruleset.
pub(super) struct Row {
    pub field: &'static str,
    pub value: String,
    pub source: &'static str,
}

/// Every field of a ruleset, in words.
pub(super) fn fields(rules: &Ruleset) -> Vec<Row> {
    fn row<T: std::fmt::Debug>(field: &'static str, from: &Field<T>) -> Row {
        Row { field, value: format!("{:?}", from.value), source: from.source }
    }
    fn komi(field: &'static str, from: &Field<Option<Points>>) -> Row {
        Row { field, value: points(from.value), source: from.source }
    }
    vec![
        row("immediate retake of a ko forbidden", &rules.ko),
        row("superko", &rules.superko),
        row("longer cycles", &rules.long_cycle),
        row("suicide", &rules.suicide),
        row("counting", &rules.counting),
        row("count laid out", &rules.presentation),
        row("group tax", &rules.group_tax),
        row("eyes in seki count", &rules.seki_eyes),
        row("a pass costs a stone", &rules.pass_stones),
        row("White moves last", &rules.white_last),
        row("a point for the first pass", &rules.first_pass_point),
        komi("komi", &rules.komi),
        komi("komi with handicap", &rules.handicap_komi),
        earlier_komi(&rules.earlier_komi),
        row("compensation for handicap stones", &rules.compensation),
        row("handicap placement", &rules.placement),
        row("play after two passes", &rules.resumption),
        row("a dispute ends", &rules.dispute),
        row("dead stones", &rules.dead_stones),
        row("Black wins ties", &rules.black_wins_ties),
    ]
}

fn earlier_komi(from: &Field<&'static [(u16, Points)]>) -> Row {
    let until = |(year, komi): &(u16, Points)| format!("{komi} until {year}");
    let value = match from.value {
        [] => "none".to_owned(),
        years => years.iter().map(until).collect::<Vec<_>>().join(", "),
    };
    Row { field: "komi in earlier years", value, source: from.source }
}

fn points(komi: Option<Points>) -> String {
    komi.map_or("none".to_owned(), |komi| komi.to_string())
}

/// `AllButFirst` as people write it: `all but first`; and `true` as `yes`.
fn words(value: &str) -> String {
    match value {
        "true" => return "yes".to_owned(),
        "false" => return "no".to_owned(),
        _ => {}
    }
    let mut words = String::new();
    for (i, c) in value.chars().enumerate() {
        if c.is_ascii_uppercase() && i > 0 {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

/// The rulesets, a row each.
#[must_use]
pub fn ruleset_list() -> String {
    let header = ["ruleset", "counting", "superko", "suicide", "komi", "a pass", "for handicap"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for rules in &BUILT_IN {
        rows.push(vec![
            rules.id.to_owned(),
            words(&format!("{:?}", rules.counting.value)),
            words(&format!("{:?}", rules.superko.value)),
            words(&format!("{:?}", rules.suicide.value)),
            points(rules.komi.value),
            if rules.pass_stones.value { "a stone" } else { "free" }.to_owned(),
            words(&format!("{:?}", rules.compensation.value)),
        ]);
    }
    let mut out = String::new();
    table(&mut out, &rows);
    out
}

/// A ruleset: every field with its source.
#[must_use]
pub fn ruleset_text(rules: &Ruleset) -> String {
    let mut out = format!("{}: {}\n\n", rules.id, rules.name);
    let mut rows = vec![["field", "value", "source"].map(str::to_owned).to_vec()];
    for Row { field, value, source } in fields(rules) {
        rows.push(vec![field.to_owned(), words(&value), source.to_owned()]);
    }
    table(&mut out, &rows);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_fits_a_terminal() {
        let list = ruleset_list();
        assert_eq!(list.lines().count(), BUILT_IN.len() + 1);
        assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    }

    #[test]
    fn values_are_in_words() {
        assert_eq!(words("SituationalAfterMoves"), "situational after moves");
        assert_eq!(words("true"), "yes");
        assert_eq!(words("6.5"), "6.5");
    }
}
