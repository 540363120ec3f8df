"""How formats are recognised by the beginning of a file. Where two could be meant, the user is asked."""

from __future__ import annotations

import re

# An id is a number officially; in the wild it may be `person-1` or `e12`.
CELL = re.compile(rb"[-_]?$|(?=.*[()])[^\s\"{}\[\]]+$")
BEGIN = re.compile(rb"#\s*begin document\b\s*(.*)$")
_CONLLU_COMMENT = re.compile(rb"#\s*(?:newdoc|sent_id|global\.|text\s*=|newpar)", re.IGNORECASE)
_BRAT = rb"[TREAMN#]\d+\t\S+[ :]|\*\t\S+ T\d"
_MARKUP = re.compile(rb"\s*(?:<|#FORMAT=WebAnno|(?:MENTION|COREF|COP|APPOS)\t|" + _BRAT + rb")")


def never(head: bytes) -> bool:
    """For a format that is only written, or whose files another reader takes."""
    return False


def conll(head: bytes) -> bool:
    """A `#begin document` line, or a first line of columns whose last is a coreference cell."""
    if _MARKUP.match(head) or json(head) or table(head):
        return False
    for line in head.splitlines():
        if BEGIN.match(line):
            return True
        if _CONLLU_COMMENT.match(line):
            return False
        if line.strip() and not line.startswith(b"#"):
            columns = line.split(b"\t") if b"\t" in line else line.split()
            return len(columns) > 1 and not _is_conllu(head) and bool(CELL.match(columns[-1].strip()))
    return False


def _is_conllu(head: bytes) -> bool:
    """Ten columns of which the first numbers words and the last holds `Key=Value`, at least where it is filled."""
    lines = (line for line in head.splitlines() if line.strip() and not line.startswith(b"#"))
    rows = [line.split(b"\t", 10) for line in lines]
    if not rows or len(rows[0]) != 10 or not re.fullmatch(rb"\d+(?:[-.]\d+)?", rows[0][0]):
        return False
    return b"=" in next((row[9] for row in rows if len(row) == 10 and row[9].strip() != b"_"), b"=")


def corefud(head: bytes) -> bool:
    """Comments of CoNLL-U, or ten columns of which the first numbers words."""
    for line in head.splitlines():
        if BEGIN.match(line) or line.startswith(b"#FORMAT"):
            return False
        if _CONLLU_COMMENT.match(line):
            return True
        if line.strip() and not line.startswith(b"#"):
            return _is_conllu(head)
    return False


def json(head: bytes) -> bool:
    """The file opens with an object, or with a list of objects."""
    return bool(re.match(rb"\s*(?:\[\s*)?\{\s*[\"}]|\s*\[\s*\]", head))


def litbank(head: bytes) -> bool:
    return bool(re.match(rb"\s*(?:MENTION\t[^\t\n]*(?:\t\d+){4}\t|COREF\t|COP\t|APPOS\t)", head))


def brat(head: bytes) -> bool:
    """A first line with an id, a tab and a type; an empty file is one of a text without annotations."""
    return not head.strip() or bool(re.match(rb"\s*(?:" + _BRAT + rb")", head))


def webanno(head: bytes) -> bool:
    return head.startswith(b"#FORMAT=WebAnno TSV")


def apf(head: bytes) -> bool:
    return bool(re.match(rb"\s*(?:<\?xml|<!DOCTYPE|<source_file)", head)) and b"<source_file" in head


def muc(head: bytes) -> bool:
    return bool(re.match(rb"\s*<", head)) and bool(re.search(rb"(?i)<COREF\s", head)) and b"<source_file" not in head


def table(head: bytes) -> bool:
    """Parquet, or a header line that names a mention (or start and end) and an entity."""
    if head.startswith(b"PAR1"):
        return True
    names = _header(head)
    return b"entity" in names and bool({b"mention", b"start"} & set(names))


def incomplete_table(head: bytes, path: str) -> bool:
    """Whether the name or the header say that this is a table; its reader names the missing columns."""
    names = _header(head)
    telling = len(set(names) & {b"document", b"mention", b"start", b"end", b"last", b"entity"}) > 1
    return telling or (bool(re.search(r"\.[ct]sv(\.\w+)?$", path.lower())) and not head.startswith(b"#"))


def _header(head: bytes) -> list[bytes]:
    """The cells of the first line, as names of columns."""
    header = head.lstrip(b"\r\n").split(b"\n", 1)[0].strip().lower()
    separator = b"\t" if b"\t" in header else b";" if b";" in header and b"," not in header else b","
    return [name.strip(b' "') for name in header.split(separator)]


def _is_prose(head: bytes) -> bool:
    """Nothing says at once that the file is of another format, whose words may look like anything."""
    begins = any(BEGIN.match(line) for line in head.splitlines())
    standoff = webanno(head) or brat(head) or litbank(head)
    return not (begins or standoff or json(head) or table(head) or corefud(head) or apf(head) or muc(head))


def markdown(head: bytes) -> bool:
    return bool(re.search(rb"\] ?\(#[^()\[\]\n]{0,100}\)", head)) and _is_prose(head)


def tagged(head: bytes) -> bool:
    found = re.search(rb"[^\s|]\|(?:\[\w+\]?|\w+\])(?:,|\s|$)", head)
    return bool(found) and not markdown(head) and not marked(head) and _is_prose(head)


def marked(head: bytes) -> bool:
    return bool(re.search(rb"<m>[^<>]*(?:<m>|\|)", head)) and not markdown(head) and _is_prose(head)
