"""Call somebody else's scorer in every shape that it may take, and flatten what it returns into named numbers.

Run as a module, this is the process that third-party code runs in: `python -m corefscope.auditing.calls TARGET` reads
documents from standard input and writes what each shape gave to its first standard output.
"""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from inspect import isclass, signature
from typing import Any

from corefscope.basics.writing import write_file
from corefscope.problems import SettingsError, quiet_doubts

Numbers = dict[str, float]  # by the place in what was returned: "muc.f1", "0", or "" for a single number
Outcome = Numbers | str  # or the error that was raised
Documents = Sequence[tuple[Any, Any]]  # of key and response
FORMS: dict[str, Callable[[Any], Any]] = {
    "lists of tuples": lambda entities: [[tuple(mention) for mention in entity] for entity in entities],
    "tuples of tuples": lambda entities: tuple(tuple(tuple(mention) for mention in entity) for entity in entities),
    "lists of lists": lambda entities: [[list(mention) for mention in entity] for entity in entities],
    "lists of sets": lambda entities: [{tuple(mention) for mention in entity} for entity in entities],
    "lists of strings": lambda entities: [[f"{first}-{last}" for first, last in entity] for entity in entities],
}
ONE, LIST, NAMED = "one document", "a list of documents", "documents by name"
UPDATES, FILES = "updates, a document each", "files"
FINISHING = ("get_prf", "compute", "get_f1", "result", "get_metric", "score")
ENDINGS = {"conll": "conll", "JSON Lines": "jsonl"}


def is_command(target: str) -> bool:
    """Tell whether a target is a command line with places for files."""
    return "{key}" in target and "{response}" in target


def load(target: str) -> Any:
    """Import `package.module:function`; the folder in which the command runs is searched too."""
    place, _, name = target.partition(":")
    if not name:
        fact = f"{target} is neither package.module:function nor a command with {{key}} and {{response}}"
        raise SettingsError("bad-target", fact)
    sys.path.insert(0, os.getcwd())
    try:
        value = import_module(place)
        for part in name.split("."):
            value = getattr(value, part)
    except Exception as error:
        fact = f"{target} cannot be imported: {type(error).__name__}: {error}"
        module = place.removesuffix(".py").replace(os.sep, ".")
        hint = f"name the module, not its file: {module}:{name}" if place.endswith(".py") else None
        raise SettingsError("bad-target", fact, hint=hint) from None
    return value


def shapes(target: Any) -> Iterator[tuple[str, str]]:
    """Give the ways to call a target: how documents are put, and how mentions are."""
    if isinstance(target, str):
        yield from ((FILES, form) for form in ENDINGS)
    elif isclass(target) or hasattr(target, "update"):
        yield from ((UPDATES, form) for form in FORMS)
    else:
        yield from ((whole, form) for whole in (LIST, ONE, NAMED) for form in FORMS)


def call(target: Any, shape: tuple[str, str], documents: Documents, lists: bool = False) -> Outcome:
    """Call a target with documents in a shape, key first; an error is returned as text.

    With `lists`, the mentions of the key are lists.
    """
    whole, form = shape
    try:
        with redirect_stdout(sys.stderr), quiet_doubts():
            if whole == FILES:
                return _run(target, form, documents)
            make = FORMS[form]
            sides = [[make(document[side]) for document in documents] for side in (0, 1)]
            if lists:
                sides[0] = [FORMS["lists of lists"](document[0]) for document in documents]
            if whole == UPDATES:
                return _flattened(_updated(target, sides))
            if whole == NAMED:
                return _flattened(target(*({f"d{n}": each for n, each in enumerate(side)} for side in sides)))
            return _flattened(target(sides[0][0], sides[1][0]) if whole == ONE else target(*sides))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _updated(target: Any, sides: Sequence[Sequence[Any]]) -> Any:
    """Feed a fresh evaluator document by document; e2e's takes the entity of each mention, too."""
    evaluator = target()
    of_each = len(signature(evaluator.update).parameters) == 4
    for key, response in zip(*sides, strict=True):
        more = [{m: tuple(e) for e in side for m in e} for side in (key, response)] if of_each else []
        evaluator.update(key, response, *more)
    return getattr(evaluator, next((name for name in FINISHING if hasattr(evaluator, name)), FINISHING[0]))()


def _run(command: str, form: str, documents: Documents) -> Outcome:
    """Run a command on two files, and read the numbers that it prints: JSON, or the numbers of each line."""
    with tempfile.TemporaryDirectory() as folder:
        words = shlex.split(command)
        for side, name in enumerate(("key", "response")):
            path = os.path.join(folder, f"{name}.{ENDINGS[form]}")
            written = (_text_of(f"d{number}", document, side, form) for number, document in enumerate(documents))
            write_file(path, "".join(written))
            words = [word.replace(f"{{{name}}}", path) for word in words]
        done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL)
    if done.returncode:
        return f"exit status {done.returncode}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
    with suppress(ValueError):
        return _flattened(json.loads(done.stdout))
    numbers: Numbers = {}
    section = ""
    for line in done.stdout.splitlines():
        texts = re.findall(r"(?<![\w.(/])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*\s*[/)])", line)
        label = re.split(r"\d", line)[0].strip(" \t:=|(-")
        section = label if not texts and label else section
        for place, number in enumerate(texts):
            numbers[f"{section} {label}.{place}".strip()] = float(number)
    return numbers


