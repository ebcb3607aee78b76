//! Findings as a compiler prints them: the line of the file with the span marked, and the board.

use std::path::{Path, PathBuf};

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::board::Drawing;
use super::game_reader::GameReader;
use super::item::ReportItem;
use super::snippet::LineSnippet;
use crate::audit::{Detail, Finding, FindingKind, Severity};
use crate::diagnostic::Diagnostic;
use crate::go::Point;
use crate::printable::{printable_path, push_printable};
use crate::replay::Positions;
use crate::sgf::Text;

/// Maximum findings per file that are printed with context; further ones are a line each.
const MAX_WITH_CONTEXT: u32 = 100;

/// Renders findings with their context, file by file and game by game.
#[derive(Debug)]
pub(super) struct ContextRenderer {
    renderer: Renderer,
    colored: bool,
    /// The current file.
    path: PathBuf,
    reader: GameReader,
    /// Findings whose advice the current file's report contains already.
    advised: Vec<FindingKind>,
    /// Findings of the current file that were printed with context, and one more once the report says
    /// that further ones come without.
    printed: u32,
}

impl ContextRenderer {
    pub fn new(colored: bool) -> Self {
        Self {
            renderer: if colored { Renderer::styled() } else { Renderer::plain() },
            colored,
            path: PathBuf::new(),
            reader: GameReader::default(),
            advised: Vec::new(),
            printed: 0,
        }
    }

    /// Appends findings of a game, or of a file.
    pub fn push_findings<'a>(
        &mut self,
        out: &mut String,
        item: ReportItem,
        findings: impl Iterator<Item = &'a Finding>,
    ) {
        // A path can be given twice: then its games count from the first again.
        let again = item.game() > 0 && item.game() <= self.reader.games;
        if self.path != item.path || again {
            self.path = item.path.to_path_buf();
            self.reader = item.text.map_or_else(GameReader::default, GameReader::new);
            self.advised.clear();
            self.printed = 0;
        }
        let Some(text) = item.text else {
            return findings.for_each(|finding| self.push(out, item, finding, None, None));
        };
        let wanted = if self.printed < MAX_WITH_CONTEXT { item.game() } else { 0 };
        let mut reader = std::mem::take(&mut self.reader);
        let scanner = reader.advance(text, wanted);
        let found = wanted > 0 && reader.games == wanted;
        let text = if found { scanner.text() } else { text };
        let mut boards = item.replay().filter(|_| found).map(|replay| Boards {
            positions: Positions::new(text, &reader.game, item.size(), &replay.assumed),
            main_line: reader.game.main_line(),
            last: None,
            colored: self.colored,
        });
        for finding in findings {
            let wants_board = self.printed < MAX_WITH_CONTEXT;
            let board = boards.as_mut().and_then(|boards| boards.draw(finding, wants_board));
            self.push(out, item, finding, Some(text), board);
        }
        drop(boards);
        self.reader = reader;
    }

    fn push(
        &mut self,
        out: &mut String,
        item: ReportItem,
        finding: &Finding,
        text: Option<&Text>,
        board: Option<String>,
    ) {
        let diagnostic = Diagnostic::of_finding(item.path, item.game(), finding);
        if self.printed >= MAX_WITH_CONTEXT {
            if self.printed == MAX_WITH_CONTEXT {
                self.printed += 1;
                push_printable(out, &printable_path(item.path));
                out.push_str(": more findings in this file follow without context\n");
            }
            return diagnostic.push_to(out);
        }
        self.printed += 1;
        let group = self.group(diagnostic, finding, text, board);
        let report = self.renderer.render(&[group]);
        let (title, rest) = report.split_once('\n').unwrap_or((&report, ""));
        out.push_str(title);
        out.push('\n');
        self.push_origin(out, item.path, finding);
        out.push_str(rest);
        out.push_str("\n\n");
    }

    fn group<'a>(
        &mut self,
        diagnostic: Diagnostic,
        finding: &'a Finding,
        text: Option<&Text>,
        board: Option<String>,
    ) -> Group<'a> {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut title = String::new();
        diagnostic.push_title(&mut title);
        let mut group = Group::with_title(level.primary_title(title).id(finding.kind.as_str()));
        if let Some(snippet) = text.and_then(|text| LineSnippet::of(text, finding)) {
            let source = Snippet::source(snippet.line).line_start(finding.line as usize);
            let marked = AnnotationKind::Primary.span(snippet.marked);
            group = group.element(source.annotation(marked));
        }
        for Detail { label, text } in &finding.details {
            let mut line = String::new();
            push_printable(&mut line, text);
            group = group.element(Level::NOTE.with_name(*label).message(line));
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
        group
    }

    /// Appends the line with the place. `annotate-snippets` would count columns in the snippet instead of
    /// the file's line.
    fn push_origin(&self, out: &mut String, path: &Path, finding: &Finding) {
        let gutter = finding.line.to_string().len();
        if self.colored {
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

/// Draws the boards of a game's findings.
struct Boards<'a> {
    positions: Positions<'a>,
    /// Number of nodes in the main line.
    main_line: u32,
    /// Move and point of the last board drawn.
    last: Option<(u32, Option<Point>)>,
    colored: bool,
}

impl Boards<'_> {
    /// Draws the board around a finding's move, as it stood after the move. Returns nothing where the
    /// finding isn't about a move of the main line, or the board is the same as the last one.
    fn draw(&mut self, finding: &Finding, wanted: bool) -> Option<String> {
        let in_main_line = finding.node.is_some_and(|node| node < self.main_line);
        let number = finding.move_number.filter(|_| in_main_line)?;
        let board = Some((number, finding.point));
        let is_new = std::mem::replace(&mut self.last, board) != board;
        if !is_new || !wanted || !self.positions.advance_to(number) {
            return None;
        }
        let grid = self.positions.grid();
        let last_play = self.positions.last_play().and_then(|ply| ply.point);
        let center = finding.point.or(last_play);
        let drawing = Drawing::new(&grid).mark(finding.point).around(center).color(self.colored);
        let number = self.positions.number();
        let board = drawing.to_string();
        Some(format!("the board after move {number} (X black, O white)\n{}", board.trim_end()))
    }
}
