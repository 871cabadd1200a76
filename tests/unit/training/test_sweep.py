from __future__ import annotations

import msgspec
import pytest
from jobs_made import add_job, keep_set, made_rows, tiny_spec

from newsdesk.core import paths
from newsdesk.core.recipes import SweepSpec
from newsdesk.store import Store
from training import sweep as sweeping
from training.job import run_job
from training.recipes.finetune import Finetuning
from training.trials import (
    TrialRecord,
    best_pair,
    first_pairs,
    later_pairs,
    most_trials,
    places_of,
    worth_keeping,
)

RATES = (2e-3, 3e-3)


def spec_of(way="grid", heads=(), seeds=(), **tuning):
    return tiny_spec(
        "encoder",
        sweep=SweepSpec(way=way, encoder_rates=RATES, head_rates=heads, seeds=seeds),
        tuning=tuning,
    )


def record(number, pair, f1, loss=1.0, fold=0, seed=13, state="done"):
    return TrialRecord(
        number=number,
        encoder_rate=pair[0],
        head_rate=pair[1],
        seed=seed,
        fold=fold,
        identity="",
        state=state,
        attempts=1,
        rate=pair[0],
        dev_macro_f1=f1,
        dev_loss=None if f1 is None else loss,
    )


def test_a_single_training_takes_the_rates_of_the_tuning():
    assert first_pairs(spec_of("single", encoder_rate=1e-3)) == [(1e-3, 2e-3)]
    assert first_pairs(spec_of("single", encoder_rate=1e-3, head_rate=0.5)) == [(1e-3, 0.5)]


def test_a_grid_tries_all_pairs_and_without_head_rates_the_factor():
    assert first_pairs(spec_of("grid", heads=(0.1, 0.2))) == [
        (2e-3, 0.1),
        (2e-3, 0.2),
        (3e-3, 0.1),
        (3e-3, 0.2),
    ]
    assert first_pairs(spec_of("grid")) == [(2e-3, 4e-3), (3e-3, 6e-3)]


def test_in_stages_the_heads_rates_follow_at_the_best_encoder_rate():
    spec = spec_of("staged", heads=(0.1, 6e-3, 0.2), seeds=(13, 21))
    assert first_pairs(spec) == [(2e-3, 4e-3), (3e-3, 6e-3)]
    # The pair of the first stage is not trained twice.
    assert later_pairs(spec, 3e-3) == [(3e-3, 0.1), (3e-3, 0.2)]
    assert most_trials(spec, folds=1) == (2 + 3) * 2
    assert later_pairs(spec_of("grid", heads=(0.1,)), 3e-3) == []


def test_a_pair_is_trained_with_every_seed_in_every_fold():
    places = places_of([(1.0, 2.0)], [1, 2], [13, 21])
    assert [(place.fold, place.seed) for place in places] == [(1, 13), (1, 21), (2, 13), (2, 21)]


def test_the_best_mean_wins_not_the_best_trial():
    lucky, steady = (1.0, 1.0), (2.0, 2.0)
    records = [
        record(1, lucky, 0.95),
        record(2, lucky, 0.60),
        record(3, steady, 0.85),
        record(4, steady, 0.84),
    ]
    assert best_pair(records) == steady


def test_equal_means_are_settled_by_the_loss_and_a_collapse_counts_as_nothing():
    first, second = (1.0, 1.0), (2.0, 2.0)
    assert best_pair([record(1, first, 0.8, 0.9), record(2, second, 0.8, 0.5)]) == second
    shaky = [record(1, first, 0.99), record(2, first, None, state="collapsed")]
    assert best_pair([*shaky, record(3, second, 0.6), record(4, second, 0.6)]) == second
    assert best_pair([record(1, first, None, state="collapsed")]) is None


def test_only_what_may_still_win_is_kept_on_the_disk():
    old, new = (1.0, 1.0), (2.0, 2.0)
    through = [
        record(1, old, 0.80, fold=1),
        record(2, old, 0.70, fold=1),
        record(3, old, 0.60, fold=2),
        record(4, old, 0.90, fold=2),
    ]
    assert worth_keeping(through, 4) == ({4}, {1, 4})
    begun = [*through, record(5, new, 0.75, fold=1)]
    assert worth_keeping(begun, 4) == ({4, 5}, {1, 4, 5})
    worse = [record(at, new, 0.1, fold=1 + at // 7) for at in (5, 6, 7, 8)]
    assert worth_keeping([*through, *worse], 4) == ({4}, {1, 4})


def test_a_staged_sweep_goes_through_and_never_fills_the_disk(encoder_folder, monkeypatch):
    seen = []
    drop = sweeping.Sweep._drop_losers

    def dropping(self, records):
        drop(self, records)
        seen.append(sorted(path.name for path in self.folder.glob("kept-*/network")))
        assert len(list(self.folder.glob("trial-*"))) == 0
        assert len(list(self.folder.glob("kept-*/network"))) <= 2

    monkeypatch.setattr(sweeping.Sweep, "_drop_losers", dropping)
    sweep = SweepSpec(way="staged", encoder_rates=RATES, head_rates=(1e-2, 2e-2))
    with Store.open() as store:
        keep_set(store, made_rows())
        spec = tiny_spec(str(encoder_folder), sweep=sweep, tuning={"epochs": 1})
        job_id = add_job(store, spec)
        assert run_job(job_id) == 0
        trials = store.jobs.trials(job_id)
        assert [trial.number for trial in trials] == [1, 2, 3, 4]
        best = max(trials[:2], key=lambda trial: (trial.dev_macro_f1, -trial.dev_loss))
        assert {trial.encoder_rate for trial in trials[2:]} == {best.encoder_rate}
        assert [trial.head_rate for trial in trials[2:]] == [1e-2, 2e-2]
        winner = max(trials, key=lambda trial: (trial.dev_macro_f1, -trial.dev_loss))
        assert store.jobs.get(job_id).result.dev_macro_f1 == winner.dev_macro_f1
        progress = store.jobs.get(job_id).progress
        assert progress.step == progress.steps
    card = (paths.installed_models() / "tiny" / "README.md").read_text(encoding="utf-8")
    assert f"| **{winner.number}** | {winner.encoder_rate:g} | {winner.head_rate:g} |" in card


@pytest.fixture
def collapsing(monkeypatch):
    """Networks that learn nothing at the rates named."""
    rates: set[float] = set()
    collapsed = Finetuning._collapsed
    monkeypatch.setattr(
        Finetuning,
        "_collapsed",
        lambda self, standing: self.encoder_rate in rates or collapsed(self, standing),
    )
    return rates


def test_a_trial_that_collapses_is_said_and_the_others_go_on(encoder_folder, collapsing):
    collapsing.add(RATES[0])
    with Store.open() as store:
        keep_set(store, made_rows())
        spec = msgspec.structs.replace(
            spec_of("grid", epochs=1), encoder=str(encoder_folder), name="shaky"
        )
        job_id = add_job(store, spec)
        assert run_job(job_id) == 0
        assert [trial.state for trial in store.jobs.trials(job_id)] == ["collapsed", "done"]
        assert store.jobs.trials(job_id)[0].attempts == 3
        collapsing.add(RATES[1])
        hopeless = add_job(store, msgspec.structs.replace(spec, name="hopeless"))
        assert run_job(hopeless) == 1
        assert store.jobs.get(hopeless).problem.kind == "collapsed"
    card = (paths.installed_models() / "shaky" / "README.md").read_text(encoding="utf-8")
    assert "1 of 2 trials collapsed at every attempt" in card
