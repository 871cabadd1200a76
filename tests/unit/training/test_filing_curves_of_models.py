import json
import shutil

import msgspec
import numpy as np
import pytest

from newsdesk.core.filing import cost_at
from newsdesk.core.manifest import Manifest, read_manifest
from newsdesk.core.paths import bundled_models
from newsdesk.core.section import Section
from training.__main__ import main
from training.results.filing import curves_of, filing_text
from training.runner import run


@pytest.fixture(scope="module")
def made(spec, data_folder, tmp_path_factory):
    """The tiny specification, from data to folder, and the file that it was read from."""
    out = tmp_path_factory.mktemp("made")
    run(spec, data_folder, out, "a command")
    return out / "tiny"


@pytest.fixture
def asked(spec, tmp_path, monkeypatch):
    """`python -m training filing` for a folder and data."""
    path = tmp_path / "tiny.toml"
    path.touch()
    monkeypatch.setattr("training.filing.read_recipe", lambda _: spec)

    def ask(model, data):
        return main(["filing", str(path), "--data", str(data), "--model", str(model)])

    return ask


def test_a_model_that_is_made_knows_what_it_may_file(made):
    manifest = read_manifest(made)
    assert [c.section for c in manifest.filing] == [s.code for s in manifest.sections]
    assert sum(curve.articles for curve in manifest.filing) == manifest.overall.articles
    wrong = sum(cost_at(curve, 0.0).wrong for curve in manifest.filing)
    right = 1 - wrong / manifest.overall.articles
    assert right == pytest.approx(manifest.overall.accuracy.value)
    assert "What it may file by itself" in (made / "README.md").read_text(encoding="utf-8")


def test_measured_later_it_is_the_same_and_nothing_else_of_the_folder_changes(
    made, asked, data_folder, tmp_path
):
    copy = shutil.copytree(made, tmp_path / "copy")
    manifest = json.loads((copy / "newsdesk.json").read_text(encoding="utf-8"))
    wanted = manifest.pop("filing")
    (copy / "newsdesk.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert asked(copy, data_folder) == 0
    after = json.loads((copy / "newsdesk.json").read_text(encoding="utf-8"))
    assert after.pop("filing") == wanted
    assert after == manifest
    for file in made.iterdir():
        if file.name != "newsdesk.json":
            assert (copy / file.name).read_bytes() == file.read_bytes(), file.name


def test_measured_on_other_articles_than_it_was_made_from_it_is_refused(
    made, asked, data_folder, tmp_path, capsys
):
    data = shutil.copytree(data_folder, tmp_path / "data")
    lines = (data / "daily.jsonl").read_text(encoding="utf-8").splitlines()
    (data / "daily.jsonl").write_text("\n".join(lines[:-1]), encoding="utf-8")
    before = (made / "newsdesk.json").read_bytes()
    assert asked(made, data) == 2
    assert "made from other articles" in capsys.readouterr().err
    assert (made / "newsdesk.json").read_bytes() == before


def test_curves_count_by_the_section_that_was_named():
    probabilities = np.array([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7], [0.45, 0.55]])
    first, second = curves_of(probabilities, np.array([0, 1, 1, 1]), ["a", "b"])
    assert [(p.threshold, p.filed, p.wrong) for p in first.points] == [(0.8, 2, 1), (0.9, 1, 0)]
    assert [(p.threshold, p.filed, p.wrong) for p in second.points] == [(0.55, 2, 0), (0.7, 1, 0)]


def test_the_card_says_what_asks_always_and_why():
    chance = np.random.default_rng(3)
    sure = chance.uniform(0.5, 1.0, 130)
    probabilities = np.column_stack([sure, 1 - sure])
    probabilities[:30] = probabilities[:30, ::-1]
    labels = np.where(np.arange(130) % 2, 0, 1)
    curves = curves_of(probabilities, labels, ["a", "b", "c"])
    sections = tuple(Section(code, {"en": code.upper()}) for code in "abc")
    text = filing_text(Manifest(name="m", title="m", sections=sections, filing=curves))
    assert "| A | 100 | always asks: no threshold is good enough" in text
    assert "| C | 0 | always asks: too few articles to say" in text
    assert filing_text(Manifest(name="m", title="m", sections=sections)) == ""


def test_the_shipped_model_has_its_curves_and_its_card_says_so():
    folder = bundled_models() / "starter-en"
    manifest = read_manifest(folder)
    assert sum(curve.articles for curve in manifest.filing) == manifest.overall.articles
    right = sum(c.articles - cost_at(c, 0.0).wrong for c in manifest.filing)
    assert right / manifest.overall.articles == pytest.approx(manifest.overall.accuracy.value)
    text = filing_text(manifest)
    assert text in (folder / "README.md").read_text(encoding="utf-8")
    assert (folder / "newsdesk.json").read_bytes() == (
        msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
    )
