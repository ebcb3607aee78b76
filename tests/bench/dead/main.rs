//! How often judges of dead stones are right, and at what cost:
//! `cargo bench --bench dead -- DIR... [--truth DIR] [--engine COMMAND] [--engine-gtp COMMAND] [--list]
//! [--leave-out FILE] [--default-rules NAME] [--bits | --boards]`.
//!
//! Takes counted records, hides their marks, has each judge say which stones are dead and counts again.
//! Where a record has marks the dead stones are compared with them, else the result alone. `--truth`
//! takes boards whose dead stones are known instead (see `truth.rs`). `--list` names what a judge got
//! wrong; `--leave-out FILE` leaves out files whose name contains a word of FILE; `--default-rules NAME` applies
//! to records that name no ruleset. Engines are judges beside the estimator; each option may occur several times.
//! Games for which an engine fails aren't part of its shares, and their number is printed. The estimator runs on one
//! core, engines on as many as they use. `--bits` prints a hash of the estimator's answers instead, to compare processors, and `--boards` the boards.

mod bits;
mod calibration;
mod games;
mod table;
mod truth;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use games::Chosen;
use sgf_audit::engine::{EngineJudge, EngineSettings, Protocol, SharedEngine};
use sgf_audit_core::rules::find;
use sgf_audit_core::score::{Estimator, OwnershipEstimator};

fn main() -> ExitCode {
    let mut dirs: Vec<PathBuf> = Vec::new();
    let mut truth: Vec<PathBuf> = Vec::new();
    let (mut list, mut only_bits, mut only_boards) = (false, false, false);
    let mut chosen = Chosen::default();
    let mut judges: Vec<Box<dyn OwnershipEstimator>> = vec![Box::new(Estimator::default())];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let taken = match argument.as_str() {
            // Given by cargo bench.
            "--bench" => Ok(()),
            "--list" => {
                list = true;
                Ok(())
            }
            "--boards" => {
                only_boards = true;
                Ok(())
            }
            "--bits" => {
                only_bits = true;
                Ok(())
            }
            "--engine" => value().and_then(|command| {
                judges.push(engine(Protocol::Katago, &command)?);
                Ok(())
            }),
            "--engine-gtp" => value().and_then(|command| {
                judges.push(engine(Protocol::Gtp, &command)?);
                Ok(())
            }),
            "--truth" => value().map(|dir| truth.push(dir.into())),
            "--leave-out" => value().and_then(|file| {
                let names =
                    std::fs::read_to_string(&file).map_err(|why| format!("{file}: {why}"))?;
                chosen.leave_out.extend(names.split_whitespace().map(str::to_owned));
                Ok(())
            }),
            "--default-rules" => value().and_then(|name| {
                chosen.default_rules =
                    find(&name).ok_or(format!("no such ruleset: {name}"))?.into();
                Ok(())
            }),
            option if option.starts_with('-') => Err(format!("no such option: {option}")),
            dir => {
                dirs.push(dir.into());
                Ok(())
            }
        };
        if let Err(why) = taken {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    }
    if dirs.is_empty() && truth.is_empty() {
        eprintln!("give directories of records, or --truth with one of boards");
        return ExitCode::from(2);
    }
    for dir in &dirs {
        let games = games::read(dir, &chosen);
        if only_boards {
            games.iter().for_each(|case| println!("{}", case.grid));
            continue;
        }
        if only_bits {
            bits::print(&dir.display().to_string(), &games);
            continue;
        }
        for judge in &mut judges {
            table::print(&dir.display().to_string(), &games, judge.as_mut(), list);
        }
    }
    for dir in &truth {
        let boards = truth::read(dir);
        for judge in &mut judges {
            table::print(&dir.display().to_string(), &boards, judge.as_mut(), list);
        }
    }
    ExitCode::SUCCESS
}

fn engine(protocol: Protocol, command: &str) -> Result<Box<dyn OwnershipEstimator>, String> {
    let engine = SharedEngine::start(EngineSettings::new(protocol, command));
    Ok(Box::new(EngineJudge(Arc::new(engine.map_err(|error| error.to_string())?))))
}
