"""The properties of each format, in one literal: help, folder search, web form and docs are derived from it.

The modules of a format are imported when they are used. Its reader has `read(content, source, notices, options) ->
Corpus`, where content is the bytes of the file, or an iterator of Blocks if the module defines what BEGINS its
documents; it passes errors after which it can continue to `notices.refuse`, so that all errors of the file are
reported. Its writer has `write(documents, notices) -> str | bytes | dict of file names to contents`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from operator import attrgetter
from typing import Any

from corefscope.basics import plugins
from corefscope.basics.escaping import quoted, short_repr
from corefscope.formats import detect
from corefscope.formats.llm.forms import INLINE, LISTED
from corefscope.problems import FormatError, SettingsError, UnknownName, some


@dataclass(frozen=True)
class Options:
    """Choices of the user for a reader."""

    clusters: str | None = None  # the JSON field, the layer or the relation that holds the clusters
    table_columns: str | None = None  # of items and their labels: item=…,label=…
    chunks: str | None = None  # how answers to windows of a document are joined
    annotator: str | None = None  # whose annotation is read, where a file has several
    among_answers: bool = False  # whether other files hold answers of the same language model
    # Of each file of one document: None if it has the relation that the user named, else the error if no file has it.
    lacking: list[FormatError | None] = field(default_factory=list, compare=False)

    def refuse_clusters(self, what: str, source: str) -> None:
        """Refuse a named field or relation where there is none to choose, instead of ignoring it."""
        if self.clusters is not None:
            fact = f"{quoted(self.clusters)} is to hold the clusters, but {what} has no field or relation to choose"
            raise FormatError("not-json", fact, source, hint="leave the option out")


class SeveralFields(FormatError):
    """Several fields hold clusters, and none was named."""

    fields: tuple[str, ...] = ()

    @staticmethod
    def of(fact: str, fields: Sequence[str], source: str, line: int) -> SeveralFields:
        error = SeveralFields("several-cluster-fields", fact, source, line)
        error.fields = tuple(fields)
        options = "--key-clusters {} and --response-clusters {}".format(*error.sides or ("FIELD", "FIELD"))
        error.hint = f"say which: {options}; to score the predictions of the key's own file too, name it twice"
        return error

    @property
    def sides(self) -> tuple[str, str] | None:
        """The fields of the key and of the prediction, if there are just these two."""
        key = [field for field in self.fields if not field.startswith("predicted_")]
        prediction = [field for field in self.fields if field.startswith("predicted_")]
        return (key[0], prediction[0]) if len(key) == len(prediction) == 1 else None


# What a format may have, beside documents with named entities and words.
FORMAT_FEATURES = {
    "tokens": "written files count tokens",
    "characters": "written files count characters",
    "named_clusters": "the user may name the field, layer or relation of the clusters",
    "annotators": "a file may have several annotators",
    "empty_nodes": "it supports zeros",
    "groups": "a document's genre, topic, … can be written",
    "annotations": "deixis and what refers to nothing can be written",
    "across_documents": "an id means one entity in all documents, not in each",
    "no_ids": "entities have no ids in it",
    "no_words": "it can be written without words",
    "several_files": "the writer fills a folder",
    "several_kinds": "the writer needs the ending",
}


@dataclass(frozen=True)
class Format:
    """How a format is recognised, what it can express, and the modules that read and write it."""

    name: str
    title: str
    detect: Callable[[bytes], int]  # how strongly the beginning of a file looks like it: see formats.detect
    reader: str  # a module, relative to corefscope.formats if it begins with a dot, or `module:object`
    writer: str | None = None
    suffixes: tuple[str, ...] = ()  # of files that are read from a folder
    endings: tuple[str, ...] = ()  # of files that are written
    aliases: tuple[str, ...] = ()  # other names that people use, beside the endings
    features: tuple[str, ...] = ()  # of FEATURES
    version: str = ""  # of a plug-in

    @property
    def is_answer(self) -> bool:
        """Whether it is the form of an answer of a language model."""
        return self.reader.startswith(".llm.")


def load(place: str) -> Any:
    """The module of a reader or writer, or the object in it, that has `read` or `write`."""
    module, _, name = place.partition(":")
    loaded = import_module(module, "corefscope.formats")
    return attrgetter(name)(loaded) if name else loaded


def _format(
    name: str, title: str, detect: Callable[[bytes], int], reader: str, writer: str | None = None, **words: str
) -> Format:
    """A row of the table, in which lists are words with blanks between them."""
    lists: dict[str, Any] = {field: tuple(value.split()) for field, value in words.items()}
    return Format(name, title, detect, reader, writer, **lists)


# fmt: off
FORMATS = {format.name: format for format in (
    _format("conll", "CoNLL-2011/2012, SemEval-2010, LitBank and GUM columns with brackets in the last", detect.conll,
            ".conll.reader", ".conll.writer", suffixes="conll key response skel txt", endings="conll",
            aliases="conll2012 conll-2012", features="tokens"),
    _format("corefud", "CorefUD 1.x: CoNLL-U with Entity= in its last column", detect.corefud,
            ".corefud.reader", ".corefud.writer", suffixes="conllu", endings="conllu", aliases="conll-u",
            features="tokens groups empty_nodes"),
    _format("ua", "Universal Anaphora's CONLL-UA: CoNLL-U Plus with the columns IDENTITY, BRIDGING and "
            "DISCOURSE_DEIXIS", detect.ua, ".ua.reader", ".ua.writer", suffixes="conllua", endings="conllua",
            aliases="conll-ua universal-anaphora", features="tokens annotations empty_nodes"),
    _format("json", "JSON: e2e-coref, SpanBERT, wl-coref, PreCo, coref-data, fastcoref, Maverick, AllenNLP, CoreNLP",
            detect.json, ".json.reader", ".json.writer", suffixes="json jsonl jsonlines",
            endings="jsonl jsonlines json", aliases="e2e",
            features="tokens named_clusters groups annotations empty_nodes no_ids no_words"),
    _format("stanza", "Stanza's CoNLL-U with coref_chains= in its last column", detect.stanza,
            ".tools.stanza", suffixes="conllu", features="tokens empty_nodes"),
    _format("stanza-json", "Stanza's doc.to_dict() as JSON", detect.stanza_json,
            ".tools.stanza_json", suffixes="json", features="tokens empty_nodes"),
    _format("booknlp", "BookNLP's .entities, with the words of the .tokens beside it", detect.booknlp,
            ".tools.booknlp", suffixes="entities", features="tokens"),
    _format("brat", "brat's .ann beside .txt, LitBank's too", detect.brat,
            ".tools.brat", ".tools.brat", suffixes="ann", endings="ann",
            features="characters named_clusters several_files no_ids"),
    _format("webanno", "WebAnno TSV 3 with a coreference layer, GUM's too", detect.webanno,
            ".tools.webanno", suffixes="tsv", features="tokens named_clusters empty_nodes"),
    _format("apf", "ACE APF XML", detect.apf, ".tools.apf", suffixes="apf.xml xml", features="characters"),
    _format("ecb", "ECB+ in CAT's XML, with entities across documents", detect.ecb,
            ".tools.ecb", suffixes="xml", features="tokens named_clusters across_documents"),
    _format("mention-list", "JSON lists of mentions across documents: WEC-Eng, Cattan's dumps", detect.mention_list,
            ".json.mention_lists", suffixes="json jsonl", features="named_clusters across_documents"),
    _format("xmi", "UIMA CAS XMI: INCEpTION, WebAnno, DKPro, CorefAnnotator", detect.xmi,
            ".tools.cas:xmi", ".tools.xmi_writer", suffixes="xmi", endings="xmi", aliases="uima inception",
            features="named_clusters several_files empty_nodes"),
    _format("uima-json", "UIMA's JSON CAS: INCEpTION, dkpro-cassis", detect.uima_json,
            ".tools.cas:uima_json", suffixes="json", features="named_clusters empty_nodes"),
    _format("mmax", "MMAX2: a .mmax with Basedata and Markables (ParCorFull, ARRAU 2, SoNaR)", detect.mmax,
            ".tools.mmax", suffixes="mmax", features="tokens named_clusters"),
    _format("label-studio", "Label Studio's JSON with labels and relations", detect.label_studio,
            ".tools.annotators:label_studio", ".tools.annotators:label_studio", suffixes="json",
            aliases="labelstudio label_studio", features="characters named_clusters annotators no_ids"),
    _format("prodigy", "Prodigy's JSON Lines with spans and relations", detect.prodigy,
            ".tools.annotators:prodigy", suffixes="jsonl", features="named_clusters annotators no_ids"),
    _format("doccano", "doccano's JSON (Lines) with entities and relations", detect.doccano,
            ".tools.annotators:doccano", suffixes="jsonl json", features="characters named_clusters annotators no_ids"),
    _format("zip", "a ZIP of files, such as INCEpTION and doccano export", detect.zip_archive,
            ".files.archive", suffixes="zip", features="named_clusters empty_nodes annotators"),
    _format("muc", "MUC SGML with inline COREF tags", detect.muc,
            ".tools.muc", suffixes="sgm sgml", features="characters"),
    _format("table", "a table of document, mention, entity: CSV, TSV or Parquet with any ids", detect.table,
            ".table.reader", ".table.writer", suffixes="csv tsv parquet", endings="csv tsv parquet",
            features="named_clusters groups several_kinds no_words"),
    *(_format(name, f"a language model's text with marks: {form.sample}", partial(detect.inline, name),
              f".llm.inline:READERS.{name}", f".llm.writer:WRITERS.{name}",
              suffixes="txt xml" if name == "elements" else "txt",
              features={"elements": "tokens named_clusters", "tagged": "tokens empty_nodes"}.get(name, "tokens"))
      for name, form in INLINE.items()),
    *(_format(name, f"a language model's lists of mentions: {form.sample}", partial(detect.listed, name),
              f".llm.lists:READERS.{name}", f".llm.writer:WRITERS.{name}", suffixes="txt json jsonl",
              features="tokens named_clusters no_ids")
      for name, form in LISTED.items()),
)}
# fmt: on

FORMAT_GROUP = "corefscope.formats"  # the entry points of installed plug-ins


def detected(head: bytes) -> list[Format]:
    """The formats that the beginning of a file looks like most; several are a tie."""
    strongest, formats = detect.WEAK, list[Format]()
    for format in FORMATS.values():
        strength = format.detect(head)
        if strength > strongest:
            strongest, formats = strength, []
        if strength == strongest:
            formats.append(format)
        if strength == detect.CERTAIN:
            break
    return formats


def find_format(name: str) -> Format | None:
    """The format of this name, in small or capital letters, or of another that people use: jsonl, conll-u, csv."""
    plain = name.lower()
    if name in FORMATS or plain in FORMATS:
        return FORMATS.get(name) or FORMATS[plain]
    return next((each for each in FORMATS.values() if plain in (*each.endings, *each.aliases)), None)


def format_named(name: Any) -> Format:
    """The format of this name, built in or of an installed plug-in."""
    if isinstance(name, str) and (format := find_format(name)) is not None:
        return format
    plugin = plugins.load(FORMAT_GROUP, name) if isinstance(name, str) else None
    if plugin is None:
        raise UnknownName("format", name, dict.fromkeys([*FORMATS, *plugins.names(FORMAT_GROUP)]))
    return _register_plugin(*plugin)


def writable() -> dict[str, Format]:
    """The formats that can be written, by name, but for the forms of answers."""
    return {format.name: format for format in FORMATS.values() if format.writer and not format.is_answer}


def output_format(path: str, name: Any = None) -> Format | None:
    """The format to write: the named one, or that of the path's ending, which may be unknown.

    Plug-ins are imported if no built-in format fits.
    """
    target = _output_format(path, name)
    if target is None:
        register_installed()
        target = _output_format(path, name)
    if name is not None and target is None:
        formats = writable().values()
        others = (other for each in formats for other in (*each.endings, *each.aliases))
        raise UnknownName("format", name, list(dict.fromkeys([*(each.name for each in formats), *others])))
    if target is not None and not target.writer:
        hint = f"formats: {some(writable())}; corefscope list formats shows all"
        raise SettingsError("cannot-be-written", f"{name} can be read but not written", hint=hint)
    return target


def _output_format(path: str, name: Any) -> Format | None:
    if name is not None:
        return find_format(name) if isinstance(name, str) else None
    return next((each for each in writable().values() if path.lower().endswith(each.endings or ("\0",))), None)


def suffixes() -> tuple[str, ...]:
    """The endings of files to read in a folder if no format is named; others are skipped and counted."""
    return tuple(dict.fromkeys(suffix for format in FORMATS.values() for suffix in format.suffixes))


def register_format(format: Format) -> Format:
    if not isinstance(format, Format):
        raise SettingsError("bad-plugin", f"a format is a corefscope.formats.registry.Format, not {short_repr(format)}")
    if unknown := [feature for feature in format.features if feature not in FORMAT_FEATURES]:
        fact = f"the format {quoted(format.name)} has the unknown feature {quoted(unknown[0])}"
        raise SettingsError("bad-plugin", fact, hint=f"features: {', '.join(FORMAT_FEATURES)}")
    if FORMATS.setdefault(format.name, format) is not format:
        raise SettingsError("name-taken", f"a format {quoted(format.name)} is registered already", hint="rename it")
    return format


def register_installed() -> list[str]:
    """Register the formats of all installed plug-ins; return what is wrong with those that cannot be."""
    installed, problems = plugins.load_all(FORMAT_GROUP)
    for each in installed:
        try:
            _register_plugin(*each)
        except SettingsError as error:
            problems.append(str(error))
    return problems


def _register_plugin(name: str, plugin: Any, version: str) -> Format:
    """Register the format of an entry point, once."""
    format = FORMATS.get(name)
    if isinstance(plugin, Format) and format is not None and replace(plugin, version=format.version) == format:
        return format
    if not isinstance(plugin, Format) or plugin.name != name:
        where = f"the installed plug-in {quoted(name)} ({FORMAT_GROUP})"
        raise SettingsError("bad-plugin", f"{where} is {short_repr(plugin)}, not a Format of this name")
    return register_format(replace(plugin, version=plugin.version or version))
