"""Which module of corefscope imports which, read from the source: at import time, or inside a function."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

# The parts of the house in the order of the data's way, which is the order in which they may import each other.
PARTS = {
    "_version": "the version, in one place",
    "basics.codes": "the code of each error and warning",
    "basics.escaping": "control characters made visible",
    "reference": "the metrics in plain Python and exact fractions; a copy of the folder runs by itself",
    "problems": "errors and warnings: a code, a place, a fact, a remedy, the setting that helps",
    "basics": "options, checked arguments, processes, writing of files, checksums",
    "presets": "the settings of tasks and of scorers in use, each with its source",
    "settings": "Settings; each field carries its choices, help and label",
    "text": "the words and layers of a document, fetched when asked",
    "mention": "Mention, Relation, and their order in a text",
    "model": "Document and Corpus; joining and cutting them",
    "arrays": "integer operations with NumPy",
    "formats": "files and Python objects into a Corpus, and back",
    "assignment": "the best one-to-one alignment of entities, and its proof",
    "types": "heads and types of mentions, by stated rules",
    "alignment": "which documents, words and mentions of both sides are the same",
    "table": "the contingency table of key and response entities",
    "metrics": "from a table to tallies: one file per family",
    "long_texts": "windows of long texts",
    "scoring": "score() and check(): inputs, units, totals, Result, saved results, Scorer",
    "conventions": "how scorers in use count where they differ from the papers",
    "anaphora": "split antecedents, bridging, deixis, non-referring markables, zeros",
    "engines": "the table from data larger than memory (DuckDB) or than a machine (Spark)",
    "statistics": "samples, intervals, tests, corrections, comparison",
    "annotators": "how far annotators agree",
    "boards": "many systems on many data sets",
    "challenges": "challenge sets: GAP, WinoBias, Winogender, WinoPron",
    "analysis": "errors, what they cost, groups of mentions, description of a corpus",
    "plots": "plots by Vega-Lite",
    "auditing": "saved results and other scorers checked by the reference",
    "reporting": "a report from any result, and its renderers",
    "lab": "experiments with metrics; numbers of papers",
    "page": "the HTML page that shows a result with its text",
    "web": "the application of `corefscope serve`",
    "integrations": "metrics for other libraries: e2e's evaluators, torchmetrics, spaCy",
    "cli": "the command line",
    "__main__": "`python -m corefscope`",
}
ORDER = list(PARTS)

SOURCE = Path(__file__).parents[2] / "src" / "corefscope"


class Import(NamedTuple):
    """One import of a module of ours; `deferred` ones run when a function is called or for type checkers only."""

    module: str
    line: int
    deferred: bool


def module_of(path):
    """The dotted name of a module within corefscope."""
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"}


@cache
def tree_of(path):
    """The syntax of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path):
    """The modules of corefscope that a file imports."""
    return tuple(_imports(tree_of(path), deferred=False))


def _imports(node, deferred):
    for child in ast.iter_child_nodes(node):
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        types_only = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        for module in _imported(child):
            yield Import(module, child.lineno, deferred)
        yield from _imports(child, deferred or function or types_only)


def _imported(node):
    if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("corefscope."):
        package = node.module.partition(".")[2]
        for alias in node.names:
            name = f"{package}.{alias.name}".lstrip(".")
            if name in MODULES or package in MODULES:
                yield name if name in MODULES else package
    elif isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.startswith("corefscope."):
                yield alias.name.partition(".")[2]


def graph():
    """The modules that each module imports when it is loaded."""
    return {
        module: {each.module for each in imports(path) if not each.deferred} - {module}
        for module, path in MODULES.items()
    }


def cycle(edges):
    """Modules that import each other in a circle, or none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return error.args[1]
    return None


def part_of(module):
    """The part that a module belongs to: itself, or a package around it."""
    while module not in PARTS and "." in module:
        module = module.rpartition(".")[0]
    return module


def parts():
    """The tree as text: each part in its order, and what it holds."""
    lines = ["```text", "src/corefscope/"]
    for part, meaning in PARTS.items():
        folder = (SOURCE / part.replace(".", "/")).is_dir()
        name = part.replace(".", "/") + ("/" if folder else ".py")
        lines.append(f"  {name:<18} {meaning}")
    return "\n".join([*lines, "```\n"])
