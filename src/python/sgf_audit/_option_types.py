"""The options of the package's functions: names, types and meanings.

Made from the options of the command: `UPDATE_DOCS=1 cargo test --test suite docs` writes it anew.
"""

import os
from typing import Iterable, Literal, Optional, TypedDict, Union

#: What `convert` converts to.
ConvertFormat = Literal["sgf", "jsonl", "csv", "gtp"]


class AuditOptions(TypedDict, total=False):
    """The options of `sgf-audit check` that `audit`, `stream` and `audit_batches` take."""

    max_findings: int
    """Maximum number of findings of one name and severity listed per game; all are counted; by default 1000."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""

    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""

    variations: bool
    """Replay variations too, not only the main line."""

    engine: Optional[str]
    """Ask KataGo which stones are dead; COMMAND starts its analysis engine."""

    engine_gtp: Optional[str]
    """Ask an engine that speaks GTP, such as 'gnugo --mode gtp'."""

    engine_timeout: float
    """How long to wait for an answer; by default 60."""

    engine_start_timeout: float
    """How long the engine may take to start; by default 300."""

    engine_restarts: int
    """How many times an engine that failed is restarted; by default 10."""

    engine_visits: int
    """Number of KataGo visits per position; by default 1."""

    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""

    max_nodes: int
    """Maximum number of nodes per game; by default 10000000."""

    max_games: int
    """Maximum number of games per file; by default 10000000."""

    max_depth: int
    """Maximum depth of variations within variations; by default 1000000."""

    max_unpacked: Union[int, str]
    """Maximum size that an archive may unpack to; by default 256G."""

    max_ratio: int
    """Maximum ratio of unpacked to packed size, once 64M are unpacked; by default 250."""

    max_members: int
    """Maximum number of files read from an archive; by default 100000000."""

    max_nesting: int
    """Maximum depth of archives within archives; by default 4."""

    select: Union[str, Iterable[str]]
    """Report only these findings: names, families (legality, end, setup, result, format, encoding, cleaning, event), or all."""

    ignore: Union[str, Iterable[str]]
    """Don't report these findings: names or families."""

    profile: Optional[Literal["games", "joseki", "problems"]]
    """What the records are: it sets the severities of findings that mean little there."""

    exclude: Union[str, Iterable[str]]
    """Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'."""

    no_gitignore: bool
    """Read files in directories even if git ignores them (.gitignore, .git/info/exclude)."""

    follow: bool
    """Follow links to directories; each directory is walked once, by the first path that leads there."""

    threads: Optional[int]
    """Number of threads; 0 = one per CPU, the default. With KataGo the default is 16."""

    baseline: Optional[Union[str, "os.PathLike[str]"]]
    """Don't report the findings that this file lists: errors and warnings by file and name, with their number."""


