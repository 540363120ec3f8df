"""The official scorer itself, where it is installed: its own test cases, random files, real texts.

COREFSCOPE_PERL_SCORER names the folder of scorer v8.01 (with scorer.pl), COREFSCOPE_PERL_LEA_SCORER that of its
LEA branch, COREFSCOPE_DATA a folder of CoNLL files: key.conll and response.conll side by side are scored as a pair,
any other *.conll against copies of itself with mistakes. With `-s` each test says how much it compared.
"""

import ast
import re
from fractions import Fraction
from operator import add, mul, sub, truediv
from random import Random
from types import SimpleNamespace

import pytest

import corefscope
from corefscope.reference.readers import pair, read
from corefscope.reference.scoring import count, finish, total
from differential.peers import peer
from differential.perl_scorer import (
    LEA_SCORER,
    METRICS,
    SCORER,
    Comparison,
    compare_files,
    compare_scores,
    scorer_folder,
)
from differential.random_conll import cells, random_files, replace_column, with_mistakes


@pytest.fixture(params=[SCORER, LEA_SCORER], ids=["v8.01", "LEA branch"])
def scorer(request):
    """A folder, and its metrics: the LEA branch is asked for LEA only, the rest is v8.01's."""
    folder = scorer_folder(request.param)
    return folder, [name for name in METRICS if (name == "lea") == (request.param == LEA_SCORER)]


OPERATORS = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv}


def arithmetic(text):
    """The exact value of an expression such as `(4+7/12)/9`, which Perl and Python write alike."""

    def value(node):
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        return Fraction(ast.get_source_segment(text, node))

    return value(ast.parse(text, mode="eval").body)


def suite(folder):
    """The scorer's own test cases: id, files, and by metric the texts of recall, precision, F1."""
    config = (folder / "test" / "CorefMetricTestConfig.pm").read_text(encoding="utf-8")
    config = re.sub(r"#.*", "", config.partition("@TestCases")[2])
    pattern = r'id\s*=>\s*"(.+?)".*?key_file\s*=>\s*"(.+?)".*?response_file\s*=>\s*"(.+?)".*?\{(.*?)\}'
    for name, key, response, expected in re.findall(pattern, config, re.DOTALL):
        values = re.findall(r'"(\w+)"\s*=>\s*\[(.*?)\]', expected, re.DOTALL)
        metrics = {metric: [text.strip() for text in texts.split(",")] for metric, texts in values}
        yield name, folder / "test" / key, folder / "test" / response, metrics


def same_value(value, text):
    """Decimals of the suite were rounded to five places; fractions are exact."""
    rounded = re.fullmatch(r"0\.\d{5}", text)
    return abs(value - float(arithmetic(text))) <= (5e-6 if rounded else 1e-12)


def test_the_values_its_own_suite_expects(scorer, record_property):
    folder, metrics = scorer
    comparison = Comparison()
    for name, key, response, expected in suite(folder):
        scores = corefscope.score(key, response, preset="conll2012", metrics=list(METRICS.values())).scores
        comparison.files += 1
        comparison.documents += 1
        for metric in expected.keys() & set(metrics):
            score = scores[METRICS[metric]]
            for field, text in zip(("recall", "precision", "f1"), expected[metric], strict=True):
                comparison.add((name, metric, field), getattr(score, field), text, same_value)
    assert comparison.files > 30
    comparison.conclude("expected by its suite", record_property)


def wanted(scorer, one_by_one=False):
    """One run for all metrics of v8.01, unless told otherwise."""
    folder, metrics = scorer
    return [(folder, metric) for metric in metrics] if one_by_one or metrics == ["lea"] else [(folder, "all")]


def test_what_it_prints_on_its_own_suite(scorer, record_property):
    jobs = [(key, response, wanted(scorer, one_by_one=True)) for _, key, response, _ in suite(scorer[0])]
    compare_files(jobs).conclude("printed on its suite", record_property)


def written_files(folder, count, repeats):
    """Paths of random keys and responses in which so many mentions are repeated."""
    for number in range(count):
        paths = folder / f"{number}.key", folder / f"{number}.response"
        for path, text in zip(paths, random_files(Random(f"{repeats} {number}"), repeats), strict=True):
            path.write_text(text, encoding="utf-8")
        yield paths


