"""Plain text files and Markdown to an article."""

from __future__ import annotations

import re
from dataclasses import replace

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents import covers, prose
from newsdesk.documents.dividing import divide
from newsdesk.documents.encoding import Decoded, decode
from newsdesk.documents.source import Source, empty

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_FIELD = re.compile(r"^(\w+)[ \t]*:[ \t]*(.*)$", re.M)
_IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)>\s]+(?: [^)>\s]+)*?)>?(?:\s+[\"'][^)]*)?\)")
_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t#]*$", re.M)
_UNDERLINED = re.compile(r"\A(\S.*)\n=+[ \t]*$", re.M)
_COVER_FIELDS = ("cover", "image", "thumbnail", "hero", "picture")
_MARKS = (
    (re.compile(r"<!--.*?-->", re.S), ""),
    (re.compile(r"^[ \t]*(```|~~~).*$", re.M), ""),
    (re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t#]*$", re.M), r"\n\1\n"),
    (re.compile(r"^[ \t]{0,3}(=+|-{3,}|\*{3,}|_{3,})[ \t]*$", re.M), ""),
    (re.compile(r"^[ \t]*>[ \t]?", re.M), ""),
    (re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+", re.M), ""),
    (re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])"), r"\1"),
    (re.compile(r"^\[[^\]]+\]:[ \t].*$", re.M), ""),
    (re.compile(r"(\*\*|__)(?=\S)(.{1,500}?)(?<=\S)\1", re.S), r"\2"),
    (re.compile(r"(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>]*>"), ""),
    (re.compile(r"\\([\\`*_{}\[\]()#+\-.!>])"), r"\1"),
)


def read_text(source: Source) -> Article:
    """A text file; its first line is the title where it is short and more follows.

    Raises DocumentError: `binary`, `empty`.
    """
    decoded = _decoded(source)
    return _from_text(decoded.text, source, decoded)


def read_markdown(source: Source) -> Article:
    """A Markdown file: title from front matter or first heading, light markup taken off.

    Raises DocumentError: `binary`, `empty`.
    """
    decoded = _decoded(source)
    return _from_markdown(decoded.text, source, decoded)


def read_several(source: Source, separator: str, markdown: bool) -> list[Article]:
    """A file that holds several articles with a separator's line between them, rows from 1 on.

    Raises DocumentError: `binary`, `empty`.
    """
    decoded = _decoded(source)
    parts = divide(decoded.text, separator)
    if not parts:
        raise empty(source.name)
    make = _from_markdown if markdown else _from_text
    return [
        replace(make(part, source, decoded), row=row) for row, part in enumerate(parts, start=1)
    ]


def plain_text(source: Source) -> str:
    """The whole of a text file, as it was decoded.

    Raises DocumentError: `binary`.
    """
    return _decoded(source).text


def _from_text(text: str, source: Source, decoded: Decoded) -> Article:
    title, body = prose.split_title(text)
    if not title and not body:
        raise empty(source.name)
    return Article(title, body, str(source.path), notices=decoded.notices(source.name))


def _from_markdown(text: str, source: Source, decoded: Decoded) -> Article:
    fields, text = _front_matter(prose.clean(text).lstrip("\n"))
    title, text = _title(fields, text.strip())
    images = [fields[name] for name in _COVER_FIELDS if fields.get(name)]
    images += _IMAGE.findall(text)
    body = _plain(text)
    if not title:
        title, body = prose.split_title(body)
    if not title and not body:
        raise empty(source.name)
    language = fields.get("lang") or fields.get("language") or None
    article = Article(
        title, body, str(source.path), language=language, notices=decoded.notices(source.name)
    )
    return _with_image(article, images, source)


def _decoded(source: Source) -> Decoded:
    decoded = decode(source.data, encoding=source.encoding)
    odd = sum(source.data.count(byte) for byte in (1, 2, 3, 4, 5, 6, 14, 15, 16))
    plain = decoded.choice.how in ("bom", "given") or decoded.encoding.startswith("utf-16")
    if not plain and (decoded.choice.nul_share > 0 or odd > len(source.data) / 50):
        raise DocumentError(
            "binary",
            f"{source.name} is named as a text but holds binary data.",
            "Check what kind of file it is, and drop it under its right name.",
        )
    return decoded


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    found = _FRONT_MATTER.match(text)
    if not found:
        return {}, text
    fields = {key.lower(): value.strip().strip("\"'") for key, value in _FIELD.findall(found[1])}
    return fields, text[found.end() :]


def _title(fields: dict[str, str], text: str) -> tuple[str, str]:
    """The title, and the text without the heading that repeats it."""
    heading = _UNDERLINED.match(text) or _HEADING.search(text)
    given = prose.one_line(fields.get("title", ""))
    if heading:
        words = prose.one_line(_plain(heading[1]))
        if not given or prose.same_words(given, words):
            return words, f"{text[: heading.start()]}\n\n{text[heading.end() :]}"
    return given, text


def _plain(text: str) -> str:
    text = _IMAGE.sub("", text)
    for mark, instead in _MARKS:
        text = mark.sub(instead, text)
    return prose.tidy(text)


def _with_image(article: Article, images: list[str], source: Source) -> Article:
    """The first image that lies beside the file; else a word on the first one that does not."""
    folder = source.path.parent
    for image in images:
        found = covers.local_file(image, folder)
        if found:
            return covers.with_picture_file(article, found)
    if not images:
        return article
    first = images[0]
    return (
        covers.remote(article, first) if covers.is_remote(first) else covers.missing(article, first)
    )
