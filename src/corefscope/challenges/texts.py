"""The texts of a challenge set, for a system to run on."""

from __future__ import annotations

import json
import os

from corefscope.basics.arguments import path
from corefscope.basics.writing import write_file, write_folder
from corefscope.challenges.questions import QuestionSet


def make_texts(asked: QuestionSet, target: str | os.PathLike[str]) -> int:
    """Write the texts: into a `.jsonl` file with `doc_key` and `text`, or as `.txt` files into a folder."""
    place = path(target, "the target")
    if place.endswith(".jsonl"):
        rows = ({"doc_key": each.id, "text": each.text} for each in asked.questions)
        write_file(place, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    else:
        write_folder(place, {f"{each.id.removesuffix('.txt')}.txt": each.text for each in asked.questions})
    return len(asked.questions)
