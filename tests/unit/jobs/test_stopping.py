"""Submit, resume, retry and remove: what is refused, what is kept and what goes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from job_driver import Jobs

from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle, SplitPlan
from newsdesk.core.errors import Problem, StoreError, TrainingError
from newsdesk.core.job import MetricPoint, Progress
from newsdesk.core.processes import ProcessId
from newsdesk.core.recipes import FinetuneSpec, ScheduleSpec, parse_recipe
from newsdesk.core.section import Section
from newsdesk.jobs import retention
from newsdesk.jobs import submit as submitting
from newsdesk.jobs.stopping import cancel, remove, resume, retry
from newsdesk.jobs.submit import missing_training, submit

DEAD = ProcessId(1, "dead")
PROBLEM = Problem("memory", "It was too large.", "Take a smaller batch.")


def interrupted(jobs: Jobs, times: int = 1, **schedule: object) -> int:
    """A job that was begun and lost."""
    job_id = jobs.add(**schedule)
    for _ in range(times):
        if jobs.get(job_id).state != "queued":
            jobs.store.jobs.requeue(job_id)
        jobs.store.jobs.begin(job_id, DEAD, "cpu")
        point = MetricPoint(1, 1, "loss", 1.0)
        jobs.store.jobs.tell(job_id, Progress("training", 1, 9, memory=7), [point])
        jobs.store.jobs.end(job_id, "interrupted", PROBLEM)
    for name in ("checkpoints/3", "snapshot", "out"):
        (paths.job(job_id) / name).mkdir(parents=True)
    (paths.job(job_id) / "state.json").write_text("{}")
    (paths.job(job_id) / "log.txt").write_text("said\n")
    return job_id


def left(job_id: int) -> set[str]:
    return {path.name for path in paths.job(job_id).iterdir()}


def test_resume_keeps_what_was_reached(jobs: Jobs) -> None:
    job_id = interrupted(jobs)
    started: list[int] = []
    job = resume(jobs.store, job_id, start=started.append)
    assert (job.state, job.problem, job.attempt, started) == ("queued", None, 1, [job_id])
    assert left(job_id) == {"checkpoints", "snapshot", "out", "state.json", "log.txt"}


def test_a_job_interrupted_too_often_is_not_begun_for_ever(jobs: Jobs) -> None:
    job_id = interrupted(jobs, times=2, attempts=2)
    started: list[int] = []
    with pytest.raises(TrainingError) as caught:
        resume(jobs.store, job_id, start=started.append)
    assert caught.value.problem.kind == "attempts"
    job = jobs.get(job_id)
    assert (job.state, job.problem.kind, started) == ("failed", "attempts", [])
    assert resume(jobs.store, job_id, start=started.append).state == "queued"  # asked again


def test_force_resumes_it_all_the_same(jobs: Jobs) -> None:
    job_id = interrupted(jobs, times=2, attempts=2)
    assert resume(jobs.store, job_id, force=True, start=lambda _: None).state == "queued"


def test_retry_begins_from_nothing_but_the_same_articles(jobs: Jobs) -> None:
    job_id = interrupted(jobs, times=3)
    job = retry(jobs.store, job_id, start=lambda _: None)
    assert (job.state, job.attempt) == ("queued", 0)
    assert job.progress == Progress("waiting", memory=7)
    assert jobs.store.jobs.points(job_id) == []
    assert left(job_id) == {"snapshot", "log.txt"}


def test_a_job_that_is_done_is_not_retried_and_loses_nothing(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.supervise(job_id)
    before = jobs.store.jobs.points(job_id)
    for again in (retry, resume):
        with pytest.raises(StoreError, match="is done"):
            again(jobs.store, job_id, start=lambda _: None)
    assert jobs.store.jobs.points(job_id) == before != []


def test_remove_takes_the_folder_and_only_where_nothing_runs(jobs: Jobs) -> None:
    job_id = interrupted(jobs)
    remove(jobs.store, job_id)
    assert jobs.store.jobs.get(job_id) is None
    assert not paths.job(job_id).exists()
    running = jobs.add()
    jobs.start(running, "endless", 100_000)
    jobs.wait(running, "running")
    with pytest.raises(StoreError, match="is running"):
        remove(jobs.store, running)
    cancel(jobs.store, running, start=lambda _: None)
    jobs.wait(running, "cancelled")


def test_checkpoints_go_with_the_end_and_logs_after_a_month(jobs: Jobs) -> None:
    job_id = interrupted(jobs)
    retention.tidy(jobs.store)
    assert "checkpoints" in left(job_id)
    jobs.store.jobs.ask(job_id, "cancel")
    job = jobs.get(job_id)
    now = datetime.now(UTC)
    retention.tidy_job(job, now - timedelta(days=400))  # a clock that was set back
    retention.tidy_job(job, now + timedelta(days=6))
    assert "checkpoints" in left(job_id)
    retention.tidy_job(job, now + timedelta(days=8))
    assert left(job_id) == {"state.json", "snapshot", "log.txt"}
    retention.tidy_job(job, now + timedelta(days=31))
    assert left(job_id) == {"state.json", "snapshot"}


def dataset(jobs: Jobs, sections: tuple[str, ...] = ("sport", "arts")) -> None:
    """A small data set named news."""
    store = jobs.store.datasets
    known = tuple(Section(code) for code in ("sport", "arts"))
    number = store.begin("news", "News", "file", "news.csv", known, SplitPlan())
    rows = [LabelledArticle(i, "t", "b", s, split="train") for i, s in enumerate(sections, 1)]
    store.add_rows(number, rows)
    store.finish(number, "f" * 32)


def spec(name: str = "daily", **values: object) -> FinetuneSpec:
    return FinetuneSpec(name=name, **{"dataset": "news", "encoder": "tiny"} | values)  # type: ignore[arg-type]


@pytest.fixture
def any_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submitting, "encoder_problem", lambda name: None)


@pytest.mark.usefixtures("any_encoder")
def test_a_submitted_job_is_in_the_queue_with_its_specification(jobs: Jobs) -> None:
    dataset(jobs)
    started: list[int] = []
    text = '# as I like it\nname = "daily"\nencoder = "tiny"\ndataset = "news"\n'
    job = submit(jobs.store, parse_recipe(text), text, memory=5, start=started.append)
    assert (job.name, job.state, job.spec, job.progress.memory) == ("daily", "queued", text, 5)
    assert started == [job.id]
    assert (paths.job(job.id) / "spec.toml").read_text() == text
    again = submit(jobs.store, parse_recipe(text), text, start=started.append)
    assert again.name == parse_recipe(again.spec).name == "daily-2"


@pytest.mark.usefixtures("any_encoder")
def test_a_student_names_its_teacher(jobs: Jobs) -> None:
    dataset(jobs)
    teacher = submit(jobs.store, spec("teacher"), start=lambda _: None)
    after = spec("student", schedule=ScheduleSpec(after=("teacher",), night="22:00-06:00"))
    student = submit(jobs.store, after, start=lambda _: None)
    assert (student.after, student.night) == ((teacher.id,), "22:00-06:00")


@pytest.mark.usefixtures("any_encoder")
@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"dataset": ""}, "no_dataset"),
        ({"dataset": "other"}, "no_dataset"),
        ({"schedule": ScheduleSpec(device="cuda:9")}, "no_device"),
        ({"schedule": ScheduleSpec(after=("nobody",))}, "no_job"),
    ],
)
def test_what_could_not_be_begun_is_refused(
    jobs: Jobs, values: dict[str, object], kind: str
) -> None:
    dataset(jobs)
    with pytest.raises(TrainingError) as caught:
        submit(jobs.store, spec(**values), start=lambda _: None)
    assert caught.value.problem.kind == kind
    assert caught.value.problem.remedy
    assert jobs.store.jobs.list() == []


def test_an_encoder_that_is_not_here_is_told_before_the_queue(jobs: Jobs) -> None:
    dataset(jobs)
    with pytest.raises(TrainingError, match="tiny"):
        submit(jobs.store, spec(), start=lambda _: None)


@pytest.mark.usefixtures("any_encoder")
def test_one_section_is_not_enough(jobs: Jobs) -> None:
    dataset(jobs, ("sport", "sport", ""))
    with pytest.raises(TrainingError, match="1 section;"):
        submit(jobs.store, spec(), start=lambda _: None)


def test_what_training_lacks_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submitting, "_LIBRARIES", {"os": "os", "no_such_library": "torch"})
    problem = missing_training()
    assert problem is not None
    assert "torch is missing" in problem.message
    assert "newsdesk[training]" in problem.remedy
