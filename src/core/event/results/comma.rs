//! A table with a header and columns, separated by commas, semicolons or tabs: `round,black,white,handicap,komi,result`
//! in any order, or with `winner` and `margin` in place of `result`. Headers may be in other languages.

use std::collections::HashMap;

use super::in_words::{ResultStyle, is_half_bye};
use super::table::{MAX_ROWS, ReadError, ResultTable, Row, handicap_stones};
use crate::event::name_key::{excerpt, name_keys};
use crate::event::roster::Player;
use crate::event::round::RoundId;
use crate::go::{Color, Points};
use crate::sgf::{Outcome, first_date, rank, result, small_number};

/// The names that headers have for each column, in lower case; messages use the first.
const COLUMNS: [&str; 19] = [
    "round rd rnd r runde ronde rodada ronda turno tour tura kolo forduló omgång kierros tur тур раунд \
     回合 轮次 轮 輪次 輪 ラウンド 回戦 라운드 회전",
    "board table tisch brett goban tavola tavolo mesa bord stół stolik stůl asztal bräde pöytä masa стол доска \
     台次 台 卓 テーブル 테이블",
    "black b schwarz noir noirs negro negras nero neri zwart czarne czarny černý pretas preto negru sötét fekete svart \
     sort musta siyah чёрные черные чорні 黑 黑方 黑棋 黒 黒番 흑 흑번",
    "white w weiss weiß blanc blancs blanco blancas bianco bianchi wit białe biały bílý brancas branco alb világos fehér \
     vit hvid valkoinen beyaz белые білі 白 白方 白棋 白番 백 백번",
    "handicap hcp hcap hc ha hd vorgabe handicaps desventaja voorgift фора 让子 讓子 置石 置碁 접바둑 치수",
    "komi km 贴目 贴子 貼目 コミ 덤",
    "result results re res ergebnis resultat résultat resultado risultato uitslag wynik výsledok výsledek rezultat \
     eredmény tulos sonuç результат счёт score 结果 結果 결과 胜负 勝敗",
    "winner sieger gewinner vainqueur gagnant ganador vencedor vincitore winnaar zwycięzca vítěz víťaz győztes vinnare \
     voittaja kazanan победитель 胜者 勝者 胜方 승자",
    "margin by difference differenz abstand écart ecart diferencia diferença scarto verschil różnica rozdíl különbség \
     разница 目数 目數 差 목차",
    "date datum fecha data dato dátum päivämäärä tarih дата day 日期 日付 날짜",
    "file datei fichier archivo arquivo sgf record path id game_id gameid url link файл 文件 棋譜 ファイル 파일",
    "black_rank br blackrank 黑方段位 黒段位",
    "white_rank wr whiterank 白方段位 白段位",
    "black_id blackid",
    "white_id whiteid",
    "colors colours",
    "black_team blackteam",
    "white_team whiteteam",
    // In what this program writes.
    "result_source",
];

/// The columns by their places in [`COLUMNS`].
const ROUND: usize = 0;
const BOARD: usize = 1;
const BLACK: usize = 2;
const WHITE: usize = 3;
const HANDICAP: usize = 4;
const KOMI: usize = 5;
const RESULT: usize = 6;
const WINNER: usize = 7;
const MARGIN: usize = 8;
const DATE: usize = 9;
const FILE: usize = 10;
const RANKS: [usize; 2] = [11, 12];
const IDS: [usize; 2] = [13, 14];
const COLORS: usize = 15;
const TEAMS: [usize; 2] = [16, 17];

fn name_of(column: usize) -> &'static str {
    COLUMNS[column].split(' ').next().unwrap_or_default()
}

struct Header {
    line: usize,
    delimiter: u8,
    /// The index of each of [`COLUMNS`] that the table has.
    places: [Option<usize>; COLUMNS.len()],
    /// The names, and the number of them.
    names: Vec<Option<usize>>,
}

impl Header {
    /// Looks for the header among the first lines.
    fn find(text: &str) -> Result<Self, ReadError> {
        let mut first = None;
        // Lines that begin with `#` are comments.
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        for (line, content) in lines.take(10) {
            let content = &content[..content.floor_char_boundary(10_000)];
            let content = content.trim_start_matches('\u{feff}');
            if content.trim().is_empty() || content.to_lowercase().starts_with("sep=") {
                continue;
            }
            match Self::read(line, content) {
                Ok(header) => return Ok(header),
                Err(error) => {
                    first.get_or_insert(error);
                }
            }
        }
        Err(first.unwrap_or_else(|| Self::missing(BLACK)))
    }

    fn missing(column: usize) -> ReadError {
        let name = name_of(column);
        ReadError::new(format!(
            "no column `{name}`; the first line names the columns: round,black,white,handicap,komi,result; other \
             formats are OpenGotha's XML, EGF's H9 and AGA's rating report, and this is none of them"
        ))
    }

