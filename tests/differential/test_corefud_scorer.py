"""The scorer of the CRAC shared tasks, where it is installed: cases of ours, random files, its own suite, real texts.

COREFSCOPE_COREFUD_SCORER names the folder of ufal/corefud-scorer, COREFSCOPE_COREFUD_PYTHON a Python that has udapi,
scipy and numpy, COREFSCOPE_DATA a folder of CoNLL-U files with coreference. With `-s` each test says how much it
compared. Every count of every document is compared, and the numbers printed.

What differs is counted where it occurs, checked to be just that, and shown to differ at the end of this file: which of
several pairings of equal total similarity is taken; zeros that it takes for others at the same place, or that stop it;
BLANC where the key has no links of a kind; mentions in two entities; mentions without a head.
"""

import re
import subprocess
from pathlib import Path
from random import Random

import pytest

import corefscope
from corefscope.formats.load import read_corpus
from corefscope.model import Document
from corefscope.types.heads import with_heads
from differential.corefud_scorer import COUNTED, SETTINGS, compare, run, scorer
from differential.peers import peer
from differential.random_corefud import random_documents, with_mistakes, with_zeros, write, zeros_elsewhere
from support.command_line import KEY, A
from support.inputs.spans import mention, pairs, positions

WORDS = [f"w{number}" for number in range(12)]
SENTENCES = [(0, 6), (6, 12)]

# Two sentences of six words; entities are separated by `|`, mentions written as in `spans`, always with a head.
CASES = {
    "the same": ("0-2@1 4@4|7-8@8 10@10", "0-2@1 4@4|7-8@8 10@10"),
    "missing and spurious": ("0-2@1 4@4|7-8@8 10@10", "0-2@1 5@5|7-8@8 11@11"),
    "split and merged": ("0@0 1@1 2@2 3@3|7@7 8@8", "0@0 1@1|2@2 3@3 7@7 8@8"),
    "shorter and longer spans": ("0-4@2 7-9@8|5@5 11@11", "1-3@2 6-10@8|5@5 11@11"),
    "shifted spans without the head": ("0-4@2 7-9@8", "3-5@3 9-10@9"),
    "equal spans with other heads": ("0-4@2 7-9@8", "0-4@3 7-9@9"),
    "three mentions of one head": ("0-4@2 1-3@2|2@2 7@7", "0-5@2 1-2@2|2-3@2 7@7"),
    "three mentions of one head, none exact": ("0-4@2 1-4@2|2-4@2 7@7", "0-3@2 1-3@2|2-3@2 7@7"),
    "ties": ("1-2@2 2-3@2|7@7 8@8", "2@2 0-3@2|7@7 8@8"),
    "nested mentions of one entity": ("0-4@2 1@1 7@7", "0-4@2 1@1 7@7|9@9"),
    "nested mentions of two entities": ("0-4@2 7@7|1-2@1 8@8", "0-4@2 8@8|1@1 7@7"),
    "gaps": ("0,2-3@3 7@7|1@1 8@8", "0,2@2 7@7|1@1 8@8"),
    "a gap against none": ("0,2-3@3 7@7", "0-3@3 7@7"),
    "a gap in both, elsewhere": ("0,3@3 7@7", "1,3@3 7@7"),
    "singletons on both sides": ("0@0 1@1|3@3|8@8", "0@0 1@1|3@3|9@9"),
    "singletons in the key": ("0@0|1@1|7-8@8", "0@0 1@1 7-8@8"),
    "singletons in the response": ("0@0 1@1 7-8@8", "0@0|1@1|7-8@8"),
    "a singleton that would have taken a partner": ("0-4@2|1@1 7@7", "1-3@2 7@7|2@2"),
    "no response": ("0@0 1@1", ""),
    "no key": ("", "0@0 1@1"),
    "nothing": ("", ""),
    "one mention": ("0@0", "0@0"),
    "zeros at their places": ("0@0 3.1@3.1 9.1@9.1|7@7 8@8", "0@0 3.1@3.1 9.1@9.1|7@7 8@8"),
    "zeros at other places": ("0@0 3.1@3.1 9.1@9.1|7@7 8@8", "0@0 3.2@3.2 10.1@10.1|7@7 8@8"),
    "a zero in the wrong entity": ("0@0 3.1@3.1|7@7 8@8", "0@0 8@8|3.1@3.1 7@7"),
    "a zero that comes first": ("0@0 3.1@3.1 7@7", "0@0|3.1@3.1 7@7"),
    "a zero that is missing, one that is spurious": ("0@0 3.1@3.1 7@7", "0@0 7@7 9.1@9.1"),
    "a zero within a mention": ("2,3.1,3@3 7@7", "2-3@3 7@7"),
    "a zero as head of a mention": ("2,3.1@3.1 7@7|4@4 5@5", "3.1@3.1 7@7|4@4 5@5"),
    "zeros at the border of sentences": ("0@0 6.1@6.1 7@7", "0@0 6.1@6.1 7@7"),
}
# What zeros depend on, where a case is about that; else all depend on the first word.
DEPENDENCIES = {
    "zeros at other places": ({"3.1": "4:nsubj", "9.1": "5:obj"}, {"3.2": "4:nsubj", "10.1": "5:obl"}),
    "a zero that is missing, one that is spurious": ({"3.1": "4:nsubj"}, {"9.1": "4:nsubj"}),
    "a zero as head of a mention": ({"3.1": "4:nsubj|2:obj"}, {"3.1": "2:obj"}),
}


