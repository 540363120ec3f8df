"""Commands and their arguments as values: help and parser are derived from one declaration.

Options of Settings and Plan are declared there; this module has those that several commands share.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from corefscope.basics.options import Option, listed, options_of
from corefscope.metrics.registry import DEFAULT, known_names
from corefscope.problems import FormatError, SettingsError, UnknownName
from corefscope.reporting.report import OUTPUTS
from corefscope.settings import MATCHING, READING, Settings

if TYPE_CHECKING:
    from corefscope.reporting.report import View
    from corefscope.scoring.result import Reportable

Printable: TypeAlias = "str | View | Reportable | None"
Outcome: TypeAlias = "Printable | tuple[Printable, int]"  # what to print, and the exit status where it is not 0
TABLE = ("table", None)  # the default kind of output, and the file for it
OUTPUT, RUNNING = "metrics and output", "running"


class Argument(NamedTuple):
    """An argument as argparse takes it, and the title of the group that help shows it in."""

    flags: tuple[str, ...]
    group: str
    help: str
    keywords: dict[str, Any]


class Command(NamedTuple):
    """A command: the function that runs it, its arguments, and the texts of its help."""

    run: Callable[[Namespace], Outcome]
    arguments: Sequence[Argument]
    description: str
    examples: str


def command(*arguments: Argument | Sequence[Argument]) -> Callable[[Callable[[Namespace], Outcome]], Command]:
    """Make a command of a function, whose docstring has the description and the examples of its help."""
    flat: list[Argument] = []
    for each in arguments:
        flat += [each] if isinstance(each, Argument) else each

    def of(run: Callable[[Namespace], Outcome]) -> Command:
        description, title, examples = cleandoc(run.__doc__ or "").partition("examples:\n")
        return Command(run, flat, description.rstrip(), f"{title}{examples}\n")

    return of


def option(flags: str, metavar: str | None, help: str, group: str = "", **keywords: Any) -> Argument:
    """Declare an option with a value; `flags` are separated by spaces, `keywords` are those of argparse."""
    return Argument(tuple(flags.split()), group, help, {"metavar": metavar, **keywords})


def flag(name: str, help: str, group: str = "") -> Argument:
    return Argument((name,), group, help, {"action": "store_true"})


def positional(name: str, metavar: str, help: str, **keywords: Any) -> Argument:
    return Argument((name,), "", help, {"metavar": metavar, **keywords})


def field(each: Option, **keywords: Any) -> Argument:
    return option(each.flag, each.metavar, each.description(), each.group, **keywords)


# Inputs


KEY = positional("key", "KEY", "the gold annotation")
RESPONSES = positional(
    "responses", "RESPONSE", "the output of a system; none if KEY holds both sides", nargs="*", default=[]
)
FILES = positional("files", "FILE", "a file, a folder, a quoted glob or -", nargs="+")
STRICT = flag("--strict", "treat every warning as an error", RUNNING)


def reading(what: str, key: bool = False) -> list[Argument]:
    """Return options for reading the files (and the key) of a command that does not score."""
    of_key = [field(options_of(Settings)[name]) for name in ("key_format", "key_clusters")]
    return [
        option("--format", "NAME", f"the format of {what}, if detection fails", READING),
        option("--clusters", "FIELD", "the JSON field, column, layer or relation that holds the clusters", READING),
        *(of_key if key else []),
    ]


def settings(strict: bool = True) -> list[Argument]:
    """Return options for all settings, and for presets, configuration files and signatures."""
    preset = "settings of a task or a scorer, e.g. conll2012 or e2e (corefscope list presets)"
    config = "a TOML file of settings, metrics and [plan]; command-line options override it"
    signature = "the settings of a signature printed below a table; command-line options override it"
    options = options_of(Settings).values()
    return [
        option("--preset", "NAME", preset, MATCHING),
        option("--config", "FILE", config, MATCHING),
        option("--signature", "TEXT", signature, MATCHING),
        *(field(each) for title in (MATCHING, READING) for each in options if each.group == title),
        *([STRICT] if strict else []),
    ]


def plan(*names: str) -> list[Argument]:
    """Return options for all fields of a plan, or for some of them."""
    from corefscope.statistics.plan import Plan

    return [field(each) for name, each in options_of(Plan).items() if not names or name in names]


# Metrics and output


def metrics(default: Sequence[str] = DEFAULT, help: str = "") -> Argument:
    """Return the option `-m`."""
    default_metrics = (
        f'a metric, e.g. lea or "blanc(alpha=0.2)" (corefscope list metrics), or package.module:NAME; repeatable; '
        f"default: {listed(default, 'and')}"
    )
    return option("-m --metric", "NAME", help or default_metrics, OUTPUT, action="append")


def names(what: str = "systems") -> Argument:
    """Return the option `--names`."""

    def parse(text: str) -> list[str] | None:
        return [name.strip() for name in text.split(",")] if text else None

    return option("--names", "A,B,…", f"names of the {what}, in order", OUTPUT, type=parse)


def output() -> Argument:
    """Return the option `-o`; an unknown kind is refused before anything is read."""
    kinds = listed(
        [*(f"{name} (default)" if name == "table" else name for name in OUTPUTS), "a file such as table.tex"]
    )
    return option("-o --output", "KIND", kinds, OUTPUT, dest="rendering", type=parse_output, default=TABLE)


def parse_output(text: str) -> tuple[str, str | None]:
    """Return the kind of output, and the output file, whose ending determines the kind.

    >>> parse_output("latex"), parse_output("results/table.tex")
    (('latex', None), ('latex', 'results/table.tex'))
    """
    if text in OUTPUTS:
        return text, None
    for name, ending in OUTPUTS.items():
        if os.path.splitext(text)[1].lower() == f".{ending}":
            return name, text
    raise UnknownName("output", text, [*OUTPUTS, "a file such as table.tex"])


def check_output(arguments: Namespace, target: str) -> None:
    """Refuse to write the output over a file that is read."""
    for value in vars(arguments).values() if os.path.exists(target) else ():
        for path in value if isinstance(value, list) else [value]:
            if isinstance(path, str) and os.path.isfile(path) and os.path.samefile(path, target):
                raise FormatError("would-overwrite-input", "the file is read", target, hint="name another file with -o")


def jobs(what: str) -> Argument:
    help = f"number of parallel processes for {what}; default: chosen by file size"
    return option("--jobs", "N", help, RUNNING, type=int)


TO = option("--to", "FORMAT", "the format to write (corefscope list formats); default: by the ending of OUT")


# Checks of files, before anything is read or written, and values for the functions that commands call.


def check_inputs(*paths: str | None) -> None:
    """Refuse missing files, and standard input or a pipe twice, before anything is read."""
    from corefscope.basics.checksums import check_read_once
    from corefscope.formats.files.sources import check_exists

    check_read_once(paths)
    for path in paths:
        if path is None or "::" in path or "://" in path:  # only an engine can look into a database
            continue
        try:
            check_exists(path)
        except FormatError as error:
            if path in known_names() and not error.hint:
                error.hint = f"to add a metric, write -m {path}"
            raise


def check_not_overwritten(source: str, target: str) -> None:
    """Refuse to write over what is read: a slip would cost the annotation, or the text that it is about."""
    from corefscope.formats.files.sources import find
    from corefscope.problems import Notices

    if not os.path.exists(target):
        return
    for file in find(source, Notices(), any_suffix=True):
        stem = os.path.splitext(file.path)[0]
        for path in filter(os.path.exists, (source, file.path, f"{stem}.txt", f"{stem}.sgm")):
            # Into a folder go files for each document, with the names that brat uses.
            into_folder = os.path.isdir(target) and path.endswith((".ann", ".txt"))
            at_risk = os.path.dirname(path) or "." if into_folder else path
            if os.path.samefile(at_risk, target):
                fact = f"OUT is {'the folder of ' if into_folder else ''}{path}, which is read"
                raise FormatError("would-overwrite-input", fact, target, hint="name another OUT")


def refuse_options(arguments: Namespace, names: Iterable[str], where: str) -> None:
    """Refuse options of the call that are not supported together with, or without, another one."""
    for name in names:
        if getattr(arguments, name) not in (None, False, []):
            fact = f"--{name.replace('_', '-')} is not supported {where}"
            raise SettingsError("conflicting-options", fact, hint="remove it")


def values_of(arguments: Namespace, *names: str) -> dict[str, Any]:
    """Return the values of options, for a function whose parameters have the same names."""
    return {name: getattr(arguments, name) for name in names}


def process_count(arguments: Namespace, paths: Sequence[str]) -> int:
    """Return the number of processes: that of `--jobs`, or else one chosen by file size."""
    if arguments.jobs is not None or len(paths) < 2:
        return 1 if arguments.jobs is None else int(arguments.jobs)
    from corefscope.basics.processes import useful_processes

    return useful_processes(paths)