    fn read(line: usize, content: &str) -> Result<Self, ReadError> {
        let number = |delimiter: &u8| content.bytes().filter(|byte| byte == delimiter).count();
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(number).unwrap_or(b',');
        let cells = cells(content, delimiter).unwrap_or_default();
        let names: Vec<Option<usize>> = cells.iter().map(column).collect();
        let mut places = [None; COLUMNS.len()];
        for (at, name) in names.iter().enumerate() {
            let Some(name) = name else { continue };
            if places[*name].replace(at).is_some() {
                let name = name_of(*name);
                return Err(ReadError::new(format!("two columns are called `{name}`")));
            }
        }
        if let Some(missing) = [BLACK, WHITE].into_iter().find(|&at| places[at].is_none()) {
            return Err(Self::missing(missing));
        }
        if places[RESULT].or(places[WINNER]).is_none() {
            return Err(Self::missing(RESULT));
        }
        Ok(Self { line, delimiter, places, names })
    }

    fn has_points(&self, lines: &[&str]) -> bool {
        let Some(place) = self.places[RESULT] else { return false };
        lines[self.line + 1..].iter().take(1000).any(|line| {
            let record = cells(line, self.delimiter).unwrap_or_default();
            matches!(record.get(place), Some("1" | "0.5" | "0,5" | "½"))
        })
    }
}

/// Returns the column that a header's cell names.
fn column(cell: &str) -> Option<usize> {
    let cell = cell.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let cell = cell.trim_start_matches("player ").trim_end_matches(" player");
    let cell = cell.replace([' ', '-'], "_");
    COLUMNS.iter().position(|names| names.split_whitespace().any(|name| name == cell))
}

/// Splits a line. `None` if it can't be read.
fn cells(line: &str, delimiter: u8) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// Whether a text begins with the header of a table.
pub(super) fn has_header(text: &str) -> bool {
    Header::find(text).is_ok()
}

/// Reads a table. Columns with other names than the known ones are reported.
pub(super) fn read(text: &str) -> Result<ResultTable, ReadError> {
    let header = Header::find(text)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut table = ResultTable::default();
    let names = cells(lines[header.line], header.delimiter).unwrap_or_default();
    for (name, known) in names.iter().zip(&header.names) {
        if known.is_none() && !name.is_empty() {
            table.skipped(header.line as u32 + 1, name);
        }
    }
    let style = ResultStyle {
        has_points: header.has_points(&lines),
        is_white_first: header.places[WHITE] < header.places[BLACK],
    };
    let mut reader = Rows { header: &header, ids: HashMap::new(), style };
    let mut at = header.line + 1;
    while at < lines.len() && table.rows.len() <= MAX_ROWS {
        let number = at as u32 + 1;
        let (row, used) = row_at(&lines[at..], &header);
        at += used;
        match row {
            Ok(record) if record.iter().all(str::is_empty) => {}
            Ok(record) => {
                let row = reader.row(number, &record, &mut table);
                table.push(number, row);
            }
            Err(why) => table.unread(number, why),
        }
    }
    Ok(table)
}

/// Returns the row that begins with a line, and how many lines it has. A quoted cell may hold line breaks. Nothing is read
/// from within a row whose quotation mark is closed in the wrong place; one that is never closed costs its line.
fn row_at(lines: &[&str], header: &Header) -> (Result<csv::StringRecord, String>, usize) {
    let has_open_quote =
        |line: &&str| !line.bytes().filter(|&byte| byte == b'"').count().is_multiple_of(2);
    let unclosed = "a quotation mark isn't closed";
    if !has_open_quote(&lines[0]) {
        return (cells(lines[0], header.delimiter).ok_or_else(|| unclosed.to_owned()), 1);
    }
    let Some(last) = lines[1..].iter().position(has_open_quote) else {
        return (Err(unclosed.to_owned()), 1);
    };
    let used = last + 2;
    let record = cells(&lines[..used].join("\n"), header.delimiter);
    let whole = record.filter(|record| record.len() == header.names.len());
    (whole.ok_or_else(|| format!("{unclosed} in its row: {used} lines aren't read")), used)
}

struct Rows<'t> {
    header: &'t Header,
    /// The players by their names, ranks, numbers and teams.
    ids: HashMap<[String; 4], usize>,
    style: ResultStyle,
}

