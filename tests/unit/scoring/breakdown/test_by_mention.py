"""Scores by type of mention and of entity: shares of the same counts."""

import random

import pytest

import corefscope as cs
from corefscope.model import Mention
from support.command_line import failed

KINDS = ("name", "nominal", "pronoun")
METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "lea", "pairwise")


def typed(clusters):
    """Clusters of mentions whose type follows from their place."""
    return [[Mention(place, place + 1, type=KINDS[place % 3]) for place in cluster] for cluster in clusters]


def partition(chance, mentions):
    chosen = [place for place in range(mentions) if chance.random() < 0.8]
    clusters = {}
    for place in chosen:
        clusters.setdefault(chance.randrange(4), []).append(place)
    return typed(clusters.values())


def corpora():
    chance = random.Random("by mention")
    for _ in range(40):
        yield tuple({name: partition(chance, 9) for name in ("one", "two", "three")} for _ in range(2))


def documents(side):
    return [cs.Document(name, entities=[list(cluster) for cluster in clusters]) for name, clusters in side.items()]


def test_b3_by_hand():
    # Names are 0 and 3, nominals 1, pronouns 2; the response parts 0 1 from 2 3.
    key, response = typed([[0, 1, 2, 3]]), typed([[0, 1], [2, 3]])
    result = cs.score([cs.Document("d", entities=key)], [cs.Document("d", entities=response)], metrics="b3", by="type")
    actual = {name: scores["b3"] for name, scores in result.system.by_group.items()}
    assert result.by.groups == {"name": 2, "nominal": 1, "pronoun": 1}
    assert {name: (score.recall, score.precision) for name, score in actual.items()} == {
        "name": (0.5, 1.0),
        "nominal": (0.5, 1.0),
        "pronoun": (0.5, 1.0),
    }
    assert actual["name"].counts["recall_den"] == 2


def test_the_counts_of_all_types_add_up():
    for key, response in corpora():
        result = cs.score(documents(key), documents(response), metrics=METRICS, by="type")
        for metric in METRICS:
            whole = result.scores[metric].counts
            for column in ("recall_num", "recall_den", "precision_num", "precision_den"):
                parts = [scores[metric].counts[column] for scores in result.system.by_group.values()]
                assert sum(parts) == pytest.approx(whole[column], abs=1e-9)


def test_found_mentions_are_those_of_the_type():
    for key, response in corpora():
        result = cs.score(documents(key), documents(response), metrics="mentions", by="type")
        mine, theirs = (
            {(name, mention[0]) for name, clusters in side.items() for cluster in clusters for mention in cluster}
            for side in (key, response)
        )
        for number, kind in enumerate(KINDS):
            of_key, of_response = ({each for each in side if each[1] % 3 == number} for side in (mine, theirs))
            counts = result.system.by_group[kind]["mentions"].counts
            assert counts["recall_num"] == pytest.approx(len(of_key & of_response))
            assert (counts["recall_den"], counts["precision_den"]) == (
                pytest.approx(len(of_key)),
                pytest.approx(len(of_response)),
            )


def test_entity_types_and_what_cannot_be_shared_out():
    key = [cs.Document("d", entities=[[(0, 1), (2, 3)], [(4, 5)]], entity_types=["person", "place"])]
    response = [cs.Document("d", entities=[[(0, 1)], [(2, 3), (4, 5)]])]
    result = cs.score(key, response, metrics=["b3", "blanc", "conll"], by="entity-type")
    assert {name: scores["b3"].recall for name, scores in result.system.by_group.items()} == {
        "person": 0.5,
        "place": 1.0,
    }
    assert result.system.by_group["person"]["blanc"].undefined == ("recall", "precision", "f1")
    assert "conll" in result.system.by_group["person"]
    assert [notice.kind for notice in result.warnings] == ["metric not broken down by entity type"]


def test_compare_within_types():
    key, response = next(corpora())
    actual = cs.compare(
        documents(key), {"a": documents(response), "b": documents(key)}, metrics=["b3", "blanc"], by="type"
    )
    assert list(actual.by_group) == [kind for kind in KINDS if kind in actual.by.groups]
    assert [metric.name for metric in actual.result.metrics] == ["b3"]
    scored = cs.score(documents(key), documents(response), metrics="b3", by="type").system.by_group
    for kind, part in actual.by_group.items():
        assert part.standings["b3"][0].score == pytest.approx(scored[kind]["b3"].f1, abs=1e-12)
        assert part.standings["b3"][1].score == 1.0


@pytest.fixture
def files(tmp_path):
    key = "\n".join(
        f"#begin document (d{number}); part 000\n"
        "d 0 0 Ann NNP * - - - - * (0)\nd 0 1 saw VBD * - - - - * -\nd 0 2 her PRP * - - - - * (0)\n\n#end document"
        for number in range(3)
    )
    (tmp_path / "key.conll").write_text(key + "\n")
    (tmp_path / "response.conll").write_text(key.replace("her PRP * - - - - * (0)", "her PRP * - - - - * (1)") + "\n")
    return tmp_path / "key.conll", tmp_path / "response.conll"


def test_bad_input(files, tmp_path):
    bare = tmp_path / "bare.jsonl"
    bare.write_text('{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}\n')
    assert "no mention has a type" in failed("score", bare, bare, "--by", "type")
    assert "no entity has a type" in failed("score", bare, bare, "--by", "entity-type")
    assert "blanc cannot be distributed" in failed("score", *files, "-m", "blanc", "--by", "type")


def test_errors_count_as_many_of_each_type():
    """A listed pronoun that the file calls a nominal is one: `--by type` and the breakdowns of errors say the same."""
    from corefscope.analysis.explanation import explain

    mentions = [Mention(0, 1, type="pronoun"), Mention(1, 2, type="nominal"), Mention(2, 3, type="name")]
    key = [cs.Document("d", entities=[mentions], words=["He", "one", "Ann"])]
    result = cs.score(key, key, metrics="b3", by="type")
    _, by_type = explain(cs.score(key, key, metrics="b3")).systems[0].breakdowns("b3")[0]
    assert {group.label: group.key_mentions for group in by_type} == dict(result.by.groups)
    assert result.by.groups == {"name": 1, "nominal": 1, "pronoun": 1}
