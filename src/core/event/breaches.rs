//! One record checked against its event: breaches of the terms, and the entry that a run keeps.

use std::path::Path;

use super::check::EventCheck;
use super::entry::Entry;
use super::name_key::{excerpt, name_or_words};
use super::record_match::RecordMatch;
use super::round::RoundId;
use super::terms::{Terms, Time};
use crate::audit::{Audit, DateOrder, Decision, Finding, FindingKind};
use crate::plural::pluralize;
use crate::printable::path_text;
use crate::sgf::Ident;

struct Breaches<'a> {
    check: &'a EventCheck,
    terms: &'a Terms,
    audit: &'a Audit,
    matched: &'a RecordMatch,
    findings: Vec<Finding>,
}

impl EventCheck {
    /// Returns what the run keeps of a game that isn't checked.
    pub fn entry(&self, path: &Path, audit: &Audit) -> Entry {
        let mut matched = RecordMatch::new(self, path, audit);
        matched.compare(self, audit);
        self.entry_of(path, audit, &matched)
    }

    pub(super) fn entry_of(&self, path: &Path, audit: &Audit, matched: &RecordMatch) -> Entry {
        let counted = self.counted(audit, matched);
        let decision = audit.decision.as_ref();
        let row = self.row_at(matched.row());
        Entry {
            path: path_text(path).into_owned(),
            game: audit.game,
            black: audit.black.clone(),
            white: audit.white.clone(),
            players: matched.players,
            round: matched.round.clone(),
            date: audit.info.date_iso.clone(),
            board: row.and_then(|row| row.board),
            row: matched.row(),
            result: audit.outcome.to_string(),
            recount: counted.map_or_else(String::new, |outcome| outcome.to_string()),
            ruling: decision
                .filter(|decision| decision.is_ruling)
                .map_or_else(String::new, |decision| decision.words.clone()),
            decided: decision
                .and_then(Decision::outcome)
                .map_or_else(String::new, |outcome| outcome.to_string()),
            unapplied: self.without_effect(audit, matched),
            verdict: audit.verdict.name().to_owned(),
            komi: audit.info.komi.map(|komi| komi.as_hundredths()),
            handicap: audit.replay.handicap.known(),
            differences: matched.differences(),
        }
    }

    /// Adds to a game's findings what the event and its table say of it. `matched` is from [`EventCheck::judge`]. Returns what
    /// the run keeps of the game.
    pub fn check(&self, path: &Path, audit: &mut Audit, mut matched: RecordMatch) -> Entry {
        matched.compare(self, audit);
        audit.table_outcome = matched.table_outcome;
        self.decide(audit, &matched);
        let entry = self.entry_of(path, audit, &matched);
        let name = |side: usize, recorded: &str| {
            let known = self.name_of(matched.players[side], recorded);
            if known == recorded { String::new() } else { known.to_owned() }
        };
        audit.event_names = [name(0, &audit.black), name(1, &audit.white)];
        let is_stated = |komi: &crate::go::Points| audit.info.komi == Some(*komi);
        if let Some(komi) = self.komi_of(audit, &matched).filter(is_stated) {
            audit.rule_out_other_komi(komi);
        }
        let mut findings = breaches(self, audit, &matched);
        findings.extend(matched.findings(self, audit));
        if !findings.is_empty() {
            audit.findings.extend(findings);
            audit.findings.sort_by_key(|finding| finding.span.start);
        }
        entry
    }
}

/// Returns the breaches of the event's terms by a record.
fn breaches(check: &EventCheck, audit: &Audit, matched: &RecordMatch) -> Vec<Finding> {
    let terms = &check.terms;
    let mut breaches = Breaches { check, terms, audit, matched, findings: Vec::new() };
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
        self.findings.push(self.audit.places.finding(Ident::new(of), kind, message));
    }

    /// Reports that the record doesn't say what the event has a rule for.
    fn unstated(&mut self, of: &'static str, what: &str, expected: &str) {
        let message = format!("the record states no {what}; the event has {expected}");
        self.push(of, FindingKind::UnstatedTerm, message);
    }

    fn ruleset(&mut self) {
        let Some(expected) = self.terms.ruleset_of(self.matched.round.as_ref()) else { return };
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
        let komi = self.terms.komi_of(self.matched.round.as_ref(), !has_handicap);
        let game = if has_handicap { "handicap games" } else { "even games" };
        match (komi, self.audit.info.komi) {
            (Some(expected), None) => self.unstated("KM", "komi", &expected.to_string()),
            (Some(expected), Some(komi)) if expected != komi => {
                let message = format!("komi {komi}, expected {expected} in {game}");
                self.push("KM", FindingKind::UnexpectedKomi, message);
            }
            _ => {}
        }
        let (min, max) = (self.terms.min_handicap, self.terms.max_handicap);
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
        if let Some(expected) = self.terms.board_size
            && [size.cols(), size.rows()].map(u32::from) != [expected; 2]
        {
            let message = format!("board {size}, expected {expected}");
            self.push("SZ", FindingKind::UnexpectedBoardSize, message);
        }
    }

    fn date(&mut self) {
        let played = RoundId::read(&self.audit.info.round);
        let of_round = self.terms.of_round(played.as_ref());
        if let Some(round) = played.filter(|round| !self.terms.has_round(round)) {
            let numbers = self.terms.rounds.iter().filter_map(|known| known.number.as_ref());
            let last = numbers.max().map_or_else(String::new, RoundId::to_string);
            let message = format!("round {round}, expected a round of the event, up to {last}");
            self.push("RO", FindingKind::UnexpectedRound, message);
        }
        let own = of_round.filter(|known| known.first_date.is_some());
        let (first, last) = match own {
            Some(own) => (&own.first_date, own.last_date.as_ref().or(own.first_date.as_ref())),
            None => (&self.terms.first_date, self.terms.last_date.as_ref()),
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
        let date = self.terms.date_order.and_then(in_order);
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
        let of_round = self.terms.of_round(self.matched.round.as_ref());
        let time = of_round.and_then(|round| round.time.as_ref()).or(self.terms.time.as_ref());
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
        for ((of, name, of_rank, rank), player) in both.into_iter().zip(self.matched.players) {
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
        let [Some(black), Some(white)] = self.matched.players else { return };
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