impl Rows<'_> {
    /// Reads a row. A cell that can't be read is reported, and the rest of the row is read.
    fn row(
        &mut self,
        line: u32,
        record: &csv::StringRecord,
        table: &mut ResultTable,
    ) -> Result<Row, String> {
        let cell = |at: usize| {
            self.header.places[at].and_then(|place| record.get(place)).unwrap_or_default()
        };
        let mut unread = |why: String| table.unread(line, why);
        let round = RoundId::read(cell(ROUND));
        if round.is_none() && cell(ROUND).contains(char::is_alphanumeric) {
            unread(format!("round {:?} can't be read", excerpt(cell(ROUND))));
        }
        let board = number("board", cell(BOARD)).ok().flatten();
        let handicap = number("handicap", cell(HANDICAP)).map_err(&mut unread).ok().flatten();
        let komi = Points::parse(&cell(KOMI).replace(',', "."));
        if komi.is_none() && !cell(KOMI).is_empty() {
            unread(format!("komi {:?} isn't a number", excerpt(cell(KOMI))));
        }
        let names = [cell(BLACK), cell(WHITE)];
        let date = Some(first_date(cell(DATE))).filter(|date| !date.is_empty());
        if date.is_none() && !cell(DATE).is_empty() {
            unread(format!(
                "date {:?} can't be read (YYYY-MM-DD, YYYY-MM or YYYY)",
                excerpt(cell(DATE))
            ));
        }
        let mut stated_rank = |side: usize| {
            let text = cell(RANKS[side]);
            if rank(text).is_none() && text.contains(char::is_alphanumeric) {
                unread(format!("rank {:?} can't be read", excerpt(text)));
            }
            rank(text).filter(|rank| rank != "?").unwrap_or_default()
        };
        let ranks = [stated_rank(0), stated_rank(1)];
        let file = Some(cell(FILE)).filter(|file| !file.is_empty() && !file.contains("://"));
        let file = file.map(str::to_owned);
        let is_bye = |name: &str| matches!(&*name.to_lowercase(), "bye" | "free" | "freilos");
        let is_nobody = |name: &str| is_bye(name) || name.trim_matches(['-', '—']).is_empty();
        let result = match (cell(RESULT), self.header.places[WINNER].is_some()) {
            ("", true) => won_by(cell(WINNER), cell(MARGIN), names),
            (text, _) => self.style.read(text, names).ok_or_else(|| {
                let is_default = ["forfeit", "default", "walkover"].map(|word| text.contains(word));
                let hint = match is_default.contains(&true) {
                    true => "; B! and W! are wins by default",
                    false => "",
                };
                format!("{:?} isn't a result{hint}", excerpt(text))
            }),
        };
        let is_unread = result.is_err();
        let result = result.unwrap_or_else(|why| {
            unread(why);
            Outcome::Unknown
        });
        let is_by_default = !result.is_played() || result.is_unknown() || is_half_bye(cell(RESULT));
        if !names.into_iter().any(is_bye) && names.into_iter().any(is_nobody) && !is_by_default {
            return Err(format!("{result} against nobody"));
        }
        let mut player = |side: usize| {
            let (name, id, team) = (names[side], cell(IDS[side]), cell(TEAMS[side]));
            let rank = ranks[side].clone();
            let players = &mut table.players;
            (!is_nobody(name)).then(|| {
                *self.ids.entry([name, &*rank, id, team].map(str::to_owned)).or_insert_with(|| {
                    let [name, id, team] = [name, id, team].map(str::to_owned);
                    players.push(Player { name, rank, id, team, ..Player::default() });
                    players.len() - 1
                })
            })
        };
        let both = [player(0), player(1)];
        match both {
            [None, None] => Err("no player".to_owned()),
            [Some(one), None] | [None, Some(one)] => {
                Ok(Row { board, is_half: is_half_bye(cell(RESULT)), ..Row::bye(line, round, one) })
            }
            [Some(black), Some(white)] => Ok(Row {
                board,
                handicap: handicap.map(handicap_stones),
                komi,
                date,
                file,
                colors_known: cell(COLORS) != "unknown",
                result,
                is_unread,
                ..Row::game(line, round, [black, white])
            }),
        }
    }
}

/// Reads a small number with a name or without: `3`, `R3`, `Runde 3`, `H4`, `-`.
fn number(name: &str, text: &str) -> Result<Option<u32>, String> {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    if digits.is_empty() && text.trim_matches(['-', '—', '/']).is_empty() {
        return Ok(None);
    }
    let number = small_number(digits).and_then(|number| u32::try_from(number).ok());
    let number = number.filter(|_| !text.starts_with('-'));
    number.map(Some).ok_or_else(|| format!("{name} {:?} isn't a number", excerpt(text)))
}

/// Reads a winner, who is a player or a colour, and a margin: `2.5`, `R`, `by resignation`.
fn won_by(winner: &str, margin: &str, names: [&str; 2]) -> Result<Outcome, String> {
    let is = |name: &str| !name.is_empty() && name_keys(name) == name_keys(winner);
    let color = match names.map(is) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => match column(winner) {
            Some(BLACK) => Some(Color::Black),
            Some(WHITE) => Some(Color::White),
            _ => None,
        },
    };
    let Some(color) = color else {
        let whole = ResultStyle::default().read(winner, names);
        return whole.ok_or_else(|| format!("the winner {:?} is neither player", excerpt(winner)));
    };
    let margin = margin.trim().trim_start_matches('+');
    let read = result(&format!("{}+{}", color.letter(), margin.replace(',', "."))).outcome;
    match read {
        Outcome::Win(..) => Ok(read),
        _ => Err(format!("margin {:?} can't be read", excerpt(margin))),
    }
}
