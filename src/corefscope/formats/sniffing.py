"""How formats are recognised by the beginning of a file. A file that could be of two formats is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain

# An id is a number officially; in practice it may be `person-1` or `e12`.
CELL = re.compile(rb"[-_]?$|(?=.*[()])[^\s\"{}\[\]]+$")
BEGIN = re.compile(rb"#\s*begin document\b\s*(.*)$")
_CONLLU_COMMENT = re.compile(rb"#\s*(?:newdoc|sent_id|global\.|text\s*=|newpar)", re.IGNORECASE)
# Some versions of Stanza put the chains under the key of named entities.
STANZA_CHAINS = re.compile(rb"[\t|](?:coref_chains=|ner=(?:unit|start|middle|end)-(?:repr-)?id\d)")
_STANZA_CHAINS = b"coref_chains=", b"|ner=", b"\tner="  # one of which is in them
_STANZA_OFFSETS = rb"start_char=(?<=[\t|]start_char=)\d+\|end_char=\d"
_GLOBAL_ENTITY = re.compile(rb"^#\s*global\.Entity\b", re.MULTILINE)
_CHAIN = rb'"(?:predicted_)?coref_chain"\s*:|"cluster_id"\s*:'
_MENTION = rb'"(?:mention_id|m_id|tokens_number|tokens_ids)"\s*:'
_UA_COLUMNS = re.compile(rb"#\s*global\.columns\s*=.*\bIDENTITY\b", re.IGNORECASE)
_UA_CELL = re.compile(
    rb"\d\S*\s(?:.*\s)?\)*\([^\s=]+=[^\s|]*\|(?:\S*\|)?(?:Markable|Mention|Entity)_?ID=", re.IGNORECASE
)
_BRAT = rb"[TREAMN#]\d+\t\S+[ :]|\*\t\S+ T\d"
_MARKUP = rb"\s*(?:<|#FORMAT=WebAnno|COREF\t|" + _BRAT + rb")"
# The markup of language models, in order of precedence; anything around it may be prose.
_IN_PROSE = {
    "markdown": rb"\] ?\(#[^()\[\]\n]{0,100}\)",
    "marked": rb"<m>[^<>]*(?:<m>|\|)",
    "tagged": rb"\|(?<=[^\s|]\|)(?:\[\w+\]?|\w+\])(?:,|\s|\\n|\"|$)",
}
# Forms that are ambiguous with any other.
_NAMES = rb"m|mention|markable|entity|ent|e|cluster|c|coref|span"
_NO_PRECEDENCE = {
    "hashed": rb"</m> ?#(?:\w| \d)",
    "elements": rb"<(?i:" + _NAMES + rb")(?:[_-]?\d+|(?:\s+[\w:-]+\s*=\s*[^\s<>]+)+\s*)>",
    "subscripts": rb"\[[^\[\]]*\]\$?_(?:\{|\w)",
    "parentheses": rb"\[[^\[\]]*\]\([ \t]*[A-Za-z_-]{0,20}\d{1,9}[ \t]*\)",
}
# What a model thinks before it answers; templates may leave the opening tag out.
THOUGHT = rb"(?is:\A\s*<(think|thinking|reasoning|thought)>.*</\1>|\A.*</think>)"
_SECTION = rb"\A\s*===[ \t]+\S[^\n]*\n"  # the name of the first of several documents
_FORMS = {**_IN_PROSE, **_NO_PRECEDENCE}
# A byte of each, which is looked for first: most files have none of them, and are sniffed whenever they are read.
_SIGNS = {"marked": b"<", "tagged": b"|", "hashed": b"<", "elements": b"<"}
# A model's text in a field of JSON Lines, and strings in JSON. Patterns begin with what is rare: that is found fast.
_OUTPUTS = (b'output"', b'"response"', b'"completion"', b'"prediction"', b'"generated_text"')
_WRAPPED = rb"\s*\{[^\n]*\"(?:output|response|completion|prediction|generated_text|model_output)\"\s*:\s*(?:\"|null)"
_STRINGS = (
    rb"clusters\"(?:(?<=\"clusters\")|(?<=\"predicted_clusters\"))"
    rb"\s*:\s*(?:\[|\{\s*\"[^\"\n]*\"\s*:)\s*\[\s*(?:\{\s*)?\""
)
# Clusters as objects with a list of mentions, in the field of clusters or alone.
_GROUPS = rb"\[\s*\{[^\[\]{}]{0,400}\"mentions\"\s*:\s*\[\s*(?:\{\s*\"mention\"\s*:\s*)?\""
_GROUPED = rb"clusters\"\s*:\s*" + _GROUPS
_ANSWERS = rb"\"answers\"\s*:\s*\["
_ANSWER = rb"\"mention\"\s*:\s*\"(?:[^\"\\\n]|\\.)*\"\s*,\s*\"(?:answer|antecedent|refers_to)\"\s*:"
# The same, escaped in a string.
_ESCAPED = rb"```(?:jsonl?)?\\n\s*[\[{]|\[(?:\s|\\n)*\[(?:\s|\\n)*\\\"|\\\"clusters\\\"\s*:"
_FENCED = rb"(?m)^[ \t]*```[ \t]*(?i:jsonl?|jsonlines)?[ \t]*\r?\n\s*[\[{]"
# An answer begins a line or stands behind a colon; a call in program text, as `score([["a", "b"]])`, is none, and
# behind the name of a field it is a part of JSON.
_LIST_OF_STRINGS = rb"(?m)(?:^|(?<!\"):)[ \t]*\[\s*\[\s*\"[^\"\n]*\"\s*[,\]]"


def _beginning(first: bytes, pattern: bytes) -> Callable[[bytes], bool]:
    """Whether a file begins so, after blanks. For most, the first byte tells, and the pattern is not even compiled."""

    def begins(head: bytes) -> bool:
        byte = head[:100].lstrip()[:1]
        return (not byte or byte in first) and bool(re.match(pattern, head))

    return begins


_objects = _beginning(b"[{", rb"\s*(?:\[\s*)?\{\s*[\"}]|\s*\[\s*\]")  # an object, or a list of objects
_STANZA_CHAIN = rb"\s*\[\s*\{\s*\"index\"\s*:\s*\d+\s*,\s*\"representative\"\s*:"
# A list of lists of objects, or what coref_chains_as_dicts gives.
stanza_json = _beginning(b"[", rb"\s*\[\s*(?:\[\s*\]\s*,\s*)*\[\s*\{\s*\"|" + _STANZA_CHAIN)
lists_of_values = _beginning(b"[", rb"\s*\[[\s\[]*(?:-?\d|\"|\])")  # JSON without objects, as [[[0, 1]]]
BEFORE_ROOT = rb"\s*(?:<\?[^>]*\?>\s*|<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>]*>\s*)*"  # of XML
_xml = _beginning(b"<", rb"\s*<(?:\?xml\b|!DOCTYPE\b|!--|root\b|Document\b)")
ecb = _beginning(b"<", BEFORE_ROOT + rb"<Document\b[^>]*>\s*<token\s+t_id=")
zip_archive = _beginning(b"P", rb"PK\x03\x04")
xmi = _beginning(b"<", rb"\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?XMI\s")
mmax = _beginning(b"<", rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE[^>]*>\s*)?<(?:mmax_project\b|words>\s*<word\s)")
booknlp = _beginning(b"C", rb"\s*COREF\tstart_token\tend_token\t")
brat = _beginning(b"TREAMN#*", rb"\s*(?:" + _BRAT + rb")")
webanno = _beginning(b"#", rb"#FORMAT=WebAnno TSV")
apf = _beginning(b"<", rb"\s*(?=<\?xml|<!DOCTYPE|<source_file)(?s:.*?)<source_file")
# Fields, each in quotes and before a colon, by which the JSON of tools is told from that of systems.
_TOOLS = {
    "uima_json": ("%TYPES|%FEATURE_STRUCTURES",),
    "label_studio": ("annotations|completions|predictions", "result", "data|completed_by|from_name"),
    "prodigy": ("text", "spans|relations|tokens", "_task_hash|_input_hash|answer"),
    "doccano": ("text", "entities", "start_offset|relations"),
}
_coref_tags = _beginning(b"<", rb"\s*(?=<)(?!(?s:.*)<source_file)(?s:.*?)(?i:<COREF\s)")
# Small <coref id="1"> alone is what a language model writes.
_OF_MUC = rb"<COREF\s|(?i:<DOC\b|<COREF\s[^<>]*\b(?:REF|TYPE|MIN|STATUS)\s*=)"


_CLUSTERS = "clusters|predicted_clusters|mention_clusters|span_clusters|word_clusters|coref_chains|corefs"
JSON_BYTES = 1 << 22  # of JSON that are looked at if no field in the usual beginning tells whose it is


def _has_field(head: bytes, names: str) -> bool:
    quoted = (f'"{name}"'.encode() for name in names.split("|"))
    return any(field in head and re.search(re.escape(field) + rb"\s*:", head) for field in quoted)


def _of_tool(name: str, head: bytes) -> bool:
    """All fields of a tool, and none that holds clusters."""
    is_tool = bool(_objects(head)) and all(_has_field(head, names) for names in _TOOLS[name])
    return is_tool and not _has_field(head, _CLUSTERS)


def is_undecided(head: bytes) -> bool:
    """JSON of which too little is known to say whose it is: its first record may be long."""
    return not _has_field(head, _CLUSTERS) and json(head)


uima_json, label_studio, prodigy, doccano = (partial(_of_tool, name) for name in _TOOLS)


def json(head: bytes) -> bool:
    """An object, or a list of objects, unless its fields are those of another format or of an answer."""
    return bool(_objects(head)) and not (_is_other_json(head) or strings(head) or _is_wrapped(head))


@lru_cache(maxsize=1)  # of the file that is sniffed
def _is_other_json(head: bytes) -> bool:
    is_tool = any(_of_tool(name, head) for name in _TOOLS)
    return bool(is_tool or mention_list(head) or stanza_json(head))


def muc(head: bytes) -> bool:
    """COREF tags, in capital letters, in a <DOC>, or with attributes that only MUC and OntoNotes have."""
    return _coref_tags(head) and bool(re.search(_OF_MUC, head))


def mention_list(head: bytes) -> bool:
    """A list of objects, of which the first names a mention and its chain."""
    first = head[: head.find(b"}") + 1]
    return bool(_objects(head) and re.search(_CHAIN, first) and re.search(_MENTION, first))


def _lines(head: bytes) -> Iterator[bytes]:
    """The lines that are not empty, one at a time: often the first tells."""
    return (line[0] for line in re.finditer(rb"[^\r\n]+", head))


def _has_begin(head: bytes) -> bool:
    return b"begin document" in head and any(BEGIN.match(line) for line in _lines(head))


def strings(head: bytes) -> bool:
    """JSON of strings, or JSON in a code fence."""
    if head[:100].lstrip().startswith(b"==="):
        head = re.sub(_SECTION, b"", head, count=1)
    if _objects(head):
        return not _is_other_json(head) and (
            any(re.search(each, head) for each in (_STRINGS, _ANSWERS, _ANSWER, _GROUPED))
            or bool(re.match(rb"\s*" + _GROUPS, head))
            or (_has_output(head) and bool(re.search(_ESCAPED, head)))
        )
    if (b"`" not in head and b'"' not in head) or _has_begin(head):
        return False
    head = _without_thought(head)
    # What the patterns contain is found much faster than what may be before it.
    if b"```" in head and re.search(_FENCED, head):
        return True
    return bool(re.search(rb"\[\s*\[\s*\"", head) and re.search(_LIST_OF_STRINGS, head))


@lru_cache(maxsize=1)
def _has_output(head: bytes) -> bool:
    """The first line has a field of a model's output."""
    return any(name in head for name in _OUTPUTS) and bool(re.match(_WRAPPED, head))


