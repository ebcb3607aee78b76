//! Findings as a compiler prints them: the line of the file with the span marked, and the board.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::board::Drawing;
use super::explain::finding_url;
use super::item::ReportItem;
use super::snippet::LineSnippet;
use super::text_layout::wrapped;
use super::{ContextStyle, ReportOptions};
use crate::diagnostic::Diagnostic;
use sgf_audit_core::audit::{Detail, Finding, FindingKind, Safety, Severity};
use sgf_audit_core::go::Point;
use sgf_audit_core::printable::{Shown, path_text, push_printable};
use sgf_audit_core::replay::Positions;
use sgf_audit_core::sgf::Text;

/// Maximum findings per file that are printed with context; further ones are a line each.
const MAX_WITH_CONTEXT: u32 = 100;

/// Renders findings with their context, file by file and game by game.
#[derive(Debug)]
pub(super) struct ContextRenderer {
    renderer: Renderer,
    colored: bool,
    links: bool,
    width: Option<usize>,
    judging: String,
    /// Findings whose advice the current file's report contains already.
    advised: Vec<FindingKind>,
    /// Findings of the current file that were printed with context, and one more once the report says
    /// that further ones come without.
    printed: u32,
}

impl ContextRenderer {
    pub fn new(options: &ReportOptions) -> Self {
        let colored = options.context == ContextStyle::Colored;
        Self {
            renderer: if colored { Renderer::styled() } else { Renderer::plain() },
            colored,
            links: options.links,
            width: options.width,
            judging: options.judging.clone(),
            advised: Vec::new(),
            printed: 0,
        }
    }

    pub fn begin_file(&mut self) {
        self.advised.clear();
        self.printed = 0;
    }

