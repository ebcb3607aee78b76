//! XML of tournament programs. OpenGotha (lucvannier/opengotha) writes players, games and byes as elements with
//! attributes; MacMahon (C. Gerlach) writes each value as an element of its own. Both are read as a stream. A document
//! type that defines anything is refused, and no other file is read, so that no entity expands.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::table::{MAX_ROWS, ReadError, ResultTable, Row, by_default};
use crate::event::name_key::excerpt;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

/// The values of an element by their names: its attributes, and the texts within it, by the elements that hold them.
type Values = HashMap<String, String>;

/// An element that states something of the tournament, with its line.
struct Element {
    line: u32,
    name: String,
    values: Values,
}

/// The elements that are looked at.
const READ: [&str; 11] = [
    "Tournament",
    "GeneralParameterSet",
    "HandicapParameterSet",
    "Player",
    "IndividualParticipant",
    "Team",
    "Game",
    "Pairing",
    "ByePlayer",
    "RoundNumber",
    "Komi",
];

pub(super) fn read(text: &str) -> Result<ResultTable, ReadError> {
    let mut document = Document::default();
    let (mut is_tournament, mut round) = (false, "");
    let (mut games, mut byes) = (Vec::new(), Vec::new());
    let elements = elements(text)?;
    for element in &elements {
        let value = |name: &str| first_of(&element.values, &[name]);
        match &*element.name {
            "Tournament" => is_tournament = true,
            "GeneralParameterSet" => document.header(element),
            "HandicapParameterSet" => {
                // OpenGotha writes no rule for a correction of 0.
                let correction = value("hdCorrection");
                if !matches!(correction, "" | "0") {
                    document.table.header.push("HA", &format!("h{correction}"));
                }
            }
            "Komi" => document.komi = Points::parse(value("Komi")).or(document.komi),
            // A number after the pairings of its round belongs to the next round.
            "RoundNumber" => round = value("RoundNumber"),
            "Pairing" => games.push((round, element)),
            "Game" => games.push((value("roundNumber"), element)),
            "ByePlayer" => byes.push(element),
            _ => document.player(element)?,
        }
    }
    if !is_tournament {
        return Err(ReadError::new(
            "this format isn't known: neither OpenGotha's XML nor MacMahon's, which have an element `Tournament`",
        ));
    }
    for (round, game) in games {
        let row = document.game(game, RoundId::read(round));
        document.table.push(game.line, row);
    }
    for Element { line, values, .. } in byes {
        // A round without a bye has an element without a player.
        let name = first_of(values, &["player"]);
        if !name.is_empty() {
            let round = RoundId::read(first_of(values, &["roundNumber"]));
            let row = document.known(name).map(|player| Row::bye(*line, round, player));
            document.table.push(*line, row);
        }
    }
    Ok(ResultTable { lists_players: true, ..document.table })
}

/// Returns the elements that are looked at, in the order in which they begin.
fn elements(text: &str) -> Result<Vec<Element>, ReadError> {
    let mut reader = Reader::from_str(text);
    let mut elements: Vec<Element> = Vec::new();
    // The open elements: the name, and the index of the innermost one that is looked at.
    let mut path: Vec<(String, Option<usize>)> = Vec::new();
    let (mut line, mut counted) = (1_u32, 0_usize);
    loop {
        let at = reader.buffer_position() as usize;
        line += text.as_bytes()[counted..at].iter().filter(|&&byte| byte == b'\n').count() as u32;
        counted = at;
        let failed = |why: String| ReadError::new(format!("line {line}: {why}"));
        let event =
            reader.read_event().map_err(|error| failed(format!("not well-formed XML: {error}")))?;
        let is_empty = matches!(event, Event::Empty(_));
        let text = match event {
            // OpenGotha names its definitions, which aren't needed.
            Event::DocType(text) if text.contains('[') => {
                let why =
                    "a document type with definitions, which no table of results needs; not read";
                return Err(failed(why.to_owned()));
            }
            Event::Start(element) | Event::Empty(element) => {
                let name: String = element.local_name().as_ref().to_owned();
                let mut innermost = path.last().and_then(|(_, innermost)| *innermost);
                if READ.contains(&&*name) {
                    innermost = Some(elements.len());
                    let values = attributes(line, &element)?;
                    elements.push(Element { line, name: name.clone(), values });
                }
                if elements.len() > MAX_ROWS {
                    let why = format!("more than {MAX_ROWS} games and players");
                    return Err(ReadError::new(why));
                }
                if !is_empty {
                    path.push((name, innermost));
                }
                continue;
            }
            Event::End(_) => {
                path.pop();
                continue;
            }
            Event::Text(text) => text.xml_content(quick_xml::XmlVersion::Implicit1_0).into_owned(),
            Event::GeneralRef(entity) => {
                let known = entity.resolve_char_ref().ok().flatten().map(String::from);
                let known = known.or_else(|| {
                    quick_xml::escape::resolve_predefined_entity(&entity).map(str::to_owned)
                });
                known.ok_or_else(|| failed("an entity that isn't known".to_owned()))?
            }
            Event::Eof => return Ok(elements),
            _ => continue,
        };
        if let Some((name, Some(innermost))) = path.last() {
            let value = elements[*innermost].values.entry(name.clone()).or_default();
            if value.len() < 1000 {
                value.push_str(&text);
            }
        }
    }
}

