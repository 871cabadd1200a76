"""The training libraries: whether they are here, and how they are installed."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.services.line_process import LineProcess

PACKAGE = "newsdesk"
SIZE = "about 1 GB to download on a machine without a graphics card, 3 GB with one"


@dataclass(frozen=True, slots=True)
class InstallCommand:
    """command: program and arguments; empty where there is no installer.

    folder: where it has to be called. typed: the same as a person would type it.
    """

    command: tuple[str, ...]
    folder: str
    typed: str


def missing() -> Problem | None:
    """Why no job can be trained here; None where all is there. Nothing heavy is imported."""
    importlib.invalidate_caches()
    from newsdesk.jobs.submit import missing_training

    return missing_training()


def install_command() -> InstallCommand:
    """How the training libraries are installed into this very Python."""
    folder = _checkout()
    what = ("-e", ".[training]") if folder else (f"{PACKAGE}[training]",)
    quoted = " ".join(f"'{word}'" if "[" in word else word for word in what)
    typed = f"{Path(sys.executable).name} -m pip install {quoted}"
    if folder:
        typed = f"cd '{folder}' && {typed}"
    if importlib.util.find_spec("pip") is None:
        return InstallCommand((), folder, typed)
    command = (sys.executable, "-m", "pip", "install", "--no-input", *what)
    return InstallCommand(command, folder, typed)


def _checkout() -> str:
    """The folder of the checkout where the program is installed from one and follows it."""
    try:
        text = importlib.metadata.distribution(PACKAGE).read_text("direct_url.json")
        values = msgspec.json.decode(text or "{}", type=dict[str, object])
    except (importlib.metadata.PackageNotFoundError, msgspec.MsgspecError):
        return ""
    info = values.get("dir_info")
    url = urlsplit(str(values.get("url", "")))
    editable = isinstance(info, dict) and info.get("editable") is True
    return url2pathname(url.path) if editable and url.scheme == "file" else ""


class Installation(QObject):
    """line: what the installer says. ended: whether all is there now, and a sentence."""

    line = Signal(str)
    ended = Signal(bool, str)

    def __init__(self, parent: QObject | None = None, command: InstallCommand | None = None):
        """command: another installer, for tests."""
        super().__init__(parent)
        self.command = command or install_command()
        self._process = LineProcess(self)
        self._process.line.connect(self.line)
        self._process.ended.connect(self._ended)
        self._was_cancelled = False

    @property
    def running(self) -> bool:
        """Whether it is being installed."""
        return self._process.running

    def start(self) -> None:
        """Begin. Where there is no installer, `ended` says what to type."""
        self._was_cancelled = False
        if not self.command.command:
            self.ended.emit(
                False,
                "This Python has no pip, so Newsdesk cannot install anything itself. "
                f"Type in a terminal: {self.command.typed}",
            )
            return
        self._process.start(self.command.command, self.command.folder)

    def cancel(self) -> None:
        """Stop; what was downloaded is used again the next time."""
        self._was_cancelled = True
        self._process.cancel()

    def close(self) -> None:
        """End the installer without a word."""
        self._process.close()

    def _ended(self, code: int) -> None:
        if self._was_cancelled and code != 0:
            self.ended.emit(False, "Stopped. Nothing was changed that stands in your way.")
        elif code != 0:
            self.ended.emit(
                False,
                f"The installer gave up (exit code {code}); its last lines say why. "
                f"You can also type in a terminal: {self.command.typed}",
            )
        elif (problem := missing()) is not None:
            self.ended.emit(False, f"The installer is done, but {_lower(problem.message)}")
        else:
            self.ended.emit(True, "Training is installed. New jobs can start.")


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
