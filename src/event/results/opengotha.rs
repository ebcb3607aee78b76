//! OpenGotha's XML (lucvannier/opengotha, `ExternalDocument.generateXMLFile`): players, games and byes as elements
//! without content. It is read as a stream, and a document type is refused, so that no entity expands.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::error::ResultsError;
use super::table::{MOST_ROWS, ResultTable, Row, RowResult, Winner, handicap_stones};
use crate::event::shown::shown;
use crate::go::Points;

/// Maximum number of attributes of an element.
const MOST_ATTRIBUTES: usize = 200;

/// Reads a document.
pub(super) fn read(text: &str) -> Result<ResultTable, ResultsError> {
    let mut reader = Reader::from_str(text);
    let mut gotha = Document::default();
    let (mut line, mut counted) = (1_u32, 0_usize);
    loop {
        let at = reader.buffer_position() as usize;
        line += text.as_bytes()[counted..at].iter().filter(|&&byte| byte == b'\n').count() as u32;
        counted = at;
        let event = reader.read_event().map_err(|error| {
            ResultsError::new(format!("line {line}: not well-formed XML: {error}"))
        })?;
        match event {
            Event::DocType(_) => {
                return Err(ResultsError::new(format!(
                    "line {line}: a document type, which no table of results needs; not read"
                )));
            }
            Event::Start(element) | Event::Empty(element) => {
                gotha.element(line, &element)?;
            }
            Event::Eof => return gotha.finish(),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Document {
    table: ResultTable,
    is_tournament: bool,
    /// The players by their keys.
    ids: HashMap<String, usize>,
    games: Vec<(u32, HashMap<String, String>)>,
    byes: Vec<(u32, HashMap<String, String>)>,
    komi: Option<Points>,
}

impl Document {
    fn element(&mut self, line: u32, element: &BytesStart) -> Result<(), ResultsError> {
        let name = element.local_name();
        let name: &str = name.as_ref();
        match name {
            "Tournament" => self.is_tournament = true,
            "Player" => {
                let found = attributes(line, element)?;
                let value = |name: &str| found.get(name).map_or("", String::as_str);
                let (family, given) = (value("name"), value("firstName"));
                let key = key(&format!("{family}{given}"));
                if self.ids.insert(key, self.table.players.len()).is_some() {
                    let why = format!("line {line}: two players are called {family} {given}");
                    return Err(ResultsError::new(why));
                }
                self.table.players.push(format!("{family}, {given}"));
            }
            "Game" => self.games.push((line, attributes(line, element)?)),
            "ByePlayer" => self.byes.push((line, attributes(line, element)?)),
            "GeneralParameterSet" => {
                let found = attributes(line, element)?;
                self.komi = found.get("komi").and_then(|komi| Points::parse(komi));
            }
            _ => {}
        }
        if self.games.len() + self.byes.len() + self.table.players.len() > MOST_ROWS {
            return Err(ResultsError::new(format!("more than {MOST_ROWS} games and players")));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<ResultTable, ResultsError> {
        if !self.is_tournament {
            return Err(ResultsError::new("no element `Tournament`, so it isn't OpenGotha's XML"));
        }
        for (line, game) in std::mem::take(&mut self.games) {
            match self.game(line, &game) {
                Ok(row) => self.table.rows.push(row),
                Err(why) => self.table.unread(line, why),
            }
        }
        for (line, bye) in std::mem::take(&mut self.byes) {
            match self.player(bye.get("player")) {
                Ok(player) => {
                    let round = bye.get("roundNumber").and_then(|round| round.parse().ok());
                    self.table.rows.push(Row::bye(line, round, player));
                }
                Err(why) => self.table.unread(line, why),
            }
        }
        Ok(self.table)
    }

    fn player(&self, name: Option<&String>) -> Result<usize, String> {
        let name = name.map_or("", String::as_str);
        let known = self.ids.get(&key(name)).copied();
        known.ok_or_else(|| format!("no player has the key {:?}", shown(name)))
    }

    fn game(&self, line: u32, game: &HashMap<String, String>) -> Result<Row, String> {
        let value = |name: &str| game.get(name).map_or("", String::as_str);
        let players =
            [self.player(game.get("blackPlayer"))?, self.player(game.get("whitePlayer"))?];
        let stones = value("handicap").parse::<u32>().ok();
        let handicap = stones.map(handicap_stones);
        let result = value("result");
        let (result, by_default) = match result.strip_suffix("_BYDEF") {
            Some(result) => (result, true),
            None => (result, false),
        };
        let winner = match result {
            "RESULT_BLACKWINS" => Some(Winner::First),
            "RESULT_WHITEWINS" => Some(Winner::Second),
            "RESULT_EQUAL" => Some(Winner::Draw),
            "RESULT_UNKNOWN" | "RESULT_BOTHLOSE" | "RESULT_BOTHWIN" => None,
            _ => return Err(format!("{:?} isn't a result of OpenGotha", shown(result))),
        };
        let result = match (by_default || result.starts_with("RESULT_BOTH"), winner) {
            (true, winner) => RowResult::by_default(winner),
            (false, Some(winner)) => RowResult::won_by(winner),
            (false, None) => RowResult::UNKNOWN,
        };
        Ok(Row {
            line,
            round: value("roundNumber").parse().ok(),
            players: players.map(Some),
            colors_known: value("knownColor") != "false",
            handicap,
            // The tournament's komi is that of even games.
            komi: self.komi.filter(|_| stones == Some(0)),
            whole_komi: false,
            result,
        })
    }
}

/// Returns the key by which games name a player: family and given name in upper case without blanks.
fn key(name: &str) -> String {
    name.split_whitespace().collect::<String>().to_uppercase()
}

fn attributes(line: u32, element: &BytesStart) -> Result<HashMap<String, String>, ResultsError> {
    let failed = |why: String| ResultsError::new(format!("line {line}: {why}"));
    let mut found = HashMap::new();
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| failed(error.to_string()))?;
        if found.len() >= MOST_ATTRIBUTES {
            return Err(failed(format!("an element with more than {MOST_ATTRIBUTES} attributes")));
        }
        let value = attribute
            .normalized_value(quick_xml::XmlVersion::Implicit1_0)
            .map_err(|error| failed(error.to_string()))?;
        let name: &str = attribute.key.as_ref();
        if found.insert(name.to_owned(), value.into_owned()).is_some() {
            return Err(failed(format!("two attributes are called {}", shown(name))));
        }
    }
    Ok(found)
}
