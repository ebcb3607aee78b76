//! Values of the header that may mean the same, as a draft of `[aliases]`: `Spellings`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::name_key::{MAX_JOINED, NameForms};
use crate::audit::{Aliases, Audit};
use crate::plural::pluralize;
use crate::printable::toml_string;

/// Lengths in letters of a word in which one may differ.
const COMPARED_WORD: std::ops::RangeInclusive<usize> = 5..=40;

/// The tables of `[aliases]` in the order of a draft.
const TABLES: [&str; 5] = ["names", "ranks", "events", "places", "rulesets"];

/// Number of games in which each value of a header occurs, by table of `[aliases]`, with the listed aliases followed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spellings(BTreeMap<String, BTreeMap<String, u64>>);

impl Spellings {
    pub fn add(&mut self, audit: &Audit, aliases: &Aliases) {
        let info = &audit.info;
        for (table, id, value) in [
            ("names", "PB", &audit.black),
            ("names", "PW", &audit.white),
            ("ranks", "BR", &info.black_rank),
            ("ranks", "WR", &info.white_rank),
            ("events", "EV", &audit.event),
            ("places", "PC", &info.place),
            ("rulesets", "RU", &info.rules),
        ] {
            let value = aliases.meant(id, value).unwrap_or(value);
            let words: Vec<&str> = value.split_whitespace().collect();
            // What can't be decoded is no name.
            let is_text = !value.contains(char::REPLACEMENT_CHARACTER);
            if !words.is_empty() && value.len() <= MAX_JOINED && is_text {
                let counts = self.0.entry(table.to_owned()).or_default();
                *counts.entry(words.join(" ")).or_default() += 1;
            }
        }
    }

    pub fn merge(&mut self, other: Self) {
        for (table, counts) in other.0 {
            let own = self.0.entry(table).or_default();
            counts.into_iter().for_each(|(value, count)| *own.entry(value).or_default() += count);
        }
    }

    /// Returns the values that may mean the same, as tables for a configuration: each value with the most frequent one
    /// without brackets that differs from it in order, case, accents, blanks, punctuation or script. Those that differ in one letter are
    /// comments. `most`: maximum number of lines. Empty if there are none.
    #[must_use]
    pub fn draft(&self, most: usize) -> String {
        let mut out = String::new();
        let (mut left, mut omitted) = (most, 0);
        for table in TABLES {
            let Some(counts) = self.0.get(table) else { continue };
            let lines = Groups::new(counts, table == "names").lines();
            let shown = lines.len().min(left);
            omitted += lines.len() - shown;
            left -= shown;
            if shown > 0 {
                let _ = writeln!(out, "\n[aliases.{table}]");
                lines[..shown].iter().for_each(|line| out.push_str(line));
            }
        }
        if omitted > 0 {
            let others = pluralize(omitted as u64, "other line");
            let _ = writeln!(out, "# and {others}: --out DIR writes all of them to aliases.toml");
        }
        match &out[..] {
            "" => out,
            _ => format!(
                "\n# Values that may mean the same, with their numbers of games. What is right belongs into sgf-audit.toml.\n{out}"
            ),
        }
    }
}

type Counted<'a> = (&'a str, u64);

/// The values of a property, those that are alike in one group.
struct Groups<'a> {
    /// The forms of the group's values, and these, the most frequent first.
    groups: Vec<(NameForms, Vec<Counted<'a>>)>,
    are_names: bool,
}

impl<'a> Groups<'a> {
    fn new(counts: &'a BTreeMap<String, u64>, are_names: bool) -> Self {
        let mut by_form: BTreeMap<(String, String, String), (NameForms, Vec<Counted>)> =
            BTreeMap::new();
        for (value, &count) in counts {
            let forms = NameForms::read(value);
            if forms.is_empty() {
                continue;
            }
            // Words may change places, and numbers may not: round 7 of team 3 isn't round 3 of team 7.
            let has_digit = |word: &&String| word.contains(|c: char| c.is_numeric());
            let numbers: Vec<&str> =
                forms.words.iter().filter(has_digit).map(String::as_str).collect();
            let key = (forms.east.clone(), forms.sorted(), numbers.join(" "));
            let (_, values) = by_form.entry(key).or_insert_with(|| (forms, Vec::new()));
            values.push((value, count));
        }
        let groups = by_form.into_values().collect();
        let mut groups = Self { groups, are_names };
        groups.join_scripts();
        if are_names {
            groups.join_syllables();
        }
        groups.groups.retain(|(_, values)| !values.is_empty());
        for (_, values) in &mut groups.groups {
            // A mark in brackets was added to a name: `[p]Lee Sedol`.
            let is_marked = |value: &str| value.contains(['[', '(', '（', '【']);
            values
                .sort_by_key(|&(value, count)| (is_marked(value), std::cmp::Reverse(count), value));
        }
        groups
    }

