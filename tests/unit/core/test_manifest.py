"""`newsdesk.json`: what is written is read again, and what is wrong is told."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import (
    FILE_NAME,
    FORMAT,
    Manifest,
    Metric,
    PictureBranch,
    Preprocessing,
    TestResult,
    file_digest,
    read_manifest,
    write_manifest,
)
from newsdesk.core.section import Section

SECTIONS = (Section("sport", {"en": "Sport", "zh": "体育"}), Section("health"))
PLAIN = Manifest(name="plain", title="Plain", sections=SECTIONS)
FULL = Manifest(
    name="full",
    title="A full model",
    description="Everything that can be said.",
    created="2026-11-30T12:00:00Z",
    sections=SECTIONS,
    languages=("en", "zh-Hans"),
    preprocessing=Preprocessing(max_tokens=512, title_tokens=32, cut="head_only"),
    picture=PictureBranch(encoder="small", crop=160, features=64),
    temperature=1.7,
    offsets=(0.1, -0.1),
    thresholds={"sport": 0.8},
    recipe={"recipe": "finetune", "seed": 13},
    fingerprint="ab" * 16,
    parent="minilm",
    licence="Apache-2.0",
    parameters=22_000_000,
    results=(
        TestResult(
            dataset="daily",
            articles=100,
            accuracy=Metric(value=0.9, low=0.8, high=0.95),
            macro_f1=Metric(value=0.88, low=0.79, high=0.94),
            baseline_macro_f1=0.8,
        ),
    ),
)


@pytest.mark.parametrize("manifest", [PLAIN, FULL], ids=["plain", "full"])
def test_what_is_written_is_read_again(tmp_path: Path, manifest: Manifest) -> None:
    write_manifest(manifest, tmp_path)
    assert read_manifest(tmp_path) == manifest


def test_a_manifest_of_the_bare_necessities_has_sensible_defaults(tmp_path: Path) -> None:
    sections = [{"code": "a"}, {"code": "b", "names": {"en": "Bees"}}]
    content = {"name": "bare", "title": "Bare", "sections": sections}
    (tmp_path / FILE_NAME).write_text(json.dumps(content))
    manifest = read_manifest(tmp_path)
    assert (manifest.format, manifest.temperature, manifest.offsets) == (FORMAT, 1.0, ())
    assert manifest.preprocessing == Preprocessing(max_tokens=256, title_tokens=48, cut="head_tail")
    assert manifest.picture is None
    assert [section.name() for section in manifest.sections] == ["a", "Bees"]


def test_defaults_are_written_out_so_that_a_later_default_changes_no_model(tmp_path: Path) -> None:
    write_manifest(PLAIN, tmp_path)
    content = json.loads((tmp_path / FILE_NAME).read_text())
    assert content["format"] == FORMAT
    assert content["preprocessing"] == {"max_tokens": 256, "title_tokens": 48, "cut": "head_tail"}


def test_every_file_beside_it_but_the_card_is_recorded_with_its_digest(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"graph")
    (tmp_path / "README.md").write_text("card")
    (tmp_path / "folder").mkdir()
    write_manifest(PLAIN, tmp_path)
    write_manifest(PLAIN, tmp_path)
    files = read_manifest(tmp_path).files
    assert set(files) == {"model.onnx"}
    assert files["model.onnx"] == file_digest(tmp_path / "model.onnx")
    (tmp_path / "model.onnx").write_bytes(b"grapf")
    assert files["model.onnx"] != file_digest(tmp_path / "model.onnx")


def test_a_field_of_a_later_version_does_not_hinder_reading(tmp_path: Path) -> None:
    content = json.loads(msgspec.json.encode(FULL)) | {"colour": "red"}
    (tmp_path / FILE_NAME).write_text(json.dumps(content))
    assert read_manifest(tmp_path) == FULL


def test_a_newer_format_asks_for_an_update_whatever_else_it_holds(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"format": 99, "sections": "in another shape"}')
    with pytest.raises(ModelError, match="Update Newsdesk") as caught:
        read_manifest(tmp_path)
    assert caught.value.problem.kind == "newer_format"


@pytest.mark.parametrize(
    "changes",
    [
        {"sections": []},
        {"sections": [{"code": "a"}]},
        {"sections": [{"code": "a"}, {"code": "a"}]},
        {"sections": ["a", "b"]},
        {"offsets": [0.1]},
        {"temperature": 0},
        {"temperature": -1.0},
        {"temperature": None},
        {"preprocessing": {"max_tokens": 4}},
        {"preprocessing": {"cut": "tail_only"}},
        {"preprocessing": {"title_tokens": -1}},
        {"picture": {"encoder": "x", "crop": 0}},
        {"picture": {"encoder": "x", "std": [0.2, 0.0, 0.2]}},
        {"format": "one"},
        {"name": 7},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_told_as_damage(tmp_path: Path, changes: dict[str, object]) -> None:
    content = json.loads(msgspec.json.encode(PLAIN)) | changes
    (tmp_path / FILE_NAME).write_text(json.dumps(content))
    with pytest.raises(ModelError, match="is damaged") as caught:
        read_manifest(tmp_path)
    assert caught.value.problem.kind == "bad_manifest"
    assert caught.value.problem.remedy


def test_a_folder_without_one_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is not a Newsdesk model") as caught:
        read_manifest(tmp_path / "nowhere")
    assert caught.value.problem.kind == "no_manifest"
