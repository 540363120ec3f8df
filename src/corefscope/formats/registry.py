"""The properties of each format, in one literal: help, folder search, web form and docs are derived from it.

The modules of a format are imported when they are used. Its reader has `read(content, source, notices, options) ->
Corpus`, where content is the bytes of the file, or an iterator of Blocks if the module defines what BEGINS its
documents; it passes errors after which it can continue to `notices.refuse`, so that all errors of the file are
reported. Its writer has `write(documents, notices) -> str | bytes | dict of file names to contents`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType
from typing import Any

from corefscope.basics import plugins
from corefscope.basics.escaping import quoted, shown
from corefscope.formats import sniffing
from corefscope.problems import SettingsError, UnknownName


@dataclass(frozen=True)
class Options:
    """Choices of the user for a reader."""

    clusters: str | None = None  # the JSON field, the layer or the relation that holds the clusters
    annotator: str | None = None  # whose annotation is read, where a file has several
    among_answers: bool = False  # whether other files hold answers of the same language model


@dataclass(frozen=True)
class Format:
    """How a format is recognised, what it can express, and the modules that read and write it."""

    name: str
    title: str
    looks_like: Callable[[bytes], object]  # whether the beginning of a file is of this format
    reader: str  # a module, relative to corefscope.formats if it begins with a dot
    writer: str | None = None
    might_be: Callable[[bytes, str], bool] | None = None  # by content and path, if no format is recognised
    suffixes: tuple[str, ...] = ()  # of files that are read from a folder
    beside: tuple[str, ...] = ()  # endings of other files of the same name, which belong to such a file
    no_documents: tuple[str, ...] = ()  # names of files in its folders that hold none
    endings: tuple[str, ...] = ()  # of files that are written
    counts: str | None = None  # "tokens" or "characters" in written files; None for either
    needs_words: bool = True
    named_clusters: bool = False  # whether the user may name the field of the clusters
    groups: bool = False  # whether a document's genre, topic, … can be written
    annotations: bool = False  # whether deixis and what refers to nothing can be written
    several_files: bool = False  # whether the writer fills a folder
    several_kinds: bool = False  # whether the writer needs the ending
    empty_nodes: bool = False  # whether it supports zeros
    own_ids: bool = True  # whether entities have ids in it
    across_documents: bool = False  # whether an id means one entity in all documents, not in each
    annotators: bool = False  # whether a file may have several
    aliases: tuple[str, ...] = ()  # other names that people use, beside the endings
    version: str = ""  # of a plug-in

    @property
    def is_answer(self) -> bool:
        """Whether it is a form of language models' answers, in which text without any markup has no mentions."""
        return self.reader.startswith(".llm.")

    def reading(self) -> ModuleType:
        return import_module(self.reader, "corefscope.formats")

    def writing(self) -> ModuleType:
        return import_module(str(self.writer), "corefscope.formats")


