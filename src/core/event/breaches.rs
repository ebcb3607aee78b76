//! Breaches of the event's terms by a record.

use super::check::EventCheck;
use super::name_key::{excerpt, name_or_words};
use super::record_match::RecordMatch;
use super::round::RoundId;
use super::terms::Time;
use crate::audit::{Audit, DateOrder, Finding, FindingKind};
use crate::plural::pluralize;
use crate::record::RecordedGame;

struct Breaches<'a> {
    check: &'a EventCheck,
    record: &'a RecordedGame<'a>,
    audit: &'a Audit,
    matched: &'a RecordMatch,
    findings: Vec<Finding>,
}

/// Returns the breaches of the event's terms by a record.
pub(super) fn breaches(
    check: &EventCheck,
    record: &RecordedGame,
    audit: &Audit,
    matched: &RecordMatch,
) -> Vec<Finding> {
    let mut breaches = Breaches { check, record, audit, matched, findings: Vec::new() };
    breaches.ruleset();
    breaches.komi_and_handicap();
    breaches.size();
    breaches.date();
    breaches.time();
    breaches.players();
    breaches.pairing();
    breaches.findings
}

impl Breaches<'_> {
    fn push(&mut self, of: &'static str, kind: FindingKind, message: String) {
        self.findings.push(self.record.at(of).finding(kind, message));
    }

    /// Reports that the record doesn't say what the event has a rule for.
    fn unstated(&mut self, of: &'static str, what: &str, expected: &str) {
        let message = format!("the record states no {what}; the event has {expected}");
        self.push(of, FindingKind::UnstatedTerm, message);
    }

    fn ruleset(&mut self) {
        let Some(expected) = self.check.terms.ruleset_of(self.matched.entry.round.as_ref()) else {
            return;
        };
        let recorded = &*self.audit.info.rules;
        match self.audit.info.named_rules {
            _ if recorded.is_empty() => self.unstated("RU", "ruleset", &expected.id),
            Some(ruleset) if ruleset.id == expected.id => {}
            _ => {
                let message = format!("RU[{}], expected {}", excerpt(recorded), expected.id);
                self.push("RU", FindingKind::UnexpectedRuleset, message);
            }
        }
    }

    fn komi_and_handicap(&mut self) {
        let stones = self.audit.replay.handicap.known();
        let has_handicap = stones.is_none_or(|stones| stones >= 2);
        let komi = self.check.terms.komi_of(self.matched.entry.round.as_ref(), !has_handicap);
        let game = if has_handicap { "handicap games" } else { "even games" };
        match (komi, self.audit.info.komi) {
            (Some(expected), None) => self.unstated("KM", "komi", &expected.to_string()),
            (Some(expected), Some(komi)) if expected != komi => {
                let message = format!("komi {komi}, expected {expected} in {game}");
                self.push("KM", FindingKind::UnexpectedKomi, message);
            }
            _ => {}
        }
        let (min, max) = (self.check.terms.min_handicap, self.check.terms.max_handicap);
        let Some(stones) = stones else { return };
        if min.is_some_and(|min| stones < min) || max.is_some_and(|max| stones > max) {
            let expected = match (min, max) {
                (Some(0) | None, Some(0)) => "none".to_owned(),
                (Some(min), Some(max)) => format!("{min} to {max}"),
                (None, Some(max)) => format!("at most {max}"),
                (Some(min), None) => format!("at least {min}"),
                (None, None) => String::new(),
            };
            let message = format!("{}, expected {expected}", pluralize(stones, "handicap stone"));
            self.push("HA", FindingKind::UnexpectedHandicap, message);
        }
    }

    fn size(&mut self) {
        let size = self.audit.size;
        if let Some(expected) = self.check.terms.board_size
            && [size.cols(), size.rows()].map(u32::from) != [expected; 2]
        {
            let message = format!("board {size}, expected {expected}");
            self.push("SZ", FindingKind::UnexpectedBoardSize, message);
        }
    }

    fn date(&mut self) {
        let played = RoundId::read(&self.audit.info.round);
        let of_round = self.check.terms.of_round(played.as_ref());
        if let Some(round) = played.filter(|round| !self.check.terms.has_round(round)) {
            let numbers = self.check.terms.rounds.iter().filter_map(|known| known.number.as_ref());
            let last = numbers.max().map_or_else(String::new, RoundId::to_string);
            let message = format!("round {round}, expected a round of the event, up to {last}");
            self.push("RO", FindingKind::UnexpectedRound, message);
        }
        let own = of_round.filter(|known| known.first_date.is_some());
        let (first, last) = match own {
            Some(own) => (&own.first_date, own.last_date.as_ref().or(own.first_date.as_ref())),
            None => (&self.check.terms.first_date, self.check.terms.last_date.as_ref()),
        };
        let first = first.as_ref().map(|day| &*day.0);
        let last = last.map(|day| &*day.0);
        let expected = match (first, last) {
            (None, None) => return,
            (Some(first), Some(last)) if first == last => first.to_owned(),
            (Some(first), Some(last)) => format!("{first} to {last}"),
            (Some(first), None) => format!("{first} or later"),
            (None, Some(last)) => format!("{last} or earlier"),
        };
        let in_order = |order: DateOrder| order.read(&self.audit.date);
        let date = self.check.terms.date_order.and_then(in_order);
        let played = date.as_deref().unwrap_or(&self.audit.info.date_iso);
        if played.is_empty() {
            return self.unstated("DT", "date", &expected);
        }
        // A date may lack the day, or the month.
        let before = first.is_some_and(|first| played < &first[..played.len().min(10)]);
        let after = last.is_some_and(|last| played > &last[..played.len().min(10)]);
        if before || after {
            let round = own.and_then(|own| own.number.as_ref());
            let round = round.map_or(String::new(), |round| format!(" in round {round}"));
            let message = format!("date {played}, expected {expected}{round}");
            self.push("DT", FindingKind::UnexpectedDate, message);
        }
    }

    fn time(&mut self) {
        let of_round = self.check.terms.of_round(self.matched.entry.round.as_ref());
        let time =
            of_round.and_then(|round| round.time.as_ref()).or(self.check.terms.time.as_ref());
        let Some(&Time { main, ref overtime, more_allowed }) = time else { return };
        let or_more = if more_allowed { " or more" } else { "" };
        let (recorded_main, recorded) = (self.audit.info.main_time, &*self.audit.info.overtime);
        match (main, recorded_main) {
            (Some(expected), None) => {
                self.unstated("TM", "main time", &pluralize(expected, "second"));
            }
            (Some(expected), Some(main_time))
                if main_time < expected || main_time > expected && !more_allowed =>
            {
                let main_time = pluralize(main_time, "second");
                let message = format!("main time of {main_time}, expected {expected}{or_more}");
                self.push("TM", FindingKind::UnexpectedTime, message);
            }
            _ => {}
        }
        let Some(expected) = overtime.as_ref().map(|overtime| &*overtime.0) else { return };
        // Nothing is stated, and nothing is to be.
        if recorded == expected || recorded.is_empty() && expected == "none" {
            return;
        }
        if recorded.is_empty() {
            self.unstated("OT", "overtime", expected);
        } else if !(more_allowed && is_more(recorded, expected)) {
            let message = format!("overtime {}, expected {expected}{or_more}", excerpt(recorded));
            self.push("OT", FindingKind::UnexpectedTime, message);
        }
    }

    fn players(&mut self) {
        let (audit, check) = (self.audit, self.check);
        let is_listed = check.listed > 0;
        let both = [
            ("PB", &audit.black, "BR", &audit.info.black_rank),
            ("PW", &audit.white, "WR", &audit.info.white_rank),
        ];
        for ((of, name, of_rank, rank), player) in both.into_iter().zip(self.matched.entry.players)
        {
            let (source, kind) = match is_listed {
                true => ("the event's list", FindingKind::UnexpectedPlayer),
                // Without a list, the players are taken from the table.
                false => ("the table", FindingKind::UnmatchedName),
            };
            let Some(id) = player.filter(|&id| !is_listed || id < check.listed) else {
                if is_listed || check.table.is_some() {
                    let (why, name) = (check.roster.why_none(name), name_or_words(name));
                    self.push(of, kind, format!("{name} isn't in {source}; {why}"));
                }
                continue;
            };
            let player = check.roster.player(id);
            let is_stated = !rank.is_empty() && rank != "?" && !player.rank.is_empty();
            if is_listed && is_stated && *rank != player.rank {
                let name = name_or_words(&player.name);
                let message = format!("{name} as {}, expected {}", excerpt(rank), player.rank);
                self.push(of_rank, FindingKind::UnexpectedRank, message);
            }
        }
    }

    fn pairing(&mut self) {
        let [Some(black), Some(white)] = self.matched.entry.players else { return };
        let [one, other] = [black, white].map(|id| self.check.roster.player(id));
        let (black_name, white_name) = (name_or_words(&one.name), name_or_words(&other.name));
        let message = if black == white {
            format!("{black_name} plays both colours")
        } else if one.group != other.group && !one.group.is_empty() && !other.group.is_empty() {
            let (one, other) = (&one.group, &other.group);
            format!("{black_name} is in group {one}, {white_name} in group {other}")
        } else {
            return;
        };
        self.push("PB", FindingKind::UnexpectedPairing, message);
    }
}

/// Whether overtime is of the same kind as another one and no shorter.
fn is_more(recorded: &str, expected: &str) -> bool {
    let pair = |text: &str, separator: char| -> Option<(u64, u64)> {
        let (one, other) = text.split_once(separator)?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    let both = |separator| pair(recorded, separator).zip(pair(expected, separator));
    let increment = |text: &str| text.strip_prefix('+')?.parse::<u64>().ok();
    if let Some((recorded, expected)) = both('x') {
        return recorded.0 >= expected.0 && recorded.1 >= expected.1;
    }
    if let Some((recorded, expected)) = both('/') {
        return recorded.1 * expected.0 >= expected.1 * recorded.0;
    }
    increment(recorded).zip(increment(expected)).is_some_and(|(here, there)| here >= there)
}
