"""Commands and their arguments as values: what help shows and what the parser accepts come from one declaration.

Options of Settings and Plan are declared there; here stand those that several commands share.
"""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from corefscope.basics.options import Option, listed, options_of
from corefscope.presets import PRESETS
from corefscope.settings import MATCHING, READING, Settings

if TYPE_CHECKING:
    from corefscope.reporting.report import View
    from corefscope.scoring.result import Reportable

Printable: TypeAlias = "str | View | Reportable | None"
Outcome: TypeAlias = "Printable | tuple[Printable, int]"  # what to print, and the exit status where it is not 0
Help: TypeAlias = "str | Callable[[], str]"  # a function where help lists a registry, which may take long to load
OUTPUT, RUNNING, ENGINE = "metrics and output", "running", "tables larger than memory"


class Argument(NamedTuple):
    """An argument as argparse takes it, and the title of the group that help shows it in."""

    flags: tuple[str, ...]
    group: str
    help: Help
    keywords: dict[str, Any]


class Command(NamedTuple):
    """A command: the function that runs it, its arguments, and the texts of its help."""

    run: Callable[[Namespace], Outcome]
    arguments: Sequence[Argument]
    description: str
    examples: str


def command(*arguments: Argument | Sequence[Argument]) -> Callable[[Callable[[Namespace], Outcome]], Command]:
    """Make a command of a function, whose docstring is the description and the examples that help shows."""
    flat: list[Argument] = []
    for each in arguments:
        flat += [each] if isinstance(each, Argument) else each

    def of(run: Callable[[Namespace], Outcome]) -> Command:
        description, title, examples = cleandoc(run.__doc__ or "").partition("examples:\n")
        return Command(run, flat, description.rstrip(), f"{title}{examples}\n")

    return of


def option(flags: str, metavar: str | None, help: Help, group: str = "", **keywords: Any) -> Argument:
    """Declare an option with a value; `flags` are separated by spaces, `keywords` are those of argparse."""
    return Argument(tuple(flags.split()), group, help, {"metavar": metavar, **keywords})


def flag(name: str, help: str, group: str = "") -> Argument:
    """Declare an option without a value."""
    return Argument((name,), group, help, {"action": "store_true"})


def positional(name: str, metavar: str, help: str, **keywords: Any) -> Argument:
    """Declare an argument that is not an option."""
    return Argument((name,), "", help, {"metavar": metavar, **keywords})


def add_arguments(parser: argparse.ArgumentParser, arguments: Iterable[Argument]) -> None:
    """Add arguments to a parser, each to its group; help that is a function is called when help is printed."""
    groups: dict[str, Any] = {"": parser}
    for flags, title, help, keywords in arguments:
        if title not in groups:
            groups[title] = parser.add_argument_group(title)
        added = groups[title].add_argument(*flags, help="" if callable(help) else help, **keywords)
        if callable(help):
            added.lazy_help = help


def field(each: Option, **keywords: Any) -> Argument:
    """Return the option for a field of Settings, Plan or Rule."""
    return option(each.flag, each.metavar, each.description(), each.group, **keywords)


# What is read


KEY = positional("key", "KEY", "the gold annotation")
RESPONSES = positional("responses", "RESPONSE", "the output of a system", nargs="+")
FILES = positional("files", "FILE", "a file, a folder, a quoted glob or -", nargs="+")
STRICT = flag("--strict", "treat every warning as an error", RUNNING)


def reading(what: str, key: bool = False) -> list[Argument]:
    """How the files of a command that does not score are read; of its key likewise."""
    of_key = [field(options_of(Settings)[name]) for name in ("key_format", "key_clusters")]
    return [
        option("--format", "NAME", f"the format of {what}, if detection fails", READING),
        option("--clusters", "FIELD", "the JSON field, layer or relation that holds the clusters", READING),
        *(of_key if key else []),
    ]


