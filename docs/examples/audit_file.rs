//! Prints the findings of a file: `cargo run --example audit_file -- FILE`.

use sgf_audit_core::{Options, audit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: audit_file FILE")?;
    let report = audit(&std::fs::read(&path)?, &Options::new());
    let of_games = report.games.iter().flat_map(|game| game.findings());
    for finding in of_games.chain(&report.findings) {
        println!("{path}:{finding}");
    }
    Ok(())
}
