"""Experiments on the metrics themselves: the papers' tables and figures, axioms, chance, baselines."""
