"""Find the files that a path means (file, folder, glob, `-`), and refuse bytes that cannot be text.

A folder that cannot be listed is an error: its files would be left out silently.
"""

from __future__ import annotations

import glob
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from corefscope.basics.checksums import TEXT, ReadFile
from corefscope.basics.escaping import cut
from corefscope.formats.files.unpacking import PACKED as PACKED
from corefscope.formats.files.unpacking import STANDARD_INPUT as STANDARD_INPUT
from corefscope.formats.files.unpacking import STEP, OpenFile, Watch, chunks
from corefscope.formats.registry import suffixes
from corefscope.problems import FormatError, Notices, UnreadableFile

PARQUET, ZIP = b"PAR1", b"PK\x03\x04"
MARK = b"\xef\xbb\xbf"  # the byte-order mark
NOT_TEXT = {b"%PDF": "PDF", b"\xd0\xcf\x11\xe0": "an office document"}  # by the first bytes
MAY_BE_EMPTY = (".ann", ".chains", ".con")  # what annotates a text beside it
LONGEST_PATH = 4096  # of the usual systems
# Endings of files that belong to one of the same name, by its ending.
COMPANIONS = {
    "entities": (".tokens", ".quotes", ".supersense", ".book", ".book.html", ".txt"),
    "ann": (".txt",),
    "apf.xml": (".sgm", ".txt"),
}
NO_DOCUMENTS = {"ecb": ("ECBplus_coreference_sentences.csv",)}  # by format: files in its folders that hold none


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
        """An error in this file."""
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
    """Refuse a path that means no file, without opening or listing any."""
    if path == STANDARD_INPUT or os.path.exists(path):
        return
    _check_pattern(path)
    if not any(map(is_file, glob.iglob(path, recursive=True))):
        matching(path)


def _check_pattern(path: str) -> None:
    """Refuse a path that is neither there nor a pattern."""
    if "\n" in path or len(path) > LONGEST_PATH:
        hint = "write it into a file and give its path"
        raise FormatError("no-such-file", "this is a text, not the path of a file", cut(path), hint=hint)
    if os.path.islink(path):
        raise FormatError("no-such-file", f"the link leads to {cut(os.readlink(path))}, which is no file", path)
    if not glob.has_magic(path):
        raise FormatError("no-such-file", "there is no such file", path, hint=near_name(path))


def _matching(pattern: str, notices: Notices) -> list[tuple[str, str]]:
    """The files that a glob matches, with their names below the common folder; folders and pipes are counted."""
    _check_pattern(pattern)
    others: list[str] = []
    files = matching(pattern, others)
    folders = [name for name in others if os.path.isdir(name)]
    pipes = [name for name in others if name not in set(folders)]
    if folders:
        fact = f"a pattern matches files, not the folder {os.path.basename(folders[0].rstrip(os.sep))}"
        notices.add("folder-not-read", f"{fact}; ** matches what is in folders", pattern, count=len(folders))
    if pipes:
        fact = f"{os.path.basename(pipes[0])} is no file; name it by itself"
        notices.add("pipe-skipped", fact, pattern, count=len(pipes))
    root = os.path.commonpath([os.path.dirname(name) or "." for name in files])
    return [(name, os.path.relpath(name, root)) for name in files]


def _in_folder(path: str, notices: Notices, any_suffix: bool) -> list[tuple[str, str]]:
    """The files to read below a folder, with their names in it; others are counted."""
    from pathlib import Path  # slow to import

    folder = str(Path(path))
    others: list[str] = []
    names = sorted(files_below(folder, others))
    apart = belonging(names)
    names = [name for name in names if name not in apart]
    files = [name for name in names if any_suffix or unpacked_name(name).lower().endswith(suffixes())]
    if not files:  # an .md beside data is a README; alone it is the output of a language model
        files = [name for name in names if name.endswith(".md") and not name.endswith("README.md")]
    skipped = [name for name in names if name not in set(files)]
    if others:
        notices.add("pipe-skipped", f"{others[0]} is no file; name it by itself", folder, count=len(others))
    if skipped:
        notices.add("file-skipped", f"{skipped[0]} does not look like coreference data", folder, count=len(skipped))
    if not files:
        hint = f"looked for names ending in {', '.join(suffixes())}"
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
        if content.startswith((b"\xff\xfe", b"\xfe\xff")) or (b"\0" in content[:64] and _is_unmarked_utf_16(content)):
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


