"""Pictures of the suite: p-values that should lie on the diagonal."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from tests.verification.checks import Check

ACROSS = 5


def save_pictures(checks: Sequence[Check], folder: Path) -> Path:
    """One small plot a name: sorted p-values against those of a uniform law, on the diagonal where all is sound."""
    spread: dict[str, list[Check]] = {}
    for check in checks:
        if len(check.spread) > 1:
            spread.setdefault(check.name, []).append(check)
    down = -(-len(spread) // ACROSS)
    figure = Figure(figsize=(3 * ACROSS, 2.6 * down), layout="constrained")
    axes = np.ravel(figure.subplots(down, ACROSS, squeeze=False, sharex=True, sharey=True))
    for one, (name, same) in zip(axes, spread.items(), strict=False):
        one.plot([0, 1], [0, 1], color="0.7", linewidth=1)
        for check, line in zip(same, ("-", ":"), strict=False):
            n = len(check.spread)
            one.step(np.sort(check.spread), np.arange(1, n + 1) / n, line, where="post", color="black", linewidth=1)
        one.set_title(name, fontsize=8)
    for one in axes[len(spread) :]:
        one.set_axis_off()
    figure.suptitle("p-values of many seeds; solid: chi-squares, dotted: z-scores of means where there are both")
    figure.supxlabel("p-value")
    figure.supylabel("share of p-values up to it")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "p-values.png"
    figure.savefig(path, dpi=120)
    return path
