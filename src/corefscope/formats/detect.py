"""How strongly the beginning of a file looks like each format; the registry takes the strongest.

Each predicate knows only its own format. A tie is reported as ambiguous. Files that are known and not read are at the
end, with what to do instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain, pairwise
from operator import itemgetter

from corefscope.formats.llm.forms import INLINE, LISTED
from corefscope.formats.table.header import ENTITY, ITEMS, LABELS, PAIRS

# CERTAIN: a declaration of the format; no other is asked. STRONG: a magic line or a required field.
# LIKELY: what is rare in files of a more general format, such as strings in place of spans in JSON.
# WEAK: a plausible shape, such as columns of which the last may hold clusters.
CERTAIN, STRONG, LIKELY, WEAK, NONE = 4, 3, 2, 1, 0
Predicate = Callable[[bytes], int]

SNIFFED_BYTES = 1 << 18  # a text may stand before the fields that tell


def _first_byte(head: bytes) -> bytes:
    return head[:100].lstrip()[:1]


def _begins(first: bytes, pattern: bytes, strength: int = STRONG) -> Predicate:
    """A file that begins so, after blanks. For most, the first byte tells, and the pattern is not even compiled."""

    def strength_of(head: bytes) -> int:
        byte = _first_byte(head)
        return strength if (not byte or byte in first) and re.match(pattern, head) else NONE

    return strength_of


def _lines(head: bytes) -> Iterator[bytes]:
    """The lines that are not empty, one at a time: often the first tells."""
    return map(itemgetter(0), re.finditer(rb"[^\r\n]+", head))


# ---------------------------------------------------------------- a magic beginning

BEFORE_ROOT = rb"\s*(?:<\?[^>]*\?>\s*|<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>]*>\s*)*"  # of XML
_BEFORE_XMI = rb"\s*(?:<\?xml[^>]*>\s*)?"
zip_archive = _begins(b"P", rb"PK\x03\x04", CERTAIN)
booknlp = _begins(b"C", rb"\s*COREF\tstart_token\tend_token\t")
brat = _begins(b"TREAMN#*", rb"\s*(?:[TREAMN#]\d+\t\S+[ :]|\*\t\S+ T\d)")
webanno = _begins(b"#", rb"#FORMAT=WebAnno TSV")
ecb = _begins(b"<", BEFORE_ROOT + rb"<Document\b[^>]*>\s*<token\s+t_id=")
xmi = _begins(b"<", _BEFORE_XMI + rb"<(?:\w+:)?XMI\s")
mmax = _begins(b"<", _BEFORE_XMI + rb"(?:<!DOCTYPE[^>]*>\s*)?<(?:mmax_project\b|words>\s*<word\s)")
apf = _begins(b"<", rb"\s*(?=<\?xml|<!DOCTYPE|<source_file)(?s:.*?)<source_file")
_coref_tags = _begins(b"<", rb"\s*(?=<)(?s:.*?)(?i:<COREF\s)", LIKELY)


def muc(head: bytes) -> int:
    """COREF tags, in capital letters, in a <DOC>, or with attributes that only MUC and OntoNotes have."""
    is_muc = re.search(rb"<COREF\s|(?i:<DOC\b|<COREF\s[^<>]*\b(?:REF|TYPE|MIN|STATUS)\s*=)", head)
    return _coref_tags(head) if is_muc else NONE


# ---------------------------------------------------------------- columns

# An id is a number officially; in practice it may be `person-1` or `e12`.
CELL = re.compile(rb"[-_]?$|(?=.*[()])[^\s\"{}\[\]]+$")
BEGIN = re.compile(rb"#\s*begin document\b\s*(.*)$")
_CONLLU_COMMENT = re.compile(rb"#\s*(?:newdoc|sent_id|global\.|text\s*=|newpar)", re.IGNORECASE)
_GLOBAL_ENTITY = re.compile(rb"^#\s*global\.Entity\b", re.MULTILINE)
# Some versions of Stanza put the chains under the key of named entities.
STANZA_CHAINS = re.compile(rb"[\t|](?:coref_chains=|ner=(?:unit|start|middle|end)-(?:repr-)?id\d)")
_STANZA_KEYS = b"coref_chains=", b"|ner=", b"\tner="  # one of which is in them
_STANZA_OFFSETS = rb"start_char=(?<=[\t|]start_char=)\d+\|end_char=\d"
_UA_COLUMNS = re.compile(rb"#\s*global\.columns\s*=.*\bIDENTITY\b", re.IGNORECASE)
_UA_CELL = re.compile(
    rb"\d\S*\s(?:.*\s)?\)*\([^\s=]+=[^\s|]*\|(?:\S*\|)?(?:Markable|Mention|Entity)_?ID=", re.IGNORECASE
)


def _column_lines(head: bytes) -> Iterator[bytes]:
    """The lines of a file of columns, which is neither JSON nor XML and declares no other format in its first line."""
    is_columns = _first_byte(head) != b"<" and not head.lstrip().startswith(b"#FORMAT") and not _objects(head)
    return _lines(head) if is_columns else iter(())


def _telling_line(head: bytes) -> bytes:
    """The first line that is a row of columns, begins a document, or is a comment of CoNLL-U."""
    for line in _column_lines(head):
        is_row = bool(line.strip()) and not line.startswith(b"#")
        if is_row or BEGIN.match(line) or _CONLLU_COMMENT.match(line):
            return line
    return b""


def conll(head: bytes) -> int:
    """A `#begin document` line, or a first row whose last column is a coreference cell."""
    line = _telling_line(head)
    if BEGIN.match(line):
        return CERTAIN
    columns = line.split(b"\t") if b"\t" in line else line.split()
    if line.startswith(b"#") or len(columns) < 2 or not CELL.match(columns[-1].strip()):
        return NONE
    return WEAK if b"\t" in line or not _is_in_prose(columns[-1]) else NONE


def _is_in_prose(word: bytes) -> bool:
    """Whether letters or signs are outside of a word's brackets, as in `(a friend).`"""
    before, behind = word.partition(b"(")[0], word.rpartition(b")")[2]
    outside = (b"" if b")" in before else before) + (b"" if b"(" in behind else behind)
    return bool(outside.strip(b"|_-"))