def _is_unmarked_utf_16(content: bytes) -> bool:
    """Whether every other byte at the beginning is zero and no other is, as in Western text."""
    start = content[:64]
    even, odd = start[0::2], start[1::2]
    return len(odd) > 1 and ((not any(even) and all(odd)) or (not any(odd) and all(even)))


def unix_lines(content: bytes) -> bytes:
    """The content with `\\n` for old Mac line ends, perhaps among others; as long as it was."""
    if b"\r" in content and content.count(b"\r") > content.count(b"\r\n"):
        content = re.sub(rb"\r(?!\r*\n)", b"\n", content)
    return content


# ---------------------------------------------------------------- folders and patterns


def files_below(folder: str, others: list[str] | None = None) -> Iterator[str]:
    """The names of all files below a folder, relative to it, except hidden ones and those in hidden folders.

    Anything else, such as a pipe, is added to `others`.
    """

    def refuse(error: OSError) -> None:
        raise _refused(str(error.filename), error) from None

    for where, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(where, name)
            if name.startswith("."):
                continue
            if is_file(path):
                yield os.path.relpath(path, folder)
            elif others is not None:
                others.append(os.path.relpath(path, folder))


def belonging(names: Sequence[str]) -> set[str]:
    """The files of a folder that are read, or left, with others.

    Such are the text of an annotation, the type system of XMI, and the files of an MMAX2 project.
    """
    members, companions = set[str](), set[str]()
    for suffix, endings in COMPANIONS.items():
        stems = [name.removesuffix(f".{suffix}") for name in names if name.endswith(f".{suffix}")]
        companions |= {stem + ending for stem in stems for ending in endings}
    folders = {name: os.path.dirname(name) for name in names}
    projects = {folder for name, folder in folders.items() if name.endswith(".mmax")}
    bases = {os.path.dirname(folder) for folder in folders.values() if os.path.basename(folder).lower() == "basedata"}
    has_types = any(name.endswith((".xmi", ".zip")) for name in names)
    tables = {name for each in NO_DOCUMENTS.values() for name in each}
    for name, folder in folders.items():
        ending, base = os.path.splitext(name)[1], os.path.basename(name)
        if base in tables or (has_types and base == "TypeSystem.xml") or name in companions:
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


def matching(pattern: str, others: list[str] | None = None) -> list[str]:
    """The files that match a glob, sorted; an error if there are none.

    Anything else that matches, such as a pipe or a folder, is added to `others`, but not a folder whose files match.
    """
    _check_folders(pattern)
    names = sorted(glob.glob(pattern, recursive=True))
    files = [name for name in names if is_file(name)]
    if not files:
        raise FormatError("no-such-file", "no file matches this pattern", pattern)
    if others is not None:
        covered = {above for name in files for above in _parents(name)}
        rest = set(names) - set(files)
        others.extend(sorted(name for name in rest if name.rstrip(os.sep) not in covered))
    return files


def is_file(path: str) -> bool:
    """Whether a path in a folder is a file; a broken link counts as one, so that reading it raises an error."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise FormatError("unreadable-file", f"the file cannot be read: {error.strerror}", path) from None


def _check_folders(pattern: str) -> None:
    """Refuse a folder that a glob would skip because it cannot be listed."""
    folder, name = os.path.split(pattern)
    while name:
        below = os.path.join(folder, "**", "") if name == "**" else os.path.join(folder, "")
        for each in glob.glob(below, recursive=True) if glob.has_magic(below) else [folder or "."]:
            try:
                os.stat(os.path.join(each, os.curdir))
                if glob.has_magic(name):
                    os.scandir(each).close()
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                raise _refused(each, error) from None
        folder, name = os.path.split(folder)


def _refused(folder: str, error: OSError) -> FormatError:
    hint = "what it holds would be left out; allow reading it"
    return FormatError("unreadable-file", f"the folder cannot be read: {error.strerror}", folder, hint=hint)
