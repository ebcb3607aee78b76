//! The count of one game, item by item, as a tournament director would write it.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style};

use super::board::Drawing;
use super::count_breakdown::{CountItem, area_items, territory_items};
use super::count_breakdown::{explain_difference, ruleset_presentation};
use super::picture::{BoardPicture, disputed_stones};
use super::position_view::{GameLookupError, audit_found, find_game, heading, players};
use super::ruleset_table::game_table;
use super::text_layout::paragraph;
use sgf_audit_core::audit::{
    Audit, AuditOptions, Auditor, Compare, Detail, Finding, FindingKind, ValueSource, Verdict,
    why_undecided,
};
use sgf_audit_core::formats::read;
use sgf_audit_core::go::{ByColor, Color};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{Shown, push_printable};
use sgf_audit_core::score::{Dead, Evidence, PointKind, Score, Status, doubtful_eyes, percent};
use sgf_audit_core::sgf::{GameMemory, Outcome, SourceFile};
use sgf_audit_core::table::stone_scoring_note;

/// Maximum number of chains that are listed with their status.
const MAX_CHAINS: usize = 40;

#[derive(Clone, Debug)]
pub struct ScoreSheet {
    heading: String,
    audit: Box<Audit>,
}

/// Counts a game of a file under the options' ruleset and under all others. Fails if there is no such game.
pub fn score_sheet(
    path: &Path,
    bytes: &[u8],
    number: u32,
    options: &AuditOptions,
    auditor: &mut Auditor,
) -> Result<ScoreSheet, GameLookupError> {
    let file = SourceFile::new(read(bytes), options.limits);
    let mut memory = GameMemory::default();
    let game = find_game(&file, number, &mut memory)?;
    let options = AuditOptions { compare: Compare::Always, count_bare: true, ..options.clone() };
    let audit = audit_found(&game, &options, auditor)?;
    Ok(ScoreSheet { heading: heading(path, &audit), audit })
}

impl ScoreSheet {
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// Returns the board with territory, dame, dead stones and seki marked, each player's points item by item,
    /// and both counts with an explanation of their difference.
    pub fn text(&self, width: Option<usize>, colored: bool) -> String {
        let mut out = String::new();
        push_printable(&mut out, &self.heading);
        let audit = &*self.audit;
        let source = |from, by_default| match from {
            ValueSource::Record => "from the record",
            ValueSource::Option => "as requested",
            ValueSource::Configuration => "set by a configuration",
            ValueSource::Event => "by the event\u{2019}s terms",
            ValueSource::Server => "the server's",
            ValueSource::Inferred => "inferred: they confirm the result",
            ValueSource::Default => by_default,
            ValueSource::Doubtful => "as recorded, which is doubtful",
        };
        let _ = writeln!(
            out,
            "\n{} ({}), komi {} ({}), {}, handicap {}\n",
            audit.rules.name,
            source(audit.ruleset_source, "by default"),
            audit.komi,
            source(audit.komi_source, "these rules' own"),
            pluralize(audit.replay.moves, "move"),
            audit.replay.handicap.known().map_or("unknown".to_owned(), |stones| stones.to_string())
        );
        out.push_str(
            &Drawing {
                characters: Some(&self.characters()),
                ..Drawing::new(&self.audit.replay.position)
            }
            .to_string(),
        );
        match &audit.score {
            Some(score) => self.sums(score, &mut out),
            None => {
                let dead = || audit.dead.as_ref().filter(|dead| dead.undecided.is_some());
                let why = match audit.verdict {
                    Verdict::NotCounted => "the game wasn't decided by counting".into(),
                    _ if audit.explanation.is_empty() => match dead() {
                        Some(dead) => why_undecided(dead, &self.audit.replay.position).into(),
                        None => "the record doesn't lead to a count".into(),
                    },
                    _ => Cow::Borrowed(&*audit.explanation),
                };
                let _ = writeln!(out, "\nNot counted: {why}.");
                self.chains(None, &mut out);
            }
        }
        self.verdict(&mut out, width, colored);
        out
    }

    /// Returns a character for each point.
    fn characters(&self) -> Vec<char> {
        let score = self.audit.score.as_ref();
        let dead = self.audit.dead.as_ref();
        let cells = self.audit.replay.position.cells().iter().enumerate();
        cells
            .map(|(place, cell)| {
                let is_dead = dead.is_some_and(|dead| dead.stones[place]);
                let kind = score.and_then(|s| s.count.kinds.as_ref()).map(|kinds| kinds[place]);
                let owner = score.and_then(|score| score.count.owner[place]);
                match (cell, is_dead) {
                    (Some(Color::Black), false) => 'X',
                    (Some(Color::White), false) => 'O',
                    (Some(Color::Black), true) => 'x',
                    (Some(Color::White), true) => 'o',
                    (None, _) => match (owner, kind) {
                        (Some(Color::Black), _) => 'b',
                        (Some(Color::White), _) => 'w',
                        (None, Some(PointKind::SekiEye(_))) => 's',
                        (None, Some(PointKind::FalseEye(_))) => 'f',
                        _ => '.',
                    },
                }
            })
            .collect()
    }

    fn sums(&self, score: &Score, out: &mut String) {
        let audit = &*self.audit;
        let count = &score.count;
        out.push_str("X O living   x o dead   b w territory   . dame");
        if count.kinds.is_some() {
            out.push_str("   s eye in seki   f to be filled");
        }
        let evidence = audit.dead.as_ref().map_or_else(String::new, Dead::describe_evidence);
        out.push_str(&format!("\nDead stones: {evidence}\n"));
        self.chains(count.kinds.as_deref(), out);
        out.push('\n');
        let _ = writeln!(out, "{:28}{:>9}{:>9}", "", "Black", "White");
        push_items(out, &territory_items(audit, score));
        out.push('\n');
        push_items(out, &area_items(audit, score));
        self.conclusions(score, out);
    }

