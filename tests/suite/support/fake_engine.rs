//! Fake engines: shell scripts that speak a protocol well or badly.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A script in a folder of its own.
pub struct Fake {
    folder: TempDir,
}

impl Fake {
    /// An engine that records its process id and then runs this script.
    pub fn new(script: &str) -> Self {
        let folder = TempDir::new().expect("a folder for the engine");
        let path = folder.path().join("it's an engine.sh");
        let text = format!("cd {}\necho $$ >> pids\n{script}", shell(folder.path()));
        std::fs::write(path, text).expect("written");
        Self { folder }
    }

    /// A GTP engine called "Fake 1.0" that accepts every position. `status` is its script for
    /// `final_status_list $argument`; the number of the command is `$id`.
    pub fn gtp(status: &str) -> Self {
        Self::new(&format!(
            r#"commands='boardsize clear_board komi play final_status_list quit'
while read -r id command argument rest; do
  echo "$command $argument $rest" >> heard
  case $command in
    protocol_version) echo "=$id 2" ;;
    name) echo "=$id Fake" ;;
    version) echo "=$id 1.0" ;;
    list_commands) echo "=$id"; for each in $commands; do echo $each; done ;;
    final_status_list) {status} ;;
    quit) echo "=$id"; echo; exit ;;
    *) echo "=$id" ;;
  esac
  echo
done"#
        ))
    }

    /// A KataGo of version 9.9. `analysis` is its script for a query; the query's number is `$id`.
    pub fn katago(analysis: &str) -> Self {
        Self::new(&format!(
            r#"say() {{ printf "$1\n" "$id"; }}
while read -r line; do
  echo "$line" >> heard
  id=${{line##*\"id\":\"}}; id=${{id%%\"*}}
  case $line in
    *query_version*) say '{{"action":"query_version","id":"%s","version":"9.9"}}' ;;
    *query_models*) say '{{"error":"unknown","field":"action","id":"%s"}}' ;;
    *) {analysis} ;;
  esac
done"#
        ))
    }

    /// The command that starts it.
    pub fn command(&self) -> String {
        format!("sh {}", shell(&self.folder.path().join("it's an engine.sh")))
    }

    /// The commands that its processes received.
    pub fn heard(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("heard")).unwrap_or_default()
    }

    /// Number of times it was started.
    pub fn starts(&self) -> usize {
        self.pids().len()
    }

    /// Fails if one of its processes is still there, after a moment.
    pub fn assert_gone(&self) {
        let until = Instant::now() + Duration::from_secs(5);
        for pid in self.pids() {
            while Command::new("kill")
                .args(["-0", &pid])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
            {
                assert!(Instant::now() < until, "process {pid} is still there");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn pids(&self) -> Vec<String> {
        let pids = std::fs::read_to_string(self.folder.path().join("pids")).unwrap_or_default();
        pids.lines().map(str::to_owned).collect()
    }
}

/// A path as a word of a shell.
fn shell(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}
