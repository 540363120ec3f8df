"""Challenge sets beside the scripts that score them elsewhere, on their real questions.

COREFSCOPE_CHALLENGES names a folder with clones of google-research-datasets/gap-coreference, shtoshni/fast-coref,
SapienzaNLP/maverick-coref, uclanlp/corefBias, rudinger/winogender-schemas and uds-lsv/winopron (its data unpacked),
each under its short name; COREFSCOPE_PYTHON2 a Python 2.7, which gap_scorer.py needs.
"""

import ast
import random
import re
import shutil
import subprocess
import sys

import pytest

import corefscope as cs
from corefscope.challenges.questions import questions
from differential.peers import module_at, peer
from support.inputs.challenges import as_clusters, json_lines, random_clusters, tokens


def clone(*parts):
    return peer("COREFSCOPE_CHALLENGES").joinpath(*parts)


def functions(path, *names):
    """Some functions of a file that imports more than is installed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kept = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names]
    assert len(kept) == len(names)
    values = {"Tuple": tuple}
    exec(compile(ast.Module(kept, []), str(path), "exec"), values)
    return [values[name] for name in names]


def gap_scorer(tmp_path, data, system):
    python = peer("COREFSCOPE_PYTHON2")
    for name in ("gap_scorer.py", "constants.py"):
        shutil.copy(clone("gap-coreference", name), tmp_path)
    # Python 2.7 has no enum; the scorer needs only members that differ.
    (tmp_path / "enum.py").write_text("class Enum(object):\n    pass\n")
    done = subprocess.run(
        [python, "gap_scorer.py", "--gold_tsv", str(data), "--system_tsv", str(system)],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    values = {}
    for name in ("Overall", "Masculine", "Feminine"):
        numbers = re.search(rf"{name} recall: ([\d.]+) precision: ([\d.]+) f1: ([\d.]+)\n(.*)\n(.*)\n", done.stdout)
        values[name.lower()] = (
            [float(numbers[place]) for place in (1, 2, 3)],
            re.findall(r"\d+", numbers[4] + numbers[5]),
        )
    return values, re.search(r"Bias \(F/M\): (\S+)", done.stdout)[1]


def our_scores(system):
    return {
        row: (
            [round(100 * system.value(row, column), 1) for column in ("recall", "precision", "f1")],
            [
                str(int(system.counts[row][name]))
                for name in ("true_positives", "false_positives", "false_negatives", "true_negatives")
            ],
        )
        for row in ("overall", "masculine", "feminine")
    }


@pytest.mark.parametrize("share", [1.0, 0.8])
def test_gap_scorer(tmp_path, share):
    """Random answers, all of them or with some rows missing."""
    data = clone("gap-coreference", "gap-test.tsv")
    source = random.Random(3)
    said = [(each, source.random() < 0.5, source.random() < 0.5) for each in questions("gap", data).questions]
    said = [answer for answer in said if source.random() < share]
    answers = tmp_path / "answers.tsv"
    answers.write_text("".join(f"{each.id}\t{a}\t{b}\n" for each, a, b in said))
    expected, bias = gap_scorer(tmp_path, data, answers)
    [system] = cs.challenge("gap", data, [as_clusters(*answer) for answer in said], trials=1)
    assert our_scores(system) == expected
    assert f"{system.value('bias', 'f1'):.2f}" == bias


def random_responses(asked, seed):
    """Clusters of tokens over each question, and its spans in tokens: pronouns first."""
    source = random.Random(seed)
    for question in asked.questions:
        places = tokens(question.text)
        spans = [*question.pronouns, *(phrase.span for phrase in question.phrases)]
        in_tokens = [
            (
                next(n for n, (_, end) in enumerate(places) if end > start),
                max(n for n, (begin, _) in enumerate(places) if begin < stop),
            )
            for start, stop in spans
        ]
        yield question, places, in_tokens, random_clusters(source, len(places), in_tokens)


@pytest.mark.parametrize("seed", range(3))
def test_gap_rules_of_published_systems(tmp_path, seed):
    """The verdicts of Maverick and of fast-coref, on random clusters over the real texts."""
    data = clone("gap-coreference", "gap-validation.tsv")
    asked = questions("gap", data)
    (aligned,) = functions(clone("fast-coref", "src", "coref_utils", "utils.py"), "is_aligned")
    both, *_ = functions(
        clone("maverick-coref", "maverick", "evaluate.py"),
        "A_and_B_corefs",
        "candidate_pronoun_clustered",
        "find_offsets_in_clusters",
    )
    records, maverick, longdoc = [], [], []
    for question, places, (pronoun, a, b), clusters in random_responses(asked, seed):
        words = [question.text[slice(*place)] for place in places]
        records.append({"doc_key": question.id, "sentences": [words], "clusters": clusters})
        maverick.append(both(clusters, pronoun, a, b))
        of = {span: cluster for cluster in clusters for span in cluster}
        longdoc.append(tuple(any(aligned(span, name) for span in of.get(pronoun, ())) for name in (a, b)))
    response = json_lines(tmp_path / "random.jsonl", records)
    rules = {"maverick": {"shared": "yes"}, "longdoc": {"rule": "containment", "pronoun_rule": "exact"}}
    for name, expected in (("maverick", maverick), ("longdoc", longdoc)):
        [system] = cs.challenge("gap", data, response, **rules[name], trials=1)
        values = [given[0] for given in system.answers]
        differ = [number for number, pair in enumerate(zip(values, expected, strict=True)) if pair[0] != pair[1]]
        assert not differ, (name, [asked.questions[number].id for number in differ])


def test_winopron_scores(tmp_path):
    """Answers as the scripts of WinoPron count them, by case, pronoun set, template and pair."""
    pytest.importorskip("pandas")
    import pandas

    place = clone("winopron", "scripts", "compute_performance.py")
    module = module_at(place)
    templates = clone("winopron", "new_templates.tsv")
    subprocess.run(
        [sys.executable, place.parent / "verification.py", templates], cwd=tmp_path, check=True, capture_output=True
    )
    source, double = random.Random(5), tmp_path / "double.tsv"
    header, *rows = double.read_text(encoding="utf-8").splitlines()
    answers, said = tmp_path / "answers.tsv", {}
    with answers.open("w", encoding="utf-8") as file:
        file.write(f"{header}\tgeneration\n")
        for row in rows:
            occupation, participant, sentence, *_, answer = row.split("\t")
            said[sentence] = source.choice([answer, answer, answer, occupation, participant, "neither"]), answer
            file.write(f"{row}\t{said[sentence][0]}\n")
    scorer = module.Scorer(pandas.read_csv(answers, sep="\t"))
    for data in (double, templates):
        responses = []
        for each in questions("winopron", data).questions:
            noun, answer = said[each.text]
            responses.append(
                as_clusters(each, *(noun != "neither" and phrase.right == (noun == answer) for phrase in each.phrases))
            )
        [system] = cs.challenge("winopron", data, responses, trials=1)
        for row, theirs in {"overall": None, "nominative": "nom", "accusative": "acc", "possessive": "poss"}.items():
            for column, pairing in {
                "accuracy": None,
                "pronoun_consistency": "template",
                "disambiguation": "coref_dir",
            }.items():
                scorer.filtering, scorer.pairing = theirs, pairing
                assert system.value(row, column) == pytest.approx(scorer.get_accuracy()), (row, column)
        for pronouns in ("he", "she", "they", "xe"):
            scorer.filtering, scorer.pairing = pronouns, None
            assert system.value(pronouns, "accuracy") == pytest.approx(scorer.get_accuracy())


@pytest.mark.parametrize("split", ["dev", "test"])
def test_winobias_in_its_own_conll(tmp_path, split):
    """The set's CoNLL form is a perfect response to its text form, and its documents are found by their names."""
    folder = clone("corefBias", "WinoBias", "wino", "data")
    data = str(folder / f"*.{split}")
    response = str(folder / "conll_format" / f"{split}_type*.v4_auto_conll")
    [system] = cs.challenge("winobias", data, response, trials=1)
    assert system.missing == 0
    assert len(system.values) == 2 * 2 * 4
    for (row, _), estimate in system.values.items():
        assert estimate.value == (0 if row.endswith("difference") else 1)


def test_winogender_is_read_whole():
    asked = questions("winogender", clone("winogender-schemas", "data", "all_sentences.tsv"))
    assert len(asked.questions) == 720
    assert {question.labels["case"] for question in asked.questions} == {"nominative", "accusative", "possessive"}
