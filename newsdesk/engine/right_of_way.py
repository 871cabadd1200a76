"""The desk's right of way: while it classifies, trainings on the same device wait."""

from __future__ import annotations

import contextlib
import time
from typing import Self

from newsdesk.core.errors import StoreError
from newsdesk.core.job import ACTIVE
from newsdesk.core.processes import this_process
from newsdesk.store import Store

EVERY = 0.5
"""Seconds between two beats; a claim whose beats stand still for 10 s counts for nothing."""


class RightOfWay:
    """Holds the device for the desk as long as the `with` lasts, where a training is using it.

    A store that cannot be written never stops the desk: it then shares the device.
    """

    def __init__(self, store: Store, device: str) -> None:
        """device: cpu or cuda."""
        self._store = store
        self._device = device
        self._process = this_process()
        self._claimed = False
        self._beaten = 0.0

    def __enter__(self) -> Self:
        self._look()
        return self

    def beat(self) -> None:
        """The work goes on. To be called often; seldom does anything."""
        if time.monotonic() - self._beaten >= EVERY:
            self._look()

    def __exit__(self, *exception: object) -> None:
        if self._claimed:
            with contextlib.suppress(StoreError):
                self._store.leases.release_desk(self._device, self._process)

    def _look(self) -> None:
        with contextlib.suppress(StoreError):
            if self._claimed:
                self._store.leases.beat_desk(self._device, self._process)
            elif self._trained_on():
                self._store.leases.claim_desk(self._device, self._process)
                self._claimed = True
        self._beaten = time.monotonic()

    def _trained_on(self) -> bool:
        jobs = self._store.jobs.list(ACTIVE)
        return any(job.device.startswith(self._device) for job in jobs)
