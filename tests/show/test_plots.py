"""Pictures: what is drawn, read off the axes; no pyplot, no style left behind, files of every kind."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure

import mtgstats as ms
from mtgstats.ask.comparing import compare
from mtgstats.errors import ResultError
from mtgstats.show.drawing import picture_bytes, save_figure
from mtgstats.show.marks import LOOKS
from mtgstats.show.plots import plot_compare, plot_distribution, plot_quality, plot_rates, plot_sweep
from mtgstats.show.result import Result
from mtgstats.show.rounding import percent
from mtgstats.show.sweeps import Sweep

from .questions import DECK, TURNS, looks

TRIALS = 2_000
BY_N = {f"hideaway {n}": looks(n) for n in (4, 5)}


@pytest.fixture(scope="module")
def simulated() -> dict[str, Result]:
    return {name: ms.simulate(plan, DECK, trials=TRIALS) for name, plan in BY_N.items()}


@pytest.fixture(scope="module")
def exact() -> dict[str, Result]:
    return {name: ms.exact(plan, DECK) for name, plan in BY_N.items()}


@pytest.fixture(scope="module")
def turns() -> Result:
    return ms.simulate(TURNS, DECK, trials=TRIALS)


def intervals(ax: Axes, along: int = 1) -> np.ndarray:
    """The two ends of every error bar along the x (0) or y axis (1), in order."""
    bars = [one for one in ax.containers if isinstance(one, ErrorbarContainer)]
    ends = [segment[:, along] for bar in bars for lines in bar.lines[2] for segment in lines.get_segments()]
    return np.array(sorted(map(tuple, ends)))


def diamonds(ax: Axes) -> np.ndarray:
    """Where the exact values are."""
    lines = [line for line in ax.get_lines() if line.get_marker() == "D" and line.get_linestyle() == "None"]
    return np.array([point for line in lines for point in line.get_xydata()])


def legend(ax: Axes) -> list[str]:
    found = ax.get_legend()
    return [] if found is None else [text.get_text() for text in found.get_texts()]


def test_rates_at_one_mark_are_rows_with_interval_and_exact_value(
    simulated: dict[str, Result], exact: dict[str, Result]
) -> None:
    ax = plot_rates(simulated, watch="bomb", exact=exact)
    assert [label.get_text() for label in ax.get_yticklabels()] == list(BY_N)
    ends = np.array([result.interval("bomb") for result in simulated.values()])
    assert intervals(ax, along=0) == pytest.approx(ends)
    assert diamonds(ax) == pytest.approx(np.array([(one.rate("bomb"), row) for row, one in enumerate(exact.values())]))
    shown = [percent(one.rate("bomb"), one.interval("bomb")) for one in simulated.values()]
    assert [note.get_text() for note in ax.texts] == shown
    assert legend(ax) == ["simulated", "exact"]
    assert ax.get_title(loc="left") == "bomb"
    assert ax.get_xlabel() == "share of games (95 % intervals)"


def test_rates_over_turns_are_lines_without_the_end_that_repeats_the_last_turn(turns: Result) -> None:
    ax = plot_rates(turns, watch="three lands")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "3"]
    (line,) = ax.get_lines()[:1]
    assert line.get_ydata() == pytest.approx([turns.rate("three lands", f"turn {turn}") for turn in (1, 2, 3)])
    assert len(intervals(ax)) == 3
    assert (ax.get_xlabel(), ax.get_ylim()[0]) == ("turn", 0)


def test_a_conditional_rate_says_of_what_it_is(turns: Result) -> None:
    ax = plot_rates(turns, watch="Bears & <Elves>")
    assert "given" in ax.get_yticklabels()[0].get_text()


def test_an_exact_result_is_drawn_without_intervals(exact: dict[str, Result]) -> None:
    ax = plot_rates(exact["hideaway 4"])
    assert len(intervals(ax)) == 0
    assert diamonds(ax) == pytest.approx(np.array([(exact["hideaway 4"].rate("bomb"), 0)]))
    assert ax.get_xlabel() == "share of games"


def test_a_distribution_has_a_bar_for_each_value_and_its_mean(simulated: dict[str, Result]) -> None:
    result = simulated["hideaway 4"]
    ax = plot_distribution(result, "cost")
    (bars,) = (one for one in ax.containers if isinstance(one, BarContainer))
    assert [bar.get_height() for bar in bars] == pytest.approx(list(result.distribution("cost").values()))
    assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx([0, 1, 2, 8])
    assert len(intervals(ax)) == 4
    assert legend(ax) == [
        f"mean {result.mean('cost'):.2f} ± {result.mean_interval('cost')[1] - result.mean('cost'):.2f}"
    ]


def test_cards_are_listed_from_the_most_frequent(simulated: dict[str, Result]) -> None:
    ax = plot_distribution(simulated["hideaway 4"], "card")
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[:2] == ["Craterhoof Behemoth", "Grizzly Bears"]
    assert ax.yaxis_inverted()
    rates = [simulated["hideaway 4"].rate("card", value=name) for name in names]
    assert rates == sorted(rates, reverse=True)


def test_quality_stands_side_by_side(simulated: dict[str, Result], exact: dict[str, Result]) -> None:
    ax = plot_quality(simulated, "cost", exact=exact)
    groups = [one for one in ax.containers if isinstance(one, BarContainer)]
    assert len(groups) == 2
    for left, right in zip(*groups, strict=True):
        assert left.get_x() + left.get_width() == pytest.approx(right.get_x())
    assert len(diamonds(ax)) == len(intervals(ax)) == 8
    assert [name.split(":")[0] for name in legend(ax)] == [*BY_N, "exact"]


def test_a_sweep_is_a_line_with_a_band_exact_where_it_is() -> None:
    results = tuple(
        ms.exact(looks(n), DECK) if n < 3 else ms.simulate(looks(n), DECK, trials=TRIALS) for n in (1, 2, 3, 4)
    )
    ax = plot_sweep(Sweep("n", (1, 2, 3, 4), results))
    (band,) = (one for one in ax.collections if isinstance(one, PolyCollection))
    low, high = results[3].interval("bomb")
    at_four = sorted({float(y) for x, y in band.get_paths()[0].vertices if x == 4})
    assert at_four == pytest.approx([low, high])
    assert diamonds(ax)[:, 0].tolist() == [1, 2]
    assert ax.get_xlabel() == "n"
    words = plot_sweep(Sweep("deck", ("a", "b"), results[2:]))
    assert [label.get_text() for label in words.get_xticklabels()] == ["a", "b"]


def test_sweeps_side_by_side_lie_on_the_curves_of_their_exact_answers() -> None:
    def decks(hits: int) -> ms.Deck:
        return ms.Deck.from_counts({"Forest": 40 - hits, "Craterhoof Behemoth": hits})

    sparse, dense = (5, 10, 20), range(1, 30)
    simulated = {name: ms.sweep(decks, sparse, plan=plan, exact=False, trials=TRIALS) for name, plan in BY_N.items()}
    exact = {name: ms.sweep(decks, dense, plan=plan, exact=True) for name, plan in BY_N.items()}
    ax = plot_sweep(simulated, watch="bomb", exact=exact)
    curve, dots = ax.get_lines()[:2]
    rates = {hits: result.rate("bomb") for hits, result in exact["hideaway 4"]}
    assert dict(zip(*curve.get_data(), strict=True)) == pytest.approx(rates)
    own = {hits: result.rate("bomb") for hits, result in simulated["hideaway 4"]}
    assert dict(zip(*dots.get_data(), strict=True)) == pytest.approx(own)
    assert len(intervals(ax)) == 6
    assert len(diamonds(ax)) == 0, "a curve is not marked point by point"
    assert legend(ax) == list(BY_N)


def test_a_comparison_shows_paired_and_unpaired_intervals() -> None:
    comparison = compare(BY_N, DECK, trials=TRIALS)
    ax = plot_compare(comparison, watch="bomb")
    (pair,) = (pair for pair in comparison.pairs if pair.watch == "bomb")
    ends = 100 * np.array([(pair.unpaired_low, pair.unpaired_high), (pair.low, pair.high)])
    assert intervals(ax, along=0) == pytest.approx(ends)
    assert [note.get_text() for note in ax.texts] == [pair.verdict]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["hideaway 4"]
    assert ax.get_xlabel() == "bomb: difference in percentage points (95 % intervals)\ninstead of hideaway 5"
    assert plot_compare(comparison, watch="cost").get_xlabel().startswith("cost: difference of means")
    with pytest.raises(ResultError, match="watch 'card' was not compared; there are 'bomb', 'cost'"):
        plot_compare(comparison, watch="card")


def test_intervals_are_drawn_over_exact_values(simulated: dict[str, Result], exact: dict[str, Result]) -> None:
    for ax in (plot_rates(simulated, exact=exact), plot_quality(simulated, "cost", exact=exact)):
        marks = [line.zorder for line in ax.get_lines() if line.get_marker() == "D"]
        bars = [bar.zorder for one in ax.containers if isinstance(one, ErrorbarContainer) for bar in one[2]]
        assert max(marks) < min(bars)


def test_never_is_named_on_the_axis() -> None:
    plan = ms.Plan(*ms.turns(1, 2, []), ms.Watch("bears", ms.first(ms.count("t:bear", ms.hand) >= 1), at="end"))
    ax = plot_distribution(ms.exact(plan, DECK), "bears")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "never"]


def test_sweeps_and_comparisons_draw_themselves() -> None:
    comparison = compare(BY_N, DECK, trials=TRIALS)
    assert comparison.plot(watch="cost").get_xlabel() == plot_compare(comparison, watch="cost").get_xlabel()
    assert ms.sweep(looks, (3, 4), deck=DECK).plot().get_xlabel() == "n"


def test_what_is_no_condition_has_no_rates_to_plot(simulated: dict[str, Result]) -> None:
    with pytest.raises(ResultError, match="no condition 'cost' is watched; plot_distribution shows quantities"):
        plot_rates(simulated, watch="cost")


# --- the manners of pictures ------------------------------------------------------------------------------------------


def test_axes_that_are_given_are_drawn_into(simulated: dict[str, Result]) -> None:
    ax = Figure().add_subplot()
    assert plot_distribution(simulated["hideaway 4"], "cost", ax=ax) is ax


def test_the_style_is_never_left_behind(simulated: dict[str, Result], tmp_path: Path) -> None:
    names = set(mpl.rcParams) - {"backend"}  # which asking for would choose
    before = {name: mpl.rcParams[name] for name in names}
    save_figure(plot_rates(simulated), tmp_path / "rates.png")
    assert {name: mpl.rcParams[name] for name in names} == before


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures_are_saved_by_ending_and_are_the_same_each_time(
    ending: str, start: bytes, simulated: dict[str, Result], tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.{ending}" for number in (1, 2)]
    for file in files:
        save_figure(plot_rates(simulated), file)
    assert files[0].read_bytes().startswith(start)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_an_ending_that_no_picture_has_is_refused(simulated: dict[str, Result], tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"path: got .*rates\.txt'; the name of a picture ends in one of .*\.pdf, "):
        save_figure(plot_rates(simulated), tmp_path / "rates.txt")


def test_a_notebook_shows_axes_as_a_picture(simulated: dict[str, Result]) -> None:
    png, size = plot_rates(simulated)._repr_png_()
    assert png.startswith(b"\x89PNG")
    assert size["width"] == 640


def test_series_differ_in_grey_too() -> None:
    """Neighbours are told apart by lightness, and all by marker and by line or hatch."""
    lightness = [np.dot(to_rgb(look.color), (0.2126, 0.7152, 0.0722)) for look in LOOKS[:4]]
    assert all(abs(one - other) > 0.1 for one, other in pairwise(lightness))
    assert len({look.marker for look in LOOKS}) == len({look.hatch for look in LOOKS}) == len(LOOKS)


def test_nothing_imports_pyplot() -> None:
    """It would choose a backend, and keep figures alive."""
    code = (
        "import sys, mtgstats as ms\n"
        "plan = ms.Plan(ms.Draw(1), ms.Watch('a', ms.size(ms.hand) > 0))\n"
        "ms.exact(plan, ms.Deck.from_counts({'Forest': 9})).plot()._repr_png_()\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pictures_hold_their_bytes(simulated: dict[str, Result]) -> None:
    assert picture_bytes(plot_rates(simulated), "svg").rstrip().endswith(b"</svg>")
