"""Jobs that cannot go on say why, and what helps."""

from __future__ import annotations

import errno
import math
import shutil

import msgspec
import torch
from jobs_made import add_job, keep_set, made_rows, save_tiny_encoder
from trained import weights_of

from newsdesk.core import paths
from training import finish as finishing
from training import job as job_module
from training import learning
from training.__main__ import main
from training.job import run_job
from training.learning import loss_of
from training.recipes import finetune


def test_lack_of_memory_is_told_with_a_smaller_micro_batch(store, spec, monkeypatch):
    def starve(*_):
        raise torch.OutOfMemoryError("CUDA out of memory")

    keep_set(store, made_rows())
    monkeypatch.setattr(job_module, "prepare", starve)
    job_id = add_job(store, spec)
    assert run_job(job_id) == 1
    problem = store.jobs.get(job_id).problem
    assert problem.kind == "memory"
    assert "micro-batch 4" in problem.remedy


def test_a_full_disk_at_the_end_is_told_and_resume_finishes_the_job(store, spec, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    keep_set(store, made_rows())
    job_id = add_job(store, spec)
    with monkeypatch.context() as patched:
        patched.setattr(finishing, "write_manifest", full)
        assert run_job(job_id) == 1
    job = store.jobs.get(job_id)
    assert (job.state, job.problem.kind) == ("failed", "disk_full")
    assert not (paths.installed_models() / "tiny").exists()
    steps = len(store.jobs.points(job_id, ["dev_loss"]))
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0
    assert len(store.jobs.points(job_id, ["dev_loss"])) == steps


def test_an_error_nobody_foresaw_names_the_log(store, spec, monkeypatch, capsys):
    def break_down(*_):
        raise ZeroDivisionError("of no use to anyone")

    keep_set(store, made_rows())
    monkeypatch.setattr(job_module, "prepare", break_down)
    job_id = add_job(store, spec)
    assert run_job(job_id) == 1
    problem = store.jobs.get(job_id).problem
    assert problem.kind == "internal"
    assert "log.txt" in problem.remedy
    assert "of no use" not in str(problem)
    assert "of no use to anyone" in capsys.readouterr().err


def test_a_set_or_an_encoder_that_is_not_here_is_named(store, spec):
    first = add_job(store, msgspec.structs.replace(spec, dataset="nowhere"))
    assert run_job(first) == 1
    assert "nowhere" in store.jobs.get(first).problem.message
    keep_set(store, made_rows())
    second = add_job(store, msgspec.structs.replace(spec, encoder="no/encoder"))
    assert run_job(second) == 1
    assert store.jobs.get(second).problem.kind == "no_encoder"


def test_a_job_that_is_not_in_the_queue_is_left_alone(store, spec, capsys):
    keep_set(store, made_rows())
    job_id = add_job(store, spec)
    store.jobs.ask(job_id, "cancel")
    assert main([str(job_id)]) == 2
    assert store.jobs.get(job_id).state == "cancelled"
    assert main(["4711"]) == 2
    assert "no job 4711" in capsys.readouterr().err


def test_a_set_that_is_removed_before_the_start_is_named_and_the_job_can_be_resumed(store, spec):
    dataset = keep_set(store, made_rows())
    job_id = add_job(store, spec)
    store.datasets.remove(dataset)
    assert run_job(job_id) == 1
    job = store.jobs.get(job_id)
    assert (job.state, job.problem.kind) == ("failed", "no_dataset")
    assert "Import it again" in job.problem.remedy
    keep_set(store, made_rows())
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0


def test_a_tokenizer_larger_than_the_embedding_is_told_when_the_job_starts(store, spec, tmp_path):
    encoder = save_tiny_encoder(tmp_path / "encoder")
    large = save_tiny_encoder(tmp_path / "other", [f"word{n}" for n in range(99)])
    shutil.copy(large / "tokenizer.json", encoder)
    keep_set(store, made_rows())
    job_id = add_job(store, msgspec.structs.replace(spec, encoder=str(encoder)))
    assert run_job(job_id) == 1
    problem = store.jobs.get(job_id).problem
    assert problem.kind == "tokenizer_mismatch"
    assert "103 pieces, its embedding 26 rows" in problem.message


def test_a_loss_that_is_no_number_ends_the_training_with_its_last_good_state(
    store, spec, monkeypatch
):
    factors = iter([1.0] * 8)  # six steps are an epoch
    monkeypatch.setattr(
        learning, "loss_of", lambda *given: loss_of(*given) * next(factors, math.nan)
    )
    keep_set(store, made_rows())
    job_id = add_job(store, msgspec.structs.replace(spec, name="shaky"))
    assert run_job(job_id) == 0
    said = [event.message for event in store.jobs.events(job_id)]
    assert any("Step 9 of 12: the loss was not a number" in message for message in said)
    assert all(torch.isfinite(part).all() for part in weights_of("shaky").values())
    assert store.jobs.points(job_id, ["loss"])[-1].step == 8


def test_a_network_that_answers_no_numbers_from_the_start_fails_in_words(store, spec, monkeypatch):
    monkeypatch.setattr(finetune, "dev_loss", lambda *_: math.nan)
    keep_set(store, made_rows())
    job_id = add_job(store, spec)
    assert run_job(job_id) == 1
    job = store.jobs.get(job_id)
    assert (job.state, job.problem.kind) == ("failed", "not_finite")
    assert job.progress.step == 6  # what was told arrived all the same
    assert store.jobs.trials(job_id)[0].state == "failed"
