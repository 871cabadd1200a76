"""What is being typed is kept until it becomes the text; filters are kept under their names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

COVER = Cover(b"a picture", "a.png", "image/png", 4, 3)


def test_a_draft_is_there_after_the_store_was_opened_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "n.db") as store:
        (article,) = store.articles.add([Article("a", "b")])
        store.drafts.keep(article, "half a ti", "b")
        kept = store.drafts.keep(article, "half a title", "b \ud83d")
    with Store.open(tmp_path / "n.db") as store:
        assert store.drafts.get(article) == kept
        assert (kept.title, kept.body) == ("half a title", "b ?")
        assert abs(kept.at - datetime.now(UTC)) < timedelta(minutes=1)
        stored = store.articles.get(article)
        assert stored is not None
        assert (stored.title, stored.body) == ("a", "b")  # the text itself is as it was
        store.drafts.discard(article)
        assert store.drafts.get(article) is None


def test_drafts_of_removed_articles_wait_for_them(store: Store) -> None:
    ids = store.articles.add([Article("a", "b"), Article("c", "d")])
    for article in ids:
        store.drafts.keep(article, "t", "b")
    store.articles.remove(ids[:1])
    assert [draft.article_id for draft in store.drafts.list()] == ids[1:]
    store.articles.restore(ids[:1])
    assert [draft.article_id for draft in store.drafts.list()] == ids[::-1]
    store.articles.remove(ids)
    store.articles.purge_removed()
    assert store.drafts.list() == []
    with pytest.raises(StoreError) as caught:
        store.drafts.keep(ids[0], "t", "b")
    assert caught.value.problem.kind == "no_article"


def test_an_edited_article_is_asked_about_anew_and_keeps_its_cover_and_decision(
    store: Store,
) -> None:
    (article,) = store.articles.add([Article("old", "x", "a.txt", cover=COVER, language="de")])
    scores = (SectionScore("s", "S", 0.9),)
    store.predictions.add([(article, Prediction("desk", scores, 1, 1))])
    store.decisions.record(article, "sport", "anna", also="arts")
    store.drafts.keep(article, "new ti", "b")
    store.articles.edit(article, "new title", "new body")
    stored = store.articles.get(article)
    assert stored is not None
    assert (stored.title, stored.body, stored.source) == ("new title", "new body", "a.txt")
    assert (stored.language, stored.cover_digest) == ("de", COVER.digest)
    assert (stored.decided_section, stored.also_section) == ("sport", "arts")
    assert store.drafts.get(article) is None
    assert store.predictions.of(article) == []
    for search, found in (("new", [article]), ("old", []), ("w", [article]), ("x", [])):
        assert store.articles.listing(InboxQuery("desk", search=search)).tolist() == found


def test_a_file_that_could_not_be_read_becomes_an_article_once_its_text_is_typed(
    store: Store,
) -> None:
    (failed,) = store.articles.add_failures([("scan.pdf", None, Problem("k", "m", "r"))])
    store.articles.edit(failed, "Typed", "by hand")
    assert store.articles.without_prediction("desk", 9) == [failed]
    assert store.articles.failed() == []
    with pytest.raises(StoreError) as caught:
        store.articles.edit(99, "t", "b")
    assert caught.value.problem.kind == "no_article"


def test_filters_are_listed_by_name_and_come_back_whole(store: Store) -> None:
    today = InboxQuery(
        "desk", "to_decide", "матч 经济", "least_certain", ("sport",), 0.2, 0.7,
        datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC),
        "other", "other", True, 3,
    )  # fmt: skip
    store.filters.save("zeal", InboxQuery("desk"))
    store.filters.save("  Close   calls ", today)
    store.filters.save("zeal", InboxQuery("desk", "filed"))
    first, second = store.filters.list()
    assert (first.name, second.name) == ("Close calls", "zeal")
    assert first.query == InboxQuery(**{**_fields(today), "model": ""})
    assert second.query.state == "filed"
    store.filters.remove("Close calls")
    assert [saved.name for saved in store.filters.list()] == ["zeal"]


def test_a_filter_without_a_name_is_refused(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        store.filters.save("  ", InboxQuery("desk"))
    assert caught.value.problem.kind == "blank_name"


def test_a_filter_of_a_newer_program_is_left_alone(store: Store) -> None:
    store.filters.save("mine", InboxQuery("desk"))
    with store._database.write() as connection:
        connection.exec_driver_sql(
            'INSERT INTO saved_filters VALUES (\'newer\', \'{"model": "", "state": "new"}\', '
            "'2026-01-01 00:00:00.000000')"
        )
    assert [saved.name for saved in store.filters.list()] == ["mine"]


def _fields(query: InboxQuery) -> dict[str, object]:
    return {name: getattr(query, name) for name in query.__dataclass_fields__}
