//! Tells the program the commit that it is built from, if that is known. Nothing else depends on git.

use std::process::Command;

/// Returns the output of git in this directory, if there is one line of it.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SGF_AUDIT_COMMIT");
    // A build for tests would be compiled again after each commit.
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || std::env::var_os("SGF_AUDIT_COMMIT").is_some() {
        return;
    }
    // A package that lies in another project's repository has no commit there.
    let is_own = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| is_own) else { return };
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rustc-env=SGF_AUDIT_COMMIT={commit}");
}
