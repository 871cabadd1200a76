"""What a job will cost, and what fits where it does not."""

import json

import msgspec
import numpy as np
import pytest
import torch
from jobs_made import keep_set, made_rows, tiny_spec

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import Preprocessing
from newsdesk.core.plan import Plan
from newsdesk.core.recipes import DistilSpec, SweepSpec, write_recipe
from newsdesk.store import Store
from training.__main__ import main
from training.devices import Device, DeviceMemory
from training.learning import Labels, Learner, build_optimiser
from training.networks import new_network
from training.planning import cost as costs
from training.planning.cost import Cost, measure_cost
from training.planning.plan import data_facts, make_plan, plan
from training.planning.room import DataFacts, Room

GB = 10**9
CARD = DeviceMemory("small card", 8 * GB, 8 * GB)
WEIGHTS = GB // 2


def _facts(lengths=(100, 700), train=1600):
    sample = np.linspace(*lengths, 200).astype(np.int64)
    return DataFacts(("a", "b"), train, train * 2, 1, sample)


def _spec(longest=512, **tuning):
    return tiny_spec(
        "somewhere",
        preprocessing=Preprocessing(max_tokens=longest),
        tuning={"batch": 16, "epochs": 2, **tuning},
    )


def _cost(fixed=2 * GB, article=1 * GB, longest=512):
    return Cost(fixed, article / longest, 0.1, 1e-4, fitted=longest)


def _plan(spec, facts=None, cost=None, memory=CARD, disk_free=100 * GB):
    return make_plan(spec, facts or _facts(), cost, "cuda:0", memory, WEIGHTS, disk_free)


def test_what_fits_is_said_with_memory_time_and_disk():
    plan = _plan(_spec(micro_batch=4), cost=_cost())
    assert plan.fits
    assert plan.memory == pytest.approx(6 * GB, rel=1e-3)
    assert (plan.trials, plan.steps) == (1, 200)
    full = 200 * (0.1 + 16 * 512 * 1e-4)
    assert full / 2 < plan.seconds < full  # the articles are shorter than the longest
    assert plan.seconds_a_step == pytest.approx(plan.seconds / 200)
    assert 5 * GB < plan.disk < 8 * GB
    assert "6.0 GB" in " ".join(plan.reasons)


def test_what_does_not_fit_a_small_card_is_refused_with_what_would():
    plan = _plan(_spec(), cost=_cost())
    assert not plan.fits
    assert plan.memory > 17 * GB
    smaller, recomputed, shorter = plan.proposals
    assert (smaller.batch, smaller.micro_batch, smaller.max_tokens) == (16, 4, 512)
    assert "micro-batch 4 × accumulation 4" in smaller.reason
    assert (recomputed.micro_batch, recomputed.checkpoint_layers) == (16, True)
    assert recomputed.seconds > smaller.seconds
    assert (shorter.max_tokens, shorter.micro_batch) == (256, 8)
    assert "256 instead of 512 tokens" in shorter.reason
    assert all(proposal.memory < 8 * GB for proposal in plan.proposals)
    assert "8.0 GB are free on the small card" in plan.reasons[0]


def test_every_proposal_would_be_accepted_as_a_specification():
    spec, cost = _spec(), _cost(article=3 * GB)
    for proposal in _plan(spec, cost=cost).proposals:
        changed = _spec(
            longest=proposal.max_tokens,
            micro_batch=proposal.micro_batch,
            checkpoint_layers=proposal.checkpoint_layers,
        )
        # Measured with recomputed layers each token takes less.
        share = 0.35 if proposal.checkpoint_layers else 1.0
        again = _cost(article=3 * GB * share)
        assert _plan(changed, cost=again).fits


def test_nothing_fits_a_card_that_is_too_small():
    plan = _plan(_spec(), cost=_cost(fixed=9 * GB))
    assert not plan.fits
    assert plan.proposals == ()
    assert any("smaller base model" in reason for reason in plan.reasons)
    plan = _plan(_spec(), cost=None)
    assert (plan.fits, plan.proposals) == (False, ())
    assert "Not even one short article fits" in plan.reasons[0]


def test_what_was_seen_not_to_fit_is_not_proposed_whatever_the_sum_says():
    cost = Cost(GB, 1.0, 0.1, 1e-4, fitted=4 * 512, failed=8 * 512)
    room = Room(_spec(), _facts(), cost, 8 * GB)
    assert room.largest(512, False) == 4


