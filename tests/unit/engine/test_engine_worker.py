"""The engine's child process, spoken to as the window speaks to it."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents_made import picture
from models_made import make_model

from newsdesk.core import paths
from newsdesk.core.article import Article, Cover
from newsdesk.store import Store

PATIENCE = 60.0
ROOT = Path(__file__).resolve().parents[3]


class Child:
    """`newsdesk worker engine`, its lines read on a thread."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "newsdesk", "worker", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )
        self._lines: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)

    def write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, **request: Any) -> None:
        self.write(json.dumps(request).encode())

    def next(self) -> dict[str, Any]:
        message = self._lines.get(timeout=PATIENCE)
        assert message is not None, "the child ended"
        return message

    def until(self, request_id: int) -> list[dict[str, Any]]:
        """All lines up to the one that ends a request."""
        heard = []
        while True:
            heard.append(self.next())
            last = heard[-1]
            if last.get("id") == request_id and last["event"] in ("done", "failed", "cancelled"):
                return heard

    def close(self) -> tuple[int, str]:
        """End the input; the exit status and what was said on standard error."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join(timeout=PATIENCE)
        said = self.process.stderr.read().decode()
        return code, said


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as store:
        yield store


@pytest.fixture
def child(store: Store) -> Iterator[Child]:
    make_model(paths.installed_models())
    child = Child()
    try:
        assert child.next()["event"] == "ready"
        yield child
    finally:
        for stream in (child.process.stdin, child.process.stdout, child.process.stderr):
            if stream is not None and stream is not child.process.stdout:
                stream.close()
        try:
            child.process.wait(timeout=PATIENCE)
        finally:
            child.process.kill()
        child._reader.join(timeout=PATIENCE)
        if child.process.stdout is not None:
            child.process.stdout.close()


def articles(count: int) -> list[Article]:
    topics = ["goal match team coach", "bank market shares profit", "doctor clinic vaccine nurse"]
    return [Article(f"Story {n}", f"{topics[n % 3]} " * 12) for n in range(count)]


def test_a_model_is_loaded_and_articles_get_their_predictions_in_the_store(
    child: Child, store: Store
) -> None:
    child.ask(id=1, op="load", model="tiny")
    loaded, done = child.until(1)
    assert (loaded["event"], done["event"]) == ("loaded", "done")
    assert loaded["device"] in ("cpu", "cuda")

    child.ask(id=3, op="measure", model="tiny")
    measured, done = child.until(3)
    assert 0 < measured["milliseconds"] < 10_000

    ids = store.articles.add(articles(9))
    child.ask(id=2, op="classify", model="tiny", articles=ids)
    *answered, done = child.until(2)
    assert done == {"id": 2, "event": "done"}
    assert {line["event"] for line in answered} == {"answered"}
    assert (answered[-1]["done"], answered[-1]["total"]) == (9, 9)
    found = [store.predictions.get(article_id, "tiny") for article_id in ids]
    assert [p and p.section for p in found] == ["sport", "business", "health"] * 3
    assert child.close() == (0, "")


def test_a_cover_that_the_model_does_not_look_at_is_masked_and_not_none(
    child: Child, store: Store
) -> None:
    cover = Cover(picture(), "photo.png", "image/png", 640, 400)
    ids = store.articles.add([Article("", "goal " * 10, cover=cover), Article("", "goal " * 10)])
    child.ask(id=1, op="classify", model="tiny", articles=ids)
    child.until(1)
    found = [store.predictions.get(article_id, "tiny") for article_id in ids]
    assert [p and p.cover for p in found] == ["masked", "none"]
    assert found[0] is not None
    assert found[0].notices == ()


def test_ids_that_are_gone_are_left_out_and_the_others_answered(child: Child, store: Store) -> None:
    ids = store.articles.add(articles(2))
    child.ask(id=1, op="classify", model="tiny", articles=[9999, *ids, 12345])
    assert child.until(1)[-1]["event"] == "done"
    assert all(store.predictions.get(article_id, "tiny") for article_id in ids)


def test_an_unknown_model_fails_with_cause_and_remedy_and_the_child_goes_on(child: Child) -> None:
    child.ask(id=1, op="load", model="nosuch")
    (failed,) = child.until(1)
    assert failed["event"] == "failed"
    assert failed["problem"]["kind"] == "no_model"
    assert "no model named nosuch" in failed["problem"]["message"]
    assert failed["problem"]["remedy"]
    child.ask(id=2, op="load", model="tiny")
    assert child.until(2)[-1]["event"] == "done"


def test_a_request_is_taken_back_while_it_runs(child: Child, store: Store) -> None:
    long = [Article("", "goal match " * 400) for _ in range(2000)]
    ids = store.articles.add(long)
    child.ask(id=1, op="classify", model="tiny", articles=ids)
    assert child.next()["event"] == "answered"
    child.ask(id=2, op="cancel", target=1)
    assert child.until(1)[-1] == {"id": 1, "event": "cancelled"}
    assert store.predictions.get(ids[0], "tiny") is not None
    assert store.predictions.get(ids[-1], "tiny") is None
    child.ask(id=3, op="classify", model="tiny", articles=ids[-1:])
    assert child.until(3)[-1]["event"] == "done"


def test_rubbish_is_survived(child: Child) -> None:
    for line in (
        b"", b"nonsense", b"\xff\xfe\x00", b"[]", b"{}", b'{"op": "load"}', b'{"id": "x", "op": 1}',
        b'{"id": 5, "op": "cancel"}', b'{"id": 5, "op": "cancel", "target": "x"}',
        b'{"id": 5, "op": "cancel", "target": null}', b'{"id": null, "op": "load"}',
    ):  # fmt: skip
        child.write(line)
    child.ask(id=6, op="dance")
    child.ask(id=7, op="load")
    child.ask(id=8, op="load", model="tiny")
    heard = child.until(8)
    ends = {line["id"]: line["event"] for line in heard}
    assert ends == {6: "failed", 7: "failed", 8: "done"}
    code, said = child.close()
    assert code == 0
    assert "not a request" in said


def test_the_child_ends_with_its_input_even_while_it_works(child: Child, store: Store) -> None:
    ids = store.articles.add([Article("", "goal match " * 400) for _ in range(2000)])
    child.ask(id=1, op="classify", model="tiny", articles=ids)
    assert child.next()["event"] == "answered"
    code, said = child.close()
    assert (code, said) == (0, "")
    assert store.predictions.get(ids[-1], "tiny") is None
