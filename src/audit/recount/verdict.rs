//! The recorded result against the count.

use std::fmt::Write;

use crate::audit::causes::{self, MarginCase, MarginExplanation};
use crate::audit::checks::ending::Ending;
use crate::audit::checks::header::Place;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::Severity;
use crate::audit::options::ValueSource;
use crate::audit::recount::mitigating::MitigatingFactors;
use crate::audit::recount::recounter::{Recount, ReplayedGame};
use crate::audit::recount::undecided_reason::{open_regions, why_undecided};
use crate::go::{ByColor, Color, Grid, Points, Size};
use crate::rules::{Counting, FirstPass, Ruleset};
use crate::score::{Evidence, Score};
use crate::sgf::{KomiUnit, Outcome, WinBy};

/// What the count says of the recorded result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Confirmed,
    /// Another player won.
    WrongWinner,
    /// The winner is right, the margin isn't.
    WrongMargin,
    /// The game wasn't decided by counting.
    NotCounted,
    /// It can't be counted again.
    Undecided,
    /// There is no result to compare with.
    NoResult,
}

impl Verdict {
    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::WrongWinner => "wrong-winner",
            Self::WrongMargin => "wrong-margin",
            Self::NotCounted => "not-counted",
            Self::Undecided => "undecided",
            Self::NoResult => "no-result",
        }
    }
}

/// The result that a count gives under a ruleset.
pub(in crate::audit) fn counted_outcome(score: &Score, rules: &Ruleset) -> Outcome {
    if score.margin == Points::ZERO && rules.black_wins_ties.value {
        return Outcome::Win(Color::Black, WinBy::Unspecified);
    }
    Outcome::from_white_margin(score.margin)
}

/// Whether a recorded result is the count's. Where it names no margin, only the winner is compared; a tie
/// that Black wins may be recorded as either.
pub(in crate::audit) fn is_right(outcome: Outcome, score: &Score, rules: &Ruleset) -> bool {
    let counted = counted_outcome(score, rules);
    let tie = score.margin == Points::ZERO && outcome == Outcome::Draw;
    let winner_only = match outcome {
        Outcome::Win(winner, WinBy::Unspecified) => winner_of(counted) == Some(winner),
        _ => false,
    };
    outcome == counted || tie || winner_only
}

/// Whether a result that was recorded, and could come of a count, isn't this count's.
pub(in crate::audit) fn is_wrong(outcome: Outcome, score: &Score, rules: &Ruleset) -> bool {
    matches!(outcome, Outcome::Draw | Outcome::Win(..)) && !is_right(outcome, score, rules)
}

fn winner_of(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(winner, _) => Some(winner),
        _ => None,
    }
}

/// A verdict with the sentence that explains it.
pub(in crate::audit) struct VerdictDetail {
    pub verdict: Verdict,
    pub explanation: String,
    /// The cause of a wrong margin, where one was found.
    pub cause: Option<MarginExplanation>,
    /// Whether the marked position that was counted isn't one that the players can have counted.
    pub unfinished: bool,
}

/// A recorded result and what it is compared with.
pub(in crate::audit) struct VerdictInput<'a> {
    pub outcome: Outcome,
    pub ending: Ending,
    pub played: &'a ReplayedGame<'a>,
    pub counted: &'a Recount,
    /// Where the ruleset was taken from.
    pub ruleset_source: ValueSource,
    /// The final position.
    pub grid: &'a dyn Fn() -> &'a Grid,
    /// Whether a marked position isn't one that was counted; asked only where the result is wrong.
    pub unfinished: &'a dyn Fn() -> bool,
    /// What the recorded result needs of chains that may be dead or alive; asked only where there are some.
    pub results_by_chain_status: &'a dyn Fn() -> Option<String>,
    /// What the record's komi is written in; asked for only where the result is wrong.
    pub komi_unit: &'a dyn Fn() -> Option<KomiUnit>,
}

impl VerdictInput<'_> {
    /// The cause of a margin that isn't the count's.
    fn cause(&self, score: &Score) -> Option<MarginExplanation> {
        let dead = self.counted.dead.as_ref()?;
        causes::explain(&MarginCase {
            rules: self.played.rules,
            replay: &self.played.replay,
            grid: (self.grid)(),
            dead,
            score,
            komi_source: self.played.komi_source,
            komi_unit: (self.komi_unit)(),
            known_rules: self.ruleset_source.is_stated(),
            recorded: self.outcome.white_margin()?,
        })
    }
}

