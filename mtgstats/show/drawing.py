"""What all pictures share: the style, axes of their own, files.

Nothing here touches pyplot: a figure belongs to whoever asked for it, on any thread and without a display.
"""

from collections.abc import Callable
from functools import wraps
from io import BytesIO
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtgstats.errors import ResultError

STYLE = Path(__file__).with_name("mtgstats.mplstyle")
"""The style file of all pictures."""

P = ParamSpec("P")
T = TypeVar("T")


def styled(draw: Callable[P, T]) -> Callable[P, T]:
    """Draws under the style, for the time of the call only."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with mpl.rc_context(fname=STYLE):
            return draw(*args, **kwargs)

    return drawn


class Picture(Axes):
    """Axes that a notebook shows as the picture they are in."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        width, height = (round(100 * inches) for inches in figure_of(self).get_size_inches())
        return picture_bytes(self, "png"), {"width": width, "height": height}


def new_axes(*, rows: int | None = None) -> Axes:
    """Axes in a figure of their own; as high as a list of so many rows needs, where given."""
    width, height = mpl.rcParams["figure.figsize"]
    figure = Figure(figsize=(width, height if rows is None else 1.1 + 0.34 * rows), layout="constrained")
    return figure.add_subplot(axes_class=Picture)


def figure_of(ax: Axes) -> Figure:
    """The figure that axes are in."""
    figure = ax.get_figure(root=True)
    assert figure is not None, "axes that were taken out of their figure"
    return figure


@styled
def save_figure(ax: Axes, path: str | Path) -> None:
    """Write the picture that `ax` is in to a file; the ending says the format (png, svg, pdf …)."""
    kind = Path(path).suffix.lower().lstrip(".")
    known = figure_of(ax).canvas.get_supported_filetypes()
    if kind not in known:
        raise ResultError(f"path: got {str(path)!r}; the name of a picture ends in one of .{', .'.join(sorted(known))}")
    figure_of(ax).savefig(path, format=kind, metadata=_undated(kind))


@styled
def picture_bytes(ax: Axes, kind: str) -> bytes:
    """The picture that `ax` is in as the content of a file of this kind (png, svg, pdf …)."""
    stream = BytesIO()
    figure_of(ax).savefig(stream, format=kind, metadata=_undated(kind))
    return stream.getvalue()


def _undated(kind: str) -> dict[str, Any] | None:
    """Metadata without the date, so that the same picture gives the same file."""
    return {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
