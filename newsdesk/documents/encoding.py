"""Bytes to text: BOM, strict UTF-8, what the document declares, then a guess that is told.

A guess weighs the non-ASCII bytes only: in a table of 3,000 ASCII rows and one Chinese row,
everything else says nothing about the encoding.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from newsdesk.core.errors import DocumentError, Notice
from newsdesk.documents.likelihood import most_likely

How = Literal["given", "bom", "utf-8", "declared", "guessed", "uncertain", "damaged"]

CHUNK = 1 << 20
_SAMPLE_BYTES = 4000
_FEW_BYTES = 6
# Pieces between bytes that are never the second half of a character in any encoding weighed.
_PIECE = re.compile(rb"[\x30-\xff]+")
_HIGH = re.compile(rb"[\x80-\xff]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What a name means in practice, as browsers read it: the wider code page of the same family.
_WIDER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "cp950",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
ENCODINGS = {
    "cp1252": "Western European (Windows-1252)",
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "koi8-r": "Cyrillic (KOI8-R)",
    "cp866": "Cyrillic (DOS 866)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "cp1255": "Hebrew (Windows-1255)",
    "cp1256": "Arabic (Windows-1256)",
    "cp874": "Thai (Windows-874)",
    "cp950": "Traditional Chinese (Big5)",
    "gb18030": "Simplified Chinese (GB18030)",
    "cp932": "Japanese (Shift JIS)",
    "euc_jp": "Japanese (EUC-JP)",
    "cp949": "Korean (EUC-KR)",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """Which encoding a file is read with, and how that was settled.

    encoding: a Python codec name.
    nul_share: NUL characters among all bytes, 0 to 1; more than a few speak of a binary file.
    """

    encoding: str
    how: How
    nul_share: float = 0.0

    @property
    def label(self) -> str:
        """The encoding's name for people."""
        return ENCODINGS.get(self.encoding, self.encoding.upper().removesuffix("-SIG"))

    @property
    def certain(self) -> bool:
        """True where the file itself, or the person, says so."""
        return self.how not in ("guessed", "uncertain", "damaged")

    def notice(self, name: str) -> Notice | None:
        """What the reader should be told about the encoding of the file called `name`."""
        if self.how == "guessed":
            return Notice(
                "encoding_guessed",
                f"{name} does not say in which encoding it was saved: read as {self.label}. "
                "Choose another encoding if the text looks wrong.",
            )
        if self.how == "uncertain":
            return Notice(
                "encoding_uncertain",
                f"{name} holds too few accented or foreign letters to tell its encoding: read as "
                f"{self.label}. Check those letters, and choose the encoding if they are wrong.",
            )
        if self.how == "damaged":
            return Notice(
                "encoding_damaged",
                f"{name} is {self.label} with some bytes that are not: "
                "the characters that could not be read are shown as �.",
            )
        return None


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and how it was read."""

    text: str
    choice: Choice

    @property
    def encoding(self) -> str:
        return self.choice.encoding

    @property
    def certain(self) -> bool:
        return self.choice.certain

    def notices(self, name: str) -> tuple[Notice, ...]:
        """The notices about the encoding for a file called `name`; none where it is certain."""
        notice = self.choice.notice(name)
        return (notice,) if notice else ()


def decode(data: bytes, declared: str | None = None, encoding: str | None = None) -> Decoded:
    """Bytes to text; never raises for the bytes, marks what cannot be read with U+FFFD.

    declared: what the document says of itself (HTML meta, XML prolog, mail header).
    encoding: what the person chose; it overrides everything. Raises DocumentError
    (`unknown_encoding`) where there is none of that name.
    """
    choice = choose([data], declared, encoding)
    return Decoded(data.decode(choice.encoding, errors="replace"), choice)


def choose(
    chunks: Iterable[bytes], declared: str | None = None, encoding: str | None = None
) -> Choice:
    """Settle the encoding of a file read in pieces, without holding it in memory."""
    if encoding is not None:
        codec = _codec(encoding)
        if codec is None:
            raise DocumentError(
                "unknown_encoding",
                f"There is no encoding called “{encoding}”.",
                "Choose one such as utf-8, cp1252, big5 or gb18030.",
            )
        return Choice(codec, "given")
    return _Survey(chunks, _codec(declared) if declared else None).verdict()


def declared_in_markup(data: bytes) -> str | None:
    """The charset that an HTML page or XML file names in its first 4,096 bytes."""
    found = re.search(
        rb"""<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)|<meta[^>]*charset\s*=\s*["']?\s*([\w.:-]+)""",
        data[:4096],
        re.IGNORECASE,
    )
    return (found[1] or found[2]).decode("ascii") if found else None


