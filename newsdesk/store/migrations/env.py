"""How Alembic reaches the database: over the connection that it is given, in its transaction."""

from __future__ import annotations

from alembic import context

from newsdesk.store.schema import FULL_TEXT, metadata


def is_ours(name: str | None, kind: str, parents: object) -> bool:
    """Leave out the tables that the full-text index keeps for itself."""
    return not (kind == "table" and name is not None and name.startswith(FULL_TEXT))


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    include_name=is_ours,
    # SQLite can alter little: a table is copied, dropped and renamed instead.
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
