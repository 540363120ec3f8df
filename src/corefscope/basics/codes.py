"""The codes of errors and warnings: what programs look at instead of the words, and the option that helps.

An error has its words where it is raised, a warning here. `docs/messages.md` says what each code means.
"""

from __future__ import annotations

# The codes of errors and warnings for which an option helps. `--clusters` and `--format` stand for those of the side
# that is read, such as --response-clusters.
_HELPFUL = {
    "--align": "different-units different-words no-spans-in-characters no-text-to-align shifted-mentions",
    "--average": "needs-micro-average",
    "--by": "no-groups",
    "--clusters": "several-cluster-fields no-cluster-field no-coreference-relation not-json undeclared-clusters",
    "--drop": "missing-parse",
    "--engine": "engine-cannot needs-engine no-java",
    "--field": "mean-has-only-f1",
    "--format": "ambiguous-format empty-folder unknown-format unread-format",
    "--jobs": "out-of-memory",
    "--layer": "missing-layer",
    "--match": "missing-heads missing-minimum-spans missing-spans too-many-candidates",
    "--memory-limit": "engine-out-of-memory",
    "--metric": "bad-parameter metric-cannot no-metric",
    "--names": "bad-names",
    "--per-document": "counts-not-saved",
    "--port": "port-in-use",
    "--repeated": "repeated-mention repeated-mention-unscored repeated-in-one-entity repeated-in-two-entities",
    "--scope": "divided-unit missing-entity-ids no-such-scope unit-too-large",
    "--show": "several-tables",
    "--spark-master": "engine-does-not-start",
    "--spill": "no-space-to-spill",
    "--split": "sets-left-out",
    "--test": "too-many-exchanges",
    "--to": "cannot-be-written unknown-ending",
    "--trials": "few-trials too-few-trials",
    "--types": "missing-mention-types",
    "--window": "missing-sentences",
    "--zeros": "missing-dependencies",
}
SETTINGS = {code: option for option, codes in _HELPFUL.items() for code in codes.split()}

LOST = {  # a mention is not there any more in what is read or written
    "lost-bad-tag": "mention lost: its tag cannot be read",
    "lost-crossing": "mention lost: it crosses another of its entity",
    "lost-crowded": "mention lost: too many empty nodes in a row",
    "lost-in-alignment": "mention lost in alignment",
    "lost-line-break": "mention lost: nothing but a line break",
    "lost-never-closes": "mention lost: its markup never closes",
    "lost-never-opened": "mention lost: its markup was never opened",
    "lost-not-in-text": "mention lost: its words are not in the text",
    "lost-without-entity": "mention lost: it names no entity",
    "lost-without-letters": "mention lost: it has no letters",
    "lost-without-words": "mention lost: it has no words",
    "lost-zero": "mention lost: a zero",
}
CHANGED = {  # a mention is written as another one
    "changed-characters": "mention changed: its characters will be taken for tokens",
    "changed-empty-nodes": "mention changed: its empty nodes are left out",
    "changed-gaps": "mention changed: its gaps are filled",
    "changed-line-breaks": "mention changed: line breaks at its ends are left out",
    "changed-numbers": "mention changed: an empty node gets another number",
}
# Warnings whose words are those of their code.
_SPELT_OUT = """
    anchor-chosen anchor-not-written annotation-left-out annotation-not-written column-not-kept comment-ignored
    contradicting-reference coordinated-heads different-text different-words document-name-changed
    element-out-of-place entity-ids-changed entity-in-several-documents entity-of-several-types
    entity-type-not-written entity-without-mentions few-documents few-trials field-missing file-skipped
    folder-not-read gold-mention-missing group-not-written head-not-kept head-not-written head-unknown
    key-without-mentions mention-across-sentences minimum-not-written no-coreference no-mention-left
    not-a-gold-mention not-by-group not-by-type one-document-only one-phrase-only optional-mention
    output-without-mentions paired-by-order paired-by-text part-of-a-token relation-ignored relation-left-out
    relation-not-written relation-without-mentions response-without-mentions set-of-one-member several-anchors
    several-answers several-layers split-antecedent submission-for-no-data-set text-differs text-ends-early
    text-not-written thinking-left-out type-not-written unknown-attribute unknown-mention-type unknown-relation
    widened-to-tokens word-changed words-changed words-deleted words-inserted words-unknown written-across-sentences
    written-crossing
"""
# Every warning and its words.
WARNINGS = {
    **LOST,
    **CHANGED,
    **{code: code.replace("-", " ") for code in _SPELT_OUT.split()},
    "annotators-without-common-document": "annotators without a common document",
    "broken-plugin": "plug-in that cannot be loaded",
    "closed-and-opened": "closed and opened at one token",
    "column-changes-in-document": "column that changes within its document",
    "column-changes-in-entity": "column that changes within its entity",
    "coref-id-repeated": "COREF ID repeated",
    "divided-by-documents": "entity of several documents becomes one in each",
    "document-missing": "document missing from the response",
    "document-of-one-annotator": "document of one annotator only",
    "document-only-in-response": "document only in the response",
    "document-without-end": "document without an end",
    "document-without-group": "document without a group",
    "document-without-mentions": "document without mentions not written",
    "empty-output": "output empty",
    "entity-line-alone": "entity line without a mention line",
    "few-documents-for-bootstrap": "few documents for the bootstrap",
    "folder-without-key": "folder without a key",
    "guessed-types": "mention type guessed from words",
    "head-outside-mention": "head outside its mention",
    "line-outside-document": "line outside any document",
    "link-without-mention": "link that is no mention",
    "mention-outside-document": "mention outside its document",
    "mention-without-entity": "mention without an entity",
    "mention-without-place": "mention without a place",
    "min-alternatives": "MIN alternatives left out",
    "min-not-found": "MIN not found",
    "minimum-outside-mention": "minimum span outside its mention",
    "no-mention-shared": "no mention is shared",
    "not-by-entity-type": "not by entity-type",
    "not-ident": "mention left out: TYPE is not IDENT",
    "not-utf8": "not UTF-8",
    "out-of-reach": "significance out of reach",
    "parent-before-zero": "zero without dependencies: the word before it is taken for its parent",
    "question-without-answer": "question without an answer",
    "repeated-in-one-entity": "mention repeated in one entity",
    "repeated-in-two-entities": "mention repeated in two entities",
    "sentence-not-selected": "mention left out: its sentence is not in the list",
    "sentences-of-key-only": "only the key is cut to a list of sentences",
    "row-without-word": "row without a word",
    "set-of-itself": "a set leads back to itself",
    "nothing-linked": "no pronoun is linked",
    "nothing-annotated": "a metric scores what a side does not have",
    "metric-without-sets": "metrics are not defined with sets of split antecedents",
    "sets-left-out": "sets of split antecedents are left out",
    "shifted-mentions": "mentions seem to be shifted",
    "swapped-sides": "key and response may be swapped",
    "tag-apart": "tag apart from its word",
    "text-outside-doc": "text outside <DOC>",
    "trailing-comma": "comma too many",
    "truncated-output": "output truncated",
    "undeclared-clusters": "clusters without the fields that say how to read them",
    "unused-type": "type of no mention",
    "without-text": "mention left out: no text",
}
