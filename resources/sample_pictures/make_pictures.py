"""Draws the pictures of the sample articles and sets those that live inside a document.

Run `python make_pictures.py` in this folder. The words of the Word document and of the mail
live in these files themselves; both are written anew around the fresh picture.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import scenes_indoors as indoors
import scenes_outdoors as outdoors
from canvas import Canvas
from docx import Document
from docx.shared import Cm

FOLDER = Path(__file__).resolve().parent.parent / "samples"
WORD = FOLDER / "02-orchard-bank-lifts-profit.docx"
MAIL = FOLDER / "07-turbines-that-listen.eml"

BESIDE: dict[str, Callable[[], Canvas]] = {
    "01-second-plant-by-the-river": outdoors.river_plant,
    "03-coalition-survives-by-one-vote": indoors.parliament,
    "04-how-tramline-changed-an-election": outdoors.skyline,
    "05-lindmouth-win-after-power-cut": outdoors.stadium,
    "08-hearing-aid-chip-runs-for-a-month": indoors.chip,
    "09-two-hour-sepsis-test": indoors.corridor,
    "10-lost-operetta-returns": indoors.curtain,
}


def word_document(title: str, paragraphs: Sequence[str], picture: bytes) -> bytes:
    """A Word document with a heading, the picture and the paragraphs."""
    document = Document()
    about = document.core_properties
    about.title, about.author, about.comments, about.language = title, "Mirren Aske", "", "en"
    about.created = about.modified = datetime(2026, 1, 15, 9, 30, tzinfo=UTC)
    document.add_heading(title, level=1)
    document.add_picture(io.BytesIO(picture), width=Cm(15))
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def mail(title: str, body: str, picture: bytes) -> bytes:
    """A mail with a plain text and the picture attached."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = "Jonas Ferrow <jonas.ferrow@skarrow-press.example>"
    message["To"] = "Science desk <science@ledger.example>"
    message["Subject"] = title
    message["Date"] = datetime(2026, 1, 15, 9, 30, tzinfo=UTC)
    message["Message-ID"] = "<turbines-that-listen@skarrow-press.example>"
    message["Content-Language"] = "en"
    message.set_content(body, cte="quoted-printable")
    message.add_attachment(picture, maintype="image", subtype="jpeg", filename=f"{MAIL.stem}.jpg")
    message.set_boundary("=_turbines-that-listen")
    return message.as_bytes()


def refresh_word() -> None:
    """The Word document again, its words kept, its picture drawn anew."""
    title, *paragraphs = [p.text for p in Document(str(WORD)).paragraphs if p.text.strip()]
    WORD.write_bytes(word_document(title, paragraphs, indoors.orchard_chart().jpeg()))


def refresh_mail() -> None:
    """The mail again, its words kept, its picture drawn anew."""
    old = message_from_bytes(MAIL.read_bytes(), policy=policy.default)
    text = old.get_body(("plain",))
    if text is None:
        raise SystemExit(f"{MAIL.name} has no plain text to keep.")
    body = text.get_content().replace("\r\n", "\n")
    MAIL.write_bytes(mail(old["Subject"], body, outdoors.turbines().jpeg()))


if __name__ == "__main__":
    for stem, scene in BESIDE.items():
        (FOLDER / f"{stem}.jpg").write_bytes(scene().jpeg())
    refresh_word()
    refresh_mail()
