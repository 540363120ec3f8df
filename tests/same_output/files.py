"""Small files in every format, sound and odd, the same at every run."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

from fuzzing.files import Side
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import random_pair
from support.inputs.damage import mutated


def make_files(folder: Path) -> None:
    """For each layout a key, a response and a damaged response; and files that people name by mistake."""
    for layout in LAYOUTS:
        chance = Random(f"same output {layout}")
        key, response = random_pair(chance)
        if not LAYOUTS[layout][1]:
            key, response = key[:1], response[:1]
        sides = {"key": files_of(layout, key), "response": files_of(layout, response)}
        first = next(iter(sides["response"]))
        sides["damaged"] = {**sides["response"], first: mutated(sides["response"][first], chance, b"x\t(1\n")}
        for name, files in sides.items():
            Side(layout, files).put(folder / layout / name)
    odd = folder / "odd"
    odd.mkdir()
    (odd / "empty.conll").write_bytes(b"")
    (odd / "binary.conll").write_bytes(bytes(range(256)))
    (odd / "prose.txt").write_text("Nothing is marked here.\n", encoding="utf-8")
    (odd / "utf16.conll").write_text("#begin document (x)\na\t(1)\n", encoding="utf-16")
    text = files_of("conll-12", random_pair(Random("packed"))[0])["text.conll"]
    (odd / "packed.conll.gz").write_bytes(gzip.compress(text, mtime=0))
    (odd / "half.conll").write_bytes(text[: len(text) // 2])
    (odd / "repeated.conll").write_text(
        "#begin document (x); part 000\na\t(1)|(2)\nb\t(1)|(1)\nc\t(2)\n", encoding="utf-8"
    )
