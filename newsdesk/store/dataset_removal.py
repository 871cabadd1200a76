"""Data sets on their way out: hidden at once, deleted in pieces."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import Connection, delete, select, update

from newsdesk.store.connection import Database, in_batches
from newsdesk.store.schema import dataset_articles, dataset_problems, datasets, now

COMING = "coming/"
"""How the hidden name of a set begins that is not complete, or goes."""
_KEPT = "kept/"
"""How it begins where a removed set is remembered for its test part."""
_BATCH = 5000
_d, _s = dataset_articles.c, datasets.c


def hide(connection: Connection, dataset_id: int) -> None:
    """Take a set out of every list; `delete_hidden` deletes what is left of it."""
    tested = select(_d.number).where(_d.dataset_id == dataset_id, _d.split == "test").limit(1)
    origin = connection.scalar(select(_s.origin).where(_s.id == dataset_id))
    keep = origin == "decisions" and connection.scalar(tested) is not None
    name = f"{_KEPT if keep else COMING}{uuid4().hex}"
    connection.execute(
        update(datasets).where(_s.id == dataset_id).values(name=name, complete=False, changed=now())
    )


def delete_hidden(database: Database, dataset_id: int) -> None:
    """Delete a hidden set in pieces, so that others may write between.

    The test part of one that was made from decisions stays, hidden for ever.
    """
    with database.read() as connection:
        name = connection.scalar(select(_s.name).where(_s.id == dataset_id)) or ""
    kept = name.startswith(_KEPT)
    which = [_d.dataset_id == dataset_id]
    if kept:
        which.append(_d.split != "test")
    numbers = select(_d.number).where(*which).limit(_BATCH)
    more = True
    while more:
        with database.write() as connection:
            found = connection.scalars(numbers).all()
            for batch in in_batches(found):
                these = (_d.dataset_id == dataset_id, _d.number.in_(batch))
                connection.execute(delete(dataset_articles).where(*these))
            more = len(found) == _BATCH
            if not more:
                problems = dataset_problems.c.dataset_id == dataset_id
                connection.execute(delete(dataset_problems).where(problems))
                if not kept:
                    connection.execute(delete(datasets).where(_s.id == dataset_id))
