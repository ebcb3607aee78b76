//! A hash of the estimator's answers, to the last bit: processors that multiply in other ways must agree.

use sgf_audit_core::score::Estimator;

use super::games::Case;

/// Prints the hash of all answers for the final positions of a directory.
pub fn print(title: &str, cases: &[Case]) {
    let mut estimator = Estimator::default();
    let mut hasher = blake3::Hasher::new();
    for case in cases {
        for owner in estimator.ownership(&case.grid) {
            hasher.update(&owner.to_bits().to_le_bytes());
        }
    }
    println!("{title}: {} positions, {}", cases.len(), hasher.finalize());
}
