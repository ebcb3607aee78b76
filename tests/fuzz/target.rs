// A program of the target that it is named after.

#[path = "../suite/readers.rs"]
mod readers;
#[path = "../suite/reference/mod.rs"]
mod reference;
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::run(env!("CARGO_BIN_NAME"), bytes));
