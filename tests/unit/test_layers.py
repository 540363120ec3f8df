"""The layout is the data flow: a module imports only from parts that come before its own, and never in a circle."""

import ast

import pytest

from support.import_graph import MODULES, ORDER, SOURCE, cycle, graph, imports, part_of, tree_of


def against_the_order():
    return {
        (module, each.module): each
        for module, path in MODULES.items()
        for each in imports(path)
        if ORDER.index(part_of(each.module)) > ORDER.index(part_of(module))
    }


def test_imports_point_upwards():
    """What a module imports when it is loaded; a step, a variant or a view is imported when it is called."""
    assert [names for names, each in against_the_order().items() if not each.deferred] == []


def test_no_module_imports_itself_through_others():
    assert cycle(graph()) is None


def test_every_part_has_its_place():
    assert {part_of(module) for module in MODULES} == set(ORDER)


def test_the_graph_finds_a_cycle():
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) is not None
    assert cycle({"a": {"b"}, "b": {"c"}, "c": set()}) is None


@pytest.mark.parametrize(
    ("source", "deferred"),
    [
        ("from corefscope.model import Corpus", False),
        ("class A:\n    from corefscope import model", False),
        ("import corefscope.model", False),
        ("def f():\n    from corefscope.model import Corpus", True),
        ("if TYPE_CHECKING:\n    from corefscope.model import Corpus", True),
        ("try:\n    from corefscope.model import Corpus\nexcept ImportError:\n    pass", False),
    ],
)
def test_imports_are_found_wherever_they_stand(tmp_path, source, deferred):
    path = tmp_path / "module.py"
    path.write_text(source)
    [found] = imports(path)
    assert (found.module, found.deferred) == ("model", deferred)


def test_only_the_command_line_prints_and_exits():
    for path in MODULES.values():
        if path.relative_to(SOURCE).parts[0] in ("cli", "__main__.py"):
            continue
        for node in ast.walk(tree_of(path)):
            assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert"
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "sys.exit", "exit", "quit"), f"{path}:{node.lineno}: {called}"
