"""Small files in every format, sound and odd, the same at every run."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

from fuzzing.files import Side
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text, random_pair
from support.inputs.damage import mutated

# Heads, types, minimum spans, an empty node, a plural entity and a bridging anaphor.
KEY_CONLLU = """\
# newdoc id = mill
# global.Entity = eid-etype-head-minspan-other
# meta::genre = tale
# sent_id = mill-1
1	Anna	_	PROPN	_	_	2	nsubj	2:nsubj	Entity=(e1-person-1-1-)
2	met	_	VERB	_	_	0	root	0:root	_
3	the	_	DET	_	_	5	det	5:det	Entity=(e2-person-3-2,3-
4	old	_	ADJ	_	_	5	amod	5:amod	_
5	miller	_	NOUN	_	_	2	obj	2:obj	Entity=e2)
6	there	_	ADV	_	_	2	advmod	2:advmod	_

# sent_id = mill-2
1	They	_	PRON	_	_	2	nsubj	2:nsubj	Entity=(e3-person-1-1-)|SplitAnte=e1<e3,e2<e3
2	saw	_	VERB	_	_	0	root	0:root	_
2.1	_	_	PRON	_	_	_	_	2:obj	Entity=(e4-place-1-1-)
3	and	_	CCONJ	_	_	4	cc	4:cc	_
4	left	_	VERB	_	_	2	conj	2:conj	_
4.1	_	_	PRON	_	_	_	_	4:nsubj	Entity=(e3-person-1-1-)
5	the	_	DET	_	_	6	det	6:det	Entity=(e5-place-2-2-
6	wheel	_	NOUN	_	_	4	obj	4:obj	Entity=e5)|Bridge=e4<e5
7	of	_	ADP	_	_	9	case	9:case	_
8	the	_	DET	_	_	9	det	9:det	Entity=(e4-place-2-2-
9	mill	_	NOUN	_	_	6	nmod	6:nmod	Entity=e4)

"""
ZERO = "\t_\t_\tPRON\t_\t_\t_\t_\t4:nsubj\tEntity=(e3-person-1-1-)\n"
# The same trees with other spans, a merged entity, and an empty node at another place.
RESPONSE_CONLLU = (
    KEY_CONLLU.replace("Entity=(e2-person-3-2,3-\n4", "_\n4")
    .replace("Entity=e2)", "Entity=(e2-person-1-1-)")
    .replace("(e4-place-1-1-)", "(e2-place-1-1-)")
    .replace(f"4.1{ZERO}", "")
    .replace("4\tleft", f"3.1{ZERO}4\tleft")
    .replace("e1<e3,e2<e3", "e2<e3,e5<e3")
)
# Parse trees, which minimum spans and verb phrases need, and a genre for each document.
KEY_CONLL = """\
#begin document (bn/mill/01); part 000
bn/mill	0	0	The	DT	(TOP(S(NP(NP*	-	-	-	Ann	*	(1|(2
bn/mill	0	1	miller	NN	*)	-	-	-	Ann	*	2)
bn/mill	0	2	of	IN	(PP*	-	-	-	Ann	*	-
bn/mill	0	3	Hull	NNP	(NP*)))	-	-	-	Ann	(GPE)	1)|(3)
bn/mill	0	4	sings	VBZ	(VP*)	-	-	-	Ann	*	(4)
bn/mill	0	5	.	.	*))	-	-	-	Ann	*	-

bn/mill	0	0	He	PRP	(TOP(S(NP*)	-	-	-	Bob	*	(1)
bn/mill	0	1	likes	VBZ	(VP*	-	-	-	Bob	*	-
bn/mill	0	2	it	PRP	(NP*)	-	-	-	Bob	*	(4)
bn/mill	0	3	there	RB	(ADVP*)))	-	-	-	Bob	*	(3)

#end document
#begin document (wb/mill/02); part 000
wb/mill	0	0	Hull	NNP	(TOP(S(NP*)	-	-	-	-	(GPE)	(1)
wb/mill	0	1	sleeps	VBZ	(VP*)))	-	-	-	-	*	-
wb/mill	0	2	It	PRP	(TOP(S(NP*)	-	-	-	-	*	(1)
wb/mill	0	3	is	VBZ	(VP*	-	-	-	-	*	-
wb/mill	0	4	old	JJ	(ADJP*))))	-	-	-	-	*	-

#end document
"""
RESPONSE_CONLL = (
    KEY_CONLL.replace("(1|(2", "(1").replace("*\t2)", "*\t1)").replace("1)|(3)", "(3)").replace("\t(4)", "\t(5)")
)


def make_files(folder: Path) -> None:
    """For each layout a key, a response and a damaged response; and files that people name by mistake."""
    for name, key, response in (("conllu", KEY_CONLLU, RESPONSE_CONLLU), ("conll", KEY_CONLL, RESPONSE_CONLL)):
        (folder / name).mkdir()
        (folder / name / f"key.{name}").write_text(key, encoding="utf-8")
        (folder / name / f"response.{name}").write_text(response, encoding="utf-8")
    for layout in LAYOUTS:
        chance = Random(f"same output {layout}")
        key, response = _imperfect_pair(chance)
        if not LAYOUTS[layout][1]:
            key, response = key[:1], response[:1]
        sides = {"key": files_of(layout, key), "response": files_of(layout, response)}
        first = next(iter(sides["response"]))
        sides["damaged"] = {**sides["response"], first: mutated(sides["response"][first], chance, b"x\t(1\n")}
        for name, files in sides.items():
            Side(layout, files).put(folder / layout / name)
    odd = folder / "odd"
    odd.mkdir()
    (odd / "empty.conll").write_bytes(b"")
    (odd / "binary.conll").write_bytes(bytes(range(256)))
    (odd / "prose.txt").write_text("Nothing is marked here.\n", encoding="utf-8")
    (odd / "utf16.conll").write_text("#begin document (x)\na\t(1)\n", encoding="utf-16")
    text = files_of("conll-12", random_pair(Random("packed"))[0])["text.conll"]
    (odd / "packed.conll.gz").write_bytes(gzip.compress(text, mtime=0))
    (odd / "half.conll").write_bytes(text[: len(text) // 2])
    (odd / "repeated.conll").write_text(
        "#begin document (x); part 000\na\t(1)|(2)\nb\t(1)|(1)\nc\t(2)\n", encoding="utf-8"
    )


def _imperfect_pair(chance: Random) -> tuple[list[Text], list[Text]]:
    """A key and a response whose first documents share some mentions but not all."""
    while True:
        key, response = random_pair(chance)
        ours, theirs = ({span for entity in side[0].entities for span in entity} for side in (key, response))
        if len(ours & theirs) > 2 and ours != theirs and key[0].entities != response[0].entities:
            return key, response
