//! Counts every game of a file under every built-in ruleset: `cargo run --example recount -- FILE`.

use sgf_audit_core::{Records, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: recount FILE")?;
    let bytes = std::fs::read(path)?;
    for record in Records::read(&bytes).iter() {
        println!("game {}", record.number());
        for ruleset in rulesets() {
            let replayed = record.replay(ruleset)?;
            let result = replayed.game().recounted_result().unwrap_or("undecided".to_owned());
            println!("  {:16} {result}", ruleset.id);
        }
    }
    Ok(())
}
