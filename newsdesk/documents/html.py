"""Web pages, whole or pasted, to an article. The page's own words decide whether there is one."""

from __future__ import annotations

import base64
import binascii
import copy
import logging
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.core.pictures import header_size
from newsdesk.documents import covers, markup, prose
from newsdesk.documents.encoding import declared_in_markup, decode
from newsdesk.documents.source import Source

Picture = tuple[bytes, str]
"""The bytes of a picture and its name."""
FindPicture = Callable[[str], Picture | None]
"""From a reference in the page to the picture, None where it did not come with the page."""

ASSET_FOLDERS = ("_files", ".files", "-Dateien", "_fichiers", "_archivos", "_bestanden")

_SMALLEST = (200, 120)  # pixels; what is smaller is a logo, a button or a counter
_PROSE = 60  # characters of a paragraph that says something; half of it in Chinese
_LONGEST_WALL = 2000  # characters
_LINK_LENGTH = 12  # characters; shorter links are words that any sentence may hold
_WALL = re.compile(
    r"cookie|consent|gdpr|privacy (policy|settings)|tracking technolog|personalised ads|"
    r"隱私|隐私|куки|файл\w* cookie|vie privée",
    re.I,
)


def read_html(source: Source) -> Article:
    """A saved page; its pictures are looked for beside it and in its folder of assets.

    Raises DocumentError: `empty`, `no_article`.
    """
    decoded = decode(source.data, declared_in_markup(source.data), source.encoding)
    article = page_to_article(decoded.text, source.name, beside_page(source.path))
    return replace(
        article,
        source=str(source.path),
        notices=(*decoded.notices(source.name), *article.notices),
    )


def page_to_article(text: str, name: str, find: FindPicture) -> Article:
    """A whole page to an article without its menus.

    Raises DocumentError: `empty`, `no_article`.
    """
    tree = markup.parse(text)
    if tree is None:
        raise _no_article(name)
    facts = markup.facts(tree)
    body = markup.without_title(_body(tree, facts), facts.title)
    if not body:
        raise _no_article(name)
    article = Article(facts.title, "\n\n".join(body), name, language=facts.language)
    return _with_cover(article, tree, facts, find)


def fragment_to_article(text: str, name: str, find: FindPicture) -> Article:
    """Everything in a piece of HTML (a mail, a pasted selection) to an article.

    The title is its first heading, else its first line where that is short and more follows.
    The article may be empty.
    """
    tree = markup.parse(text)
    if tree is None:
        return Article(*prose.split_title(text), name)
    parts = markup.blocks(tree)
    title = next((prose.one_line(node.text_content()) for node in tree.iter("h1", "h2")), "")
    if title and any(prose.same_words(part, title) for part in parts[:4]):
        body = "\n\n".join(markup.without_title(parts, title))
    else:
        title, body = prose.split_title("\n\n".join(parts))
    facts = markup.facts(tree)
    article = Article(title, body, name, language=facts.language)
    return _with_cover(article, tree, facts, find)


def beside_page(page: Path) -> FindPicture:
    """Looks for pictures in the page's folder and in the asset folder saved with it."""
    folder = page.parent
    assets = [folder / f"{page.stem}{ending}" for ending in ASSET_FOLDERS]

    def find(reference: str) -> Picture | None:
        found = covers.local_file(reference, folder, assets)
        try:
            return (found.read_bytes(), found.name) if found else None
        except OSError:
            return None

    return find


def _body(tree: Any, facts: markup.Facts) -> list[str]:
    """The paragraphs of the page's article; none where it has none."""
    if _is_bare(tree):
        return markup.blocks(tree, furniture=False)
    extracted = _extract(tree)
    if extracted is None:
        return []
    parts = markup.blocks(extracted)
    length = sum(len(part) for part in parts)
    told = sum(len(part) for part in parts if _is_prose(part))
    if told < max(1, 0.4 * length):
        return []
    if _linked(tree, parts) > 0.5 * length or _is_wall(parts, facts.title):
        return []
    if not facts.is_article and _many_teasers(tree, parts):
        return []
    return parts


def _is_wall(parts: list[str], title: str) -> bool:
    """True for a short page that speaks of cookies and consent more than of anything else."""
    length = sum(len(part) for part in parts)
    if length > _LONGEST_WALL:
        return False
    spoken = sum(len(part) for part in parts if _WALL.search(part))
    return spoken > (0.2 if _WALL.search(title) else 0.4) * length


