"""The files of ensembles: a small one each, that names the members and tells them from others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from newsdesk.core import paths
from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import answers_fingerprint
from newsdesk.engine.ensemble import Ensemble, assemble
from newsdesk.engine.model_folder import NAME, ModelFolder, find_model, not_removed

FORMAT = 1


class MemberRecord(msgspec.Struct, frozen=True):
    """A member as the file names it; fingerprint tells it from another model of that name."""

    name: str
    fingerprint: str


class EnsembleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What `ensembles/NAME.json` holds."""

    format: int = FORMAT
    title: str
    members: tuple[MemberRecord, ...]


def save_ensemble(
    name: str, members: Sequence[str], title: str = "", replace: bool = False
) -> Ensemble:
    """Make an ensemble of installed models.

    Raises ModelError where the name is taken or no name for a file, where a member is missing or
    an ensemble itself, and where the members do not go together.
    """
    if not NAME.fullmatch(name):
        raise ModelError(
            "bad_name",
            f"An ensemble cannot be called {name!r}.",
            "Use letters, digits, points, dashes and underscores.",
        )
    path = ensemble_file(name)
    folders = (paths.installed_models() / name, paths.bundled_models() / name)
    if any(folder.exists() for folder in folders) or (path.exists() and not replace):
        what = "An ensemble" if path.exists() else "A model"
        raise ModelError(
            "name_taken", f"{what} named {name} is already here.", "Choose another name."
        )
    found = [_member(member) for member in members]
    ensemble = assemble(name, title, found, path)
    record = EnsembleRecord(
        title=ensemble.title,
        members=tuple(MemberRecord(m.name, answers_fingerprint(m.manifest)) for m in found),
    )
    _write(path, msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
    return ensemble


def open_ensemble(name: str) -> Ensemble:
    """An ensemble by name.

    Raises ModelError where there is none, it is damaged, or a member was removed or replaced: it
    never answers with other members than those that it was made of.
    """
    path = ensemble_file(name)
    record = read_record(name)
    members = []
    for member in record.members:
        try:
            model = find_model(member.name)
        except ModelError as error:
            raise _broken(name, f"its member {member.name} cannot be used") from error
        if answers_fingerprint(model.manifest) != member.fingerprint:
            raise _broken(name, f"another model has taken the place of its member {member.name}")
        members.append(model)
    return assemble(name, record.title, members, path)


def read_record(name: str) -> EnsembleRecord:
    """What an ensemble's file says, whether its members are there or not; ModelError if damaged."""
    path = ensemble_file(name)
    try:
        record = msgspec.json.decode(path.read_bytes(), type=EnsembleRecord)
        if record.format <= FORMAT:
            return record
        cause = "it was written by a newer Newsdesk"
    except OSError as error:
        cause = error.strerror or str(error)
    except msgspec.MsgspecError as error:
        cause = str(error)
    raise ModelError(
        "bad_ensemble",
        f"The ensemble {name} cannot be read: {cause}.",
        "Remove it and make it again.",
    )


def ensemble_names() -> list[str]:
    """The ensembles that are here, usable or not, by name."""
    return sorted(path.stem for path in paths.ensembles().glob("*.json"))


def is_ensemble(name: str) -> bool:
    """Whether an ensemble has this name; a model of the same name goes before it."""
    if not NAME.fullmatch(name) or not ensemble_file(name).is_file():
        return False
    roots = (paths.installed_models(), paths.bundled_models())
    return not any((root / name).is_dir() for root in roots)


def remove_ensemble(name: str) -> bytes:
    """Delete an ensemble; its members stay. What its file held, so that it can be put back."""
    path = ensemble_file(name)
    try:
        content = path.read_bytes()
        path.unlink()
    except OSError as error:
        raise not_removed(path, error) from error
    return content


def restore_ensemble(name: str, content: bytes) -> None:
    """Put an ensemble back that was removed or changed."""
    _write(ensemble_file(name), content)


def ensemble_file(name: str) -> Path:
    """Where the ensemble of a name lies."""
    return paths.ensembles() / f"{name}.json"


def _member(name: str) -> ModelFolder:
    if is_ensemble(name):
        raise ModelError(
            "nested_ensemble",
            f"{name} is an ensemble itself.",
            "Name its members in its place.",
        )
    model = find_model(name)
    if model.path.parent not in (paths.installed_models(), paths.bundled_models()):
        raise ModelError(
            "not_installed",
            f"{name} is not in the data folder.",
            "Import it first: newsdesk models import.",
        )
    return model


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writing = path.with_name(f".{path.name}.writing")
        writing.write_bytes(content)
        writing.replace(path)
    except OSError as error:
        raise ModelError(
            "cannot_write",
            f"{path} could not be written: {error.strerror or error}.",
            "Free some space, or check that you may write to the data folder.",
        ) from error


def _broken(name: str, why: str) -> ModelError:
    return ModelError(
        "broken_ensemble",
        f"The ensemble {name} cannot be used: {why}.",
        "Edit the ensemble, or remove it.",
    )
