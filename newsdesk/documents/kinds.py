"""What a file is: by the signature in its bytes where there is one, else by its extension."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Literal

from newsdesk.core.errors import DocumentError
from newsdesk.core.pictures import picture_type
from newsdesk.documents.source import damaged

Kind = Literal[
    "text", "markdown", "html", "mail", "mhtml", "word", "pdf", "json", "jsonl", "delimited",
    "workbook", "parquet", "picture",
]  # fmt: skip

HEAD = 4096
SUPPORTED = "txt, md, html, eml, mhtml, docx, pdf, json, jsonl, csv, tsv, tab, xlsx and parquet"
PICTURE_EXTENSIONS = (
    ".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".gif", ".bmp",
    ".jpe", ".jfif",
)  # fmt: skip
TABLES: frozenset[Kind] = frozenset({"json", "jsonl", "delimited", "workbook", "parquet"})

_BY_EXTENSION: dict[str, Kind] = {
    ".txt": "text", ".text": "text",
    ".md": "markdown", ".markdown": "markdown",
    ".html": "html", ".htm": "html", ".xhtml": "html", ".shtml": "html",
    ".eml": "mail",
    ".mhtml": "mhtml", ".mht": "mhtml",
    ".docx": "word",
    ".pdf": "pdf",
    ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".csv": "delimited", ".tsv": "delimited", ".tab": "delimited",
    ".xlsx": "workbook", ".xlsm": "workbook",
    ".parquet": "parquet", ".pq": "parquet",
    **dict.fromkeys(PICTURE_EXTENSIONS, "picture"),
}  # fmt: skip
_REMEDIES = {
    ".doc": "Save it as .docx in Word or LibreOffice, then drop that.",
    ".dot": "Save it as .docx in Word or LibreOffice, then drop that.",
    ".docm": "Save it as .docx, without macros, then drop that.",
    ".odt": "Save it as .docx in LibreOffice, then drop that.",
    ".rtf": "Save it as .docx in Word or LibreOffice, then drop that.",
    ".pages": "Export it as Word (.docx) in Pages, then drop that.",
    ".xls": "Save it as .xlsx or .csv, then drop that.",
    ".ods": "Save it as .xlsx or .csv, then drop that.",
    ".numbers": "Export it as .csv in Numbers, then drop that.",
    ".msg": "Save the message as .eml, then drop that.",
    ".zip": "Unpack it, then drop the folder.",
}
_MARKUP = re.compile(r"\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(!doctype\s+html|html)\b", re.I | re.S)
_MHTML = re.compile(rb"\s*(From: <Saved by|MIME-Version:)", re.I)


def kind_of(path: Path, head: bytes) -> Kind:
    """The kind of a file from its name and its first `HEAD` bytes.

    Raises DocumentError: `unsupported`, `encrypted` (Office files with a password).
    """
    extension = path.suffix.lower()
    signed = _signed(path, head, extension)
    if signed is not None:
        return signed
    found = _BY_EXTENSION.get(extension)
    if found in (None, "word", "text", "html") and _looks_like_html(head):
        return "html"
    if found in (None, "word") and _MHTML.match(head) and b"\nFrom:" not in head:
        return "mhtml"
    if found is not None:
        return found
    if not extension and _is_plain(head):
        return "text"
    raise unsupported(path)


def unsupported(path: Path, what: str = "") -> DocumentError:
    """The error that names a type which is not read, and those that are."""
    extension = path.suffix.lower()
    what = what or (f"a {extension} file" if extension else "of an unknown type")
    remedy = _REMEDIES.get(extension, "Save or export it as one of these types.")
    return DocumentError(
        "unsupported",
        f"{path.name} is {what}, which Newsdesk does not read. It reads {SUPPORTED}.",
        remedy,
    )


def _signed(path: Path, head: bytes, extension: str) -> Kind | None:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"%PDF-") or (extension == ".pdf" and b"%PDF-" in head[:1024]):
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped(path, extension)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        raise _compound(path, extension)
    if head.startswith(b"PAR1"):
        return "parquet"
    if start.startswith(b"{\\rtf"):
        raise unsupported(path, "a rich text (RTF) file")
    return "picture" if picture_type(head) else None


def _zipped(path: Path, extension: str) -> Kind | None:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError):
        return _BY_EXTENSION.get(extension)  # its reader says in what way it is damaged
    if "word/document.xml" in names:
        return "word"
    if "xl/workbook.xml" in names:
        return "workbook"
    if extension in (".docx", ".xlsx", ".xlsm"):
        return _BY_EXTENSION[extension]
    if extension in _BY_EXTENSION:
        raise unsupported(path, "a zip archive in spite of its name")
    raise unsupported(path)


def _compound(path: Path, extension: str) -> DocumentError:
    """Old Office files, and new ones with a password, share one container format."""
    with path.open("rb") as file:
        container = file.read(200_000_000)
    if "EncryptedPackage".encode("utf-16-le") in container:
        return DocumentError(
            "encrypted",
            f"{path.name} is protected with a password.",
            "Open it, remove the password, save it, and drop it again.",
        )
    if extension == ".docx":
        return unsupported(path.with_suffix(".doc"), "an old Word (.doc) file in spite of its name")
    return unsupported(path)


def _looks_like_html(head: bytes) -> bool:
    for mark, codec in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if head.startswith(mark):
            return bool(_MARKUP.match(head.decode(codec, errors="ignore")))
    return bool(_MARKUP.match(head.removeprefix(b"\xef\xbb\xbf").decode("latin-1")))


def _is_plain(head: bytes) -> bool:
    odd = sum(byte < 32 and byte not in b"\t\n\r\x0c" for byte in head)
    return odd == 0


def open_archive(data: bytes, name: str, limit: int = 500_000_000) -> zipfile.ZipFile:
    """An Office file's archive, its unpacked size checked before anything is unpacked.

    Raises DocumentError: `damaged`, or `too_large` above `limit` bytes.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise damaged(name, "its container is broken or cut short") from error
    size = sum(entry.file_size for entry in archive.infolist())
    if size > limit:
        raise DocumentError(
            "too_large",
            f"{name} would unpack to {size // 1_000_000:,} MB, above the limit of "
            f"{limit // 1_000_000} MB.",
            "Divide it into smaller files.",
        )
    return archive