def corefud(head: bytes) -> int:
    """CoNLL-U, and certainly CorefUD if it declares its `Entity=`."""
    if not _is_conllu(head):
        return NONE
    return STRONG if _GLOBAL_ENTITY.search(head) else LIKELY


def stanza(head: bytes) -> int:
    """CoNLL-U with `coref_chains=`, or with Stanza's offsets and without any declaration of entities."""
    if not _is_conllu(head):
        return NONE
    has_chains = any(key in head for key in _STANZA_KEYS) and STANZA_CHAINS.search(head)
    return STRONG if has_chains or (re.search(_STANZA_OFFSETS, head) and not _GLOBAL_ENTITY.search(head)) else NONE


def _is_conllu(head: bytes) -> bool:
    """A comment of CoNLL-U, or ten columns: the first numbers words, the last holds `Key=Value` where it is filled."""
    line = _telling_line(head)
    if not line or line.startswith(b"#"):
        return bool(_CONLLU_COMMENT.match(line))
    lines = (line for line in _lines(head) if line.strip() and not line.startswith(b"#"))
    rows = (line.split(b"\t", 10) for line in lines)
    first = next(rows, [])
    if len(first) != 10 or not re.fullmatch(rb"\d+(?:[-.]\d+)?", first[0]):
        return False
    return b"=" in next((row[9] for row in chain([first], rows) if len(row) == 10 and row[9].strip() != b"_"), b"=")


def ua(head: bytes) -> int:
    """CoNLL-U Plus with a column IDENTITY, or rows with brackets that name entities and markables."""
    if b"=" not in head or not re.search(rb"identity|id=", head.lower()):
        return NONE
    for line in _column_lines(head):
        if BEGIN.match(line):
            return NONE
        if _UA_COLUMNS.match(line) or _UA_CELL.match(line):
            return CERTAIN
    return NONE


def table(head: bytes) -> int:
    """Parquet, or a header line that names a mention (or start and end) and an entity."""
    if head.startswith(b"PAR1"):
        return STRONG
    line = _first_line(head)
    if not any(name in line for name in (b"entity", b"id", b"cluster", b"label")):  # a long line is not split in vain
        return NONE
    names = {name.decode(errors="replace") for name in _header(head)}
    if ENTITY in names and {"mention", "start"} & names:
        return STRONG
    has_labels = not names.isdisjoint(ITEMS) and not names.isdisjoint(LABELS)
    return LIKELY if has_labels or any({*pair} <= names for pair in PAIRS) else NONE


def _first_line(head: bytes) -> bytes:
    return head.lstrip(b"\r\n").split(b"\n", 1)[0].strip().lower()