def _text_of(name: str, document: tuple[Any, Any], side: int, form: str) -> str:
    if form != "conll":
        return json.dumps({"doc_key": name, "clusters": document[side]}) + "\n"
    cells: dict[int, list[str]] = {}
    for number, entity in enumerate(document[side]):
        for first, last in entity:
            cells.setdefault(first, []).append(f"({number}" if first < last else f"({number})")
            if first < last:
                cells.setdefault(last, []).append(f"{number})")
    length = 1 + max((last for each in document for entity in each for _, last in entity), default=0)
    rows = [f"{name}\t0\t{token}\tw\t{'|'.join(cells.get(token, '-'))}" for token in range(length)]
    return "\n".join([f"#begin document ({name}); part 000", *rows, "", "#end document\n"])


def _flattened(value: Any, place: str = "") -> Numbers:
    """Return every number in a value by its place; a Result of ours, and objects with recall and f1, have names."""
    value = value._asdict() if hasattr(value, "_asdict") else getattr(value, "scores", value)
    if hasattr(value, "f1") and not isinstance(value, Mapping):
        value = {name: getattr(value, name) for name in ("recall", "precision", "f1") if hasattr(value, name)}
    value = value.tolist() if hasattr(value, "tolist") else value  # an array, or a number of NumPy's
    if isinstance(value, bool | str) or value is None:
        return {}
    if isinstance(value, int | float) or hasattr(value, "numerator"):
        return {place: float(value) if math.isfinite(value) else math.inf}
    numbers: Numbers = {}
    for name, each in value.items() if isinstance(value, Mapping) else enumerate(value):
        numbers |= _flattened(each, f"{place}.{name}" if place else str(name))
    return numbers


def first_side(target: Any) -> str:
    """Guess from the name of the first argument which side comes first."""
    with suppress(TypeError, ValueError, AttributeError):
        names = list(signature(getattr(target, "update", target)).parameters)
        name = next((name for name in names if name != "self"), "")
        return "response-first" if re.match(r"pred|sys|resp|hyp|p$|out", name) else "key-first"
    return "key-first"


# Which side may come first, the outcomes of each shape, and why others were left out, with the ways to put documents.
Calls = tuple[str, list[tuple[tuple[str, str], list[Outcome | None]]], dict[str, list[str]]]


def call_all(target: Any, cases: Sequence[tuple[Documents, bool]]) -> Calls:
    """Call a target in each shape on all cases; None for a case of several documents where it takes one.

    A shape whose first calls all fail is left out.
    """
    outcomes = []
    failures: dict[str, list[str]] = {}
    for shape in shapes(target):
        results: list[Outcome | None] = []
        for documents, lists in cases:
            if shape[0] == ONE and len(documents) > 1:
                results.append(None)
                continue
            results.append(call(target, shape, documents, lists))
            if len(results) >= 6 and all(isinstance(each, str) or not each for each in results):
                if not any(shape[0] in wholes for wholes in failures.values()):  # its first form is the most usual
                    reason = str(results[-1] or "it gave None or text, not a number").splitlines()[0]
                    failures.setdefault(reason, []).append(shape[0])
                break
        else:
            outcomes.append((shape, results))
    return first_side(target), outcomes, failures


def call_in_process(target: str, cases: Sequence[tuple[Documents, bool]], seconds: float) -> Calls:
    """Do the same in another process, which is stopped after `seconds`, with all that it started."""
    words = [sys.executable, "-m", "corefscope.auditing.calls", target]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, encoding="utf-8", start_new_session=True, **pipes) as process:
        try:
            out, messages = process.communicate(json.dumps(cases), seconds)
        except subprocess.TimeoutExpired:
            fact = f"{target} took more than {seconds:g} seconds"
            raise SettingsError("target-too-slow", fact, hint="--time-limit SECONDS gives it more") from None
        finally:
            with suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(process.pid, signal.SIGKILL)  # processes of its session
                else:
                    process.kill()
    if process.returncode:
        fact = (messages.strip().splitlines() or ["no message"])[-1]
        raise SettingsError("bad-target", fact.removeprefix("corefscope.problems.SettingsError: "))
    guess, outcomes, failures = json.loads(out.splitlines()[-1])
    return guess, [((whole, form), results) for (whole, form), results in outcomes], failures


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        calls = call_all(sys.argv[1] if is_command(sys.argv[1]) else load(sys.argv[1]), json.load(sys.stdin))
    sys.stdout.write(json.dumps(calls) + "\n")
