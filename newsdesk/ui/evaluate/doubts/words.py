"""How the page of labels in doubt says things."""

from __future__ import annotations

from newsdesk.analysis.doubts.doubts import Overlap
from newsdesk.analysis.doubts.review import Item, Review
from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import section_name
from newsdesk.ui.widgets.chip import percent

LOOK, AGAIN = "Look for labels in doubt", "Look again"
WHAT_IT_DOES = (
    "A simple linear model learns from four fifths of the articles at a time and is asked about "
    "the rest; labels that it firmly contradicts are listed for you to judge. Nothing is changed "
    "by itself."
)
NO_SETS = "Import a data set first; then its labels can be looked at here."
STALE = " Labels have changed since; look again to see what is in doubt now."


def sentence(review: Review, stale: bool) -> str:
    """“85 of 1,780 labels are probably wrong; a simple linear model … says so.”"""
    total, agrees = len(review.items), percent(review.right)
    if not review.found:
        told = (
            f"None of {total:,} labels stands out; a simple linear model agrees with {agrees} of "
            "them. The most doubtful come first."
        )
    else:
        labels = "label is" if review.found == 1 else "labels are"
        told = (
            f"{review.found:,} of {total:,} {labels} probably wrong; a simple linear model that "
            f"agrees with {agrees} of the labels says so."
        )
    return told + (STALE if stale else "")


def reviewed(review: Review) -> str:
    """“12 of 85 reviewed”"""
    return f"{review.reviewed:,} of {review.found:,} reviewed" if review.found else ""


def state(item: Item) -> str:
    """What became of a label, in a word; empty where nothing yet."""
    if item.now is None:
        return "gone"
    if item.changed:
        return "changed"
    return "kept" if item.kept else "agrees" if item.agrees else ""


def spoken(item: Item, dataset: Dataset) -> str:
    """A row as a screen reader says it."""
    name, other = (section_name(dataset, code) for code in (item.section, item.suggested))
    parts = [item.title or f"row {item.number:,}", f"now {name}, {percent(item.p_section)}"]
    likely = f", {percent(item.p_suggested)}" if item.p_suggested is not None else ""
    parts.append(f"probably {other}{likely}")
    if item.now is None:
        parts.append("not in the data set any more")
    elif item.changed:
        parts.append(f"changed to {section_name(dataset, item.now) or 'no section'}")
    elif item.kept:
        parts.append("kept")
    return ", ".join(parts)


def overlap(pair: Overlap, dataset: Dataset) -> str:
    """“Business and Tech: 14 labels in doubt, 1 pair of near-duplicates”"""
    one, other = (section_name(dataset, code) for code in pair.sections)
    return f"{one} and {other}: {shared(pair)}"


def shared(pair: Overlap) -> str:
    """“14 labels in doubt, 1 pair of near-duplicates”"""
    parts = []
    if pair.doubted:
        parts.append(f"{pair.doubted:,} label{'' if pair.doubted == 1 else 's'} in doubt")
    if pair.duplicates:
        pairs = "pair" if pair.duplicates == 1 else "pairs"
        parts.append(f"{pair.duplicates:,} {pairs} of near-duplicates")
    return ", ".join(parts)
