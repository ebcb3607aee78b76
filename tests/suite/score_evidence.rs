//! The words for evidence and status.

use sgf_audit_core::score::{Evidence, Status};

/// Scripts hang on these words.
#[test]
fn words_stay_as_they_are() {
    use Evidence::{Engine, Estimated, Marked, PlayedOut, Proven};
    let all = [Marked, PlayedOut, Proven, Estimated, Engine, Evidence::Undecided];
    let words = ["marked", "played-out", "proven", "estimated", "engine", "undecided"];
    assert_eq!(all.map(Evidence::name), words);
    assert_eq!(all.map(Evidence::is_judgement), [false, false, false, true, true, false]);
    let all = [Status::Alive, Status::Dead, Status::Seki, Status::Undecided];
    assert_eq!(all.map(Status::name), ["alive", "dead", "seki", "undecided"]);
}