#[derive(Default)]
struct Document {
    table: ResultTable,
    ids: HashMap<String, usize>,
    /// The players by their keys without the dots of İ; `None` if several have such a key.
    ids_without_dots: HashMap<String, Option<usize>>,
    komi: Option<Points>,
}

impl Document {
    /// Keeps what OpenGotha states of the tournament, as its H9 has it.
    fn header(&mut self, Element { values, .. }: &Element) {
        let value = |name: &str| first_of(values, &[name]);
        self.komi = Points::parse(value("komi"));
        let place = value("location");
        let place = if place.is_empty() { String::new() } else { format!(",{place}") };
        let days = [value("beginDate"), value("endDate")];
        let days = if days.contains(&"") { String::new() } else { days.join(",") };
        let overtime = match value("complementaryTimeSystem") {
            "SUDDENDEATH" => "Sudden death",
            "STDBYOYOMI" => "Standard byo-yomi",
            "CANBYOYOMI" => "Canadian byo-yomi",
            "FISCHER" => "Fischer",
            other => other,
        };
        for (key, value) in [
            ("EV", value("name")),
            ("PC", &place),
            ("DT", &days),
            ("KM", value("komi")),
            ("TM", value("basicTime")),
            ("CM", overtime),
            ("OR", value("director")),
        ] {
            self.table.header.push(key, value);
        }
    }

    /// Adds a player of OpenGotha, whom games name by the name, or one of MacMahon, whom they name by a number.
    fn player(&mut self, element: &Element) -> Result<(), ReadError> {
        let Element { line, values, .. } = element;
        let value = |names: &[&str]| first_of(values, names).to_owned();
        let (family, given, key) = match values.get("name").zip(values.get("firstName")) {
            Some((family, given)) => {
                (family.clone(), given.clone(), key(&format!("{family}{given}")))
            }
            None => (value(&["Surname", "Name"]), value(&["FirstName"]), value(&["Id"])),
        };
        let is_number = !values.contains_key("firstName");
        // MacMahon has the same player in several lists.
        if is_number && (key.is_empty() || self.ids.contains_key(&key)) {
            return Ok(());
        }
        let id = self.table.players.len();
        let dotless = self.ids_without_dots.entry(without_dots(&key));
        dotless.and_modify(|other| *other = None).or_insert(Some(id));
        if self.ids.insert(key, id).is_some() {
            let why = format!("line {line}: two players are called {family} {given}");
            return Err(ReadError::new(why));
        }
        let name = if given.is_empty() { family } else { format!("{family}, {given}") };
        let rank = crate::sgf::rank(&value(&["rank", "GoLevel", "Rank"])).unwrap_or_default();
        let id = value(&["egfPin", "agaId", "EgdPin"]);
        let id = if id.bytes().any(|byte| byte != b'0') { id } else { String::new() };
        let (club, country) = (value(&["club", "Club"]), value(&["country", "Country"]));
        self.table.players.push(Player { name, rank, id, club, country, ..Player::default() });
        Ok(())
    }

    /// Returns the player whom a game names.
    fn known(&self, name: &str) -> Result<usize, String> {
        let key = key(name);
        // On a computer in Turkish OpenGotha's keys have İ for each i.
        let dotless = || self.ids_without_dots.get(&without_dots(&key)).copied().flatten();
        let known = self.ids.get(&key).copied().or_else(dotless);
        known.ok_or_else(|| format!("no player has the key {:?}", excerpt(name)))
    }

    fn game(&self, game: &Element, round: Option<RoundId>) -> Result<Row, String> {
        let value = |names: &[&str]| first_of(&game.values, names);
        let board = value(&["tableNumber", "BoardNumber"]).parse().ok();
        let black = self.known(value(&["blackPlayer", "Black"]));
        if value(&["PairingWithBye"]) == "true" {
            let player = black.or_else(|_| self.known(value(&["White"])))?;
            return Ok(Row { board, ..Row::bye(game.line, round, player) });
        }
        let players = [black?, self.known(value(&["whitePlayer", "White"]))?];
        let row = Row {
            board,
            colors_known: value(&["knownColor"]) != "false",
            result: result(value(&["result", "Result"]))?,
            ..Row::game(game.line, round, players)
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

fn attributes(line: u32, element: &BytesStart) -> Result<Values, ReadError> {
    let failed = |why: String| ReadError::new(format!("line {line}: {why}"));
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
