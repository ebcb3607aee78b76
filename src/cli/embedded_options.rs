//! Which options of a subcommand a program can give that embeds the library.

/// The options of each subcommand that mean nothing to an embedding program: they concern the command's arguments, output
/// or configuration. All others are taken.
const COMMAND_ONLY: [(&str, &[&str]); 4] = [
    (
        "check",
        &[
            "cache",
            "color",
            "compare",
            "context",
            "event",
            "excel",
            "explain-count",
            "fail-on",
            "files-from",
            "force-exclude",
            "format",
            "no-baseline",
            "open",
            "out",
            "quiet",
            "raw-cells",
            "results",
            "results-encoding",
            "results-format",
            "shard",
            "show",
            "show-all",
            "since",
            "statistics",
            "write-baseline",
        ],
    ),
    ("score", &["color", "compare", "numbers", "svg"]),
    (
        "fix",
        &[
            "color",
            "diff",
            "exclude",
            "exit-zero",
            "files-from",
            "force-exclude",
            "no-gitignore",
            "quiet",
            "statistics",
            "stdin-filename",
            "threads",
            "write",
        ],
    ),
    (
        "convert",
        &[
            "join",
            "max-members",
            "max-nesting",
            "max-ratio",
            "max-unpacked",
            "out",
            "quiet",
            "split",
            "threads",
        ],
    ),
];

/// The options of every subcommand that mean nothing to an embedding program.
const COMMAND_ONLY_IN_ALL: [&str; 4] = ["config", "help", "isolated", "version"];

/// Whether an option of a subcommand means nothing to an embedding program.
pub(super) fn is_command_only(subcommand: &str, option: &str) -> bool {
    let mut own = COMMAND_ONLY.iter().filter(|(name, _)| *name == subcommand);
    COMMAND_ONLY_IN_ALL.contains(&option) || own.any(|(_, options)| options.contains(&option))
}

/// Whether an embedding program can give this option of a subcommand.
pub(super) fn is_embedded(subcommand: &str, option: &str) -> bool {
    let asks_engine = subcommand != "check" && option.split('-').next() == Some("engine");
    !asks_engine && !is_command_only(subcommand, option)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command;

    #[test]
    fn the_options_that_are_left_out_exist() {
        let command = command();
        for (name, options) in COMMAND_ONLY {
            let subcommand = command.find_subcommand(name).expect(name);
            let known: Vec<_> = subcommand.get_arguments().filter_map(|o| o.get_long()).collect();
            for option in options {
                assert!(known.contains(option), "{name} --{option}");
            }
        }
    }
}
