"""Word documents (docx) to an article: title, paragraphs and tables in their order, a picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from newsdesk.core.article import Article
from newsdesk.core.pictures import header_size, picture_type
from newsdesk.documents import covers, prose
from newsdesk.documents.kinds import open_archive
from newsdesk.documents.source import Source, damaged, empty

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# Text that is shown twice, has been struck out, or stands outside the run of the article.
_LEFT_OUT = frozenset((_FALLBACK, f"{_W}txbxContent", f"{_W}del", f"{_W}moveFrom"))
_INSTEAD = {
    f"{_W}tab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "-",
}
_SMALLEST_SIDE = 150  # pixels; smaller pictures are logos and ornaments
_UNNAMED = ("word document", "document1", "microsoft word", "untitled")


def read_word(source: Source) -> Article:
    """A docx; its title is the paragraph styled as one, else the document's property.

    Raises DocumentError: `damaged`, `too_large`, `empty`.
    """
    open_archive(source.data, source.name).close()
    import docx

    try:
        document = docx.Document(io.BytesIO(source.data))
    except (KeyError, ValueError) as error:
        raise damaged(source.name, "parts of the Word document are missing") from error
    parts = [(part, text) for part in _parts(document) if (text := _text(part))]
    title, body = _title_and_body(parts, document)
    if not title and not body:
        raise empty(source.name)
    language = (document.core_properties.language or "").strip() or None
    article = Article(title, "\n\n".join(body), str(source.path), language=language)
    return _with_first_picture(article, document)


def _parts(document: Any) -> Iterator[Any]:
    """Every paragraph of the body, those of tables and content controls too, in order."""
    return _kept(document.element.body, f"{_W}p")


def _kept(element: Any, tag: str) -> Iterator[Any]:
    """Descendants with a tag, none of them below what is left out."""
    for child in element:
        if child.tag in _LEFT_OUT:
            continue
        if child.tag == tag:
            yield child
        yield from _kept(child, tag)


def _text(part: Any) -> str:
    """The words of one paragraph, tracked insertions accepted and deletions left out."""

    def words(element: Any) -> Iterator[str]:
        for child in element:
            if child.tag in _LEFT_OUT or child.tag == f"{_W}p":
                continue
            if child.tag == f"{_W}t":
                yield child.text or ""
            elif child.tag in _INSTEAD and element.tag == f"{_W}r":
                yield _INSTEAD[child.tag]
            else:
                yield from words(child)

    return prose.clean("".join(words(part))).strip()


def _title_and_body(parts: list[tuple[Any, str]], document: Any) -> tuple[str, list[str]]:
    texts = [text for _, text in parts]
    place = _title_place(parts, document)
    if place is not None:
        return prose.one_line(texts[place]), texts[:place] + texts[place + 1 :]
    given = prose.one_line(document.core_properties.title or "")
    if given and not given.casefold().startswith(_UNNAMED):
        if texts and prose.same_words(texts[0], given):
            texts = texts[1:]
        return given, texts
    if len(texts) > 1 and len(texts[0]) <= prose.TITLE_LENGTH:
        return prose.one_line(texts[0]), texts[1:]
    return "", texts


def _title_place(parts: list[tuple[Any, str]], document: Any) -> int | None:
    """Where the title stands: styled Title, else a heading or bold line near the top."""
    names = {style.style_id: (style.name or "") for style in document.styles}
    styles = [names.get(part.style or "", part.style or "").casefold() for part, _ in parts]
    if "title" in styles:
        return styles.index("title")
    for place, style in enumerate(styles[:3]):
        if style.startswith("heading"):
            return place
    for place, (part, text) in enumerate(parts[:3]):
        if len(parts) > 1 and len(text) <= prose.TITLE_LENGTH and _bold(part):
            return place
    return None


def _bold(part: Any) -> bool:
    runs = [run for run in _kept(part, f"{_W}r") if run.find(f"{_W}t") is not None]
    return bool(runs) and all(_is_on(run.find(f"{_W}rPr/{_W}b")) for run in runs)


def _is_on(mark: Any | None) -> bool:
    return mark is not None and mark.get(f"{_W}val", "1") not in ("0", "false", "off")


def _with_first_picture(article: Article, document: Any) -> Article:
    """The first picture of a good size, in the document's order."""
    rejected: Article | None = None
    for node in document.element.body.iter():
        reference = node.get(_EMBED) or (
            node.get(_ID) if str(node.tag).endswith("}imagedata") else None
        )
        part = document.part.related_parts.get(reference) if reference else None
        data = getattr(part, "blob", b"")
        if not picture_type(data[:32]):
            continue
        if 0 < min(header_size(data)) < _SMALLEST_SIDE:
            continue
        tried = covers.with_picture(article, data, f"picture in {article_name(article)}")
        if tried.cover is not None:
            return tried
        rejected = rejected or tried
    return rejected or article


def article_name(article: Article) -> str:
    """The name of the file that an article came from."""
    return article.source.replace("\\", "/").rpartition("/")[2]
