"""Find the files that a path means (file, folder, glob, `-`), unpack them, and refuse bytes that cannot be text.

A folder that cannot be listed is an error: its files would be left out silently.
"""

from __future__ import annotations

import glob
import os
import re
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, BinaryIO

from corefscope.basics.checksums import STANDARD_INPUT as STANDARD_INPUT
from corefscope.basics.checksums import TEXT, FileState, ReadFile
from corefscope.basics.escaping import cut
from corefscope.formats.registry import suffixes
from corefscope.problems import FormatError, Notices, UnreadableFile, some

PACKED = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
STEP = 1 << 20  # bytes that are unpacked at a time
LARGEST_WHOLE = 2 << 30  # bytes of a file, or of one document of CoNLL or CorefUD, that are kept at once
PARQUET, ZIP = b"PAR1", b"PK\x03\x04"
MARK = b"\xef\xbb\xbf"  # the byte-order mark
NOT_TEXT = {b"%PDF": "PDF", b"\xd0\xcf\x11\xe0": "an office document"}  # by the first bytes
MAY_BE_EMPTY = ".ann"  # annotates a text beside it
LONGEST_PATH = 4096  # of the usual systems
# Endings of files that belong to one of the same name, by its ending.
COMPANIONS = {
    "entities": (".tokens", ".quotes", ".supersense", ".book", ".book.html", ".txt"),
    "ann": (".txt",),
    "apf.xml": (".sgm", ".txt"),
}
NO_DOCUMENTS = {"ecb": ("ECBplus_coreference_sentences.csv",)}  # by format: files in its folders that hold none


# Sees the unpacked bytes of a path before they are parsed, and may refuse them by UnreadableFile.
Watch = Callable[[str, bytes], None]


class WatchedPath(os.PathLike[str]):
    """A path whose bytes a Watch sees."""

    def __init__(self, path: str, watch: Watch) -> None:
        self._path, self.watch = path, watch

    def __fspath__(self) -> str:
        return self._path


@dataclass(frozen=True)
class Source:
    """One file to read: its path as given, and the name of a document that has none."""

    path: str
    stem: str
    read_beside: list[ReadFile] = field(default_factory=list, compare=False)  # texts that it annotates, once read
    watch: Watch | None = field(default=None, compare=False)

    def read(self) -> bytes:
        """All bytes, unpacked and checked."""
        files: list[OpenFile] = []
        content = checked(b"".join(chunks(self.path, STEP, files.append, self.watch)), self.path)
        self.read_beside.extend(file.record(TEXT) for file in files)
        return content

    def error(self, code: str, fact: str, line: int | None = None, hint: str | None = None) -> FormatError:
        return FormatError(code, fact, self.path, line, hint)

    def beside(self, *endings: str) -> Source | None:
        """The file of the same name with another ending, such as the `.txt` of an `.ann`; None without one."""
        base = os.path.splitext(unpacked_name(self.path))[0]
        path = next((base + ending for ending in endings if os.path.isfile(base + ending)), None)
        return None if path is None else replace(self, path=path)


def find(
    path: str | os.PathLike[str], notices: Notices, any_suffix: bool = False, watch: Watch | None = None
) -> list[Source]:
    """The files that a path means: itself, the files below a folder, or what a glob matches, sorted."""
    text = os.fspath(path)
    if text == STANDARD_INPUT or (os.path.exists(text) and not os.path.isdir(text)):
        name = "standard-input" if text == STANDARD_INPUT else stem_of(os.path.basename(text))
        return [Source(text, name, watch=watch)]
    files = _in_folder(text, notices, any_suffix) if os.path.isdir(text) else _matching(text, notices)
    # Names of documents without one: `bc/x.v4_gold_conll.gz` → `bc/x`, or `bc/x.v4_gold_conll` where names are equal.
    short = [stem_of(name) for _, name in files]
    clashes = {stem for stem, count in Counter(short).items() if count > 1}
    return [
        Source(path, stem_of(name, every_ending=False) if stem in clashes else stem, watch=watch)
        for (path, name), stem in zip(files, short, strict=True)
    ]


def check_exists(path: str) -> None:
    """Refuse a path that is neither there nor a pattern."""
    if path == STANDARD_INPUT or os.path.exists(path):
        return
    if "\n" in path or len(path) > LONGEST_PATH:
        hint = "write it into a file and give its path"
        raise FormatError("no-such-file", "this is a text, not the path of a file", cut(path), hint=hint)
    if os.path.islink(path):
        raise FormatError("no-such-file", f"the link leads to {cut(os.readlink(path))}, which is not a file", path)
    if not glob.has_magic(path):
        raise FormatError("no-such-file", "there is no such file", path, hint=near_name(path))


