"""Finding an article's cover: beside the file, or where the document points.

A cover that is missing or broken never costs the article: it is left out, and that is said.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, Notice
from newsdesk.core.pictures import check_cover
from newsdesk.documents.kinds import PICTURE_EXTENSIONS

BY_TEXT = "The article is classified by its text."


def beside(document: Path) -> Path | None:
    """The picture in the document's folder that has its name, upper and lower case alike."""
    try:
        changed = document.parent.stat().st_mtime_ns
    except OSError:
        return None
    # A folder that changed a moment ago may change again within one tick of its clock.
    settled = time.time_ns() - changed > 100_000_000
    listing = _pictures if settled else _pictures.__wrapped__
    name = listing(document.parent, changed).get(document.stem.casefold())
    return document.parent / name if name else None


def with_sibling(article: Article, document: Path) -> Article:
    """The article with the picture beside its document as cover, where there is a good one.

    It comes before any picture that the document itself brought or named.
    """
    picture = beside(document)
    if picture is None:
        return article
    replaced = with_picture_file(without_notices_on_covers(replace(article, cover=None)), picture)
    return replaced if replaced.cover else with_picture_file(article, picture)


def with_picture_file(article: Article, picture: Path) -> Article:
    """The article with a picture file as its cover; a notice instead where it cannot be read."""
    try:
        data = picture.read_bytes()
    except OSError:
        return missing(article, picture.name)
    return with_picture(article, data, picture.name)


def with_picture(article: Article, data: bytes, name: str) -> Article:
    """The article with a picture's bytes as its cover; a notice instead where they are no good."""
    try:
        checked = check_cover(data, name)
    except DocumentError as error:
        kind = "cover_too_large" if error.problem.kind == "too_large" else "cover_broken"
        return _noticed(article, kind, error.problem.message)
    article = replace(article, cover=checked.cover)
    if checked.animated:
        article = article.with_notice(
            "animated_cover", f"The picture {name} moves: its first frame is used."
        )
    return article


def missing(article: Article, name: str, why: str = "is not there") -> Article:
    """The article with the notice that the picture it names cannot be had."""
    return _noticed(article, "cover_missing", f"The picture {name} {why}.")


def remote(article: Article, address: str) -> Article:
    """The article with the notice that its picture is on the web, which is never asked."""
    return _noticed(
        article, "cover_remote", f"The picture {address} is on the web and was not fetched."
    )


def without_notices_on_covers(article: Article) -> Article:
    """The article less what was said of pictures that another one has replaced."""
    kept = tuple(notice for notice in article.notices if "cover" not in notice.kind)
    return replace(article, notices=kept)


def is_remote(reference: str) -> bool:
    """True for an address on a network, which is never fetched."""
    return reference.startswith("//") or _scheme(reference) in ("http", "https", "ftp")


def _scheme(reference: str) -> str:
    """The scheme of an address; a drive letter or a bare path has none."""
    try:
        scheme = urlsplit(reference.strip()).scheme.lower()
    except ValueError:
        return ""
    return scheme if len(scheme) > 1 else ""


def local_file(reference: str, folder: Path, also: Iterable[Path] = ()) -> Path | None:
    """The file that a reference means, below `folder` only; None where there is none.

    An address on the web stands for the copy of that name in one of the folders `also`.
    """
    try:
        path = unquote(urlsplit(reference.strip()).path).replace("\\", "/")
    except ValueError:
        return None
    tries = [reference.strip().replace("\\", "/"), path] if not is_remote(reference) else []
    candidates = [folder / part for part in tries if part]
    candidates += [place / Path(path).name for place in also if Path(path).name]
    return next((found for found in candidates if _inside(found, folder)), None)


def leaves_folder(reference: str, folder: Path) -> bool:
    """True where a path points out of the folder, so that it is not followed."""
    return not _lexically_inside(folder / reference.strip().replace("\\", "/"), folder)


def _inside(candidate: Path, folder: Path) -> bool:
    try:
        return _lexically_inside(candidate, folder) and candidate.is_file()
    except (OSError, ValueError):
        return False


def _lexically_inside(candidate: Path, folder: Path) -> bool:
    try:
        return candidate.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


@lru_cache(maxsize=16)
def _pictures(folder: Path, changed: int) -> dict[str, str]:
    """Picture names in a folder by folded stem; where two share it, the commoner type."""
    rank = {extension: place for place, extension in enumerate(PICTURE_EXTENSIONS)}
    found: dict[str, str] = {}
    try:
        names = os.listdir(folder)  # noqa: PTH208 - many times quicker in a full folder
    except OSError:
        return found
    for name in sorted(name for name in names if name.lower().endswith(PICTURE_EXTENSIONS)):
        path = Path(name)
        if name.startswith("."):
            continue
        place = rank[path.suffix.lower()]
        stem = path.stem.casefold()
        other = found.get(stem)
        if other is None or place < rank[Path(other).suffix.lower()]:
            found[stem] = name
    return found


def _noticed(article: Article, kind: str, message: str) -> Article:
    ending = "" if article.cover else f" {BY_TEXT}"
    return replace(article, notices=(*article.notices, Notice(kind, message + ending)))
