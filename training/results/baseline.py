"""The line to beat: TF-IDF and a linear SVM, on the same rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import islice

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC

from training.tokens import Readable

_SAMPLE = 200  # articles looked at for their script
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")


def train_baseline(articles: Sequence[Readable], seed: int) -> Pipeline:
    """Learn from articles; scikit-learn's own settings, term frequencies as logarithms.

    Terms are words 1–2, or characters 1–4 where the script puts no spaces between words.
    """
    if without_spaces(articles):
        terms = TfidfVectorizer(analyzer="char", ngram_range=(1, 4), sublinear_tf=True)
    else:
        terms = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    model = make_pipeline(terms, LinearSVC(random_state=seed))
    return model.fit([text_of(a) for a in articles], [a.section for a in articles])


def classify(model: Pipeline, articles: Sequence[Readable]) -> list[str]:
    """The section of every article."""
    if not articles:
        return []
    return [str(section) for section in model.predict([text_of(a) for a in articles])]


def without_spaces(articles: Sequence[Readable]) -> bool:
    """Whether most letters of the articles are of a script without spaces, such as Chinese."""
    stride = max(1, len(articles) // _SAMPLE)
    text = "".join(a.title + a.body[:200] for a in islice(articles, 0, None, stride))
    letters = [letter for letter in text if letter.isalpha()]
    unspaced = sum(unicodedata.name(letter, "").startswith(_UNSPACED) for letter in letters)
    return unspaced * 2 > len(letters)


def text_of(article: Readable) -> str:
    """Title and body as one text."""
    return f"{article.title}\n{article.body}"
