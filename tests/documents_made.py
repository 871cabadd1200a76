"""One article made into a file of every kind, for tests that read it back.

Each maker writes one file into a folder and returns its path.
"""

from __future__ import annotations

import csv
import html
import io
import json
import textwrap
from collections.abc import Sequence
from email.message import EmailMessage
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

from PIL import Image

from newsdesk.core.article import Article

COLUMNS = ("title", "body", "image", "language", "section")

SAMPLE = Article(
    title="Harbour bridge reopens after two years of repairs",
    body="\n\n".join(
        (
            "The harbour bridge opened to traffic on Monday, two years after engineers found "
            "cracks in three of its steel arches. The first bus crossed at six in the morning, "
            "cheered by some forty people who had come with flasks of tea.",
            "The city paid 14.2 million for the work, a third more than planned. The council "
            "said that the price of steel had doubled while the old rivets were being replaced "
            "one by one, and that no lane would have to close again before 2060.",
            "Shopkeepers on the north bank hope that their customers return. “We sold half of "
            "what we sold before,” said the owner of a bakery beside the ramp. “Today the queue "
            "reached the corner again, and I had to send for more flour.”",
            "Cyclists have a track of their own for the first time. It is three metres wide and "
            "was asked for in a petition with 9,000 names.",
        )
    ),
)


def picture(width: int = 640, height: int = 400, kind: str = "PNG", colour: str = "teal") -> bytes:
    """A picture of one colour with a stripe, as the bytes of a file."""
    image = Image.new("RGB", (width, height), colour)
    image.paste("orange", (0, 0, width // 4, height))
    target = io.BytesIO()
    image.save(target, kind)
    return target.getvalue()


def make_txt(folder: Path, article: Article = SAMPLE, name: str = "article") -> Path:
    path = folder / f"{name}.txt"
    path.write_text(f"{article.title}\n\n{article.body}\n", encoding="utf-8")
    return path


def make_html(folder: Path, article: Article = SAMPLE, name: str = "article") -> Path:
    path = folder / f"{name}.html"
    path.write_text(page(article), encoding="utf-8")
    return path


def page(article: Article, head: str = "", before: str = "", after: str = "") -> str:
    """The article as a web page with menus and a footer."""
    menu = "".join(f'<li><a href="/{i}">Section {i}</a></li>' for i in range(8))
    parts = "".join(f"<p>{html.escape(part)}</p>\n" for part in article.body.split("\n\n"))
    title = html.escape(article.title)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{title} | The Daily Example</title>{head}</head><body>"
        f"<nav><ul>{menu}</ul></nav>{before}<main><article><h1>{title}</h1>\n{parts}</article>"
        f"</main>{after}<footer><p>© The Daily Example. All rights reserved.</p></footer>"
        f"</body></html>"
    )


def make_docx(
    folder: Path, article: Article = SAMPLE, name: str = "article", cover: bytes | None = None
) -> Path:
    import docx

    document = docx.Document()
    document.add_heading(article.title, level=0)
    if cover is not None:
        document.add_picture(io.BytesIO(cover))
    for part in article.body.split("\n\n"):
        document.add_paragraph(part)
    path = folder / f"{name}.docx"
    document.save(str(path))
    return path


def make_eml(
    folder: Path, article: Article = SAMPLE, name: str = "article", cover: bytes | None = None
) -> Path:
    message = EmailMessage()
    message["From"] = "desk@example.org"
    message["To"] = "editor@example.org"
    message["Subject"] = article.title
    message.set_content(article.body)
    if cover is not None:
        message.add_attachment(cover, maintype="image", subtype="png", filename="photo.png")
    path = folder / f"{name}.eml"
    path.write_bytes(message.as_bytes())
    return path


def make_mhtml(
    folder: Path, article: Article = SAMPLE, name: str = "article", cover: bytes | None = None
) -> Path:
    """As browsers save it: the page as quoted-printable, its pictures as parts."""
    whole = MIMEMultipart("related", type="text/html")
    whole["From"] = "<Saved by Example>"
    whole["Snapshot-Content-Location"] = "https://example.org/story"
    head = '<meta property="og:image" content="https://example.org/photo.png">' if cover else ""
    root = MIMEText(page(article, head=head), "html", "utf-8")
    root["Content-Location"] = "https://example.org/story"
    whole.attach(root)
    if cover is not None:
        image = MIMEImage(cover, "png")
        image["Content-Location"] = "https://example.org/photo.png"
        whole.attach(image)
    path = folder / f"{name}.mhtml"
    path.write_bytes(whole.as_bytes())
    return path


def make_csv(
    folder: Path, article: Article | Sequence[Article] = SAMPLE, name: str = "articles"
) -> Path:
    path = folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(_cells(article))
    return path


def make_jsonl(
    folder: Path, article: Article | Sequence[Article] = SAMPLE, name: str = "articles"
) -> Path:
    path = folder / f"{name}.jsonl"
    rows = (dict(zip(COLUMNS, cells, strict=True)) for cells in _cells(article))
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def make_xlsx(
    folder: Path, article: Article | Sequence[Article] = SAMPLE, name: str = "articles"
) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for cells in (COLUMNS, *_cells(article)):
        sheet.append(list(cells))
    path = folder / f"{name}.xlsx"
    book.save(path)
    return path


def make_pdf(
    folder: Path,
    article: Article = SAMPLE,
    name: str = "article",
    lines_a_page: int = 46,
    with_title: bool = True,
) -> Path:
    """Set in Helvetica, lines broken at 80 characters, a little space between paragraphs.

    Western letters only (WinAnsi), as the fonts built into every reader have no others.
    """
    lines: list[tuple[float, int, str]] = []  # space above, font size, text
    for line in textwrap.wrap(article.title, 50):
        lines.append((22, 18, line))
    for part in article.body.split("\n\n"):
        wrapped = textwrap.wrap(part, 80, break_on_hyphens=False)
        lines += [(24 if first == 0 else 14, 11, line) for first, line in enumerate(wrapped)]
    pages = [lines[at : at + lines_a_page] for at in range(0, len(lines), lines_a_page)]
    path = folder / f"{name}.pdf"
    path.write_bytes(pdf([_drawn(page) for page in pages], article.title if with_title else ""))
    return path


def pdf(contents: Sequence[bytes], title: str = "") -> bytes:
    """A PDF with one content stream a page and one font, /F1."""
    objects: list[bytes] = [b"", b"", b""]  # catalogue, pages and font come last
    kids = []
    for content in contents:
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    objects[2] = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    objects.append(b"<< /Title <%s> >>" % ("\ufeff" + title).encode("utf-16-be").hex().encode())
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    out += b"trailer << /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(objects),
        start,
    )
    return bytes(out)


def _drawn(lines: Sequence[tuple[float, int, str]]) -> bytes:
    height = 800.0
    out = []
    for above, size, line in lines:
        height -= above
        raw = line.encode("cp1252").replace(b"\\", b"\\\\")
        raw = raw.replace(b"(", b"\\(").replace(b")", b"\\)")
        out.append(b"BT /F1 %d Tf 60 %.1f Td (%s) Tj ET" % (size, height, raw))
    return b"\n".join(out)


def _cells(article: Article | Sequence[Article]) -> list[tuple[str, ...]]:
    articles = [article] if isinstance(article, Article) else article
    return [(a.title, a.body, "", a.language or "", "") for a in articles]
