"""The published tables: complete, checked, and good for standing beside."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest

import corefscope
from corefscope.cli.main import main
from corefscope.lab.papers.registry import Reproduction
from corefscope.lab.published import checks as published_checks
from corefscope.lab.published import tables as published
from corefscope.lab.published.checks import (
    AVERAGED,
    SHARED_TASKS,
    average_columns,
    averages,
    checks_of,
    f_measures,
    ranked,
)
from corefscope.lab.published.standing import metrics_of, standing
from corefscope.lab.published.tables import table
from corefscope.metrics import METRICS
from corefscope.presets import preset_named
from corefscope.problems import SettingsError, UnknownName
from corefscope.reporting.render.text import render
from corefscope.reporting.views.lab.standing import report
from support.command_line import KEY, A, B, failed, ok

ROWS = {
    "conll2011-en": 18,
    "conll2012-en": 15,
    "conll2012-zh": 13,
    "conll2012-ar": 7,
    "moosavi2016-table1": 4,
    "moosavi2016-table4": 5,
    "moosavi2016-table5": 14,
    "recasens2011-table2": 9,
    "recasens2011-table3": 14,
    "recasens2011-table14": 5,
    "recasens2011-table15": 5,
    "recasens2011-table16": 7,
    "ontonotes-en": 20,
    "litbank-preco": 6,
    "corefud-1.1": 18,
    "corefud-1.2": 44,
}


def run(*words):
    return main(["lab", "published", *words])


def test_all_tables_are_there():
    assert {name: len(table(name).rows) for name in published.names()} == ROWS


@pytest.mark.parametrize("name", ROWS)
def test_every_value_is_a_number_a_dash_or_nothing(name):
    source = table(name)
    labels = [source.label(row) for row in source.rows]
    assert len(set(labels)) == len(labels)
    assert source.title
    assert source.notes
    for row in source.rows:
        assert set(row) == set(source.columns)
        for column in source.values:
            assert row[column] in ("", "—") or Fraction(row[column]) >= 0, (row, column)


@pytest.mark.parametrize("name", ROWS)
def test_columns_are_named_as_metrics_are(name):
    for metric in metrics_of(table(name)):
        assert metric in METRICS


def test_unknown_tables_are_said():
    with pytest.raises(UnknownName, match="did you mean conll2012-en"):
        table("conll2012-eng")


@pytest.mark.parametrize("name", SHARED_TASKS)
def test_only_muc_b3_and_ceafe_make_the_average(name):
    found = average_columns(table(name))
    best = max(found, key=found.get)
    assert best == AVERAGED
    assert found[best] >= len(table(name).rows) - 1
    assert all(count <= 2 for three, count in found.items() if three != AVERAGED)


def changed(source, number, column, value):
    rows = [dict(row) for row in source.rows]
    rows[number][column] = value
    return replace(source, rows=tuple(rows))


def raised(text):
    """One more in the first digit before the point that cannot be lost in rounding."""
    return str(Fraction(text) + 1) if "." not in text else f"{float(text) + 1:.{len(text.split('.')[1])}f}"


@pytest.mark.parametrize("name", [*SHARED_TASKS, "moosavi2016-table4", "moosavi2016-table5"])
def test_a_wrong_average_or_part_of_it_is_found(name):
    source = table(name)
    for number, row in enumerate(source.rows):
        for column in (*AVERAGED, "conll.f1"):
            other = changed(source, number, column, raised(row[column]))
            if averages(source)[number].agrees:
                assert not averages(other)[number].agrees, (row["system"], column)


@pytest.mark.parametrize("name", ["moosavi2016-table1", "moosavi2016-table4"])
def test_a_wrong_f1_is_found(name):
    source = table(name)
    for number, row in enumerate(source.rows):
        for column in (name for name in source.values if name.endswith(".f1") and name[:5] not in ("conll", "blanc")):
            wrong = sum(not item.agrees for item in f_measures(changed(source, number, column, raised(row[column]))))
            assert wrong == 1, (row["system"], column)


def test_a_wrong_rank_is_found():
    source = table("moosavi2016-table5")
    before = sum(not item.agrees for item in ranked(source))
    assert before == 3  # songyang, zhekova and li in MUC
    assert sum(not item.agrees for item in ranked(changed(source, 0, "b3.rank", "2"))) == before + 1


def test_what_does_not_add_up_is_what_is_known():
    wrong = {
        name: sorted(
            item.row or item.column for section in checks_of(name) for item in section.all() if not item.agrees
        )
        for name in published.names()
    }
    assert {name: found for name, found in wrong.items() if found} == {
        "conll2011-en": ["kobdani"],
        "conll2012-en": ["rows stand in the order of the average", "stamborg"],
        "conll2012-zh": ["rows stand in the order of the average"],
        "moosavi2016-table1": ["Less precise b"],
        "moosavi2016-table5": ["it has all their systems", "li", "songyang", "zhekova"],
    }
    assert all(checks_of(name) for name in published.names())


def test_checks_cover_every_table():
    assert set(published_checks.CHECKS) == set(published.names())


# Standing beside.


@pytest.fixture(scope="module")
def result():
    return corefscope.score(KEY, A, B, metrics=["muc", "b3", "ceafe", "conll"])


def with_conll(result, *values):
    """The result with other CoNLL scores, and a key as large as the test set's."""
    systems = [
        replace(system, scores={**system.scores, "conll": replace(system.scores["conll"], f1=value)})
        for system, value in zip(result.systems, values, strict=True)
    ]
    return replace(result, systems=tuple(systems), key=replace(result.key, mentions=19764, entities=4532))


