"""The settings that turn clusters into answers, in one frozen object. It needs no NumPy, so `--help` is fast.

A question asks whether a pronoun and a phrase corefer. A rule decides which mentions of a response represent each;
the answer is yes if two of them are in one entity.
"""

from __future__ import annotations

from dataclasses import dataclass

from corefscope.basics.options import Choice, OptionSet, option, registry

ANSWER_GROUP = "how clusters become answers (part of the signature)"
SETS = registry(
    Choice("gap", "pronouns and two names each, from Wikipedia (Webster et al. 2018)", title="GAP"),
    Choice("winobias", "occupations in pro- and anti-stereotypical sentences (Zhao et al. 2018)", title="WinoBias"),
    Choice("winogender", "occupation or participant, by gender (Rudinger et al. 2018)", title="Winogender"),
    Choice("winopron", "the same by pronoun set and case (Gautam et al. 2024)", title="WinoPron"),
)
ANSWER_RULES = registry(
    Choice("exact", "the mention that covers the same letters"),
    Choice("smallest", "the smallest mention that contains it; one that contains two phrases represents neither"),
    Choice("containment", "mentions that contain it or lie in it"),
)
ANSWER_SAME = "same"


@dataclass(frozen=True)
class Rule(OptionSet):
    """How mentions of a response represent phrases and pronouns, and how an unanswered question counts.

    >>> "|".join(Rule().parts(defaults=True))
    'rule:smallest|pronoun_rule:same|shared:no|missing:wrong'
    """

    rule: str = option("smallest", "what represents a name or phrase", ANSWER_RULES, group=ANSWER_GROUP, prominent=True)
    pronoun_rule: str = option(
        ANSWER_SAME, "what represents a pronoun", {ANSWER_SAME: Choice(ANSWER_SAME, "as for a phrase"), **ANSWER_RULES},
        group=ANSWER_GROUP, prominent=True,
    )  # fmt: skip
    shared: str = option(
        "no", "if one mention represents both pronoun and phrase, e.g. `Ann and her dog`",
        registry(Choice("no", "they do not corefer"), Choice("yes", "they corefer")),
        group=ANSWER_GROUP, prominent=True,
    )  # fmt: skip
    missing: str = option(
        "wrong", "a question without an answer counts as",
        registry(Choice("wrong", "wrong: a false negative for each phrase (gap_scorer.py)"),
                 Choice("no", "no: no phrase corefers")),
        group=ANSWER_GROUP, prominent=True,
    )  # fmt: skip

    @property
    def of_pronoun(self) -> str:
        return self.rule if self.pronoun_rule == ANSWER_SAME else self.pronoun_rule