def _is_bare(tree: Any) -> bool:
    """True for a page that is its article and nothing else: no menus, hardly a link."""
    if next(tree.iter("nav", "aside", "form", "input", "button"), None) is not None:
        return False
    body = next(tree.iter("body"), tree)
    length = sum(len(part) for part in markup.blocks(body))
    linked = sum(len(prose.one_line(link.text_content())) for link in tree.iter("a"))
    return length > 0 and linked < 0.15 * length and not _is_wall(markup.blocks(body), "")


def _many_teasers(tree: Any, parts: list[str]) -> bool:
    """True for a home page: several headlines that are links, no run of paragraphs of its own."""
    headlines = sum(
        1
        for heading in tree.iter("h2", "h3", "h4")
        if heading.find(".//a") is not None or heading.getparent().tag == "a"
    )
    paragraphs = sum(1 for part in parts if _is_prose(part))
    return headlines >= 5 and headlines >= paragraphs / 2


def _is_prose(part: str) -> bool:
    """True for a paragraph that says something, not a teaser that ends in an arrow or a colon."""
    weight = _weight(part)
    return weight >= 3 * _PROSE or (weight >= _PROSE and part[-1] not in ":>»")


def _weight(part: str) -> int:
    """Characters, each Chinese or Japanese one worth two and a half."""
    return len(part) + sum(3 for char in part if "\u3000" <= char <= "\u9fff") // 2


def _linked(tree: Any, parts: list[str]) -> int:
    """How many characters of the paragraphs are the words of links in the page."""
    links = {prose.one_line(link.text_content()) for link in tree.iter("a")}
    text = " ".join(parts)
    length = len(text)
    for link in sorted(links, key=len, reverse=True):
        if len(link) >= _LINK_LENGTH:
            text = text.replace(link, "")
    return length - len(text)


def _trafilatura() -> Any:
    """The library, imported without the socket that urllib3 opens to see if there is IPv6."""
    has_ipv6, socket.has_ipv6 = socket.has_ipv6, False
    try:
        import trafilatura
    finally:
        socket.has_ipv6 = has_ipv6
    return trafilatura


def _extract(tree: Any) -> Any | None:
    """The article's part of a page, by trafilatura, which is handed a tree and fetches nothing."""
    trafilatura = _trafilatura()
    tree = copy.deepcopy(tree)
    whole = len(tree.text_content())
    for menu in list(tree.iter("nav", "aside", "footer")):
        # In a short article the menus would outweigh the text.
        if len(menu.text_content()) < whole / 2 and menu.getparent() is not None:
            menu.drop_tree()

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    document = trafilatura.bare_extraction(tree, include_comments=False, include_tables=True)
    return None if document is None else getattr(document, "body", None)


def _with_cover(article: Article, tree: Any, facts: markup.Facts, find: FindPicture) -> Article:
    """The picture of the metadata, else the first large one of the body, where it is at hand."""
    for reference in facts.pictures:
        found = find(reference)
        if found:
            return covers.with_picture(article, *found)
    named = list(facts.pictures)
    for reference in _body_pictures(tree):
        found = _inline(reference) if reference.startswith("data:") else find(reference)
        if found is None:
            named += [] if reference.startswith("data:") else [reference]
            continue
        width, height = header_size(found[0])
        if width >= _SMALLEST[0] and height >= _SMALLEST[1]:
            return covers.with_picture(article, *found)
    if not named:
        return article
    if covers.is_remote(named[0]):
        return covers.remote(article, named[0])
    return covers.missing(article, named[0])


def _body_pictures(tree: Any) -> Iterator[str]:
    for image in tree.iter("img"):
        if any(
            above.tag in ("nav", "aside", "footer", "header") for above in image.iterancestors()
        ):
            continue
        reference = (image.get("src") or image.get("data-src") or "").strip()
        declared = [re.match(r"\d+", image.get(side) or "") for side in ("width", "height")]
        tiny = any(size and int(size[0]) < 60 for size in declared)
        if reference and not tiny and not reference.split("?")[0].lower().endswith(".svg"):
            yield reference


def _inline(reference: str) -> Picture | None:
    """The bytes of a data: address."""
    header, _, body = reference.partition(",")
    try:
        raw = unquote_to_bytes(body)
        data = base64.b64decode(raw) if header.endswith(";base64") else raw
    except (binascii.Error, ValueError):
        return None
    return data, "picture in the page"


def _no_article(name: str) -> DocumentError:
    return DocumentError(
        "no_article",
        f"No article was found in {name}: it seems to hold menus, teasers or a notice only.",
        "Open the article itself and save that page, or copy its text and paste it here.",
    )
