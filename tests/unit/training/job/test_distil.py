"""A student from its teacher to a model of the desk."""

from __future__ import annotations

from itertools import chain

import msgspec
import pytest
import torch
from jobs_made import (
    ENGLISH,
    PLAIN,
    add_job,
    keep_set,
    made_rows,
    save_tiny_encoder,
    tiny_spec,
)
from trained import same, weights_of, wish_at
from transformers import AutoConfig, AutoModelForMaskedLM

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.manifest import read_manifest
from newsdesk.core.recipes import (
    DistilSpec,
    GeneralSpec,
    ImitationSpec,
    LayerDropSpec,
    StudentSpec,
    TuningSpec,
)
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.model_folder import find_model
from training.beginning import Beginning
from training.devices import Device
from training.distillation.teachers import answers_of, open_teacher
from training.job import run_job
from training.material import prepare
from training.networks import new_network
from training.snapshot import take_snapshot
from training.watch import Quiet

TUNING = {"head_factor": 1.0, "epochs": 2, "dropout": 0.0, "attention_dropout": 0.0}


@pytest.fixture
def teacher(store, encoder_folder):
    """A trained model called tiny."""
    keep_set(store, made_rows())
    assert run_job(add_job(store, tiny_spec(str(encoder_folder), tuning=TUNING))) == 0
    return "tiny"


def distil(teacher, **changes):
    plain = tiny_spec("unused", tuning=TUNING)
    shared = {
        name: getattr(plain, name) for name in ("preprocessing", "tuning", "schedule", "seed")
    }
    return DistilSpec(**(shared | {
        "name": "small",
        "teachers": (teacher,),
        "dataset": "made",
        "student": StudentSpec(layers=1),
        "intermediate": ImitationSpec(epochs=2, rate=1e-3, batch=8),
        **changes,
    }))  # fmt: skip


def test_a_student_ends_as_a_model_of_half_the_layers(store, teacher):
    job_id = add_job(store, distil(teacher))
    assert run_job(job_id) == 0
    job = store.jobs.get(job_id)
    assert (job.state, job.problem, job.result.model) == ("done", None, "small")
    manifest = read_manifest(paths.installed_models() / "small")
    assert manifest.parent == teacher
    assert manifest.parameters < read_manifest(paths.installed_models() / teacher).parameters
    assert "projections" not in " ".join(weights_of("small"))
    told = {point.name for point in store.jobs.points(job_id)}
    assert {"loss_attention", "loss_hidden", "loss_embeddings"} <= told
    assert {"loss_teacher", "loss_labels", "dev_macro_f1"} <= told
    card = (paths.installed_models() / "small" / "README.md").read_text(encoding="utf-8")
    assert "## Beside its teacher" in card
    assert "| model | `tiny` | `small` |" in card
    assert "times smaller" in card
    report = msgspec.json.decode((paths.job(job_id) / "report.json").read_bytes())
    beside = report["beside"]
    assert beside["articles"] == 12
    assert beside["student"]["parameters"] == manifest.parameters
    assert beside["differ"] == len(beside["differing"])
    answer = Classifier(find_model("small")).classify([Article(title="the goal", body="match")])[0]
    assert answer.section in ENGLISH


def guessing(folder):
    """A base model that guesses masked words, with a mask among its pieces."""
    save_tiny_encoder(folder, ["[MASK]", *chain(*ENGLISH.values()), *PLAIN])
    config = AutoConfig.from_pretrained(folder)
    torch.manual_seed(0)
    AutoModelForMaskedLM.from_config(config).save_pretrained(folder)
    return str(folder)


def test_a_general_stage_without_labels_goes_first(store, teacher, tmp_path):
    keep_set(store, made_rows(60), name="plenty")
    stages = [
        {"general": GeneralSpec(epochs=1, batch=8, rate=1e-3), "general_dataset": "plenty"},
        {
            "general": GeneralSpec(epochs=1, batch=8, rate=1e-3, form="language"),
            "general_dataset": "plenty",
            "encoder": guessing(tmp_path / "guessing"),
            "intermediate": ImitationSpec(epochs=0),
        },
    ]
    for number, changes in enumerate(stages):
        job_id = add_job(store, distil(teacher, name=f"small-{number}", **changes))
        assert run_job(job_id) == 0, store.jobs.get(job_id).problem
        config = msgspec.json.decode(
            (paths.installed_models() / f"small-{number}/config.json").read_bytes()
        )
        assert config["num_hidden_layers"] == 1
    assert {"loss_words", "loss_cosine"} <= {point.name for point in store.jobs.points(job_id)}


@pytest.mark.parametrize("after", [3, 9, 16])
def test_killed_anywhere_and_resumed_is_never_killed(store, teacher, monkeypatch, after):
    assert run_job(add_job(store, distil(teacher))) == 0
    whole = weights_of("small")
    job_id = add_job(store, distil(teacher, name="again"))
    with monkeypatch.context() as patched:
        wish_at(patched, store, job_id, "pause", after)
        assert run_job(job_id) == 75
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0
    assert same(weights_of("again"), whole)


def test_the_teacher_stays_bit_for_bit_what_it_was(store, teacher):
    before = (paths.installed_models() / teacher / "model.safetensors").read_bytes()
    assert run_job(add_job(store, distil(teacher))) == 0
    assert (paths.installed_models() / teacher / "model.safetensors").read_bytes() == before


