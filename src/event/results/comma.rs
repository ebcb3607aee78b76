//! A table in comma-separated values: `round,black,white,handicap,komi,result`, in any order.

use std::collections::HashMap;

use super::error::ResultsError;
use super::table::{MOST_ROWS, ResultTable, Row, RowResult, handicap_stones};
use crate::event::shown::shown;
use crate::go::Points;

/// Maximum number of columns.
const MOST_COLUMNS: usize = 200;

const COLUMNS: [&str; 6] = ["round", "black", "white", "handicap", "komi", "result"];

/// The columns without which there is no game.
const REQUIRED: [&str; 3] = ["black", "white", "result"];

/// Returns the header as far as it is looked at.
fn head(text: &str) -> &str {
    let header = text.lines().next().unwrap_or_default();
    &header[..header.floor_char_boundary(10_000)]
}

/// Returns the most frequent separator of a header.
fn delimiter(head: &str) -> u8 {
    let number = |delimiter: &u8| head.bytes().filter(|byte| byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(number).unwrap_or(b',')
}

/// Whether a text begins with the header of a table.
pub(super) fn has_header(text: &str) -> bool {
    let head = head(text.trim_start_matches('\u{feff}')).to_lowercase();
    let names: Vec<&str> = head
        .split(char::from(delimiter(&head)))
        .map(|name| name.trim().trim_matches('"'))
        .collect();
    REQUIRED.iter().all(|name| names.contains(name))
}

/// Reads a table. Its header says which column is which; others than the known ones are skipped. Columns are separated
/// by commas, semicolons or tabs.
pub(super) fn read(text: &str) -> Result<ResultTable, ResultsError> {
    let head = head(text);
    let delimiter = delimiter(head);
    if head.bytes().filter(|&byte| byte == delimiter).count() >= MOST_COLUMNS {
        return Err(ResultsError::new(format!("more than {MOST_COLUMNS} columns")));
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let names: Vec<String> = match reader.headers() {
        Ok(names) => names.iter().map(str::to_lowercase).collect(),
        Err(error) => return Err(ResultsError::new(error.to_string())),
    };
    let place = |name: &str| names.iter().position(|known| known == name);
    let places = COLUMNS.map(place);
    for (name, place) in COLUMNS.iter().zip(places) {
        if place.is_none() && REQUIRED.contains(name) {
            return Err(ResultsError::new(format!(
                "no column `{name}`; the first line names the columns: {}",
                COLUMNS.join(",")
            )));
        }
        if names.iter().filter(|known| known == name).count() > 1 {
            return Err(ResultsError::new(format!("two columns are called `{name}`")));
        }
    }
    let mut table = ResultTable::default();
    let mut ids = HashMap::new();
    for record in reader.records() {
        let record = record.map_err(|error| ResultsError::new(error.to_string()))?;
        let line = record.position().map_or(0, |position| position.line() as u32);
        let cell = |at: usize| places[at].and_then(|place| record.get(place)).unwrap_or_default();
        if record.iter().all(str::is_empty) {
            continue;
        }
        if record.len() > MOST_COLUMNS {
            table.unread(line, format!("more than {MOST_COLUMNS} cells"));
            continue;
        }
        match row(line, cell, &mut ids, &mut table.players) {
            Ok(row) => table.rows.push(row),
            Err(why) => table.unread(line, why),
        }
        if table.rows.len() > MOST_ROWS {
            break;
        }
    }
    Ok(table)
}

fn row<'r>(
    line: u32,
    cell: impl Fn(usize) -> &'r str,
    ids: &mut HashMap<String, usize>,
    players: &mut Vec<String>,
) -> Result<Row, String> {
    let [round, black, white, handicap, komi, result] = [0, 1, 2, 3, 4, 5].map(cell);
    let number = |name: &str, text: &str| match text {
        "" => Ok(None),
        text => match text.parse::<u32>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{name} {:?} isn't a number", shown(text))),
        },
    };
    let round = number("round", round)?;
    let handicap = number("handicap", handicap)?;
    let komi = match komi {
        "" => None,
        komi => Some(
            Points::parse(komi).ok_or_else(|| format!("komi {:?} isn't a number", shown(komi)))?,
        ),
    };
    let is_nobody = |name: &str| matches!(name.to_lowercase().as_str(), "" | "-" | "bye");
    let mut player = |name: &str| {
        (!is_nobody(name)).then(|| {
            *ids.entry(name.to_owned()).or_insert_with(|| {
                players.push(name.to_owned());
                players.len() - 1
            })
        })
    };
    let both = [player(black), player(white)];
    let result =
        RowResult::read(result).ok_or_else(|| format!("{:?} isn't a result", shown(result)))?;
    match both {
        [None, None] => return Err("no player".to_owned()),
        [Some(one), None] | [None, Some(one)] => return Ok(Row::bye(line, round, one)),
        [Some(_), Some(_)] => {}
    }
    Ok(Row {
        line,
        round,
        players: both,
        colors_known: true,
        handicap: handicap.map(handicap_stones),
        komi,
        whole_komi: false,
        result,
    })
}
