//! Detection of legacy encodings.

mod cjk;
mod guess;
mod language_model;
mod lazy_chars;
mod single_byte;

pub use guess::Confidence;
pub(crate) use guess::{Guess, contradicts, guess, rival, surely_not_utf_8};
