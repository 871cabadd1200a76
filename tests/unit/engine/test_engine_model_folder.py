"""Model folders: found, refused with a reason, brought in and taken out again."""

from __future__ import annotations

import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk.core import paths
from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import FILE_NAME, read_manifest, write_manifest
from newsdesk.engine import model_folder
from newsdesk.engine.model_folder import (
    ModelFolder,
    export_model,
    find_model,
    import_model,
    list_models,
    open_folder,
    remove_model,
)


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for models that ship with the program."""
    folder = tmp_path / "bundled"
    folder.mkdir()
    monkeypatch.setattr(paths, "bundled_models", lambda: folder)
    return folder


@pytest.fixture
def source(tiny: Path, tmp_path: Path) -> Path:
    """A model folder to spoil or to import."""
    return Path(shutil.copytree(tiny, tmp_path / "source" / "tiny"))


def change_manifest(folder: Path, **changes: Any) -> None:
    path = folder / FILE_NAME
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def refusal(folder: Path) -> ModelError:
    with pytest.raises(ModelError) as caught:
        import_model(folder)
    problem = caught.value.problem
    assert problem.message.endswith(".")
    assert problem.remedy.endswith(".")
    assert "\n" not in str(problem)
    installed = paths.installed_models()
    assert not installed.exists() or list(installed.iterdir()) == []
    return caught.value


def names() -> list[str]:
    return [entry.name for entry in list_models() if isinstance(entry, ModelFolder)]


def test_an_installed_model_is_found_before_the_bundled_one_of_its_name(bundled: Path) -> None:
    make_model(bundled, title="shipped")
    assert find_model("tiny").manifest.title == "shipped"
    assert find_model("tiny").bundled
    make_model(paths.installed_models(), title="imported")
    assert find_model("tiny").manifest.title == "imported"
    assert not find_model("tiny").bundled
    assert names() == ["tiny"]


def test_a_model_is_found_by_the_path_of_its_folder(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_model(str(source)).name == "tiny"
    monkeypatch.chdir(source.parent)
    found = find_model("./tiny")
    assert found.path == source
    monkeypatch.chdir("/")
    assert found.onnx().is_file()


@pytest.mark.parametrize("name", ["nosuch", "", "..", "a/b", "/nowhere/at all", "tiny\n"])
def test_a_model_that_is_not_here_is_told_with_the_way_to_a_list(bundled: Path, name: str) -> None:
    with pytest.raises(ModelError) as caught:
        find_model(name)
    assert caught.value.problem.kind in ("no_model", "no_manifest")
    assert caught.value.problem.remedy


def test_a_bundled_model_behind_a_link_works(bundled: Path, tiny: Path) -> None:
    (bundled / "starter").symlink_to(tiny, target_is_directory=True)
    found = find_model("starter")
    assert found.bundled
    assert found.size == sum(file.stat().st_size for file in tiny.iterdir())
    (listed,) = list_models()
    assert isinstance(listed, ModelFolder)
    assert listed.bundled


def spoil(name: str, content: str | None) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        if content is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(content)

    return apply


def add_token(folder: Path) -> None:
    """One piece more than the embedding has rows, added beside the vocabulary."""
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text())
    rows = json.loads((folder / "config.json").read_text())["vocab_size"]
    content["added_tokens"].append({"id": rows, "content": "[MASK]"})
    path.write_text(json.dumps(content))
    write_manifest(read_manifest(folder), folder)


def shrink_embedding(folder: Path) -> None:
    (folder / "config.json").write_text('{"vocab_size": 20}')
    write_manifest(read_manifest(folder), folder)


def nested_pickle(folder: Path) -> None:
    (folder / "checkpoints").mkdir()
    (folder / "checkpoints" / "optimizer.pt").write_bytes(b"\x80\x04.")


REFUSALS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "no manifest": (spoil(FILE_NAME, None), "no_manifest", "no readable newsdesk.json"),
    "damaged manifest": (spoil(FILE_NAME, '{"format": 1, "na'), "bad_manifest", "is damaged"),
    "manifest is a list": (spoil(FILE_NAME, "[1]"), "bad_manifest", "is damaged"),
    "manifest of bytes": (spoil(FILE_NAME, "\0\1\2"), "bad_manifest", "is damaged"),
    "newer format": (
        lambda f: change_manifest(f, format=2, sections="new"), "newer_format", "newer Newsdesk",
    ),
    "one section": (
        lambda f: change_manifest(f, sections=[{"code": "a"}]), "bad_manifest", "two sections",
    ),
    "no tokenizer": (spoil("tokenizer.json", None), "incomplete", "tokenizer.json"),
    "damaged tokenizer": (spoil("tokenizer.json", "{"), "incomplete", "tokenizer.json"),
    "no config": (spoil("config.json", None), "incomplete", "config.json"),
    "no graph": (spoil("model.onnx", None), "no_onnx", "no model.onnx"),
    "pickle": (spoil("pytorch_model.bin", "x"), "pickle", "pytorch_model.bin, a pickle"),
    "pickle, other case": (spoil("WEIGHTS.PT", "x"), "pickle", "WEIGHTS.PT"),
    "pickle further down": (nested_pickle, "pickle", "optimizer.pt"),
    "tokenizer too large": (shrink_embedding, "tokenizer_mismatch", "20 rows"),
    "added piece too large": (add_token, "tokenizer_mismatch", "different models"),
    "other tokenizer": (
        lambda f: (f / "tokenizer.json").write_text('{"model": {"vocab": {}}}') and None,
        "mixed_files", "tokenizer.json in the model tiny",
    ),
    "other graph": (spoil("model.onnx", "another"), "mixed_files", "model.onnx in the model tiny"),
    "a graph too many": (spoil("model.int8.onnx", "x"), "mixed_files", "model.int8.onnx"),
    "a listed file is gone": (spoil("model.onnx", None), "no_onnx", "model.onnx"),
    "name leads out": (lambda f: change_manifest(f, name="../evil"), "bad_name", "../evil"),
    "name is the parent": (lambda f: change_manifest(f, name=".."), "bad_name", "'..'"),
    "name is hidden": (lambda f: change_manifest(f, name=".hidden"), "bad_name", ".hidden"),
    "name is empty": (lambda f: change_manifest(f, name=""), "bad_name", "''"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_what_does_not_fit_together_is_refused_with_reason_and_remedy(
    source: Path, case: str
) -> None:
    apply, kind, words = REFUSALS[case]
    apply(source)
    problem = refusal(source).problem
    assert problem.kind == kind
    assert words in problem.message


def test_replacing_never_reaches_outside_the_folder_of_models(source: Path, home: Path) -> None:
    (home / "newsdesk.db").write_text("precious")
    change_manifest(source, name="..")
    with pytest.raises(ModelError):
        import_model(source, replace=True)
    assert (home / "newsdesk.db").read_text() == "precious"


def test_a_damaged_model_stands_in_the_list_as_its_error(bundled: Path) -> None:
    make_model(bundled, "good")
    (make_model(bundled, "bad") / "tokenizer.json").unlink()
    found = list_models()
    assert isinstance(found[0], ModelError)
    assert names() == ["good"]


def test_a_model_goes_in_is_listed_comes_out_and_is_removed(
    bundled: Path, source: Path, tmp_path: Path
) -> None:
    model = import_model(source)
    assert model.path == paths.installed_models() / "tiny"
    assert names() == ["tiny"]
    exported = export_model(find_model("tiny"), tmp_path / "out" / "copy")
    for file in source.iterdir():
        assert (exported / file.name).read_bytes() == file.read_bytes()
    assert open_folder(exported).manifest == model.manifest
    remove_model("tiny")
    assert names() == []
    assert list(paths.installed_models().iterdir()) == []
    assert import_model(exported).name == "tiny"


def test_a_name_that_is_taken_is_refused_unless_the_model_is_to_be_replaced(
    source: Path, tmp_path: Path
) -> None:
    import_model(source)
    newer = make_model(tmp_path / "newer", title="newer")
    with pytest.raises(ModelError) as caught:
        import_model(newer)
    assert caught.value.problem.kind == "name_taken"
    assert find_model("tiny").manifest.title == "A tiny model"
    import_model(newer, replace=True)
    assert find_model("tiny").manifest.title == "newer"
    assert [path.name for path in paths.installed_models().iterdir()] == ["tiny"]


def disk_full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_copy_that_fails_leaves_nothing_behind(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(origin: Path, target: Path) -> None:
        target.mkdir()
        (target / "model.onnx").write_bytes(b"half")
        disk_full()

    monkeypatch.setattr(model_folder.shutil, "copytree", half)
    error = refusal(source)
    assert error.problem.kind == "cannot_copy"
    assert "No space left on device" in error.problem.message


def test_a_copy_that_fails_does_not_lose_the_model_that_was_there(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_model(source)
    newer = make_model(tmp_path / "newer", title="newer")
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.parent.name.startswith(".incoming-") and self.name == "model":
            disk_full()
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(ModelError) as caught:
        import_model(newer, replace=True)
    assert caught.value.problem.kind == "cannot_copy"
    assert find_model("tiny").manifest.title == "A tiny model"
    assert [path.name for path in paths.installed_models().iterdir()] == ["tiny"]


def test_a_file_that_cannot_be_copied_is_told_with_the_cause_alone(source: Path) -> None:
    (source / "notes").symlink_to(source / "nowhere")
    problem = refusal(source).problem
    assert problem.kind == "cannot_copy"
    assert "No such file" in problem.message
    assert "[(" not in problem.message


def test_a_copy_of_a_read_only_folder_can_be_changed_by_its_owner(
    source: Path, tmp_path: Path
) -> None:
    for path in (*source.iterdir(), source):
        path.chmod(0o555 if path.is_dir() else 0o444)
    exported = export_model(open_folder(source), tmp_path / "out")
    assert all(path.stat().st_mode & stat.S_IWUSR for path in (exported, *exported.iterdir()))


def test_an_export_into_a_folder_goes_under_the_models_name_and_overwrites_nothing(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "exports"
    target.mkdir()
    assert export_model(open_folder(source), target) == target / "tiny"
    with pytest.raises(ModelError) as caught:
        export_model(open_folder(source), target)
    assert caught.value.problem.kind == "target_exists"


@pytest.mark.parametrize("name", ["shipped", "nosuch", "..", "../models/tiny", ""])
def test_only_installed_models_are_removed(bundled: Path, source: Path, name: str) -> None:
    make_model(bundled, "shipped")
    import_model(source)
    with pytest.raises(ModelError) as caught:
        remove_model(name)
    assert caught.value.problem.kind == "not_installed"
    assert names() == ["tiny", "shipped"]


def test_a_damaged_model_can_be_removed(bundled: Path, source: Path) -> None:
    (import_model(source).path / "tokenizer.json").unlink()
    remove_model("tiny")
    assert list_models() == []


def test_importing_what_is_no_folder_says_what_to_choose(tmp_path: Path) -> None:
    file = tmp_path / "model.zip"
    file.write_bytes(b"PK")
    assert "holds newsdesk.json" in refusal(file).problem.remedy