def _matching(pattern: str, notices: Notices) -> list[tuple[str, str]]:
    """The files that a pattern matches, with their names below the common folder; folders are counted."""
    check_exists(pattern)
    names = matching(pattern)
    files = list(filter(is_file, names))
    if not files:
        raise FormatError("no-such-file", "no file matches this pattern", pattern)
    expected = {*files, *(folder for name in files for folder in _parents(name))}
    skipped = [name for name in names if name.rstrip(os.sep) not in expected]
    if skipped:
        fact = f"a pattern matches files, not {os.path.basename(skipped[0].rstrip(os.sep))}"
        notices.add("folder-not-read", f"{fact}; ** matches what is in folders", pattern, count=len(skipped))
    root = os.path.commonpath([os.path.dirname(name) or "." for name in files])
    return [(name, os.path.relpath(name, root)) for name in files]


def _in_folder(path: str, notices: Notices, any_suffix: bool) -> list[tuple[str, str]]:
    """The files to read below a folder, with their names in it; others are counted."""
    from pathlib import Path  # slow to import

    folder = str(Path(path))
    names = sorted(files_below(folder))
    beside = belonging(names)
    names = [name for name in names if name not in beside]
    files = [name for name in names if any_suffix or unpacked_name(name).lower().endswith(suffixes())]
    files = [name for name in files if is_file(os.path.join(folder, name))]
    if not files:  # an .md beside data is a README; alone it is the output of a language model
        files = [name for name in names if name.endswith(".md") and not name.endswith("README.md")]
    if skipped := sorted(set(names).difference(files)):
        notices.add("file-skipped", f"{skipped[0]} does not look like coreference data", folder, count=len(skipped))
    if not files:
        hint = f"looked for names ending in {some(suffixes())}"
        raise FormatError("empty-folder", "the folder holds no file to read", folder, hint=hint)
    return [(os.path.join("" if folder == "." else folder, name), name) for name in files]


def unpacked_name(path: str) -> str:
    """The path without the ending of packed files."""
    for ending in PACKED:
        path = path.removesuffix(ending)
    return path


def stem_of(name: str, every_ending: bool = True) -> str:
    """The path of a file within a folder, without its ending or any of its endings."""
    folder, _, base = unpacked_name(name).replace(os.sep, "/").rpartition("/")
    stem = (base.split(".")[0] if every_ending else os.path.splitext(base)[0]) or base
    return f"{folder}/{stem}" if folder and folder != "." else stem


def near_name(path: str) -> str | None:
    """A hint at a file with a similar name; a common ending makes no names similar."""
    import difflib

    folder, base = os.path.split(path)
    if not os.path.isdir(folder or "."):
        return f"there is no folder {folder} either"
    names = {os.path.splitext(name)[0]: name for name in entries_of(folder or ".")}
    near = difflib.get_close_matches(os.path.splitext(base)[0], names, n=1)
    return f"did you mean {os.path.join(folder, names[near[0]])}?" if near else None


def checked(content: bytes, path: str, lines_before: int | None = None) -> bytes:
    """The content without byte-order mark and with `\\n` line ends; refuses empty and binary files.

    `lines_before` is None for a whole file. Parquet and ZIP pass, and empty annotations beside a text without mentions.
    """
    is_annotation = lines_before is None and path.endswith(MAY_BE_EMPTY)
    if (not lines_before and content.startswith((PARQUET, ZIP))) or (is_annotation and not content.strip()):
        return content
    if not lines_before:
        content = content.removeprefix(MARK)
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise UnreadableFile("not-utf8", "the file is UTF-16", path, hint="save it as UTF-8")
        for start, kind in NOT_TEXT.items():
            if content.startswith(start):
                hint = "save its text as plain text, UTF-8"
                raise UnreadableFile("unread-format", f"this is {kind}, which is not read", path, 1, hint=hint)
    if lines_before is None and (not content or content.isspace()):
        raise UnreadableFile("empty-file", "the file is empty", path)
    if b"\0" in content:
        named = not lines_before and content[:2] in (b"\x1f\x8b", b"BZ", b"\xfd7")
        packed = " or packed: name it .gz, .bz2 or .xz" if named else ""
        line = (lines_before or 0) + 1 + content.count(b"\n", 0, content.index(b"\0"))
        raise UnreadableFile("binary-file", f"the file is binary{packed}", path, line)
    return unix_lines(content) if b"\r" in content else content


def unix_lines(content: bytes) -> bytes:
    """The content with `\\n` for old Mac line ends, perhaps among others; as long as it was."""
    if b"\r" in content and content.count(b"\r") > content.count(b"\r\n"):
        content = re.sub(rb"\r(?!\r*\n)", b"\n", content)
    return content


# ---------------------------------------------------------------- bytes, unpacked


def is_packed(path: str) -> bool:
    return path.endswith(tuple(PACKED))


def check_size(held: int, path: str) -> None:
    """Refuse to keep more bytes of a file than the limit."""
    if held > LARGEST_WHOLE:
        fact = f"{held >> 20:,} MB would have to be kept at once, and the limit is {LARGEST_WHOLE >> 20:,} MB"
        raise UnreadableFile("too-large", fact, path, hint="divide it into documents, or into several files")


