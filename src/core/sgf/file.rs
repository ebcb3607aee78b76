//! A file after one run of the scanner: its text, the spans of its games, and the faults after them.

use std::ops::{Deref, Range};
use std::sync::OnceLock;

use super::scan::{
    Fault, FaultKind, GameSpan, Limits, Scanner, TornSign, TornTree, conflicts, read_game,
};
use super::text::{GameCharset, Text};
use super::tree::{Game, Ident, PropertyKind, ROOT};

/// Memory for one game and its faults, reused from game to game.
#[derive(Clone, Debug, Default)]
pub struct GameMemory {
    game: Game,
    faults: Vec<Fault>,
}

/// A file after one run of the scanner. It holds the spans of its games, and the last game itself: in a file of one game,
/// as nearly all are, nothing is scanned twice.
#[derive(Clone, Debug)]
pub struct SourceFile<'a> {
    text: Text<'a>,
    limits: Limits,
    games: Vec<GameSpan>,
    /// The charsets of the games, if they declare different ones: the offset that each begins to apply at.
    charsets: Vec<(u32, GameCharset)>,
    last: GameMemory,
    faults_after: Vec<Fault>,
    /// Games that may have lost the `(` of a variation, and for each the number of the last tree that may be a part of it.
    torn: Vec<(TornTree, u32)>,
    /// Whether a line with the marker of a merge conflict is outside all values.
    has_marker: bool,
    has_conflict: OnceLock<bool>,
    is_surely_as_declared: OnceLock<bool>,
}

/// The text to decode a game with.
#[derive(Clone, Debug)]
pub enum GameText<'f> {
    File(&'f Text<'f>),
    /// The same in the game's own charset.
    Own(Text<'f>),
}

impl<'f> Deref for GameText<'f> {
    type Target = Text<'f>;

    fn deref(&self) -> &Text<'f> {
        match self {
            Self::File(text) => text,
            Self::Own(text) => text,
        }
    }
}

#[derive(Clone, Debug)]
pub struct SourceGame<'f> {
    /// Number of the game in its file, from 1.
    pub number: u32,
    /// The file's text, in the game's own charset if the games of the file declare different ones.
    pub text: GameText<'f>,
    pub game: &'f Game,
    /// Its faults, and the faults of the text before it.
    pub faults: &'f [Fault],
}

impl<'a> SourceFile<'a> {
    /// Scans a text.
    pub fn new(text: Text<'a>, limits: Limits) -> Self {
        Self::read(text, limits, GameMemory::default(), &mut |_| ())
    }

    /// Scans a text with memory that is reused, and passes each game to `visit` on the way.
    pub fn read(
        text: Text<'a>,
        limits: Limits,
        memory: GameMemory,
        visit: &mut dyn FnMut(&SourceGame),
    ) -> Self {
        let mut last = memory;
        let (mut games, mut charsets, mut faults_after) = (Vec::new(), Vec::new(), Vec::new());
        let (mut torn, mut has_marker) = (Vec::new(), false);
        let is_marker = |fault: &Fault| fault.kind == FaultKind::ConflictMarker;
        let mut scanner = Scanner::with_limits(&text, limits);
        while scanner.next_game(&mut last.game, &mut faults_after) {
            let span = scanner.last_game();
            if text.has_several_charsets()
                && charsets.last().is_none_or(|(from, _)| *from != span.charset_from)
            {
                charsets.push((span.charset_from, scanner.text().charset()));
            }
            games.push(span);
            std::mem::swap(&mut last.faults, &mut faults_after);
            faults_after.clear();
            add_torn(&mut torn, games.len() as u32, &last);
            has_marker |= last.faults.iter().any(is_marker);
            visit(&SourceGame {
                number: games.len() as u32,
                text: GameText::File(scanner.text()),
                game: &last.game,
                faults: &last.faults,
            });
        }
        drop(scanner);
        has_marker |= faults_after.iter().any(is_marker);
        let mut file = Self {
            text,
            limits,
            games,
            charsets,
            last,
            faults_after,
            torn,
            has_marker,
            has_conflict: OnceLock::new(),
            is_surely_as_declared: OnceLock::new(),
        };
        let (games, mut before) = (file.games(), std::mem::take(&mut file.last.faults));
        file.name_misplaced(games, &mut before);
        let mut after = std::mem::take(&mut file.faults_after);
        file.name_misplaced(games + 1, &mut after);
        (file.last.faults, file.faults_after) = (before, after);
        file
    }

