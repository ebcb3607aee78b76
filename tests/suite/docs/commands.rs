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

/// Options of other programs that pages quote by themselves.
const OF_OTHERS: [&str; 4] = ["--csv", "--manifest-path", "--peer", "--score"];

/// Other programs that pages quote with an option, and what isn't a command.
const OTHERS: [&str; 4] = ["no", "patch", "split", "valgrind"];

/// Whether a word stands for what a user names, as `PATH...` and `[NAME]`.
fn is_placeholder(word: &str) -> bool {
    let word = word.trim_matches(['[', ']', '.']);
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// What is gone leaves no word behind: each option and each command that a page quotes is there.
#[test]
fn options_and_commands_that_pages_quote_are_there() {
    let program = command();
    let subcommands: Vec<&str> = program.get_subcommands().map(|it| it.get_name()).collect();
    let options: Vec<String> = [&program]
        .into_iter()
        .chain(program.get_subcommands())
        .flat_map(|it| it.get_arguments().filter_map(|argument| argument.get_long()))
        .map(|name| format!("--{name}"))
        .chain(["--help", "--version"].map(str::to_owned))
        .collect();
    let (mut quoted, mut unknown) = (0, Vec::new());
    for (path, page) in texts(&["README.md", "docs", "src/python/README.md"], "md") {
        if path.ends_with("CHANGELOG.md") {
            continue;
        }
        let prose = page.split("```").step_by(2);
        for text in prose.flat_map(|part| part.split('`').skip(1).step_by(2)) {
            let mut words = text.split_whitespace().peekable();
            let first = words.next().unwrap_or_default();
            let is_form = |next: &&str| next.starts_with("--") || is_placeholder(next);
            let is_ours = first == "sgf-audit" || subcommands.contains(&first);
            let is_command = first.bytes().all(|byte| byte.is_ascii_lowercase());
            if is_command && !is_ours && words.peek().is_some_and(is_form) {
                if !OTHERS.contains(&first) {
                    unknown.push(format!("{}: {text}", path.display()));
                }
            } else if is_ours || first.starts_with("--") {
                let given = [first].into_iter().chain(words);
                for word in given.filter(|word| word.starts_with("--") && word.len() > 2) {
                    let option = word.split(['=', ']', ',']).next().unwrap_or_default();
                    quoted += 1;
                    if !options.iter().any(|it| it == option) && !OF_OTHERS.contains(&option) {
                        unknown.push(format!("{}: {option}", path.display()));
                    }
                }
            }
        }
    }
    assert!(quoted > 100 && unknown.is_empty(), "{quoted}, {}", unknown.join("\n"));
}

/// Why cargo refuses the arguments of `cargo test`, or which of their filters finds no test.
fn refused_by_cargo(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (before, behind) = match words.iter().position(|word| *word == "--") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let mut filters: Vec<&str> = Vec::new();
    let mut given = before.iter().copied();
    while let Some(word) = given.next() {
        match word {
            "--test" | "--profile" => _ = given.next(),
            "--lib" | "--release" => {}
            _ => filters.push(word),
        }
    }
    if filters.len() > 1 {
        return Some(format!("cargo takes one filter before --, not {}", filters.len()));
    }
    let filters = filters.into_iter().chain(behind.iter().copied());
    let is_missing = |filter: &&str| {
        let path = filter.trim_end_matches("::").replace("::", "/");
        let roots =
            if before.contains(&"--lib") { ["src", "src/core"] } else { ["tests/suite"; 2] };
        !roots.iter().any(|root| {
            let is_named = |end| project(format!("{root}/{path}{end}")).exists();
            is_named("") || is_named(".rs")
        })
    };
    let names = filters.filter(|word| !word.starts_with("--"));
    names.into_iter().find(is_missing).map(|filter| format!("no tests are in {filter}"))
}

#[test]
fn tests_that_pages_name_can_be_run() {
    let mut count = 0;
    for (path, page) in texts(&["docs/CONTRIBUTING.md", "tests/README.md"], "md") {
        for rest in page.split("cargo test ").skip(1) {
            let line = rest.split(['`', '\n', '#']).next().unwrap_or_default();
            count += 1;
            let refused = refused_by_cargo(line);
            assert_eq!(refused, None, "{}: cargo test {line}", path.display());
        }
    }
    assert!(count > 10, "{count}");
    assert!(refused_by_cargo("--test suite fix:: docs::").is_some());
    assert!(refused_by_cargo("--test suite gone::").is_some());
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
