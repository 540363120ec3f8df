"""Public functions stay functions: no package or module of the same name replaces one when it is imported."""

import inspect
import shutil
import subprocess
import sys

import pytest

import corefscope as cs
from support.command_line import KEY, ROOT, A, B
from support.import_graph import MODULES

GAP, ANSWERS = (str(ROOT / "examples" / "challenge" / name) for name in ("gap.tsv", "gap-other.jsonl"))
TOPIC = str(ROOT / "examples" / "topics" / "key.csv")
FUNCTIONS = sorted(name for name in cs.__all__ if inspect.isfunction(getattr(cs, name)))
IMPORT_ALL = """
import importlib, inspect
import corefscope as cs
for name in {modules!r}:
    try:
        importlib.import_module("corefscope." + name)
    except ImportError:  # an optional library is not installed
        pass
for name in {functions!r}:
    assert inspect.isfunction(getattr(cs, name)), name
    from_import = {{}}
    exec("from corefscope import " + name, from_import)
    assert inspect.isfunction(from_import[name]), name
"""


def test_no_module_at_the_top_is_called_as_a_public_function():
    top = {module.partition(".")[0] for module in MODULES}
    assert top & {name for name in cs.__all__ if callable(getattr(cs, name))} == set()


def test_functions_stay_callable_after_every_import():
    modules = [module for module in MODULES if module != "__main__"]
    code = IMPORT_ALL.format(modules=modules, functions=FUNCTIONS)
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr


CALLS = {
    "agreement": lambda folder: cs.agreement(KEY, A),
    "challenge": lambda folder: cs.challenge("gap", GAP, ANSWERS, trials=1),
    "check": lambda folder: cs.check(A, against=KEY),
    "convert": lambda folder: cs.convert(KEY, folder / "converted.jsonl"),
    "cross_document": lambda folder: cs.cross_document(TOPIC, TOPIC, metrics="muc"),
    "dialects": lambda folder: cs.dialects(KEY, A),
    "explain_difference": lambda folder: cs.explain_difference(cs.score(KEY, A), cs.score(KEY, A, singletons="drop")),
    "errors": lambda folder: cs.errors(KEY, A, metrics=["muc"]),
    "report": lambda folder: cs.report(KEY, A, metrics=["muc"]),
    "audit": lambda folder: cs.audit(lambda key, response: cs.score(key, response, metrics="muc").f1["muc"]),
    "verify": lambda folder: cs.verify(cs.score(KEY, A)),
    "stats": lambda folder: cs.stats(KEY, A, key=KEY),
    "compare": lambda folder: cs.compare(KEY, A, B, metrics=["muc"]),
    "gate": lambda folder: cs.gate(cs.score(KEY, A), under={"muc": 50}),
    "leaderboard": lambda folder: cs.leaderboard(folder, metrics=["muc"]),
    "metric": lambda folder: cs.metric("muc"),
    "read": lambda folder: cs.read(KEY),
    "read_answer": lambda folder: cs.read_answer("[x](#1)", cs.Document("x", [], words=["x"])),
    "register_metric": lambda folder: cs.register_metric(cs.metric("muc").family),
    "reward": lambda folder: cs.reward("[x](#1)", cs.Document("x", [], words=["x"])),
    "score": lambda folder: cs.score(KEY, A),
    "write": lambda folder: cs.write(cs.read(KEY), folder / "written.jsonl"),
}


@pytest.fixture
def folder(tmp_path):
    for name, path in {"key.conll": KEY, "a.conll": A, "b.jsonl": B}.items():
        (tmp_path / "data").mkdir(exist_ok=True)
        shutil.copy(path, tmp_path / "data" / name)
    return tmp_path


def test_every_function_is_called_here():
    assert sorted(CALLS) == FUNCTIONS


@pytest.mark.parametrize("name", CALLS)
def test_they_answer(name, folder):
    assert CALLS[name](folder) is not None