    /// Appends findings of a game, or of a file. Returns each with its bytes in the text.
    pub fn push_findings<'a>(
        &mut self,
        out: &mut String,
        item: ReportItem,
        findings: Vec<&'a Finding>,
    ) -> Vec<(&'a Finding, Range<usize>)> {
        let with_context = self.printed < MAX_WITH_CONTEXT;
        let game = item.text.zip(item.source).zip(item.replay()).filter(|_| with_context);
        let mut boards = game.map(|((text, game), replay)| Boards {
            positions: Positions::new(text, game, item.size(), &replay.assumed),
            main_line: game.main_line(),
            last: None,
            colored: self.colored,
        });
        let mut ranges = Vec::new();
        for finding in findings {
            let wants_board = self.printed < MAX_WITH_CONTEXT;
            let board = boards.as_mut().and_then(|boards| boards.draw(finding, wants_board));
            let range = self.push(out, item, finding, item.text, board);
            ranges.push((finding, range));
        }
        ranges
    }

    fn push(
        &mut self,
        out: &mut String,
        item: ReportItem,
        finding: &Finding,
        text: Option<&Text>,
        board: Option<String>,
    ) -> Range<usize> {
        let diagnostic = diagnostic(item, finding);
        if self.printed >= MAX_WITH_CONTEXT {
            if self.printed == MAX_WITH_CONTEXT {
                self.printed += 1;
                out.push_str(&format!(
                    "{}: more findings in this file follow without context\n",
                    Shown::Path(item.path)
                ));
            }
            let start = out.len();
            diagnostic.push_to(out);
            return start..out.len();
        }
        self.printed += 1;
        let start = out.len();
        let mut title = String::new();
        diagnostic.push_title(&mut title);
        let label = finding.severity.name().len() + finding.kind.as_str().len() + 4;
        let title = self.wrapped(title, label);
        let lines = title.lines().count().max(1);
        let group = self.group(title, item, finding, text, board);
        let report = self.renderer.render(&[group]);
        let end = memchr::memchr_iter(b'\n', report.as_bytes()).nth(lines - 1);
        let (title, rest) = report.split_at(end.map_or(report.len(), |end| end + 1));
        out.push_str(title);
        self.push_origin(out, item.path, finding);
        out.push_str(rest);
        out.push_str("\n\n");
        start..out.len()
    }

    /// Returns a text wrapped for the terminal, if it begins after `taken` columns.
    fn wrapped(&self, text: String, taken: usize) -> String {
        self.width.map_or(text.clone(), |width| wrapped(&text, width, taken))
    }

    fn group<'a>(
        &mut self,
        title: String,
        item: ReportItem,
        finding: &'a Finding,
        text: Option<&Text>,
        board: Option<String>,
    ) -> Group<'a> {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let gutter = finding.line.to_string().len() + " = : ".len();
        let mut title = level.primary_title(title).id(finding.kind.as_str());
        if self.links {
            title = title.id_url(finding_url(finding.kind));
        }
        let mut group = Group::with_title(title);
        if let Some(snippet) = text.and_then(|text| LineSnippet::new(text, finding)) {
            let source = Snippet::source(snippet.line).line_start(finding.line as usize);
            let marked = AnnotationKind::Primary.span(snippet.marked);
            group = group.element(source.annotation(marked));
        }
        for Detail { label, text, .. } in &finding.details {
            let mut line = String::new();
            push_printable(&mut line, text);
            let line = self.wrapped(line, gutter + label.len());
            group = group.element(Level::NOTE.with_name(*label).message(line));
        }
        if let Some(board) = board {
            group = group.element(Level::NOTE.message(board));
        }
        if !finding.rule.is_empty() {
            let mut rule = String::new();
            push_printable(&mut rule, &finding.rule);
            let rule = self.wrapped(rule, gutter + "rule".len());
            group = group.element(Level::NOTE.with_name("rule").message(rule));
        }
        if !self.advised.contains(&finding.kind) {
            self.advised.push(finding.kind);
            let advice = self.advice(item, finding);
            let advice = self.wrapped(advice, gutter + "help".len());
            group = group.element(Level::HELP.message(advice));
        }
        group
    }

    /// Returns the advice, with the file and the options of the run in commands that count this game.
    fn advice(&self, item: ReportItem, finding: &Finding) -> String {
        let advice = finding.kind.info().advice;
        let name = path_text(item.path);
        // Other commands read no member of an archive, and standard input only once.
        if !item.path.is_file() || Shown::Path(item.path).to_string() != name {
            return advice.to_owned();
        }
        let name = match name.contains(|c: char| !c.is_alphanumeric() && !"/._-+".contains(c)) {
            true => format!("'{}'", name.replace('\'', r"'\''")),
            false => name.into_owned(),
        };
        let game = match item.game() {
            0 | 1 => String::new(),
            game => format!(" --game {game}"),
        };
        let score = format!("sgf-audit score {name}{game}{}", self.judging);
        advice.replace("sgf-audit score FILE", &score).replace("FILE", &name)
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
        out.push_str(&Shown::Path(path).to_string());
        if finding.line > 0 {
            out.push_str(&format!(":{}:{}", finding.line, finding.column));
        }
        out.push('\n');
    }
}

/// Returns the line about a finding, with the class of its fix.
pub(super) fn diagnostic<'a>(item: ReportItem<'a>, finding: &'a Finding) -> Diagnostic<'a> {
    let fix = item.fixes.and_then(|fixes| fixes.of(finding)).map(Safety::name);
    Diagnostic { fix, ..Diagnostic::of_finding(item.path, item.game(), finding) }
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
    /// Draws the board around a finding's move, as it was after the move. Returns nothing where the
    /// finding isn't about a play of the main line, or the board is the same as the last one.
    fn draw(&mut self, finding: &Finding, wanted: bool) -> Option<String> {
        let in_main_line = finding.node.is_some_and(|node| node < self.main_line);
        let number = finding.move_number.filter(|_| in_main_line && finding.point.is_some())?;
        let board = Some((number, finding.point));
        let is_new = std::mem::replace(&mut self.last, board) != board;
        if !is_new || !wanted || !self.positions.advance_to(number) {
            return None;
        }
        let grid = self.positions.grid();
        let point = finding.point;
        let drawing =
            Drawing { mark: point, around: point, color: self.colored, ..Drawing::new(&grid) };
        let number = self.positions.number();
        let board = drawing.to_string();
        Some(format!("the board after move {number} (X black, O white)\n{}", board.trim_end()))
    }
}
