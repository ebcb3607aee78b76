//! Final positions of counted records, with the recorded marks and results.

use std::path::Path;

use sgf_audit_core::audit::{
    AuditOptions, Auditor, Comparison, FileAudit, RulesChoice, audit_bytes,
};
use sgf_audit_core::go::{Grid, Points};
use sgf_audit_core::replay::Replay;
use sgf_audit_core::rules::{BUILT_IN, SharedRuleset};
use sgf_audit_core::score::{Count, Dead, EndOfGame, Evidence, Score, dead_stones};
use sgf_audit_core::sgf::Outcome;

/// A final position whose dead stones or result are known.
pub struct Case {
    /// Where it is from.
    pub name: String,
    pub grid: Grid,
    pub rules: SharedRuleset,
    pub komi: Points,
    /// For each point whether a stone there is dead, if that is known; `None` at a point accepts either.
    pub dead: Option<Vec<Option<bool>>>,
    /// The game that led to it and the recorded result, if there is a game.
    pub game: Option<(Replay, Outcome)>,
}

impl Case {
    /// The dead stones, if the rules or proofs decide all of them.
    pub fn settled(&self) -> Option<Dead> {
        let all_alive = self.game.as_ref().is_some_and(|(replay, _)| replay.all_alive);
        let dead = dead_stones(&self.grid, &self.rules, EndOfGame { marks: None, all_alive });
        dead.undecided.is_none().then_some(dead)
    }

    /// The result that these dead stones give.
    pub fn outcome(&self, dead: &Dead) -> Option<Outcome> {
        let (replay, _) = self.game.as_ref()?;
        let count = Count::new(&self.grid, dead, &self.rules);
        let score = Some(Score::new(count, replay, &self.rules, self.komi));
        Comparison { rules: self.rules.clone(), forbidden: 0, undecided: None, score }.outcome()
    }
}

/// Which games to read, and how.
pub struct Chosen {
    /// Parts of the names of files that are left out.
    pub leave_out: Vec<String>,
    /// The ruleset of records that name none.
    pub default_rules: SharedRuleset,
}

impl Default for Chosen {
    fn default() -> Self {
        Self { leave_out: Vec::new(), default_rules: (&BUILT_IN[0]).into() }
    }
}

/// Every counted game of the records in a directory.
pub fn read(dir: &Path, chosen: &Chosen) -> Vec<Case> {
    let rules = RulesChoice::Auto(Some(chosen.default_rules.clone()));
    let options = AuditOptions { estimate: false, rules, ..AuditOptions::default() };
    let mut auditor = Auditor::new();
    let mut cases = Vec::new();
    let files = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().filter_map(Result::ok);
    for file in files.filter(|file| file.file_type().is_file()) {
        let name = file.path().display().to_string();
        if chosen.leave_out.iter().any(|part| name.contains(part)) {
            continue;
        }
        if let Ok(bytes) = std::fs::read(file.path()) {
            counted(&name, &bytes, &options, &mut auditor, &mut cases);
        }
    }
    cases
}

fn counted(
    path: &str,
    bytes: &[u8],
    options: &AuditOptions,
    auditor: &mut Auditor,
    cases: &mut Vec<Case>,
) {
    audit_bytes(bytes, options, auditor, &mut |audited, _| {
        let FileAudit::Game(audit) = audited else { return };
        let margin = audit.outcome.white_margin().is_some();
        if !margin || audit.replay.after_end {
            return;
        }
        let Some(dead) = audit.dead else { return };
        let marked = dead.source == Evidence::Marked;
        cases.push(Case {
            name: if audit.game > 1 {
                format!("{path} game {}", audit.game)
            } else {
                path.to_owned()
            },
            grid: audit.replay.position.clone(),
            rules: audit.rules.clone(),
            komi: audit.komi,
            dead: marked.then(|| dead.stones.iter().map(|&dead| Some(dead)).collect()),
            game: Some((audit.replay, audit.outcome)),
        });
    });
}