def test_room_for_more_at_once_and_shorter_inputs_are_offered_where_all_fits():
    plan = _plan(_spec(micro_batch=1), _facts((40, 120)), _cost(article=GB // 10))
    more, shorter = plan.proposals
    assert more.micro_batch == 16
    assert shorter.max_tokens == 128
    assert "100% of the articles are no longer" in shorter.reason


def test_a_full_disk_is_told_before_the_start():
    plan = _plan(_spec(micro_batch=4), cost=_cost(), disk_free=GB)
    assert not plan.fits
    assert any("Make room first" in reason for reason in plan.reasons)


def test_all_rates_and_seeds_are_counted():
    sweep = SweepSpec(way="grid", encoder_rates=(1e-5, 2e-5), head_rates=(1e-3,), seeds=(1, 2, 3))
    one = _plan(_spec(micro_batch=4), cost=_cost())
    six = _plan(msgspec.structs.replace(_spec(micro_batch=4), sweep=sweep), cost=_cost())
    assert (six.trials, six.steps) == (6, 6 * one.steps)
    assert six.seconds == pytest.approx(6 * one.seconds)


@pytest.fixture
def learner(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13).train()
    optimiser = build_optimiser(network, bench.spec.tuning, 1e-6, 1e-6)
    device = Device()
    return Learner(network, optimiser, device.scaler(), Labels(torch.ones(3)), 1.0, device)


def test_trial_steps_tell_what_an_article_takes(learner):
    cost = measure_cost(learner, 4, 32)
    assert cost.fitted == 4 * 32
    assert cost.failed == 0
    assert 0 < cost.seconds(32) < cost.seconds(128) < 10
    # Two layers of 32 keep some kilobytes for every token.
    assert 2_000 < cost.token_bytes < 200_000
    assert cost.memory(8, 32) > cost.memory(4, 32) > 1e7


def _holds(learner, tokens):
    def refuse(_, __, given):
        if given["input_ids"].numel() > tokens:
            raise torch.OutOfMemoryError("CUDA out of memory.")

    learner.network.register_forward_pre_hook(refuse, with_kwargs=True)


def test_trial_steps_that_do_not_fit_are_halved(learner):
    _holds(learner, 3 * 32)
    cost = measure_cost(learner, 8, 32)
    assert (cost.fitted, cost.failed) == (2 * 32, 4 * 32)
    assert cost.token_bytes > 0


def test_an_article_that_does_not_fit_is_tried_shorter(learner):
    _holds(learner, 16)
    cost = measure_cost(learner, 8, 32)
    assert cost.fitted == 16


def test_a_device_that_holds_nothing_has_no_cost(learner):
    _holds(learner, 4)
    assert measure_cost(learner, 8, 32) is None


def test_a_slow_processor_measures_few_articles(monkeypatch):
    assert costs._wanted(Device(), 16, seconds=30.0) == 2
    assert costs._wanted(Device(), 16, seconds=0.01) == 8
    assert costs._wanted(Device(torch.device("cuda")), 16, seconds=30.0) == 16


@pytest.fixture
def store():
    with Store.open() as opened:
        yield opened


@pytest.mark.parametrize(("folds", "train"), [(0, 48), (5, 43)])
def test_a_data_set_is_counted_as_it_will_be_learned_from(store, encoder_folder, folds, train):
    plan = SplitPlan(way="folds") if folds else None
    keep_set(store, made_rows(72, folds=folds), plan=plan)
    spec = tiny_spec(str(encoder_folder))
    facts = data_facts(store, "made", spec, encoder_folder)
    assert (facts.train, facts.rows, facts.folds) == (train, 72, folds or 1)
    assert facts.codes == ("health", "sport", "business")
    assert len(facts.lengths) == 72


def test_a_missing_data_set_is_told(store, encoder_folder):
    with pytest.raises(TrainingError, match="no data set named made"):
        data_facts(store, "made", tiny_spec(str(encoder_folder)), encoder_folder)


def test_the_command_writes_lines_that_the_window_reads(store, encoder_folder, tmp_path, capsys):
    keep_set(store, made_rows())
    path = tmp_path / "spec.toml"
    path.write_text(write_recipe(tiny_spec(str(encoder_folder))), encoding="utf-8")
    assert main(["plan", str(path)]) == 0
    *steps, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert {step["event"] for step in steps} == {"progress"}
    assert any("trial steps" in step["phase"] for step in steps)
    plan = msgspec.convert(last["plan"], Plan)
    assert plan.fits
    assert plan.articles == 48
    assert plan.steps == 12
    assert plan.device == "cpu"


def test_the_command_says_what_is_wrong(store, encoder_folder, tmp_path, capsys):
    path = tmp_path / "spec.toml"
    path.write_text(write_recipe(tiny_spec(str(encoder_folder))), encoding="utf-8")
    assert main(["plan", str(path), "--dataset", "gone"]) == 1
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["event"] == "failed"
    assert last["problem"]["kind"] == "no_dataset"
    assert last["problem"]["remedy"]


def test_a_student_without_a_teacher_has_no_plan(store):
    keep_set(store, made_rows())
    with pytest.raises(TrainingError, match="names no teacher"):
        plan(DistilSpec(name="small"), store, "made", lambda phase: None)