def test_systems_stand_in_the_order_of_their_scores(result):
    placed = standing(with_conll(result, 0.575, 0.10), "conll2012-en")
    assert placed.by == "conll"
    assert placed.metrics == ("muc", "b3", "ceafe", "conll")
    assert [(place.name, place.rank) for place in placed.places][:4] == [
        ("fernandes", 1),
        ("martschat", 2),
        ("response-a.conll", 3),
        ("bjorkelund", 4),
    ]
    assert placed.places[-1].name == "response-b.jsonl"
    assert placed.places[-1].rank == 17
    assert placed.warnings == ()


def test_only_the_neighbours_are_shown(result):
    text = render(report(standing(with_conll(result, 0.575, 0.10), "conll2012-en"), distance=1)).splitlines()
    names = [line[6:24].strip() for line in text[2:]]
    assert names == ["…", "martschat", "response-a.conll", "bjorkelund", "…", "li", "response-b.jsonl"]
    assert sum(line.startswith("→") for line in text) == 2


def test_equal_scores_share_a_rank(result):
    placed = standing(with_conll(result, 0.607, 0.607), "conll2012-en")
    assert [place.rank for place in placed.places][:4] == [1, 1, 1, 4]
    # 60.6549 is printed 60.7 where the table rounds to one digit, and lies below 60.65 where it cuts off after two.
    assert standing(with_conll(result, 0.606549, 0), "conll2012-en").places[1].rank == 1
    cut_off = standing(with_conll(result, 0.606499, 0), "moosavi2016-table5")
    assert [(place.name, place.rank) for place in cut_off.places[:2]] == [("fernandes", 1), ("response-a.conll", 2)]


def test_other_data_are_warned_of(result):
    text = render(report(standing(result, "conll2012-en")))
    assert "careful: the key has 36 mentions in 19 entities, that of the table 19,764 in 4,532" in text
    assert "whose size its paper does not give" in render(report(standing(result, "conll2012-zh")))


def test_other_settings_are_warned_of():
    other = corefscope.score(KEY, A, metrics=["conll"], average="macro")
    assert any("summed over documents" in warning for warning in standing(other, "conll2012-ar").warnings)


def test_a_table_without_conll_is_ordered_by_its_last_metric():
    placed = standing(corefscope.score(KEY, A), "recasens2011-table16")
    assert placed.by == "blanc"
    assert placed.places[0].name == "ACE-2004, Luo and Zitouni (2005)"
    assert json.loads(json.dumps(placed.as_object()))["table"] == "recasens2011-table16"


def test_a_table_without_scores_cannot_be_stood_beside(result):
    with pytest.raises(SettingsError, match="no scores to stand beside"):
        standing(result, "recasens2011-table15")
    pairwise = corefscope.score(KEY, A, metrics="pairwise")
    with pytest.raises(SettingsError, match=r"none of the metrics that were scored .*add -m conll"):
        standing(pairwise, "conll2012-en")


