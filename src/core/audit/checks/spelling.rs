//! Ranks, rulesets and names in other spellings than the usual ones, which are read all the same.

use crate::audit::aliases::Aliases;
use crate::audit::finding::{FindingKind, FindingList};
use crate::record::{Field, RecordedGame, server_id};
use crate::rules::respelt_ru;
use crate::sgf::{Game, RankUnit, Text, is_country, odd_blanks, oddly_written_rank, rank};

/// Reports values that a list has another one for, names with superfluous blanks, and ranks and a ruleset in an
/// unusual spelling.
pub(crate) fn check(record: &RecordedGame, aliases: Option<&Aliases>, findings: &mut FindingList) {
    let &RecordedGame { text, game, ref header, .. } = record;
    // Another format has its own spellings.
    if text.is_converted() {
        return;
    }
    if let Some(aliases) = aliases {
        for (id, place) in header.places() {
            let (id, written) = (id.spelling(), text.simple_text(place.span));
            if let Some(meant) = aliases.meant(&id, &written) {
                let written = written.trim();
                let message = format!("{id}[{written}] stands for {id}[{meant}], as listed");
                findings.push(place.finding(FindingKind::ListedAlias, message));
            }
        }
    }
    let place_of = |(field, id)| Some((header.place(field)?, id));
    let names = [(Field::Black, "PB"), (Field::White, "PW")];
    for (place, id) in names.into_iter().filter_map(place_of) {
        if !odd_blanks(text, place.span).is_empty() {
            let name = text.decode(place.span).replace(['\r', '\n', '\t'], " ");
            let message = format!("{id}[{name}] has leading, trailing, repeated or wide blanks");
            findings.push(place.finding(FindingKind::NameSpacing, message));
        }
    }
    let ranks = [(Field::BlackRank, "BR"), (Field::WhiteRank, "WR")];
    for (place, id) in ranks.into_iter().filter_map(place_of) {
        let written = text.simple_text(place.span);
        // The list gives its meaning.
        if aliases.is_some_and(|aliases| aliases.meant(id, &written).is_some()) {
            continue;
        }
        if let Some(message) = unusual_rank(text, game, id, &written) {
            findings.push(place.finding(FindingKind::RankSpelling, message));
        }
    }
    if let Some(place) = header.place(Field::Rules) {
        let ru = text.simple_text(place.span);
        if let Some(word) = respelt_ru(&ru) {
            let message = format!("RU[{ru}] means RU[{word}]");
            findings.push(place.finding(FindingKind::RulesetSpelling, message));
        }
    }
}

/// The message about a rank in an unusual spelling, and about a value that isn't one.
fn unusual_rank(text: &Text, game: &Game, id: &str, written: &str) -> Option<String> {
    let Some(rank) = oddly_written_rank(written) else { return not_a_rank(id, written) };
    // A word or a Chinese character means both kinds of dan; the letter is for amateurs.
    let is_letter = written.trim().ends_with(['d', 'D']);
    let is_said = is_letter || rank.is_amateur;
    let is_open = rank.unit == RankUnit::Dan && !is_said && server_id(text, game).is_none();
    let or = match is_open {
        true => format!(", or {}p of a professional", rank.number),
        false => String::new(),
    };
    Some(format!("{id}[{written}] means {id}[{rank}]{or}"))
}

/// The message about a value that isn't a rank. `None` for a rank, for the ranks of several players, and for nothing.
fn not_a_rank(id: &str, written: &str) -> Option<String> {
    let mut of_players = written.split(['&', '/', ',']);
    if written.trim().is_empty() || of_players.any(|written| rank(written).is_some()) {
        return None;
    }
    if is_country(written) {
        let team = if id == "BR" { "BT" } else { "WT" };
        return Some(format!("{id}[{written}] isn't a rank but a country; {team} is for teams"));
    }
    Some(format!("{id}[{written}] isn't a rank, such as 9p, 3d or 5k"))
}
