"""The secrets of one run of the application: addresses that work once, the path of its pages, the key of its data.

No cookie carries them: a browser sends the cookies of 127.0.0.1 to every port, so to the servers of other users too.
The address that is printed holds a token in its fragment, which no request contains. A page exchanges the token, once,
for the path under which all pages of this run lie and for the key that every request for data sends in a header.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

HEADER = "x-corefscope-key"
PREFIX = "/s/"


class Session:
    """Who holds its path may load pages, which are empty; who holds its key as well may read and change data."""

    def __init__(self) -> None:
        self.root = f"{PREFIX}{secrets.token_urlsafe(16)}/"
        self.key = secrets.token_urlsafe(32)
        self._tokens: dict[str, Callable[[], None]] = {}

    def invite(self, used: Callable[[], None] = lambda: None) -> str:
        """A token that lets in one browser, once; `used` is called when it has."""
        token = secrets.token_urlsafe(16)
        self._tokens[token] = used
        return token

    def enter(self, token: str) -> bool:
        """Uses up a token; False if it was never given out, or has been used."""
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
    """Whether two texts are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), two.encode("utf-8", "replace"))
