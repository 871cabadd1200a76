"""What models said about articles: the newest answer of each model."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, and_, delete, insert, or_, select

from newsdesk.core.prediction import Prediction
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.records import FilingRules
from newsdesk.store.schema import articles, predictions
from newsdesk.store.verdicts import rules_in, verdict


class PredictionRepository:
    """The predictions of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, rows: Sequence[tuple[int, Prediction]]) -> None:
        """Keep (article id, prediction) pairs in place of the same model's older ones.

        Each is judged by the rules of filing in force. Articles purged since they were asked
        about are left out.
        """
        with self._database.write() as connection:
            add_predictions(connection, rows)

    def get(self, article_id: int, model: str) -> Prediction | None:
        """What a model said about an article; None where it has not answered."""
        with self._database.read() as connection:
            answer = connection.scalar(
                select(predictions.c.answer).where(
                    predictions.c.article_id == article_id, predictions.c.model == model
                )
            )
        return msgspec.json.decode(answer, type=Prediction) if answer else None

    def many(self, article_ids: Sequence[int], model: str) -> dict[int, Prediction]:
        """What a model said about these articles, by id; those that it has not answered are not."""
        p, found = predictions.c, {}
        with self._database.read() as connection:
            for batch in in_batches(article_ids):
                asked = select(p.article_id, p.answer).where(p.model == model)
                for article, answer in connection.execute(asked.where(p.article_id.in_(batch))):
                    found[article] = msgspec.json.decode(answer, type=Prediction)
        return found

    def of(self, article_id: int) -> list[Prediction]:
        """What every model said about an article, by the models' names."""
        p = predictions.c
        with self._database.read() as connection:
            answers = connection.scalars(
                select(p.answer).where(p.article_id == article_id).order_by(p.model)
            ).all()
        return [msgspec.json.decode(answer, type=Prediction) for answer in answers]

    def forget_model(self, model: str) -> None:
        """Drop all that a model answered, as when another one takes its name."""
        with self._database.write() as connection:
            connection.execute(delete(predictions).where(predictions.c.model == model))

    def remove(self, article_id: int) -> None:
        """Drop what every model said about an article, as when its text changed."""
        with self._database.write() as connection:
            connection.execute(delete(predictions).where(predictions.c.article_id == article_id))


def add_predictions(connection: Connection, rows: Sequence[tuple[int, Prediction]]) -> None:
    """As `PredictionRepository.add`, within a write transaction that does more besides."""
    newest = {(article_id, p.model): p for article_id, p in rows}
    rules = {model: rules_in(connection, model) for model in {model for _, model in newest}}
    for batch in in_batches(list(newest), 500):
        wanted = [article_id for article_id, _ in batch]
        known = select(articles.c.id, articles.c.status).where(articles.c.id.in_(wanted))
        status = {row.id: row.status for row in connection.execute(known)}
        keys = (predictions.c.article_id, predictions.c.model)
        old = or_(*(and_(keys[0] == a, keys[1] == m) for a, m in batch))
        connection.execute(delete(predictions).where(old))
        values = [
            _values(key[0], newest[key], status[key[0]], rules[key[1]])
            for key in batch
            if key[0] in status
        ]
        if values:
            connection.execute(insert(predictions), values)


def _values(
    article_id: int, prediction: Prediction, status: str, rules: FilingRules
) -> dict[str, object]:
    return {
        "article_id": article_id,
        "model": prediction.model,
        "status": status,
        "section": prediction.section,
        "section_name": prediction.name,
        "confidence": prediction.confidence,
        "answer": msgspec.json.encode(prediction).decode("utf-8"),
        "verdict": verdict(prediction, rules),
    }
