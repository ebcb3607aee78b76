//! Findings as a compiler prints them: the line of the file with the span marked, and the board.

use std::path::{Path, PathBuf};

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::board::Drawing;
use super::columns::FindingRow;
use super::snippet::LineSnippet;
use super::text::finding_line;
use crate::audit::{Finding, FindingKind, Severity};
use crate::go::Size;
use crate::printable::{printable_path, push_printable};
use crate::replay::{Positions, Replay};
use crate::sgf::{Bookmark, Fault, Game, Scanner, Text};

/// How many findings of a file are shown with context; further ones are a line each.
const MOST: u32 = 100;

/// What findings are about.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub path: &'a Path,
    pub text: Option<&'a Text<'a>>,
    pub game: u32,
    pub size: Size,
    /// The game's replay; `None` where it isn't Go.
    pub replay: Option<&'a Replay>,
}

/// Renders findings with their context, file by file and game by game.
#[derive(Debug)]
pub(super) struct Context {
    renderer: Renderer,
    color: bool,
    path: PathBuf,
    /// The file has been read up to here: so many games.
    games: u32,
    bookmark: Bookmark,
    game: Game,
    faults: Vec<Fault>,
    advised: Vec<FindingKind>,
    shown: u32,
}

impl Context {
    pub fn new(color: bool) -> Self {
        Self {
            renderer: if color { Renderer::styled() } else { Renderer::plain() },
            color,
            path: PathBuf::new(),
            games: 0,
            bookmark: Bookmark::default(),
            game: Game::default(),
            faults: Vec::new(),
            advised: Vec::new(),
            shown: 0,
        }
    }

    /// Adds the findings of a game, or of a file.
    pub fn add<'a>(
        &mut self,
        out: &mut String,
        place: Place,
        rows: impl Iterator<Item = FindingRow<'a>>,
    ) {
        // A path given twice is begun again: its games count from the first.
        if self.path != place.path || (place.game > 0 && place.game <= self.games) {
            self.path = place.path.to_path_buf();
            (self.games, self.bookmark) = match place.text {
                Some(text) => (text.chunk_offset().games, Scanner::new(text).bookmark()),
                None => (0, Bookmark::default()),
            };
            self.advised.clear();
            self.shown = 0;
        }
        let Some(text) = place.text else {
            rows.for_each(|row| self.report(out, place, row.finding, None, None));
            return;
        };
        // Each game is looked for from where the last one ended, so a file is read again once.
        let mut scanner = Scanner::resume(text, self.bookmark);
        let wanted = if self.shown < MOST { place.game } else { 0 };
        while self.games < wanted {
            self.faults.clear();
            if !scanner.next_game(&mut self.game, &mut self.faults) {
                break;
            }
            self.games += 1;
        }
        self.bookmark = scanner.bookmark();
        let here = self.games == place.game && wanted > 0;
        let text = if here { scanner.text() } else { text };
        let game = std::mem::take(&mut self.game);
        let replay = place.replay.filter(|_| here);
        let positions = |replay: &Replay| Positions::new(text, &game, place.size, &replay.assumed);
        let mut positions = replay.map(positions);
        let mut shown = None;
        for row in rows {
            let finding = row.finding;
            let board = positions.as_mut().and_then(|positions| {
                let main_line = finding.node.is_some_and(|node| node < game.main_line());
                let number = finding.move_number.filter(|_| main_line)?;
                // The same board twice in a row says nothing new.
                let new = shown.replace((number, finding.point)) != Some((number, finding.point));
                (new && self.shown < MOST && positions.advance_to(number))
                    .then(|| board(positions, finding, self.color))
            });
            self.report(out, place, finding, Some(text), board);
        }
        drop(positions);
        self.game = game;
    }

    fn report(
        &mut self,
        out: &mut String,
        place: Place,
        finding: &Finding,
        text: Option<&Text>,
        board: Option<String>,
    ) {
        if self.shown >= MOST {
            if self.shown == MOST {
                self.shown += 1;
                push_printable(out, &printable_path(place.path));
                out.push_str(": more findings in this file follow without context\n");
            }
            finding_line(out, place.path, place.game, finding);
            return;
        }
        self.shown += 1;
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let mut title = String::new();
        if place.game > 1 {
            title.push_str(&format!("game {}: ", place.game));
        }
        if let Some(number) = finding.move_number {
            title.push_str(&format!("move {number}: "));
        }
        push_printable(&mut title, &finding.message);
        let mut group = Group::with_title(level.primary_title(title).id(finding.kind.as_str()));
        if let Some(LineSnippet { line, marked }) =
            text.and_then(|text| LineSnippet::of(text, finding))
        {
            let snippet = Snippet::source(line).line_start(finding.line as usize);
            group = group.element(snippet.annotation(AnnotationKind::Primary.span(marked)));
        }
        if let Some(board) = board {
            group = group.element(Level::NOTE.message(board));
        }
        if !finding.rule.is_empty() {
            let mut rule = "the rule: ".to_owned();
            push_printable(&mut rule, &finding.rule);
            group = group.element(Level::NOTE.message(rule));
        }
        if !self.advised.contains(&finding.kind) {
            self.advised.push(finding.kind);
            group = group.element(Level::HELP.message(finding.kind.info().advice));
        }
        let report = self.renderer.render(&[group]);
        let (title, rest) = report.split_once('\n').unwrap_or((&report, ""));
        out.push_str(title);
        out.push('\n');
        self.origin(out, place.path, finding);
        out.push_str(rest);
        out.push_str("\n\n");
    }

    /// The line that says where. The library would count columns in the excerpt instead of the file.
    fn origin(&self, out: &mut String, path: &Path, finding: &Finding) {
        let gutter = finding.line.to_string().len();
        if self.color {
            let style = DEFAULT_LINE_NUM_STYLE;
            out.push_str(&format!("{:gutter$}{style}-->{style:#} ", ""));
        } else {
            out.push_str(&format!("{:gutter$}--> ", ""));
        }
        push_printable(out, &printable_path(path));
        if finding.line > 0 {
            out.push_str(&format!(":{}:{}", finding.line, finding.column));
        }
        out.push('\n');
    }
}

/// The board around a move, as it stood after it.
fn board(positions: &Positions, finding: &Finding, color: bool) -> String {
    let grid = positions.grid();
    let last_play = positions.last_play().and_then(|ply| ply.point);
    let drawing =
        Drawing::new(&grid).mark(finding.point).around(finding.point.or(last_play)).color(color);
    let board = drawing.to_string();
    format!("the board after move {} (X black, O white)\n{}", positions.number(), board.trim_end())
}
