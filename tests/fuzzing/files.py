"""Pairs of files for cases: a key as it should be, and a response that was damaged on the way."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from fuzzing.layouts import LAYOUTS, Files, files_of
from fuzzing.texts import random_pair
from support.inputs.damage import mutated, packed

# Layouts that count tokens and name their documents can be scored against each other.
ALIKE = ("conll-12", "conll-2", "corefud", "ua", "json-lines", "json-list", "table-spans")
# A language model's text, beside a key in columns.
RUNNING = ("markdown", "marked", "tagged", "hashed", "elements", "numbered-elements", "subscripts", "parentheses")


@dataclass(frozen=True)
class Side:
    layout: str
    files: Files

    def put(self, folder: Path) -> str:
        """Writes the files and gives the path that a user would name."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        return str(folder / next(iter(self.files)))


def damaged_pair(chance: Random, whole: float = 0.05) -> tuple[Side, Side]:
    """A key and a response; sometimes the key is damaged too, and now and then nothing is."""
    layout = chance.choice(list(LAYOUTS))
    key_layout = layout
    if layout in ALIKE and chance.random() < 0.3:
        key_layout = chance.choice(ALIKE)
    elif layout in RUNNING and chance.random() < 0.5:
        key_layout = "conll-12"
    texts = random_pair(chance)
    if not (LAYOUTS[layout][1] and LAYOUTS[key_layout][1]):
        texts = texts[0][:1], texts[1][:1]
    key, response = files_of(key_layout, texts[0]), files_of(layout, texts[1])
    if chance.random() >= whole:
        response = _damaged(response, chance, layout)
        if chance.random() < 0.05:
            key = _damaged(key, chance, key_layout)
    return Side(key_layout, key), Side(layout, response)


def _damaged(files: Files, chance: Random, layout: str) -> Files:
    name = chance.choice([next(iter(files)), *files])
    strange = files_of(chance.choice([layout, chance.choice(list(LAYOUTS))]), random_pair(chance)[0])
    damaged = {**files, name: mutated(files[name], chance, next(iter(strange.values())))}
    if chance.random() < 0.02 and len(files) == 1:
        return dict([packed(name, damaged[name], chance)])
    return damaged
