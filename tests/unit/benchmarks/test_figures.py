"""What a reader of the benchmarks sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.articles import sample
from benchmarks.figures import Figure, Report, table, write_json

SLOW = Figure("start", 5.0, "×", 4.0, note="under Xvfb")
FAST = Figure("bulk", 2.5, "×", 2.0, "higher")
BESIDE = Figure("bare window", 0.21, "s")


def test_the_table_tells_kept_limits_from_missed_ones_and_ends_with_the_notes() -> None:
    lines = table(Report((BESIDE, SLOW, FAST), ("install: no network.",))).splitlines()

    assert lines[2].split() == ["bare", "window", "0.21", "s"]
    assert lines[3].split()[-3:] == ["≤", "4", "OVER"]
    assert lines[4].split()[-3:] == ["≥", "2", "ok"]
    assert lines[5:] == ["  start: under Xvfb", "  not measured: install: no network."]


def test_the_json_says_on_which_machine_it_was_measured(tmp_path: Path) -> None:
    write_json(Report((SLOW,)), tmp_path / "results" / "latest.json")
    content = json.loads((tmp_path / "results" / "latest.json").read_text(encoding="utf-8"))

    assert content["machine"]["cores"] >= 1
    assert content["machine"]["libraries"]["onnxruntime"]
    assert content["figures"][0]["kept"] is False


def test_without_news_data_articles_of_mixed_length_are_made_and_said_to_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NEWSDESK_DATA", str(tmp_path))

    made = sample(60)

    lengths = sorted(len(article.body.split()) for article in made.articles)
    assert len(made.articles) == 60
    assert lengths[0] < 40
    assert lengths[-1] > 500
    assert made.sections == ()
    assert "generated" in made.origin
    assert made == sample(60)
