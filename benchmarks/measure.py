"""Taking times and memory so that ratios can be trusted.

A run of an operation and a run of its unit take turns, so that a machine that slows down slows both. The clock is the
process's own time on the processor, which stands still while other programs run; every operation is computation in one
thread. The collector of cycles is off meanwhile. Medians are taken.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple, TypeAlias

Run: TypeAlias = Callable[[], object]
"""One run of an operation; only the call is timed."""

MAX_SECONDS = 8.0
"""A row with slow runs ends after so many seconds, but never before it has three."""

FEWEST = 3


class Timing(NamedTuple):
    """Medians, in seconds.

    Attributes:
        operation: Of one call of the operation.
        unit: Of one run of the unit, taken in turn with it.
        runs: How often each was taken.
    """

    operation: float
    unit: float
    runs: int


@contextmanager
def quiet() -> Iterator[None]:
    """Collect cycles now, and not while the block runs."""
    was = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def seconds(run: Run, loops: int = 1) -> float:
    """Return how long one call takes, over so many calls in a row."""
    with quiet():
        start = time.process_time()
        for _ in range(loops):
            run()
        return (time.process_time() - start) / loops


def timing(runs: Iterator[Run], unit: Run, most: int, loops: int = 1) -> Timing:
    """Time an operation against its unit.

    Args:
        runs: One run after the other; what it takes to make one is not timed.
        unit: The unit's run.
        most: At most so many runs.
        loops: Calls per run, for operations too short for the clock.
    """
    began = time.monotonic()
    operations: list[float] = []
    units: list[float] = []
    for _ in range(most):
        operations.append(seconds(next(runs), loops))
        units.append(seconds(unit))
        if len(operations) >= FEWEST and time.monotonic() - began > MAX_SECONDS:
            break
    return Timing(median(operations), median(units), len(operations))


@contextmanager
def traced() -> Iterator[Callable[[], int]]:
    """Trace allocations in the block; gives a function that tells how many bytes made in it are still alive."""
    gc.collect()
    tracemalloc.start()
    base = tracemalloc.get_traced_memory()[0]

    def alive() -> int:
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - base

    try:
        yield alive
    finally:
        tracemalloc.stop()
