"""A chart as a file: SVG, PNG of twice the size, or its data as CSV."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from newsdesk.core.errors import NewsdeskError
from newsdesk.documents.tables.writing import new_table
from newsdesk.store import failures
from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.theme.palette import LIGHT, Tokens

PAPER: Tokens = replace(LIGHT, ground=LIGHT.panel)
"""The colours of what leaves the program: light, on white, whatever the window's are."""
SCALE = 2
"""Pixels of a PNG for each point of the screen."""
DPI = 96
_LARGEST = 16_384
_NOT_IN_NAMES = re.compile(r"[^\w.]+")
_LONGEST_NAME = 80


def export_chart(chart: Chart, path: Path, replace: bool = False) -> None:
    """Write a chart into a file, as its ending says: .svg, .png or .csv.

    The file has its name only once it is whole. replace: an old one may go. Raises NewsdeskError
    `unknown_format`, `target_exists`, `no_folder`, `disk_full` or `unwritable`.
    """
    ending = path.suffix.lower()
    if ending == ".csv":
        _write_table(chart, path, replace)
    elif ending in _MADE:
        with whole_file(path, replace) as part:
            part.write_bytes(_MADE[ending](chart))
    else:
        raise NewsdeskError(
            "unknown_format",
            f"Charts are not written as {ending or 'files without an ending'}.",
            "Choose a name that ends with .svg, .png or .csv.",
        )


def svg_of(chart: Chart) -> bytes:
    """A chart as SVG; texts stay texts."""
    size = chart.size()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(DPI)
    generator.setSize(size.toSize())
    generator.setViewBox(QRect(0, 0, size.toSize().width(), size.toSize().height()))
    generator.setTitle(chart.title)
    painter = QPainter(generator)
    chart.paint(painter, size, PAPER)
    painter.end()
    return bytes(buffer.data().data())


def picture_of(chart: Chart, tokens: Tokens = PAPER) -> QImage:
    """A chart as a picture of twice its size; less where that would be huge."""
    size = chart.size()
    scale = min(SCALE, _LARGEST / max(size.width(), size.height(), 1.0))
    image = QImage((size * scale).toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor(tokens.panel))
    image.setDotsPerMeterX(round(DPI * scale / 0.0254))
    image.setDotsPerMeterY(round(DPI * scale / 0.0254))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(scale, scale)
    chart.paint(painter, QSizeF(size), tokens)
    painter.end()
    return image


def png_of(chart: Chart) -> bytes:
    """A chart as PNG of twice its size."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture_of(chart).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def file_name(*parts: str) -> str:
    """A name for a file out of words in any script: “starter-en-bbc-test-confusion-matrix”."""
    named = _NOT_IN_NAMES.sub("-", " ".join(parts).strip().lower()).strip("-.")
    return named[:_LONGEST_NAME].strip("-.") or "chart"


@contextmanager
def whole_file(path: Path, replace: bool) -> Iterator[Path]:
    """A file to write into that gets its name at the end; where something is raised it goes.

    Raises NewsdeskError `target_exists`, `no_folder`, `disk_full`, `unwritable`.
    """
    if path.exists() and not replace:
        raise NewsdeskError("target_exists", f"{path} is already there.", "Choose another name.")
    if not path.parent.is_dir():
        raise NewsdeskError(
            "no_folder", f"There is no folder {path.parent}.", "Make it, or choose another one."
        )
    part: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".newsdesk-", suffix=".part")
        os.close(handle)
        part = Path(name)
        part.chmod(0o644)
        yield part
        part.replace(path)
    except OSError as error:
        raise _told(error, path) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _told(error: OSError, path: Path) -> NewsdeskError:
    problem = failures.from_os(error, str(path)).problem
    remedy = "Choose another folder." if problem.kind == "unwritable" else problem.remedy
    return NewsdeskError(problem.kind, problem.message, remedy)


def _write_table(chart: Chart, path: Path, replace: bool) -> None:
    header, rows = chart.table()
    names = list(header)
    types = dict.fromkeys(names, str)
    if path.exists() and not replace:
        raise NewsdeskError("target_exists", f"{path} is already there.", "Choose another name.")
    try:
        with new_table(path, types, "csv", replace=True) as table:
            for row in rows:
                table.write({n: "" if v is None else v for n, v in zip(names, row, strict=True)})
    except NewsdeskError as error:
        if isinstance(error.__cause__, OSError):
            raise _told(error.__cause__, path) from error
        raise


_MADE: dict[str, Callable[[Chart], bytes]] = {".svg": svg_of, ".png": png_of}
