//! Floor 6: what differs in two records: moves, headers, comments.

mod report;

use std::collections::BTreeMap;
use std::fmt;

use sgf_audit_core::formats::read;
use sgf_audit_core::go::{Color, Point, Size};
use sgf_audit_core::record::{Change, RecordedGame, TooManySetupPoints};
use sgf_audit_core::replay::Signature;
use sgf_audit_core::sgf::{GameMemory, Ident, Limits, LineIndex, ROOT, SourceFile};

pub use report::{Differences, differences};

/// A move, or the setup before one.
#[derive(Clone, Debug)]
struct Action {
    /// The points that change before the move.
    setup: Vec<Change>,
    /// Whose move it is, the point, and a word for it if there is none; none for a setup after the last move.
    play: Option<(Color, Option<Point>, String)>,
}

/// The compared parts of a game: its main line, the properties of its root, and its comments.
pub struct ComparedGame {
    size: Size,
    actions: Vec<Action>,
    /// Line of each move.
    lines: Vec<u32>,
    /// Properties of the root by name, without moves, setup and comments.
    header: BTreeMap<String, String>,
    /// Comments of the main line, each with the number of moves before its end.
    comments: Vec<(u32, String)>,
    signature: Signature,
}

/// The error for a number that no game of a file has: the number of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchGame(pub u32);

impl fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the file has no game"),
            1 => f.write_str("the file has only one game"),
            games => write!(f, "the file has only {games} games"),
        }
    }
}

/// Properties that aren't the header's: moves, setup and comments are compared by themselves.
const ELSEWHERE: [&str; 7] = ["B", "W", "AB", "AW", "AE", "C", "PL"];

impl ComparedGame {
    /// Reads a game of a file by its number, from 1. Fails if the file has fewer games.
    pub fn read(bytes: &[u8], number: u32) -> Result<Self, NoSuchGame> {
        let text = read(bytes);
        let file = SourceFile::new(text, Limits::DEFAULT);
        let mut memory = GameMemory::default();
        let game = file.game(number, &mut memory).ok_or(NoSuchGame(file.games()))?;
        let (text, game) = (&game.text, game.game);
        let record = RecordedGame::read(text, game);
        let size = record.size;
        let mut actions = Vec::new();
        let mut lines = Vec::new();
        let mut index = LineIndex::default();
        // Beyond the limit of setup points the rest of the game isn't compared.
        let _ = record.walk(|step| {
            let mut setup = step.setup.to_vec();
            for one in step.moves {
                let point = one.value.point();
                let other = match point {
                    Some(_) => String::new(),
                    None if one.is_pass() => "pass".to_owned(),
                    None => format!("[{}]", text.decode(one.span)),
                };
                let setup = std::mem::take(&mut setup);
                actions.push(Action { setup, play: Some((one.color, point, other)) });
                lines.push(index.locate(text, one.span.start as usize).0);
            }
            if !setup.is_empty() {
                actions.push(Action { setup, play: None });
                lines.push(0);
            }
            Ok::<(), TooManySetupPoints>(())
        });
        let mut header = BTreeMap::new();
        for (property, values) in game.props(ROOT) {
            let id = property.id.spelling();
            if !ELSEWHERE.contains(&&*id) {
                let values: Vec<_> =
                    values.into_iter().map(|value| text.simple_text(value)).collect();
                header.insert(id, values.join(" "));
            }
        }
        let mut comments = Vec::new();
        let mut moves = 0;
        for node in 0..game.main_line() {
            let is_move = |id| game.find(node, Ident::new(id)).is_some();
            moves += u32::from(is_move("B") || is_move("W"));
            if let Some(value) =
                game.find(node, Ident::new("C")).and_then(|values| values.first().copied())
            {
                comments.push((moves, text.decode(value).trim().to_owned()));
            }
        }
        let signature = Signature::new(&record);
        Ok(Self { size, actions, lines, header, comments, signature })
    }
}
