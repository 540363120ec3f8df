"""The secrets of one run of the application: one-time addresses, the path of its pages, the key of its data.

Cookies cannot carry them: a browser sends the cookies of 127.0.0.1 to every port, so to servers of other users too.
The printed address has a token in its fragment, which no request contains. A page exchanges the token, once, for the
path of all pages of this run and for the key that every request for data sends in a header.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

HEADER = "x-corefscope-key"
PREFIX = "/s/"


class Session:
    """The path gives access to pages, which contain no data; path and key together give access to data."""

    def __init__(self) -> None:
        self.root = f"{PREFIX}{secrets.token_urlsafe(16)}/"
        self.key = secrets.token_urlsafe(32)
        self._tokens: dict[str, Callable[[], None]] = {}

    def invite(self, used: Callable[[], None] = lambda: None) -> str:
        """Return a token that admits one browser, once; `used` is called then."""
        token = secrets.token_urlsafe(16)
        self._tokens[token] = used
        return token

    def enter(self, token: str) -> bool:
        """Use a token; return False if it is unknown or was used."""
        found = [each for each in list(self._tokens) if same(each, token)]
        used = self._tokens.pop(found[0], None) if found else None
        if used is not None:
            used()
        return used is not None

    def holds_path(self, path: str) -> bool:
        return same(path[: len(self.root)], self.root)

    def holds_key(self, key: str) -> bool:
        return same(key, self.key)


def same(one: str, two: str) -> bool:
    """Compare two texts in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), two.encode("utf-8", "replace"))
