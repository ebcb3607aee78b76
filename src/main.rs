//! The `sgf-audit` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    sgf_audit::cli::main()
}
