"""The line to beat: TF-IDF of words 1–2 and a linear SVM, on the same rows."""

from __future__ import annotations

from collections.abc import Sequence

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC

from training.data import LabelledArticle


def train_baseline(articles: Sequence[LabelledArticle], seed: int) -> Pipeline:
    """Learn from articles; scikit-learn's own settings, term frequencies as logarithms."""
    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True),
        LinearSVC(random_state=seed),
    )
    return model.fit([text_of(a) for a in articles], [a.section for a in articles])


def classify(model: Pipeline, articles: Sequence[LabelledArticle]) -> list[str]:
    """The section of every article."""
    return [str(section) for section in model.predict([text_of(a) for a in articles])]


def text_of(article: LabelledArticle) -> str:
    """Title and body as one text."""
    return f"{article.title}\n{article.body}"
