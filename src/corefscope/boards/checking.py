"""The problems of a leaderboard: every submission is checked against the key of its data set."""

from __future__ import annotations

from typing import Any

from corefscope.boards.board import NOT_SUBMITTED
from corefscope.boards.entries import KEY, SubmittedFile, find_entries
from corefscope.problems import ERRORS_KEPT, Notices
from corefscope.scoring.checking import Checked, CheckedFile, check, warnings

MISSING = SubmittedFile(None, NOT_SUBMITTED)


def check_board(path: str, keyed: dict[str, Any], **options: Any) -> Checked:
    """Check the keys and all submissions; `keyed` holds the options of `check` that need a key."""
    entries, files, notices = find_entries(path), list[CheckedFile](), Notices(limit=ERRORS_KEPT)
    notices.extend(entries.notices)
    for dataset in entries.datasets:
        submitted = {name: dataset.submissions.get(name, MISSING) for name in entries.systems}
        for name, file in ((KEY, dataset.key), *submitted.items()):
            if file.problem:
                notices.add("no-submission", f"{dataset.name}: {name}: {file.problem}")
        key, paths = dataset.key.path or "", [file.path or "" for file in submitted.values() if not file.problem]
        checked = check(key, format=keyed["key_format"], clusters=keyed["key_clusters"])
        of_key = {} if checked[0].errors or dataset.key.problem else keyed | {"against": key}
        files += [*checked, *(check(*paths, **of_key, **options) if paths else ())]
    general = (CheckedFile(entries.source, (each,)) for each in warnings(notices))
    return Checked((*general, *files), is_board=True)