    pub fn text(&self) -> &Text<'a> {
        &self.text
    }

    /// Returns the limits that the file was scanned with.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub fn games(&self) -> u32 {
        self.games.len() as u32
    }

    /// Whether the file has the markers of a merge conflict.
    pub fn has_conflict(&self) -> bool {
        let is_found = || self.has_marker || !conflicts(self.text.bytes()).is_empty();
        *self.has_conflict.get_or_init(is_found)
    }

    /// Whether all of the text decodes, none of it is a shift of ISO-2022, and no game alone is likelier in another encoding:
    /// whatever is left of such a file is decoded as declared.
    pub fn is_surely_as_declared(&self) -> bool {
        *self.is_surely_as_declared.get_or_init(|| {
            let mut games = self.games.iter().zip(1..);
            self.text.undecodable(1).is_empty()
                && memchr::memchr(b'\x1b', self.text.bytes()).is_none()
                && games.all(|(span, number)| {
                    let bytes = &self.text.bytes()[self.extent(number)];
                    !self.text_of(span).is_likelier_elsewhere(bytes)
                })
        })
    }

    /// Whether its games are decoded as in another file of as many games.
    pub fn is_decoded_as(&self, other: &Self) -> bool {
        let is_same =
            |(own, theirs)| self.text_of(own).encoding() == other.text_of(theirs).encoding();
        self.text.is_ascii() || self.games.iter().zip(&other.games).all(is_same)
    }

    /// Returns the game that may have lost the `(` of a variation, beside the text before a game; for the number after the last
    /// game's, beside the text after it.
    pub fn torn_beside(&self, number: u32) -> Option<TornTree> {
        let before = number.saturating_sub(1);
        let at = self.torn.partition_point(|(_, last)| *last < before);
        self.torn.get(at).map(|(torn, _)| *torn).filter(|torn| torn.game <= before)
    }

    /// Tells a `)` before a game that may belong elsewhere from one that is too many.
    fn name_misplaced(&self, number: u32, faults: &mut [Fault]) {
        let Some(torn) = self.torn_beside(number) else { return };
        let stray = faults.iter_mut().filter(|it| it.is_stray_parenthesis(self.text.bytes()));
        stray.for_each(|fault| fault.kind = FaultKind::MisplacedParenthesis(torn));
    }

    /// Returns the game of a file that has one.
    pub fn only_game(&self) -> Option<&Game> {
        (self.games.len() == 1).then_some(&self.last.game)
    }

    /// Returns the bytes of the text that a game takes, with those between it and the game before. `number` counts from 1
    /// and mustn't exceed the number of games.
    pub fn extent(&self, number: u32) -> Range<usize> {
        let index = number as usize - 1;
        let end =
            self.games.get(index + 1).map_or(self.text.bytes().len(), |next| next.from as usize);
        self.games[index].from as usize..end
    }

    /// Whether the extents of the games begin at these offsets, white space aside.
    pub fn has_games_at(&self, starts: &[usize]) -> bool {
        let bytes = self.text.bytes();
        let begin = |at: usize| bytes.len() - bytes[at..].trim_ascii_start().len();
        let begins = self.games.iter().map(|game| begin(game.from as usize));
        begins.eq(starts.iter().map(|&start| begin(start)))
    }

    /// Whether the first game begins with a `;` behind other text, which is read as a game only because the file has no `(` that
    /// begins one.
    pub fn begins_without_parenthesis(&self) -> bool {
        self.games.first().is_some_and(|first| {
            let (bytes, start) = (self.text.bytes(), first.start as usize);
            bytes.get(start) == Some(&b';')
                && !bytes[first.from as usize..start].trim_ascii().is_empty()
        })
    }

    /// Returns the faults after the last game.
    pub fn faults_after(&self) -> &[Fault] {
        &self.faults_after
    }

    /// Returns the text to decode [`SourceFile::faults_after`] with, in the charset of the last game.
    pub fn text_after(&self) -> GameText<'_> {
        self.games.last().map_or(GameText::File(&self.text), |last| self.text_of(last))
    }

    fn text_of(&self, span: &GameSpan) -> GameText<'_> {
        let charset = self.charsets.binary_search_by_key(&span.charset_from, |(from, _)| *from);
        match charset {
            Ok(index) => GameText::Own(self.text.in_charset(&self.charsets[index].1)),
            Err(_) => GameText::File(&self.text),
        }
    }

    /// Returns a game by its number, from 1, read into `memory` unless the file holds it. `None` if there is no such game.
    pub fn game<'f>(&'f self, number: u32, memory: &'f mut GameMemory) -> Option<SourceGame<'f>> {
        let index = (number as usize).checked_sub(1)?;
        let span = self.games.get(index)?;
        let text = self.text_of(span);
        let held = if index + 1 == self.games.len() {
            &self.last
        } else {
            read_game(&text, span, self.limits, &mut memory.game, &mut memory.faults);
            self.name_misplaced(number, &mut memory.faults);
            memory
        };
        Some(SourceGame { number, text, game: &held.game, faults: &held.faults })
    }

    /// Passes each game to `visit`, in order.
    pub fn for_each_game(&self, memory: &mut GameMemory, mut visit: impl FnMut(&SourceGame)) {
        for number in 1..=self.games() {
            visit(&self.game(number, memory).expect("there is such a game"));
        }
    }

    /// Returns the memory of its last game, to be reused.
    pub fn into_memory(self) -> GameMemory {
        self.last
    }
}

/// Adds a game to those that may have lost variations, or to the trees that may be such variations: those without a header.
fn add_torn(torn: &mut Vec<(TornTree, u32)>, number: u32, read: &GameMemory) {
    // CA is added to trees that have no other header.
    let is_header = |id: Ident| {
        let kind = id.info().kind;
        matches!(kind, PropertyKind::Root | PropertyKind::GameInfo) && id != Ident::new("CA")
    };
    let has_header = number == 1 || read.game.props(ROOT).any(|(prop, _)| is_header(prop.id));
    if !has_header {
        let trees = match torn.last() {
            Some((TornTree { sign: TornSign::Trees(trees), .. }, last)) if last + 1 == number => {
                *trees
            }
            _ => 0,
        };
        let game = number - 1 - trees;
        torn.pop_if(|(before, _)| before.game == game);
        return torn.push((TornTree { game, sign: TornSign::Trees(trees + 1) }, number));
    }
    let is_behind = |fault: &Fault| fault.kind == FaultKind::NodeAfterVariation;
    if read.game.nodes().len() > read.game.main_line() as usize {
        let sign = match read.faults.iter().any(is_behind) {
            true => TornSign::NodeAfterVariation,
            false => TornSign::Variations,
        };
        torn.push((TornTree { game: number, sign }, number));
    }
}
