"""What was found in the labels of a data set, kept until the set is another one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from newsdesk.analysis.doubts.doubts import DoubtReport
from newsdesk.core import paths
from newsdesk.store import failures

VERSION = 1
"""Of the method; reports of an older one are made again."""
MOST = 20
"""Reports that are kept."""


def kept_report(fingerprint: str) -> DoubtReport | None:
    """The report of a data set in this state; None where there is none."""
    try:
        return msgspec.json.decode(_path(fingerprint).read_bytes(), type=DoubtReport)
    except (OSError, msgspec.MsgspecError):
        return None


def keep_report(fingerprint: str, report: DoubtReport) -> None:
    """Keep a report; it has its name only once it is whole. Raises StoreError."""
    path = _path(fingerprint)
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(report))
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise failures.from_os(error, str(path)) from error
    _drop_oldest(path.parent)


def reviewed(dataset_id: int) -> str:
    """Fingerprint of the report that was gone through last in this data set; empty for none."""
    try:
        return _reviewed_path(dataset_id).read_text("ascii")
    except (OSError, ValueError):
        return ""


def note_reviewed(dataset_id: int, fingerprint: str) -> None:
    """Find the report again after the labels that it is about have changed, if that can be kept."""
    with suppress(OSError):
        _reviewed_path(dataset_id).write_text(fingerprint, "ascii")


def _reviewed_path(dataset_id: int) -> Path:
    return paths.doubts() / f"{dataset_id}.reviewed"


def _path(fingerprint: str) -> Path:
    return paths.doubts() / f"{fingerprint}-{VERSION}.json"


def _drop_oldest(folder: Path) -> None:
    reports = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in reports[:-MOST]:
        with suppress(OSError):
            path.unlink()
