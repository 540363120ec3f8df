"""What a command line gives: numbers and codes apart from words, so that a change of wording changes no number here."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict
from unittest import mock

from cli.calls import calls
from cli.files import make_files
from corefscope.cli.main import main
from corefscope.problems import CorefscopeError, Notice

ROOT = Path(__file__).parents[2]
EXPECTED = Path(__file__).parent / "expected"
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:[.,]\d+)*(?:e-?\d+)?%?(?![\w])")
LONGEST = 3000  # characters of text or numbers that are kept; what is longer is kept as its beginning and a checksum
VOLATILE = ("sha256", "size", "path", "version", "signature", "settings")  # fields of JSON that are not results


class Outcome(TypedDict):
    """What must not change, and in `words` what may be worded anew."""

    status: int
    codes: list[str]
    numbers: str
    words: str


def outcomes(only: str | None = None) -> Iterator[tuple[str, str, Outcome]]:
    """Each group, or one, with its command lines and outcomes, in a folder of files that are always the same."""
    with tempfile.TemporaryDirectory(prefix="recorded-") as name:
        folder = Path(name)
        make_files(folder)
        shutil.copytree(ROOT / "examples", folder / "examples")
        _save_results(folder)
        for group, lines in calls(folder).items():
            for words in lines if only in (None, group) else ():
                words = [_relative(word, folder) for word in words]
                yield group, " ".join(words), run(words, folder)


def _relative(word: str, folder: Path) -> str:
    """A path as seen from the folder in which commands run: messages and columns are as long on every machine."""
    word = word.replace("saved-", "../saved-")
    return word.replace(str(ROOT / "examples"), "../examples").replace(str(folder), "..")


def run(words: list[str], folder: Path) -> Outcome:
    """Run a command in an empty folder, in this process."""
    place = folder / "made"
    place.mkdir()
    codes: set[str] = set()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (
        _codes_shown(codes),
        contextlib.chdir(place),
        mock.patch.dict(os.environ, COLUMNS="100"),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 2
    texts = [_text(stream) for stream in (out, err)]
    numbers, prose = _numbers(texts[0])
    written = []
    for path in sorted(path for path in place.rglob("*") if path.is_file()):
        more, text = _of_file(path)
        # Of a report only its payload counts: its size in kilobytes, which is printed, is that of its scripts.
        numbers = more if path.suffix == ".html" else numbers + more
        written.append(f"[{path.relative_to(place)}]\n{text}")
        path.unlink()
    for path in sorted(place.rglob("*"), reverse=True):
        path.rmdir()
    place.rmdir()
    words_of = _anywhere("\n".join(filter(None, [prose, texts[1], *written])), folder)
    return Outcome(status=status, codes=sorted(codes), numbers=_cut(" ".join(numbers)), words=_cut(words_of))


def _save_results(folder: Path) -> None:
    """Save two results, with relative paths: a table that shows them is as wide as they are long."""
    for name, response in (("a", "response-a.conll"), ("b", "response-b.jsonl")):
        out = io.StringIO()
        with contextlib.chdir(ROOT), contextlib.redirect_stdout(out):
            main(["score", "examples/key.conll", f"examples/{response}", "-o", "json"])
        (folder / f"saved-{name}.json").write_text(out.getvalue(), encoding="utf-8")


@contextlib.contextmanager
def _codes_shown(codes: set[str]) -> Iterator[None]:
    """Note the codes of errors and warnings that are put into words."""
    words_of_error, words_of_notice = CorefscopeError.sentence, Notice.__str__

    def error(self: CorefscopeError, *spell: Any) -> str:
        codes.add(self.code)
        return words_of_error(self, *spell)

    def notice(self: Notice) -> str:
        codes.add(self.code)
        return words_of_notice(self)

    with mock.patch.object(CorefscopeError, "sentence", error), mock.patch.object(Notice, "__str__", notice):
        yield


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8", "backslashreplace")  # type: ignore[attr-defined]


def _of_file(path: Path) -> tuple[list[str], str]:
    """The numbers and words of a file; of a report those of its payload, not of its scripts."""
    content = path.read_bytes()
    payload = re.search(rb'<script id="data"[^>]*>([^<]+)</script>', content)
    if payload:
        return _numbers(zlib.decompress(base64.b64decode(payload[1])).decode())[0], ""
    if (content[:1] not in b"#{[<" and not content.isascii()) or b"\0" in content:
        return [hashlib.sha256(content).hexdigest()[:12]], ""
    return [], content.decode("utf-8", "backslashreplace")


def _numbers(text: str) -> tuple[list[str], str]:
    """Numbers, and the words beside them; JSON is all numbers: its fields with their values."""
    with contextlib.suppress(ValueError):
        return list(_leaves(json.loads(text))), ""
    if text.lstrip().startswith("<!"):
        text = re.sub(r"<style.*?</style>|<script.*?</script>|<[^>]*>", " ", text, flags=re.S)
        text = re.sub(r"\s+", " ", text)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return NUMBER.findall(plain), text


def _leaves(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in VOLATILE:
                yield from _leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, name)
    elif name in ("code", "format") or not isinstance(value, str):
        yield f"{name}:{value}"


def _anywhere(text: str, folder: Path) -> str:
    """The text without the places of this machine, and without the size of a report, which changes with its scripts."""
    return re.sub(r"\d+ kB", "… kB", text.replace(str(folder), "…").replace(str(ROOT), "…"))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} … {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def read() -> dict[str, dict[str, Outcome]]:
    """The recorded outcomes of each group."""
    groups: dict[str, dict[str, Outcome]] = {}
    for path in sorted(EXPECTED.glob("*.numbers.json")):
        numbers = json.loads(path.read_text(encoding="utf-8"))
        words = json.loads(path.with_name(path.name.replace("numbers", "words")).read_text(encoding="utf-8"))
        groups[path.name.split(".")[0]] = {line: {**rest, "words": words[line]} for line, rest in numbers.items()}
    return groups


def write(groups: dict[str, dict[str, Outcome]]) -> None:
    """Put outcomes into the files in which they are kept, numbers and words apart."""
    EXPECTED.mkdir(exist_ok=True)
    for group, lines in groups.items():
        numbers = {line: {k: v for k, v in outcome.items() if k != "words"} for line, outcome in lines.items()}
        words = {line: outcome["words"] for line, outcome in lines.items()}
        for kind, content in (("numbers", numbers), ("words", words)):
            text = json.dumps(content, ensure_ascii=False, indent=0)
            (EXPECTED / f"{group}.{kind}.json").write_text(text + "\n", encoding="utf-8")