    fn conclusions(&self, score: &Score, out: &mut String) {
        let rules = &self.audit.rules;
        let name = |margin| Outcome::from_white_margin(margin).to_string();
        out.push_str(&format!(
            "\nBy territory {}, by area {}.\n{}\n",
            name(score.territory_margin_completed),
            name(score.area_margin),
            explain_difference(&self.audit, score)
        ));
        if let Some(note) = stone_scoring_note(rules, score) {
            out.push_str(&format!("{}: {note}.\n", rules.name));
        }
        if let Some(presentation) = ruleset_presentation(rules, score) {
            out.push_str(&format!("{presentation}\n"));
        }
        let kinds = score.count.kinds.as_ref();
        let board =
            self.audit.position.as_ref().zip(self.audit.dead.as_ref()).filter(|_| kinds.is_some());
        let eyes = board.map(|(grid, dead)| doubtful_eyes(grid, &dead.stones));
        for unclear in eyes.iter().flatten().chain(&score.count.unclear) {
            let points: Vec<String> =
                unclear.points.iter().take(8).map(|p| p.name(self.audit.size)).collect();
            let _ = writeln!(out, "Unclear: {} ({})", points.join(" "), unclear.doubt.in_words());
        }
    }

    /// Lists the chains that aren't simply alive with the confidence, unless marks decide.
    fn chains(&self, kinds: Option<&[PointKind]>, out: &mut String) {
        let unmarked = |dead: &&Dead| {
            dead.judged.is_some() || dead.source == Evidence::Proven && dead.count != [0, 0]
        };
        let Some(dead) = self.audit.dead.as_ref().filter(unmarked) else { return };
        let mut chains = dead.chains(&self.audit.replay.position, kinds);
        chains.retain(|chain| chain.status != Status::Alive);
        for chain in chains.iter().take(MAX_CHAINS) {
            let _ = write!(
                out,
                "  {} {}, {}: {}",
                chain.color,
                chain.point.name(self.audit.size),
                pluralize(chain.stones, "stone"),
                chain.status.name(),
            );
            if chain.evidence != Evidence::Undecided {
                let _ = write!(out, ", {}", chain.evidence.name());
            }
            let sure =
                chain.confidence.map_or_else(String::new, |sure| format!(" ({})", percent(sure)));
            let _ = writeln!(out, "{sure}");
        }
        if chains.len() > MAX_CHAINS {
            let _ = writeln!(out, "  and {} more", chains.len() - MAX_CHAINS);
        }
    }

    fn verdict(&self, out: &mut String, width: Option<usize>, colored: bool) {
        let audit = &*self.audit;
        let counted = audit.counted().map(|outcome| outcome.to_string());
        if let Some(counted) = &counted {
            let _ = writeln!(out, "Result under {}: {counted}.", audit.rules.name);
        }
        let recorded = match audit.outcome {
            Outcome::Missing => "nothing".to_owned(),
            Outcome::Unreadable => format!("\"{}\"", Shown::Text(&audit.recorded_result)),
            outcome => outcome.to_string(),
        };
        let style = match audit.verdict {
            _ if !colored => Style::new(),
            Verdict::Confirmed => AnsiColor::Green.on_default(),
            verdict if verdict.is_in_doubt() => AnsiColor::Red.on_default(),
            _ => Style::new(),
        };
        let _ = writeln!(out, "Recorded: {recorded} ({style}{}{style:#}).", audit.verdict.name());
        let of_result = |finding: &&Finding| {
            finding.kind.is_wrong_result() || finding.kind == FindingKind::Undecided
        };
        for Detail { label, text, .. } in
            audit.findings.iter().filter(of_result).flat_map(|it| &it.details)
        {
            paragraph(out, &format!("  {label}: "), text, width);
        }
        for finding in &audit.findings {
            if finding.kind == FindingKind::MissingWhitePass {
                let _ = writeln!(out, "Note: {}.", finding.message);
            }
        }
    }

    /// Returns a table of the counts under all rulesets, with the reasons for their differences.
    pub fn comparison(&self, width: Option<usize>) -> String {
        game_table(&self.audit.comparisons, &self.audit.rules, width)
    }

    /// Returns the counted board as an SVG drawing.
    pub fn svg(&self) -> String {
        let dead = self.audit.dead.as_ref().map_or(&[][..], |dead| &dead.stones);
        let count = self.audit.score.as_ref().map(|score| &score.count);
        let last = self.audit.replay.last_ply.and_then(|ply| ply.point);
        let caption = [players(&self.audit), self.results()];
        let disputed = &disputed_stones(&self.audit)[..];
        let picture = BoardPicture::new(&self.audit.replay.position, &self.heading);
        let picture = BoardPicture { last, counted: count, dead, disputed, ..picture };
        BoardPicture { caption: &caption, ..picture }.svg()
    }

    /// "recorded B+3.5, counted B+2.5 under AGA rules".
    fn results(&self) -> String {
        let (audit, rules) = (&*self.audit, &self.audit.rules.name);
        match audit.counted() {
            Some(counted) => format!("recorded {}, counted {counted} under {rules}", audit.outcome),
            None => format!("recorded {}, not counted", audit.outcome),
        }
    }
}

/// Appends a table with a column for each player.
fn push_items(out: &mut String, items: &[CountItem]) {
    for CountItem { what, points: ByColor { black, white }, .. } in items {
        let _ = writeln!(out, "{what:28}{:>9}{:>9}", black.to_string(), white.to_string());
    }
}
