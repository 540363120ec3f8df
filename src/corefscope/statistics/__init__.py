"""Which differences are real: intervals, tests, corrections and ranks, all from sums of resampled tallies."""
