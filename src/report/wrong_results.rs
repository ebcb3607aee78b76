//! The games of a run whose recorded result is wrong.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::text_layout::paragraph;
use sgf_audit_core::audit::{Audit, Verdict};
use sgf_audit_core::printable::{Shown, push_printable};

/// Number of games that are kept. The tables have all.
const MAX_KEPT: usize = 50;

/// Number of characters of a name that are shown.
const MAX_NAME: usize = 40;

/// The first games of a run whose recorded result is wrong, and the number of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct WrongResults {
    winners: Vec<WrongResult>,
    margins: Vec<WrongResult>,
    all: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrongResult {
    game: String,
    /// The recorded and the counted result.
    results: String,
    /// The likely cause, as a clause; else empty.
    cause: String,
}

impl WrongResults {
    /// Adds a game whose verdict is that the result is wrong.
    pub fn add(&mut self, path: &Path, audit: &Audit) {
        self.all += 1;
        let list = match audit.verdict {
            Verdict::WrongWinner => &mut self.winners,
            _ => &mut self.margins,
        };
        if list.len() == MAX_KEPT {
            return;
        }
        let mut game = Shown::Path(path).to_string();
        if audit.game > 1 {
            game.push_str(&format!(", game {}", audit.game));
        }
        if !(audit.black.is_empty() && audit.white.is_empty()) {
            let [black, white] = [0, 1].map(|side| match &*audit.event_names[side] {
                "" => short(if side == 0 { &audit.black } else { &audit.white }),
                of_event => short(of_event),
            });
            game.push_str(&format!(": {black} (B) - {white} (W)"));
        }
        let counted =
            audit.counted().map_or("not counted".to_owned(), |it| format!("counted {it}"));
        let decision = audit.decision.as_ref().filter(|decision| decision.result.is_some());
        let decided = decision.map_or(String::new(), |decision| format!("; {}", decision.words));
        list.push(WrongResult {
            game,
            results: format!("recorded {}, {counted}{decided}", audit.outcome),
            cause: audit
                .cause
                .as_ref()
                .filter(|cause| cause.likely)
                .map_or_else(String::new, |cause| cause.sentence.clone()),
        });
    }

    /// Adds the wrong results of a later part of the run.
    pub fn merge(&mut self, other: &Self) {
        self.all += other.all;
        for (own, other) in
            [(&mut self.winners, &other.winners), (&mut self.margins, &other.margins)]
        {
            own.extend(other.iter().take(MAX_KEPT - own.len()).cloned());
        }
    }

    /// Appends the list, wrong winners first.
    pub fn push_to(&self, out: &mut String, width: Option<usize>) {
        if self.all == 0 {
            return;
        }
        out.push_str("\nResults to look at:\n");
        let listed = self.winners.iter().chain(&self.margins).take(MAX_KEPT);
        let mut more = self.all;
        for WrongResult { game, results, cause } in listed {
            more -= 1;
            paragraph(out, "  ", game, width);
            paragraph(out, "      ", results, width);
            if !cause.is_empty() {
                paragraph(out, "      likely cause: ", cause, width);
            }
        }
        if more > 0 {
            out.push_str(&format!("  ... and {more} more (--out DIR writes all into games.csv)\n"));
        }
    }
}

/// Returns a name fit to print, `?` where there is none.
fn short(name: &str) -> String {
    let mut out = String::new();
    push_printable(&mut out, &name.chars().take(MAX_NAME).collect::<String>());
    match name.chars().nth(MAX_NAME) {
        Some(_) => out.push_str("..."),
        None if out.is_empty() => out.push('?'),
        None => {}
    }
    out
}
