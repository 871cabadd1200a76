"""Jobs as the command line writes them."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import typer

from newsdesk.core.job import ACTIVE, Job, Trial
from newsdesk.core.manifest import Metric
from newsdesk.core.plan import Plan
from newsdesk.jobs.retention import log_of
from newsdesk.jobs.start import wake

if TYPE_CHECKING:
    from newsdesk.store import Store

POLL = 0.25
LOST = 5.0
"""Seconds after which a job that says nothing new is looked after."""


def opened() -> Store:
    """The person's store; loaded only by commands that need it."""
    from newsdesk.store import Store

    return Store.open()


def follow(store: Store, job_id: int, *, quiet: bool = False) -> Job | None:
    """Show how a job goes on standard error until it stops; returns it, or None if removed.

    On a terminal one line is kept up to date; elsewhere a line comes with each new phase.
    """
    live = sys.stderr.isatty()
    shown, looked = "", time.monotonic()
    while (job := store.jobs.get(job_id)) is not None:
        line = progress_line(job) if live else f"{job.state:<12}{job.progress.phase}"
        if line != shown and not quiet:
            typer.echo(f"\r\x1b[K{line}" if live else line, err=True, nl=not live)
            shown = line
        if job.state not in ACTIVE and job.state != "queued":
            break
        if time.monotonic() - looked > LOST:
            wake(store)
            looked = time.monotonic()
        time.sleep(POLL)
    if live and not quiet:
        typer.echo(err=True)
    return job


def progress_line(job: Job) -> str:
    """One line: where it is and how long it still takes."""
    parts: list[str] = [job.state]
    p = job.progress
    if job.state in ACTIVE or job.state == "queued":
        parts.append(p.phase)
    if p.steps:
        parts.append(f"step {p.step:,} of {p.steps:,} ({100 * p.step / p.steps:.0f} %)")
    if job.state in ACTIVE:
        if p.rate:
            parts.append(f"{p.rate:,.0f} articles/s")
        if p.seconds_left is not None:
            parts.append(f"{duration(p.seconds_left)} left")
    if job.result is not None:
        parts.append(outcome(job))
    return " · ".join(parts)


def outcome(job: Job) -> str:
    """What came out, with its interval where it was tested."""
    result = job.result
    if result is None:
        return ""
    if result.macro_f1 is None:
        return f"dev macro-F1 {result.dev_macro_f1:.3f}"
    return f"macro-F1 {_interval(result.macro_f1)}"


def described(job: Job, trials: Sequence[Trial]) -> str:
    """All that there is to say about a job."""
    lines = [
        f"{job.name} (job {job.id})",
        progress_line(job),
        "",
        f"data set   {job.dataset}",
        f"device     {job.device}",
        f"attempt    {job.attempt}",
        f"log        {log_of(job.id)}",
    ]
    if job.night:
        lines.append(f"night      {job.night}")
    if job.after:
        lines.append(f"after      {', '.join(f'job {other}' for other in job.after)}")
    if trials:
        moves = job.state in ACTIVE
        lines += ["", "trial  encoder rate  head rate  seed  fold  epoch  dev macro-F1  state"]
        lines += [_trial(trial, moves) for trial in trials]
    lines += _result(job)
    if job.problem is not None:
        lines += ["", job.problem.message, job.problem.remedy]
    return "\n".join(lines)


def plan_lines(plan: Plan) -> str:
    """What a specification would cost."""
    lines = [
        f"device     {plan.device_name} ({plan.device})",
        f"memory     {_gb(plan.memory)} of {_gb(plan.device_memory)}, {_gb(plan.device_free)} free",
        f"disk       {_gb(plan.disk)}, {_gb(plan.disk_free)} free",
        f"learns     {plan.articles:,} articles, {plan.trials} "
        f"trial{'' if plan.trials == 1 else 's'}, {plan.steps:,} steps at most",
        f"takes      {_at_most(plan.seconds)}, {plan.seconds_a_step:.2f} s a step",
        "" if plan.fits else "\nIt does not fit.",
        *plan.reasons,
    ]
    for proposal in plan.proposals:
        lines.append(
            f"\nBetter: batch {proposal.batch}, micro-batch {proposal.micro_batch}, "
            f"{proposal.max_tokens} tokens{', recomputing layers' * proposal.checkpoint_layers}: "
            f"{_gb(proposal.memory)}, {duration(proposal.seconds)}. {proposal.reason}"
        )
    return "\n".join(lines)


def print_json(value: Any) -> None:
    """Machine-readable output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def duration(seconds: float) -> str:
    """Time as people read it: 00:41, or 3 h 05."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02}" if hours else f"{minutes:02}:{rest:02}"


def _result(job: Job) -> list[str]:
    result = job.result
    if result is None:
        return []
    lines = ["", f"model      {result.model}", f"dev        macro-F1 {result.dev_macro_f1:.3f}"]
    if result.macro_f1 is not None:
        lines.append(
            f"test       macro-F1 {_interval(result.macro_f1)}, {result.articles:,} articles"
        )
    if result.accuracy is not None:
        lines.append(f"           accuracy {_interval(result.accuracy)}")
    if result.baseline_macro_f1 is not None:
        lines.append(
            f"to beat    macro-F1 {result.baseline_macro_f1:.3f}, TF-IDF with a linear SVM"
        )
    return lines


def _trial(trial: Trial, moves: bool) -> str:
    """moves: the job runs; a trial that was in hand when it stopped does not."""
    state = "begun" if trial.state == "running" and not moves else trial.state
    score = "" if trial.dev_macro_f1 is None else f"{trial.dev_macro_f1:.3f}"
    return (
        f"{trial.number:>5}  {trial.encoder_rate:>12.1e}  {trial.head_rate:>9.1e}  "
        f"{trial.seed:>4}  {trial.fold or '':>4}  {trial.best_epoch or '':>5}  {score:>12}  "
        f"{state}"
    )


def _interval(metric: Metric) -> str:
    return f"{metric.value:.3f} ({metric.low:.3f} to {metric.high:.3f})"


def _at_most(seconds: float) -> str:
    return f"{duration(seconds)} at most" if seconds >= 1 else "less than a second"


def _gb(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