def _header(head: bytes) -> list[bytes]:
    """The cells of the first line, as names of columns."""
    header = _first_line(head)
    separator = b"\t" if b"\t" in header else b";" if b";" in header and b"," not in header else b","
    return [name.strip(b' "') for name in header.split(separator)]


def _incomplete_table(head: bytes, path: str) -> bool:
    columns = set(_header(head)) & {b"document", b"mention", b"start", b"end", b"last", b"entity"}
    return len(columns) > 1 or (bool(re.search(r"\.[ct]sv(\.\w+)?$", path.lower())) and not head.startswith(b"#"))


# By content and path, if no format is recognised: an empty file that annotates nothing in its text, and what is a
# table by its name or its header, so that the reader names the missing columns.
FALLBACKS: dict[str, Callable[[bytes, str], bool]] = {
    "brat": lambda head, path: not head.strip() and path.endswith(".ann"),
    "table": _incomplete_table,
}

# ---------------------------------------------------------------- JSON

_objects = _begins(b"[{", rb"\s*(?:\[\s*)?\{\s*[\"}]|\s*\[\s*\]")  # an object, or a list of objects
lists_of_values = _begins(b"[", rb"\s*\[[\s\[]*(?:-?\d|\"|\])")  # JSON without objects, such as [[[0, 1]]]
# A list of lists of objects, of which the first has an id: mentions in an answer of a language model have none.
stanza_json = _begins(b"[", rb"\s*\[\s*(?:\[\s*\]\s*,\s*)*\[\s*\{[^{}]*\"id\"\s*:")
_CHAIN = rb'"(?:predicted_)?coref_chain"\s*:|"cluster_id"\s*:'
_MENTION = rb'"(?:mention_id|m_id|tokens_number|tokens_ids)"\s*:'
_CLUSTERS = "clusters|predicted_clusters|mention_clusters|span_clusters|word_clusters|coref_chains|corefs"
# Fields that distinguish the JSON of annotation tools, which has no clusters, from that of systems.
_TOOLS = {
    "uima_json": ("%TYPES|%FEATURE_STRUCTURES",),
    "label_studio": ("annotations|completions|predictions", "result", "data|completed_by|from_name"),
    "prodigy": ("text", "spans|relations|tokens", "_task_hash|_input_hash|answer"),
    "doccano": ("text", "entities", "start_offset|relations"),
}


def _has_field(head: bytes, names: str) -> bool:
    quoted = (f'"{name}"'.encode() for name in names.split("|"))
    return any(field in head and re.search(re.escape(field) + rb"\s*:", head) for field in quoted)


def json(head: bytes) -> int:
    """An object, or a list of objects."""
    return WEAK if _objects(head) else NONE


def _tool(name: str, head: bytes) -> int:
    """All fields of a tool, and none that holds clusters."""
    is_tool = _objects(head) and all(_has_field(head, names) for names in _TOOLS[name])
    return STRONG if is_tool and not _has_field(head, _CLUSTERS) else NONE


uima_json, label_studio, prodigy, doccano = (partial(_tool, name) for name in _TOOLS)


def mention_list(head: bytes) -> int:
    """A list of objects, of which the first names a mention and its chain."""
    first = head[: head.find(b"}") + 1]
    return STRONG if _objects(head) and re.search(_CHAIN, first) and re.search(_MENTION, first) else NONE


# ---------------------------------------------------------------- answers of language models

