"""The settings that concern one side alone: each a function that SIDE_STEPS names."""

from __future__ import annotations

from dataclasses import replace

from corefscope.model import Corpus
from corefscope.problems import FormatError, Notices
from corefscope.settings import Settings


def rename(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Change the names by which documents pair."""
    from corefscope.alignment.documents import renamed

    return renamed(corpus, settings.names_strip, settings.pair_by)


def take_layer(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Take an annotation as the corpus to be scored, with what is known of the files it is from."""
    if settings.layer not in corpus.annotations:
        fact = f"it has no annotation of {settings.layer}, which is to be scored"
        raise FormatError("missing-layer", fact, corpus.source, hint="CONLL-UA has it in the column DISCOURSE_DEIXIS")
    inherited = ("inexact_text", "empty_nodes", "own_ids", "notices", "files")
    return replace(corpus.annotation(settings.layer), **{name: getattr(corpus, name) for name in inherited})


def set_language(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Set the language by which words give types; the key's words say it for both sides."""
    from corefscope.types.words import WordLanguage

    language = WordLanguage(settings.guess_types, corpus.texts) if key is None else key.language
    return replace(corpus, language=language)


def add_types(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Give mentions the types of a file."""
    from corefscope.types.file import TypesFile
    from corefscope.types.mention_types import with_types

    path = str(settings.types)
    _, types_met = TypesFile.read(path).match(corpus)
    return replace(with_types(corpus, path)[0], types_met=types_met)


def resolve_duplicates(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Resolve mentions that are in several entities."""
    from corefscope.alignment.cleanup import resolve_repeats

    return resolve_repeats(corpus, settings.repeated, notices)


def leave_out_sets(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Warn of sets of split antecedents, which do not count."""
    from corefscope.anaphora.sets import notice_left_out

    notice_left_out(corpus, notices)
    return corpus


def drop_zeros(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Leave out empty nodes; with sets of split antecedents, only once the sets are made."""
    from corefscope.alignment.cleanup import without_zeros

    return without_zeros(corpus)
