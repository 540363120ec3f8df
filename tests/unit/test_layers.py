"""The layout is the data flow: a module imports only from parts that come before its own."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "corefscope"
ORDER = [
    "_version",
    "basics.codes",
    "basics.escaping",
    "problems",
    "basics",
    "settings",
    "model",
    "arrays",
    "formats",
    "assignment",
    "alignment",
    "table",
    "metrics",
    "scoring",
    "engines",
    "statistics",
    "annotators",
    "boards",
    "analysis",
    "plots",
    "lab",
    "reporting",
    "page",
    "web",
    "cli",
    "__main__",
]
# A Result and a Comparison show themselves, so they reach for the reports at the moment they are printed; a Result
# also explains itself when it is asked, and scores by type are shares of mentions.
EXCEPTIONS = {
    ("scoring", "reporting"),
    ("statistics", "reporting"),
    ("scoring", "analysis"),
    ("statistics", "analysis"),
}


def module_of(path):
    """The dotted name of a module within corefscope."""
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"}


def part_of(module):
    """The entry of ORDER that a module belongs to: itself, or a package around it."""
    while module not in ORDER and "." in module:
        module = module.rpartition(".")[0]
    return module


def imports(path):
    """The modules of corefscope that a module imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("corefscope."):
            package = node.module.partition(".")[2]
            for alias in node.names:
                name = f"{package}.{alias.name}".lstrip(".")
                yield (name if name in MODULES else package), node.lineno
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("corefscope."):
                    yield alias.name.partition(".")[2], node.lineno


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_upwards(module):
    part = part_of(module)
    for imported, line in imports(MODULES[module]):
        other = part_of(imported)
        allowed = ORDER.index(other) <= ORDER.index(part) or (part, other) in EXCEPTIONS
        assert allowed, f"{MODULES[module]}:{line}: {part} imports {other}"


def test_every_part_has_its_place():
    assert {part_of(module) for module in MODULES} == set(ORDER)


def test_only_the_command_line_prints_and_exits():
    for path in MODULES.values():
        if path.relative_to(SOURCE).parts[0] in ("cli", "__main__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert"
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "sys.exit", "exit", "quit"), f"{path}:{node.lineno}: {called}"
