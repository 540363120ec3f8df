"""The options of commands that score, derived from the fields of Settings and Plan."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from corefscope.basics.options import listed, options_of
from corefscope.presets import PRESETS
from corefscope.settings import MATCHING, READING, Settings

ENGINE = "tables larger than memory"
OUTPUT, RUNNING = "metrics and output", "running"


def group(parser: argparse.ArgumentParser, title: str) -> Any:
    """The group of options with this title, created if it does not exist."""
    found = (each for each in parser._action_groups if each.title == title)
    return next(found, None) or parser.add_argument_group(title)


def add(parser: argparse.ArgumentParser, title: str, *flags: str, help: str | Callable[[], str], **more: Any) -> None:
    """Add an option to the group with this title.

    Help that lists a registry, which may take long to load, is a function: it is called when help is printed.
    """
    added = group(parser, title).add_argument(*flags, help="" if callable(help) else help, **more)
    if callable(help):
        added.lazy_help = help


def add_files(parser: argparse.ArgumentParser, systems: str = "responses", several: str | None = "+") -> None:
    """KEY, and the responses to score against it."""
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    metavar = "SYSTEM" if systems == "systems" else "RESPONSE"
    parser.add_argument(systems, metavar=metavar, nargs=several, help="the output of a system")


def add_metric(parser: argparse.ArgumentParser, default: Sequence[str] = (), help: str = "") -> None:
    def described() -> str:
        from corefscope.metrics.registry import DEFAULT, known_names

        usual = default or DEFAULT
        others = listed((name for name in known_names() if name not in usual), "and")
        names = f"{listed(usual, 'and')} are the default; there are also {others}"
        own = "or package.module:NAME, a metric of your own"
        return f"a metric; repeatable. {names}; parameters in the name, as blanc(alpha=0.2); {own}"

    more: dict[str, Any] = {"action": "append", "metavar": "NAME", "type": _metric_argument}
    add(parser, OUTPUT, "-m", "--metric", help=help or described, **more)


def _metric_argument(text: str) -> str:
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


def add_names(parser: argparse.ArgumentParser, what: str = "systems") -> None:
    add(parser, OUTPUT, "--names", metavar="A,B,…", type=_names, help=f"what to call the {what}, in their order")


def _names(text: str) -> list[str] | None:
    return [name.strip() for name in text.split(",")] if text else None


def add_settings(parser: argparse.ArgumentParser, strict: bool = True, engine: bool = False) -> None:
    """All settings, and the ways to give many of them at once."""
    add(parser, MATCHING, "--preset", metavar="NAME", help=lambda: f"settings of a task: {listed(PRESETS)}")
    config = "a TOML file of settings, metrics and [plan]; options given here win over it"
    add(parser, MATCHING, "--config", metavar="FILE", help=config)
    signature = "the settings of a signature, as it stands under a table; options given here win over it"
    add(parser, MATCHING, "--signature", metavar="TEXT", help=signature)
    for title in (MATCHING, READING):
        for option in options_of(Settings).values():
            if option.group == title:
                add(parser, title, option.flag, metavar=option.metavar, help=option.description)
    if engine:
        add(parser, ENGINE, "--engine", metavar="NAME", help=_engines)
        limit = "what an engine may use of this machine, as 8GB"
        add(parser, ENGINE, "--memory-limit", metavar="SIZE", help=limit)
        add(parser, ENGINE, "--spill", metavar="FOLDER", help="where an engine writes what does not fit into memory")
        master = "as spark://host:7077; default: local[*], this machine"
        add(parser, ENGINE, "--spark-master", metavar="URL", help=master)
    if strict:
        add(parser, RUNNING, "--strict", action="store_true", help="treat every warning as an error")


def _engines() -> str:
    from corefscope.engines import ENGINES

    each = ", ".join(f"{name} for {entry.meaning}" for name, entry in ENGINES.items())
    usual = "duckdb if all are tables and together larger than 256 MB (1 GB of CSV)"
    return f"{each}, memory for neither; default: {usual}"


def add_plan(parser: argparse.ArgumentParser, names: Iterable[str] = ()) -> None:
    """How differences are judged: all options, or some of them."""
    from corefscope.statistics.plan import Plan

    declared = options_of(Plan)
    chosen = {name: declared[name] for name in names or declared}
    parser.set_defaults(plan_options=chosen)
    for option in chosen.values():
        add(parser, option.group, option.flag, metavar=option.metavar, help=option.description)


def add_reading(parser: argparse.ArgumentParser, what: str, key: bool = False) -> None:
    """How the files of a command that does not score are read; of its key likewise."""
    add(parser, READING, "--format", metavar="NAME", help=f"the format of {what}, where content does not tell")
    add(
        parser, READING, "--clusters", metavar="FIELD", help="the JSON field, layer or relation that holds the clusters"
    )
    if key:
        format = "the format of the key, where content does not tell"
        add(parser, READING, "--key-format", metavar="NAME", help=format)
        add(
            parser,
            READING,
            "--key-clusters",
            metavar="FIELD",
            help="the JSON field, layer or relation that holds the key's clusters",
        )


def add_pairing(parser: argparse.ArgumentParser) -> None:
    """How documents pair whose names almost agree, for a command that does not score."""
    for name, each in options_of(Settings).items():
        if name in ("names_strip", "pair_by"):
            add(parser, READING, f"--{each.name.replace('_', '-')}", metavar=each.metavar, help=each.help)


def add_annotator(parser: argparse.ArgumentParser) -> None:
    help = "whose annotation is taken, where a file has several annotators"
    add(parser, READING, "--annotator", metavar="NAME", help=help)


def add_target(parser: argparse.ArgumentParser) -> None:
    """The format in which a command writes."""

    def described() -> str:
        from corefscope.formats.registry import writable

        return listed(writable())

    add(parser, "options", "--to", metavar="FORMAT", help=described)


def add_output(parser: argparse.ArgumentParser, **more: Any) -> None:
    """The options of every command that gives a view to print."""

    def described() -> str:
        from corefscope.reporting.outputs import OUTPUTS

        return listed(f"{name} (default)" if name == "table" else name for name in OUTPUTS)

    parser.set_defaults(renders=True)
    add(parser, OUTPUT, "-o", "--output", default="table", metavar="KIND", help=described, **more)


def add_columns(parser: argparse.ArgumentParser, what: str) -> None:
    shown = f"the fields to show of {what}, as papers do: recall,precision,f1; default: f1"
    add(parser, OUTPUT, "--columns", metavar="A,B,…", type=_columns, default=(), help=shown)


def _columns(text: str) -> tuple[str, ...]:
    from corefscope.statistics.plan import FIELDS

    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in FIELDS or names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"expected {listed(FIELDS)}, each once and with commas, not {text!r}")
    return names


def add_jobs(parser: argparse.ArgumentParser, what: str, more: str = "") -> None:
    add(
        parser,
        RUNNING,
        "--jobs",
        type=int,
        metavar="N",
        help=f"{what} at once, each in a process of its own, which takes half a second to begin. Pays for several of "
        f"30 MB and more. {more}Default: as many as pay, at most one per core",
    )


def jobs(arguments: argparse.Namespace, paths: Sequence[str]) -> int:
    """The number of processes: as given, else as many as pay."""
    from corefscope.basics.processes import useful_processes

    return useful_processes(paths) if arguments.jobs is None else int(arguments.jobs)


def split(text: str) -> list[str]:
    """`muc,blanc(alpha=0.2)` → two names; commas inside parentheses stay."""
    return [name for name in re.split(r",(?![^(]*\))", text) if name.strip()]
