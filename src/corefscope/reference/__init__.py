"""The metrics in plain Python and exact fractions, to read and to check by hand: nothing but the standard library.

The package imports nothing from the rest of corefscope, so a copy of this folder is a scorer:

    python -S -m reference key.conll response.conll

`metrics` has a function for each metric, with its formula and an example from its paper; `alignment` has the best
one-to-one alignment of CEAF; `readers` read CoNLL, CorefUD, JSON Lines and tables; `deviations` are what scorers in
use compute instead.
"""
