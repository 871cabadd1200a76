"""Base models: which there are, which are here, and their download on request."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from newsdesk.core.catalogue import (
    EncoderCard,
    catalogue,
    encoder_folder,
    encoder_problem,
    other_encoders,
)
from newsdesk.core.errors import Problem
from newsdesk.services.line_process import LineProcess, problem_of

COMMAND = (sys.executable, "-m", "training", "fetch")


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """A base model as the form offers it. here: it needs no download.

    purpose: what it is good for. facts: languages, size, licence.
    """

    name: str
    title: str
    purpose: str = ""
    facts: str = ""
    here: bool = True


def encoder_choices() -> list[EncoderChoice]:
    """The base models of the catalogue and those that are here, the latter first."""
    choices = [
        EncoderChoice(
            name=card.name,
            title=card.title,
            purpose=card.purpose,
            facts=_facts(card),
            here=encoder_folder(card.name) is not None,
        )
        for card in catalogue()
    ]
    choices += [EncoderChoice(name, name) for name in other_encoders()]
    return sorted(choices, key=lambda choice: not choice.here)


def is_here(name: str) -> bool:
    """Whether a base model, by name or by folder, can be used without a download."""
    return bool(name) and encoder_folder(name) is not None


def problem_with(name: str) -> Problem | None:
    """Why a base model cannot be used now; None where it can."""
    return encoder_problem(name)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a download would bring. size: bytes. revision: of the repository on the hub."""

    size: int
    licence: str
    files: int
    revision: str


class Download(QObject):
    """Asks for an offer, then downloads, each in a process of its own.

    offered: what it would bring. progress: bytes done, bytes in all, the file under way.
    done: the folder. failed: why not. cancelled: what came so far is kept and used again.
    """

    offered = Signal(Offer)
    progress = Signal(object, object, str)  # numbers of bytes outgrow a C int
    done = Signal(str)
    failed = Signal(Problem)
    cancelled = Signal()

    def __init__(
        self, name: str, parent: QObject | None = None, command: tuple[str, ...] | None = None
    ) -> None:
        """command: another program that speaks the same way, for tests."""
        super().__init__(parent)
        self.name = name
        self._command = command or COMMAND
        self._process = LineProcess(self)
        self._process.said.connect(self._hear)
        self._process.ended.connect(self._ended)
        self._answered = self._was_cancelled = self._asks = False

    @property
    def running(self) -> bool:
        """Whether a process is at it."""
        return self._process.running

    def ask(self) -> None:
        """Ask how large it is and under what licence; nothing is downloaded."""
        self._start("--offer")

    def start(self) -> None:
        """Download it, or go on where an earlier download ended."""
        self._start()

    def cancel(self) -> None:
        """Stop."""
        self._was_cancelled = True
        self._process.cancel()

    def close(self) -> None:
        """End the process without a word."""
        self._process.close()

    def _start(self, *more: str) -> None:
        self._answered = self._was_cancelled = False
        self._asks = "--offer" in more
        self._process.start((*self._command, self.name, *more))

    def _hear(self, values: dict[str, Any]) -> None:
        match values.get("event"):
            case "offer" if self._asks:
                self._answered = True
                self.offered.emit(
                    Offer(
                        size=int(values.get("size") or 0),
                        licence=str(values.get("licence") or ""),
                        files=int(values.get("files") or 0),
                        revision=str(values.get("revision") or ""),
                    )
                )
            case "progress":
                done, total = int(values.get("done") or 0), int(values.get("total") or 0)
                self.progress.emit(done, total, str(values.get("file") or ""))
            case "done":
                self._answered = True
                self.done.emit(str(values.get("folder") or ""))
            case "failed":
                self._answered = True
                self.failed.emit(problem_of(values))

    def _ended(self, code: int) -> None:
        if self._answered:
            return
        if self._was_cancelled:
            self.cancelled.emit()
            return
        self.failed.emit(
            Problem(
                "fetch_died",
                f"The download ended without a result (exit code {code}).",
                "Try again: it goes on where it was.",
            )
        )


def _facts(card: EncoderCard) -> str:
    names = ["many languages" if code == "mul" else code for code in card.languages]
    shown = ", ".join(names[:4]) + (" …" if len(names) > 4 else "")
    about = "about " if card.size_estimated else ""
    megabytes = f"{about}{card.size / 1e6:,.0f} MB"
    parts = (shown, f"{card.parameters:g} M parameters", megabytes, f"licence {card.licence_text}")
    return " · ".join(part for part in parts if part)
