"""Tables to articles: the rows of every kind of table, by a mapping that is shown."""

from newsdesk.documents.columns import ColumnMapping, TablePreview
from newsdesk.documents.tables.mapping import guess_mapping, mapping_sentence
from newsdesk.documents.tables.rows import (
    Labels,
    is_table,
    preview,
    read_labelled_table,
    read_table,
)

__all__ = [
    "ColumnMapping",
    "Labels",
    "TablePreview",
    "guess_mapping",
    "is_table",
    "mapping_sentence",
    "preview",
    "read_labelled_table",
    "read_table",
]