def case_files(folder, cases):
    """Two files with one document for each case."""
    paths = []
    for number, side in enumerate(("key", "response")):
        documents, dependencies = [], {}
        for name, sides in cases.items():
            entities = [[mention(text) for text in entity.split()] for entity in sides[number].split("|")]
            entities = [entity for entity in entities if entity]
            documents.append(Document(name, entities, words=WORDS, sentences=SENTENCES))
            zeros = {place for entity in entities for each in entity for place in each.tokens() if place < 0}
            dependencies.update({(name, place): "1:nsubj" for place in zeros})
            known = DEPENDENCIES.get(name, ({}, {}))[number]
            dependencies.update({(name, positions(text)[0]): deps for text, deps in known.items()})
        paths.append(write(folder / f"{side}.conllu", documents, dependencies))
    return paths


def everything(*paths):
    return [(*paths, options) for options in SETTINGS]


def test_cases_of_ours(tmp_path, record_property):
    scorer()
    comparison = compare(everything(*case_files(tmp_path, CASES)))
    assert comparison.documents == len(CASES) * len(SETTINGS)
    comparison.conclude("cases of ours", record_property)


def test_each_case_by_itself(tmp_path, record_property):
    """In a file of one document the numbers printed are those of the case."""
    scorer()
    jobs = []
    for number, (name, case) in enumerate(CASES.items()):
        (tmp_path / str(number)).mkdir()
        jobs += everything(*case_files(tmp_path / str(number), {name: case}))
    compare(jobs).conclude("cases of ours one by one", record_property)


def random_files(folder, seed):
    random = Random(f"corefud {seed}")
    made = [random_documents(random, f"text{number}") for number in range(300)]
    paths = []
    for side in (0, 1):
        dependencies = {
            (documents[side].name, place): deps for documents, zeros in made for place, deps in zeros[side].items()
        }
        paths.append(write(folder / f"{side}.conllu", [documents[side] for documents, _ in made], dependencies))
    return paths


@pytest.mark.parametrize("seed", range(4))
def test_random_documents(tmp_path, seed, record_property):
    scorer()
    compare(everything(*random_files(tmp_path, seed))).conclude(f"random documents, seed {seed}", record_property)


def test_its_own_suite(record_property):
    """Whatever a file of its suite was made for, it is scored in all ways."""
    folder, _ = scorer()
    jobs = []
    for response in sorted((Path(folder) / "tests" / "tests-corefud").rglob("*.response")):
        key = response.with_name(re.sub(r"-\d+\.response$", ".key", response.name))
        if key.is_file():
            jobs += everything(key, response)
    assert len(jobs) > 100
    compare(jobs).conclude("its own suite", record_property)


