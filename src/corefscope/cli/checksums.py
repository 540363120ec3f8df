"""Checksums of large files, computed while the files are scored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corefscope.ahead import Apart
    from corefscope.result import Result, Side

    AnySide = TypeVar("AnySide", bound=Side)


class Checksums:
    """Those of the large ones among some paths, in a process of their own."""

    def __init__(self, paths: Sequence[str]) -> None:
        from corefscope.ahead import begun_apart, is_worth_it

        large = [path for path in dict.fromkeys(paths) if is_worth_it(path)]
        self._begun: Apart[dict[str, str]] | None = begun_apart(lambda: _all(large)) if large else None

    def of(self, result: Result) -> Result:
        """The result with the checksums of its sides, which need not be computed again."""
        if self._begun is None:
            return result
        found = self._begun.result()

        def known(side: AnySide) -> AnySide:
            is_file = side.files == (side.path,) and side.path in found
            return replace(side, checksum=found[side.files[0]]) if is_file else side

        return replace(result, key=known(result.key), systems=tuple(known(system) for system in result.systems))


def _all(paths: Sequence[str]) -> dict[str, str]:
    from corefscope.checksums import checksum

    return {path: checksum(path) for path in paths}
