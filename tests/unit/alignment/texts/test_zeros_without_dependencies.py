"""Zeros of language models have no dependencies: the word before each is its parent, as text2text-coref writes it."""

from __future__ import annotations

import json

import pytest

import corefscope as cs

ROWS = """1 Los _ DET _ _ 2 det _ Entity=(e1--2-
2 jugadores _ NOUN _ _ 3 nsubj _ Entity=e1)
3 dijeron _ VERB _ _ 0 root _ _
4 que _ SCONJ _ _ 5 mark _ _
5 vienen _ VERB _ _ 3 ccomp _ _
5.1 _ _ PRON _ _ _ _ 5:nsubj Entity=(e1--1-)
6 hoy _ ADV _ _ 5 advmod _ Entity=(e2--1-)

1 Ganan _ VERB _ _ 0 root _ _
1.1 _ _ PRON _ _ _ _ 1:nsubj Entity=(e1--1-)
1.2 _ _ PRON _ _ _ _ 1:obj Entity=(e2--1-)
2 siempre _ ADV _ _ 1 advmod _ _
"""
KEY = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n" + ROWS.replace(" ", "\t")
RIGHT = "Los|[e1 jugadores|e1] dijeron que vienen ##|[e1] hoy|[e2] Ganan ##|[e1] ##|[e2] siempre\n"


@pytest.fixture
def scores(tmp_path):
    def scored(response: str, name: str = "response.txt", key: str = KEY, **options):
        (tmp_path / "key.conllu").write_text(key, encoding="utf-8")
        (tmp_path / name).write_text(response, encoding="utf-8")
        return cs.score(tmp_path / "key.conllu", tmp_path / name, preset="crac2024", **options)

    return scored


def test_zeros_at_their_parents_are_right(scores):
    result = scores(RIGHT)
    assert result.f1["conll"] == 1
    (notice,) = [notice for notice in result.warnings if notice.code == "parent-before-zero"]
    assert notice.count == 3


def test_the_same_as_the_official_path(scores):
    """Seen beside text2text-coref and corefud-scorer: MUC 1/3, B³ 43.33, CEAFe 40.00."""
    result = scores("Los jugadores|[e1] dijeron que vienen ##|[e1] hoy Ganan ##|[e2] ##|[e1] siempre|[e2]\n")
    assert [round(100 * result.f1[name], 2) for name in ("muc", "b3", "ceafe")] == [33.33, 43.33, 40.0]


def test_a_zero_behind_another_word_is_another(scores):
    moved = RIGHT.replace("##|[e1] ##|[e2] siempre", "siempre ##|[e1] ##|[e2]")
    assert scores(moved, metrics="mentions").f1["mentions"] == pytest.approx(3 / 5)


def test_words_that_were_changed_are_skipped(scores):
    """The parent of a zero behind a word that the key lacks is the word before that."""
    assert scores(RIGHT.replace("vienen ##", "vienen ellos ##")).f1["conll"] == 1


def test_json_with_marked_zeros(scores):
    tokens = [word.partition("|")[0] for word in RIGHT.split()]
    clusters = [[[0, 1], [5, 5], [8, 8]], [[6, 6], [9, 9]]]
    record = {"doc_id": "d", "tokens": tokens, "clusters_token_offsets": clusters, "clusters_text_mentions": []}
    result = scores(json.dumps([record]), "response.json")
    assert result.f1["conll"] == 1
    assert "parent-before-zero" in {notice.code for notice in result.warnings}


def test_a_key_without_dependencies_is_refused_by_its_own_name(tmp_path):
    for name in ("key", "response"):
        (tmp_path / f"{name}.txt").write_text("d\t" + RIGHT, encoding="utf-8")
    with pytest.raises(cs.CorefscopeError, match=r"key\.txt: zeros cannot be matched") as caught:
        cs.score(tmp_path / "key.txt", tmp_path / "response.txt", zeros="dependent", metrics="mentions")
    assert caught.value.code == "missing-dependencies"


@pytest.mark.parametrize(("tokens", "span", "actual"), [(["##"], [0, 2], 0), ([], [0, 1], 1)])
def test_zeros_within_a_mention_count_where_the_response_has_zeros(scores, tokens, span, actual):
    """The key's mention is two words; a zero within the response's makes it another, as in its text and in CoNLL-U."""
    words = ["Los", *tokens, "jugadores", *["dijeron", "que", "vienen", "hoy", "Ganan", "siempre"]]
    json_text = json.dumps([{"doc_id": "d", "tokens": words, "clusters_token_offsets": [[span]]}])
    result = scores(json_text, "r.json", metrics="mentions", match="exact", singletons="keep")
    assert result.scores["mentions"].counts["precision_num"] == actual