    fn join(&mut self, from: usize, to: usize) {
        let values = std::mem::take(&mut self.groups[from].1);
        self.groups[to].1.extend(values);
    }

    /// Joins a value in two scripts (`柯洁 Ke Jie`) with those that have only one of its forms, if no other value has that
    /// form beside another one.
    fn join_scripts(&mut self) {
        let mut alone: HashMap<String, usize> = HashMap::new();
        let mut beside: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (forms, _)) in self.groups.iter().enumerate() {
            let parts = [forms.east.clone(), forms.sorted()];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            match &parts[..] {
                [one] => _ = alone.insert(one.clone(), at),
                _ => parts.into_iter().for_each(|part| beside.entry(part).or_default().push(at)),
            }
        }
        for (part, at) in alone {
            if let Some([both]) = beside.get(&part).map(Vec::as_slice) {
                self.join(at, *both);
            }
        }
    }

    /// Joins names that differ only in blanks and hyphens between syllables.
    fn join_syllables(&mut self) {
        let mut by_letters: HashMap<String, usize> = HashMap::new();
        for at in 0..self.groups.len() {
            let (forms, values) = &self.groups[at];
            if !forms.east.is_empty() || values.is_empty() {
                continue;
            }
            let letters: Vec<String> = forms.joined().collect();
            let is_same = |&&other: &&usize| self.groups[other].0.is_joined(forms);
            let same = letters.iter().find_map(|letters| by_letters.get(letters).filter(is_same));
            match same.copied() {
                Some(same) => self.join(at, same),
                None => letters.into_iter().for_each(|letters| {
                    by_letters.entry(letters).or_insert(at);
                }),
            }
        }
    }

    /// Returns the lines of a table, those of the most frequent values first.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<(u64, String)> = Vec::new();
        let mut add = |mark: &str, &(value, count): &Counted, &(meant, most): &Counted| {
            let (value, meant) = (toml_string(value), toml_string(meant));
            lines.push((most, format!("{mark}{value} = {meant}  # {count} : {most}\n")));
        };
        for (_, values) in &self.groups {
            let (first, others) = values.split_first().expect("a group has a value");
            others.iter().for_each(|value| add("", value, first));
        }
        for (one, other) in self.near() {
            add("# ", &self.groups[one].1[0], &self.groups[other].1[0]);
        }
        lines.sort_by(|(one, first), (other, second)| other.cmp(one).then(first.cmp(second)));
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// Returns the pairs of groups of which one letter of a long word differs, the less frequent one first. A name of one word
    /// is somebody's on a server, who has chosen it.
    fn near(&self) -> Vec<(usize, usize)> {
        let mut by_rest: HashMap<String, Vec<(usize, &str)>> = HashMap::new();
        for (at, (forms, _)) in self.groups.iter().enumerate() {
            if !forms.east.is_empty() || self.are_names && forms.words.len() < 2 {
                continue;
            }
            for (place, word) in forms.words.iter().enumerate() {
                let letters: Vec<char> = word.chars().collect();
                if !COMPARED_WORD.contains(&letters.len()) || letters.iter().any(|c| c.is_numeric())
                {
                    continue;
                }
                let mut others: Vec<&str> = forms.words.iter().map(String::as_str).collect();
                others.remove(place);
                others.sort_unstable();
                let others = others.join(" ");
                for left_out in 0..=letters.len() {
                    let kept = letters.iter().enumerate().filter(|(at, _)| *at != left_out);
                    let kept: String = kept.map(|(_, c)| c).collect();
                    let same = by_rest.entry(format!("{others}\n{kept}")).or_default();
                    if same.last().is_none_or(|(last, _)| *last != at) {
                        same.push((at, word));
                    }
                }
            }
        }
        let frequency = |at: usize| (self.groups[at].1[0].1, std::cmp::Reverse(at));
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for same in by_rest.into_values().filter(|same| same.len() > 1) {
            let most = same.iter().max_by_key(|(at, _)| frequency(*at)).expect("there are two");
            let near = same
                .iter()
                .filter(|(at, word)| *at != most.0 && strsim::osa_distance(word, most.1) == 1);
            pairs.extend(near.map(|(at, _)| (*at, most.0)));
        }
        pairs.sort_unstable();
        // One candidate for each: the most frequent.
        pairs.sort_by_key(|&(one, other)| (one, std::cmp::Reverse(frequency(other))));
        pairs.dedup_by_key(|(one, _)| *one);
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(values: &[(&str, u64)], are_names: bool) -> Vec<String> {
        let counts = values.iter().map(|&(value, count)| (value.to_owned(), count)).collect();
        Groups::new(&counts, are_names).lines()
    }

    #[test]
    fn variants_of_names_are_grouped_and_others_are_not() {
        for (variant, meant) in [
            ("MORITA Shun", "Shun Morita"),
            ("Koledan, Charif", "Charif KOLEDAN"),
            ("Andre Muller 3d", "André Müller"),
            ("Lee Chang-ho", "Lee Changho"),
            ("柯洁", "柯洁 Ke Jie"),
            ("Ke Jie", "柯洁 Ke Jie"),
        ] {
            let expected = format!("\"{variant}\" = \"{meant}\"  # 1 : 2\n");
            assert_eq!(lines(&[(variant, 1), (meant, 2)], true), [expected]);
        }
        let near = lines(&[("Shun Morito", 1), ("Morita Shun", 2)], true);
        assert_eq!(near, ["# \"Shun Morito\" = \"Morita Shun\"  # 1 : 2\n"]);
        for (one, other) in [
            ("Kim Jin", "Kim Jun"),
            ("player1", "player2"),
            ("Nakamura", "Nakamuro"),
            ("柯洁", "柯杰"),
            ("Cho Chikun", "Cho Hunhyun"),
        ] {
            assert!(lines(&[(one, 1), (other, 2)], true).is_empty(), "{one} {other}");
        }
        // A mark in brackets was added by somebody.
        let marked = lines(&[("[p]이세돌", 9), ("이세돌", 2)], true);
        assert_eq!(marked, ["\"[p]이세돌\" = \"이세돌\"  # 9 : 2\n"]);
        // Two players of this name in one script.
        let two = [("柯洁 Ke Jie", 3), ("柯杰 Ke Jie", 2), ("Ke Jie", 1), ("柯洁", 1)];
        assert_eq!(lines(&two, true), ["\"柯洁\" = \"柯洁 Ke Jie\"  # 1 : 3\n"]);
        let events = [("12th Meijin", 1), ("13th Meijin", 1), ("Tokio Cup", 1), ("tokyo cup", 2)];
        assert_eq!(lines(&events, false), ["# \"Tokio Cup\" = \"tokyo cup\"  # 1 : 2\n"]);
    }

    /// Each of many names that differ in a letter is compared with few others.
    #[test]
    fn many_names_take_nearly_linear_time() {
        let name = |n: u64| {
            let letters = |n: u64| -> String {
                (0..6).map(|k| char::from(b'a' + (n / 5_u64.pow(k) % 5) as u8)).collect()
            };
            (format!("{} {}", letters(n), letters(n * 7919)), n % 50 + 1)
        };
        let time = |number: u64| {
            let counts: BTreeMap<String, u64> = (0..number).map(name).collect();
            let start = std::time::Instant::now();
            let _ = Groups::new(&counts, true).lines();
            start.elapsed().as_secs_f64()
        };
        let (few, many) = (time(2_000).max(0.005), time(16_000));
        assert!(many < 40.0 * few, "{few} {many}");
    }
}