FORMATS = {
    format.name: format
    for format in (
        Format(
            "conll",
            "CoNLL-2011/2012, SemEval-2010, LitBank and GUM columns with brackets in the last",
            sniffing.conll,
            ".conll.reader",
            ".conll.writer",
            suffixes=("conll", "key", "response", "skel", "txt"),
            endings=("conll",),
            aliases=("conll2012", "conll-2012"),
            counts="tokens",
        ),
        Format(
            "corefud",
            "CorefUD 1.x: CoNLL-U with Entity= in its last column",
            sniffing.corefud,
            ".corefud.reader",
            ".corefud.writer",
            suffixes=("conllu",),
            endings=("conllu",),
            aliases=("conll-u",),
            counts="tokens",
            groups=True,
            empty_nodes=True,
        ),
        Format(
            "ua",
            "Universal Anaphora's CONLL-UA: CoNLL-U Plus with the columns IDENTITY, BRIDGING and DISCOURSE_DEIXIS",
            sniffing.ua,
            ".ua.reader",
            ".ua.writer",
            suffixes=("conllua",),
            endings=("conllua",),
            aliases=("conll-ua", "universal-anaphora"),
            counts="tokens",
            annotations=True,
            empty_nodes=True,
        ),
        Format(
            "json",
            "JSON: e2e-coref, SpanBERT, wl-coref, PreCo, coref-data, fastcoref, Maverick, AllenNLP, CoreNLP",
            sniffing.json,
            ".json.reader",
            ".json.writer",
            suffixes=("json", "jsonl", "jsonlines"),
            endings=("jsonl", "jsonlines", "json"),
            aliases=("e2e",),
            counts="tokens",
            needs_words=False,
            named_clusters=True,
            groups=True,
            annotations=True,
            empty_nodes=True,
            own_ids=False,
        ),
        Format(
            "stanza",
            "Stanza's CoNLL-U with coref_chains= in its last column",
            sniffing.stanza,
            ".tools.stanza",
            suffixes=("conllu",),
            counts="tokens",
            empty_nodes=True,
        ),
        Format(
            "stanza-json",
            "Stanza's doc.to_dict() as JSON",
            sniffing.stanza_json,
            ".tools.stanza_json",
            suffixes=("json",),
            counts="tokens",
            empty_nodes=True,
        ),
        Format(
            "booknlp",
            "BookNLP's .entities, with the words of the .tokens beside it",
            sniffing.booknlp,
            ".tools.booknlp",
            suffixes=("entities",),
            beside=(".tokens", ".quotes", ".supersense", ".book", ".book.html", ".txt"),
            counts="tokens",
        ),
        Format(
            "brat",
            "brat's .ann beside .txt, LitBank's too",
            sniffing.brat,
            ".tools.brat",
            ".tools.brat",
            might_be=sniffing.empty(".ann"),
            suffixes=("ann",),
            beside=(".txt",),
            endings=("ann",),
            counts="characters",
            several_files=True,
            own_ids=False,
        ),
        Format(
            "webanno",
            "WebAnno TSV 3 with a coreference layer, GUM's too",
            sniffing.webanno,
            ".tools.webanno",
            suffixes=("tsv",),
            counts="tokens",
            empty_nodes=True,
        ),
        Format(
            "apf",
            "ACE APF XML",
            sniffing.apf,
            ".tools.apf",
            suffixes=("apf.xml", "xml"),
            beside=(".sgm", ".txt"),
            counts="characters",
        ),
        Format(
            "ecb",
            "ECB+ in CAT's XML, with entities across documents",
            sniffing.ecb,
            ".tools.ecb",
            suffixes=("xml",),
            no_documents=("ECBplus_coreference_sentences.csv",),
            counts="tokens",
            named_clusters=True,
            across_documents=True,
        ),
        Format(
            "mention-list",
            "JSON lists of mentions across documents: WEC-Eng, Cattan's dumps",
            sniffing.mention_list,
            ".json.mention_lists",
            suffixes=("json", "jsonl"),
            named_clusters=True,
            across_documents=True,
        ),
        Format(
            "xmi",
            "UIMA CAS XMI: INCEpTION, WebAnno, DKPro, CorefAnnotator",
            sniffing.xmi,
            ".tools.xmi",
            ".tools.xmi_writer",
            suffixes=("xmi",),
            endings=("xmi",),
            several_files=True,
            aliases=("uima", "inception"),
            named_clusters=True,
            empty_nodes=True,
        ),
        Format(
            "uima-json",
            "UIMA's JSON CAS: INCEpTION, dkpro-cassis",
            sniffing.uima_json,
            ".tools.uima_json",
            suffixes=("json",),
            named_clusters=True,
            empty_nodes=True,
        ),
        Format(
            "mmax",
            "MMAX2: a .mmax with Basedata and Markables (ParCorFull, ARRAU 2, SoNaR)",
            sniffing.mmax,
            ".tools.mmax",
            suffixes=("mmax",),
            counts="tokens",
            named_clusters=True,
        ),
        Format(
            "label-studio",
            "Label Studio's JSON with labels and relations",
            sniffing.label_studio,
            ".tools.label_studio",
            ".tools.label_studio",
            aliases=("labelstudio", "label_studio"),
            suffixes=("json",),
            counts="characters",
            named_clusters=True,
            annotators=True,
            own_ids=False,
        ),
        Format(
            "prodigy",
            "Prodigy's JSON Lines with spans and relations",
            sniffing.prodigy,
            ".tools.prodigy",
            suffixes=("jsonl",),
            named_clusters=True,
            annotators=True,
            own_ids=False,
        ),
        Format(
            "doccano",
            "doccano's JSON (Lines) with entities and relations",
            sniffing.doccano,
            ".tools.doccano",
            suffixes=("jsonl", "json"),
            counts="characters",
            named_clusters=True,
            annotators=True,
            own_ids=False,
        ),
        Format(
            "zip",
            "a ZIP of files, such as INCEpTION and doccano export",
            sniffing.zip_archive,
            ".files.archive",
            suffixes=("zip",),
            named_clusters=True,
            empty_nodes=True,
            annotators=True,
        ),
        Format(
            "muc",
            "MUC SGML with inline COREF tags",
            sniffing.muc,
            ".tools.muc",
            suffixes=("sgm", "sgml"),
            counts="characters",
        ),
        Format(
            "table",
            "a table of document, mention, entity: CSV, TSV or Parquet with any ids",
            sniffing.table,
            ".table.reader",
            ".table.writer",
            might_be=sniffing.incomplete_table,
            suffixes=("csv", "tsv", "parquet"),
            endings=("csv", "tsv", "parquet"),
            needs_words=False,
            groups=True,
            named_clusters=True,
            several_kinds=True,
        ),
        Format(
            "markdown",
            "a language model's text with [mention](#entity)",
            sniffing.markdown,
            ".llm.markdown",
            suffixes=("txt",),
            counts="tokens",
        ),
        Format(
            "tagged",
            "a language model's text with word|[e1 … word|e1]",
            sniffing.tagged,
            ".llm.tagged",
            suffixes=("txt",),
            counts="tokens",
            empty_nodes=True,
        ),
        Format(
            "marked",
            "a language model's text with <m> mention | 3 </m>",
            sniffing.marked,
            ".llm.marked",
            suffixes=("txt",),
            counts="tokens",
        ),
        Format(
            "hashed",
            "a language model's text with <m>mention</m>#3 (CorefInst)",
            sniffing.hashed,
            ".llm.hashed",
            suffixes=("txt",),
            counts="tokens",
        ),
        Format(
            "elements",
            'a language model\'s text with <m id="1">, <entity id="1"> or <e1> around mentions',
            sniffing.elements,
            ".llm.elements",
            suffixes=("txt", "xml"),
            counts="tokens",
            named_clusters=True,
        ),
        Format(
            "subscripts",
            "a language model's text with [mention]_{1}",
            sniffing.subscripts,
            ".llm.subscripts",
            suffixes=("txt",),
            counts="tokens",
        ),
        Format(
            "parentheses",
            "a language model's text with [mention](1)",
            sniffing.parentheses,
            ".llm.parentheses",
            suffixes=("txt",),
            counts="tokens",
        ),
        Format(
            "strings",
            "a language model's JSON of strings, one answer per mention, or JSON in a code fence",
            sniffing.strings,
            ".llm.strings",
            suffixes=("txt", "json", "jsonl"),
            counts="tokens",
            named_clusters=True,
            own_ids=False,
        ),
    )
}


