"""The articles that are classified: real news of mixed length, or generated ones in its place."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.recipes import SetSpec, read_recipe

SETS = ("bbc", "masakhanews-en", "agnews")
SEED = 13
# Words in the bodies of the three sets: every tenth of the mixed lengths.
_WORDS = (4, 26, 31, 39, 150, 242, 312, 399, 521, 726, 1500)
_TEXT = (
    "the council said on monday that it will not sell its hospital to a company from the north "
    "after a match of two hours the coach was asked about the goal and the award for his film "
    "new software for phones has come to market while shares of banks are down over taxes"
)


@dataclass(frozen=True, slots=True)
class Sample:
    """Articles with the sections that they belong to; sections is empty where nobody knows.

    origin: one phrase that says where they come from.
    """

    articles: tuple[Article, ...]
    sections: tuple[str, ...]
    origin: str


def sample(count: int, names: Sequence[str] = SETS) -> Sample:
    """So many articles, an equal share from every set named; always the same ones."""
    folder = _data_folder()
    known = [source for source in _sets() if source.code in names]
    sets = [source for source in known if (folder / source.file).is_file()]
    if len(sets) < len(names):
        made = tuple(_generated(count))
        return Sample(made, (), "generated texts (no news data; NEWSDESK_DATA names their folder)")
    chance = random.Random(SEED)
    shares = [_shuffled(list(_read(source, folder)), chance) for source in sets]
    mixed = [rows[at] for at in range(count) for rows in shares if at < len(rows)][:count]
    chance.shuffle(mixed)
    articles, sections = zip(*mixed, strict=True)
    return Sample(articles, sections, f"{', '.join(source.title for source in sets)}, equal parts")


def write_jsonl(articles: tuple[Article, ...], path: Path) -> None:
    """Title and body of every article, one a line."""
    rows = (json.dumps({"title": a.title, "body": a.body}, ensure_ascii=False) for a in articles)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def write_jsonl_labelled(given: Sample, path: Path) -> None:
    """Articles with their sections, one a line; where none are known, five take turns."""
    sections = given.sections or tuple("abcde"[at % 5] for at in range(len(given.articles)))
    rows = (
        json.dumps({"title": a.title, "body": a.body, "label": section}, ensure_ascii=False)
        for a, section in zip(given.articles, sections, strict=True)
    )
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def _data_folder() -> Path:
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    return Path(os.environ.get("NEWSDESK_DATA", beside))


def _sets() -> list[SetSpec]:
    """The sets as the starter model's recipe maps their labels to sections."""
    recipe = read_recipe(paths.bundled_models() / "starter-en.toml")
    return [source for source in recipe.sets if source.code in SETS]


def _read(source: SetSpec, folder: Path) -> Iterator[tuple[Article, str]]:
    with (folder / source.file).open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["lang"] == source.language and row["label"] in source.labels:
                yield Article(row["title"], row["body"]), source.labels[row["label"]]


def _shuffled(rows: list[tuple[Article, str]], chance: random.Random) -> list[tuple[Article, str]]:
    chance.shuffle(rows)
    return rows


def _generated(count: int) -> Iterator[Article]:
    chance, words = random.Random(SEED), _TEXT.split()
    for _ in range(count):
        tenth = chance.randrange(len(_WORDS) - 1)
        length = chance.randint(_WORDS[tenth], _WORDS[tenth + 1])
        title = " ".join(chance.choices(words, k=8)).capitalize()
        yield Article(title, " ".join(chance.choices(words, k=length)).capitalize() + ".")
