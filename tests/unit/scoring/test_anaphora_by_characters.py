"""What stands beside the entities where texts are aligned by characters: nothing is lost, and nothing changes."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import corefscope
from support.inputs.anaphora import letter, side
from support.inputs.dialogue import damaged, dialogue

METRICS = ["muc", "ceafe", "lea", "split", "bridging", "bridging(level=mention)", "nonreferring"]


def halved(document):
    """The same text with every word of two letters or more cut in two."""
    begin = [2 * place for place in range(len(document.words) + 1)]

    def moved(mention):
        minimum = tuple(half for place in mention.minimum for half in (2 * place, 2 * place + 1))
        return corefscope.Mention(begin[mention.start], begin[mention.end], minimum=minimum)

    def part(one):
        relations = [
            each._replace(
                anaphor_mention=each.anaphor_mention and moved(each.anaphor_mention),
                antecedent_mention=each.antecedent_mention and moved(each.antecedent_mention),
            )
            for each in one.relations
        ]
        entities = [[moved(each) for each in entity] for entity in one.entities]
        return replace(one, entities=entities, relations=relations, words=None, token_count=None)

    words = [half for word in document.words for half in (word[:1], word[1:])]
    return replace(part(document), words=words, annotations={n: part(each) for n, each in document.annotations.items()})


@pytest.mark.parametrize("match", ["exact", "min"])
@pytest.mark.parametrize("layer", ["identity", "deixis"])
def test_other_tokens_change_nothing(match, layer):
    random = Random(3)
    key = [dialogue(random, f"text {number}") for number in range(8)]
    response = [damaged(random, each) for each in key]
    expected = METRICS if layer == "identity" else METRICS[:4]
    options = {"metrics": expected, "split": "keep", "match": match, "layer": layer}
    plain = corefscope.score(key, response, **options)
    aligned = corefscope.score(key, [halved(each) for each in response], align="characters", **options)
    assert plain.system.tallies == aligned.system.tallies
    assert min(aligned.f1.values()) > 0
    assert max(aligned.f1.values()) < 1


def test_what_is_not_in_the_text_of_the_key_is_counted_and_wrong():
    """The response invents two words; on one it has a markable that refers to nothing, on the other an antecedent."""
    words = [chr(97 + place) * 3 for place in range(24)]
    key = replace(side("ab c d", "p", "c>a d>a"), words=words, token_count=None, annotations={})
    silent = corefscope.Document("text", [[letter("p")]], entity_types=["expletive"])
    key = replace(key, annotations={"nonreferring": silent})
    response = replace(side("ab c dz", "py", "c>a d>z"), words=[*words, "invented", "too"], token_count=None)
    result = corefscope.score([key], [response], metrics=["nonreferring", "bridging", "mentions"], align="characters")
    assert (result.precision["nonreferring"], result.recall["nonreferring"]) == (0.5, 1)
    assert (result.precision["bridging"], result.recall["bridging"]) == (0.5, 0.5)
    assert {notice.code: notice.count for notice in result.warnings}["lost-in-alignment"] == 2


def test_errors_by_characters_are_those_by_tokens():
    random = Random(4)
    key = [dialogue(random, f"text {number}") for number in range(4)]
    response = [damaged(random, each) for each in key]
    counts, displayed = [], []
    for texts, align in ((response, "none"), ([halved(each) for each in response], "characters")):
        actual = corefscope.errors(key, texts, align=align, split="keep").systems[0].anaphora
        displayed.append({(error.what, error.kind, error.text.replace(" ", "")) for error in actual})
        counts.append(Counter((error.what, error.kind) for error in actual))
    assert counts[0] == counts[1]
    assert len(counts[0]) == 6
    assert counts[0]["non-referring", "another kind"] > 0
    assert displayed[0] == displayed[1]  # the words of the key
