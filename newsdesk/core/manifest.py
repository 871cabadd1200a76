"""`newsdesk.json`: what a model folder says of itself. Training writes it, the engine reads it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from newsdesk.core.errors import ModelError
from newsdesk.core.filing import FilingCurve
from newsdesk.core.section import Section

FILE_NAME = "newsdesk.json"
FORMAT = 1

_Count = Annotated[int, msgspec.Meta(ge=1)]
_Deviation = Annotated[float, msgspec.Meta(gt=0)]


class Preprocessing(msgspec.Struct, frozen=True, kw_only=True):
    """How an article becomes token ids.

    max_tokens: L, the longest input, special tokens counted.
    title_tokens: the longest title.
    cut: a body over its budget keeps head and tail (`head_tail`, 3 : 1) or its head only.
    """

    max_tokens: int = 256
    title_tokens: _Count = 48
    cut: Literal["head_tail", "head_only"] = "head_tail"


class PictureBranch(msgspec.Struct, frozen=True, kw_only=True):
    """How a cover becomes pixels, and the width of what the picture encoder makes of it."""

    encoder: str
    short_side: _Count = 256
    crop: _Count = 224
    mean: tuple[float, float, float] = (0.485, 0.456, 0.406)
    std: tuple[_Deviation, _Deviation, _Deviation] = (0.229, 0.224, 0.225)
    features: int = 512


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """A measured figure with its bootstrap interval, 0 to 1."""

    value: float
    low: float
    high: float


class TestResult(msgspec.Struct, frozen=True, kw_only=True):
    """How the model did on the untouched part of one data set, beside the line to beat."""

    __test__ = False  # not a pytest class

    dataset: str
    articles: int
    accuracy: Metric
    macro_f1: Metric
    baseline_accuracy: float | None = None
    baseline_macro_f1: float | None = None


class Manifest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """The contents of `newsdesk.json`.

    sections: in the order of the logits; matched by code, never by position, outside the model.
    languages: BCP 47 codes that the model learned from.
    temperature, offsets: probability = softmax((logits + offsets) / temperature).
    thresholds: by section code, the confidence from which an article may be filed by itself.
    filing: what each section's threshold costs, counted on the untouched articles.
    fingerprint: hash of the data set's content and splits.
    parent: the model or checkpoint that this one was made from.
    results: on the untouched part of each data set; overall: on all of them together.
    made_by: tells the job that made it from all others; empty where no job did.
    files: digest of every other file of the folder, so that parts of three models are not mixed;
        the card is left out, since people may edit it.
    """

    format: int = FORMAT
    name: str
    title: str
    description: str = ""
    created: str = ""
    sections: tuple[Section, ...]
    languages: tuple[str, ...] = ()
    preprocessing: Preprocessing = Preprocessing()
    picture: PictureBranch | None = None
    temperature: float = 1.0
    offsets: tuple[float, ...] = ()
    thresholds: dict[str, float] = {}
    filing: tuple[FilingCurve, ...] = ()
    recipe: dict[str, Any] = {}
    fingerprint: str = ""
    parent: str = ""
    licence: str = ""
    parameters: int = 0
    results: tuple[TestResult, ...] = ()
    overall: TestResult | None = None
    made_by: str = ""
    files: dict[str, str] = {}


def read_manifest(folder: Path) -> Manifest:
    """Read and check `newsdesk.json` in a model folder.

    Raises ModelError where it is missing, damaged, from a newer version or inconsistent.
    """
    path = folder / FILE_NAME
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ModelError(
            "no_manifest",
            f"{folder} is not a Newsdesk model: it has no readable {FILE_NAME}.",
            "Choose a folder that Newsdesk exported or trained.",
        ) from error
    try:
        version = msgspec.json.decode(raw, type=dict[str, Any]).get("format")
        if isinstance(version, int) and version > FORMAT:
            raise ModelError(
                "newer_format",
                f"The model in {folder} was written by a newer Newsdesk (format {version}).",
                "Update Newsdesk, then use the model.",
            )
        manifest = msgspec.json.decode(raw, type=Manifest)
    except msgspec.MsgspecError as error:
        raise ModelError(
            "bad_manifest",
            f"{path} is damaged: {error}.",
            "Import the model again from its source.",
        ) from error
    _check(manifest, path)
    return manifest


def write_manifest(manifest: Manifest, folder: Path) -> None:
    """Write `newsdesk.json` into a model folder, last of all: it records what lies beside it."""
    files = {
        path.name: file_digest(path)
        for path in sorted(folder.iterdir())
        if path.is_file() and path.suffix != ".md" and path.name != FILE_NAME
    }
    manifest = msgspec.structs.replace(manifest, files=files)
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / FILE_NAME).write_bytes(data + b"\n")


def answers_fingerprint(manifest: Manifest) -> str:
    """Hash of all that a model's answers follow from: 32 hexadecimal digits.

    A title or a measurement that is written later does not make it another model.
    """
    parts = (
        manifest.sections,
        manifest.languages,
        manifest.preprocessing,
        manifest.picture,
        manifest.temperature,
        manifest.offsets,
        manifest.fingerprint,
        dict(sorted(manifest.files.items())),
    )
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def file_digest(path: Path) -> str:
    """Hash of a file's bytes: 32 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def _check(manifest: Manifest, path: Path) -> None:
    codes = [section.code for section in manifest.sections]
    wrong = ""
    if len(codes) < 2 or len(set(codes)) != len(codes):
        wrong = "it needs at least two sections, each with a code of its own"
    elif manifest.offsets and len(manifest.offsets) != len(codes):
        wrong = "it has not one offset a section"
    elif not manifest.temperature > 0:
        wrong = "its temperature is not above 0"
    elif manifest.preprocessing.max_tokens < 8:
        wrong = "its inputs are shorter than 8 tokens"
    if wrong:
        raise ModelError(
            "bad_manifest",
            f"{path} is damaged: {wrong}.",
            "Import the model again from its source.",
        )