class ScoreOptions(TypedDict, total=False):
    """The options of `sgf-audit score` that `score` takes."""

    rules: str
    """Judge every game by this ruleset; auto takes the one that the record names (RU); by default auto."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""

    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""


class FixOptions(TypedDict, total=False):
    """The options of `sgf-audit fix` that `fix` takes."""

    fix: Union[str, Iterable[str]]
    """Fix only these findings, whatever the class of the fix."""

    select: Union[str, Iterable[str]]
    """Fix only these findings, if their class is chosen: names, families, or all."""

    ignore: Union[str, Iterable[str]]
    """Don't fix these findings: names or families."""

    unsafe: bool
    """Make the fixes of all classes."""

    rules: str
    """Judge every game by this ruleset; auto takes the one that the record names (RU); by default auto."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""


class ConvertOptions(TypedDict, total=False):
    """The options of `sgf-audit convert` that `convert` takes."""

    strip: Union[Literal["comments", "variations", "markup", "times"], Iterable[Literal["comments", "variations", "markup", "times"]]]
    """Parts to leave out of SGF, separated by commas."""

    recount: bool
    """Write the counted result into RE and its ruleset into RU; the root's comment keeps the recorded result."""

    lossy: bool
    """Leave out what can't be converted, instead of refusing the file."""

    replace_damaged_text: bool
    """Write U+FFFD for damaged bytes in names and other text, instead of refusing the file, and report them."""

    raw_cells: bool
    """In CSV, write paths as they are, even those that a spreadsheet would run as a formula, or a data frame would take for a number."""

    rules: str
    """Judge every game by this ruleset; auto takes the one that the record names (RU); by default auto."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""

    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""

    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""


class ConvertAllOptions(TypedDict, total=False):
    """The options of `sgf-audit convert` that `convert_all` takes."""

    split: bool
    """Write one file per game: NAME-001.sgf, NAME-002.sgf ."""

    join: bool
    """Write all games into one file, games.sgf."""

    strip: Union[Literal["comments", "variations", "markup", "times"], Iterable[Literal["comments", "variations", "markup", "times"]]]
    """Parts to leave out of SGF, separated by commas."""

    recount: bool
    """Write the counted result into RE and its ruleset into RU; the root's comment keeps the recorded result."""

    lossy: bool
    """Leave out what can't be converted, instead of refusing the file."""

    replace_damaged_text: bool
    """Write U+FFFD for damaged bytes in names and other text, instead of refusing the file, and report them."""

    raw_cells: bool
    """In CSV, write paths as they are, even those that a spreadsheet would run as a formula, or a data frame would take for a number."""

    rules: str
    """Judge every game by this ruleset; auto takes the one that the record names (RU); by default auto."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""

    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""

    engine: Optional[str]
    """Ask KataGo which stones are dead; COMMAND starts its analysis engine."""

    engine_gtp: Optional[str]
    """Ask an engine that speaks GTP, such as 'gnugo --mode gtp'."""

    engine_timeout: float
    """How long to wait for an answer; by default 60."""

    engine_start_timeout: float
    """How long the engine may take to start; by default 300."""

    engine_restarts: int
    """How many times an engine that failed is restarted; by default 10."""

    engine_visits: int
    """Number of KataGo visits per position; by default 1."""

    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""

    max_unpacked: Union[int, str]
    """Maximum size that an archive may unpack to; by default 256G."""

    max_ratio: int
    """Maximum ratio of unpacked to packed size, once 64M are unpacked; by default 250."""

    max_members: int
    """Maximum number of files read from an archive; by default 100000000."""

    max_nesting: int
    """Maximum depth of archives within archives; by default 4."""

    no_gitignore: bool
    """Read files in directories even if git ignores them (.gitignore, .git/info/exclude)."""

    follow: bool
    """Follow links to directories; each directory is walked once, by the first path that leads there."""

    threads: Optional[int]
    """Number of threads; 0 = one per CPU, the default."""

    quiet: bool
    """Print only errors of the run itself."""


class SelectOptions(TypedDict, total=False):
    """The options of `sgf-audit select` that `select` takes."""

    clean: bool
    """Select games without an error or a contradiction whose recorded result isn't wrong: those whose column clean is true."""

    unique: bool
    """Of several records of the same game (game_hash), keep the most complete, and none that another one continues."""

    sample: Optional[int]
    """Of what is selected, keep N games at random."""

    seed: int
    """The number that decides which games are in the sample; by default 0."""

    left_out: Optional[Union[str, "os.PathLike[str]"]]
    """Write what was left out into this new CSV file: path, game, reason, detail."""

    quiet: bool
    """Don't print how many games were left out and why."""

    rules: str
    """Judge every game by this ruleset; auto takes the one that the record names (RU); by default auto."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""

    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""

    variations: bool
    """Replay variations too, not only the main line."""

    engine: Optional[str]
    """Ask KataGo which stones are dead; COMMAND starts its analysis engine."""

    engine_gtp: Optional[str]
    """Ask an engine that speaks GTP, such as 'gnugo --mode gtp'."""

    engine_timeout: float
    """How long to wait for an answer; by default 60."""

    engine_start_timeout: float
    """How long the engine may take to start; by default 300."""

    engine_restarts: int
    """How many times an engine that failed is restarted; by default 10."""

    engine_visits: int
    """Number of KataGo visits per position; by default 1."""

    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""

    max_nodes: int
    """Maximum number of nodes per game; by default 10000000."""

    max_games: int
    """Maximum number of games per file; by default 10000000."""

    max_depth: int
    """Maximum depth of variations within variations; by default 1000000."""

    max_unpacked: Union[int, str]
    """Maximum size that an archive may unpack to; by default 256G."""

    max_ratio: int
    """Maximum ratio of unpacked to packed size, once 64M are unpacked; by default 250."""

    max_members: int
    """Maximum number of files read from an archive; by default 100000000."""

    max_nesting: int
    """Maximum depth of archives within archives; by default 4."""

    select: Union[str, Iterable[str]]
    """Report only these findings: names, families (legality, end, setup, result, format, encoding, cleaning, event), or all."""

    ignore: Union[str, Iterable[str]]
    """Don't report these findings: names or families."""

    profile: Optional[Literal["games", "joseki", "problems"]]
    """What the records are: it sets the severities of findings that mean little there."""

    exclude: Union[str, Iterable[str]]
    """Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'."""

    force_exclude: bool
    """Leave out what is excluded even if it is named, for hooks that name the files of a commit."""

    no_gitignore: bool
    """Read files in directories even if git ignores them (.gitignore, .git/info/exclude)."""

    follow: bool
    """Follow links to directories; each directory is walked once, by the first path that leads there."""

    threads: Optional[int]
    """Number of threads; 0 = one per CPU, the default. With KataGo the default is 16."""


