"""`audit` on the scorers that people copy: the table of docs/audit.md. With `-s`, it prints the rows.

COREFSCOPE_E2E, COREFSCOPE_LONGDOC, COREFSCOPE_STANZA and COREFSCOPE_COVAL are those of differential/test_dialects.py;
scorch, neleval, coreference-eval and metametric are used where they are installed.
"""

import pytest

from corefscope.auditing.audit import audit
from differential.peers import peer
from differential.test_dialects import by_evaluator, living

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # a warning is no error of theirs


def e2e_family(variable):
    module = living(variable)

    def score(key, response):
        return by_evaluator(module, list(zip(key, response, strict=True)))["conll"][2]

    return score


def stanza():
    module = living("COREFSCOPE_STANZA")

    def score(key, response):
        checker = module.ClusterChecker()
        for one, two in zip(key, response, strict=True):
            checker.add_predictions(one, two)
        return checker.bakeoff

    return score


def coval():
    folder = peer("COREFSCOPE_COVAL")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        from coval.conll.reader import get_mention_assignments
        from coval.eval import evaluator

    def score(key, response):
        infos = {
            number: (one, two, get_mention_assignments(one, two), get_mention_assignments(two, one))
            for number, (one, two) in enumerate(zip(key, response, strict=True))
        }
        metrics = (evaluator.muc, evaluator.b_cubed, evaluator.ceafe)
        return sum(evaluator.evaluate_documents(infos, metric)[2] for metric in metrics) / 3

    return score


def coreference_eval():
    corefeval = pytest.importorskip("corefeval")
    return lambda key, response: corefeval.get_metrics(response, key, verbose=False)[0]


def of_sets(module, name):
    scores = pytest.importorskip(module)

    def score(key, response):
        return getattr(scores, name)(*([set(entity) for entity in side] for side in (key, response)))

    return score


def neleval(name):
    metrics = pytest.importorskip("neleval.coref_metrics")

    def score(key, response):
        sides = ({number: set(entity) for number, entity in enumerate(side)} for side in (key, response))
        p_num, p_den, r_num, r_den = getattr(metrics, name)(*sides)
        precision, recall = p_num / p_den if p_den else 0, r_num / r_den if r_den else 0
        return recall, precision, 2 * precision * recall / (precision + recall) if precision + recall else 0

    return score


def metametric(name):
    suite = pytest.importorskip("metametric.metrics.coref").coref_suite
    ie = pytest.importorskip("metametric.structures.ie")

    def side(clusters):
        return ie.EntitySet([ie.Entity([ie.Mention(*mention) for mention in cluster]) for cluster in clusters])

    def score(key, response):
        scores = suite.new()
        for one, two in zip(key, response, strict=True):
            scores.update_single(side(two), side(one))
        values = scores.compute()
        return (
            values[name] if name in values else [values[f"{name}-{field}"] for field in ("recall", "precision", "f1")]
        )

    return score


# Scorer, how it is made, what it claims to be; verdict, and the deviations or some dialects.
ROWS = [
    ("e2e-coref", lambda: e2e_family("COREFSCOPE_E2E"), "conll", "dialect", {"e2e"}),
    ("fast-coref", lambda: e2e_family("COREFSCOPE_LONGDOC"), "conll", "dialect", {"longdoc"}),
    ("coval", coval, "conll", "dialect", {"coval"}),
    ("Stanza", stanza, "conll", "unknown", set()),
    ("coreference-eval", coreference_eval, "conll", "dialect", {"e2e"}),
    *(
        (f"scorch {name}", lambda name=name: of_sets("scorch.scores", name), claim, "unknown", set())
        for name, claim in (("conll2012", "conll"), ("muc", "muc"), ("b_cubed", "b3"), ("ceaf_e", "ceafe"))
    ),
    *(
        (f"neleval {name}", lambda name=name: neleval(name), claim, None, None)
        for name, claim in (("muc", "muc"), ("b_cubed", "b3"), ("entity_ceaf", "ceafe"), ("mention_ceaf", "ceafm"))
    ),
    ("metametric avg-f1", lambda: metametric("avg-f1"), "conll", "unknown", set()),
    *(
        (f"metametric {name}", lambda name=name: metametric(name), claim, "deviation", {"macro-average"})
        for name, claim in (("muc", "muc"), ("b_cubed", "b3"), ("ceaf_phi4", "ceafe"))
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "make", "claim", "verdict", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_what_people_copy(name, make, claim, verdict, expected):
    found = audit(make(), claim)
    case = found.case or {}
    fits = ", ".join(found.dialects or found.deviations)
    print(f"\n| {name} | {found.verdict} | {fits} | {case.get('name')}: {case.get('documents')} |", case, found.notes)
    if verdict:
        assert found.verdict == verdict
        assert expected <= {*found.dialects, *found.deviations}
