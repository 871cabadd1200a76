"""Model folders on disk: found by name, opened with checks, imported, exported, removed."""

from __future__ import annotations

import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from newsdesk.core import paths
from newsdesk.core.encoder_files import pieces_of
from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import FILE_NAME, Manifest, file_digest, read_manifest

DEFAULT_MODEL = "starter-en"
_PICKLES = {".bin", ".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".joblib"}
NAME = re.compile(r"\w[\w.-]*")
"""What a model's name may be: it is a folder's name as well."""
_WEIGHTS = {".onnx", ".safetensors"}


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A checked model folder."""

    path: Path
    manifest: Manifest

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def bundled(self) -> bool:
        """Whether it ships with the program and so cannot be removed."""
        return self.path.parent == paths.bundled_models()

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.stat().st_size for file in self.path.rglob("*") if file.is_file())

    @property
    def weights(self) -> int:
        """Bytes of the graphs that are loaded on a processor: about the memory they take."""
        stems = ("model",) if self.manifest.picture is None else ("model", "cover", "fusion")
        return sum(self.onnx(stem).stat().st_size for stem in stems)

    def onnx(self, stem: str = "model", prefer_int8: bool = True) -> Path:
        """The ONNX file of a graph (`model`, `cover`, `fusion`); ModelError where none is there."""
        names = [f"{stem}.int8.onnx", f"{stem}.onnx"]
        for name in names if prefer_int8 else reversed(names):
            if (self.path / name).is_file():
                return self.path / name
        raise ModelError(
            "no_onnx",
            f"The model {self.name} has no {stem}.onnx to classify with.",
            "Export it again from the training that made it.",
        )


def open_folder(path: Path) -> ModelFolder:
    """Open a model folder; ModelError where anything in it does not fit together."""
    folder = ModelFolder(path, read_manifest(path))
    _refuse_pickles(path)
    folder.onnx()
    if folder.manifest.picture is not None:
        folder.onnx("cover")
        folder.onnx("fusion")
    _check_vocabulary(folder)
    # Large files are checked on import; these two are small, and mixing them up is easy.
    _check_digests(folder, {"tokenizer.json", "config.json"})
    return folder


def find_model(name_or_path: str) -> ModelFolder:
    """A model by name, installed before bundled, or by the path of its folder."""
    by_name = [root / name_or_path for root in (paths.installed_models(), paths.bundled_models())]
    if NAME.fullmatch(name_or_path):
        for path in by_name:
            if (path / FILE_NAME).is_file():
                return open_folder(path)
    path = Path(name_or_path).expanduser()
    if path.is_dir():
        return open_folder(path.absolute())
    raise ModelError(
        "no_model",
        f"There is no model named {name_or_path}.",
        "`newsdesk models list` names those that are here; a model's folder can be given as well.",
    )


def list_models() -> list[ModelFolder | ModelError]:
    """All models, installed first; a damaged one stands in the list as its error."""
    found: list[ModelFolder | ModelError] = []
    seen: set[str] = set()
    for path in _folders():
        if path.name in seen:
            continue
        seen.add(path.name)
        try:
            found.append(open_folder(path))
        except ModelError as error:
            found.append(error)
    return found


def import_model(source: Path, replace: bool = False) -> ModelFolder:
    """Copy a model folder into the data folder, checked whole, renamed into place last.

    Raises ModelError where the source is refused, or the name is taken and replace is False.
    """
    if not source.is_dir():
        raise ModelError(
            "no_model", f"{source} is not a folder.", "Choose the folder that holds newsdesk.json."
        )
    model = open_folder(source.absolute())
    _check_digests(model, set(model.manifest.files))
    _refuse_strangers(model)
    if not NAME.fullmatch(model.name):
        raise ModelError(
            "bad_name",
            f"The model's name {model.name!r} cannot be a folder's name.",
            "Give it a name of letters, digits, points, dashes and underscores in newsdesk.json.",
        )
    target = paths.installed_models() / model.name
    if target.exists() and not replace:
        raise ModelError(
            "name_taken",
            f"A model named {model.name} is already here.",
            "Remove it first, or import with --replace.",
        )
    return open_folder(_copy_into_place(model.path, target))


def export_model(model: ModelFolder, target: Path) -> Path:
    """Copy a model folder to a new folder, or into one that exists, under the model's name.

    Raises ModelError where that is already there, or cannot be written.
    """
    if target.exists():
        target = target / model.name
    if target.exists():
        raise ModelError(
            "target_exists", f"{target} is already there.", "Choose another folder or remove it."
        )
    return _copy_into_place(model.path, target.absolute())


def remove_model(name: str) -> None:
    """Delete an installed model, a damaged one too; any other is refused with ModelError."""
    path = paths.installed_models() / name
    if not NAME.fullmatch(name) or not (path / FILE_NAME).is_file():
        raise ModelError(
            "not_installed",
            f"{name} is not in the data folder, so it is not removed.",
            "Models that ship with the program stay; delete other folders yourself.",
        )
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".removed-") as temporary:
            path.rename(Path(temporary) / "model")
    except OSError as error:
        raise not_removed(path, error) from error


def not_removed(path: Path, error: OSError) -> ModelError:
    """What a person is told where a model or an ensemble cannot be deleted."""
    return ModelError(
        "cannot_remove",
        f"{path} could not be removed: {error.strerror or error}.",
        "Check that you may write to the data folder.",
    )


def _folders() -> Iterator[Path]:
    for root in (paths.installed_models(), paths.bundled_models()):
        if root.is_dir():
            yield from sorted(path for path in root.iterdir() if (path / FILE_NAME).is_file())


def _copy_into_place(source: Path, target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".incoming-") as temporary:
            copy = Path(temporary) / "model"
            shutil.copytree(source, copy)
            _make_writable(copy)
            _swap(copy, target, Path(temporary) / "old")
    except OSError as error:
        raise ModelError(
            "cannot_copy",
            f"The model could not be copied to {target}: {_cause(error)}.",
            "Free some space or choose a folder that you may write to.",
        ) from error
    return target


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put a folder in another one's place; the old one comes back where that fails."""
    replacing = target.exists()
    if replacing:
        target.rename(old)
    try:
        new.rename(target)
    except OSError:
        if replacing:
            old.rename(target)
        raise


def _make_writable(folder: Path) -> None:
    """A copy from a medium that is only read must not be such that its owner cannot change it."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


def _cause(error: OSError) -> str:
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list) and error.args[0]:
        return str(error.args[0][0][2])  # the first of (from, to, why)
    return error.strerror or str(error)


def _refuse_strangers(folder: ModelFolder) -> None:
    """Weights that the manifest does not know would be used unchecked."""
    known = folder.manifest.files
    strangers = sorted(
        file.name
        for file in folder.path.iterdir()
        if known and file.suffix in _WEIGHTS and file.name not in known
    )
    if strangers:
        raise ModelError(
            "mixed_files",
            f"{strangers[0]} in the model {folder.name} was not saved with it.",
            "Take the file out of the folder, or import the model again from its source.",
        )


def _refuse_pickles(path: Path) -> None:
    pickles = sorted(f.name for f in path.rglob("*") if f.suffix.lower() in _PICKLES)
    if pickles:
        raise ModelError(
            "pickle",
            f"{path} holds {pickles[0]}, a pickle, which can run code of its maker when opened.",
            "Have the weights saved as safetensors and take the pickle out of the folder.",
        )


def _check_vocabulary(folder: ModelFolder) -> None:
    try:
        config = msgspec.json.decode((folder.path / "config.json").read_bytes(), type=dict)
        tokenizer = msgspec.json.decode((folder.path / "tokenizer.json").read_bytes(), type=dict)
    except (OSError, msgspec.MsgspecError) as error:
        raise ModelError(
            "incomplete",
            f"The model {folder.name} lacks a readable config.json or tokenizer.json.",
            "Import the model again from its source.",
        ) from error
    pieces, rows = pieces_of(tokenizer), config.get("vocab_size")
    if isinstance(rows, int) and pieces > rows:
        raise ModelError(
            "tokenizer_mismatch",
            f"The tokenizer of {folder.name} has {pieces:,} pieces, its embedding "
            f"{rows:,} rows: they come from different models.",
            "Import the model again with the tokenizer that it was trained with.",
        )


def _check_digests(folder: ModelFolder, names: set[str]) -> None:
    for name, digest in folder.manifest.files.items():
        path = folder.path / name
        if name not in names or Path(name).name != name:
            continue
        if not path.is_file() or file_digest(path) != digest:
            what = "is not the file that it was saved with" if path.is_file() else "is missing"
            raise ModelError(
                "mixed_files",
                f"{name} in the model {folder.name} {what}.",
                "Import the model again from its source.",
            )