def _is_wrapped(head: bytes) -> bool:
    """JSON Lines with marked-up text."""
    return _has_output(head) and any(re.search(pattern, _plain(head)) for pattern in _FORMS.values())


def _plain(head: bytes) -> bytes:
    """The beginning of a file, without the escapes of JSON Lines."""
    return head.replace(b'\\"', b'"') if _has_output(head) else head


def _without_thought(head: bytes) -> bytes:
    """An answer without what the model thought before it, which may try other forms."""
    return re.sub(THOUGHT, b"", head, count=1) if b"</" in head else head


def ua(head: bytes) -> bool:
    """CoNLL-U Plus with a column IDENTITY, or rows with brackets that name entities and markables."""
    if b"=" not in head or re.match(_MARKUP, head) or _objects(head):
        return False
    if not re.search(rb"identity|id=", head.lower()):
        return False
    for line in _lines(head):
        if BEGIN.match(line):
            return False
        if _UA_COLUMNS.match(line) or _UA_CELL.match(line):
            return True
    return False


def conll(head: bytes) -> bool:
    """A `#begin document` line, or a first line of columns whose last is a coreference cell."""
    if re.match(_MARKUP, head) or _objects(head) or table(head) or ua(head):
        return False
    for line in _lines(head):
        if BEGIN.match(line):
            return True
        if _CONLLU_COMMENT.match(line):
            return False
        if line.strip() and not line.startswith(b"#"):
            columns = line.split(b"\t") if b"\t" in line else line.split()
            is_cell = bool(CELL.match(columns[-1].strip())) and (b"\t" in line or not _is_in_prose(columns[-1]))
            return len(columns) > 1 and not _is_conllu(head) and is_cell
    return False