# What a model thinks before it answers; templates may leave the opening tag out.
THOUGHT = rb"(?is:\A\s*<(think|thinking|reasoning|thought)>.*</\1>|\A.*</think>)"
_SECTION = rb"\A\s*===[ \t]+\S[^\n]*\n"  # the name of the first of several documents
_FIRST_FORMS = ("markdown", "marked", "tagged")  # the first of these wins over all later forms
# Fields of JSON Lines that hold a model's text.
_OUTPUTS = (b'output"', b'"response"', b'"completion"', b'"prediction"', b'"generated_text"', b'"messages"', b"_id")
_WRAPPED = (
    rb"\s*\{[^\n]*\"(?:(?:output|response|completion|prediction|generated_text|model_output)\"\s*:\s*(?:\"|null)"
    rb"|messages\"\s*:\s*\[|custom_id\"\s*:)"
)
# Clusters as objects with a list of mentions, in the field of clusters or alone.
_MENTIONS = rb"\[\s*(?:\{\s*\"(?:mention|text|string)\"\s*:\s*)?\""
_GROUPS = rb"\[\s*\{[^\[\]{}]{0,400}\"mentions\"\s*:\s*" + _MENTIONS
_STRINGS = (
    rb"clusters\"(?:(?<=\"clusters\")|(?<=\"predicted_clusters\"))"
    rb"\s*:\s*(?:\[|\{\s*\"[^\"\n]*\"\s*:)\s*" + _MENTIONS,
    rb"\"answers\"\s*:\s*\[",
    rb"\"mention\"\s*:\s*\"(?:[^\"\\\n]|\\.)*\"\s*,\s*\"(?:answer|antecedent|refers_to)\"\s*:",
    rb"\"mention_?[1a]\"\s*:\s*[\"{]",
    rb"\"pairs\"\s*:\s*\[\s*(?:\[\s*\"|\{\s*\"mention)",
    rb"clusters\"\s*:\s*" + _GROUPS,
    rb"\"(?:entities|chains|coreferences?)\"\s*:\s*(?:\[\s*" + _MENTIONS
    + rb"|\{\s*\"[^\"\n]*\"\s*:\s*" + _MENTIONS + rb"|" + _GROUPS + rb")",
)  # fmt: skip
_ALONE = (
    rb"\s*" + _GROUPS,
    rb"\s*\{\s*\"(?!(?:tokens?|sentences?|words?|text|speakers?|pos|document|paragraphs?)\")[^\"\n]{0,100}\"\s*:\s*"
    + _MENTIONS,
)
_FENCED = rb"(?m)^[ \t]*+```[ \t]*+(?i:jsonl?|jsonlines)?[ \t]*+\r?\n[\s\[]*[\[{]\s*[\"{\]}\d-]"
# An answer begins a line or follows a colon; a call in program text, such as `score([["a", "b"]])`, is not one,
# nor is the value of a JSON field.
_LIST_OF_STRINGS = (
    rb"(?m)(?:^|(?<!\"):)[ \t]*(?:\[\s*\[\s*(?:\{\s*\"(?:mention|text|string)\"\s*:\s*)?\"[^\"\n]*\"\s*[,\]]"
    rb"|\{\s*\"[^\"\n]{0,100}\"\s*:\s*[\[{]\s*[\[{\"])"
)
_JSON = rb"(?m)(?:^|(?<!\"):)[ \t]*[\[{]"
_is_xml = _begins(b"<", rb"\s*<(?:\?xml\b|!DOCTYPE\b|!--|root\b|Document\b)")


def _begins_documents(head: bytes) -> bool:
    """Return whether a line begins a document, as in no prose."""
    return b"begin document" in head and any(BEGIN.match(line) for line in _lines(head))


@lru_cache(1)
def _answers(head: bytes) -> tuple[bytes, bool]:
    """Return the answers at the start of a file, without the model's thoughts, and whether they are in JSON Lines."""
    from corefscope.formats.llm.answers import answers_of_records

    is_wrapped = any(name in head for name in _OUTPUTS) and bool(re.match(_WRAPPED, head))
    if not is_wrapped:
        return re.sub(THOUGHT, b"", head, count=1) if b"</" in head else head, False
    whole = head if len(head) < SNIFFED_BYTES else head[: head.rfind(b"\n") + 1]
    texts = [
        each.text.replace("\v", "\n").encode(errors="replace")
        for each in answers_of_records(whole.decode(errors="replace"))
    ]
    texts = texts or [head.replace(b'\\"', b'"').replace(b"\\n", b"\n")]
    return b"\n".join(re.sub(THOUGHT, b"", text, count=1) for text in texts), True


@lru_cache(1)
def strings(head: bytes) -> int:
    """JSON of strings, or JSON in a code fence."""
    if _first_byte(head) == b"=":
        head = re.sub(_SECTION, b"", head, count=1)
    text, is_wrapped = _answers(head)
    if _objects(text):
        is_alone = any(re.match(each, text) for each in _ALONE) and not _has_field(text, _CLUSTERS)
        if is_alone or any(re.search(each, text) for each in _STRINGS) or (is_wrapped and _has_field(text, _CLUSTERS)):
            return LIKELY
    if (_objects(text) and not is_wrapped) or (b"`" not in text and b'"' not in text) or _begins_documents(text):
        return NONE
    # Searching for a literal first is much faster than the patterns.
    is_fenced = b"```" in text and re.search(_FENCED, text)
    is_listed = re.search(rb"[\[{]\s*[\[{\"]", text) and (
        re.search(_LIST_OF_STRINGS, text)
        or (re.search(_JSON, text) and any(re.search(each, text) for each in _STRINGS))
    )
    return (LIKELY if is_wrapped else WEAK) if is_fenced or is_listed else NONE


