"""What filing by itself would cost: counted on the untouched articles, one curve a section."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from newsdesk.core.filing import FilingCurve, best_threshold, cost_at, filing_curves
from newsdesk.core.manifest import Manifest
from training.results.calibrate import FEWEST, MOST_WRONG

HEADING = "### What it may file by itself"


def curves_of(
    probabilities: np.ndarray, labels: np.ndarray, codes: Sequence[str]
) -> tuple[FilingCurve, ...]:
    """A curve for each section.

    probabilities: calibrated, shape (articles, sections); labels: positions of the right sections.
    """
    found, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
    answers = zip(found.tolist(), confidence.tolist(), (found == labels).tolist(), strict=True)
    return filing_curves(((codes[place], sure, right) for place, sure, right in answers), codes)


def filing_text(manifest: Manifest) -> str:
    """The curves at the threshold that is proposed first, for the card; empty without curves."""
    if not manifest.filing:
        return ""
    names = {section.code: section.name() for section in manifest.sections}
    most = f"{MOST_WRONG:.0%}".replace("%", " %")
    rows = [
        f"| section | put there | files by itself, at most {most} wrong | wrong of these "
        "| from a confidence of |",
        "|---|--:|--:|--:|--:|",
        *(_row(names.get(curve.section, curve.section), curve) for curve in manifest.filing),
    ]
    return "\n\n".join(
        [
            HEADING,
            "Counted on the untouched articles, with the 95 % score interval (Wilson) of the part "
            "wrong in brackets. A threshold is a choice of the newsroom: File by itself… at the "
            "desk, and `newsdesk filing`, show every other one. Nothing is filed before it is "
            f"turned on, and a section into which fewer than {FEWEST} articles were put always "
            "asks. Thresholds are chosen and counted on the same articles here, so expect a "
            "little more.",
            "\n".join(rows),
        ]
    )


def _row(name: str, curve: FilingCurve) -> str:
    threshold = best_threshold(curve, MOST_WRONG)
    if threshold is None:
        why = "no threshold is good enough" if curve.tells else "too few articles to say"
        return f"| {name} | {curve.articles:,} | always asks: {why} | – | – |"
    cost = cost_at(curve, threshold)
    low, high = (f"{100 * share:.1f}" for share in cost.interval)
    return (
        f"| {name} | {curve.articles:,} | {100 * cost.coverage:.0f} % ({cost.filed:,}) "
        f"| {100 * cost.error:.1f} % ({low}–{high}) | {100 * threshold:g} % |"
    )
