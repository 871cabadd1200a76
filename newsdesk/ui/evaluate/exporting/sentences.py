"""What a report says, by language; a report is in the language of the window."""

from __future__ import annotations

LANGUAGE = "en"
"""Of the window."""

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "title": "Evaluation of {model}",
        "subtitle": "on {material}, {articles}, {day}",
        "page": "{page} / {pages}",
        "what": "What was evaluated",
        "model": "Model",
        "material": "Articles",
        "matches": "Taken as the same section",
        "when": "Made",
        "model_mark": "Fingerprint of the model",
        "data_mark": "Fingerprint of the data set",
        "sections": "Sections",
        "against": "Held against",
        "figures": "Figures",
        "compared": "{second} against {first}",
        "figure": "Figure",
        "value": "Value",
        "interval": "95 % interval",
        "accuracy": "Accuracy",
        "macro_f1": "Macro-F1",
        "ece": "Calibration error (ECE)",
        "brier": "Brier score",
        "articles": "Articles",
        "by_section": "Section by section",
        "section": "Section",
        "precision": "Precision",
        "recall": "Recall",
        "f1": "F1",
        "put_there": "Put there",
        "matrix": "Confusion matrix",
        "matrix_told": "Rows are true sections, columns those that the model chose.",
        "confusions": "Worst confusions",
        "no_confusions": "Every article was put where it belongs.",
        "confusion": "{truth} → {predicted}: {articles}, {share} of {truth}",
        "example": "“{title}”, {confidence} sure",
        "untitled": "(no title)",
        "curves": "Curves",
        "points": "Scatterplots",
        "left_out": "What was left out",
        "nothing_left_out": "Nothing: every article with a section in this material counts.",
        "left_out_section": "{articles} of the section {section}, which the model does not know.",
        "abstained": (
            "The model said of {articles} that it cannot read the text. They count in all figures "
            "by the section that it would have chosen; they are never filed by themselves."
        ),
        "method": "How it was computed",
        "method_f1": (
            "Precision is the part of the articles put into a section that belong there, recall "
            "the part of its articles that were found, F1 their harmonic mean. Macro-F1 is the "
            "mean F1 over the sections that the articles belong to; every section counts alike."
        ),
        "method_bootstrap": (
            "Intervals of these figures hold 95 % of {resamples} percentile bootstrap resamples, "
            "in each of which articles are drawn with replacement."
        ),
        "method_paired": (
            "Two models are compared by the paired bootstrap: the same articles are drawn for both."
        ),
        "method_ece": (
            "The calibration error is the mean distance between confidence and the part that is "
            "right, over {bins} bins of equally many articles. The Brier score is the mean squared "
            "distance of the probabilities from the truth, from 0 to 2."
        ),
        "method_wilson": (
            "Intervals in the charts of reliability, length, date and source are Wilson's at 95 %."
        ),
        "method_coverage": (
            "Filed by itself means: at that confidence or above. What the model cannot read is "
            "never filed by itself."
        ),
        "method_learning": (
            "The learning curve is of a linear support vector machine on TF-IDF, trained on "
            "growing parts of {learned} and tested on {tested}; its line is the mean over three "
            "orders of the articles, its band their spread."
        ),
    }
}


def sentence(name: str, language: str = LANGUAGE, **values: object) -> str:
    """A sentence of the report with its values put in."""
    return SENTENCES[language][name].format(**values)
