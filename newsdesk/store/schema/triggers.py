"""What SQLite keeps by itself: the full-text index, and ledgers that only grow."""

from __future__ import annotations

from sqlalchemy import DDL, event

from newsdesk.store.schema.datasets import label_changes
from newsdesk.store.schema.desk import article_letters, articles, decisions

FULL_TEXT = "articles_fts"
FULL_TEXT_TERMS = "articles_fts_terms"

# Each text ends in one more character, so that every pair of characters begins a trigram:
# words of two characters are found through the trigrams that begin with them.
_FULL_TEXT_DDL = (
    "CREATE VIEW articles_text AS "
    "SELECT id, title || char(10) AS title, body || char(10) AS body FROM articles",
    "CREATE VIRTUAL TABLE articles_fts USING fts5("
    "title, body, content='articles_text', content_rowid='id', tokenize='trigram')",
    "CREATE VIRTUAL TABLE articles_fts_terms USING fts5vocab('articles_fts', 'row')",
    "CREATE TRIGGER articles_fts_added AFTER INSERT ON articles BEGIN "
    "INSERT INTO articles_fts (rowid, title, body) "
    "VALUES (new.id, new.title || char(10), new.body || char(10)); END",
    "CREATE TRIGGER articles_fts_purged AFTER DELETE ON articles BEGIN "
    "INSERT INTO articles_fts (articles_fts, rowid, title, body) "
    "VALUES ('delete', old.id, old.title || char(10), old.body || char(10)); END",
    "CREATE TRIGGER articles_fts_changed AFTER UPDATE OF title, body ON articles BEGIN "
    "INSERT INTO articles_fts (articles_fts, rowid, title, body) "
    "VALUES ('delete', old.id, old.title || char(10), old.body || char(10)); "
    "INSERT INTO articles_fts (rowid, title, body) "
    "VALUES (new.id, new.title || char(10), new.body || char(10)); END",
)

# Whoever changes a text writes its letters anew; until then they are none, rather than wrong.
_LETTERS_DDL = (
    "CREATE TRIGGER article_letters_stale AFTER UPDATE OF title, body ON articles BEGIN "
    "DELETE FROM article_letters WHERE article_id = new.id; END",
)

_LEDGER_DDL = (
    "CREATE TRIGGER decisions_no_update BEFORE UPDATE ON decisions BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never changed'); END",
    "CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never deleted'); END",
    # INSERT OR REPLACE would delete without firing the trigger above.
    "CREATE TRIGGER decisions_no_replace BEFORE INSERT ON decisions "
    "WHEN EXISTS (SELECT 1 FROM decisions WHERE id = new.id) BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never replaced'); END",
)

_LABEL_LEDGER_DDL = tuple(
    statement.replace("decisions", "label_changes").replace(
        "'label_changes are", "'changes of labels are"
    )
    for statement in _LEDGER_DDL
)

for _table, _statements in (
    (articles, _FULL_TEXT_DDL),
    (article_letters, _LETTERS_DDL),
    (decisions, _LEDGER_DDL),
    (label_changes, _LABEL_LEDGER_DDL),
):
    for _statement in _statements:
        _ddl = DDL(_statement)  # type: ignore[no-untyped-call]
        event.listen(_table, "after_create", _ddl.execute_if(dialect="sqlite"))
