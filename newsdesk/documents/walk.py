"""Files and folders that were dropped, to the files that are read, in a natural order."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote_to_bytes

from newsdesk.documents.html import ASSET_FOLDERS
from newsdesk.documents.kinds import PICTURE_EXTENSIONS

_SYSTEM = frozenset(("thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "__macosx"))
_PAGES = (".html", ".htm", ".xhtml", ".shtml")
# Documents that may name pictures in their text.
_NAMING = (*_PAGES, ".md", ".markdown", ".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson")
_NAMED = re.compile(
    rb"[^\"'<>(),;|=/\\\t\r\n]{1,120}\.(?:%s)\b"
    % b"|".join(extension[1:].encode() for extension in PICTURE_EXTENSIONS),
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(\d+)")


def walk(paths: Iterable[Path]) -> Iterator[Path]:
    """The files to read: those given as they are, folders with all that lies below them.

    Left out in folders: hidden and system files, lock files, the assets of saved web pages, and
    pictures that belong to a document there. A folder that cannot be entered is yielded itself.
    """
    given = list(paths)
    owned = {_stem(path) for path in given if not _is_picture(path)}
    seen: set[str] = set()
    for path in given:
        if path.is_dir():
            found: Iterable[Path] = _Folder(path).files()
        elif _is_picture(path) and _stem(path) in owned:
            continue
        else:
            found = (path,)
        for file in found:
            key = str(file.absolute())
            if key not in seen:
                seen.add(key)
                yield file


class _Folder:
    """One walk through a folder; remembers where it was, as links may lead in circles."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._visited: set[tuple[int, int]] = set()
        self._mentioned: dict[Path, set[str]] = {}

    def files(self) -> Iterator[Path]:
        return self._below(self._root, [])

    def _below(self, folder: Path, naming: list[Path]) -> Iterator[Path]:
        """naming: documents of this folder and those above it, which may name its pictures."""
        try:
            status = folder.stat()
            entries = sorted(os.scandir(folder), key=lambda entry: _natural(entry.name))
        except OSError:
            yield folder
            return
        if (status.st_dev, status.st_ino) in self._visited:
            return
        self._visited.add((status.st_dev, status.st_ino))
        files = [Path(e.path) for e in entries if _is_wanted(e.name) and not e.is_dir()]
        documents = [file for file in files if not _is_picture(file)]
        naming = naming + [d for d in documents if d.suffix.lower() in _NAMING]
        stems = {document.stem.casefold() for document in documents}
        for entry in entries:
            path = Path(entry.path)
            if not _is_wanted(entry.name):
                continue
            if entry.is_dir():
                if not _is_asset_folder(entry.name, stems, documents):
                    yield from self._below(path, naming)
            elif not (_is_picture(path) and self._is_owned(path, stems, naming)):
                yield path

    def _is_owned(self, picture: Path, stems: set[str], documents: list[Path]) -> bool:
        """True for a picture with a document's name, or one that a document's text names."""
        wanted = picture.name.casefold()
        return picture.stem.casefold() in stems or any(
            wanted in self._names(document) for document in documents
        )

    def _names(self, document: Path) -> set[str]:
        """Folded names of the pictures that a document's text mentions; read once a document."""
        known = self._mentioned.get(document)
        if known is None:
            known = self._mentioned[document] = _picture_names(document)
        return known


def _picture_names(document: Path) -> set[str]:
    found: set[str] = set()
    try:
        with document.open("rb") as file:
            for line in file:
                for match in _NAMED.findall(line):
                    name = unquote_to_bytes(match).decode("utf-8", "replace").strip().casefold()
                    found.update((name, name.rpartition(" ")[2]))
    except OSError:
        pass  # its own reader says so
    return found


def _is_asset_folder(name: str, stems: set[str], documents: list[Path]) -> bool:
    for ending in ASSET_FOLDERS:
        stem = name.removesuffix(ending).casefold()
        if name.endswith(ending) and stem in stems:
            return any(d.stem.casefold() == stem and d.suffix.lower() in _PAGES for d in documents)
    return False


def _is_wanted(name: str) -> bool:
    return not name.startswith((".", "~$")) and name.casefold() not in _SYSTEM


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURE_EXTENSIONS


def _stem(path: Path) -> tuple[Path, str]:
    return path.parent.absolute(), path.stem.casefold()


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Sorts "page 2" before "page 10"."""
    parts = _DIGITS.split(name.casefold())
    return [
        (0, int(part), "") if part.isdigit() and part.isascii() else (1, 0, part) for part in parts
    ]
