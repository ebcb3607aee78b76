//! Counts every game of a file under every built-in ruleset: `cargo run --example recount -- FILE`.

use sgf_audit_core::{Options, audit, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: recount FILE")?;
    let bytes = std::fs::read(path)?;
    for ruleset in rulesets() {
        for game in audit(&bytes, &Options::new().ruleset(ruleset)).games {
            let result = game.recounted_result().unwrap_or("undecided".to_owned());
            println!("game {}: {:16} {result}", game.number(), ruleset.id);
        }
    }
    Ok(())
}
