//! The counts of a game under all rulesets, side by side.

use super::text_layout::table;
use sgf_audit_core::audit::Comparison;
use sgf_audit_core::plural::fmt_signed;
use sgf_audit_core::rules::Ruleset;
use sgf_audit_core::table::{MarginParts, remarks};

/// Returns a table of all rulesets: margin, winner, and what differs from the game's own ruleset and why.
pub(super) fn game_table(
    comparisons: &[Comparison],
    own: &Ruleset,
    width: Option<usize>,
) -> String {
    if comparisons.is_empty() {
        return "The game wasn't decided by counting, so there is nothing to compare.\n".to_owned();
    }
    let base = comparisons.iter().find(|comparison| comparison.rules.id == own.id);
    let header = ["ruleset", "result", "board", "prisoners", "komi", "other", "remarks"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for comparison in comparisons {
        let result = comparison.outcome().map_or("?".to_owned(), |outcome| outcome.to_string());
        let [board, prisoners, komi, other] = match MarginParts::new(comparison) {
            Some(MarginParts { board, prisoners, komi, other }) => {
                [board, prisoners, komi, other].map(fmt_signed)
            }
            None => [const { String::new() }; 4],
        };
        let mark = if comparison.rules.id == own.id { " *" } else { "" };
        let id = format!("{}{mark}", comparison.rules.id);
        let remarks = remarks(comparison, base);
        let mut remarks = remarks.split("; ").map(str::to_owned);
        let first = remarks.next().unwrap_or_default();
        rows.push(vec![id, result, board, prisoners, komi, other, first]);
        rows.extend(remarks.map(|remark| {
            let mut row = vec![String::new(); header.len()];
            row[header.len() - 1] = remark;
            row
        }));
    }
    let mut out = String::from(
        "Figures are White's points minus Black's. board: territory or area. prisoners: with pass \
         stones.\nother: compensation for handicap stones, group tax and the first pass. * marks the \
         game's own\nruleset; a figure in brackets is what White gains compared with it.\n\n",
    );
    table(&mut out, &rows, width);
    out
}