def chunks(
    path: str, size: int = STEP, opened: Callable[[OpenFile], None] | None = None, watch: Watch | None = None
) -> Iterator[bytes]:
    """The bytes of a file, unpacked, in chunks of this size (the last may be smaller).

    `opened` is called with the file, unless it is standard input; after the last chunk the file knows its checksum.
    """
    library = PACKED.get(os.path.splitext(path)[1])
    try:
        with ExitStack() as stack:
            if path != STANDARD_INPUT:
                file = OpenFile(path, stack.enter_context(open(path, "rb")), hashed=opened is not None)
                if opened is not None:
                    opened(file)
                stream: Any = stack.enter_context(import_module(library).open(file)) if library else file
            elif sys.stdin is None:
                raise OSError(0, "it is closed")
            else:
                stream = sys.stdin.buffer
            while chunk := stream.read(size):
                if watch is not None:
                    watch(path, chunk)
                yield chunk
            while library and file.read(STEP):  # bytes after the packed content count too
                pass
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile("unreadable-file", f"the file cannot be read: {reason}", path) from None
    except (UnreadableFile, GeneratorExit, MemoryError):
        raise
    except Exception as error:  # a damaged .gz or .xz raises errors of its own library
        raise UnreadableFile("unreadable-file", f"the file cannot be unpacked: {error}", path) from None


class OpenFile:
    """A file whose bytes are counted and hashed when they are read, before they are unpacked."""

    def __init__(self, path: str, stream: BinaryIO, hashed: bool) -> None:
        self.state = FileState.opened(path, stream)
        self._stream, self._count, self._digest = stream, 0, None
        if hashed and self.state.state is not None:
            import hashlib  # a call that reads no file does not need it

            self._digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        content = self._stream.read(size)
        self._count += len(content)
        if self._digest is not None:
            self._digest.update(content)
        return content

    def record(self, format: str) -> ReadFile:
        """Describe the file, after all of it was read."""
        checksum = self._digest.hexdigest() if self._digest is not None else None
        return ReadFile(self.state.path, self._count, checksum, format)


# ---------------------------------------------------------------- folders and patterns


def files_below(folder: str) -> Iterator[str]:
    """The names of all files below a folder, relative to it, except hidden ones and those in hidden folders."""

    def refuse(error: OSError) -> None:
        raise _refused(str(error.filename), error) from None

    for where, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.relpath(os.path.join(where, name), folder) for name in names if not name.startswith("."))


def belonging(names: Sequence[str]) -> set[str]:
    """The files of a folder that are read, or left, with others.

    Such are the text of an annotation, the type system of XMI, and the files of an MMAX2 project.
    """
    members = {
        name.removesuffix(f".{suffix}") + ending
        for suffix, endings in COMPANIONS.items()
        for name in names
        if name.endswith(f".{suffix}")
        for ending in endings
    }
    has_types = any(name.endswith((".xmi", ".zip")) for name in names)
    folders = {name: os.path.dirname(name) for name in names}
    projects = {folder for name, folder in folders.items() if name.endswith(".mmax")}
    bases = {os.path.dirname(folder) for folder in folders.values() if os.path.basename(folder).lower() == "basedata"}
    for name, folder in folders.items():
        ending, base = os.path.splitext(name)[1], os.path.basename(name)
        if base in NO_DOCUMENTS["ecb"] or (has_types and base == "TypeSystem.xml"):
            members.add(name)
        elif ending in (".xml", ".dtd", ".xsl", ".bak", ".txt") and (projects or bases):
            above = {folder, *_parents(folder)}
            is_words = os.path.basename(folder).lower() == "basedata" and ending == ".xml"
            if above & projects or (above & bases and not is_words):
                members.add(name)
    return members


def _parents(folder: str) -> Iterator[str]:
    while (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder


def entries_of(folder: str) -> list[str]:
    """The names of everything in a folder, sorted."""
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise _refused(folder, error) from None


def matching(pattern: str) -> list[str]:
    """What matches a pattern, sorted; an error if a folder cannot be listed, which a glob would skip."""
    rest = pattern
    while glob.has_magic(rest):
        rest, name = os.path.split(rest)
        for folder in glob.glob(os.path.join(rest or os.curdir, "**" if name == "**" else "", ""), recursive=True):
            try:
                os.scandir(os.path.join(folder, os.curdir)).close()
            except OSError as error:
                raise _refused(folder.rstrip(os.sep), error) from None
    return sorted(glob.glob(pattern, recursive=True))


def is_file(path: str) -> bool:
    """Whether a path in a folder is a file; a broken link counts as one, so that reading it raises an error."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise FormatError("unreadable-file", f"the file cannot be read: {error.strerror}", path) from None


def _refused(folder: str, error: OSError) -> FormatError:
    hint = "what it holds would be left out; allow reading it"
    return FormatError("unreadable-file", f"the folder cannot be read: {error.strerror}", folder, hint=hint)
