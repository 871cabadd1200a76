from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from jobs_made import keep_set, made_rows, save_tiny_encoder, tiny_spec

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import TrainingError
from newsdesk.store import Store
from training import snapshot as snapshots
from training.disk import is_disk_full, when_there_is_room, write_whole
from training.material import articles_of, divide, prepare
from training.results.baseline import without_spaces
from training.snapshot import take_snapshot
from training.watch import Quiet, Stopped


def quiet():
    pass


@pytest.fixture
def store():
    with Store.open() as opened:
        yield opened


@pytest.fixture
def taken(store, tmp_path):
    def take(rows, **more):
        keep_set(store, rows, **more)
        return take_snapshot(store, "made", tmp_path / "snapshot", quiet)

    return take


def test_a_snapshot_holds_every_row_that_has_a_section(taken):
    rows = made_rows(12)
    rows[3] = replace(rows[3], section="", split="")
    snapshot = taken(rows)
    assert [row.number for row in snapshot.rows()] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]
    assert snapshot.info.rows == 11
    assert snapshot.info.languages == {"en": 11}
    assert next(iter(snapshot.rows())).body == rows[0].body


def test_a_snapshot_that_is_broken_off_leaves_nothing(store, tmp_path):
    keep_set(store, made_rows(12))

    def stop():
        raise Stopped("cancel")

    with pytest.raises(Stopped):
        take_snapshot(store, "made", tmp_path / "snapshot", stop)
    assert list(tmp_path.iterdir()) == []


def test_a_set_that_changes_while_it_is_read_is_read_again(store, tmp_path, monkeypatch):
    dataset = keep_set(store, made_rows(12))
    changes = iter(["sport", "health"])
    write = snapshots._write

    def disturbed(*given):
        write(*given)
        section = next(changes, None)
        if section:
            store.datasets.change_label(dataset, 12, section, "a person")

    monkeypatch.setattr(snapshots, "_write", disturbed)
    snapshot = take_snapshot(store, "made", tmp_path / "snapshot", quiet)
    assert list(snapshot.rows())[-1].section == "health"
    assert snapshot.info.fingerprint == store.datasets.get("made").fingerprint


def test_each_fold_is_tested_once_and_the_next_one_chooses(taken):
    rows = made_rows(60, folds=4)
    snapshot = taken(rows, plan=SplitPlan(way="folds", folds=4))
    parts = divide(rows, snapshot)
    assert sorted(parts) == [1, 2, 3, 4]
    for fold, part in parts.items():
        assert {rows[place].fold for place in part.test} == {fold}
        assert {rows[place].fold for place in part.dev} == {fold % 4 + 1}
        together = np.concatenate([part.train, part.dev, part.test])
        assert sorted(together) == list(range(60))
    assert sorted(divide(rows, snapshot, fold=2)) == [2]
    with pytest.raises(TrainingError, match="no fold 9"):
        divide(rows, snapshot, fold=9)


def test_a_fold_of_a_set_without_folds_is_refused(taken):
    rows = made_rows(12)
    with pytest.raises(TrainingError, match="not divided into folds"):
        divide(rows, taken(rows), fold=1)


def test_sections_without_anything_to_learn_from_are_left_out_and_said(taken, tmp_path):
    rows = made_rows(72)
    rows.append(replace(rows[0], number=73, group=73, section="rare", split="test"))
    snapshot = taken(rows)
    encoder = save_tiny_encoder(tmp_path / "encoder")
    material = prepare(snapshot, tiny_spec(str(encoder)), encoder, quiet)
    assert "rare" not in material.codes
    assert len(material.rows) == 72
    assert any("1 articles are of sections" in note for note in material.notes)
    assert [a.number for a in articles_of(snapshot, material)] == list(range(1, 73))
    assert not material.in_folds


def test_too_little_to_learn_from_is_told(taken, tmp_path):
    rows = [replace(row, split="train") for row in made_rows(12)]
    encoder = save_tiny_encoder(tmp_path / "encoder")
    with pytest.raises(TrainingError, match="none to choose by"):
        prepare(taken(rows), tiny_spec(str(encoder)), encoder, quiet)


def test_a_test_part_too_small_to_mean_much_is_said(taken, tmp_path):
    encoder = save_tiny_encoder(tmp_path / "encoder")
    spec = tiny_spec(str(encoder))
    few = prepare(taken(made_rows()), spec, encoder, quiet)
    assert any("tested on: the figures will say little" in note for note in few.notes)
    assert few.parts[0].test.size < 30


def test_tokens_are_made_once(taken, tmp_path, monkeypatch):
    encoder = save_tiny_encoder(tmp_path / "encoder")
    snapshot, spec = taken(made_rows(72)), tiny_spec(str(encoder))
    first = prepare(snapshot, spec, encoder, quiet)
    monkeypatch.setattr(
        "newsdesk.engine.preprocess.TextEncoder.encode_many", lambda *_: pytest.fail("again")
    )
    again = prepare(snapshot, spec, encoder, quiet)
    assert np.array_equal(first.rows.whole.ids, again.rows.whole.ids)


def test_chinese_is_known_by_its_letters_not_by_its_language():
    chinese = [replace(row, title="銀行今天", body="銀行 AI 今天表示") for row in made_rows(6)]
    assert without_spaces(chinese)
    assert not without_spaces(made_rows(6))


def test_a_full_disk_is_known_whatever_library_wraps_it():
    assert is_disk_full(OSError(28, "No space left on device"))
    assert is_disk_full(RuntimeError("I/O error: No space left on device (os error 28)"))
    wrapped = RuntimeError("write failed")
    wrapped.__cause__ = OSError(28, "No space left on device")
    assert is_disk_full(wrapped)
    assert not is_disk_full(OSError(13, "Permission denied"))


def test_writing_waits_for_room_and_says_so(tmp_path, monkeypatch):
    said = []

    class Heard(Quiet):
        def say(self, message, kind="info"):
            said.append(kind)

    tries = iter([True, True, False])

    def write():
        if next(tries):
            raise OSError(28, "No space left on device")
        write_whole(tmp_path / "file", b"whole")
        return 1

    monkeypatch.setattr("training.disk.time.sleep", lambda _: None)
    assert when_there_is_room(write, tmp_path, Heard()) == 1
    assert said == ["warning", "info"]
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