GROUP = "corefscope.formats"  # the entry points of installed plug-ins


def format_named(name: Any) -> Format:
    """The format of this name, built in or of an installed plug-in."""
    if isinstance(name, str) and (known := called(name)) is not None:
        return known
    plugin = plugins.load(GROUP, name) if isinstance(name, str) else None
    if plugin is None:
        raise UnknownName("format", name, dict.fromkeys([*FORMATS, *plugins.names(GROUP)]))
    return _register_plugin(*plugin)


def register_format(format: Format) -> Format:
    """Register a format for everything that reads or writes files."""
    if not isinstance(format, Format):
        raise SettingsError("bad-plugin", f"a format is a corefscope.formats.registry.Format, not {shown(format)}")
    if FORMATS.setdefault(format.name, format) is not format:
        raise SettingsError("name-taken", f"a format {quoted(format.name)} is registered already", hint="rename it")
    return format


def register_installed() -> list[str]:
    """Register the formats of all installed plug-ins; return what is wrong with those that cannot be."""
    found, problems = plugins.load_all(GROUP)
    for each in found:
        try:
            _register_plugin(*each)
        except SettingsError as error:
            problems.append(str(error))
    return problems


def _register_plugin(name: str, found: Any, version: str) -> Format:
    """Register the format of an entry point, once."""
    known = FORMATS.get(name)
    if isinstance(found, Format) and known is not None and replace(found, version=known.version) == known:
        return known
    if not isinstance(found, Format) or found.name != name:
        where = f"the installed plug-in {quoted(name)} ({GROUP})"
        raise SettingsError("bad-plugin", f"{where} is {shown(found)}, not a Format of this name")
    return register_format(replace(found, version=found.version or version))


def writable() -> dict[str, Format]:
    """The formats that can be written, by name."""
    return {format.name: format for format in FORMATS.values() if format.writer}


def called(name: str) -> Format | None:
    """The format of this name, in small or capital letters, or that people also call so: jsonl, conll-u, csv."""
    plain = name.lower()
    if name in FORMATS or plain in FORMATS:
        return FORMATS.get(name) or FORMATS[plain]
    return next((each for each in FORMATS.values() if plain in (*each.endings, *each.aliases)), None)


def names_for_writing() -> list[str]:
    """All names of the formats that can be written, their own first."""
    known = writable().values()
    others = (other for each in known for other in (*each.endings, *each.aliases))
    return list(dict.fromkeys([*(each.name for each in known), *others]))


def written_to(path: str) -> Format | None:
    """The format that the ending of an output file names."""
    return next((known for known in writable().values() if path.lower().endswith(known.endings or ("\0",))), None)


def belongs_to_another(name: str, present: Container[str]) -> bool:
    """Whether a file is read, or left, with another file of a folder, such as the text of an annotation."""
    base = name.replace(os.sep, "/").rpartition("/")[2]
    for format in FORMATS.values():
        if base in format.no_documents:
            return True
        for ending in format.beside:
            if name.endswith(ending):
                stem = name.removesuffix(ending)
                if f"{stem}.{format.suffixes[0]}" in present:
                    return True
    return False


def suffixes() -> tuple[str, ...]:
    """The endings of files to read in a folder if no format is named; others are skipped and counted."""
    return tuple(dict.fromkeys(suffix for format in FORMATS.values() for suffix in format.suffixes))
