//! OpenGotha's XML (lucvannier/opengotha): players, games and byes as elements with attributes. It is read as a stream. A document
//! type that defines anything is refused, and no other file is read, so that no entity expands.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::table::{ReadError, ResultTable, Row, by_default};
use crate::event::name_key::excerpt;
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, WinBy};

/// An element with its line and its attributes.
struct Element {
    line: u32,
    name: String,
    values: HashMap<String, String>,
}

impl Element {
    /// Returns an attribute; empty if there is none.
    fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", |value| value.trim())
    }
}

/// The elements that are looked at.
const READ: [&str; 6] =
    ["Tournament", "GeneralParameterSet", "HandicapParameterSet", "Player", "Game", "ByePlayer"];

pub(super) fn read(text: &str) -> Result<ResultTable, ReadError> {
    let mut document = Document::default();
    let elements = elements(text)?;
    let named = |name: &'static str| elements.iter().filter(move |it| it.name == name);
    // MacMahon's XML has these elements, too, with names in elements of their own.
    let has_names = named("Player").all(|player| player.values.contains_key("name"));
    if named("Tournament").next().is_none() || !has_names {
        let why = "this format isn't known: not OpenGotha's XML";
        return Err(ReadError::new(why));
    }
    for element in &elements {
        match &*element.name {
            "GeneralParameterSet" => document.header(element),
            "HandicapParameterSet" => {
                // OpenGotha writes no rule for a correction of 0.
                let correction = element.value("hdCorrection");
                if !matches!(correction, "" | "0") {
                    document.table.header.push("HA", &format!("h{correction}"));
                }
            }
            "Player" => document.player(element)?,
            _ => {}
        }
    }
    for game in named("Game") {
        let row = document.game(game);
        document.table.push(game.line, row);
    }
    // A round without a bye has an element without a player.
    for bye in named("ByePlayer").filter(|bye| !bye.value("player").is_empty()) {
        let round = RoundId::read(bye.value("roundNumber"));
        let player = document.known(bye.value("player"));
        document.table.push(bye.line, player.map(|player| Row::bye(bye.line, round, player)));
    }
    Ok(ResultTable { lists_players: true, ..document.table })
}

/// Returns the elements that are looked at, in their order.
fn elements(text: &str) -> Result<Vec<Element>, ReadError> {
    let mut reader = Reader::from_str(text);
    let mut elements: Vec<Element> = Vec::new();
    let (mut line, mut counted) = (1_u32, 0_usize);
    loop {
        let at = reader.buffer_position() as usize;
        line += text.as_bytes()[counted..at].iter().filter(|&&byte| byte == b'\n').count() as u32;
        counted = at;
        let failed = |why: String| ReadError::new(format!("line {line}: {why}"));
        let event =
            reader.read_event().map_err(|error| failed(format!("not well-formed XML: {error}")))?;
        match event {
            // OpenGotha names its definitions, which aren't needed.
            Event::DocType(text) if text.contains('[') => {
                let why =
                    "a document type with definitions, which no table of results needs; not read";
                return Err(failed(why.to_owned()));
            }
            Event::Start(element) | Event::Empty(element) => {
                let name: String = element.local_name().as_ref().to_owned();
                if READ.contains(&&*name) {
                    let values = attributes(&element).map_err(failed)?;
                    elements.push(Element { line, name, values });
                }
            }
            Event::Eof => return Ok(elements),
            _ => {}
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
    fn header(&mut self, element: &Element) {
        let value = |name: &str| element.value(name);
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

    fn player(&mut self, element: &Element) -> Result<(), ReadError> {
        let value = |name: &str| element.value(name).to_owned();
        let (family, given) = (value("name"), value("firstName"));
        let (key, id) = (key(&format!("{family}{given}")), self.table.players.len());
        let dotless = self.ids_without_dots.entry(without_dots(&key));
        dotless.and_modify(|other| *other = None).or_insert(Some(id));
        if self.ids.insert(key, id).is_some() {
            let line = element.line;
            let why = format!("line {line}: two players are called {family} {given}");
            return Err(ReadError::new(why));
        }
        let name = if given.is_empty() { family } else { format!("{family}, {given}") };
        let rank = crate::sgf::rank(&value("rank")).unwrap_or_default();
        let is_number = |id: &String| id.bytes().any(|byte| byte != b'0');
        let id = ["egfPin", "agaId"].map(value).into_iter().find(is_number).unwrap_or_default();
        let (club, country) = (value("club"), value("country"));
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

    fn game(&self, game: &Element) -> Result<Row, String> {
        let players =
            [self.known(game.value("blackPlayer"))?, self.known(game.value("whitePlayer"))?];
        let row = Row {
            board: game.value("tableNumber").parse().ok(),
            colors_known: game.value("knownColor") != "false",
            result: result(game.value("result"))?,
            ..Row::game(game.line, RoundId::read(game.value("roundNumber")), players)
        };
        // The tournament's komi is for even games.
        Ok(row.with_handicap(game.value("handicap").parse().ok(), self.komi))
    }
}

/// Reads a result such as `RESULT_BLACKWINS_BYDEF`.
fn result(text: &str) -> Result<Outcome, String> {
    let win = |winner| Outcome::Win(winner, WinBy::Unspecified);
    let plain = text.trim_end_matches("_BYDEF");
    let result = match plain.trim_start_matches("RESULT_") {
        "BLACKWINS" => win(Color::Black),
        "WHITEWINS" => win(Color::White),
        "EQUAL" => Outcome::Draw,
        "BOTHLOSE" => Outcome::BothLose,
        "BOTHWIN" => Outcome::BothWin,
        "UNKNOWN" | "" => return Ok(Outcome::Unknown),
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

fn attributes(element: &BytesStart) -> Result<HashMap<String, String>, String> {
    let mut values = HashMap::new();
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute
            .normalized_value(quick_xml::XmlVersion::Implicit1_0)
            .map_err(|error| error.to_string())?;
        let name: &str = attribute.key.as_ref();
        if values.insert(name.to_owned(), value.into_owned()).is_some() {
            return Err(format!("two attributes are called {}", excerpt(name)));
        }
    }
    Ok(values)
}
