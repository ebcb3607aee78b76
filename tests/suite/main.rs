//! The integration tests: one program with a module per subject. `tests/README.md` says how to run them.

mod hostile;
mod readers;
mod reference;
mod support;
#[path = "../fuzz/targets/mod.rs"]
mod targets;

mod archives;
mod atomic_replace;
mod cache;
mod causes;
mod chunks;
mod command;
mod convert;
mod corollaries;
mod corpus;
mod dependencies;
mod determinism;
mod docs;
mod doubts;
mod engine;
mod engine_command;
mod equivalence;
#[cfg(unix)]
mod faults;
mod fix;
mod floors;
mod formats;
mod fuzz;
mod hostile_reports;
mod katago_rules;
mod library;
mod limits;
mod normal_form;
mod output;
mod random_games;
mod rules;
mod sgf_parse;
mod sources;
mod symmetry;
mod tables;
mod territory;
mod torture;
