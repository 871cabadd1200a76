"""Checkpoints on the disk."""

import errno
from pathlib import Path

import pytest
import torch

from training import checkpoint


def test_a_disk_that_fills_up_while_writing_leaves_the_older_checkpoint(tmp_path, monkeypatch):
    checkpoint.save(tmp_path, "newest", "01", "id", {"value": 1})

    class Full:
        def __init__(self, file):
            self.error = None

        def write(self, data):
            self.error = OSError(errno.ENOSPC, "No space left on device")
            raise self.error

    monkeypatch.setattr(checkpoint, "_Noted", Full)
    with pytest.raises(checkpoint.DiskFull):
        checkpoint.save(tmp_path, "newest", "02", "id", {"value": torch.zeros(9)})
    assert [path.name for path in tmp_path.iterdir()] == ["newest-01"]
    assert checkpoint.load(tmp_path, "newest", "id")["value"] == 1


def test_a_checkpoint_that_cannot_be_read_again_does_not_replace_the_older(tmp_path, monkeypatch):
    checkpoint.save(tmp_path, "newest", "01", "id", {"value": 1})
    real = checkpoint._write

    def cut(path: Path, state):
        real(path, state)
        path.write_bytes(path.read_bytes()[:-40])

    monkeypatch.setattr(checkpoint, "_write", cut)
    with pytest.raises(RuntimeError):
        checkpoint.save(tmp_path, "newest", "02", "id", {"value": torch.zeros(9)})
    assert checkpoint.load(tmp_path, "newest", "id")["value"] == 1


def test_a_state_of_the_same_name_follows_the_older_one(tmp_path):
    for value in range(12):
        checkpoint.save(tmp_path, "newest", "01", "id", {"value": value})
        assert checkpoint.load(tmp_path, "newest", "id")["value"] == value
        assert len(list(tmp_path.iterdir())) == 1


def test_a_truncated_checkpoint_is_passed_over(tmp_path):
    checkpoint.save(tmp_path, "newest", "01", "id", {"value": 1})
    damaged = tmp_path / "newest-02"
    damaged.mkdir()
    (damaged / "state.pt").write_bytes(b"PK\x03\x04 cut off")
    assert checkpoint.load(tmp_path, "newest", "id")["value"] == 1


def test_only_the_newest_of_a_kind_is_kept(tmp_path):
    for name in ("01", "02", "03"):
        checkpoint.save(tmp_path, "newest", name, "id", {"value": name})
    checkpoint.save(tmp_path, "best", "01", "id", {"value": "best"})
    assert sorted(p.name for p in tmp_path.iterdir()) == ["best-01", "newest-03"]
