"""How much memory work takes, counted as it is asked for."""

import tracemalloc


def peak(work):
    """The most bytes that Python and NumPy held for this work at once; a first time loads what it needs."""
    work()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