def _prose(head: bytes) -> tuple[bytes, bool]:
    """Return the answers that may have marks, empty if they are JSON, and whether they are in JSON Lines."""
    text, is_wrapped = _answers(head)
    is_other = (_objects(head) and not is_wrapped) or _is_xml(head) or _begins_documents(head) or strings(head)
    return b"" if is_other else text, is_wrapped


def inline(name: str, head: bytes) -> int:
    """Marks of this form in prose, or in a field of JSON Lines, without strings or a form of higher precedence."""
    form = INLINE[name]
    if form.byte not in head or not form.sniff:
        return NONE
    text, is_wrapped = _prose(head)
    if not text or not re.search(form.sniff, text):
        return NONE
    before = _FIRST_FORMS[: _FIRST_FORMS.index(name)] if name in _FIRST_FORMS else ()
    is_other = any(re.search(INLINE[each].sniff, text) for each in before)
    return NONE if is_other else LIKELY if is_wrapped else WEAK


def listed(name: str, head: bytes) -> int:
    """JSON of strings, recognised by its fields, or lines of mentions in a text without marks."""
    if name == "strings":
        return strings(head)
    sniff = LISTED[name].sniff
    text, is_wrapped = _prose(head) if sniff else (b"", False)
    if not text or not re.search(sniff, text) or any(inline(each, head) for each in INLINE):
        return NONE
    return LIKELY if is_wrapped else WEAK


# Fields of JSON Lines that hold what a model wrote.
OUTPUT_FIELDS = ("output", "response", "completion", "prediction", "generated_text", "model_output")
NO_MARKUP = "no markup found in its text"
MARKUP_EXPECTED = "mark mentions as in [the ferry](#1), or name another form, which corefscope list formats shows"


def is_prose(head: bytes) -> bool:
    """Return whether it looks like text, not columns: no tabs, and most lines differ in length from the last.

    >>> is_prose(b"Here is the text:\\nThe ferry left."), is_prose(b"The 1\\nferry -\\nleft -")
    (True, False)
    """
    widths = [len(line.split()) for line in _lines(head)]
    same = sum(width == before for width, before in pairwise(widths))
    return bool(widths) and b"\t" not in head and _first_byte(head) not in _FIRST and 2 * same < len(widths)


# ---------------------------------------------------------------- known but not read

_OTHER_XML = "TEI|TEI\\.2|teiCorpus|GateDocument|NAF|FoLiA|paula|rst|typeSystemDescription"


def _root(names: str) -> str:
    """An XML file whose root has one of these names."""
    return rf"{BEFORE_ROOT.decode()}<(?:\w+:)?(?:{names})[\s>/]"


# Kind: (start, remedy). Nearly all files begin with another byte, so no pattern is compiled for them.
_FIRST = b"<{pqI("
UNREAD = {
    "HTML": (
        rf"(?i:{_root('html|head|body')}|\s*<!DOCTYPE html)",
        "save what the page shows; if it is the answer of a language model, name its form with --format",
    ),
    "a part of an MMAX2 project": (_root("markables|common_paths|annotationscheme|customization"), "name the .mmax"),
    "XML of another tool": (
        _root(_OTHER_XML),
        "export it in another format, or convert it; CoNLL columns or JSON with clusters are the simplest",
    ),
    "RTF": (r"\{\\rtf", "save it as plain text in UTF-8"),
    "BookNLP's tokens or quotations": (r"paragraph_ID\tsentence_ID\t|quote_start\tquote_end\t", "name the .entities"),
    "GAP": (r"ID\tText\tPronoun\tPronoun-offset\t", "corefscope challenge gap scores it"),
    "a treebank": (r"\s*\(\s*\((?:S|TOP|ROOT)\b|\s*\((?:S|TOP|ROOT) \(", "name the file that holds coreference"),
}


def unread_kind(head: bytes) -> tuple[str, str] | None:
    """Return the known but unsupported kind of a file, and the remedy; None if the file may be readable."""
    byte = _first_byte(head)
    if byte and byte not in _FIRST:
        return None
    return next(((kind, hint) for kind, (begins, hint) in UNREAD.items() if re.match(begins.encode(), head)), None)
