"""Where a training computes: processor or card, in which precision, alone or with others.

Accelerate finds the process's place among the others and carries tensors between them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal, TypeVar

import psutil
import torch
from accelerate import PartialState
from accelerate.utils import reduce

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import Precision

PATIENCE = timedelta(days=7)
"""How long processes wait for one another: a person may pause one for the desk for hours."""
BUCKET = 1 << 24
"""Gradients carried between processes at once."""

_Part = TypeVar("_Part", bound=torch.nn.Module)


@dataclass(frozen=True, slots=True)
class Device:
    """A device as one process sees it.

    precision: what the network computes in; weights and optimiser stay fp32.
    processes, rank: how many share the training, and which of them this is.
    """

    place: torch.device = field(default_factory=lambda: torch.device("cpu"))
    precision: Literal["fp32", "bf16", "fp16"] = "fp32"
    processes: int = 1
    rank: int = 0

    @property
    def name(self) -> str:
        """cpu, or cuda:0."""
        return str(self.place)

    @property
    def main(self) -> bool:
        """Whether this process saves and tells."""
        return self.rank == 0

    @property
    def on_card(self) -> bool:
        """Whether it computes on a graphics card."""
        return self.place.type == "cuda"

    def autocast(self) -> torch.autocast:
        """The context in which a network is asked."""
        kind = torch.float16 if self.precision == "fp16" else torch.bfloat16
        return torch.autocast(self.place.type, kind, enabled=self.precision != "fp32")

    def scaler(self) -> torch.amp.GradScaler:
        """Keeps small gradients of fp16 above nothing; does nothing in other precisions."""
        return torch.amp.GradScaler(self.place.type, enabled=self.precision == "fp16")

    def bring(self, part: _Part) -> _Part:
        """A network or its part on this device."""
        return part.to(self.place)

    def seed(self, number: int) -> None:
        """Decide all that torch draws here from now on."""
        # Unlike torch.manual_seed these keep no stack of every call for a card that is not there.
        torch.default_generator.manual_seed(number)
        if self.on_card:
            torch.cuda.manual_seed(number)

    def wait(self) -> None:
        """Until all processes have come so far."""
        if self.processes > 1:
            PartialState().wait_for_everyone()

    def sum(self, values: torch.Tensor) -> torch.Tensor:
        """Element by element over all processes."""
        return values if self.processes == 1 else reduce(values, "sum")

    def sum_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Give every process the sum of all processes' gradients.

        By hand instead of DDP, which takes a mean, and waits for a process whose share of a
        short last batch is empty.
        """
        if self.processes == 1:
            return
        for bucket in _buckets(parameters):
            parts = [torch.zeros_like(p) if p.grad is None else p.grad for p in bucket]
            total = self.sum(torch.cat([part.reshape(-1) for part in parts]))
            at = 0
            for parameter in bucket:
                size = parameter.numel()
                parameter.grad = total[at : at + size].view_as(parameter).clone()
                at += size


def _buckets(parameters: Iterable[torch.nn.Parameter]) -> Iterable[list[torch.nn.Parameter]]:
    bucket: list[torch.nn.Parameter] = []
    for parameter in parameters:
        bucket.append(parameter)
        if sum(part.numel() for part in bucket) >= BUCKET:
            yield bucket
            bucket = []
    if bucket:
        yield bucket


def open_device(wanted: str = "auto", precision: Precision = "auto") -> Device:
    """The device that a specification asks for; of several processes each gets its own.

    wanted: auto, cpu, cuda or cuda:N. Raises TrainingError where it is not here or cannot
    compute in that precision.
    """
    cards = torch.cuda.device_count() if torch.cuda.is_available() else 0
    kind, _, number = wanted.partition(":")
    on_card = cards > 0 if wanted == "auto" else kind == "cuda"
    index = int(number) if number.isdigit() else 0
    if (kind not in ("auto", "cpu", "cuda")) or (on_card and index >= cards):
        here = ", ".join(["cpu", *(f"cuda:{at}" for at in range(cards))])
        raise TrainingError(
            "no_device", f"The device {wanted} is not here.", f"Choose auto or one of {here}."
        )
    state = PartialState(cpu=not on_card, timeout=PATIENCE)
    if on_card:
        place = torch.device("cuda", index if state.num_processes == 1 else state.device.index)
        torch.cuda.set_device(place)
    else:
        place = torch.device("cpu")
    return Device(place, precision_for(place, precision), state.num_processes, state.process_index)


def precision_for(place: torch.device, wanted: Precision) -> Literal["fp32", "bf16", "fp16"]:
    """What to compute in; auto: fp32 on the processor, bf16 on a card that has it, else fp16.

    Raises TrainingError for fp16 on the processor.
    """
    on_card = place.type == "cuda"
    if wanted == "auto":
        if not on_card:
            return "fp32"
        return "bf16" if torch.cuda.is_bf16_supported(including_emulation=False) else "fp16"
    if wanted == "fp16" and not on_card:
        raise TrainingError(
            "no_precision",
            "fp16 needs a graphics card.",
            "Set the precision to auto, fp32 or bf16.",
        )
    return wanted


@dataclass(frozen=True, slots=True)
class DeviceMemory:
    """What a device has for a training. total, free: bytes; name: for people."""

    name: str
    total: int
    free: int


def memory_of(device: Device) -> DeviceMemory:
    """Of the card, or of the machine."""
    if device.on_card:
        free, total = torch.cuda.mem_get_info(device.place)
        return DeviceMemory(torch.cuda.get_device_name(device.place), total, free)
    machine = psutil.virtual_memory()
    return DeviceMemory("processor", machine.total, machine.available)


def peak_memory(device: Device) -> int:
    """Most bytes so far: on the card, or of this process."""
    if device.on_card:
        return torch.cuda.max_memory_allocated(device.place)
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
