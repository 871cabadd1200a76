"""`newsdesk train` and `newsdesk jobs`, as a person or a script uses them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from newsdesk.cli import job_lines
from newsdesk.cli.train import measured
from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle, SplitPlan
from newsdesk.core.errors import Problem, TrainingError
from newsdesk.core.job import JobResult, Progress, Trial
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import ProcessId
from newsdesk.core.recipes import parse_recipe
from newsdesk.core.section import Section
from newsdesk.jobs import start, stopping, submit
from newsdesk.store import Store

SPEC = 'name = "daily"\nencoder = "tiny"  # small\n\n[tuning]\nepochs = 2\n'
DEAD = ProcessId(1, "dead")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs for which a process would have been started."""
    jobs: list[int] = []
    monkeypatch.setattr(submit, "encoder_problem", lambda name: None)
    for function in (submit.submit, start.wake, stopping.pause, stopping.cancel, stopping.retry):
        defaults = [jobs.append if d is start.start_supervisor else d
                    for d in function.__defaults__ or ()]  # fmt: skip
        monkeypatch.setattr(function, "__defaults__", tuple(defaults))
    monkeypatch.setitem(stopping.resume.__kwdefaults__, "start", jobs.append)
    return jobs


@pytest.fixture
def store(home: Path, started: list[int]) -> Iterator[Store]:
    """The person's store, with a data set to learn from."""
    with Store.open() as opened:
        sections = (Section("sport"), Section("arts"))
        number = opened.datasets.begin("news", "News", "file", "a.csv", sections, SplitPlan())
        rows = [
            LabelledArticle(i, "t", "b", s.code, split="train") for i, s in enumerate(sections, 1)
        ]
        opened.datasets.add_rows(number, rows)
        opened.datasets.finish(number, "f" * 32)
        yield opened


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "daily.toml"
    path.write_text(SPEC)
    return path


def add(store: Store, name: str = "daily") -> int:
    return store.jobs.add(name, "finetune", SPEC, "news")


def begun(store: Store, name: str = "daily") -> int:
    job_id = add(store, name)
    store.jobs.begin(job_id, DEAD, "cpu")
    store.jobs.tell(job_id, Progress("training", 410, 900, 41, 55.5))
    return job_id


def test_train_puts_a_job_into_the_queue_with_its_changes(
    newsdesk: Any, store: Store, started: list[int], spec: Path
) -> None:
    said = newsdesk(
        "train", spec, "--dataset", "news", "--name", "每日", "--set", "tuning.epochs=3",
        "--set", "schedule.device=cpu", "--set", "sweep.seeds=[1, 2]",
    )  # fmt: skip
    assert said.code == 0, said.err
    (job,) = store.jobs.list()
    assert started == [job.id]
    assert f"newsdesk jobs watch {job.id}" in said.out
    final = parse_recipe(job.spec)
    assert (final.name, final.dataset, final.tuning.epochs) == ("每日", "news", 3)
    assert (final.schedule.device, final.sweep.seeds, job.device) == ("cpu", (1, 2), "cpu")