def test_files_converted_from_conll(tmp_path, record_property):
    """Names of documents with brackets, slashes and parts, which udapi does not read in the ids of sentences."""
    scorer()
    paths = []
    for name in (KEY, A):
        text = Path(name).read_text(encoding="utf-8").replace("(harbour)", "(nw/harbour;1)")
        source, paths = tmp_path / Path(name).name, [*paths, tmp_path / f"{Path(name).stem}.conllu"]
        source.write_text(text, encoding="utf-8")
        corefscope.convert(source, paths[-1])
    assert len(corefscope.read(paths[0])) == 2
    jobs = [job for job in everything(*paths) if job[2]["match"] == "exact"]  # CoNLL has no heads
    compare(jobs).conclude("converted from CoNLL", record_property)


def real_texts():
    paths = sorted(peer("COREFSCOPE_DATA").rglob("*.conllu"))
    assert paths, "COREFSCOPE_DATA: it has no *.conllu"
    return paths


def real_files(folder, rate):
    """Heads come from the dependencies, zeros are put in; both sides are written by us."""
    for number, path in enumerate(real_texts()):
        random = Random(f"{path.name} {rate}")
        corpus, _ = with_heads(read_corpus(path))
        sides, dependencies = ([], []), ({}, {})
        for document in corpus.documents():
            key, zeros = with_zeros(random, with_mistakes(random, document, 0), 0.3)
            response, elsewhere = zeros_elsewhere(random, key, zeros)
            for side, each, rows in ((0, key, zeros), (1, with_mistakes(random, response, rate), elsewhere)):
                sides[side].append(each)
                dependencies[side].update({(each.name, place): deps for place, deps in rows.items()})
        yield [write(folder / f"{number}.{side}.conllu", sides[side], dependencies[side]) for side in (0, 1)]


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.3])
def test_real_texts_against_copies_with_mistakes(tmp_path, rate, record_property):
    scorer()
    jobs = [job for paths in real_files(tmp_path, rate) for job in everything(*paths)]
    compare(jobs).conclude(f"real texts, rate of mistakes {rate}", record_property)


def test_what_it_prints(tmp_path, record_property):
    """The program itself, run as people run it."""
    folder, python = scorer()
    paths = case_files(tmp_path, CASES)
    names = {"bcub": "b3", "zero": "zeros"}
    compared = 0
    for options in SETTINGS:
        command = [python, str(Path(folder) / "corefud-scorer.py"), *map(str, paths), "-a", options["match"]]
        command += ["-z", options["zeros"], *(["-s"] if options["singletons"] == "keep" else [])]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
        scores = corefscope.score(*paths, metrics=[*COUNTED, "conll"], **options).scores
        rows = re.findall(r"^(\w+)\nRecall: (\S+)  Precision: (\S+)  F1: (\S+)$", done.stdout, re.MULTILINE)
        assert {names.get(name, name) for name, *_ in rows} == set(COUNTED)
        for name, *values in rows:
            score = scores[names.get(name, name)]
            for ours, value in zip((score.recall, score.precision, score.f1), values, strict=True):
                compared += 1
                assert abs(100 * ours - float(value)) <= 0.005 + 1e-9, (options, name, ours, value)
        (mean,) = re.findall(r"^CoNLL score: (\S+)$", done.stdout, re.MULTILINE)
        assert abs(100 * scores["conll"].f1 - float(mean)) <= 0.005 + 1e-9
    record_property("comparison", f"{compared} numbers printed")
    assert compared == len(SETTINGS) * len(COUNTED) * 3


# What differs, and how.


