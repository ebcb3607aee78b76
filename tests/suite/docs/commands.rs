//! The commands that pages name are ones that the program understands, and those that can be run here run.

use clap::error::ErrorKind;
use sgf_audit::cli::command;

use super::texts;
use crate::support::{folder, project, run};

/// Returns the commands that a page's blocks of code show, and those that it quotes. Forms (`PATH...`, `[--option]`) are left out.
fn commands(page: &str) -> (Vec<String>, Vec<String>) {
    let (mut shown, mut quoted) = (Vec::new(), Vec::new());
    for (at, part) in page.split("```").enumerate() {
        let is_block = at % 2 == 1;
        let lines = part.replace("\\\n", " ").replace("&&\n", "&& ");
        let texts: Vec<&str> = match is_block {
            true => lines.lines().collect(),
            false => part.split('`').skip(1).step_by(2).collect(),
        };
        for text in texts {
            let Some(start) = text.find("sgf-audit ") else { continue };
            let (before, command) = text.split_at(start);
            let is_form =
                ["...", "[--", "COMMAND", "|DIR", " @ "].iter().any(|it| text.contains(it));
            if is_form || (!is_block && !before.is_empty()) {
                continue;
            }
            let within = command.split(')').next().filter(|_| before.ends_with("$("));
            let command = within.unwrap_or(command);
            let command = command.replace("$SLURM_ARRAY_TASK_ID", "1").replace("$1", "game.sgf");
            match before.chars().last().filter(|c| matches!(c, '"' | '`')) {
                Some(end) => quoted.extend(command.split(end).next().map(str::to_owned)),
                None if is_block => shown.push(command),
                None => quoted.push(command),
            }
        }
    }
    (shown, quoted)
}

/// Returns the words of a command up to a pipe or another sign of the shell, and the file that its output goes to.
fn words(command: &str) -> (Vec<String>, Option<String>) {
    let words = shlex::split(command).unwrap_or_default();
    let end = words.iter().position(|word| matches!(word.as_str(), "|" | ">" | "&" | ":::"));
    let end = end.unwrap_or(words.len());
    let file = words.get(end).filter(|sign| *sign == ">").map(|_| words[end + 1].clone());
    let given = words[1..end].iter().map(|word| word.replace("$i", "1").replace("{}", "1"));
    (given.collect(), file)
}

/// Returns why the program refuses the words. What is missing may be configured.
fn refusal(words: &[String]) -> Option<String> {
    let is_path = |word: &&String| command().find_subcommand(word).is_none() && word.contains('/');
    let implied = words.first().filter(is_path).map(|_| "check");
    let all = ["sgf-audit"].into_iter().chain(implied).chain(words.iter().map(String::as_str));
    let error = command().try_get_matches_from(all).err()?;
    let is_fine = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::MissingRequiredArgument
    );
    (!is_fine).then(|| error.to_string())
}

#[test]
fn commands_of_pages_are_understood() {
    let (mut count, mut refused) = (0, Vec::new());
    for (path, page) in texts(&["README.md", "docs", "src/python/README.md"], "md") {
        let (shown, quoted) = commands(&page);
        for command in shown.iter().chain(&quoted) {
            count += 1;
            if let Some(why) = refusal(&words(command).0) {
                refused.push(format!("{}: {command}\n{why}", path.display()));
            }
        }
    }
    assert!(count > 70 && refused.is_empty(), "{count} commands, {}", refused.join("\n"));
    assert!(refusal(&words("sgf-audit check games/ --ruls aga").0).is_some());
}

/// The blocks of each page are run one after the other, on records under the names that the pages use.
#[test]
fn commands_of_pages_run() {
    let record = std::fs::read(project("corpus/games/aga-7x7-seki.sgf")).expect("it is there");
    let results = std::fs::read(project("corpus/event/results.csv")).expect("it is there");
    let records = ["games/a.sgf", "records/a.sgf", "game.sgf", "more.tar.zst"]
        .map(|name| (name, &record[..]));
    let mut ran = 0;
    for (path, page) in texts(&["README.md", "docs"], "md") {
        let directory = folder(&[&records[..], &[("results.csv", &results[..])]].concat());
        let (shown, _) = commands(&page);
        for command in shown {
            let (words, file) = words(&command);
            // They need an engine, a browser, another folder, another part or a whole repository.
            let needs =
                ["--engine", "--engine-gtp", "--open", "--since", "/data/records", "%", "-", "--"];
            let is_named = |word: &str| command.contains(word);
            let is_left = words.iter().any(|word| needs.contains(&word.as_str()))
                || words[0].contains('/')
                || ["corpus/", "baseline", "--shard"].into_iter().any(is_named);
            if is_left {
                continue;
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = run(directory.path(), &words);
            assert!(output.status < 2, "{}: {command}\n{}", path.display(), output.stderr);
            if let Some(file) = file {
                std::fs::write(directory.path().join(file), output.stdout).expect("written");
            }
            ran += 1;
        }
    }
    assert!(ran > 20, "{ran}");
}
