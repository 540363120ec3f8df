"""The settings of tasks and of scorers in use, each with its source; a preset is an entry of PRESETS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from corefscope.problems import UnknownName


class Preset(NamedTuple):
    """The settings of a task, and their source."""

    name: str
    source: str
    values: Mapping[str, str]
    dialect: str = ""  # how a scorer in use computes "CoNLL F1", in a few words; empty for a task
    metrics: tuple[str, ...] = ()  # what the task is scored by, if not by the usual metrics


CROSS_DOCUMENT = "cross-document"


def _columns(year: int, source: str, values: Mapping[str, str]) -> tuple[Preset, ...]:
    """The settings of a CRAC shared task on multilingual coreference, and of the other columns of its tables."""
    name = f"crac{year}"
    others = {"partial": {"match": "partial"}, "exact": {"match": "exact"}, "singletons": {"singletons": "keep"}}
    columns = {column: {**values, **changed} for column, changed in others.items() if {**values, **changed} != values}
    return Preset(name, source, values), *(
        Preset(f"{name}-{column}", f"the column “{column}” of {name}", each) for column, each in columns.items()
    )


_HEAD = {"match": "head", "singletons": "drop", "zeros": "dependent"}
_WITH_SETS = {"match": "exact", "singletons": "keep", "split": "keep", "boundary": "either"}
PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "conll2012",
            "Pradhan et al. 2014, scorer v8.01",
            {"match": "exact", "singletons": "keep", "repeated": "official"},
            "the official scorer: singletons count, counts add over documents",
        ),
        *_columns(2022, "Žabokrtský et al. 2022, CRAC 2022 shared task", {"match": "partial", "singletons": "drop"}),
        *_columns(2023, "Žabokrtský et al. 2023, CRAC 2023 shared task", {"match": "head", "singletons": "drop"}),
        *_columns(2024, "Novák et al. 2024, CRAC 2024 shared task", _HEAD),
        *_columns(2025, "CRAC 2025 shared task, scored as in 2024", _HEAD),
        *_columns(2026, "CRAC 2026 shared task, scored as in 2024", _HEAD),
        Preset("codicrac-anaphora", "Khosla et al. 2021, Yu et al. 2022, CODI-CRAC 2021 and 2022, task 1", _WITH_SETS),
        Preset(
            "codicrac-bridging",
            "CODI-CRAC 2021 and 2022, task 2",
            _WITH_SETS,
            metrics=("bridging(level=anaphor)", "bridging(level=mention)", "bridging"),
        ),
        Preset("codicrac-deixis", "CODI-CRAC 2021 and 2022, task 3", {**_WITH_SETS, "layer": "deixis"}),
        Preset(
            CROSS_DOCUMENT,
            "Cattan et al. 2021; `score` shows topic, corpus and document side by side",
            {"match": "exact", "singletons": "drop", "scope": "topic"},
        ),
        Preset(
            "clustering",
            "records and clusters without a text: see “I have clusters, not text”",
            {},
            metrics=("pairwise", "b3", "entities"),
        ),
        Preset(
            "litbank",
            "Bamman et al. 2020; LitBank annotates singletons, and they count",
            {"match": "exact", "singletons": "keep"},
        ),
        Preset(
            "e2e",
            "Lee et al. 2017, e2e-coref; copied into SpanBERT, s2e-coref, fastcoref and AllenNLP",
            {"match": "exact", "singletons": "e2e", "repeated": "coval"},
            "singletons of both sides left out in B³, those of the response in CEAFe",
        ),
        Preset(
            "longdoc",
            "Toshniwal et al. 2021, fast-coref; also in Maverick and BookCoref",
            {"match": "exact", "singletons": "keep", "repeated": "coval"},
            "singletons count, as officially",
        ),
        Preset(
            "stanza",
            "Stanza's ClusterChecker, Qi et al. 2020",
            {"match": "exact", "singletons": "stanza", "repeated": "stanza", "average": "means"},
            "the F1 of the documents' mean recall and mean precision",
        ),
        Preset(
            "coval",
            "Moosavi & Strube 2016, coval",
            {"match": "exact", "singletons": "keep", "repeated": "coval"},
            "as officially, except where a mention is in two entities",
        ),
        Preset(
            "corefud",
            "Novák et al. 2024, corefud-scorer with its own defaults",
            {"match": "head", "singletons": "drop", "zeros": "dependent", "repeated": "corefud", "boundary": "either"},
            "mentions match by head, singletons are left out",
        ),
        Preset(
            "ua",
            "Yu et al. 2022, 2023, the scorers of Universal Anaphora",
            {**_WITH_SETS, "repeated": "corefud"},
            "singletons and sets of split antecedents count",
        ),
    )
}
DIALECTS = {name: preset for name, preset in PRESETS.items() if preset.dialect}


def preset_named(name: str) -> Preset:
    if not isinstance(name, str) or name not in PRESETS:
        raise UnknownName("preset", name, PRESETS)
    return PRESETS[name]
