//! Hashes the estimator's answers for drawn boards that come byte by byte, as `bits.rs` of the bench does.

use std::cell::RefCell;

use sgf_audit_core::go::Grid;
use sgf_audit_core::score::Estimator;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Takes a byte of the drawings.
#[unsafe(no_mangle)]
pub extern "C" fn feed(byte: u32) {
    TEXT.with_borrow_mut(|text| text.push(byte as u8));
}

/// Forgets the drawings and returns the first four bytes of the hash of the answers for them, which an empty line
/// separates.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> u32 {
    let text = TEXT.take();
    let text = String::from_utf8_lossy(&text);
    let mut estimator = Estimator::default();
    let mut hasher = blake3::Hasher::new();
    for grid in text.split("\n\n").filter_map(Grid::draw) {
        for owner in estimator.ownership(&grid) {
            hasher.update(&owner.to_bits().to_le_bytes());
        }
    }
    let hash = hasher.finalize();
    let bytes = hash.as_bytes();
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}