def settings(strict: bool = True) -> list[Argument]:
    """All settings, and the ways to give many of them at once."""
    config = "a TOML file of settings, metrics and [plan]; command-line options override it"
    signature = "the settings of a signature, as printed under a table; command-line options override it"
    options = options_of(Settings).values()
    return [
        option("--preset", "NAME", lambda: f"settings of a task: {listed(PRESETS)}", MATCHING),
        option("--config", "FILE", config, MATCHING),
        option("--signature", "TEXT", signature, MATCHING),
        *(field(each) for title in (MATCHING, READING) for each in options if each.group == title),
        *([STRICT] if strict else []),
    ]


def plan(*names: str) -> list[Argument]:
    """How differences are judged: all options of a plan, or some of them."""
    from corefscope.statistics.plan import Plan

    return [field(each) for name, each in options_of(Plan).items() if not names or name in names]


# Metrics and output


def metrics(default: Sequence[str] = (), help: str = "") -> Argument:
    """`-m`, with help that lists all metrics."""

    def described() -> str:
        from corefscope.metrics.registry import DEFAULT, known_names

        usual = default or DEFAULT
        others = listed((name for name in known_names() if name not in usual), "and")
        own = "parameters go in the name, e.g. blanc(alpha=0.2); or package.module:NAME, a metric of your own"
        return f"a metric; repeatable. Default: {listed(usual, 'and')}; also {others}; {own}"

    return option("-m --metric", "NAME", help or described, OUTPUT, action="append", type=_metric_names)


def _metric_names(text: str) -> str:
    """-m as it was typed, where a metric at `package.module:NAME` is imported and then called by its own name.

    Only words of the command line come here: a signature, a configuration file or a web form imports nothing.
    """
    if ":" not in text:
        return text
    from corefscope.metrics.lookup import import_metric
    from corefscope.problems import CorefscopeError

    names = []
    for name in split(text):
        place = re.fullmatch(r"\s*([A-Za-z_][\w.]*:[A-Za-z_]\w*)\s*(\(.*\))?\s*", name)
        try:
            names.append(name if place is None else import_metric(place[1]).name + (place[2] or ""))
        except CorefscopeError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return ",".join(names)


def split(text: str) -> list[str]:
    """Split at commas that are not in parentheses.

    >>> split("muc,blanc(alpha=0.2,beta=1)")
    ['muc', 'blanc(alpha=0.2,beta=1)']
    """
    return [name for name in re.split(r",(?![^(]*\))", text) if name.strip()]


def names(what: str = "systems") -> Argument:
    """`--names A,B`."""

    def parse(text: str) -> list[str] | None:
        return [name.strip() for name in text.split(",")] if text else None

    return option("--names", "A,B,…", f"names of the {what}, in order", OUTPUT, type=parse)


def output(**keywords: Any) -> Argument:
    """`-o`, of every command that gives a view to print."""

    def described() -> str:
        from corefscope.reporting.outputs import OUTPUTS

        return listed(f"{name} (default)" if name == "table" else name for name in OUTPUTS)

    return option("-o --output", "KIND", described, OUTPUT, dest="rendering", default="table", **keywords)


def columns(what: str) -> Argument:
    """`--columns recall,precision,f1`."""

    def parse(text: str) -> tuple[str, ...]:
        from corefscope.statistics.plan import FIELDS

        names = tuple(name.strip() for name in text.split(","))
        for name in names:
            if name not in FIELDS or names.count(name) > 1:
                raise argparse.ArgumentTypeError(f"expected {listed(FIELDS)}, each once and with commas, not {text!r}")
        return names

    help = f"the fields of {what}, as in papers: recall,precision,f1; default: f1"
    return option("--columns", "A,B,…", help, OUTPUT, type=parse, default=())


def jobs(what: str, more: str = "") -> Argument:
    """`--jobs N`."""
    help = f"number of parallel processes for {what}; each takes half a second to start, so it pays from 30 MB on"
    return option("--jobs", "N", f"{help}. {more}Default: chosen by file size", RUNNING, type=int)


def target() -> Argument:
    """`--to FORMAT`, the format in which a command writes."""

    def described() -> str:
        from corefscope.formats.registry import writable

        return listed(writable())

    return option("--to", "FORMAT", described)
