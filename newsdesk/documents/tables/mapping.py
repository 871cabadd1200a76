"""Which column holds the title, the body, the cover: guessed from names, then from contents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields

from newsdesk.core.errors import DocumentError
from newsdesk.documents.columns import ColumnMapping, TablePreview

# Best names first; a column called just so wins over one whose name only contains the word.
_NAMES: dict[str, tuple[str, ...]] = {
    "title": (
        "title", "headline", "heading", "head", "subject", "標題", "标题", "題目", "题目",
        "заголовок", "название", "titre", "titel", "überschrift", "título", "titulo", "titolo",
        "name",
    ),
    "body": (
        "body", "text", "content", "contents", "article", "fulltext", "story", "maintext",
        "內容", "内容", "內文", "正文", "本文", "文章", "текст", "содержание", "статья", "texte",
        "contenu", "inhalt", "texto", "contenido", "testo", "news", "document", "sentence",
        "description", "summary", "abstract", "摘要", "описание", "lead",
    ),
    "cover": (
        "cover", "image", "picture", "photo", "img", "thumbnail", "imagepath", "imagefile",
        "封面", "圖片", "图片", "照片", "обложка", "изображение", "фото", "картинка", "bild",
        "imagen",
    ),
    "language": (
        "language", "lang", "locale", "語言", "语言", "язык", "langue", "sprache", "idioma",
    ),
    "section": (
        "section", "label", "category", "topic", "class", "rubric", "desk", "target", "tag",
        "版面", "分類", "分类", "類別", "类别", "欄目", "栏目", "рубрика", "раздел", "категория",
        "rubrique", "ressort", "rubrik", "sección", "seccion", "categoria", "categoría", "sezione",
    ),
    "date": (
        "date", "published", "pubdate", "datetime", "timestamp", "日期", "時間", "时间", "дата",
        "datum", "fecha",
    ),
    "split": ("split", "subset", "partition"),
    "section_name": ("sectionname",),
}  # fmt: skip
# What makes a name mean something else: "article_id" is no article.
_NEVER = frozenset((
    "id", "ids", "url", "uri", "link", "href", "date", "time", "count", "length", "len",
    "author", "index", "number",
))  # fmt: skip
_ALLOWED = {"cover": {"url", "uri", "link"}, "date": {"date", "time"}}
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBER = re.compile(r"[-+]?[\d.,:/ \-TZ]+")
_ADDRESS = re.compile(r"\w+://\S+|\S+\.\w{2,4}|[\w-]+")


def guess_mapping(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> ColumnMapping:
    """Name the columns of title, body, cover and language, and those that data sets read.

    Where the names say nothing the longest text is the body, and the short text with the most
    words the title.
    """
    found: dict[str, str | None] = {}
    for part, names in _NAMES.items():
        free = [column for column in columns if column not in found.values()]
        found[part] = _by_name(part, names, free)
    free = [column for column in columns if column not in found.values()]
    texts = _texts(columns, free, list(rows))
    if found["body"] is None:
        worth = {name: length for name, (length, _) in texts.items() if length >= 20}
        found["body"] = max(worth, key=lambda name: worth[name], default=None)
        texts.pop(found["body"] or "", None)
    if found["title"] is None:
        short = {n: words for n, (length, words) in texts.items() if length <= 200 and words >= 2}
        found["title"] = max(short, key=lambda name: short[name], default=None)
    return ColumnMapping(**found)


def mapping_sentence(preview: TablePreview) -> str:
    """What was made of a table's columns, in one sentence for people."""
    pairs = zip(fields(preview.mapping), astuple(preview.mapping), strict=True)
    known = [f"{part.name} ← {column}" for part, column in pairs if column is not None]
    if not known:
        return f"{preview.name}: no column of titles or texts was recognised."
    sentence = f"{preview.name}: {', '.join(known)}."
    if preview.renamed:
        sentence += f" {renamed_sentence(preview.renamed)}"
    return sentence


def renamed_sentence(renamed: Sequence[tuple[str, str]]) -> str:
    """What happened to columns of the same name, in one sentence for people."""
    pairs = ", ".join(f"“{old}” is now “{new}”" for old, new in renamed)
    return f"Columns of the same name were renamed: {pairs}."


def check_mapping(mapping: ColumnMapping, columns: Sequence[str], name: str) -> None:
    """Raise DocumentError (`columns`) where a mapping cannot be used with these columns."""
    present = ", ".join(columns) or "none"
    absent = [column for column in astuple(mapping) if column and column not in columns]
    if absent:
        raise DocumentError(
            "columns",
            f"{name} has no column called “{absent[0]}”; its columns are: {present}.",
            "Choose among those.",
        )
    if mapping.title is None and mapping.body is None:
        raise DocumentError(
            "columns",
            f"{name}: no column of titles or texts was recognised; its columns are: {present}.",
            "Name the columns that hold the title and the text.",
        )


def _by_name(part: str, names: tuple[str, ...], columns: Sequence[str]) -> str | None:
    plain = {column: "".join(_WORD.findall(column.casefold())) for column in columns}
    for name in names:
        for column in columns:
            if plain[column] == name:
                return column
    for name in names:
        for column in columns:
            words = [word.casefold() for word in _WORD.findall(_CAMEL.sub(" ", column))]
            barred = _NEVER - _ALLOWED.get(part, frozenset())
            if name in words and not barred.intersection(words):
                return column
    return None


def _texts(
    columns: Sequence[str], free: Sequence[str], rows: Sequence[Sequence[str]]
) -> dict[str, tuple[float, float]]:
    """Mean length and mean words of the columns that hold words, by name."""
    found: dict[str, tuple[float, float]] = {}
    for place, column in enumerate(columns):
        cells = [row[place] for row in rows if place < len(row) and row[place].strip()]
        if column not in free or not cells:
            continue
        if all(_says_nothing(cell) for cell in cells):
            continue
        length = sum(len(cell) + 2 * _wide(cell) for cell in cells) / len(cells)
        words = sum(len(cell.split()) + _wide(cell) / 2 for cell in cells) / len(cells)
        found[column] = (length, words)
    return found


def _says_nothing(cell: str) -> bool:
    """True for numbers, dates, addresses, file names and single words."""
    return bool(_NUMBER.fullmatch(cell) or _ADDRESS.fullmatch(cell)) and _wide(cell) < 8


def _wide(cell: str) -> int:
    return sum("\u3000" <= char <= "\u9fff" for char in cell)
