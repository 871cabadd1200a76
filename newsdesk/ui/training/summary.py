"""The two cards below the curves, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from newsdesk.core.job import ACTIVE, Job, Trial
from newsdesk.core.teachers import base_of
from newsdesk.ui.training.words import (
    device_name,
    encoder_name,
    interval,
    remaining,
    size,
    spec_of,
    steps_text,
    trial_text,
    verdict,
    when,
)


def so_far(job: Job, trials: Sequence[Trial]) -> list[str]:
    """How far a job is and how quickly it goes."""
    progress = job.progress
    lines = []
    figures = [steps_text(job)]
    if progress.rate:
        figures.append(f"{progress.rate:,.0f} articles/s")
    if progress.memory:
        figures.append(size(progress.memory))
    lines.append(" · ".join(figures))
    if job.state in ACTIVE:
        left = remaining(job)
        lines.append(" · ".join(part for part in (progress.phase, left) if part))
    running = next((trial for trial in trials if trial.state == "running"), None)
    if running is not None and job.state in ACTIVE:
        lines.append(trial_text(running))
    times = []
    if job.started is not None:
        times.append(f"begun {when(job.started)}")
    if job.ended is not None:
        stopped = job.state if job.state in ("paused", "interrupted") else "ended"
        times.append(f"{stopped} {when(job.ended)}")
    if job.attempt > 1:
        times.append(f"begun {job.attempt} times")
    if job.attempt and (device := device_name(job.device)):
        times.append(f"on {device}")
    if times:
        lines.append(", ".join(times))
    collapsed = sum(trial.state == "collapsed" for trial in trials)
    again = sum(trial.attempts > 1 and trial.state != "collapsed" for trial in trials)
    if collapsed or again:
        lines.append(f"{collapsed} of {len(trials)} trials collapsed, {again} began again")
    return lines


def came_out(job: Job, trials: Sequence[Trial]) -> list[str]:
    """What a job made, or what it is to make."""
    result = job.result
    if result is None:
        return _will_come_out(job, trials)
    lines = []
    if result.macro_f1 is not None:
        lines.append(f"Macro-F1 {interval(result.macro_f1)} on {result.articles:,} test articles")
    else:
        lines.append(f"Dev macro-F1 {100 * result.dev_macro_f1:.1f}; there was no test part")
    if result.accuracy is not None:
        lines.append(f"Accuracy {interval(result.accuracy)}")
    if result.baseline_macro_f1 is not None:
        line = 100 * result.baseline_macro_f1
        lines.append(f"Simple model (TF-IDF, linear SVM) on the same articles: {line:.1f}")
    if sentence := verdict(result):
        lines.append(sentence)
    return lines


def _will_come_out(job: Job, trials: Sequence[Trial]) -> list[str]:
    spec = spec_of(job.spec)
    known = [trial for trial in trials if trial.dev_macro_f1 is not None]
    lines = []
    if spec is not None:
        lines.append(f"The model {spec.name}, made from {encoder_name(base_of(spec))}")
    if known:
        best = max(known, key=lambda trial: trial.dev_macro_f1 or 0.0)
        lines.append(f"Best dev macro-F1 so far: {100 * (best.dev_macro_f1 or 0.0):.1f}")
        if len(trials) > 1:
            lines.append(f"by {trial_text(best)}")
    if job.state in ACTIVE or job.state in ("queued", "paused", "interrupted"):
        lines.append("At the end it is tested on articles that it never saw.")
    else:
        lines.append("Nothing came out.")
    return lines
