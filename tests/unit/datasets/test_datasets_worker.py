"""The data sets' child process, spoken to as the window does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from datasets_made import articles, text

from newsdesk.store import Store

ROOT = Path(__file__).resolve().parents[3]
LAST = ("done", "failed", "cancelled")
Write = Callable[..., Path]


class Child:
    """`newsdesk worker datasets`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "newsdesk", "worker", "datasets"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        assert self.hear()["event"] == "ready"

    def say(self, **request: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"id": 1, **request}).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def ask(self, **request: Any) -> list[dict[str, Any]]:
        """All that is answered to one request."""
        self.say(**request)
        heard = [self.hear()]
        while heard[-1]["event"] not in LAST:
            heard.append(self.hear())
        return heard

    def close(self) -> None:
        self.process.communicate(timeout=20)


@pytest.fixture
def child() -> Iterator[Child]:
    started = Child()
    yield started
    started.close()


def test_a_table_is_looked_at_imported_divided_and_exported(
    child: Child, store: Store, jsonl: Write, tmp_path: Path
) -> None:
    path = jsonl(articles(30, ("sport", "Sport", "world")))
    shown, _ = child.ask(op="preview", path=str(path))
    assert shown["columns"] == ["title", "body", "label"]
    assert shown["mapping"]["section"] == "label"
    assert (shown["labels"]["sport"], shown["merges"], shown["folder"]) == (
        10, [["Sport", ["sport"]]], False,
    )  # fmt: skip

    heard = child.ask(
        op="import", path=str(path), name="news", title="News", mapping=shown["mapping"],
        plan={"way": "folds", "folds": 3}, merges={"Sport": "sport"},
    )  # fmt: skip
    assert [line["event"] for line in heard[-2:]] == ["imported", "done"]
    assert {line["phase"] for line in heard[:-2]} >= {"reading", "writing"}
    made = store.datasets.get("news")
    assert made is not None
    assert [section.code for section in made.sections] == ["sport", "world"]
    assert (made.title, made.plan.folds) == ("News", 3)

    assert child.ask(op="divide", name="news", plan={"way": "shares"})[-2]["event"] == "divided"
    exported = child.ask(op="export", name="news", path=str(tmp_path / "out.csv"))[-2]
    assert Path(exported["path"]).is_file()
    (failed,) = child.ask(op="decisions", name="desk")[-1:]
    assert (failed["event"], failed["problem"]["kind"]) == ("failed", "no_decisions")


def test_a_folder_is_looked_at_with_its_sections(child: Child, tmp_path: Path) -> None:
    for section in ("sport", "world"):
        (tmp_path / "desk" / section).mkdir(parents=True)
        (tmp_path / "desk" / section / "one.txt").write_text(text(section))
    shown, _ = child.ask(op="preview", path=str(tmp_path / "desk"))
    assert (shown["folder"], shown["labels"]) == (True, {"sport": 1, "world": 1})


def test_cancel_ends_an_import_within_a_second_or_two_and_nothing_is_left(
    child: Child, store: Store, jsonl: Write
) -> None:
    path = jsonl(articles(30_000))
    child.say(op="import", path=str(path), name="news")
    while child.hear().get("done", 0) == 0:
        pass
    child.say(id=2, op="cancel", target=1)
    event = child.hear()["event"]
    while event == "progress":
        event = child.hear()["event"]
    assert event == "cancelled"
    assert store.datasets.list() == []