class DuplicatesOptions(TypedDict, total=False):
    """The options of `sgf-audit duplicates` that `duplicates` takes."""

    min_moves: int
    """Games of fewer moves are the same only if the names and the date are, and never beginnings: many games open alike; by default 30."""

    share: Optional[float]
    """The part of the shorter game, from 0 to 1, that nearly the same games have in common; two thirds by default."""

    no_beginnings: bool
    """Don't look for beginnings."""

    quiet: bool
    """Print no totals."""

    rules: str
    """Judge every game by this ruleset; auto takes the one that the record names (RU); by default auto."""

    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""

    ko: Literal["rules", "simple"]
    """Repetition rule: the ruleset's own, or simple ko only; by default rules."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Literal["marks", "board"]
    """Take territory from the record's marks (TB, TW) or from the board; by default marks."""

    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""

    variations: bool
    """Replay variations too, not only the main line."""

    engine: Optional[str]
    """Ask KataGo which stones are dead; COMMAND starts its analysis engine."""

    engine_gtp: Optional[str]
    """Ask an engine that speaks GTP, such as 'gnugo --mode gtp'."""

    engine_timeout: float
    """How long to wait for an answer; by default 60."""

    engine_start_timeout: float
    """How long the engine may take to start; by default 300."""

    engine_restarts: int
    """How many times an engine that failed is restarted; by default 10."""

    engine_visits: int
    """Number of KataGo visits per position; by default 1."""

    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""

    max_nodes: int
    """Maximum number of nodes per game; by default 10000000."""

    max_games: int
    """Maximum number of games per file; by default 10000000."""

    max_depth: int
    """Maximum depth of variations within variations; by default 1000000."""

    max_unpacked: Union[int, str]
    """Maximum size that an archive may unpack to; by default 256G."""

    max_ratio: int
    """Maximum ratio of unpacked to packed size, once 64M are unpacked; by default 250."""

    max_members: int
    """Maximum number of files read from an archive; by default 100000000."""

    max_nesting: int
    """Maximum depth of archives within archives; by default 4."""

    select: Union[str, Iterable[str]]
    """Report only these findings: names, families (legality, end, setup, result, format, encoding, cleaning, event), or all."""

    ignore: Union[str, Iterable[str]]
    """Don't report these findings: names or families."""

    profile: Optional[Literal["games", "joseki", "problems"]]
    """What the records are: it sets the severities of findings that mean little there."""

    exclude: Union[str, Iterable[str]]
    """Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'."""

    force_exclude: bool
    """Leave out what is excluded even if it is named, for hooks that name the files of a commit."""

    no_gitignore: bool
    """Read files in directories even if git ignores them (.gitignore, .git/info/exclude)."""

    follow: bool
    """Follow links to directories; each directory is walked once, by the first path that leads there."""

    threads: Optional[int]
    """Number of threads; 0 = one per CPU, the default. With KataGo the default is 16."""


class EventOptions(TypedDict, total=False):
    """The options of `sgf-audit event` that `event` takes."""

    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""

    max_nodes: int
    """Maximum number of nodes per game; by default 10000000."""

    max_games: int
    """Maximum number of games per file; by default 10000000."""

    max_depth: int
    """Maximum depth of variations within variations; by default 1000000."""

    max_unpacked: Union[int, str]
    """Maximum size that an archive may unpack to; by default 256G."""

    max_ratio: int
    """Maximum ratio of unpacked to packed size, once 64M are unpacked; by default 250."""

    max_members: int
    """Maximum number of files read from an archive; by default 100000000."""

    max_nesting: int
    """Maximum depth of archives within archives; by default 4."""

    no_gitignore: bool
    """Read files in directories even if git ignores them (.gitignore, .git/info/exclude)."""

    follow: bool
    """Follow links to directories; each directory is walked once, by the first path that leads there."""
