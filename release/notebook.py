"""The notebook of the docs, with the outputs of its cells."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATH = ROOT / "docs" / "notebooks" / "first-steps.ipynb"


def text() -> str:
    """Run the notebook beside the examples, and return it with its outputs, as a kernel writes them."""
    notebook, names, number = json.loads(PATH.read_text("utf-8")), {}, 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                cell.update(execution_count=number, outputs=[*run("".join(cell["source"]), names, number)])
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def run(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """Run a cell; yield what it prints, then the value of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        yield {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}
