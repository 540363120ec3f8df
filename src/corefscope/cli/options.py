"""The options of commands that score, derived from the fields of Settings and Plan."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from corefscope.basics.options import Option, listed, options_of
from corefscope.settings import ENGINE, MATCHING, PRESETS, READING, Settings

OUTPUT, RUNNING = "metrics and output", "running"


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def group(parser: argparse.ArgumentParser, title: str) -> Any:
    """The group of options with this title, made if need be."""
    found = (each for each in parser._action_groups if each.title == title)
    return next(found, None) or parser.add_argument_group(title)


def add_option(parser: argparse.ArgumentParser, option: Option) -> None:
    """One option, as it is declared."""
    add_lazy(group(parser, option.group), option.flag, metavar=option.metavar, help=option.description)


def add_lazy(parser: Any, *flags: str, help: Callable[[], str], **more: Any) -> None:
    """An option whose help lists a registry, which may take long to load: it is written when help is printed."""
    parser.add_argument(*flags, help="", **more).lazy_help = help


def add_metric(parser: argparse.ArgumentParser, usual: Sequence[str] = ()) -> None:
    def described() -> str:
        from corefscope.metrics.registry import DEFAULT, known_names

        default = usual or DEFAULT
        others = listed((name for name in known_names() if name not in default), "and")
        known = f"{listed(default, 'and')} are the default; there are also {others}"
        own = "or package.module:NAME, a metric of your own"
        return f"a metric; repeatable. {known}; parameters in the name, as blanc(alpha=0.2); {own}"

    typed: dict[str, Any] = {"action": "append", "metavar": "NAME", "type": metric_argument}
    add_lazy(group(parser, OUTPUT), "-m", "--metric", help=described, **typed)


def metric_argument(text: str) -> str:
    """-m as it was typed, where a metric at `package.module:NAME` is imported and then called by its own name.

    Only words of the command line come here: a signature, a configuration file or a web form imports nothing.
    """
    return ",".join(map(_imported, split(text))) if ":" in text else text


def _imported(name: str) -> str:
    place = re.fullmatch(r"\s*([A-Za-z_][\w.]*:[A-Za-z_]\w*)\s*(\(.*\))?\s*", name)
    if place is None:
        return name
    from corefscope.metrics.lookup import import_metric
    from corefscope.problems import CorefscopeError

    try:
        return import_metric(place[1]).name + (place[2] or "")
    except CorefscopeError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_names(parser: argparse.ArgumentParser, what: str = "systems") -> None:
    group(parser, OUTPUT).add_argument("--names", metavar="A,B,…", help=f"what to call the {what}, in their order")


def names(arguments: argparse.Namespace) -> list[str] | None:
    return [name.strip() for name in arguments.names.split(",")] if arguments.names else None


def add_settings(parser: argparse.ArgumentParser, engine: bool = False) -> None:
    """All settings, and the ways to give many of them at once."""
    settings = group(parser, MATCHING)
    add_lazy(settings, "--preset", metavar="NAME", help=lambda: f"settings of a task: {listed(PRESETS)}")
    settings.add_argument(
        "--config", metavar="FILE", help="a TOML file of settings, metrics and [plan]; options given here win over it"
    )
    settings.add_argument(
        "--signature",
        metavar="TEXT",
        help="the settings of a signature, as it stands under a table; options given here win over it",
    )
    groups = (MATCHING, READING, ENGINE) if engine else (MATCHING, READING)
    for title in groups:
        for option in options_of(Settings).values():
            if option.group == title:
                add_option(parser, option)


def add_plan(parser: argparse.ArgumentParser, names: Iterable[str] = ()) -> None:
    """How differences are judged: all options, or some of them."""
    from corefscope.statistics.plan import Plan

    declared = options_of(Plan)
    chosen = {name: declared[name] for name in names or declared}
    parser.set_defaults(plan_options=chosen)
    for option in chosen.values():
        add_option(parser, option)


def add_strict(parser: argparse.ArgumentParser) -> None:
    group(parser, RUNNING).add_argument("--strict", action="store_true", help="treat every warning as an error")


def add_reading(parser: argparse.ArgumentParser, what: str, key: bool = False) -> None:
    """How the files of a command that does not score are read; of its key likewise."""
    reading = group(parser, READING)
    reading.add_argument("--format", metavar="NAME", help=f"the format of {what}, where content does not tell")
    reading.add_argument("--clusters", metavar="FIELD", help="the JSON field that holds the clusters")
    if key:
        reading.add_argument("--key-format", metavar="NAME", help="the format of the key, where content does not tell")
        reading.add_argument("--key-clusters", metavar="FIELD", help="the JSON field that holds the key's clusters")


def add_target(parser: argparse.ArgumentParser) -> None:
    """The format in which a command writes."""

    def described() -> str:
        from corefscope.formats.registry import writable

        return listed(writable())

    add_lazy(parser, "--to", metavar="FORMAT", help=described)


def add_engine(parser: argparse.ArgumentParser) -> None:
    def described() -> str:
        from corefscope.engines import ENGINES

        each = ", ".join(f"{name} for {entry.meaning}" for name, entry in ENGINES.items())
        usual = "duckdb if all are tables and together larger than 256 MB (1 GB of CSV)"
        return f"{each}, memory for neither; default: {usual}"

    engine = group(parser, ENGINE)
    add_lazy(engine, "--engine", metavar="NAME", help=described)
    engine.add_argument("--memory-limit", metavar="SIZE", help="what an engine may use of this machine, as 8GB")
    engine.add_argument("--spill", metavar="FOLDER", help="where an engine writes what does not fit into memory")
    engine.add_argument("--spark-master", metavar="URL", help="as spark://host:7077; default: local[*], this machine")


def add_output(parser: argparse.ArgumentParser) -> None:
    """The options of every command that emits a view."""

    def described() -> str:
        from corefscope.reporting.outputs import OUTPUTS

        return listed(f"{name} (default)" if name == "table" else name for name in OUTPUTS)

    shown = group(parser, OUTPUT)
    add_lazy(shown, "-o", "--output", default="table", metavar="KIND", help=described)
    shown.add_argument(
        "--raw-csv",
        action="store_true",
        help="with -o csv, keep text as it is; else what begins with = + - or @ gets an apostrophe before it, "
        "so that no spreadsheet runs it as a formula",
    )


def add_jobs(parser: argparse.ArgumentParser, what: str, more: str = "") -> None:
    group(parser, RUNNING).add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help=f"{what} at once, each in a process of its own, which takes half a second to begin. Pays for several of "
        f"30 MB and more. {more}Default: as many as pay, at most one per core",
    )


def jobs(arguments: argparse.Namespace, paths: Sequence[str]) -> int:
    """As many processes as were asked for, else as many as pay."""
    from corefscope.basics.background import useful_processes

    return useful_processes(paths) if arguments.jobs is None else int(arguments.jobs)


def split(text: str) -> list[str]:
    """`muc,blanc(alpha=0.2)` → two names; commas inside parentheses stay."""
    return [name for name in re.split(r",(?![^(]*\))", text) if name.strip()]
