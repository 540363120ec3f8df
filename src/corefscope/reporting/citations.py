"""BibTeX for corefscope and for the papers behind every metric."""

from __future__ import annotations

from collections.abc import Iterable

from corefscope._version import __version__

OURS = f"""@software{{corefscope,
  title = {{corefscope: Coreference Evaluation}},
  author = {{{{The corefscope developers}}}},
  version = {{{__version__}}},
  year = {{2026}}
}}"""

PAPERS = {
    "vilain1995": """@inproceedings{vilain1995,
  title = {A Model-Theoretic Coreference Scoring Scheme},
  author = {Vilain, Marc and Burger, John and Aberdeen, John and Connolly, Dennis and Hirschman, Lynette},
  booktitle = {Proceedings of the Sixth Message Understanding Conference ({MUC}-6)},
  pages = {45--52},
  year = {1995}
}""",
    "bagga1998": """@inproceedings{bagga1998,
  title = {Algorithms for Scoring Coreference Chains},
  author = {Bagga, Amit and Baldwin, Breck},
  booktitle = {Proceedings of {LREC}},
  pages = {563--566},
  year = {1998}
}""",
    "luo2005": """@inproceedings{luo2005,
  title = {On Coreference Resolution Performance Metrics},
  author = {Luo, Xiaoqiang},
  booktitle = {Proceedings of {HLT}-{EMNLP}},
  pages = {25--32},
  year = {2005}
}""",
    "recasens2011": """@article{recasens2011,
  title = {{BLANC}: Implementing the {Rand} Index for Coreference Evaluation},
  author = {Recasens, Marta and Hovy, Eduard},
  journal = {Natural Language Engineering},
  volume = {17},
  number = {4},
  pages = {485--510},
  year = {2011}
}""",
    "luo2014": """@inproceedings{luo2014,
  title = {An Extension of {BLANC} to System Mentions},
  author = {Luo, Xiaoqiang and Pradhan, Sameer and Recasens, Marta and Hovy, Eduard},
  booktitle = {Proceedings of {ACL}},
  year = {2014}
}""",
    "pradhan2011": """@inproceedings{pradhan2011,
  title = {{CoNLL}-2011 Shared Task: Modeling Unrestricted Coreference in {OntoNotes}},
  author = {Pradhan, Sameer and Ramshaw, Lance and Marcus, Mitchell and Palmer, Martha and Weischedel, Ralph
            and Xue, Nianwen},
  booktitle = {Proceedings of {CoNLL}: Shared Task},
  pages = {1--27},
  year = {2011}
}""",
    "pradhan2014": """@inproceedings{pradhan2014,
  title = {Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation},
  author = {Pradhan, Sameer and Luo, Xiaoqiang and Recasens, Marta and Hovy, Eduard and Ng, Vincent
            and Strube, Michael},
  booktitle = {Proceedings of {ACL}},
  pages = {30--35},
  doi = {10.3115/v1/P14-2006},
  year = {2014}
}""",
    "zabokrtsky2022": """@inproceedings{zabokrtsky2022,
  title = {Findings of the Shared Task on Multilingual Coreference Resolution},
  author = {{\\v{Z}}abokrtsk{\\'y}, Zden{\\v{e}}k and Konop{\\'i}k, Miloslav and Nedoluzhko, Anna and Nov{\\'a}k, Michal
            and Ogrodniczuk, Maciej and Popel, Martin and Pra{\\v{z}}{\\'a}k, Ond{\\v{r}}ej and Sido, Jakub
            and Zeman, Daniel and Zhu, Yilun},
  booktitle = {Proceedings of the {CRAC} 2022 Shared Task on Multilingual Coreference Resolution},
  year = {2022}
}""",
    "chen2013": """@inproceedings{chen2013,
  title = {Linguistically Aware Coreference Evaluation Metrics},
  author = {Chen, Chen and Ng, Vincent},
  booktitle = {Proceedings of the Sixth {IJCNLP}},
  pages = {1366--1374},
  year = {2013}
}""",
    "rand1971": """@article{rand1971,
  title = {Objective Criteria for the Evaluation of Clustering Methods},
  author = {Rand, William M.},
  journal = {Journal of the American Statistical Association},
  volume = {66},
  number = {336},
  pages = {846--850},
  year = {1971}
}""",
    "hubert1985": """@article{hubert1985,
  title = {Comparing Partitions},
  author = {Hubert, Lawrence and Arabie, Phipps},
  journal = {Journal of Classification},
  volume = {2},
  number = {1},
  pages = {193--218},
  year = {1985}
}""",
    "popescubelis2000": """@inproceedings{popescubelis2000,
  title = {{\\'E}valuation num{\\'e}rique de la r{\\'e}solution de la r{\\'e}f{\\'e}rence: critiques et propositions},
  author = {Popescu-Belis, Andrei},
  booktitle = {T.A.L.},
  volume = {40},
  number = {2},
  pages = {117--146},
  year = {2000}
}""",
    "doddington2004": """@inproceedings{doddington2004,
  title = {The Automatic Content Extraction ({ACE}) Program -- Tasks, Data, and Evaluation},
  author = {Doddington, George and Mitchell, Alexis and Przybocki, Mark and Ramshaw, Lance and Strassel, Stephanie
            and Weischedel, Ralph},
  booktitle = {Proceedings of {LREC}},
  pages = {837--840},
  year = {2004}
}""",
    "moosavi2016": """@inproceedings{moosavi2016,
  title = {Which Coreference Evaluation Metric Do You Trust? {A} Proposal for a Link-based Entity Aware Metric},
  author = {Moosavi, Nafise Sadat and Strube, Michael},
  booktitle = {Proceedings of {ACL}},
  pages = {632--642},
  year = {2016}
}""",
}


def bibtex(citations: Iterable[str]) -> str:
    """Our own entry, then each paper once, in the order given.

    >>> bibtex(["moosavi2016"]).count("@")
    2
    """
    return "\n\n".join([OURS, *(PAPERS[name] for name in dict.fromkeys(citations))]) + "\n"