def _is_in_prose(word: bytes) -> bool:
    """Whether letters or signs are outside of a word's brackets, as in `(a friend).`"""
    before, behind = word.partition(b"(")[0], word.rpartition(b")")[2]
    outside = (b"" if b")" in before else before) + (b"" if b"(" in behind else behind)
    return bool(outside.strip(b"|_-"))


def _is_conllu(head: bytes) -> bool:
    """Ten columns: the first numbers words, and the last holds `Key=Value` where it is filled."""
    lines = (line for line in _lines(head) if line.strip() and not line.startswith(b"#"))
    rows = (line.split(b"\t", 10) for line in lines)
    first = next(rows, [])
    if len(first) != 10 or not re.fullmatch(rb"\d+(?:[-.]\d+)?", first[0]):
        return False
    return b"=" in next((row[9] for row in chain([first], rows) if len(row) == 10 and row[9].strip() != b"_"), b"=")


def corefud(head: bytes) -> bool:
    """CoNLL-U that declares its `Entity=`, or is not Stanza's."""
    return _conllu(head) and (bool(_GLOBAL_ENTITY.search(head)) or not stanza(head))


def stanza(head: bytes) -> bool:
    """CoNLL-U with `coref_chains=`, or with Stanza's offsets and without CorefUD's declaration."""
    if not _conllu(head):
        return False
    offsets = re.search(_STANZA_OFFSETS, head) and not _GLOBAL_ENTITY.search(head)
    chains = any(part in head for part in _STANZA_CHAINS) and STANZA_CHAINS.search(head)
    return bool(chains or offsets)