def test_a_student_from_nothing_learns_from_relations_with_other_heads(store, teacher):
    student = StudentSpec(layers=1, width=16, heads=2, inner=32)
    stage = ImitationSpec(epochs=1, attention=0, relation=1, rate=1e-3, batch=8)
    assert run_job(add_job(store, distil(teacher, student=student, intermediate=stage))) == 0
    config = msgspec.json.decode((paths.installed_models() / "small/config.json").read_bytes())
    assert (config["hidden_size"], config["num_hidden_layers"]) == (16, 1)


def test_a_trimmed_student_knows_only_the_pieces_of_its_articles(store, tmp_path):
    teacher = "tiny"
    pieces = [*chain(*ENGLISH.values()), *PLAIN, *(f"word{number}" for number in range(80))]
    encoder = save_tiny_encoder(tmp_path / "encoder", pieces)
    keep_set(store, made_rows())
    assert run_job(add_job(store, tiny_spec(str(encoder), tuning=TUNING))) == 0
    job_id = add_job(store, distil(teacher, student=StudentSpec(layers=1, pieces=1)))
    assert run_job(job_id) == 0
    sizes = [
        msgspec.json.decode((paths.installed_models() / name / "config.json").read_bytes())
        for name in ("small", teacher)
    ]
    assert sizes[0]["vocab_size"] < sizes[1]["vocab_size"]
    said = " ".join(event.message for event in store.jobs.events(job_id))
    assert "Vocabulary:" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"intermediate": ImitationSpec(epochs=1, map_layers=(9,))}, "no layer 9"),
        ({"student": StudentSpec(layers=1, width=16, heads=2)}, "attention heads"),
        ({"student": StudentSpec(layers=9)}, "cannot begin"),
        ({"intermediate": ImitationSpec(epochs=1, layer_weights=(1.0, 2.0))}, "layer weights"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(store, teacher, changes, said):
    job_id = add_job(store, distil(teacher, **changes))
    assert run_job(job_id) == 1
    assert said in str(store.jobs.get(job_id).problem)


def test_a_teacher_that_lacks_a_section_is_refused_before_anything_is_made(store, teacher):
    words = {**ENGLISH, "weather": ["rain", "storm", "cloud", "wind"]}
    keep_set(store, made_rows(96, words=words), name="wider")
    job_id = add_job(store, distil(teacher, dataset="wider"))
    assert run_job(job_id) == 1
    assert "does not know weather" in str(store.jobs.get(job_id).problem)
    assert not (paths.job(job_id) / "student").exists()


def test_sections_in_another_order_are_matched_by_name(store, teacher):
    keep_set(store, made_rows(), name="turned", codes=["sport", "health", "business"])
    articles = made_rows()[:2]
    mine = [open_teacher(teacher)]
    orders = [["business", "health", "sport"], ["sport", "business", "health"]]
    said = [answers_of(mine, articles, codes, Device(), lambda: None) for codes in orders]
    assert said[0][:, [2, 0, 1]].tolist() == said[1].tolist()
    assert len(set(said[0][0])) == 3
    assert run_job(add_job(store, distil(teacher, dataset="turned"))) == 0
    assert read_manifest(paths.installed_models() / "small").sections[0].code == "sport"


def test_two_teachers_are_averaged(store, teacher, encoder_folder):
    spec = tiny_spec(str(encoder_folder), name="other", tuning=TUNING, seed=99)
    assert run_job(add_job(store, spec)) == 0
    codes, articles = ["business", "health", "sport"], made_rows()[:2]
    one, two, both = (
        answers_of([open_teacher(n) for n in names], articles, codes, Device(), lambda: None)
        for names in ([teacher], ["other"], [teacher, "other"])
    )
    assert abs(both - (one + two) / 2).max() < 1e-6
    assert abs(one - two).max() > 1e-3
    assert run_job(add_job(store, distil(teacher, teachers=(teacher, "other")))) == 0


def test_layers_are_dropped_and_the_rest_tuned(store, encoder_folder):
    keep_set(store, made_rows())
    plain = tiny_spec(str(encoder_folder), tuning=TUNING)
    spec = LayerDropSpec(
        **{f: getattr(plain, f) for f in ("name", "dataset", "preprocessing", "tuning", "encoder")},
        drop=1,
        strategy="contribution",
    )
    job_id = add_job(store, spec)
    assert run_job(job_id) == 0
    assert "Layers that stay" in " ".join(event.message for event in store.jobs.events(job_id))
    depth = new_network(encoder_folder, ["a", "b"], TuningSpec(), 1).config.num_hidden_layers
    config = msgspec.json.decode((paths.installed_models() / "tiny/config.json").read_bytes())
    assert config["num_hidden_layers"] == depth - 1


def test_the_teachers_answers_are_kept_and_are_those_of_the_live_teacher(store, teacher):
    spec = distil(teacher)
    snapshot = take_snapshot(store, "made", paths.job(99) / "snapshot", lambda: None)
    beginning = Beginning(spec, snapshot, paths.job(99), Device(), Quiet())
    material = prepare(snapshot, spec, paths.installed_models() / teacher, lambda: None)
    live, kept = beginning.said(material), beginning.said(material)
    assert (live == kept).all()
    assert len(list(paths.teacher_answers().glob("*.npy"))) == 1
    network = beginning.teachers()[0].network()
    row = material.rows.whole.batch([0], material.encoder.pad_id, material.longest)
    with torch.inference_mode():
        logits = network(**row).logits.numpy()
    temperature = read_manifest(paths.installed_models() / teacher).temperature
    assert live[0] == pytest.approx(logits[0] / temperature, abs=1e-5)
