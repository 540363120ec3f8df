"""The words of an MMAX2 document, where their file is as tools write it: a word a line, and nothing else.

It is ten times as fast as walking through the XML, which reads all other files.
"""

from __future__ import annotations

import re

# A file of nothing but words, in UTF-8.
_ROOT = re.compile(
    rb"(?:<\?xml version=[\"']1\.0[\"'](?: encoding=[\"'](?i:UTF-8|(US-ASCII))[\"'])?\?>)?\s*"
    rb"(?:<!DOCTYPE words SYSTEM \"[\w./-]*\">\s*)?<words>"
)
_END = b"</words>"
_WORD = re.compile(r'<word id="([^"<>\s]+)"\s*>([^<>]*)</word>')
_CONTROLS = bytes({*range(32)} - set(b"\t\n"))
_NOT_IN_XML = (b"&", b"]]>", b"\xef\xbf\xbe", b"\xef\xbf\xbf")  # or needs more than this


def plain_words(content: bytes) -> tuple[dict[str, int], list[str]] | None:
    """Places of words by id, and the words; None for a file that is read otherwise."""
    content = content.replace(b"\r\n", b"\n")
    plain = content.rstrip()
    root = _ROOT.match(content)
    if root is None or not plain.endswith(_END) or any(each in content for each in _NOT_IN_XML):
        return None
    if len(content.translate(None, _CONTROLS)) < len(content) or (root[1] and not content.isascii()):
        return None
    body = plain[root.end() : -len(_END)]
    try:
        found = _WORD.findall(body.decode())
    except UnicodeDecodeError:
        return None
    places = {id: place for place, (id, _) in enumerate(found)}
    is_all = body.count(b"<") == 2 * len(found) and len(places) == len(found) > 0
    return (places, [word.strip() or "_" for _, word in found]) if is_all else None
