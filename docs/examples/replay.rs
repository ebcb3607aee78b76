//! Replays the first record of a file under a ruleset and counts its final position:
//! `cargo run --example replay -- corpus/games/aga-19x19.sgf chinese`.

use sgf_audit_core::{Options, audit, ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: replay FILE [RULESET]")?;
    let bytes = std::fs::read(path)?;
    let ruleset = ruleset(&arguments.next().unwrap_or("aga".to_owned()))?;
    let report = audit(&bytes, &Options::new().ruleset(ruleset));
    let game = report.games.first().ok_or("no game")?;
    print!("{}", game.position());
    println!("{}", game.recounted_result().unwrap_or("undecided".to_owned()));
    Ok(())
}