def _conllu(head: bytes) -> bool:
    """Comments of CoNLL-U, or ten columns of which the first numbers words."""
    if _objects(head) or ua(head):
        return False
    for line in _lines(head):
        if BEGIN.match(line) or line.startswith(b"#FORMAT"):
            return False
        if _CONLLU_COMMENT.match(line):
            return True
        if line.strip() and not line.startswith(b"#"):
            return _is_conllu(head)
    return False


def table(head: bytes) -> bool:
    """Parquet, or a header line that names a mention (or start and end) and an entity."""
    if b"entity" not in _first_line(head):  # a long line is not split in vain
        return head.startswith(b"PAR1")
    names = _header(head)
    return head.startswith(b"PAR1") or (b"entity" in names and bool({b"mention", b"start"} & set(names)))


def empty(ending: str) -> Callable[[bytes, str], bool]:
    """Whether a file of this ending is empty: it annotates nothing in its text."""
    return lambda head, path: not head.strip() and path.endswith(ending)


def incomplete_table(head: bytes, path: str) -> bool:
    """Whether the name or the header is that of a table; its reader names the missing columns."""
    columns = set(_header(head)) & {b"document", b"mention", b"start", b"end", b"last", b"entity"}
    return len(columns) > 1 or (bool(re.search(r"\.[ct]sv(\.\w+)?$", path.lower())) and not head.startswith(b"#"))


def _first_line(head: bytes) -> bytes:
    return head.lstrip(b"\r\n").split(b"\n", 1)[0].strip().lower()


def _header(head: bytes) -> list[bytes]:
    """The cells of the first line, as names of columns."""
    header = _first_line(head)
    separator = b"\t" if b"\t" in header else b";" if b";" in header and b"," not in header else b","
    return [name.strip(b' "') for name in header.split(separator)]


def _in_prose(name: str, head: bytes) -> bool:
    """Markup of this kind, in a file of no other format; of some kinds only if none of a kind before it is there."""
    if _SIGNS.get(name, b"]") not in head or (_objects(head) and not _has_output(head)):
        return False
    head = _without_thought(head)
    text = _plain(head)
    forms = dict(_FORMS)
    if re.search(_FORMS["hashed"], text):
        forms["marked"] = rb"<m>[^<>]*\|"  # nested marks alone say nothing
    if not re.search(forms[name], text):
        return False
    first = next((kind for kind in _IN_PROSE if re.search(forms[kind], text)), name)
    tables = (table, _conllu, ua)
    others = (webanno, brat, json, _is_other_json, strings, *tables, apf, muc, _xml, xmi, mmax)
    has_precedence = first == name or name in _NO_PRECEDENCE
    return has_precedence and not _has_begin(head) and not any(looks_like(head) for looks_like in others)


markdown, marked, tagged, hashed, elements, subscripts, parentheses = (partial(_in_prose, name) for name in _FORMS)
