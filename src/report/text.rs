//! Findings as lines for people.

use std::fmt::Write;
use std::path::Path;

use super::count_breakdown::set_up;
use crate::audit::{Audit, Finding};
use crate::go::Color;
use crate::plural::pluralize;
use crate::printable::{printable_path, push_printable};
use crate::sgf::Outcome;

/// `path:line:col: severity[name] message`, with the move where there is one.
pub fn finding_line(out: &mut String, path: &Path, game: u32, finding: &Finding) {
    push_printable(out, &printable_path(path));
    let Finding { line, column, severity, kind, message, .. } = finding;
    if *line > 0 {
        write!(out, ":{line}:{column}").expect("a string takes everything");
    }
    write!(out, ": {severity}[{}] ", kind.as_str()).expect("a string takes everything");
    if game > 1 {
        write!(out, "game {game}: ").expect("a string takes everything");
    }
    if let Some(number) = finding.move_number {
        write!(out, "move {number}: ").expect("a string takes everything");
    }
    push_printable(out, message);
    out.push('\n');
}

/// The book-keeping of a counted game (BGA appendix B): what each player's moves became, and the margins
/// both ways; nothing where the game wasn't counted.
pub fn count_line(out: &mut String, path: &Path, audit: &Audit) {
    let Some(score) = &audit.score else { return };
    push_printable(out, &printable_path(path));
    if audit.game > 1 {
        put(out, format_args!(", game {}", audit.game));
    }
    out.push_str(": count:");
    let (tally, count) = (&audit.replay.tally, &score.count);
    for color in Color::BOTH {
        let passes = tally.passes[color] + tally.illegal_moves[color] + score.added_passes[color];
        put(
            out,
            format_args!(
                " {color} {} = {} + {} lost + {passes} passed",
                pluralize(score.moves[color], "move"),
                pluralize(count.stones[color], "stone"),
                tally.captured_from[color] + count.dead[color],
            ),
        );
        if color == Color::Black && audit.replay.handicap.stones >= 2 {
            put(out, format_args!(" - {} handicap", audit.replay.handicap.stones - 1));
        }
        match set_up(audit, score)[color] {
            0 => {}
            more @ 1.. => put(out, format_args!(" - {more} set up")),
            less => put(out, format_args!(" + {} taken off", -less)),
        }
        put(out, format_args!(", territory {};", count.territory[color]));
    }
    put(
        out,
        format_args!(
            " area {}, territory {}",
            Outcome::from_white_margin(score.area_margin),
            Outcome::from_white_margin(score.territory_margin_completed)
        ),
    );
    if let Some(dead) = audit.dead.as_ref().filter(|dead| dead.source.is_judgement()) {
        put(out, format_args!("; dead stones: {}", dead.describe_evidence()));
    }
    out.push('\n');
}

fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::FindingKind;
    use crate::sgf::Span;

    #[test]
    fn terminals_are_safe() {
        let mut finding = Finding::new(FindingKind::Ko, Span::new(4, 6), "a\x1b[31mb\u{202e}c\nd");
        (finding.line, finding.column, finding.move_number) = (3, 7, Some(12));
        let mut out = String::new();
        finding_line(&mut out, Path::new("x\ny.sgf"), 1, &finding);
        assert_eq!(out, "x\\ny.sgf:3:7: error[ko] move 12: a\\u{1b}[31mb\\u{202e}c\\nd\n");
    }
}
