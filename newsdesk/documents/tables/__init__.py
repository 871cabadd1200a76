"""Tables to articles: rows of csv, tsv, json, jsonl and xlsx, by a mapping that is shown."""

from newsdesk.documents.columns import ColumnMapping, TablePreview
from newsdesk.documents.tables.mapping import guess_mapping, mapping_sentence
from newsdesk.documents.tables.rows import is_table, preview, read_table

__all__ = [
    "ColumnMapping",
    "TablePreview",
    "guess_mapping",
    "is_table",
    "mapping_sentence",
    "preview",
    "read_table",
]
