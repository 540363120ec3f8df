"""A ZIP of annotated files, as INCEpTION, WebAnno and doccano export them; each member is read as a file would be.

An export of a project has `annotation/DOCUMENT/ANNOTATOR.xmi` (or a ZIP of it) and `curation/…`; only these are read.
Members that hold the same document are of several annotators, who are named as the members are.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace

from corefscope.basics.escaping import cut
from corefscope.formats.annotations import SeveralAnnotators
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source, check_size, checked, stem_of
from corefscope.formats.registry import Options, suffixes
from corefscope.model import Corpus, concatenate
from corefscope.problems import FormatError, Notices, UnreadableFile, some

ARCHIVE_DEEPEST = 2  # a project has a ZIP for each annotation
DAMAGED = (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError)  # what a broken ZIP raises
FOLDERS = ("annotation/", "curation/")  # of an exported project
OFFICE = {"[Content_Types].xml", "META-INF/manifest.xml", "META-INF/container.xml"}  # in every .docx, .odt, .epub
BESIDE = ("TypeSystem.xml", "INITIAL_CAS.xmi", "INITIAL_CAS.json", "INITIAL_CAS.zip")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read all members as one corpus, or those of the chosen annotator."""
    from corefscope.formats.load import read_content

    members = list(_members(content, source, notices, 1))
    is_project = any(name.startswith(FOLDERS) for name, _ in members)
    names_annotator = options.annotator in {_annotator(name) for name, _ in members}
    if names_annotator:
        members = [(name, unpacked) for name, unpacked in members if _annotator(name) == options.annotator]
        options = replace(options, annotator=None)
    corpora: list[tuple[str, Corpus]] = []
    annotators: list[str] = []
    for name, unpacked in members:
        member = replace(source, path=f"{source.path}/{name}", stem=_document(name))
        try:
            text = checked(unpacked, member.path)
            if source.watch is not None:
                source.watch(source.path, text)
            corpora.append((_annotator(name), read_content(text, member, notices, options)))
        except SeveralAnnotators as error:
            annotators += error.names
        except FormatError as error:
            if error.code != "no-such-annotator":  # another member may have that annotator
                notices.refuse(error)
    if annotators:
        raise SeveralAnnotators.of(annotators, source)
    if not members:
        raise source.error("empty-folder", "the ZIP holds no file to read", hint=f"looked for {some(suffixes())}")
    # Documents of a project are named by their folders, if not in their files.
    first: dict[str, str] = {}
    for annotator, corpus in corpora:
        for name, named in zip(corpus.names, corpus.named.tolist(), strict=True):
            if (named or is_project) and first.setdefault(name, annotator) != annotator:
                raise SeveralAnnotators.of((each for each, _ in corpora), source)
    if not corpora:
        return CorpusBuilder(source.path).corpus(source.stem, notices)
    return concatenate([replace(corpus, files=()) for _, corpus in corpora])


def _document(member: str) -> str:
    """The name of a document that has none in its file: that of its folder in a project, or else of the member."""
    folder, _, document = member.rpartition("/")[0].partition("/")
    return document if member.startswith(FOLDERS) and folder and document else stem_of(member)


def _annotator(member: str) -> str:
    return stem_of(member).rpartition("/")[2]


def _members(content: bytes, source: Source, notices: Notices, depth: int) -> Iterator[tuple[str, bytes]]:
    """The files to read in a ZIP, and in the ZIPs in it, with their bytes."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        infos = [info for info in archive.infolist() if info.filename and not info.is_dir()]
    except DAMAGED as error:
        raise UnreadableFile("unreadable-file", f"the ZIP cannot be unpacked: {cut(str(error))}", source.path) from None
    if any(info.filename in OFFICE for info in infos):
        hint = "save its text as plain text, or its table as CSV, UTF-8"
        fact = "this is an office document, which is not read"
        raise UnreadableFile("unread-format", fact, source.path, 1, hint=hint)
    infos.sort(key=lambda info: info.filename)
    in_project = [info for info in infos if info.filename.startswith(FOLDERS)]
    skipped = []
    held = 0
    for info in in_project or infos:
        base = info.filename.rpartition("/")[2]
        if base in BESIDE or base.startswith((".", "__MACOSX")) or info.filename.startswith("__MACOSX"):
            continue
        if not base.lower().endswith(suffixes()):
            skipped.append(info.filename)
            continue
        held += info.file_size
        check_size(held, source.path)
        try:
            unpacked = archive.read(info)
        except DAMAGED as error:
            fact = f"{cut(info.filename)} cannot be unpacked: {cut(str(error))}"
            raise UnreadableFile("unreadable-file", fact, source.path) from None
        if base.lower().endswith(".zip") and depth < ARCHIVE_DEEPEST:
            for name, inner in _members(unpacked, source, notices, depth + 1):
                # The ZIP of an annotator holds one file, which may have any name.
                yield info.filename.removesuffix(".zip") + "." + name.rpartition(".")[2], inner
        else:
            yield info.filename, unpacked
    if skipped:
        text = f"{cut(skipped[0])} does not look like coreference data"
        notices.add("file-skipped", text, source.path, count=len(skipped))
