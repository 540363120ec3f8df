"""Small texts of CorefUD, for the tests of its reader."""

from __future__ import annotations

COREFUD = "# global.Entity = eid-etype-head-other"
GUM = "# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity"


def node(identifier, misc="_", form=None, upos="NOUN", head="_", deps="_"):
    return f"{identifier}\t{form or f'w{identifier}'}\t_\t{upos}\t_\t_\t{head}\t_\t{deps}\t{misc}\n"


def sentence(*nodes, comments=()):
    """A sentence of nodes as pairs of id and brackets, or as whole lines."""
    lines = [
        line if isinstance(line, str) else node(line[0], *[f"Entity={cell}" for cell in line[1:]]) for line in nodes
    ]
    return "".join(f"{comment}\n" for comment in comments) + "".join(lines) + "\n"


def document(*sentences, name="tale", header=COREFUD):
    return f"# newdoc id = {name}\n{header}\n" + "".join(sentences)


def words(count, **cells):
    """A sentence of words, some with brackets: `words(3, w1="(e1", w3="e1)")`."""
    return sentence(
        *[(number, *([cells[f"w{number}"]] if f"w{number}" in cells else [])) for number in range(1, count + 1)]
    )


def spans(entity):
    return [mention.tokens() for mention in entity]


def heads(entity):
    return [mention.head for mention in entity]