def test_a_shipped_specification_is_found_by_its_name(
    newsdesk: Any, store: Store, started: list[int]
) -> None:
    name = next(paths.bundled_recipes().glob("*.toml")).stem
    said = newsdesk("train", name, "--dataset", "news", "--json")
    assert said.code == 0, said.err
    assert json.loads(said.out)["state"] == "queued"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.toml"], "cannot be read"),
        (["SPEC"], "names no data set"),
        (["SPEC", "--dataset", "none"], "no data set none"),
        (["SPEC", "--set", "tuning.epochs=0"], "epochs"),
        (["SPEC", "--set", "tuning.batches=3"], "batches"),
        (["SPEC", "--set", "nonsense"], "--set nonsense"),
        (["SPEC", "--set", "name.of=3"], "name has no fields"),
        (["SPEC", "--dataset", "news", "--set", 'schedule.after=["x"]'], "waits for the job x"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_queued(
    newsdesk: Any, store: Store, spec: Path, arguments: list[str], told: str
) -> None:
    said = newsdesk("train", *(spec if word == "SPEC" else word for word in arguments))
    assert said.code == 2
    assert told in said.words
    assert "Traceback" not in said.err
    assert store.jobs.list() == []


def test_waiting_ends_with_the_job_and_tells_how(
    newsdesk: Any, store: Store, spec: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: Iterator[Any] = iter(("done", "failed"))

    def run(store: Store, job_id: int, *, quiet: bool) -> Any:
        interval = Metric(value=0.978, low=0.969, high=0.986)
        result = JobResult(model="daily", dev_macro_f1=0.97, macro_f1=interval)
        state = next(ends)
        problem = None if state == "done" else Problem("memory", "It was too large.", "Halve it.")
        store.jobs.end(job_id, state, problem, result if state == "done" else None)
        return store.jobs.get(job_id)

    monkeypatch.setattr("newsdesk.cli.jobs.follow", run)
    done = newsdesk("train", spec, "--dataset", "news", "--wait")
    assert (done.code, done.out) == (0, "daily: macro-F1 0.978 (0.969 to 0.986)\n")
    failed = newsdesk("train", spec, "--dataset", "news", "--wait")
    assert failed.code == 1
    assert "It was too large. Halve it." in failed.err


def test_ctrl_c_leaves_the_job_running_and_says_so(
    newsdesk: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    job_id = begun(store)
    monkeypatch.setattr("newsdesk.cli.jobs.wake", lambda store: [])
    monkeypatch.setattr("newsdesk.cli.jobs.follow", stop)
    said = newsdesk("jobs", "watch", "daily")
    assert said.code == 130
    assert f"The job daily goes on; `newsdesk jobs watch {job_id}`" in said.err
    assert store.jobs.get(job_id).state == "running"


def test_watching_shows_each_phase_once(
    store: Store, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = begun(store)
    told = iter(["training", "training", "calibrating", "calibrating"])

    def sleep(seconds: float) -> None:
        phase = next(told, None)
        if phase is None:
            store.jobs.end(job_id, "done")
        else:
            store.jobs.tell(job_id, Progress(phase))

    monkeypatch.setattr(job_lines.time, "sleep", sleep)
    job = job_lines.follow(store, job_id)
    assert job is not None
    assert job.state == "done"
    assert capfd.readouterr().err.count("training") == 1


def test_the_list_tells_how_far_each_job_is(newsdesk: Any, store: Store) -> None:
    add(store, "waiting")
    lost = begun(store, "lost")
    lines = newsdesk("jobs", "list").out.splitlines()
    assert "waiting" in lines[1]
    assert "queued" in lines[1]
    assert "interrupted · step 410 of 900 (46 %)" in lines[0]  # nobody else had looked yet
    summary = json.loads(newsdesk("jobs", "list", "--json").out)[0]
    assert (summary["id"], summary["state"]) == (lost, "interrupted")
    assert summary["problem"]["remedy"]
    assert summary["log"].endswith("log.txt")


def test_show_has_everything(newsdesk: Any, store: Store) -> None:
    job_id = begun(store)
    trials = [Trial(1, 5e-5, 5e-4, 13, state="done", best_epoch=3, dev_macro_f1=0.912)]
    store.jobs.tell(job_id, Progress("training", 9, 9), trials=trials)
    interval = Metric(value=0.9, low=0.8, high=1.0)
    result = JobResult(
        model="daily", dev_macro_f1=0.91, macro_f1=interval, baseline_macro_f1=0.85, articles=222
    )
    store.jobs.end(job_id, "done", result=result)
    text = newsdesk("jobs", "show", job_id).out
    for part in ("done", "5.0e-05", "0.912", "0.900 (0.800 to 1.000), 222 articles", "0.850"):
        assert part in text
    assert str(paths.job(job_id) / "log.txt") in text
    values = json.loads(newsdesk("jobs", "show", "daily", "--json").out)
    assert values["trials"][0]["dev_macro_f1"] == 0.912
    assert values["spec"] == SPEC
    assert values["events"]


def test_a_failed_job_shows_cause_and_remedy(newsdesk: Any, store: Store) -> None:
    store.jobs.end(begun(store), "failed", Problem("memory", "Too large.", "Take less."))
    assert "Too large.\nTake less." in newsdesk("jobs", "show", "daily").out


def test_pause_resume_cancel_retry_and_remove(
    newsdesk: Any, store: Store, started: list[int]
) -> None:
    job_id = add(store)
    for command, state in (
        ("pause", "paused"),
        ("resume", "queued"),
        ("cancel", "cancelled"),
        ("retry", "queued"),
    ):
        said = newsdesk("jobs", command, "daily")
        assert said.out == f"daily (job {job_id}) is {state}\n", said.err
        assert store.jobs.get(job_id).state == state
    assert started == [job_id, job_id]
    assert json.loads(newsdesk("jobs", "cancel", job_id, "--json").out)["state"] == "cancelled"
    assert newsdesk("jobs", "remove", "daily").code == 0
    assert store.jobs.list() == []


@pytest.mark.parametrize(
    "command", ["show", "watch", "pause", "resume", "cancel", "log", "retry", "remove"]
)
def test_a_job_that_is_not_there_is_told(newsdesk: Any, store: Store, command: str) -> None:
    said = newsdesk("jobs", command, "nobody")
    assert said.code == 2
    assert "There is no job nobody." in said.err


def test_the_log_is_printed_as_it_is(newsdesk: Any, store: Store) -> None:
    job_id = add(store)
    assert "no log yet" in newsdesk("jobs", "log", "daily").err
    paths.job(job_id).mkdir(parents=True)
    (paths.job(job_id) / "log.txt").write_bytes("第一行\nsecond \xff".encode())
    assert newsdesk("jobs", "log", "daily", "--follow").out == "第一行\nsecond ÿ"


PLAN = {
    "device": "cpu", "device_name": "Processor", "device_memory": 8e9, "device_free": 4e9,
    "articles": 900, "trials": 1, "steps": 300, "seconds_a_step": 0.5, "seconds": 150,
    "memory": 1e9, "disk": 2e9, "disk_free": 9e9, "fits": True, "reasons": ["It is small."],
}  # fmt: skip


def answer(*events: dict[str, Any]) -> list[str]:
    lines = "\n".join(["some library's chatter", *(json.dumps(event) for event in events)])
    return [sys.executable, "-c", f"print({lines!r})"]


def test_a_plan_is_told_in_words() -> None:
    whole = {key: int(v) if isinstance(v, float) and v > 1 else v for key, v in PLAN.items()}
    command = answer({"event": "progress", "phase": "tokenising"}, {"event": "plan", "plan": whole})
    plan = measured(command, quiet=True)
    text = job_lines.plan_lines(plan)
    assert "02:30 at most" in text
    assert "1.0 GB of 8.0 GB" in text
    assert "It is small." in text


def test_a_plan_that_fails_says_why() -> None:
    problem = {"kind": "no_dataset", "message": "There is none.", "remedy": "Import one."}
    with pytest.raises(TrainingError, match="There is none"):
        measured(answer({"event": "failed", "problem": problem}), quiet=True)
    with pytest.raises(TrainingError, match="some library's chatter"):
        measured(answer(), quiet=True)


def test_watching_a_job_on_hold_says_how_it_goes_on(newsdesk: Any, store: Store) -> None:
    job_id = add(store)
    store.jobs.ask(job_id, "pause")
    said = newsdesk("jobs", "watch", "daily")
    assert said.code == 1
    assert f"daily is paused; `newsdesk jobs resume {job_id}` lets it go on." in said.err


def test_a_trial_does_not_run_where_its_job_does_not(newsdesk: Any, store: Store) -> None:
    job_id = begun(store)
    store.jobs.tell(job_id, Progress("training", 9, 90), trials=[Trial(1, 5e-5, 5e-4, 13)])
    trials = [Trial(1, 5e-5, 5e-4, 13, state="running")]
    store.jobs.tell(job_id, Progress("training", 9, 90), trials=trials)
    store.jobs.end(job_id, "cancelled")
    assert "running" not in newsdesk("jobs", "show", "daily").out


def test_an_empty_queue_and_an_empty_log_are_told(newsdesk: Any, home: Path) -> None:
    assert "newsdesk train SPEC" in newsdesk("jobs", "list").err
    with Store.open() as store:
        folder = paths.job(add(store))
    folder.mkdir(parents=True)
    (folder / "log.txt").touch()
    assert "is empty: the job has not begun" in newsdesk("jobs", "log", "daily").err


@pytest.mark.parametrize(
    ("state", "command", "told"),
    [
        ("paused", "pause", "is paused already. Resume it to let it go on."),
        ("done", "resume", "Start a new job with its specification."),
        ("queued", "resume", "Pause or cancel it first."),
    ],
)
def test_what_a_state_does_not_allow_is_told_with_what_does(
    newsdesk: Any, store: Store, state: Any, command: str, told: str
) -> None:
    job_id = add(store)
    if state != "queued":
        store.jobs.end(job_id, state)
    said = newsdesk("jobs", command, "daily")
    assert said.code == 2
    assert told in said.err
