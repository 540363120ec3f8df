"""Runs corefud-scorer inside a Python that has udapi: jobs come as lines of JSON, counts go out as lines of JSON.

The only argument is the scorer's folder. Nothing of corefscope is used here, and nothing but this runs there.
"""

import copy
import json
import sys

METRICS = {
    "muc": "muc",
    "b3": "b_cubed",
    "ceafm": "ceafm",
    "ceafe": "ceafe",
    "coreference": "blancc",
    "non_coreference": "blancn",
    "lea": "lea",
    "mor": "mention_overlap",
    "zeros": "als_zeros",
}
SCORES = {"blanc": ["blancc", "blancn"], **{name: metric for name, metric in METRICS.items() if "blanc" not in metric}}


def main(folder):
    sys.path.insert(0, folder)
    from scorer.corefud.reader import CorefUDReader
    from scorer.eval import evaluator

    loaded = {}

    class Reader(CorefUDReader):
        def load_conllu(self, path):
            if path not in loaded:
                loaded[path] = super().load_conllu(path)
            return loaded[path]

    for line in sys.stdin:
        job = json.loads(line)
        options = {
            "match": job["match"],
            "zero_match_method": job["zeros"],
            "keep_singletons": job["singletons"] == "keep",
        }
        reader = Reader(keep_zeros=True, **options)
        try:
            reader.get_coref_infos(job["key"], job["response"])
            documents = {str(name): of_document(evaluator, reader, name) for name in reader.doc_coref_infos}
            scores = {}
            for name, metric in SCORES.items():
                wanted = (
                    [getattr(evaluator, each) for each in metric] if name == "blanc" else getattr(evaluator, metric)
                )
                scores[name] = evaluator.evaluate_documents(reader.doc_coref_infos, wanted)
        except (Exception, reader.DataAlignError, reader.CorefFormatError) as error:
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
            continue
        print(json.dumps({"documents": documents, "scores": scores}), flush=True)


def of_document(evaluator, reader, name):
    """The pairs of mentions, and the counts twice: as the scorer makes them, and by its pairs and nothing else."""
    info, pairs = reader.doc_coref_infos[name], reader.doc_mention_aligns[name]
    return {
        "pairs": [[words(one), words(two)] for one, two in pairs],
        "counts": counts(evaluator, info),
        "by_pairs": counts(evaluator, relabelled(reader, info, pairs)),
        "follows_pairs": follows_pairs(info, pairs),
    }


def words(mention):
    return [str(word) for word in mention.words]


def counts(evaluator, info):
    values = {}
    for name, metric in METRICS.items():
        each = evaluator.Evaluator(getattr(evaluator, metric))
        each.update(info)
        precision_num, precision_den, recall_num, recall_den = map(float, each.get_counts())
        values[name] = [recall_num, recall_den, precision_num, precision_den]
    return values


def relabelled(reader, info, pairs):
    """Copies of the mentions that are equal if they were paired, and else not, wherever they stand."""
    key, response = info[0], info[1]
    number = {}
    for cluster in key:
        for mention in cluster:
            number.setdefault(mention, len(number))
    partner = {two: number[one] for one, two in pairs}
    own = {}
    sides = (
        [[labelled(mention, number[mention]) for mention in cluster] for cluster in key],
        [
            [labelled(mention, partner.get(mention, ("own", own.setdefault(mention, len(own))))) for mention in cluster]
            for cluster in response
        ],
    )
    maps = [reader.get_mention_to_clusterid_map(side) for side in sides]
    return (*sides, maps[1], maps[0], {})


def labelled(mention, label):
    made = copy.copy(mention)
    made.label = label
    made._eq_match = lambda other: label == other.label
    made._hash_match = lambda: hash(label)
    return made


def follows_pairs(info, pairs):
    """Whether looking a mention up, as the metrics do it, always leads to the mention it was paired with.

    The dictionary that they use holds both sides' mentions, so a zero may be taken for one of the other side that
    stands at the same place.
    """
    key, response, response_map, key_map, aligned = info
    there, back = dict(pairs), {two: one for one, two in pairs}
    for side, others, partner in ((key, response_map, there), (response, key_map, back)):
        for mention in (mention for cluster in side for mention in cluster):
            expected = partner.get(mention)
            values = aligned.get(mention, mention)
            in_score_of_zeros = mention if mention in others else aligned.get(mention)
            for each in (values if values in others else None, in_score_of_zeros):
                if (each is None) != (expected is None) or (each is not None and each != expected):
                    return False
    return True


if __name__ == "__main__":
    main(sys.argv[1])
