#![no_main]

#[path = "../../readers/mod.rs"]
mod readers;
#[path = "../../slow/mod.rs"]
mod slow;
#[path = "../targets/mod.rs"]
mod targets;
#[path = "../../versus/mod.rs"]
mod versus;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::convert(bytes));
