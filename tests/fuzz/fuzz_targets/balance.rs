#![no_main]

include!("../target.rs");
