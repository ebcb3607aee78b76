//! Audits a file by rules of one's own, and prints the findings and the dead stones of each game:
//! `cargo run --example own_rules -- FILE`.

use sgf_audit_core::{Options, Ruleset, audit};

/// AGA rules as a club plays them.
const RULES: &str = r#"
id = "club"
base = "aga"
komi = "6.5"
superko = "positional"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: own_rules FILE")?;
    let options = Options::new().ruleset(Ruleset::from_toml(RULES)?);
    let report = audit(&std::fs::read(&path)?, &options);
    report.findings.iter().for_each(|finding| println!("{path}:{finding}"));
    for game in &report.games {
        game.findings().iter().for_each(|finding| println!("{path}:{finding}"));
        let dead = game.dead_stones().into_iter();
        let dead: Vec<_> = dead.flatten().map(|point| point.name(game.size())).collect();
        let result = game.recounted_result().unwrap_or("undecided".to_owned());
        let (number, moves) = (game.number(), game.moves().len());
        println!("game {number}: {moves} moves, {result}, dead: {}", dead.join(" "));
        if let Some(cause) = game.cause() {
            println!("  likely cause of the difference: {cause}");
        }
    }
    Ok(())
}
