"""The notebooks are run, and must show what is saved in them.

Run this file as a program to write their outputs anew: python tests/docs/test_notebooks.py
"""

import ast
import contextlib
import io
import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def run(notebook):
    """The notebook with its outputs made anew, as a kernel makes them: what is printed, then the last expression."""
    names, number = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell.update(execution_count=number, outputs=[*shown("".join(cell["source"]), names, number)])
    return notebook


def shown(source, names, number):
    """Run a cell, and give its outputs."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        yield {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def written(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_shows_what_it_computes(path, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    saved = path.read_text("utf-8")
    assert written(run(json.loads(saved))) == saved, f"run python {__file__}"


def test_there_are_four_and_the_start_page_names_them():
    page = (ROOT / "docs" / "start.md").read_text("utf-8")
    assert len(NOTEBOOKS) == 4
    assert [path for path in NOTEBOOKS if f"(notebooks/{path.name})" not in page] == []


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        os.chdir(folder)
        for path in NOTEBOOKS:
            path.write_text(written(run(json.loads(path.read_text("utf-8")))), encoding="utf-8")
