"""`newsdesk worker insight`: what a person looks into while the engine classifies.

A process of its own, so that neither an explanation nor the answer while typing waits behind a
long classification.
"""

from __future__ import annotations

from dataclasses import replace

from newsdesk.core.article import Article
from newsdesk.core.errors import StoreError
from newsdesk.core.worker import Call, Worker
from newsdesk.engine import readable
from newsdesk.engine.explain import explain
from newsdesk.engine.loading import Reads, Shelf
from newsdesk.engine.right_of_way import RightOfWay
from newsdesk.engine.scripts import check_scripts
from newsdesk.engine.stored import stored_article
from newsdesk.engine.stretches import classified_ends
from newsdesk.store import Store


class Insight:
    """Holds the store, for reading, and the models used last."""

    def __init__(self) -> None:
        self._store = Store.open()
        # The card, where there is one, is left to the engine and to trainings.
        self._shelf = Shelf(device="cpu")

    def load(self, call: Call) -> None:
        """Load a model, so that the first question to it need not wait."""
        reads = self._shelf.take(call.request["model"])
        reads.classify([Article("", "A sentence to warm up with, of no meaning.")])
        call.tell("loaded", device=reads.device)

    def explain(self, call: Call) -> None:
        """Explain an answer; tells `explained` several times, each knowing more.

        With title, body and cover (a digest) that text is explained, not the stored article.
        """
        reads = self._shelf.take(call.request["model"])
        article_id = int(call.request["article"])
        if "body" in call.request:
            article, read = self._text(call, reads), None
        else:
            article = self._article(article_id, reads)
            read = self._store.predictions.get(article_id, reads.name)
        with RightOfWay(self._store, reads.device) as desk:

            def check() -> None:
                call.check()
                desk.beat()

            section = call.request.get("section")
            for known in explain(reads, article, section, read, article_id, check):
                check()
                call.tell("explained", explanation=known)

    def scripts(self, call: Call) -> None:
        """Classify a Chinese article in both scripts; tells `checked`."""
        reads = self._shelf.take(call.request["model"])
        article_id = int(call.request["article"])
        found = check_scripts(reads, self._article(article_id, reads), article_id, call.check)
        call.tell("checked", scripts=found)

    def live(self, call: Call) -> None:
        """Classify a text that is being typed; tells `lived`. Its cover is the stored article's."""
        reads = self._shelf.take(call.request["model"])
        title, body = str(call.request["title"]), str(call.request["body"])
        article = Article(title, body)
        if reads.manifest.picture is not None and call.request["article"]:
            stored = self._article(int(call.request["article"]), reads)
            article = replace(stored, title=title, body=body)
        prediction = classified_ends(article, lambda each: reads.classify([each])[0])
        call.tell("lived", prediction=prediction)

    def _text(self, call: Call, reads: Reads) -> Article:
        digest = str(call.request.get("cover") or "")
        looks = reads.manifest.picture is not None
        cover = self._store.articles.cover(digest) if digest and looks else None
        return Article(str(call.request["title"]), str(call.request["body"]), cover=cover)

    def _article(self, article_id: int, reads: Reads) -> Article:
        texts = self._store.articles.texts([article_id])
        if not texts:
            raise StoreError("no_article", "The article is not there any more.")
        return stored_article(self._store, texts[0], reads)


def serve() -> None:
    """Answer the window until it ends."""
    readable.warm_up()
    insight = Insight()
    Worker(
        {
            "load": insight.load,
            "explain": insight.explain,
            "scripts": insight.scripts,
            "live": insight.live,
        }
    ).serve()