# The commands.


def test_list_and_table(capsys):
    assert run() == 0
    text = capsys.readouterr().out
    for name in ROWS:
        assert name in text
    assert run("conll2012-en") == 0
    text = capsys.readouterr().out
    assert "fernandes          77.7    70.5   57.6      61.4      53.9      58.8      60.7" in text
    assert "* stamborg, CoNLL: printed 54.2, ours 54.467." in text
    assert text.endswith("checked: 17 numbers and statements, 2 do not add up\n")


def test_csv_and_json_are_the_data(capsys):
    assert run("moosavi2016-table4", "-o", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows == [dict(row) for row in table("moosavi2016-table4").rows]
    assert run("moosavi2016-table4", "-o", "json") == 0
    [shown] = json.loads(capsys.readouterr().out)["tables"]
    assert shown["rows"] == rows
    assert run("-o", "csv") == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert {row["row"] for row in rows} == set(published.names())


def test_check_fails_only_for_what_is_not_known(monkeypatch, capsys):
    assert run("--check") == 0
    assert "kobdani, CoNLL: printed 38.7, ours 40.800" in capsys.readouterr().out
    monkeypatch.setattr(Reproduction, "why", lambda self, section, item: None)
    assert run("--check") == 1
    assert run("conll2012-ar", "--check") == 0


def test_score_beside():
    text = ok("score", KEY, A, "-m", "conll", "--beside", "conll2012-ar")
    assert "→  1  response-a.conll  75.00\n   2  fernandes          45.2\n" in text
    assert "did you mean conll2012" in failed("score", KEY, A, "--beside", "conll2012-ru")
    assert "--beside goes with every output but csv" in failed("score", KEY, A, "--beside", "conll2012-ar", "-o", "csv")


def test_score_beside_as_json():
    """The same object as without it, and the places."""
    plain = ("score", KEY, A, "-m", "conll", "-o", "json")
    shown = json.loads(ok(*plain, "--beside", "conll2012-ar"))
    beside = shown.pop("beside")
    assert shown == json.loads(ok(*plain))
    assert (beside["table"], beside["by"]) == ("conll2012-ar", "conll")
    first, second = beside["places"][:2]
    assert (first["name"], first["ours"], first["rank"]) == ("response-a.conll", True, 1)
    assert first["f1"]["conll"] == pytest.approx(shown["systems"][0]["scores"]["conll"]["f1"], abs=1e-15)
    assert second == {"name": "fernandes", "ours": False, "rank": 2, "f1": {"conll": 0.452}}
    assert beside["warnings"]


def test_rows_of_several_places_name_them():
    for name in ("ontonotes-en", "litbank-preco", "corefud-1.1", "corefud-1.2"):
        source = table(name)
        named = {note.partition(":")[0] for note in source.notes}
        assert {row["source"] for row in source.rows} <= named
        for row in source.rows:
            assert "source" not in source.label(row)
        assert "source" not in source.values


def test_the_rows_of_one_corpus(capsys):
    assert [row["conll.f1"] for row in table("corefud-1.1:en_gum").rows] == ["75.02"]
    assert checks_of("corefud-1.1:en_gum") == checks_of("corefud-1.1")
    with pytest.raises(UnknownName, match=r"corpus of corefud-1\.1"):
        table("corefud-1.1:en_gumm")
    with pytest.raises(UnknownName, match="corpus of ontonotes-en"):
        table("ontonotes-en:x")
    assert run("corefud-1.2:tr") == 0
    assert capsys.readouterr().out.count("CorPipe 2") == 2


def test_a_table_of_another_matching_says_so():
    exact = corefscope.score(KEY, A, metrics="conll")
    head = replace(exact, settings=corefscope.Settings(**preset_named("crac2023").values))
    assert any("as --preset crac2023 does" in warning for warning in standing(exact, "corefud-1.1:ru").warnings)
    assert not any("was scored" in warning for warning in standing(head, "corefud-1.1:ru").warnings)
    assert any("exact match" in warning for warning in standing(head, "ontonotes-en").warnings)
