from __future__ import annotations

import errno
import math
import os
import shutil
import signal
import subprocess
import sys
from itertools import chain

import msgspec
import pytest
import torch
from jobs_made import ENGLISH, add_job, keep_set, made_rows, save_tiny_encoder, tiny_spec
from safetensors.torch import load_file

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.dataset import SplitPlan
from newsdesk.core.manifest import read_manifest
from newsdesk.core.recipes import SweepSpec, TuningSpec
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.model_folder import find_model
from newsdesk.store import Store
from training import finish as finishing
from training import job as job_module
from training import learning, telling
from training.__main__ import main
from training.job import run_job
from training.learning import loss_of
from training.networks import new_network
from training.recipes import finetune


@pytest.fixture
def store():
    with Store.open() as opened:
        yield opened


@pytest.fixture
def spec(encoder_folder):
    return tiny_spec(str(encoder_folder))


def weights_of(name="tiny"):
    return load_file(paths.installed_models() / name / "model.safetensors")


def same(first, second):
    return first.keys() == second.keys() and all(
        torch.equal(first[name], second[name]) for name in first
    )


def wish_at(monkeypatch, store, job_id, wish, after):
    """Ask for something at the given step of the watch, as a person at the window would."""
    count = iter(range(1, 10_000))
    step = telling.StoreWatch.step

    def stepping(self, *given, **metrics):
        step(self, *given, **metrics)
        if next(count) == after:
            if wish == "signal":
                os.kill(os.getpid(), signal.SIGTERM)
            else:
                store.jobs.ask(job_id, wish)

    monkeypatch.setattr(telling.StoreWatch, "step", stepping)


def test_a_job_ends_as_a_model_that_classifies(store, spec):
    keep_set(store, made_rows())
    tuning = {"head_factor": 1.0, "epochs": 4, "dropout": 0.0, "attention_dropout": 0.0}
    spec = tiny_spec(spec.encoder, title="Tiny", description="A test.", tuning=tuning)
    job_id = add_job(store, spec)
    assert main([str(job_id)]) == 0
    job = store.jobs.get(job_id)
    assert (job.state, job.problem) == ("done", None)
    assert job.result.model == "tiny"
    assert job.result.articles == 12
    assert job.result.dev_macro_f1 > 0.3  # more than the commonest section alone would give
    assert job.result.macro_f1.low <= job.result.macro_f1.value <= job.result.macro_f1.high
    assert job.fingerprint == store.datasets.get("made").fingerprint
    assert job.progress.step == job.progress.steps > 0
    assert [trial.state for trial in store.jobs.trials(job_id)] == ["done"]
    assert {"loss", "rate", "dev_loss", "dev_macro_f1"} <= {
        point.name for point in store.jobs.points(job_id)
    }
    folder = paths.installed_models() / "tiny"
    assert {path.name for path in folder.iterdir()} >= {
        "README.md",
        "config.json",
        "model.onnx",
        "model.safetensors",
        "newsdesk.json",
        "recipe.toml",
        "tokenizer.json",
    }
    manifest = read_manifest(folder)
    assert manifest.fingerprint == job.fingerprint
    assert manifest.overall.baseline_macro_f1 is not None
    assert sum(curve.articles for curve in manifest.filing) == 12
    assert manifest.languages == ("en",)
    card = (folder / "README.md").read_text(encoding="utf-8")
    for said in ("The made set", job.fingerprint, "newsdesk train recipe.toml", "SVM", "A test."):
        assert said in card
    answer = Classifier(find_model("tiny")).classify([Article(title="the goal", body="a match")])[0]
    assert answer.section in ENGLISH