@pytest.mark.parametrize(("repeats", "files"), [(0, 200), (1, 50), (2, 50), (5, 50), (10, 50)])
def test_random_files(scorer, repeats, files, tmp_path, record_property):
    """It refuses more than ten repeated mentions, counted over all metrics of a run: so one metric at a time.

    Crossing mentions of one entity, read as nested, can repeat a mention even where nothing was repeated on purpose.
    """
    paths = written_files(tmp_path, files, repeats)
    compare_files((*pair, wanted(scorer, one_by_one=True)) for pair in paths).conclude(
        f"random files, {repeats} mentions repeated", record_property
    )


def data_folder():
    return peer("COREFSCOPE_DATA")


def real_pairs():
    pairs = [(key, key.with_name("response.conll")) for key in sorted(data_folder().rglob("key.conll"))]
    assert pairs, "there is no key.conll with a response.conll beside it"
    return pairs


def test_real_key_and_response(scorer, record_property):
    jobs = [(*pair, wanted(scorer)) for pair in real_pairs()]
    compare_files(jobs).conclude("real key and response", record_property)


def copies_with_mistakes(folder, rate):
    """Paths of the other files and of copies with mistakes, both with numbers as ids, since it reads no others."""
    for number, path in enumerate(sorted(data_folder().rglob("*.conll"))):
        if path.name in ("key.conll", "response.conll"):
            continue
        text, key, response = path.read_text(encoding="utf-8"), [], []
        for document in corefscope.read(path):
            entities = [[(start, end - 1) for start, end in entity] for entity in document.entities]
            length = len(document.words)
            key.append(cells(enumerate(entities), length))
            response.append(cells(with_mistakes(Random(f"{path.name} {rate}"), entities, length, rate), length))
        paths = [folder / f"{number}.{side}.conll" for side in ("key", "response")]
        for each, column in zip(paths, (key, response), strict=True):
            each.write_text(replace_column(text, column), encoding="utf-8")
        yield tuple(paths)


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.4])
def test_real_texts_against_copies_with_mistakes(scorer, rate, tmp_path, record_property):
    jobs = [(*paths, wanted(scorer)) for paths in copies_with_mistakes(tmp_path, rate)]
    compare_files(jobs).conclude(f"real texts, rate of mistakes {rate}", record_property)


def has_repeats(corpus):
    """Whether a mention is in two entities, or twice in one: there, the official scorer has rules of its own."""
    sides = [[mention for entity in entities for mention in entity] for entities in corpus.values()]
    return any(len(mentions) > len(set(mentions)) for mentions in sides)


def reference_scores(documents):
    """What `perl_scorer.compare` looks at, in the fractions of the reference; whole numbers as such."""
    scores = {}
    for name in ("mentions", *METRICS.values()):
        counts = total(count(name, document) for document in documents)
        recall, precision, f1, _ = finish(name, counts)
        parts = {}
        for kind in ("coreference", "non_coreference") if name == "blanc" else ():
            both, key, response = (counts[f"{kind}_{side}"] for side in ("both", "key", "response"))
            ratios = {"recall_num": both, "recall_den": key, "precision_num": both, "precision_den": response}
            parts[kind] = SimpleNamespace(f1=finish("muc", ratios).f1)
        whole = {each: int(value) if value.denominator == 1 else value for each, value in counts.items()}
        scores[name] = SimpleNamespace(counts=whole, recall=recall, precision=precision, f1=f1, parts=parts)
    return scores


@pytest.mark.parametrize("texts", ["random", "real"])
def test_the_reference(scorer, texts, tmp_path, record_property):
    """In fractions; also real keys and responses."""
    paths = (
        written_files(tmp_path, 300, 0) if texts == "random" else [*real_pairs(), *copies_with_mistakes(tmp_path, 0.1)]
    )
    jobs = []
    for paths_of_sides in paths:
        sides = [read(path, "conll") for path in paths_of_sides]
        if not any(map(has_repeats, sides)):
            documents = list(pair(*sides).values())
            jobs.append((*paths_of_sides, wanted(scorer, True), len(documents), reference_scores(documents)))
    comparison = compare_scores(jobs)
    assert comparison.files > (150 if texts == "random" else 0)
    comparison.conclude(f"{texts} texts, the reference", record_property)