def both(folder, cases, dependencies=None, **options):
    """Our result, and its own, for one case."""
    scorer()
    (name,) = cases
    paths = case_files(folder, cases)
    if dependencies:
        for path, known in zip(paths, dependencies, strict=True):
            text = path.read_text(encoding="utf-8")
            for node, deps in known.items():
                text = re.sub(rf"(?m)^({re.escape(node)}(?:\t[^\t]*){{7}})\t[^\t]*", rf"\1\t{deps}", text)
            path.write_text(text, encoding="utf-8")
    chosen = {"match": "head", "zeros": "linear", "singletons": "keep", **options}
    (theirs,) = run([(*paths, chosen)])
    return paths, chosen, theirs, theirs.get("documents", {}).get(name)


def test_a_zero_without_dependencies_is_paired_by_its_place_and_an_error_there(tmp_path):
    case = {"zero": ("0@0 3.1@3.1", "0@0 3.1@3.1")}
    paths, chosen, theirs, _ = both(tmp_path, case, ({"3.1": "_"}, {"3.1": "_"}), zeros="dependent")
    assert theirs["error"].startswith("ZeroDivisionError")
    assert pairs(*paths, **chosen) == {("0", "0"), ("3.1", "3.1")}


def test_a_zero_is_looked_up_by_its_place_there_even_if_it_was_paired_with_another(tmp_path):
    """3.1 and 4.1 of the key go with 4.1 and 5.1 of the response, by what they depend on.

    The pairs are the same there. But its metrics keep both sides' pairs in one dictionary, in which 4.1 of the key and
    4.1 of the response are the same, so that 4.1 of the key ends up at 3.1 of the key, which is nowhere.
    """
    case = {"zeros": ("0@0 3.1@3.1 4.1@4.1|7@7", "0@0 4.1@4.1 5.1@5.1|7@7")}
    known = ({"3.1": "1:nsubj", "4.1": "2:obj"}, {"4.1": "1:nsubj", "5.1": "2:obj"})
    paths, chosen, _, document = both(tmp_path, case, known, zeros="dependent")
    assert pairs(*paths, **chosen) == {("0", "0"), ("3.1", "4.1"), ("4.1", "5.1"), ("7", "7")}
    assert {(*one, *two) for one, two in document["pairs"]} == {
        ("1-1", "1-1"),
        ("1-3.1", "1-4.1"),
        ("1-4.1", "1-5.1"),
        ("2-2", "2-2"),
    }
    assert not document["follows_pairs"]
    score = corefscope.score(*paths, metrics="muc", **chosen).scores["muc"]
    assert score.counts["recall_num"] == document["by_pairs"]["muc"][0] == 2
    assert document["counts"]["muc"][0] == 1


def test_of_pairings_that_are_equally_good_the_earlier_mentions_are_taken(tmp_path):
    """Both 0-3 and 1-3 have one of the three words of 3-5: there it is the solver that decides."""
    case = {"tie": ("3-5@3 7@7", "0-3@3 1-3@3|7@7 8@8")}
    paths, chosen, _, document = both(tmp_path, case)
    assert pairs(*paths, **chosen) == {("3-5", "0-3"), ("7", "7")}
    partners = [two for one, two in document["pairs"] if one == ["1-4", "1-5", "1-6"]]
    assert partners in ([["1-1", "1-2", "1-3", "1-4"]], [["1-2", "1-3", "1-4"]])


def test_blanc_averages_over_kinds_of_links_that_only_the_response_has(tmp_path):
    """The key has two singletons, so no coreference link; the official scorer then takes the other kind alone."""
    case = {"links": ("0@0|7@7|8@8", "0@0 7@7|8@8")}
    paths, chosen, theirs, _ = both(tmp_path, case)
    score = corefscope.score(*paths, metrics="blanc", **chosen).scores["blanc"]
    assert (score.recall, score.precision) == (2 / 3, 1)
    assert theirs["scores"]["blanc"][:2] == [1 / 3, 1 / 2]


def test_a_mention_in_two_entities_counts_twice_there_and_once_here(tmp_path):
    case = {"twice": ("0@0 1@1|0@0 7@7", "0@0 1@1|7@7 8@8")}
    paths, chosen, _, document = both(tmp_path, case)
    result = corefscope.score(*paths, metrics="b3", **chosen)
    assert [notice.kind for notice in result.key.warnings] == ["mention repeated in two entities"]
    assert result.scores["b3"].counts["recall_den"] == 3
    assert document["counts"]["b3"][1] == 4
    with pytest.raises(corefscope.CorefscopeError, match="is also in entity"):
        corefscope.score(*paths, repeated="error", **chosen)


