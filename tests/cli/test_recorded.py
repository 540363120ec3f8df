"""Every command line gives what is recorded in `expected`: statuses, codes and numbers apart from words.

A change of wording makes only `test_words` fail: run `python tests/cli` and review the difference. A change of numbers
needs a line in the changelog.
"""

import pytest

from cli.recording import outcomes, read

GROUPS = read()


@pytest.fixture(scope="module")
def now():
    groups = {}
    for group, line, outcome in outcomes():
        groups.setdefault(group, {})[line] = outcome
    return groups


def test_the_same_command_lines_are_recorded(now):
    assert {group: list(lines) for group, lines in now.items()} == {group: list(GROUPS[group]) for group in now}


@pytest.mark.parametrize("group", GROUPS)
def test_numbers_codes_and_statuses(now, group):
    for line, outcome in GROUPS[group].items():
        for part in ("status", "codes", "numbers"):
            assert now[group][line][part] == outcome[part], f"corefscope {line}"


@pytest.mark.parametrize("group", GROUPS)
def test_words(now, group):
    for line, outcome in GROUPS[group].items():
        assert now[group][line]["words"] == outcome["words"], f"corefscope {line}"
