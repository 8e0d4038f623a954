"""Playing: the trials of a run in chunks, on all cores or a cluster.

Tallies are sums of whole numbers, so neither the size nor the order of the chunks changes them.
"""

import time
from collections.abc import Generator, Iterator, Sequence

from mtgstats.run.binary import Binary
from mtgstats.run.instructions import BLOCK
from mtgstats.run.simulation import Bins, chunks, run_chunk

Chunk = tuple[range, Bins]
"""Trials, and the tally of their games."""

PROBE = 64 * BLOCK
"""Games that are played first, on this thread, to see how fast they go."""
ALONE = 0.5
"""Seconds of work up to which one thread is as fast as many, joblib's start included."""
SHORT, LONG = 0.05, 0.5
"""Seconds that a task takes: at least, so that handing it out costs nothing, and at most, so that progress is seen."""


def play(binary: Binary, seed: int, trials: Sequence[range]) -> Generator[Chunk, None, None]:
    """Chunks of these trials with their tallies as they come in, in any order.

    The first games are timed. What is left is played on this thread where that takes no time worth sharing, else by
    joblib on all cores, or wherever ``joblib.parallel_config`` says.
    """
    if not trials:
        return
    run_chunk(binary, seed, range(0))  # the core is loaded, or compiled, before the clock starts
    probe = next(chunks(trials[0], PROBE))
    start = time.perf_counter()
    bins = run_chunk(binary, seed, probe)
    pace = len(probe) / (time.perf_counter() - start)
    yield probe, bins
    left = [piece for piece in (range(probe.stop, trials[0].stop), *trials[1:]) if piece]
    if sum(map(len, left)) < ALONE * pace:
        for piece in left:
            yield piece, run_chunk(binary, seed, piece)
    else:
        yield from _in_parallel(binary, seed, left, pace)


def _in_parallel(binary: Binary, seed: int, trials: Sequence[range], pace: float) -> Iterator[Chunk]:
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    backend, asked = get_active_backend()
    jobs = -1 if asked is None else asked
    seconds = sum(map(len, trials)) / pace / (4 * backend.effective_n_jobs(jobs))
    size = max(int(pace * min(max(seconds, SHORT), LONG)) // BLOCK, 1) * BLOCK
    parallel = Parallel(
        n_jobs=jobs,
        prefer="threads",  # the machine runs without the interpreter's lock
        return_as="generator_unordered" if backend.supports_return_generator else "list",
    )
    yield from parallel(delayed(_task)(binary, seed, piece) for whole in trials for piece in chunks(whole, size))


def _task(binary: Binary, seed: int, trials: range) -> Chunk:
    return trials, run_chunk(binary, seed, trials)
