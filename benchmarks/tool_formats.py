"""How many MB a second the formats of tools are read at, beside the standard library's parser of the same bytes.

    python benchmarks/tool_formats.py [WORDS] [FORMAT …]

One text, with sentences of 20 words and 17 mentions in 100 words, is written in each layout; where a file holds several
texts it is cut into texts of 500 words. The standard library's part is `json.loads`, `ElementTree` without a tree to
keep (`iterparse`, each element cleared), or `str.split` of each line: what a script would begin with. The best
processor time of several runs is taken; ratios are measured side by side.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

from corefscope.formats.load import read_corpus

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text

FORMATS = (
    *("xmi", "zip", "mmax", "uima-json", "label-studio", "prodigy", "doccano", "stanza-json", "corenlp", "scorch"),
    *("wec", "cattan", "scico", "corenlp-xml", "ecb", "knowtator", "stanza", "booknlp", "i2b2", "sacr"),
)
WORDS, PER_TEXT, REPEATS = 30_000, 500, 3


def text_of(count: int, name: str = "tale") -> Text:
    """Words in sentences of 20, and mentions of one to three words in entities of about eight."""
    chance = random.Random(count)
    names = [f"w{number}" for number in range(5000)]
    words = chance.choices(names, k=count)
    sentences = [words[start : start + 20] for start in range(0, count, 20)]
    entities: dict[int, list[tuple[int, int]]] = {}
    for start in range(0, count - 20, 6):
        start = min(start, start // 20 * 20 + 17)
        span = (start, start + chance.choice((1, 1, 2, 3)))
        entities.setdefault(chance.randrange(max(1, count // 48)), []).append(span)
    return Text(name, sentences, [list(dict.fromkeys(spans)) for spans in entities.values()])


def plain(name: str, content: bytes) -> object:
    """What the standard library makes of a file."""
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return [plain(each, archive.read(each)) for each in archive.namelist()]
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in content.splitlines()]
    if name.endswith(".json"):
        return json.loads(content)
    if content.lstrip().startswith(b"<"):
        for _, element in ElementTree.iterparse(io.BytesIO(content)):
            element.clear()
        return None
    return [line.split() for line in content.decode().splitlines()]


def timed(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main(count: int, names: Sequence[str]) -> None:
    whole = [text_of(count)]
    parts = [text_of(PER_TEXT, f"tale{number}") for number in range(max(1, count // PER_TEXT))]
    print("| layout | MB | MB a second | time beside the standard library's parser |\n|---|---:|---:|---:|")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            files = files_of(name, parts if LAYOUTS[name][1] else whole)
            for path, content in files.items():
                Path(folder, path).parent.mkdir(exist_ok=True)
                Path(folder, path).write_bytes(content)
            unpacked = files_of("xmi", whole) if name == "zip" else files
            size = sum(map(len, unpacked.values())) / 1e6
            first = Path(folder, next(iter(files)))
            ours = timed(lambda path=first: read_corpus(path))
            theirs = timed(lambda files=files: [plain(path, content) for path, content in files.items()])
        print(f"| {name} | {size:.1f} | {size / ours:.0f} | {ours / theirs:.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else WORDS, sys.argv[2:] or FORMATS)
