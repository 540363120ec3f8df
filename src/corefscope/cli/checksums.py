"""Checksums of large files, computed while the files are scored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corefscope.basics.background import Apart
    from corefscope.basics.checksums import ReadFile
    from corefscope.scoring.result import Result, Side

    AnySide = TypeVar("AnySide", bound=Side)


class Checksums:
    """Those of the large ones among some paths, in a process of their own."""

    def __init__(self, paths: Sequence[str]) -> None:
        from corefscope.basics.background import begun_apart, is_worth_it

        large = [path for path in dict.fromkeys(paths) if is_worth_it(path)]
        self._begun: Apart[dict[ReadFile, str]] | None = begun_apart(lambda: _all(large)) if large else None

    def of(self, result: Result) -> Result:
        """The result with the checksums of its sides, which need not be computed again."""
        if self._begun is None:
            return result
        found = self._begun.result()

        def known(side: AnySide) -> AnySide:
            # What has changed between the two readings is not the file that was scored.
            is_file = len(side.read) == 1 and side.files == (side.path,) and side.read[0] in found
            return replace(side, checksum=found[side.read[0]]) if is_file else side

        return replace(result, key=known(result.key), systems=tuple(known(system) for system in result.systems))


def _all(paths: Sequence[str]) -> dict[ReadFile, str]:
    """The checksums of files as they are now; of those that change meanwhile there is none."""
    from corefscope.basics.checksums import ReadFile
    from corefscope.problems import FormatError

    found = {}
    for path in paths:
        try:
            file = ReadFile.now(path)
            digest = file.sha256()
        except FormatError:
            continue
        if digest is not None:
            found[file] = digest
    return found