/// Compares a recorded result, which stands at `at`, with the count.
pub(in crate::audit) fn judge(
    judged: &VerdictInput,
    doubts: &MitigatingFactors,
    at: Place,
    findings: &mut FindingList,
) -> VerdictDetail {
    let (rules, outcome) = (judged.played.rules, judged.outcome);
    let judgement = |verdict, explanation| VerdictDetail {
        verdict,
        explanation,
        cause: None,
        unfinished: false,
    };
    match outcome {
        Outcome::Missing | Outcome::Unknown | Outcome::Unreadable => {
            if outcome == Outcome::Missing {
                findings.push(at.finding(FindingKind::MissingResult, "no result is recorded"));
            }
            return judgement(Verdict::NoResult, String::new());
        }
        Outcome::Void
        | Outcome::BothLose
        | Outcome::Win(_, WinBy::Resignation | WinBy::Time | WinBy::Forfeit) => {
            return judgement(Verdict::NotCounted, String::new());
        }
        Outcome::Win(_, WinBy::Unspecified) if judged.ending != Ending::Passes => {
            return judgement(Verdict::NotCounted, String::new());
        }
        Outcome::Draw if judged.ending == Ending::Repetition => {
            return judgement(Verdict::NotCounted, String::new());
        }
        Outcome::Draw | Outcome::Win(..) => {}
    }
    let undecided = |findings: &mut FindingList, reason: &dyn Fn() -> String| {
        let wording = findings.wording();
        let reason = wording.of(reason);
        let message = wording.of(|| format!("{outcome} isn't counted: {reason}"));
        findings.push(at.finding(FindingKind::Undecided, message));
        judgement(Verdict::Undecided, reason)
    };
    let Some(score) = &judged.counted.score else {
        let none = || "the record has no moves".to_owned();
        let dead = judged.counted.dead.as_ref();
        return undecided(findings, &|| {
            let mut why = dead.map_or_else(none, |dead| why_undecided(dead, (judged.grid)()));
            if let Some(cases) = (judged.results_by_chain_status)() {
                let _ = write!(why, "; {cases}");
            }
            why
        });
    };
    let tie = doubts.zero_margin && counted_outcome(score, rules) == Outcome::Draw;
    if is_right(outcome, score, rules) || tie {
        // Stones that were taken again and again, or handed over, may be more than there are points.
        findings.retract(FindingKind::ImpossibleMargin);
        let explanation = match tie {
            true => {
                format!("{outcome} with a margin of nothing is recorded, and the game is a tie")
            }
            false => String::new(),
        };
        return judgement(Verdict::Confirmed, explanation);
    }
    if (judged.unfinished)() {
        let dead = judged.counted.dead.as_ref();
        let why = || dead.map_or_else(String::new, |dead| open_regions(dead, (judged.grid)()));
        let undecided = undecided(findings, &why);
        return VerdictDetail { unfinished: true, ..undecided };
    }
    if let Some(reason) = doubts.reason_undecided(judged, score) {
        return undecided(findings, &|| reason.clone());
    }
    let cause = judged.cause(score);
    let doubtful = cause.as_ref().and_then(|cause| cause.doubtful);
    if let Some(chain) = doubtful.filter(|_| doubts.ruleset_matching_result.is_none()) {
        let dead = judged.counted.dead.as_ref();
        let engine = dead.filter(|dead| dead.source == Evidence::Engine);
        let by = engine.and_then(|dead| dead.judged.as_ref()).map(|judged| judged.by.as_str());
        let size = (judged.grid)().size();
        return undecided(findings, &|| {
            format!(
                "right with {}, of which {} is no surer than {:.2}; as counted it is {}",
                chain.words(size),
                by.unwrap_or("the estimate"),
                chain.confidence.unwrap_or_default(),
                Outcome::from_white_margin(score.margin)
            )
        });
    }
    wrong(judged, doubts, score, cause, at, findings)
}

