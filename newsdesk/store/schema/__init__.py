"""The tables, as the newest revision has them.

A database on SQLite gets a full-text index kept by triggers, and triggers that keep
the ledgers append-only; on other systems search falls back to LIKE.
"""

from __future__ import annotations

from newsdesk.store.schema.archive import (
    archive_articles,
    archive_runs,
)
from newsdesk.store.schema.base import UtcDateTime, metadata, now
from newsdesk.store.schema.datasets import (
    dataset_articles,
    dataset_problems,
    datasets,
    label_changes,
)
from newsdesk.store.schema.desk import (
    article_letters,
    articles,
    covers,
    decisions,
    drafts,
    filing_rules,
    models,
    predictions,
    reading_places,
    saved_filters,
    second_sections,
)
from newsdesk.store.schema.evaluations import evaluations
from newsdesk.store.schema.jobs import (
    desk_claims,
    job_dependencies,
    job_events,
    job_metrics,
    job_trials,
    jobs,
    leases,
)
from newsdesk.store.schema.triggers import FULL_TEXT, FULL_TEXT_TERMS

__all__ = [
    "FULL_TEXT",
    "FULL_TEXT_TERMS",
    "UtcDateTime",
    "archive_articles",
    "archive_runs",
    "article_letters",
    "articles",
    "covers",
    "dataset_articles",
    "dataset_problems",
    "datasets",
    "decisions",
    "desk_claims",
    "drafts",
    "evaluations",
    "filing_rules",
    "job_dependencies",
    "job_events",
    "job_metrics",
    "job_trials",
    "jobs",
    "label_changes",
    "leases",
    "metadata",
    "models",
    "now",
    "predictions",
    "reading_places",
    "saved_filters",
    "second_sections",
]
