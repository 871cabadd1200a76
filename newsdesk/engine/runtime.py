"""ONNX Runtime sessions: threads set for the machine, CUDA where it is installed and works."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.errors import ModelError

MOST_THREADS = 8


def usable_cores() -> int:
    """Cores that this process may use, by affinity and by the control group's quota."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, _quota()))


def devices() -> tuple[str, ...]:
    """What a model can run on here, best first: `cuda`, `cpu`."""
    import onnxruntime

    cuda = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
    return ("cuda", "cpu") if cuda else ("cpu",)


@dataclass(frozen=True, slots=True)
class Graph:
    """One loaded graph.

    device: where it really runs, `cuda` or `cpu`.
    """

    path: Path
    session: Any
    inputs: frozenset[str]
    outputs: tuple[str, ...]
    device: str

    def run(self, **feeds: NDArray[Any]) -> dict[str, NDArray[np.float32]]:
        """Run on named arrays; inputs that the graph does not have are left out.

        Raises ModelError where the graph and its inputs do not fit together.
        """
        given = {name: array for name, array in feeds.items() if name in self.inputs}
        try:
            results = self.session.run(None, given)
        except Exception as error:  # onnxruntime's exceptions share no base of their own
            raise _bad_graph(self.path, "run", error) from error
        return dict(zip(self.outputs, results, strict=True))


def load_graph(
    path: Path,
    device: str = "cpu",
    threads: int | None = None,
    outputs: Collection[str] = (),
) -> Graph:
    """Load an ONNX file.

    device: `cuda` falls back to the CPU where the card cannot be used.
    threads: within one operation; None for what the machine has, up to MOST_THREADS.
    outputs: what the graph must give.
    Raises ModelError where the file is damaged or is another graph.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or min(usable_cores(), MOST_THREADS)
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Idle threads must not keep a core busy beside the window.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    providers = ["CPUExecutionProvider"]
    if device == "cuda":
        providers.insert(0, "CUDAExecutionProvider")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=providers)
    except Exception as error:  # onnxruntime's exceptions share no base of their own
        raise _bad_graph(path, "loaded", error) from error
    used = "cuda" if session.get_providers()[0].startswith("CUDA") else "cpu"
    graph = Graph(
        path=path,
        session=session,
        inputs=frozenset(value.name for value in session.get_inputs()),
        outputs=tuple(value.name for value in session.get_outputs()),
        device=used,
    )
    if missing := sorted(set(outputs) - set(graph.outputs)):
        raise _bad_graph(path, "used", f"it gives no {missing[0]}")
    return graph


def _bad_graph(path: Path, what: str, cause: object) -> ModelError:
    reason = next(iter(str(cause).splitlines()), type(cause).__name__).rstrip(".")
    return ModelError(
        "bad_onnx",
        f"{path} cannot be {what}: {reason}.",
        "Import the model again from its source.",
    )


def _quota() -> int:
    try:
        limit, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()[:2]
    except (OSError, ValueError):
        return os.cpu_count() or 1
    return os.cpu_count() or 1 if limit == "max" else max(1, round(int(limit) / int(period)))
