"""The reference pages of the site: the help of every command, and the Python interface with its docstrings.

They are not committed: `make docs` writes them.
"""

from __future__ import annotations

import inspect
import os
import re
import textwrap
from typing import Any
from unittest.mock import patch

import corefscope
from corefscope.cli.main import COMMANDS, lab_parser, load, top_parser
from corefscope.cli.parser import command_parser

GROUPS = {
    "Score": ["score", "Scorer", "Result", "read_answer", "reward", "metric", "register_metric", "Settings"],
    "Differences": ["compare", "Comparison", "gate", "leaderboard", "explain_difference", "dialects"],
    "What went wrong": ["errors", "report"],
    "Checked by the reference": ["verify", "audit"],
    "Other evaluations": ["agreement", "challenge", "cross_document"],
    "Files and objects": [
        "check", "convert", "stats", "read", "write", "Corpus", "Document", "Mention", "Relation", "CorefscopeError",
        "ScoreWarning",
    ],
}  # fmt: skip

# Made by users; the others come from functions.
CONSTRUCTED = ("Scorer", "Settings", "Document", "Mention", "Relation")

TOP = """# Python

The public functions and classes of `import corefscope as cs`, from their docstrings. Each command is one of these
functions. Keyword arguments `**options` are the fields of [Settings](settings.md) and, in functions that compare, of
their plan. [Input](input.md) says what can be passed as key and response. What is not on this page may
change without notice.
"""


def commands_page() -> str:
    """What `--help-all` prints for each command and each experiment."""
    with patch.dict(os.environ, COLUMNS="100", NO_COLOR="1", PYTHON_COLORS="0"):
        parsers = [top_parser(), lab_parser(), *(command_parser(name, load(name)) for name in COMMANDS)]
        sections = (f"## {each.prog}\n\n```text\n{each.format_help()}```\n" for each in parsers)
        return "\n".join(["# Commands\n\nWhat each command's `--help-all` prints.\n", *sections])


def python_page() -> str:
    """The public functions and classes, by what they are for."""
    parts = [TOP]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += described(name, getattr(corefscope, name))
    return "\n".join(parts)


def described(name: str, thing: Any) -> list[str]:
    """The section of a function or a class."""
    parts = [f"### {name}\n"]
    if not inspect.isclass(thing):
        return [*parts, signature(f"cs.{name}", thing), docstring(thing)]
    if name in CONSTRUCTED:
        parts.append(signature(f"cs.{name}", thing))
    parts.append(docstring(thing))
    for member, value in members(thing):
        parts.append(f"#### {name}.{member}\n")
        if callable(value):
            parts.append(signature(member, value))
        parts.append(docstring(value))
    return parts


def members(thing: type) -> list[tuple[str, Any]]:
    """Public methods and properties that say what they do, in the order of the source, those of bases last."""
    found: dict[str, Any] = {}
    for base in thing.__mro__:
        if base.__module__.startswith("corefscope"):
            for name, value in vars(base).items():
                value = getattr(value, "func", getattr(value, "__func__", value))  # cached properties, class methods
                if (
                    not name.startswith("_")
                    and inspect.getdoc(value)
                    and (inspect.isfunction(value) or isinstance(value, property))
                ):
                    found.setdefault(name, value)
    return list(found.items())


def signature(name: str, thing: Any) -> str:
    """The call with its types, a line for each argument where it is long."""
    try:
        found = inspect.signature(thing)
    except ValueError:
        return ""
    kept = [each for each in found.parameters.values() if each.name != "self" and not each.name.startswith("_")]
    words = [re.sub(r"ForwardRef\('([^']*)'\)", r"\1", str(each)).replace(" = <factory>", " = …") for each in kept]
    words = [re.sub(r": '([^']*)'", r": \1", word) for word in words]
    first = next((n for n, each in enumerate(kept) if each.kind is each.KEYWORD_ONLY), None)
    if first is not None and not any(each.kind is each.VAR_POSITIONAL for each in kept):
        words.insert(first, "*")
    gives = found.return_annotation
    end = "" if gives is found.empty or inspect.isclass(thing) else f" -> {str(gives).strip(chr(39))}"
    line = f"{name}({', '.join(words)}){end}"
    if len(line) > 100:
        line = "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){end}"])
    return f"```py\n{line}\n```\n"


def docstring(thing: Any) -> str:
    """A docstring as Markdown: its examples become blocks of their own."""
    blocks = re.split(r"\n\s*\n", inspect.getdoc(thing) or "")
    parts: list[str] = []
    for block in blocks:
        if block.startswith(">>>"):
            parts.append(f"```pycon\n{textwrap.dedent(block)}\n```")
        else:
            parts.append(block)
    return "\n\n".join(parts) + "\n"
