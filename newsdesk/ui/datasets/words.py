"""How facts about data sets are said."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path, PurePath

from newsdesk.core.dataset import Dataset, SplitPlan
from newsdesk.engine.readable import LANGUAGE_NAMES

SPLITS = {"train": "train", "dev": "dev", "test": "test", "": ""}
WAYS = {
    "shares": "by shares",
    "folds": "in folds",
    "date": "by date",
    "given": "as the source says",
}


def number(count: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: 1 row, 2,225 rows."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def language(code: str) -> str:
    """A language as people call it."""
    return LANGUAGE_NAMES.get(code.split("-")[0].lower(), code)


def languages(codes: tuple[str, ...]) -> str:
    """Some languages, at most three by name; empty where none is known."""
    names = list(dict.fromkeys(language(code) for code in codes))
    if len(names) > 3:
        return f"{', '.join(names[:2])} and {len(names) - 2} more languages"
    return ", ".join(names)


def when(moment: datetime) -> str:
    """A moment of the past, as short as it can be said."""
    local, today = moment.astimezone(), datetime.now().astimezone()
    days = (today.date() - local.date()).days
    if days == 0:
        return f"{local:%H:%M}"
    if days == 1:
        return f"yesterday {local:%H:%M}"
    return f"{local.day} {local:%B}" if local.year == today.year else f"{local:%d.%m.%Y}"


def origin(dataset: Dataset) -> str:
    """Where a set came from, short enough for a list."""
    if dataset.origin == "decisions":
        return "the desk’s decisions"
    return PurePath(dataset.source).name or dataset.source


def source(dataset: Dataset) -> str:
    """Where a set came from; a path as people write it: their own folder is ~."""
    if dataset.origin == "decisions":
        return dataset.source
    path = Path(dataset.source)
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else dataset.source


def plan(plan: SplitPlan) -> str:
    """How a set is divided, in a few words."""
    if plan.way == "given":
        return "divided as the source says"
    if plan.way == "folds":
        return f"{plan.folds} folds, seed {plan.seed}"
    train = 1 - plan.dev - plan.test
    shares = " / ".join(f"{share * 100:.0f}" for share in (train, plan.dev, plan.test))
    return f"{shares} {WAYS[plan.way]}" + (f", seed {plan.seed}" if plan.way == "shares" else "")


def short(text: str, most: int = 60) -> str:
    """A text cut to a length for a sentence."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def short_fingerprint(fingerprint: str) -> str:
    """The first digits: enough to tell two sets apart by eye."""
    return fingerprint[:8]


def file_name(name: str) -> str:
    """A name that may stand in a path."""
    kept = "".join(c if c.isalnum() or c in "-_." else "-" for c in name.strip())
    return kept.strip("-.") or "data-set"
