"""How a job is told in words: its state, what goes on, what came out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import PurePath
from typing import Literal

from newsdesk.core.errors import NewsdeskError
from newsdesk.core.job import ACTIVE, Job, JobResult, JobState, Trial
from newsdesk.core.manifest import Metric
from newsdesk.core.recipes import FinetuneSpec, parse_recipe
from newsdesk.core.teachers import base_of

Deed = Literal["resume", "retry", "again_smaller", ""]

STATES: dict[JobState, str] = {
    "queued": "queued",
    "running": "running",
    "pausing": "pausing…",
    "paused": "paused",
    "cancelling": "stopping…",
    "done": "done",
    "failed": "failed",
    "cancelled": "cancelled",
    "interrupted": "interrupted",
}
TOKENS: dict[JobState, str] = {
    "running": "accent",
    "pausing": "accent",
    "cancelling": "accent",
    "paused": "amber_ink",
    "interrupted": "amber_ink",
    "done": "green_ink",
    "failed": "red_ink",
}


@lru_cache(maxsize=256)
def spec_of(text: str) -> FinetuneSpec | None:
    """The specification of a job; None where this version cannot read it."""
    try:
        return parse_recipe(text)
    except NewsdeskError:
        return None


def encoder_name(encoder: str) -> str:
    """A base model as lists show it: the last part of its name or path."""
    return PurePath(encoder).name or encoder


def trials_of(spec: FinetuneSpec) -> int:
    """How many trainings a specification asks for, folds left out."""
    sweep = spec.sweep
    heads = len(sweep.head_rates)
    rates = {
        "single": 1,
        "staged": len(sweep.encoder_rates) + heads,
        "grid": len(sweep.encoder_rates) * max(1, heads),
    }[sweep.way]
    return rates * max(1, len(sweep.seeds))


def recipe_line(job: Job) -> str:
    """“finetune · MiniLM”, or “finetune · 12 trials”."""
    spec = spec_of(job.spec)
    if spec is None:
        return job.recipe
    trials = trials_of(spec)
    parts = [job.recipe.replace("_", " "), encoder_name(base_of(spec))]
    if trials > 1:
        parts.append(f"{trials} trials")
    return " · ".join(parts)


def subtitle(job: Job) -> str:
    """What a job makes of what, in one line."""
    spec = spec_of(job.spec)
    if spec is None:
        return job.dataset
    trials = trials_of(spec)
    tuning = spec.tuning
    parts = [
        f"{encoder_name(base_of(spec))} → {job.dataset or 'files'}",
        f"{trials} trials, {spec.sweep.way}" if trials > 1 else f"rate {rate(tuning.encoder_rate)}",
        f"batch {tuning.batch}",
        f"{spec.preprocessing.max_tokens} tokens",
        f"{tuning.epochs} epoch{'s' if tuning.epochs > 1 else ''} at most",
    ]
    if tuning.freeze_encoder:
        parts.append("encoder frozen")
    return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class Line:
    """The third line of a job's row.

    share: of the steps that are done; None where nothing moves.
    deed: what `right` offers to do, where it is something to click.
    """

    left: str
    right: str
    share: float | None = None
    deed: Deed = ""


def line_of(job: Job, names: dict[int, str]) -> Line:
    """What goes on with a job. names: of the jobs that it may wait for."""
    if job.state in ACTIVE:
        share = share_of(job)
        done = f"{job.progress.phase} · {share:.0%}".replace("%", " %") if share else ""
        left = remaining(job)
        right = " · ".join(part for part in (device_name(job.device), left) if part)
        return Line(done or job.progress.phase or "starting", right, share or 0.0)
    if job.state == "queued":
        waits = [names[other] for other in job.after if other in names]
        right = f"night window {job.night.partition('-')[0]}" if job.night else ""
        if waits:
            return Line(f"after {', '.join(waits)}", right)
        return Line("waiting for its turn", right or device_name(job.device))
    if job.state == "done" and job.result is not None:
        return Line(score(job.result), when(job.ended))
    if job.state == "failed":
        deed: Deed = "again_smaller" if smaller_batch(job) else "retry"
        text = job.problem.message if job.problem else "it did not say why"
        return Line(short_problem(job) or text, deed_name(deed, job), deed=deed)
    if job.state in ("paused", "interrupted"):
        return Line(steps_text(job), "Resume", deed="resume")
    return Line(steps_text(job), when(job.ended))


def short_problem(job: Job) -> str:
    """What failed, in a few words, where that is known."""
    spec = spec_of(job.spec)
    if job.problem is not None and job.problem.kind == "memory" and spec is not None:
        return f"out of memory at batch {spec.tuning.micro_batch or spec.tuning.batch}"
    return ""


def smaller_batch(job: Job) -> int:
    """The micro-batch to try after a lack of memory; 0 where that is not what is wrong."""
    spec = spec_of(job.spec)
    if spec is None or job.problem is None or job.problem.kind != "memory":
        return 0
    return (spec.tuning.micro_batch or spec.tuning.batch) // 2


def deed_name(deed: Deed, job: Job) -> str:
    """What the word at the right of a row says."""
    if deed == "again_smaller":
        return f"Again with {smaller_batch(job)}"
    return deed.capitalize()


def share_of(job: Job) -> float:
    """The part of all steps that is done."""
    progress = job.progress
    return min(1.0, progress.step / progress.steps) if progress.steps else 0.0


def steps_text(job: Job) -> str:
    """How far a job came."""
    progress = job.progress
    if not progress.steps:
        return "not begun" if not job.attempt else "before the first step"
    return f"step {progress.step:,} of {progress.steps:,}"


def remaining(job: Job) -> str:
    """The time left, as hours and minutes."""
    seconds = job.progress.seconds_left
    return f"{clock(seconds)} left" if seconds is not None else ""


def clock(seconds: float) -> str:
    """00:41 for 41 minutes; days where there are any."""
    minutes = max(0, round(seconds / 60))
    if seconds < 60:
        return "< 1 min"
    days, minutes = divmod(minutes, 24 * 60)
    text = f"{minutes // 60:02}:{minutes % 60:02}"
    return f"{days} d {text}" if days else text


def duration(seconds: float) -> str:
    """How long something takes, in words: “4 min”, “1 h 12 min”."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "less than a minute"
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = ((days, "d"), (hours, "h"), (minutes if not days else 0, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number)


def when(moment: datetime | None) -> str:
    """A moment as people say it, in local time."""
    if moment is None:
        return ""
    local, today = moment.astimezone(), datetime.now().astimezone().date()
    days = (today - local.date()).days
    if days == 0:
        return f"{local:%H:%M}"
    if days == 1:
        return f"yesterday {local:%H:%M}"
    return f"{local.day} {local:%b}" + ("" if local.year == today.year else f" {local.year}")


def device_name(code: str) -> str:
    """A device for people: CPU, GPU 0; nothing while any will do."""
    kind, _, number = code.partition(":")
    if kind == "cuda":
        return f"GPU {number or 0}"
    return {"cpu": "CPU", "auto": ""}.get(kind, code)


def score(result: JobResult) -> str:
    """Macro-F1 with its interval, in points."""
    if result.macro_f1 is None:
        return f"dev macro-F1 {100 * result.dev_macro_f1:.1f}"
    return f"macro-F1 {interval(result.macro_f1)}"


def interval(metric: Metric) -> str:
    """97.8 (96.9 – 98.6)"""
    return f"{100 * metric.value:.1f} ({100 * metric.low:.1f} – {100 * metric.high:.1f})"


def verdict(result: JobResult) -> str:
    """How the model stands beside the line to beat, without flattery."""
    line, found = result.baseline_macro_f1, result.macro_f1
    if line is None or found is None:
        return ""
    if found.low > line:
        return "It is better than the simple model by more than chance."
    if found.value > line:
        return "It is ahead of the simple model, but by no more than chance may give."
    if found.high >= line:
        return "It is not better than the simple model; the difference may be chance."
    return "It is worse than the simple model. Try more articles or another base model."


def rate(value: float) -> str:
    """5e-05 as 5e-5."""
    mantissa, _, exponent = f"{value:.2e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"


def size(count: float) -> str:
    """Bytes for people."""
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= factor:
            number = count / factor
            return f"{number:.1f} {unit}" if number < 10 else f"{number:,.0f} {unit}"
    return f"{count:.0f} bytes"


def trial_text(trial: Trial) -> str:
    """Which trial it is."""
    parts = [
        f"encoder {rate(trial.encoder_rate)}",
        f"head {rate(trial.head_rate)}",
        f"seed {trial.seed}",
    ]
    if trial.fold:
        parts.append(f"fold {trial.fold}")
    return f"trial {trial.number}: {', '.join(parts)}"
