import pytest

from newsdesk.core.manifest import Metric, TestResult
from training.results.job_card import verdict


def result(value, baseline, articles=300):
    share = Metric(value=value, low=value - 0.03, high=value + 0.03)
    return TestResult(
        dataset="made",
        articles=articles,
        accuracy=share,
        macro_f1=share,
        baseline_accuracy=baseline,
        baseline_macro_f1=baseline,
    )


@pytest.mark.parametrize(
    ("value", "baseline", "told"),
    [
        (0.90, 0.80, "Better than the SVM by 10.0 points of macro-F1."),
        (0.82, 0.80, "it may be chance"),
        (0.78, 0.80, "Not better than the SVM: -2.0 points of macro-F1."),
    ],
)
def test_the_card_says_in_words_whether_the_line_was_beaten(value, baseline, told):
    assert told in verdict(result(value, baseline))


def test_few_articles_are_no_more_than_a_hint():
    assert "no more than a hint" in verdict(result(0.9, 0.8, articles=12))
    assert "hint" not in verdict(result(0.9, 0.8))
