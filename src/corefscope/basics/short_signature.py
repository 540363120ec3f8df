"""The short form of a signature: `cs1.`, the text in base 32, and four signs that tell a mistyped one.

The text is cut, from the left and as long as possible each time, into phrases of a list that only grows, one byte each;
anything else is spelt out. So every text has a short form, of every version and with settings that do not exist yet. A
phrase that is added later makes a shorter form of some texts; their earlier forms are still read.
The signs are Crockford's: no difference between capital and small, none between 0 and o, or 1, i and l.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from corefscope.basics.escaping import quoted
from corefscope.problems import SettingsError

MARK = "cs1."
_SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
_ALIKE = str.maketrans("oil", "011")  # what is read for what was written
_CHECK = 4  # signs, of 5 bits each
_SPELT = 255  # the byte before one that is spelt out

# Frozen: a phrase that moves changes what every short form means. New ones are added at the end, at most 255 in all.
PHRASES = (
    "|match:exact|singletons:keep|repeated:first|average:micro",
    "|match:exact|singletons:drop|repeated:first|average:micro",
    "|match:head|singletons:drop|repeated:first|average:micro",
    "|field:f1|test:randomization|tail:two|correction:holm|interval:bca|alpha:0.05|trials:10000|seed:1|group:unit",
    "|field:f1|test:bootstrap|tail:two|correction:holm|interval:bca|alpha:0.05|trials:10000|seed:1|group:unit",
    *("corefscope:0.", "corefscope:1.", "corefscope:", ".0", ".1", ".2", ".dev", "rc"),
    *("|match:exact", "|match:head", "|match:partial", "|match:partial-craft", "|match:min"),
    *("|singletons:keep", "|singletons:drop", "|singletons:e2e", "|singletons:stanza"),
    *("|repeated:first", "|repeated:last", "|repeated:merge", "|repeated:error", "|repeated:official"),
    *("|repeated:coval", "|repeated:corefud", "|repeated:stanza"),
    *("|average:micro", "|average:macro", "|average:means", "|zeros:linear", "|zeros:dependent", "|zeros:drop"),
    *(
        "|mentions:shared",
        "|boundary:either",
        "|split:keep",
        "|layer:deixis",
        "|window:",
        "|entities:",
        "|entities:top%3D",
    ),
    *("|drop:nested", "|drop:vp", "|drop:nested%2Bvp", "|scope:", "|scope:corpus", "|scope:topic", "|align:characters"),
    *("|order:", "|types:", "|guess_types:", "|format:", "|key_format:", "|response_format:", "|key_clusters:"),
    *("|response_clusters:", "|names_strip:", "|pair_by:", "|objects:ids", "|objects:spans"),
    *("|field:f1", "|field:recall", "|field:precision", "|test:randomization", "|test:exact", "|test:bootstrap"),
    *("|tail:two", "|tail:one", "|correction:holm", "|correction:bh", "|correction:none"),
    *("|interval:bca", "|interval:percentile", "|alpha:0.05", "|alpha:", "|trials:10000", "|trials:1000", "|trials:"),
    *("|seed:1", "|seed:", "|group:unit", "|group:", "|equivalent_within:", "|plugins:", "|datasets:", "|missing:"),
    *("|missing:zero", "|missing:skip", "|challenge:", "|metrics:", "|corpus:", "json", "conll", "corefud", "table"),
    *("%2C", "%2F", "%20", "000"),
    *map(chr, range(32, 127)),
)


def shortened(signature: str) -> str:
    """The short form of a signature.

    >>> shortened("corefscope:0.1.0|match:exact|singletons:keep|repeated:first|average:micro")
    'cs1.0nv0g00.3wt4'
    """
    phrases, longest = _phrases()
    found, place = bytearray(), 0
    while place < len(signature):
        for length in range(min(longest, len(signature) - place), 0, -1):
            number = phrases.get(signature[place : place + length])
            if number is not None:
                found.append(number)
                break
        else:
            length = 1
            for byte in signature[place].encode("utf-8", "surrogatepass"):
                found += bytes((_SPELT, byte))
        place += length
    bits = "".join(f"{byte:08b}" for byte in found)
    body = "".join(_SIGNS[int(bits[at : at + 5].ljust(5, "0"), 2)] for at in range(0, len(bits), 5))
    return f"{MARK}{body}.{_check(signature)}"


def expanded(short: str) -> str:
    """The signature that a short form stands for; raise SettingsError if a sign of it is wrong.

    >>> expanded("CS1.ONVOGOO.3wt4")
    'corefscope:0.1.0|match:exact|singletons:keep|repeated:first|average:micro'
    """
    plain = short.strip().lower().translate(_ALIKE)
    body, _, check = plain.removeprefix(MARK).partition(".")
    try:
        bits = "".join(f"{_SIGNS.index(sign):05b}" for sign in body)
        whole = len(bits) // 8 * 8
        codes = iter([int(bits[at : at + 8], 2) for at in range(0, whole, 8)])
        found = bytearray()
        for code in codes:
            found += bytes((next(codes),)) if code == _SPELT else PHRASES[code].encode()
        signature = found.decode("utf-8", "surrogatepass")
    except (ValueError, IndexError, StopIteration):
        signature, bits, whole = "", "", 0
    # Bits that fill the last sign are zeros, and fewer than a sign has. The text is not written anew to be compared:
    # with more phrases than its writer knew, another form of it would come out.
    filled = len(bits) - whole < 5 and "1" not in bits[whole:]
    if not signature or not filled or not plain.startswith(MARK) or check != _check(signature):
        raise SettingsError(
            "bad-signature",
            f"{quoted(short)} is not a short signature",
            hint="a sign is wrong or missing: copy it whole",
        )
    return signature


def is_short(text: str) -> bool:
    """Whether a text is meant as a short form."""
    return text.strip().lower().translate(_ALIKE).startswith(MARK)


@lru_cache(maxsize=1)
def _phrases() -> tuple[dict[str, int], int]:
    return {phrase: number for number, phrase in enumerate(PHRASES)}, max(map(len, PHRASES))


def _check(signature: str) -> str:
    number = crc32(signature.encode("utf-8", "surrogatepass"))
    return "".join(_SIGNS[number >> 5 * place & 31] for place in range(_CHECK))
