"""HTML trees to paragraphs and facts. Parsing needs lxml, loaded when the first page comes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from newsdesk.documents import prose

Tree = Any  # lxml.html.HtmlElement, which has no types of its own

_PROLOG = re.compile(r"\s*<\?xml[^>]*\?>", re.I)
_SILENT = frozenset((
    "script", "style", "noscript", "template", "svg", "math", "head", "title", "object", "embed",
    "iframe", "select", "button", "textarea", "audio", "video", "canvas", "dialog",
))  # fmt: skip
_FURNITURE = frozenset(("nav", "aside", "footer", "form"))
_INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small",
    "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img", "ref",
    "hi", "graphic",
))  # fmt: skip
_BREAKS = frozenset(("br", "lb"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page says of itself.

    pictures: references in its metadata, best first.
    is_article: it calls itself one (Open Graph, JSON-LD).
    """

    title: str
    language: str | None
    pictures: tuple[str, ...]
    is_article: bool


def parse(text: str) -> Tree | None:
    """Text to an lxml tree; None where nothing in it is markup. Network and entities are off."""
    import lxml.html

    text = _PROLOG.sub("", prose.clean(text), count=1)  # lxml stops at control characters
    if not text.strip():
        return None
    parser = lxml.html.HTMLParser(no_network=True, huge_tree=False, remove_pis=True)
    try:
        return lxml.html.document_fromstring(text, parser=parser)
    except (lxml.etree.LxmlError, ValueError, AssertionError):
        return None


def blocks(tree: Tree, furniture: bool = True) -> list[str]:
    """The text of a tree, a paragraph each; menus and forms left out unless `furniture`."""
    silent = _SILENT if furniture else _SILENT | _FURNITURE
    raw = "".join(_flow(tree, silent))
    found = (prose.one_line(part) for part in re.split(r"\n(?:\s*\n)+", prose.clean(raw)))
    return [part for part in found if part]


def facts(tree: Tree) -> Facts:
    """Title, language and pictures from metadata and headings."""
    meta = _meta(tree)
    linked = list(_linked_data(tree))
    pictures = [*meta.get("og:image", []), *meta.get("og:image:url", [])]
    pictures += [*meta.get("twitter:image", []), *meta.get("twitter:image:src", [])]
    pictures += [str(link) for link in tree.xpath("//link[@rel='image_src']/@href")]
    pictures += [picture for node in linked for picture in _pictures_of(node)]
    language = tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang")
    is_article = "article" in meta.get("og:type", []) or any(
        "Article" in str(node.get("@type", "")) for node in linked
    )
    return Facts(
        title=_title(tree, meta, linked),
        language=(language or "").strip() or None,
        pictures=tuple(dict.fromkeys(picture for picture in pictures if picture)),
        is_article=is_article,
    )


def without_title(paragraphs: list[str], title: str) -> list[str]:
    """Paragraphs less the headline, where it stands again among the first few."""
    for place, paragraph in enumerate(paragraphs[:4]):
        if title and prose.same_words(paragraph, title):
            return paragraphs[:place] + paragraphs[place + 1 :]
    return paragraphs


def _flow(element: Tree, silent: frozenset[str]) -> Iterator[str]:
    """The text of an element, new lines around blocks; no recursion, as pages nest deeply."""
    stack: list[tuple[Tree, bool]] = [(element, False)]
    while stack:
        node, leaving = stack.pop()
        tag = node.tag if isinstance(node.tag, str) else None
        inline = tag in _INLINE
        if leaving:
            yield "" if inline else "\n\n"
            if node is not element and node.tail:
                yield _spaced(node.tail)
            continue
        # `head` is a heading in trafilatura's own trees, where the root is never <html>.
        skipped = tag is None or (tag in silent and not (tag == "head" and element.tag != "html"))
        if skipped or _HIDDEN.search(node.get("style") or ""):
            if node is not element and node.tail:
                yield _spaced(node.tail)
            continue
        if tag in _BREAKS:
            yield "\n"
        elif not inline:
            yield "\n\n"
        if node.text:
            yield _spaced(node.text)
        stack.append((node, True) if tag not in _BREAKS else (_Tail(node.tail), True))
        stack.extend((child, False) for child in reversed(node))


class _Tail:
    """Stands for the text after a line break, which makes no block of its own."""

    tag = "span"

    def __init__(self, tail: str | None) -> None:
        self.tail = tail


def _spaced(text: str) -> str:
    return re.sub(r"[ \t\r\n]+", " ", text)


def _meta(tree: Tree) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for node in tree.iter("meta"):
        name = (node.get("property") or node.get("name") or node.get("itemprop") or "").lower()
        content = (node.get("content") or "").strip()
        if name and content:
            found.setdefault(name, []).append(content)
    return found


def _linked_data(tree: Tree) -> Iterator[dict[str, Any]]:
    """Every object of the page's JSON-LD, one level of lists and @graph opened."""
    for script in tree.xpath("//script[@type='application/ld+json']"):
        try:
            value = json.loads(script.text or "")
        except (ValueError, RecursionError):
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield item
                graph = item.get("@graph")
                yield from (part for part in graph or () if isinstance(part, dict))


def _pictures_of(node: dict[str, Any]) -> Iterator[str]:
    if "Article" not in str(node.get("@type", "")):
        return
    image = node.get("image")
    for item in image if isinstance(image, list) else [image]:
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict) and isinstance(item.get("url"), str):
            yield item["url"]


def _title(tree: Tree, meta: dict[str, list[str]], linked: list[dict[str, Any]]) -> str:
    """The first heading that the page's metadata repeats, else the metadata, else any heading."""
    page = prose.one_line(next(iter(tree.xpath("//head/title/text() | //title/text()")), ""))
    given = [*meta.get("og:title", []), *meta.get("twitter:title", [])]
    given += [
        str(n["headline"])
        for n in linked
        if "Article" in str(n.get("@type", "")) and n.get("headline")
    ]
    headings = [prose.one_line(heading.text_content()) for heading in tree.iter("h1")]
    headings = [heading for heading in headings if heading]
    for heading in headings:
        folded = heading.casefold()
        if len(heading) > 3 and any(
            folded in prose.one_line(name).casefold() for name in [*given, page]
        ):
            return heading
    if given:
        return prose.one_line(given[0])
    if len(headings) == 1:
        return headings[0]
    return _without_site(page) or next(iter(headings), "")


def _without_site(title: str) -> str:
    """A window title less the name of the site after its last bar or dash."""
    head, _, tail = re.sub(r"\s+[|–—·»\-]\s+(?=[^|–—·»]*$)", "\x00", title).partition("\x00")
    return head if head and len(head) > len(tail) else title
