"""A job from its queue to its model."""

from __future__ import annotations

import subprocess
import sys
from itertools import chain

import msgspec
from jobs_made import ENGLISH, add_job, keep_set, made_rows, save_tiny_encoder, tiny_spec

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.dataset import SplitPlan
from newsdesk.core.manifest import read_manifest
from newsdesk.core.recipes import SweepSpec, TuningSpec
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.model_folder import find_model
from training import finish as finishing
from training import job as job_module
from training.__main__ import main
from training.job import run_job
from training.networks import new_network


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
