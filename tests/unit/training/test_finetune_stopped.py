"""A fine-tuning that is killed, paused, cancelled or out of room, and goes on."""

import shutil
from collections import namedtuple

import pytest
import torch
from listening import KilledError, Killer, Listener, same, weights

from training.recipes import stage
from training.watch import Stopped


@pytest.mark.parametrize("kill_at", [3, 18, 26])
def test_killed_and_resumed_is_never_killed_bit_for_bit(bench, tmp_path, monkeypatch, kill_at):
    whole = bench.training(tmp_path / "whole", micro_batch=4)
    expected = whole.run()
    monkeypatch.setattr(stage, "SAVE_SECONDS", 0.0)
    first = bench.training(tmp_path / "killed", Killer(kill_at), micro_batch=4)
    with pytest.raises(KilledError):
        first.run()
    torch.manual_seed(999)  # a new process has another state of chance
    watch = Listener()
    second = bench.training(tmp_path / "killed", watch, micro_batch=4)
    assert second.run() == expected
    assert watch.steps[0][0] == kill_at  # the step before was saved
    assert same(weights(second), weights(whole))


@pytest.mark.parametrize("pause_at", [5, 16, 32])
def test_a_pause_saves_the_step_and_resuming_is_never_having_paused(bench, tmp_path, pause_at):
    whole = bench.training(tmp_path / "whole")
    expected = whole.run()
    with pytest.raises(Stopped) as stopped:
        bench.training(tmp_path / "paused", Listener(pause_at)).run()
    assert stopped.value.wish == "pause"
    watch = Listener()
    second = bench.training(tmp_path / "paused", watch)
    assert second.run() == expected
    assert [step for step, _, _ in watch.steps[:1]] in ([pause_at + 1], [])
    assert same(weights(second), weights(whole))


def test_a_pause_while_dev_is_read_loses_no_step(bench, tmp_path):
    steps = -(-len(bench.train) // 8)

    class InDev(Listener):
        asked = 0

        def wish(self):
            if self.steps and self.steps[-1][0] == steps:
                self.asked += 1
            return "pause" if self.asked == 2 else ""

    with pytest.raises(Stopped):
        bench.training(tmp_path / "paused", InDev()).run()
    watch = Listener()
    second = bench.training(tmp_path / "paused", watch)
    whole = bench.training(tmp_path / "whole")
    assert second.run() == whole.run()
    assert watch.steps[0][0] == steps + 1
    assert same(weights(second), weights(whole))


def test_cancelling_saves_nothing_more(bench, tmp_path):
    with pytest.raises(Stopped) as stopped:
        bench.training(tmp_path, Listener(5, "cancel")).run()
    assert stopped.value.wish == "cancel"
    assert not list(tmp_path.iterdir())


def test_a_finished_training_is_not_done_again(bench, tmp_path):
    first = bench.training(tmp_path)
    expected = first.run()
    watch = Listener()
    again = bench.training(tmp_path, watch)
    assert again.run() == expected
    assert watch.steps == []
    assert same(weights(again), weights(first))


def test_other_data_or_settings_do_not_go_on_from_an_old_checkpoint(bench, tmp_path):
    bench.training(tmp_path).run()
    watch = Listener()
    other = bench.training(tmp_path, watch)
    other.identity = "other"
    other.run()
    assert watch.steps[0][0] == 1


def _full_for(monkeypatch, times):
    """A disk that is full for the first looks at it."""
    usage = namedtuple("usage", "total used free")
    looks = iter([0] * times)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 40, 0, next(looks, 1 << 40)))


def test_a_full_disk_is_waited_for_and_nothing_is_lost(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(stage, "ROOM_SECONDS", 0.01)
    whole = bench.training(tmp_path / "whole")
    whole.run()
    _full_for(monkeypatch, 3)
    watch = Listener()
    waited = bench.training(tmp_path / "waited", watch)
    waited.run()
    assert sum("is full" in line for line in watch.said) == 1
    assert sum("room on the disk again" in line for line in watch.said) == 1
    assert same(weights(waited), weights(whole))


def test_a_training_that_waits_for_the_disk_can_be_stopped(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(stage, "ROOM_SECONDS", 0.01)
    _full_for(monkeypatch, 1000)
    with pytest.raises(Stopped):
        bench.training(tmp_path, Listener(4, "cancel")).run()
    with pytest.raises(Stopped):
        bench.training(tmp_path, Listener(4, "pause")).run()


def test_with_its_only_checkpoint_damaged_a_trial_says_so_and_loses_no_bit(bench, tmp_path):
    wanted = bench.training(tmp_path / "never")
    wanted.run()
    steps = -(-len(bench.train) // 8)
    with pytest.raises(Stopped):  # the best so far is there, too, and must not be taken for it
        bench.training(tmp_path / "cut", Listener(at=steps + 3)).run()
    (newest,) = (tmp_path / "cut").glob("newest-*")
    state = newest / "state.pt"
    state.write_bytes(state.read_bytes()[: state.stat().st_size // 2])
    watch = Listener()
    training = bench.training(tmp_path / "cut", watch)
    training.run()
    assert any("damaged" in line and "again from its start" in line for line in watch.said)
    assert watch.steps[0][0] == 1
    assert same(weights(training), weights(wanted))