@pytest.mark.parametrize("wish", ["pause", "signal"])
def test_stopped_and_resumed_is_never_stopped_bit_for_bit(store, spec, monkeypatch, wish):
    keep_set(store, made_rows())
    assert run_job(add_job(store, spec)) == 0
    wanted = weights_of()
    job_id = add_job(store, msgspec.structs.replace(spec, name="stopped"))
    with monkeypatch.context() as patched:
        wish_at(patched, store, job_id, wish, after=5)
        assert run_job(job_id) == {"pause": 75, "signal": 143}[wish]
    assert store.jobs.get(job_id).state == {"pause": "paused", "signal": "interrupted"}[wish]
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0
    assert same(weights_of("stopped"), wanted)
    assert any("goes on after step" in event.message for event in store.jobs.events(job_id))


def test_cancelled_it_says_so_and_makes_no_model(store, spec, monkeypatch):
    keep_set(store, made_rows())
    job_id = add_job(store, spec)
    wish_at(monkeypatch, store, job_id, "cancel", after=2)
    assert run_job(job_id) == 76
    assert store.jobs.get(job_id).state == "cancelled"
    assert not (paths.installed_models() / "tiny").exists()


def test_a_set_that_changes_changes_nothing_for_a_job_that_began(store, spec, monkeypatch):
    dataset = keep_set(store, made_rows())
    assert run_job(add_job(store, spec)) == 0
    job_id = add_job(store, msgspec.structs.replace(spec, name="changed"))
    with monkeypatch.context() as patched:
        wish_at(patched, store, job_id, "pause", after=3)
        assert run_job(job_id) == 75
    before = store.jobs.get(job_id).fingerprint
    store.datasets.change_label(dataset, 1, "sport", "a person")
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0
    assert same(weights_of("changed"), weights_of("tiny"))
    assert store.jobs.get(job_id).fingerprint == before
    assert any("keeps its snapshot" in event.message for event in store.jobs.events(job_id))
    again = add_job(store, msgspec.structs.replace(spec, name="again"))
    assert run_job(again) == 0
    assert store.jobs.get(again).fingerprint != before


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


def test_the_order_of_the_sections_is_the_sets_and_travels_with_the_weights(store, spec):
    numbers = {"10": ENGLISH["sport"], "2": ENGLISH["health"], "1": ENGLISH["business"]}
    keep_set(store, made_rows(words=numbers), codes=["10", "2", "1"])
    assert run_job(add_job(store, spec)) == 0
    folder = paths.installed_models() / "tiny"
    assert [section.code for section in read_manifest(folder).sections] == ["10", "2", "1"]
    config = msgspec.json.decode((folder / "config.json").read_bytes())
    assert config["id2label"] == {"0": "10", "1": "2", "2": "1"}


def test_a_name_that_is_taken_gets_a_number_and_the_jobs_own_model_is_replaced(store, spec):
    keep_set(store, made_rows())
    first, second = add_job(store, spec), add_job(store, spec)
    assert run_job(first) == 0
    assert run_job(second) == 0
    assert store.jobs.get(second).result.model == "tiny-2"
    assert any("here already" in event.message for event in store.jobs.events(second))
    assert (
        finishing.model_name("tiny", read_manifest(paths.installed_models() / "tiny").made_by)
        == "tiny"
    )
    assert finishing.model_name("starter-en", "a job") == "starter-en-2"


def test_a_model_that_comes_while_a_job_measures_is_not_replaced(store, spec, monkeypatch):
    keep_set(store, made_rows())
    theirs = paths.installed_models() / "tiny"
    report = finishing.Finish._report

    def meanwhile(self, *given):
        theirs.mkdir(parents=True)
        (theirs / "theirs").touch()
        return report(self, *given)

    monkeypatch.setattr(finishing.Finish, "_report", meanwhile)
    job_id = add_job(store, spec)
    assert run_job(job_id) == 0
    assert store.jobs.get(job_id).result.model == "tiny-2"
    assert [path.name for path in theirs.iterdir()] == ["theirs"]


