"""Mail (eml) and saved web pages in mail form (mhtml) to an article."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from newsdesk.core.article import Article
from newsdesk.core.errors import Notice
from newsdesk.core.pictures import header_size, picture_type
from newsdesk.documents import covers, html, prose
from newsdesk.documents.encoding import Choice, declared_in_markup, decode
from newsdesk.documents.source import Source, damaged, empty

if TYPE_CHECKING:
    from email.message import Message  # loaded with the first mail

_SMALLEST_INLINE = 120  # pixels; smaller ones are logos and signatures


@dataclass
class _Contents:
    """What was found in a message: its words in both forms, pictures, and other attachments."""

    plain: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    pictures: list[Message] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    inner: list[Message] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)


def read_mail(source: Source) -> Article:
    """One message: subject and body, the first attached picture as the cover.

    Raises DocumentError: `damaged`, `empty`.
    """
    message = _parse(source)
    contents = _contents(message, source.encoding)
    subject = _subject(message)
    if not contents.plain and not contents.pages and contents.inner:
        # A message forwarded as an attachment, with no word of its own.
        message = contents.inner[0]
        pictures = contents.pictures
        contents = _contents(message, source.encoding)
        contents.pictures += pictures
        subject = _subject(message) or subject
    elif contents.inner:
        contents.ignored += [_subject(inner) or "forwarded message" for inner in contents.inner]
    article = _words(subject, contents, source)
    if not article.title and not article.body:
        raise empty(source.name)
    article = _with_attached_picture(article, contents.pictures)
    if contents.ignored:
        names = ", ".join(contents.ignored)
        article = article.with_notice(
            "attachments_ignored",
            f"The mail's other attachments were not read: {names}. Drop them by themselves.",
        )
    return article


def read_mhtml(source: Source) -> Article:
    """A page saved as one file; its pictures are those saved within.

    Raises DocumentError: `damaged`, `no_article`.
    """
    message = _parse(source)
    root = next((part for part in message.walk() if part.get_content_type() == "text/html"), None)
    if root is None:
        raise damaged(source.name, "there is no web page in it")
    data = _payload(root)
    declared = root.get_content_charset() or declared_in_markup(data)
    decoded = decode(data, declared, source.encoding)
    article = html.page_to_article(decoded.text, source.name, _within(message))
    return replace(
        article,
        source=str(source.path),
        notices=(*decoded.notices(source.name), *article.notices),
    )


def _parse(source: Source) -> Message:
    from email import policy
    from email.parser import BytesParser

    message = BytesParser(policy=policy.default).parsebytes(source.data)
    if not message.keys():
        raise damaged(source.name, "it does not begin with the headers of a mail")
    return message


def _contents(message: Message, encoding: str | None) -> _Contents:
    contents = _Contents()
    _collect(message, contents, encoding)
    return contents


def _collect(part: Message, into: _Contents, encoding: str | None) -> None:
    kind = part.get_content_type()
    if kind == "message/rfc822":
        into.inner += _children(part)
    elif part.is_multipart():
        for child in _children(part):
            _collect(child, into, encoding)
    elif _is_picture(part):
        into.pictures.append(part)
    elif kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
        data = _payload(part)
        declared = part.get_content_charset()
        if kind == "text/html":
            declared = declared or declared_in_markup(data)
        decoded = decode(data, declared, encoding)
        into.choices.append(decoded.choice)
        if decoded.text.strip():
            (into.pages if kind == "text/html" else into.plain).append(decoded.text)
    elif part.get_filename() or part.get_content_disposition() == "attachment":
        into.ignored.append(prose.one_line(part.get_filename() or kind))


def _children(part: Message) -> list[Message]:
    payload: Any = part.get_payload()
    # The parts of a damaged multipart may be one string.
    return [child for child in payload if not isinstance(child, str)]


def _words(subject: str, contents: _Contents, source: Source) -> Article:
    """Title and body from the plain text, or from the HTML where the plain text is a stub."""
    notice = next((c.notice(source.name) for c in contents.choices if not c.certain), None)
    notices: tuple[Notice, ...] = (notice,) if notice else ()
    plain = prose.tidy("\n\n".join(contents.plain))
    page = Article("", "")
    if contents.pages and (not plain or len(plain) * 5 < len("".join(contents.pages)) / 4):
        page = html.fragment_to_article("\n".join(contents.pages), source.name, lambda _: None)
        page = covers.without_notices_on_covers(page)
    if len(page.body) > 2 * len(plain) or not plain:
        title = subject or page.title
        body = page.body
        if subject and page.title and not prose.same_words(subject, page.title):
            body = f"{page.title}\n\n{body}".strip()
        return Article(
            title, body, str(source.path), cover=page.cover, language=page.language, notices=notices
        )
    if not subject:
        subject, plain = prose.split_title(plain)
    return Article(subject, plain, str(source.path), notices=notices)


def _with_attached_picture(article: Article, pictures: list[Message]) -> Article:
    """The first attached picture, or the first one in the text that is no logo."""
    rejected: Article | None = None
    for part in pictures:
        data = _payload(part)
        attached = part.get_content_disposition() == "attachment"
        if not attached and 0 < min(header_size(data)) < _SMALLEST_INLINE:
            continue
        name = prose.one_line(part.get_filename() or "in the mail")
        tried = covers.with_picture(article, data, f"attachment {name}")
        if tried.cover is not None:
            return tried
        rejected = rejected or tried
    return rejected or article


def _is_picture(part: Message) -> bool:
    if part.get_content_maintype() == "image":
        return part.get_content_subtype() != "svg+xml"
    return part.get_content_type() == "application/octet-stream" and bool(
        picture_type(_payload(part)[:32])
    )


def _within(message: Message) -> html.FindPicture:
    """Looks for pictures among the parts of the message, by address or content id."""
    parts: dict[str, Message] = {}
    for part in message.walk():
        if part.get_content_maintype() == "image":
            location = str(part.get("Content-Location", "")).strip()
            content_id = str(part.get("Content-ID", "")).strip().strip("<>")
            for key in (location, f"cid:{content_id}", PurePosixPath(_path(location)).name):
                parts.setdefault(key, part)

    def find(reference: str) -> html.Picture | None:
        name = PurePosixPath(_path(reference)).name
        part = parts.get(reference) or (parts.get(name) if name else None)
        return (_payload(part), name or "picture in the page") if part is not None else None

    return find


def _path(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def _payload(part: Message) -> bytes:
    data: Any = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _subject(message: Message) -> str:
    """The subject decoded; raw bytes in it, which the standard forbids, are guessed at."""
    raw = next((str(v) for k, v in message.raw_items() if k.lower() == "subject"), "")
    if any("\udc80" <= char <= "\udcff" for char in raw):
        return prose.one_line(decode(raw.encode("utf-8", "surrogateescape")).text)
    try:
        return prose.one_line(str(message.get("Subject", "")))
    except Exception:  # the header parser gives up on some malformed encoded words
        return prose.one_line(raw)
