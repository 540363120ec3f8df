"""The layout is the data flow: a module imports only from parts that come before its own."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "corefscope"
ORDER = [
    "_version",
    "visible",
    "errors",
    "arguments",
    "writing",
    "parallel",
    "ahead",
    "checksums",
    "names",
    "model",
    "coverage",
    "joining",
    "ordering",
    "formats",
    "constituency",
    "dependencies",
    "mention_types",
    "attributes",
    "preparation",
    "pairing",
    "scope",
    "grouping",
    "realignment",
    "assignment",
    "matching",
    "table",
    "evidence",
    "metrics",
    "settings",
    "result",
    "sides",
    "scores",
    "scoring",
    "scorer",
    "engines",
    "checking",
    "differences",
    "citations",
    "statistics",
    "boards",
    "analysis",
    "baselines",
    "plots",
    "lab",
    "report",
    "page",
    "web",
    "cli",
    "__main__",
]
# A Result and a Comparison show themselves, so they reach for the reports at the moment they are printed; a Result
# also explains itself when it is asked, and scores by type are shares of mentions.
EXCEPTIONS = {
    ("result", "report"),
    ("statistics", "report"),
    ("result", "analysis"),
    ("scoring", "analysis"),
    ("statistics", "analysis"),
}


def imports(path):
    """The parts of corefscope that a module imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "corefscope":
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("corefscope."):
            yield node.module.split(".")[1], node.lineno
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("corefscope."):
                    yield alias.name.split(".")[1], node.lineno


MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_upwards(path):
    part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for imported, line in imports(path):
        allowed = ORDER.index(imported) <= ORDER.index(part) or (part, imported) in EXCEPTIONS
        assert allowed, f"{path}:{line}: {part} imports {imported}"


def test_every_part_has_its_place():
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert parts == set(ORDER)


def test_only_the_command_line_prints_and_exits():
    for path in MODULES:
        if path.relative_to(SOURCE).parts[0] in ("cli", "__main__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert"
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "sys.exit", "exit", "quit"), f"{path}:{node.lineno}: {called}"