def test_folds_are_tested_in_turn_and_counted_together(store, spec):
    rows = made_rows(folds=3)
    keep_set(store, rows, plan=SplitPlan(way="folds", folds=3))
    job_id = add_job(
        store, msgspec.structs.replace(spec, tuning=msgspec.structs.replace(spec.tuning, epochs=1))
    )
    assert run_job(job_id) == 0
    assert [trial.fold for trial in store.jobs.trials(job_id)] == [1, 2, 3]
    assert store.jobs.get(job_id).result.articles == len(rows)
    manifest = read_manifest(paths.installed_models() / "tiny")
    assert sum(curve.articles for curve in manifest.filing) == len(rows)
    card = (paths.installed_models() / "tiny" / "README.md").read_text(encoding="utf-8")
    assert "Each of 3 folds was tested by a model that had not seen it" in card


def test_seeds_are_told_side_by_side_and_the_best_on_dev_ships(store, spec):
    keep_set(store, made_rows())
    job_id = add_job(store, msgspec.structs.replace(spec, sweep=SweepSpec(seeds=(13, 21))))
    assert run_job(job_id) == 0
    trials = store.jobs.trials(job_id)
    assert [trial.seed for trial in trials] == [13, 21]
    best = max(trial.dev_macro_f1 for trial in trials)
    assert store.jobs.get(job_id).result.dev_macro_f1 == best
    report = msgspec.json.decode((paths.job(job_id) / "report.json").read_bytes())
    assert all(trial["test_macro_f1"] is not None for trial in report["trials"])


def test_chinese_articles_are_compared_with_a_line_that_reads_characters(store, spec, tmp_path):
    words = {"財經": ["銀行", "市場", "股票"], "體育": ["球隊", "比賽", "教練"]}
    rows = made_rows(words=words, plain=["今天", "表示", "他們"], between="")
    keep_set(store, rows)
    pieces = "".join([*"今天表示他們", *"".join(chain(*words.values()))])
    encoder = save_tiny_encoder(tmp_path / "encoder", list(pieces))
    job_id = add_job(store, msgspec.structs.replace(spec, encoder=str(encoder)))
    assert run_job(job_id) == 0
    card = (paths.installed_models() / "tiny" / "README.md").read_text(encoding="utf-8")
    assert "characters 1–4" in card
    assert "財經" in card


def test_a_section_that_is_added_starts_from_a_model_that_knows_the_others(store, spec):
    keep_set(store, made_rows())
    assert run_job(add_job(store, spec)) == 0
    words = {**ENGLISH, "weather": ["rain", "storm", "snow"]}
    keep_set(store, made_rows(words=words), name="more")
    parent = str(paths.installed_models() / "tiny")
    more = add_job(
        store, msgspec.structs.replace(spec, name="more", encoder=parent, dataset="more")
    )
    assert run_job(more) == 0
    said = [event.message for event in store.jobs.events(more) if "carried over" in event.message]
    assert len(said) == 1
    assert said[0].endswith("New: weather.")
    codes = [s.code for s in read_manifest(paths.installed_models() / "more").sections]
    assert set(codes) == set(words)


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


def test_a_section_that_is_no_longer_asked_for_is_said(encoder_folder, tmp_path):
    tuning = TuningSpec()
    new_network(encoder_folder, ["10", "2", "1"], tuning, 1).save_pretrained(tmp_path / "parent")
    (said,) = job_module._beginnings(tmp_path / "parent", ["2", "3"])
    assert said.startswith("The base model knows 2:")
    assert said.endswith("New: 3. No longer: 10, 1.")


NO_SOCKETS = """
import sys

def look(event, given):
    if event.startswith("socket.") and event != "socket.gethostname":
        sys.stderr.write(f"{event} {given}\\n")
        raise PermissionError(event)

sys.addaudithook(look)
from training.__main__ import main
sys.exit(main([sys.argv[1]]))
"""


def test_a_training_opens_no_socket(store, spec):
    keep_set(store, made_rows())
    job_id = add_job(store, spec)
    command = [sys.executable, "-c", NO_SOCKETS, str(job_id)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert "socket." not in done.stderr
    assert done.returncode == 0, done.stderr
    assert store.jobs.get(job_id).state == "done"
