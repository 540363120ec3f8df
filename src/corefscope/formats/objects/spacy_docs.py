"""Clusters of spaCy Docs, wherever a component leaves them.

Three components write `doc._.coref_clusters`, one in characters, one in tokens, one as objects. Numbers do not tell
which, so the component is named, or found in the pipeline that made the Docs.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import index
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.objects.nesting import show
from corefscope.model import Document, Mention
from corefscope.problems import FormatError, Notices

GROUPS = "coref_clusters"  # the prefix of span groups, as spacy-experimental numbers them
FASTCOREF, CROSSLINGUAL, NEURALCOREF, COREFEREE = "fastcoref", "crosslingual", "neuralcoref", "coreferee"
SOURCES = (FASTCOREF, CROSSLINGUAL, NEURALCOREF, COREFEREE)
FACTORIES = {  # as pipelines call the components
    "fastcoref": FASTCOREF,
    "xx_coref": CROSSLINGUAL,
    "neuralcoref": NEURALCOREF,
    "coreferee": COREFEREE,
    "experimental_coref": GROUPS,
    "experimental_span_resolver": GROUPS,
}
SAY = (
    'say which with key_clusters= or response_clusters= "fastcoref", "crosslingual", "neuralcoref" or "coreferee", or '
    "read the Docs with cs.read(docs, clusters=nlp)"
)
NAMES = ("doc_key", "id", "doc_id", "document_id", "name")


def read(docs: Sequence[Any], source: str, field: Any, notices: Notices) -> tuple[list[Document], bool]:
    """The documents, and whether their mentions are nothing but heads; `field` is a source, a prefix or a pipeline."""
    component = _of_pipeline(field, source) if hasattr(field, "pipe_names") else field
    component = _place_of_clusters(docs, source) if component is None else component
    groups = sorted({str(name) for doc in docs for name in doc.spans})
    if component not in SOURCES and groups and not any(_groups(doc, component) for doc in docs):
        hint = f"the Docs have {', '.join(groups[:12])}; components: {', '.join(SOURCES)}"
        raise FormatError("no-cluster-field", f"no span group is called {quoted(component)}_1", source, hint=hint)
    return [_document(doc, component, source, notices) for doc in docs], component == COREFEREE


def _of_pipeline(nlp: Any, source: str) -> str:
    factories = getattr(nlp, "pipe_factories", None) or {}
    components = {FACTORIES.get(factories.get(name, name)) or FACTORIES.get(name) for name in nlp.pipe_names} - {None}
    if len(components) != 1:
        fact = (
            f"the pipeline has {len(components) or 'no'} known components for coreference: {', '.join(nlp.pipe_names)}"
        )
        raise FormatError("no-cluster-field", fact, source, hint=f"name one: {', '.join(SOURCES)}")
    return str(components.pop())


def _place_of_clusters(docs: Sequence[Any], source: str) -> str:
    """Where the Docs have clusters, if there is no doubt."""
    places = {each for doc in docs for each in _places(doc)}
    if len(places) == 1 and None not in places:
        return str(places.pop())
    if not places:
        groups = sorted({str(name) for doc in docs for name in doc.spans})
        has = f"the Docs have the span groups {', '.join(groups[:12])}" if groups else "the Docs have no span groups"
        hint = f"{has}; name the prefix of the groups, or the component, with key_clusters= or response_clusters="
        raise FormatError("no-cluster-field", "no Doc has clusters", source, hint=hint)
    if None in places:
        fact = "doc._.coref_clusters may be of fastcoref (in characters) or of crosslingual-coreference (in tokens)"
        raise FormatError("several-cluster-fields", fact, source, hint=SAY)
    fact = f"the Docs have clusters in several places: {', '.join(sorted(map(str, places)))}"
    raise FormatError("several-cluster-fields", fact, source, hint=SAY)


def _places(doc: Any) -> list[str | None]:
    """Where a Doc has clusters; None is an attribute that does not tell who wrote it."""
    places: list[str | None] = [GROUPS] if _groups(doc, GROUPS) else []
    clusters = _extension(doc, "coref_clusters")
    if clusters:
        places.append(NEURALCOREF if hasattr(clusters[0], "mentions") else None)
    if _extension(doc, "coref_chains") is not None:
        places.append(COREFEREE)
    return places


def _extension(doc: Any, name: str) -> Any | None:
    return getattr(doc._, name) if doc.has_extension(name) else None


def _groups(doc: Any, prefix: str) -> list[Any]:
    """The span groups of a prefix, underscore and number, in order of their numbers."""
    matches = (re.fullmatch(f"{re.escape(prefix)}_([0-9]+)", name) for name in doc.spans)
    numbered = [(int(match[1]), match[0]) for match in matches if match]
    return [doc.spans[name] for _, name in sorted(numbered)]


def _document(doc: Any, component: str, source: str, notices: Notices) -> Document:
    if component == FASTCOREF:
        tokens = _Tokens(doc, source, notices)
        clusters = [[tokens.mention(*span) for span in cluster] for cluster in _pairs(doc, component, source, notices)]
    elif component == CROSSLINGUAL:
        clusters = [
            [_span(doc, first, last + 1, source) for first, last in cluster]
            for cluster in _pairs(doc, component, source, notices)
        ]
    elif component == NEURALCOREF:
        clusters = [[mention(span) for span in cluster.mentions] for cluster in _clusters(doc, component, source)]
    elif component == COREFEREE:
        chains = _extension(doc, "coref_chains")
        clusters = [[_of_heads(each, notices, source) for each in chain] for chain in chains or ()]
    else:
        clusters = [[mention(span) for span in group] for group in _groups(doc, component)]
    return document(doc, [cluster for cluster in clusters if cluster])


def _clusters(doc: Any, component: str, source: str) -> Sequence[Any]:
    clusters = _extension(doc, "coref_clusters") or ()
    if not isinstance(clusters, Sequence):
        raise _unlike(clusters, component, source)
    if clusters and hasattr(clusters[0], "mentions") != (component == NEURALCOREF):
        raise _unlike(clusters[0], component, source)
    return clusters


def _pairs(doc: Any, component: str, source: str, notices: Notices) -> list[list[tuple[int, int]]]:
    """Clusters of pairs of numbers; fastcoref writes None for a mention that has no place."""
    clusters: list[list[tuple[int, int]]] = []
    for cluster in _clusters(doc, component, source):
        try:
            placed = [span for span in cluster if span is not None and None not in span]
            clusters.append([(index(start), index(end)) for start, end in placed])
        except (TypeError, ValueError):
            raise _unlike(cluster, component, source) from None
        if len(placed) < len(cluster):
            text = "a cluster has None instead of a span"
            notices.add("mention-without-place", text, source, count=len(cluster) - len(placed))
    return clusters


def _unlike(value: Any, component: str, source: str) -> FormatError:
    fact = f"doc._.coref_clusters has {show(value)}, not what {component} writes"
    return FormatError("bad-record", fact, source, hint=SAY)


def _span(doc: Any, start: int, end: int, source: str) -> Mention:
    if not 0 <= start < end <= len(doc):
        raise FormatError(
            "mention-outside-text", f"a mention reaches from {start} to {end} of {len(doc)} tokens", source
        )
    return mention(doc[start:end])


def _of_heads(mention: Any, notices: Notices, source: str) -> Mention:
    """coreferee marks one head token of a mention; several are a coordination, of which the first is kept."""
    if len(mention.token_indexes) > 1:
        text = f"tokens {', '.join(map(str, mention.token_indexes))} are the heads of one mention; the first is kept"
        notices.add("coordinated-heads", text, source)
    head = int(mention.root_index)
    return Mention(head, head + 1, head=head)


def mention(span: Any) -> Mention:
    """A Span with its head where the Doc has a parse."""
    return Mention(span.start, span.end, head=span.root.i if span.doc.has_annotation("DEP") else None)


def document(doc: Any, entities: list[list[Mention]]) -> Document:
    """A Doc with its words and, where they are known, its sentences."""
    sentences = [(each.start, each.end) for each in doc.sents] if doc.has_annotation("SENT_START") else None
    known = (doc.user_data.get(name) for name in NAMES)
    name = next((each for each in known if isinstance(each, str)), "")
    return Document(name, entities, words=[token.text for token in doc], sentences=sentences)


class _Tokens:
    """The tokens of a Doc by their characters."""

    def __init__(self, doc: Any, source: str, notices: Notices) -> None:
        self.doc, self.source, self.notices = doc, source, notices
        self.starts = [token.idx for token in doc]
        self.ends = [token.idx + len(token) for token in doc]

    def mention(self, start: int, end: int) -> Mention:
        """The tokens that lie in these characters, the end excluded, widened to whole tokens."""
        first, after = bisect_right(self.ends, start), bisect_left(self.starts, end)
        if not 0 <= start < end or first >= after:
            fact = f"a mention reaches from character {start} to {end} of {len(self.doc.text)}"
            raise FormatError("mention-outside-text", fact, self.source)
        if self.starts[first] != start or self.ends[after - 1] != end:
            text = f"{quoted(self.doc.text[start:end])} is no run of whole tokens"
            self.notices.add("widened-to-tokens", text, self.source)
        return mention(self.doc[first:after])
