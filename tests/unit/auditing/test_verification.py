"""`verify`: what is right is verified, what was changed is named, and what lies outside is said."""

import json
import shutil
from random import Random

import pytest

import corefscope
from corefscope.auditing import verification
from corefscope.auditing.verification import verify
from corefscope.reference.scoring import DEFAULT
from support.command_line import KEY, A
from support.command_line import corefscope as command

TALES = "examples/tales/key.jsonl", "examples/tales/large.jsonl"


def saved(tmp_path, *sides, **options):
    path = tmp_path / "saved.json"
    path.write_text(corefscope.score(*map(str, sides), **options).to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize("options", [{}, {"average": "macro"}, {"singletons": "drop"}, {"mentions": "shared"}], ids=str)
@pytest.mark.parametrize("sides", [(KEY, A), TALES, ("examples/topics/key.csv", "examples/topics/response.csv")])
def test_what_is_right_is_verified(tmp_path, sides, options):
    metrics = [*DEFAULT, "blanc(alpha=0.2,beta=2)", "conll(beta=0.5)"]
    outcome = verify(saved(tmp_path, *sides, metrics=metrics, per_document=True, **options))
    assert (outcome.status, outcome.differences, outcome.outside) == (0, [], {})
    assert {name.rpartition(": ")[2].removesuffix(" per document") for name in outcome.verified} >= set(metrics)


def numbers(value, path=()):
    """Every number of a saved result, with its place."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from numbers(each, (*path, name))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def test_every_number_that_was_changed_is_named(tmp_path):
    path = saved(tmp_path, *TALES, metrics=list(DEFAULT))
    content = path.read_text("utf-8")
    places = list(numbers(json.loads(content)["systems"][0]["scores"]))
    assert len(places) > 60
    for place in places:
        changed = json.loads(content)
        score = changed["systems"][0]["scores"]
        for step in place[:-1]:
            score = score[step]
        score[place[-1]] += 1 if isinstance(score[place[-1]], int) else 1e-6
        path.write_text(json.dumps(changed), encoding="utf-8")
        outcome = verify(path)
        assert outcome.status == 1
        assert [f"{what.rpartition(': ')[2]} {name}" for what, name, _, _ in outcome.differences] == [" ".join(place)]


def test_a_file_that_changed_is_named(tmp_path):
    key, response = (tmp_path / name for name in ("key.conll", "response.conll"))
    shutil.copy(KEY, key)
    shutil.copy(A, response)
    path = saved(tmp_path, key, response)
    response.write_text(response.read_text("utf-8") + "\n", encoding="utf-8")
    outcome = verify(path)
    assert outcome.status == 1
    assert [(what, name) for what, name, _, _ in outcome.differences] == [("files", f"checksum of {response}")]
    response.unlink()
    assert verify(path).outside == {"response.conll": f"{response} is not there any more"}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"boundary": "either"}, "--boundary either"),
        ({"preset": "e2e"}, "the setting singletons: e2e"),
        ({"scope": "corpus"}, "the setting scope: corpus"),
    ],
)
def test_what_lies_outside_is_said(tmp_path, options, why):
    outcome = verify(saved(tmp_path, KEY, A, metrics="blanc", **options))
    assert (outcome.status, list(outcome.outside.values())) == (2, [why])
    objects = verify(corefscope.score([["a", "b"]], [["a", "b"]]))
    assert (objects.status, list(objects.outside.values())) == (2, ["it was scored from Python objects"])


def test_types_of_a_table_are_covered(tmp_path):
    rows = ["document,start,end,type"]
    for document in corefscope.read(KEY):
        mentions = {span for side in (KEY, A) for each in corefscope.read(side) if each.name == document.name
                    for entity in each.entities for span in entity}  # fmt: skip
        rows += [
            f"{document.name},{start},{end},{('name', 'nominal', 'pronoun')[start % 3]}" for start, end in mentions
        ]
    types = tmp_path / "types.csv"
    types.write_text("\n".join(rows) + "\n", encoding="utf-8")
    metrics = ["lmuc", "lb3", "lceafm(weights=W5)", "lceafe(symmetric=true)"]
    outcome = verify(saved(tmp_path, KEY, A, metrics=metrics, types=str(types)))
    assert (outcome.status, outcome.differences, outcome.outside) == (0, [], {})


def test_large_documents_are_verified_by_prices(tmp_path, monkeypatch):
    """Too many entities for the textbook: the outcome of the fast alignment is proven, and a wrong one is not."""
    random = Random(4)
    key, response = ([[f"{random.randrange(900)}" for _ in range(4)] for _ in range(300)] for _ in range(2))
    one, two = (tmp_path / name for name in ("key.csv", "response.csv"))
    for path, side in ((one, key), (two, response)):
        rows = dict.fromkeys(f"{mention},{number}" for number, entity in enumerate(side) for mention in entity)
        seen = {}
        for row in rows:
            seen.setdefault(row.partition(",")[0], row)
        path.write_text("\n".join(["mention,entity", *seen.values()]) + "\n", encoding="utf-8")
    path = saved(tmp_path, one, two, metrics=["ceafm", "ceafe"])
    monkeypatch.setattr(verification, "best_total", None)  # the textbook is not called
    assert (verify(path).status, verify(path).outside) == (0, {})


def test_the_command(tmp_path):
    path = saved(tmp_path, KEY, A)
    done = command("verify", path)
    assert (done.returncode, "0 differ" in done.stdout) == (0, True)
    done = command("score", KEY, A, "--verify")
    assert (done.returncode, "0 differ" in done.stderr) == (0, True)