fn names_a_chain(cause: Option<&MarginExplanation>) -> bool {
    cause.is_some_and(|cause| cause.chain.is_some())
}

/// Reports a result that isn't the count's.
fn wrong(
    judged: &VerdictInput,
    doubts: &MitigatingFactors,
    score: &Score,
    within: Option<MarginExplanation>,
    at: Place,
    findings: &mut FindingList,
) -> VerdictDetail {
    let (rules, outcome) = (judged.played.rules, judged.outcome);
    let counted = counted_outcome(score, rules);
    // Who plays on a server plays by its rules, and the server counts.
    let likelier = judged.ruleset_source == ValueSource::Server && within.is_some();
    let cause = match doubts.ruleset_matching_result.clone().filter(|_| !likelier) {
        Some(other) => Some(MarginExplanation::other_ruleset(other, within)),
        None => match within {
            // A chain that the marks are wrong about says more than that they are.
            within if doubts.right_without_marks && !names_a_chain(within.as_ref()) => {
                Some(MarginExplanation::other_marks(within))
            }
            within => within,
        },
    };
    let assumed_komi = judged.played.komi_source == ValueSource::Default;
    let mut explanation = explain(outcome, counted, score, rules, cause.as_ref());
    if assumed_komi {
        let why = match judged.played.record.unread_komi {
            true => "the recorded one can't be read",
            false => "none is recorded",
        };
        let _ = write!(explanation, "; komi {} by default, since {why}", score.komi);
    }
    if let Some(dead) = judged.counted.dead.as_ref().filter(|dead| dead.source.is_judgement()) {
        explanation.push_str("; dead stones: ");
        explanation.push_str(&dead.describe_evidence());
    }
    let says_so = doubts.ruleset_matching_result.is_none() && !names_a_chain(cause.as_ref());
    if doubts.right_without_marks && !says_so {
        explanation.push_str("; right where the marks are left aside");
    }
    let (verdict, name) = if winner_of(outcome) == winner_of(counted) {
        (Verdict::WrongMargin, FindingKind::WrongMargin)
    } else {
        (Verdict::WrongWinner, FindingKind::WrongWinner)
    };
    let finding = at.finding(name, explanation.clone()).rule(rules.counting.source);
    let unknown_komi = cause.as_ref().map_or(assumed_komi, MarginExplanation::doubts_komi);
    let excused = doubts.downgrades_to_warning(judged, score, unknown_komi);
    findings.push(if excused { finding.severity(Severity::Warning) } else { finding });
    VerdictDetail { verdict, explanation, cause, unfinished: false }
}

/// A counted result; of a tie, who wins it.
fn in_words(counted: Outcome, score: &Score) -> String {
    match counted {
        Outcome::Win(winner, _) if score.margin == Points::ZERO => {
            format!("a tie, which {winner} wins")
        }
        _ => counted.to_string(),
    }
}

/// "recorded W+3.5; area and territory with White's missing pass give W+2.5; the record equals ...".
fn explain(
    outcome: Outcome,
    counted: Outcome,
    score: &Score,
    rules: &Ruleset,
    cause: Option<&MarginExplanation>,
) -> String {
    let same = score.area_margin == score.territory_margin_completed;
    let added = score.added_passes != [0, 0] && rules.pass_stones.value;
    let way = match (rules.counting.value, same) {
        (_, true) => "area and territory",
        (Counting::Territory, false) => "territory",
        (Counting::Area | Counting::Stones, false) => "area",
    };
    let completed = match score.added_passes {
        ByColor { black: 0, white: 1 } if added => " with White's missing pass",
        _ if added => " with the missing passes",
        _ => "",
    };
    let verb = if same { "give" } else { "gives" };
    // What is neither area nor territory.
    let extras = [(score.first_pass, rules.first_pass.value.words()), (score.tax, "the group tax")];
    let extras = extras.into_iter().filter(|&(points, _)| points != Points::ZERO);
    let (points, names): (Vec<Points>, Vec<&str>) = extras.unzip();
    let board = points.into_iter().fold(score.margin, |margin, points| margin - points);
    let given = match names.is_empty() {
        true => in_words(counted, score),
        false => format!(
            "{}, with {} {}",
            Outcome::from_white_margin(board),
            names.join(" and "),
            in_words(counted, score)
        ),
    };
    let sentence = format!("recorded {outcome}; {way}{completed} {verb} {given}");
    match cause {
        Some(cause) => format!("{sentence}; {}", cause.sentence),
        // Any cause might turn the winner: without a margin none can be told from another.
        None if outcome.white_margin().is_none() => sentence,
        None => format!("{sentence}; no cause was found"),
    }
}

