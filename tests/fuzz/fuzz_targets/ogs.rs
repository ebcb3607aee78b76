#![no_main]

#[path = "../../suite/readers.rs"]
mod readers;
#[path = "../../suite/reference/mod.rs"]
mod reference;
#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::ogs(bytes));
