"""Which module of corefscope imports which, read from the source: at import time, or inside a function."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

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


def imports(path):
    """The modules of corefscope that a file imports."""
    yield from _imports(ast.parse(path.read_text(encoding="utf-8")), deferred=False)


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


def graph(deferred=False):
    """The modules that each module imports; with `deferred`, also those it imports later."""
    return {
        module: {each.module for each in imports(path) if deferred or not each.deferred} - {module}
        for module, path in MODULES.items()
    }


def cycle(edges):
    """Modules that import each other in a circle, or none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return error.args[1]
    return None


def part_of(module, order):
    """The entry of an order that a module belongs to: itself, or a package around it."""
    while module not in order and "." in module:
        module = module.rpartition(".")[0]
    return module
