"""Articles of the store as a model reads them."""

from __future__ import annotations

from newsdesk.core.article import Article
from newsdesk.core.errors import Notice
from newsdesk.engine.loading import Reads
from newsdesk.store import Store
from newsdesk.store.records import COVER_NOTICE, ArticleText


def stored_article(store: Store, text: ArticleText, reads: Reads) -> Article:
    """The article with its cover's bytes, where the model looks at covers at all."""
    looks = reads.manifest.picture is not None
    cover, notices = None, text.notices
    if text.cover_digest and looks:
        cover = store.articles.cover(text.cover_digest)
    if text.cover_digest and cover is None:
        # There is a cover, and the model does not see it: that is said, not "none".
        notices = (*notices, Notice(f"{COVER_NOTICE}unseen", "The model does not see it."))
    return Article(
        title=text.title, body=text.body, language=text.language, cover=cover, notices=notices
    )