class _Survey:
    """One pass over the bytes: is it UTF-8, which pieces are not ASCII, how many NULs."""

    def __init__(self, chunks: Iterable[bytes], declared: str | None) -> None:
        self._declared = declared
        self._head = b""
        self._size = self._even_nuls = self._odd_nuls = 0
        self._pieces: list[bytes] = []
        self._sampled = 0
        self._utf8 = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._read_as_utf8 = self._broken = 0
        self._strict_utf8 = _StrictCheck("utf-8")
        self._strict = _StrictCheck(declared) if declared else None
        for chunk in chunks:
            self._take(chunk)
        self._count_utf8(self._utf8.decode(b"", final=True))

    def _take(self, chunk: bytes) -> None:
        self._head = self._head or chunk[:4096]
        if b"\0" in chunk:
            first, second = chunk[::2].count(0), chunk[1::2].count(0)
            even, odd = (first, second) if self._size % 2 == 0 else (second, first)
            self._even_nuls += even
            self._odd_nuls += odd
        self._size += len(chunk)
        self._strict_utf8.take(chunk)
        if self._strict:
            self._strict.take(chunk)
        if chunk.isascii():
            self._count_utf8(self._utf8.decode(chunk))
            return
        self._count_utf8(self._utf8.decode(chunk))
        for piece in _pieces(chunk):
            if self._sampled >= _SAMPLE_BYTES:
                break
            self._pieces.append(piece)
            self._sampled += len(piece)

    def _count_utf8(self, text: str) -> None:
        if not text.isascii():
            broken = text.count("\ufffd")
            self._broken += broken
            self._read_as_utf8 += len(text) - len(text.encode("ascii", "ignore")) - broken

    def verdict(self) -> Choice:
        for mark, codec in _BOMS:
            if self._head.startswith(mark):
                return Choice(codec, "bom")
        nuls = self._even_nuls + self._odd_nuls
        share = nuls / self._size if self._size else 0.0
        if share > 0.2 and min(self._even_nuls, self._odd_nuls) < nuls / 20:
            codec = "utf-16-le" if self._odd_nuls > self._even_nuls else "utf-16-be"
            if not _CONTROL.search(self._head.decode(codec, errors="ignore")):
                return Choice(codec, "guessed")
        # Seven-bit Japanese and Chinese mail is ASCII to the eye of a UTF-8 decoder.
        shifted = self._declared in ("iso2022_jp", "iso2022_jp_2", "iso2022_kr", "hz")
        if shifted and self._declared and not self._read_as_utf8:
            return Choice(self._declared, "declared", share)
        if self._strict_utf8.passed():
            return Choice("utf-8", "utf-8", share)
        if self._declared and self._strict and self._strict.passed():
            return Choice(self._declared, "declared", share)
        if self._read_as_utf8 > 20 * self._broken:
            return Choice("utf-8", "damaged", share)
        sample = b" ".join(self._pieces)
        likely, clear = most_likely(sample)
        enough = clear and len(_HIGH.findall(sample)) >= _FEW_BYTES
        return Choice(likely, "guessed" if enough else "uncertain", share)


class _StrictCheck:
    """Whether every byte so far is good in one encoding."""

    def __init__(self, codec: str) -> None:
        self._decoder = codecs.getincrementaldecoder(codec)()
        self._good = True

    def take(self, chunk: bytes) -> None:
        if self._good:
            try:
                self._decoder.decode(chunk)
            except UnicodeError:
                self._good = False

    def passed(self) -> bool:
        if self._good:
            try:
                self._decoder.decode(b"", final=True)
            except UnicodeError:
                self._good = False
        return self._good


def _pieces(chunk: bytes) -> Iterator[bytes]:
    """Words with bytes that are not ASCII; of a very long one, the part where they begin."""
    for match in _PIECE.finditer(chunk):
        high = _HIGH.search(match[0])
        if high:
            yield match[0][max(0, high.start() - 20) : high.start() + _SAMPLE_BYTES]


def _codec(name: str) -> str | None:
    """Python's name of a text encoding, widened as browsers do; None where there is none."""
    try:
        info = codecs.lookup(name.strip())
        "".encode(info.name)
    except (LookupError, ValueError, UnicodeError):
        return None
    return _WIDER.get(info.name, info.name)
