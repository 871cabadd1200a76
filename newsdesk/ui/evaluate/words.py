"""How the Evaluate screen names things."""

from __future__ import annotations

from datetime import datetime

from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.manifest import Metric

PARTS = {
    "test": "test part",
    "dev": "dev part",
    "train": "train part, which the model may have learned from",
    "all": "all parts",
}


def material_name(material: Material) -> str:
    """“bbc · test”, “the desk's decisions since 3 May 2026”."""
    if not material.from_desk:
        return f"{material.dataset} · {material.part}"
    told = "the desk’s decisions"
    if material.since is not None:
        told += f" since {day(material.since)}"
    if material.until is not None:
        told += f" until {day(material.until)}"
    return told


def day(moment: datetime) -> str:
    """“3 May 2026”, where the person is."""
    here = moment.astimezone()
    return f"{here.day} {here:%B %Y}"


def evaluation_name(evaluation: Evaluation) -> str:
    """“starter-en on bbc · test · 88 articles”."""
    return f"{evaluation.model}  on {material_name(evaluation.material)}"


def articles(number: int) -> str:
    """“1 article”, “1,780 articles”."""
    return f"{number:,} article{'' if number == 1 else 's'}"


def points(value: float) -> str:
    """A share as it is spoken of: 83.6."""
    return f"{100 * value:.1f}"


def interval(metric: Metric) -> str:
    """“79.9 – 87.3”"""
    return f"{points(metric.low)} – {points(metric.high)}"
