"""What there is to train on, found without the training libraries."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from newsdesk.core.errors import TrainingError

_QUERY = (
    "nvidia-smi",
    "--query-gpu=index,name,memory.total,memory.free",
    "--format=csv,noheader,nounits",
)
_MIB = 1 << 20
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Device:
    """A device for jobs. code: cpu or cuda:0; name: for people; memory, free: bytes."""

    code: str
    name: str
    memory: int
    free: int

    @property
    def is_card(self) -> bool:
        """Whether it is a graphics card, which several jobs may share."""
        return self.code != "cpu"


def list_devices() -> list[Device]:
    """The cards of this machine and its processor, the processor last."""
    return [*_cards(), _processor()]


def parse_cards(text: str) -> list[Device]:
    """Cards from what nvidia-smi prints; lines that are no cards are passed over.

    A card that does not tell its memory, as some virtual ones do not, has 0 bytes.
    """
    found = []
    for line in text.splitlines():
        index, _, rest = line.partition(",")
        name, total, free = (*rest.rsplit(",", 2), "", "")[:3]
        if index.strip().isdigit() and name.strip():
            code = f"cuda:{int(index)}"
            found.append(Device(code, name.strip(), _bytes(total), _bytes(free)))
    return found


def places(asked: str, count: int, devices: Sequence[Device]) -> list[tuple[Device, ...]]:
    """Where a job may run, best first; each place is the devices that it takes together.

    asked: auto, cpu, cuda or cuda:N. count: processes, each on a card of its own; on the
    processor they share it. Raises TrainingError `no_device` where there is no such place.
    """
    cards = sorted((d for d in devices if d.is_card), key=lambda d: d.free, reverse=True)
    processor: list[tuple[Device, ...]] = [(d,) for d in devices if not d.is_card]
    if asked == "cpu" or (asked == "auto" and len(cards) < count):
        return processor
    chosen: list[tuple[Device, ...]] = []
    if asked.startswith("cuda:"):
        first = [d for d in cards if d.code == asked]
        cards = first + [d for d in cards if d not in first] if first else []
        chosen = [tuple(cards[:count])] if len(cards) >= count else []
    elif count > 1:
        chosen = [tuple(cards[:count])] if asked in ("auto", "cuda") else []
    else:
        chosen = [(d,) for d in cards] if asked in ("auto", "cuda") else []
    if not chosen or len(chosen[0]) < count:
        here = ", ".join(device.code for device in devices)
        wanted = asked if count == 1 else f"{count} devices beginning with {asked}"
        raise TrainingError(
            "no_device",
            f"There is no {wanted} on this machine; here are {here}.",
            "Choose another device, or auto.",
        )
    return chosen


def _bytes(mebibytes: str) -> int:
    text = mebibytes.strip()
    return int(text) * _MIB if text.isdigit() else 0


def _cards() -> list[Device]:
    try:
        done = subprocess.run(
            _QUERY, capture_output=True, text=True, timeout=_PATIENCE, check=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return parse_cards(done.stdout)


def _processor() -> Device:
    import psutil

    memory = psutil.virtual_memory()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    name = f"Processor, {cores} cores" if cores != 1 else "Processor"
    return Device("cpu", name, int(memory.total), int(memory.available))
