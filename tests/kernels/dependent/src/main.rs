//! Audits the named records and prints the number of findings.

use sgf_audit_core::{Options, audit};

fn main() -> std::io::Result<()> {
    let options = Options::new();
    let mut findings = 0;
    for path in std::env::args().skip(1) {
        let report = audit(&std::fs::read(path)?, &options);
        findings += report.findings.len();
        findings += report.games.iter().map(|game| game.findings().len()).sum::<usize>();
    }
    println!("{findings}");
    Ok(())
}
