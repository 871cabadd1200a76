"""Models and ensembles in memory, ready to be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.manifest import FILE_NAME, Manifest
from newsdesk.core.prediction import Prediction
from newsdesk.engine.averaging import EnsembleReader
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.ensemble import Ensemble
from newsdesk.engine.ensemble_files import ensemble_file
from newsdesk.engine.examined import Examined
from newsdesk.engine.installed import Usable, find
from newsdesk.engine.model_folder import ModelFolder

KEPT = 3
"""Models kept in memory, the ones used last; an ensemble's members may be more."""

Stamp = tuple[object, ...]


class Reads(Protocol):
    """What reads articles and says where they belong: a model, or several as one."""

    @property
    def name(self) -> str:
        """Under which its answers are kept."""
        ...

    @property
    def manifest(self) -> Manifest:
        """What it says of itself; `picture` is None where it looks at no covers."""
        ...

    @property
    def device(self) -> str:
        """Where it really runs: `cuda` or `cpu`."""
        ...

    def classify(self, articles: Sequence[Article]) -> list[Prediction]:
        """Predictions in the order of the articles."""
        ...

    def stream(
        self, articles: Sequence[Article], check: Callable[[], None] = ...
    ) -> Iterator[tuple[int, Prediction]]:
        """(index, prediction) as they come; what `check` raises between batches ends the work."""
        ...

    def examine(
        self, articles: Sequence[Article], check: Callable[[], None] = ...
    ) -> Iterator[tuple[int, Examined]]:
        """As `stream`, with the features behind each answer where it has any."""
        ...


class Shelf:
    """The models used last stay loaded, so that two can take turns; shared members once only."""

    def __init__(self, device: str = "cpu", threads: int | None = None) -> None:
        """device: `cuda` falls back to the CPU. threads: None for what the machine has."""
        self._device = device
        self._threads = threads
        self._loaded: dict[Path, Classifier] = {}
        self._found: dict[str, tuple[Stamp, Usable]] = {}

    def take(self, name: str) -> Reads:
        """A model or an ensemble by name, loaded now if it is not, or was replaced meanwhile.

        Raises ModelError where there is none, or it cannot be used.
        """
        found = self._find(name)
        if isinstance(found, Ensemble):
            # All of them first: room is made for those that are missing, not by dropping these.
            self._make_room({member.path for member in found.members})
            return EnsembleReader(found, [self._open(member) for member in found.members])
        self._make_room({found.path})
        return self._open(found)

    def _find(self, name: str) -> Usable:
        """Opened anew only where something on the disk has changed: this is asked per key press."""
        known = self._found.get(name)
        if known is not None and known[0] == _stamp(name, known[1]):
            return known[1]
        self._found.pop(name, None)
        found = find(name)
        self._found[name] = (_stamp(name, found), found)
        return found

    def _open(self, folder: ModelFolder) -> Classifier:
        classifier = self._loaded.pop(folder.path, None)
        if classifier is None or classifier.model != folder:
            classifier = None  # a replaced one goes before the new one comes
            classifier = Classifier(folder, self._device, self._threads)
        self._loaded[folder.path] = classifier  # the one used last stands last
        return classifier

    def _make_room(self, wanted: set[Path]) -> None:
        """Let go of those used longest ago, before more is loaded."""
        missing = len(wanted - self._loaded.keys())
        for path in [path for path in self._loaded if path not in wanted]:
            if len(self._loaded) + missing <= KEPT:
                return
            del self._loaded[path]


def load(name: str, device: str = "cpu", threads: int | None = None) -> Reads:
    """Load a model or an ensemble by name, or a model by its folder.

    Raises ModelError where there is none, or it cannot be used.
    """
    return Shelf(device, threads).take(name)


def _stamp(name: str, found: Usable) -> Stamp:
    """Moves when what a name stands for may have become something else."""
    names = [name]
    files = [ensemble_file(name)]
    if isinstance(found, Ensemble):
        names += [member.name for member in found.members]
        files += [member.path / FILE_NAME for member in found.members]
    else:
        files.append(found.path / FILE_NAME)
    roots = (paths.installed_models(), paths.bundled_models())
    files += [root / each / FILE_NAME for each in names for root in roots]
    return tuple(_stat(file) for file in files)


def _stat(path: Path) -> tuple[int, int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
