"""The model that ships: complete, small, honest, and able to travel."""

from __future__ import annotations

from pathlib import Path

import msgspec

from newsdesk.core.article import Article
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.model_folder import (
    DEFAULT_MODEL,
    export_model,
    find_model,
    import_model,
    remove_model,
)

SECTIONS = {"business", "entertainment", "health", "politics", "sport", "technology"}


def test_it_knows_its_sections_and_weighs_at_most_25_megabytes() -> None:
    model = find_model(DEFAULT_MODEL)
    assert {section.code for section in model.manifest.sections} == SECTIONS
    assert model.bundled
    assert model.size <= 25e6


def test_it_can_be_given_to_a_colleague_and_taken_back(tmp_path: Path, home: Path) -> None:
    copy = export_model(find_model(DEFAULT_MODEL), tmp_path / "for a colleague")
    imported = import_model(copy)
    assert imported.path.parent == home / "models"
    remove_model(DEFAULT_MODEL)
    assert find_model(DEFAULT_MODEL).bundled


def test_its_card_names_every_set_its_terms_and_the_line_to_beat() -> None:
    model = find_model(DEFAULT_MODEL)
    card = (model.path / "README.md").read_text(encoding="utf-8")
    assert "python -m training" in card
    for result in model.manifest.results:
        assert result.dataset in card
        assert f"{100 * result.macro_f1.value:.1f}" in card
        assert result.macro_f1.low <= result.macro_f1.value <= result.macro_f1.high
        assert result.baseline_macro_f1 is not None


def test_it_files_real_news_where_it_belongs(news_data: Path) -> None:
    rows = [
        msgspec.json.decode(line)
        for line in (news_data / "bbc" / "bbc.jsonl").read_bytes().splitlines()[::12]
    ]
    labels = [{"tech": "technology"}.get(row["label"], row["label"]) for row in rows]
    classifier = Classifier(find_model(DEFAULT_MODEL))
    answers = classifier.classify([Article(title=r["title"], body=r["body"]) for r in rows])
    right_ones = sum(label == answer.section for label, answer in zip(labels, answers, strict=True))
    assert right_ones / len(rows) > 0.95
    assert all(not answer.notices for answer in answers)