/// `impossible-margin`: points on the board are whole, so a margin has the fraction of the komi, and of what
/// the first pass brings; and no more than two for each of its points can be won, by a stone that died there.
pub(in crate::audit) fn check_margin(
    outcome: Outcome,
    at: Place,
    komi: Option<Points>,
    rules: &Ruleset,
    size: Size,
    findings: &mut FindingList,
) {
    let Some(margin) = outcome.white_margin() else { return };
    let most = Points::whole(2 * size.area() as i64) + komi.unwrap_or_default().abs();
    if margin.abs() > most {
        let message = findings.wording().of(|| format!("no game on {size} can end with {outcome}"));
        findings.push(at.finding(FindingKind::ImpossibleMargin, message));
        return;
    }
    let Some(komi) = komi else { return };
    let by_area = rules.counting.value != Counting::Territory;
    let button = by_area && rules.first_pass.value == FirstPass::Button;
    let given = if button { komi + Points::HALF } else { komi };
    if (margin - given).fraction() == 0 {
        return;
    }
    let winner = match outcome {
        Outcome::Win(Color::Black, _) => "Black's margin",
        Outcome::Win(Color::White, _) => "White's margin",
        _ => "a draw",
    };
    let message = findings
        .wording()
        .of(|| format!("komi {komi} can't give {outcome}: {winner} would need part of a point"));
    findings.push(at.finding(FindingKind::ImpossibleMargin, message));
}

#[cfg(test)]
mod tests {
    use crate::audit::{Audit, AuditOptions, FileAudit, Scratch, audit_bytes};

    /// Five moves each: Black has 15 points of area, 10 of them territory, White 10 and 5.
    const HALVES: &str = "SZ[5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]";
    const MARKS: &str = "TB[aa:ae][ba:bd]TW[ea:ee]";

    fn audit(record: &str) -> Audit {
        let mut found = None;
        let options = AuditOptions { estimate: false, ..AuditOptions::default() };
        audit_bytes(record.as_bytes(), &options, &mut Scratch::default(), &mut |audit, _| {
            if let FileAudit::Game(audit) = audit {
                found = Some(*audit);
            }
        });
        found.expect("a game")
    }

    /// What is said of a game; its moves go on from those of [`HALVES`].
    fn said(header: &str, moves: &str) -> String {
        audit(&format!("(;{header}{HALVES}{moves}{MARKS})")).explanation
    }

    #[test]
    fn what_is_neither_area_nor_territory_is_named() {
        let header = "RU[WMSG]KM[6.5]RE[W+19.5]";
        let first = said(header, ";B[be];W[];B[]");
        let beginning =
            "recorded W+19.5; area gives W+1.5, with the point for White's first pass W+2.5;";
        assert!(first.starts_with(beginning), "{first}");
        let without = said(header, ";B[];W[]");
        assert!(
            without.starts_with("recorded W+19.5; area and territory give W+1.5;"),
            "{without}"
        );
        // Black has two groups, White one.
        let stripes = "(;SZ[7:5]RU[Old Chinese]KM[0]RE[B+29]PL[B]AB[ba:be][fa:fe]AW[ca:ce][ea:ee]\
                       ;B[];W[]TB[aa:ae][ga:ge]TW[da:de])";
        let taxed = audit(stripes).explanation;
        let beginning = "recorded B+29; area and territory give B+5, with the group tax B+3;";
        assert!(taxed.starts_with(beginning), "{taxed}");
    }

    #[test]
    fn a_tie_that_black_wins_is_called_one() {
        let tie = said("RU[Ing]KM[5]RE[W+13]", ";B[];W[]");
        let beginning = "recorded W+13; area and territory give a tie, which Black wins;";
        assert!(tie.starts_with(beginning), "{tie}");
    }
}
