"""Estimates: the numbers of results as pictures draw them, by name and place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mtgstats.errors import ResultError
from mtgstats.run.tallies import Tally
from mtgstats.say.phrases import phrase
from mtgstats.say.watches import END

from .intervals import Interval, wilson
from .result import Result
from .summary import Value, count_of, rate
from .sweeps import Sweep

Results = Result | Mapping[str, Result]
Sweeps = Sweep | Mapping[str, Sweep]


@dataclass(frozen=True)
class Estimate:
    """A number in a picture: simulated, with its interval; exact; or the one beside the other."""

    simulated: float | None = None
    interval: Interval = (0.0, 0.0)
    exact: float | None = None

    @property
    def best(self) -> float:
        """What is drawn where there is room for one number: the simulated one, if there is one."""
        value = self.exact if self.simulated is None else self.simulated
        return float("nan") if value is None else value

    @property
    def error(self) -> tuple[float, float]:
        """How far the interval reaches below and above the simulated number."""
        if self.simulated is None:
            return 0.0, 0.0
        return max(self.simulated - self.interval[0], 0.0), max(self.interval[1] - self.simulated, 0.0)


@dataclass(frozen=True)
class Series:
    """Estimates along an axis, and their name in the legend."""

    name: str
    estimates: Mapping[float, Estimate]


def by_name(results: Results | None) -> Mapping[str, Result]:
    """Results by name; one alone needs none."""
    if results is None:
        return {}
    return {"": results} if isinstance(results, Result) else results


def swept(sweeps: Sweeps, exact: Sweeps | None, watch: str | None) -> dict[str, dict[float, Estimate]]:
    """For each condition of each sweep how often it holds at the last mark, by place along the sweep."""
    named, partners = _named_sweeps(sweeps), _named_sweeps(exact)
    lines = {name: _along(sweep, watch) for name, sweep in named.items()}
    truths = {name: _along(sweep, watch) for name, sweep in partners.items()}
    alone = len(lines) == 1, len({own for line in lines.values() for own in line}) == 1
    return {
        _label(name, own, alone): _beside(estimates, truths.get(name, {}).get(own, {}))
        for name, line in lines.items()
        for own, estimates in line.items()
    }


def _named_sweeps(sweeps: Sweeps | None) -> Mapping[str, Sweep]:
    if sweeps is None:
        return {}
    return {"": sweeps} if isinstance(sweeps, Sweep) else sweeps


def _along(sweep: Sweep, watch: str | None) -> dict[str, dict[float, Estimate]]:
    """For each condition its estimates by place."""
    lines: dict[str, dict[float, Estimate]] = {}
    for place, result in zip(sweep.places, sweep.results, strict=True):
        for name, line in conditions({"": result}, {}, watch).items():
            lines.setdefault(name, {})[place] = line[list(line)[-1]]
    return lines


def _beside(estimates: Mapping[float, Estimate], exact: Mapping[float, Estimate]) -> dict[float, Estimate]:
    """Estimates with the exact values beside them, and those of places that are exact only."""
    known = {place: replace(estimates.get(place, own), exact=own.exact) for place, own in exact.items()}
    return {**estimates, **known}


def estimate_of(result: Result, tally: Tally, value: Value, exact: Result | None = None) -> Estimate:
    """How often a value came up, beside the exact rate where there is one."""
    if result.engine == "exact":
        return Estimate(exact=rate(tally, value))
    true = rate(exact.tally(tally.watch, tally.mark), value) if exact else None
    if not tally.total:
        return Estimate(exact=true)
    return Estimate(rate(tally, value), wilson(int(count_of(tally, value)), int(tally.total)), true)


def distribution_of(result: Result, tally: Tally, exact: Result | None = None) -> dict[Value, Estimate]:
    """How often each value came up, those too that came up in the exact result only."""
    values = [*tally.values, *(exact.tally(tally.watch, tally.mark).values if exact else ())]
    return {value: estimate_of(result, tally, value, exact) for value in dict.fromkeys(values)}


def conditions(
    results: Mapping[str, Result], exact: Mapping[str, Result], watch: str | None
) -> dict[str, dict[str, Estimate]]:
    """For each condition of each result how often it holds, by mark; ResultError where there is none."""
    found = [
        (name, own, [tally for tally in result.tallies if tally.watch == own])
        for name, result in results.items()
        for own in dict.fromkeys(t.watch for t in result.tallies if t.kind == "condition" and watch in (None, t.watch))
    ]
    if not found:
        asked = "no condition is" if watch is None else f"no condition {watch!r} is"
        raise ResultError(f"{asked} watched; plot_distribution shows quantities and cards")
    alone = len({name for name, *_ in found}) == 1, len({own for _, own, _ in found}) == 1
    return {
        _label(name, _with_given(results[name], own), alone): {
            tally.mark: estimate_of(results[name], tally, True, exact.get(name)) for tally in _without_echo(tallies)
        }
        for name, own, tallies in found
    }


def _label(name: str, watch: str, alone: tuple[bool, bool]) -> str:
    """What tells a line from the others: its result, its watch, or both."""
    match alone:
        case True, _:
            return watch
        case _, True:
            return name
    return f"{name}, {watch}"


def _with_given(result: Result, watch: str) -> str:
    """A watch's name, and the condition that its games are counted under."""
    given = next((own.given for own in result.plan.watches if own.name == watch), None)
    return watch if given is None else f"{watch} (given {phrase(given)})"


def _without_echo(tallies: list[Tally]) -> list[Tally]:
    """Without the end of the plan, where it only repeats the last turn."""
    echo = len(tallies) > 1 and tallies[-1].mark == END and tallies[-1].counts == tallies[-2].counts
    return tallies[:-1] if echo else tallies
