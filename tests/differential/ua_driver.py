"""Runs a scorer of Universal Anaphora: jobs come as lines of JSON, scores go out as lines of JSON.

The arguments are `1` or `2` and the scorer's folder. The second scorer's own entry point prints no score, so the engine
is called here. Nothing of corefscope is used here, and nothing but this runs there.
"""

import json
import sys
import types

METRICS = {"muc": "muc", "b3": "b_cubed", "ceafm": "ceafm", "ceafe": "ceafe", "lea": "lea"}


def main(version, folder):
    sys.path.insert(0, folder)
    out, sys.stdout = sys.stdout, sys.stderr  # the scorers print notes
    if version == "1":
        from coval.eval import evaluator
        from coval.ua import reader

        def read(job, bridging=False, silent=False):
            infos = reader.get_coref_infos(
                job["key"], job["response"], True, job["split"], bridging, silent, job["deixis"], job["min"]
            )
            return types.SimpleNamespace(coref=infos[0], silent=infos[1], bridging=infos[2])
    else:
        from scorer.eval import evaluator
        from scorer.ua.reader import UAReader

        def read(job, bridging=False, silent=False):
            found = UAReader(
                match="partial-corefud" if job["min"] else "exact",
                keep_singletons=True,
                keep_split_antecedents=job["split"],
                keep_bridging=bridging,
                keep_non_referring=silent,
                evaluate_discourse_deixis=job["deixis"],
            )
            found.get_coref_infos(job["key"], job["response"])
            coref = found.doc_discourse_deixis_infos if job["deixis"] else found.doc_coref_infos
            return types.SimpleNamespace(
                coref=coref, silent=found.doc_non_referring_infos, bridging=found.doc_bridging_infos
            )

    for line in sys.stdin:
        job = json.loads(line)
        infos = read(job)
        scores = {}
        wanted = {name: getattr(evaluator, metric) for name, metric in METRICS.items()}
        wanted["blanc"] = [evaluator.blancc, evaluator.blancn]
        for name, metric in wanted.items():
            scores[name] = evaluator.evaluate_documents(infos.coref, metric)
            if job["split"] and name != "blanc":
                scores[f"split(metric={name})"] = evaluator.evaluate_documents(
                    infos.coref, metric, only_split_antecedent=True
                )
        if not job["deixis"]:
            infos = read(job, bridging=True, silent=True)
            levels = evaluator.evaluate_bridgings(infos.bridging)
            scores |= dict(zip(("bridging(level=anaphor)", "bridging(level=mention)", "bridging"), levels, strict=True))
            scores["nonreferring"] = evaluator.evaluate_non_referrings(infos.silent)
        print(json.dumps({name: list(map(float, values)) for name, values in scores.items()}), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
