"""The options of the package's functions: names, types and meanings.

Made from the options of the command: `UPDATE_DOCS=1 cargo test --test suite docs` writes it anew.
"""

import os
from typing import Iterable, Literal, Optional, TypedDict, Union

#: What `convert` converts to.
ConvertFormat = Literal["sgf", "jsonl", "csv", "gtp"]


class _WithDefaultRules(TypedDict, total=False):
    default_rules: Optional[str]
    """Judge records that name no ruleset by this one."""

    ko: Optional[Literal["rules", "simple"]]
    """Repetition rule: the ruleset's own, as by default, or simple ko only."""

    komi: Optional[float]
    """Override the recorded komi."""

    territory_from: Optional[Literal["marks", "board"]]
    """Take territory from the record's marks (TB, TW), as by default, or from the board."""

    rules_file: Optional[Union[str, "os.PathLike[str]"]]
    """Judge by a ruleset of your own, from a TOML file."""


class _WithEstimate(TypedDict, total=False):
    estimate: bool
    """False is `--no-estimate`. Never estimate which stones are dead; games that need it are undecided."""


class _WithVariations(TypedDict, total=False):
    variations: bool
    """Replay variations too, not only the main line."""

    profile: Optional[Literal["games", "joseki", "problems"]]
    """What the records are: it sets the severities of findings that mean little there."""


class _WithEngine(TypedDict, total=False):
    engine: Optional[str]
    """Ask KataGo which stones are dead; COMMAND starts its analysis engine."""

    engine_gtp: Optional[str]
    """Ask an engine that speaks GTP, such as 'gnugo --mode gtp'."""

    engine_timeout: float
    """How long to wait for an answer; by default 60."""

    engine_start_timeout: float
    """How long the engine may take to start; by default 300."""

    engine_visits: int
    """Number of KataGo visits per position; by default 1."""


class _WithSelect(TypedDict, total=False):
    select: Union[str, Iterable[str]]
    """Only these findings: names, families (legality, end, setup, result, format, encoding, cleaning, event), or all."""

    ignore: Union[str, Iterable[str]]
    """Not these findings: names or families."""


class _WithMaxBytes(TypedDict, total=False):
    max_bytes: Union[int, str]
    """Maximum size of a file; larger ones aren't read; by default 1G."""


class _WithMaxUnpacked(TypedDict, total=False):
    max_unpacked: Union[int, str]
    """Maximum size that an archive may unpack to; by default 256G."""

    max_members: int
    """Maximum number of files read from an archive; by default 100000000."""

    no_gitignore: bool
    """Read files in directories even if git ignores them (.gitignore, .git/info/exclude)."""

    follow: bool
    """Follow links to directories; each directory is walked once, by the first path that leads there."""

    threads: Optional[int]
    """Number of threads; 0 = one per CPU, the default. With KataGo the default is 16."""


class _WithExclude(TypedDict, total=False):
    exclude: Union[str, Iterable[str]]
    """Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'."""


class _WithRules(TypedDict, total=False):
    rules: Optional[str]
    """Judge every game by this ruleset; auto, the default, takes the one that the record names (RU)."""


class _WithStrip(TypedDict, total=False):
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


class AuditOptions(_WithDefaultRules, _WithEstimate, _WithVariations, _WithEngine, _WithSelect, _WithMaxBytes, _WithMaxUnpacked, _WithExclude, total=False):
    """The options of `sgf-audit check` that `audit`, `stream` and `audit_batches` take."""

    baseline: Optional[Union[str, "os.PathLike[str]"]]
    """The file that lists known findings, which aren't reported."""

    max_findings: Optional[int]
    """Maximum number of findings of one name and severity listed per game, by default 1000; all are counted."""


class ScoreOptions(_WithDefaultRules, _WithEstimate, _WithRules, total=False):
    """The options of `sgf-audit score` that `score` takes."""


class FixOptions(_WithDefaultRules, _WithSelect, _WithRules, total=False):
    """The options of `sgf-audit fix` that `fix` takes."""

    fix: Union[str, Iterable[str]]
    """Fix only these findings, whatever the class of the fix."""

    unsafe: bool
    """Make the fixes of all classes."""


class ConvertOptions(_WithDefaultRules, _WithEstimate, _WithMaxBytes, _WithRules, _WithStrip, total=False):
    """The options of `sgf-audit convert` that `convert` takes."""


class ConvertAllOptions(_WithDefaultRules, _WithEstimate, _WithEngine, _WithMaxBytes, _WithMaxUnpacked, _WithRules, _WithStrip, total=False):
    """The options of `sgf-audit convert` that `convert_all` takes."""

    split: bool
    """Write one file per game: NAME-001.sgf, NAME-002.sgf ."""

    join: bool
    """Write all games into one file, games.sgf."""

    quiet: bool
    """Print only errors of the run itself."""


class SelectOptions(_WithDefaultRules, _WithEstimate, _WithVariations, _WithEngine, _WithSelect, _WithMaxBytes, _WithMaxUnpacked, _WithExclude, _WithRules, total=False):
    """The options of `sgf-audit select` that `select` takes."""

    clean: bool
    """Select games without an error or a contradiction whose recorded result isn't wrong: those whose column clean is true."""

    games: Optional[Union[str, "os.PathLike[str]"]]
    """Select only games of this list: lines as `select` prints them, a path and, after a tab, the game's number unless it is 1."""

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


class DuplicatesOptions(_WithMaxBytes, _WithMaxUnpacked, _WithExclude, total=False):
    """The options of `sgf-audit duplicates` that `duplicates` takes."""

    min_moves: int
    """Games of fewer moves are the same only if the names and the date are, and never beginnings: many games open alike; by default 30."""

    share: Optional[float]
    """The part of the shorter game, from 0 to 1, that nearly the same games have in common; two thirds by default."""

    groups: bool
    """List every game with its group: records of one game, their beginnings and nearly the same games are in one."""

    no_beginnings: bool
    """Don't look for beginnings."""

    quiet: bool
    """Print no totals."""


class EventOptions(_WithMaxBytes, _WithMaxUnpacked, _WithExclude, total=False):
    """The options of `sgf-audit event` that `event` takes."""
