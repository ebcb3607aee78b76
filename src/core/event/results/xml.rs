//! XML of tournament programs. OpenGotha (lucvannier/opengotha) writes players, games and byes as elements with
//! attributes; MacMahon (C. Gerlach) writes each value as an element of its own. Both are read as a stream. A document
//! type that defines anything is refused, and no other file is read, so that no entity expands.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::table::{MAX_ROWS, ResultTable, ResultsError, Row, by_default};
use crate::event::name_key::excerpt;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

/// The values of a player, a game or a round by their names.
type Values = HashMap<String, String>;

pub(super) fn read(text: &str) -> Result<ResultTable, ResultsError> {
    let mut reader = Reader::from_str(text);
    let mut document = Document::default();
    let (mut line, mut counted) = (1_u32, 0_usize);
    loop {
        let at = reader.buffer_position() as usize;
        line += text.as_bytes()[counted..at].iter().filter(|&&byte| byte == b'\n').count() as u32;
        counted = at;
        let failed = |why: String| ResultsError::new(format!("line {line}: {why}"));
        let event =
            reader.read_event().map_err(|error| failed(format!("not well-formed XML: {error}")))?;
        match event {
            // OpenGotha names its definitions, which aren't needed.
            Event::DocType(text) if text.contains('[') => {
                let why =
                    "a document type with definitions, which no table of results needs; not read";
                return Err(failed(why.to_owned()));
            }
            Event::Start(element) => {
                document.start(line, &element)?;
                document.path.push(element.local_name().as_ref().to_owned());
            }
            Event::Empty(element) => {
                document.start(line, &element)?;
                let name = element.local_name();
                document.end(name.as_ref());
            }
            Event::End(element) => {
                document.path.pop();
                let name = element.local_name();
                document.end(name.as_ref());
            }
            Event::Text(text) => {
                let text = text.xml_content(quick_xml::XmlVersion::Implicit1_0);
                document.text(&text);
            }
            Event::GeneralRef(entity) => {
                let entity = entity.resolve_char_ref().ok().flatten().or_else(|| {
                    let known = quick_xml::escape::resolve_predefined_entity(&entity)?;
                    known.chars().next()
                });
                let known =
                    entity.ok_or_else(|| failed("an entity that isn't known".to_owned()))?;
                document.text(known.encode_utf8(&mut [0; 4]));
            }
            Event::Eof => return document.finish(),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Document {
    table: ResultTable,
    /// The names of the open elements.
    path: Vec<String>,
    is_tournament: bool,
    /// The players by their keys.
    ids: HashMap<String, usize>,
    /// The players by their keys without the dots of İ; `None` if several have such a key.
    ids_without_dots: HashMap<String, Option<usize>>,
    games: Vec<(u32, Values)>,
    byes: Vec<(u32, Values)>,
    komi: Option<Points>,
    /// MacMahon's player or pairing that is being read, with its line.
    open: Option<(u32, Values)>,
    round: String,
}

impl Document {
    fn start(&mut self, line: u32, element: &BytesStart) -> Result<(), ResultsError> {
        let name = element.local_name();
        let name: &str = name.as_ref();
        match name {
            "Tournament" => self.is_tournament = true,
            "Player" | "IndividualParticipant" | "Team" | "Pairing" => {
                let values = attributes(line, element)?;
                match (values.get("name"), values.get("firstName")) {
                    (Some(family), Some(given)) if name == "Player" => {
                        let key = key(&format!("{family}{given}"));
                        self.player(line, key, family, given, &values)?;
                    }
                    _ => self.open = Some((line, Values::new())),
                }
            }
            "HandicapParameterSet" => {
                let values = attributes(line, element)?;
                // OpenGotha writes no rule for a correction of 0.
                let correction = first_of(&values, &["hdCorrection"]);
                let rule = if correction == "0" { String::new() } else { format!("h{correction}") };
                self.table.header.push("HA", if rule == "h" { "" } else { &rule });
            }
            "Game" => self.games.push((line, attributes(line, element)?)),
            "ByePlayer" => self.byes.push((line, attributes(line, element)?)),
            "GeneralParameterSet" => {
                let values = attributes(line, element)?;
                self.komi = values.get("komi").and_then(|komi| Points::parse(komi));
                self.header(&values);
            }
            _ => {}
        }
        if self.games.len() + self.byes.len() + self.table.players.len() > MAX_ROWS {
            return Err(ResultsError::new(format!("more than {MAX_ROWS} games and players")));
        }
        Ok(())
    }

    /// Keeps what OpenGotha states of the tournament, as its H9 has it.
    fn header(&mut self, values: &Values) {
        let value = |name: &str| first_of(values, &[name]);
        let header = &mut self.table.header;
        header.push("EV", value("name"));
        let place = value("location");
        header.push("PC", &if place.is_empty() { String::new() } else { format!(",{place}") });
        let days = [value("beginDate"), value("endDate")];
        if !days.contains(&"") {
            header.push("DT", &days.join(","));
        }
        header.push("KM", value("komi"));
        header.push("TM", value("basicTime"));
        let overtime = match value("complementaryTimeSystem") {
            "SUDDENDEATH" => "Sudden death",
            "STDBYOYOMI" => "Standard byo-yomi",
            "CANBYOYOMI" => "Canadian byo-yomi",
            "FISCHER" => "Fischer",
            other => other,
        };
        header.push("CM", overtime);
        header.push("OR", value("director"));
    }

    fn player(
        &mut self,
        line: u32,
        key: String,
        family: &str,
        given: &str,
        values: &Values,
    ) -> Result<(), ResultsError> {
        let id = self.table.players.len();
        let dotless = self.ids_without_dots.entry(without_dots(&key));
        dotless.and_modify(|other| *other = None).or_insert(Some(id));
        if self.ids.insert(key, id).is_some() {
            let why = format!("line {line}: two players are called {family} {given}");
            return Err(ResultsError::new(why));
        }
        let name = if given.is_empty() { family.to_owned() } else { format!("{family}, {given}") };
        let value = |names: &[&str]| first_of(values, names).to_owned();
        let rank = crate::sgf::rank(&value(&["rank", "GoLevel", "Rank"])).unwrap_or_default();
        let id = value(&["egfPin", "agaId", "EgdPin"]);
        let id = if id.bytes().any(|byte| byte != b'0') { id } else { String::new() };
        let (club, country) = (value(&["club", "Club"]), value(&["country", "Country"]));
        self.table.players.push(Player { name, rank, id, club, country, ..Player::default() });
        Ok(())
    }

    /// Adds the text of the innermost element to the player or the pairing that is open.
    fn text(&mut self, text: &str) {
        let Some(name) = self.path.last() else { return };
        match &mut self.open {
            Some((_, values)) => {
                let value = values.entry(name.clone()).or_default();
                if value.len() < 1000 {
                    value.push_str(text);
                }
            }
            None if name == "RoundNumber" => text.trim().clone_into(&mut self.round),
            None if name == "Komi" => self.komi = Points::parse(text.trim()).or(self.komi),
            None => {}
        }
    }

    fn end(&mut self, name: &str) {
        if !matches!(name, "Player" | "IndividualParticipant" | "Team" | "Pairing") {
            return;
        }
        let Some((line, mut values)) = self.open.take() else { return };
        if name == "Pairing" {
            // A number after the pairings of its round belongs to the next round.
            values.insert("roundNumber".to_owned(), self.round.clone());
            self.games.push((line, values));
            return;
        }
        let value = |names: &[&str]| first_of(&values, names);
        let (family, given) = (value(&["Surname", "Name"]), value(&["FirstName"]));
        let id = value(&["Id"]).to_owned();
        if !id.is_empty() {
            let (family, given) = (family.to_owned(), given.to_owned());
            // The same player is in several lists.
            if !self.ids.contains_key(&id) {
                let _ = self.player(line, id, &family, &given, &values);
            }
        }
    }

    fn finish(mut self) -> Result<ResultTable, ResultsError> {
        if !self.is_tournament {
            return Err(ResultsError::new(
                "this format isn't known: neither OpenGotha's XML nor MacMahon's, which have an element `Tournament`",
            ));
        }
        self.table.lists_players = true;
        for (line, game) in std::mem::take(&mut self.games) {
            let row = self.game(line, &game);
            self.table.push(line, row);
        }
        for (line, bye) in std::mem::take(&mut self.byes) {
            // A round without a bye has an element without a player.
            let name = first_of(&bye, &["player"]);
            if name.is_empty() {
                continue;
            }
            let round = RoundId::read(first_of(&bye, &["roundNumber"]));
            let row = self.known(name).map(|player| Row::bye(line, round, player));
            self.table.push(line, row);
        }
        Ok(self.table)
    }

    /// Returns the player whom a game names.
    fn known(&self, name: &str) -> Result<usize, String> {
        let key = key(name);
        // On a computer in Turkish OpenGotha's keys have İ for each i.
        let dotless = || self.ids_without_dots.get(&without_dots(&key)).copied().flatten();
        let known = self.ids.get(&key).copied().or_else(dotless);
        known.ok_or_else(|| format!("no player has the key {:?}", excerpt(name)))
    }

    fn game(&self, line: u32, game: &Values) -> Result<Row, String> {
        let value = |names: &[&str]| first_of(game, names);
        let round = RoundId::read(value(&["roundNumber"]));
        let board = value(&["tableNumber", "BoardNumber"]).parse().ok();
        let black = self.known(value(&["blackPlayer", "Black"]));
        if value(&["PairingWithBye"]) == "true" {
            let player = black.or_else(|_| self.known(value(&["White"])))?;
            return Ok(Row { board, ..Row::bye(line, round, player) });
        }
        let players = [black?, self.known(value(&["whitePlayer", "White"]))?];
        let row = Row {
            board,
            colors_known: value(&["knownColor"]) != "false",
            result: result(value(&["result", "Result"]))?,
            ..Row::game(line, round, players)
        };
        // The tournament's komi is for even games.
        Ok(row.with_handicap(value(&["handicap", "Handicap"]).parse().ok(), self.komi))
    }
}

/// Returns the value of the first of these names that has one; empty if none has.
fn first_of<'v>(values: &'v Values, names: &[&str]) -> &'v str {
    names.iter().find_map(|name| values.get(*name)).map_or("", |value| value.trim())
}

/// Reads a result of OpenGotha or MacMahon, which begins with Black's point.
fn result(text: &str) -> Result<Outcome, String> {
    let win = |winner| Outcome::Win(winner, WinBy::Unspecified);
    let plain = text.trim_end_matches("_BYDEF").trim_end_matches('!');
    let result = match plain.trim_start_matches("RESULT_") {
        "BLACKWINS" | "1-0" => win(Color::Black),
        "WHITEWINS" | "0-1" => win(Color::White),
        "EQUAL" | "½-½" | "0.5-0.5" | "1/2-1/2" => Outcome::Draw,
        "BOTHLOSE" | "0-0" => Outcome::BothLose,
        "BOTHWIN" | "1-1" => Outcome::BothWin,
        "UNKNOWN" | "?-?" | "" => return Ok(Outcome::Unknown),
        _ => return Err(format!("{:?} isn't a result", excerpt(text))),
    };
    Ok(if plain.len() < text.len() { by_default(result) } else { result })
}

/// Returns the key by which games name a player: family and given name in upper case without blanks.
fn key(name: &str) -> String {
    name.split_whitespace().collect::<String>().to_uppercase()
}

fn without_dots(key: &str) -> String {
    key.replace('İ', "I")
}

fn attributes(line: u32, element: &BytesStart) -> Result<Values, ResultsError> {
    let failed = |why: String| ResultsError::new(format!("line {line}: {why}"));
    let mut values = HashMap::new();
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| failed(error.to_string()))?;
        let value = attribute
            .normalized_value(quick_xml::XmlVersion::Implicit1_0)
            .map_err(|error| failed(error.to_string()))?;
        let name: &str = attribute.key.as_ref();
        if values.insert(name.to_owned(), value.into_owned()).is_some() {
            return Err(failed(format!("two attributes are called {}", excerpt(name))));
        }
    }
    Ok(values)
}