# Mentions in two entities, and kinds of links that one side lacks: what `--preset corefud` counts as it does.
ITS_WAY = {
    "links of one side": ("0@0|7@7|8@8", "0@0 7@7|8@8"),
    "one entity": ("0@0 1@1 7@7", "0@0 1@1|7@7 8@8"),
    "twice in the key": ("0@0 1@1|0@0 7@7", "0@0 1@1|7@7 8@8"),
    "twice in the response": ("0@0 1@1|7@7 8@8", "0@0 1@1|0@0 7@7 8@8"),
    "twice in both": ("0-2@1 4@4|4@4 7@7 8@8", "0-2@1 4@4|7@7 4@4|8@8 9@9"),
    "twice, and matched by head": ("0-4@2 7@7|0-4@2 8@8 9@9", "1-3@2 7@7|8@8 9@9"),
    "twice there, and matched by head": ("0-4@2 7@7 5@5|8@8 9@9", "1-3@2 7@7|1-3@2 8@8 9@9"),
    "twice in one entity": ("0@0 0@0 1@1|7@7 8@8", "0@0 1@1|7@7 8@8"),
}


def test_the_preset_gives_its_numbers(tmp_path):
    """Every number that it prints, also where the settings of the shared tasks differ."""
    scorer()
    names = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea")
    jobs = []
    for number, (name, case) in enumerate({**CASES, **ITS_WAY}.items()):
        (tmp_path / str(number)).mkdir()
        jobs += everything(*case_files(tmp_path / str(number), {name: case}))
    for (*paths, options), theirs in zip(jobs, run(jobs), strict=True):
        scores = corefscope.score(*paths, metrics=names, preset="corefud", **options).scores
        for name in names:
            ours = [scores[name].recall, scores[name].precision, scores[name].f1]
            assert ours == pytest.approx(theirs["scores"][name], abs=1e-9), (paths, options, name)


def test_the_preset_for_random_documents(tmp_path, record_property):
    """BLANC too without a reason of its own: the preset has its rule for links that one side lacks."""
    scorer()
    comparison = compare(everything(*random_files(tmp_path, "preset")), "corefud")
    comparison.conclude("the preset, random documents", record_property)
    assert "BLANC without key links of a kind" not in comparison.explained


def test_the_preset_for_real_texts(tmp_path, record_property):
    scorer()
    jobs = [job for paths in real_files(tmp_path, 0.1) for job in everything(*paths)]
    comparison = compare(jobs, "corefud")
    comparison.conclude("the preset, real texts", record_property)
    assert "BLANC without key links of a kind" not in comparison.explained


def test_without_heads_in_the_file_the_first_word_is_taken_for_one_there(tmp_path):
    """Here the dependencies give the head: w2, on which w0 and w1 depend."""
    scorer()
    paths = []
    for name, bracket in (("key", 0), ("response", 1)):
        rows = []
        for number, parent in enumerate([3, 3, 0, 3], 1):
            entity = {bracket + 1: "Entity=(e1--", 3: "Entity=e1)", 4: "Entity=(e1--)"}.get(number, "_")
            relation = "dep" if parent else "root"
            rows.append(f"{number}\tw{number - 1}\t_\t_\t_\t_\t{parent}\t{relation}\t_\t{entity}")
        lines = ["# newdoc id = text", "# global.Entity = eid-etype-other", "# sent_id = 1", *rows, "", ""]
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text("\n".join(lines), encoding="utf-8")
    chosen = {"match": "head", "zeros": "linear", "singletons": "keep"}
    (theirs,) = run([(*paths, chosen)])
    assert pairs(*paths, **chosen) == {("0-2", "1-2"), ("3", "3")}
    assert theirs["documents"]["text"]["pairs"] == [[["1-4"], ["1-4"]]]
