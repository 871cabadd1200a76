"""The report of one evaluation: headings, paragraphs, tables and charts, for any kind of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from newsdesk.analysis.curves import BINS
from newsdesk.analysis.figures import RESAMPLES
from newsdesk.analysis.matrix import Mistake
from newsdesk.core.manifest import Metric
from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.compare.words import common_sentence, gain_sentence, verdict
from newsdesk.ui.evaluate.exporting.content import Content, Side
from newsdesk.ui.evaluate.exporting.sentences import sentence
from newsdesk.ui.evaluate.words import articles, day, interval, material_name, points
from newsdesk.ui.widgets.chip import percent

CONFUSIONS, EXAMPLES = 8, 3


@dataclass(frozen=True, slots=True)
class Heading:
    """level: 1 for the title of the report, 2 for its parts."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """quiet: of less weight. keep: not parted from what follows."""

    text: str
    quiet: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """Short lines that belong to the paragraph before."""

    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. numbers: the columns that are aligned at the right; an empty header is not shown."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Charts:
    """Charts beside one another, as many as `columns`; told: a sentence for each."""

    charts: Sequence[Chart]
    told: Sequence[str]
    columns: int = 1


Block = Heading | Paragraph | Bullets | Grid | Charts


def report_of(content: Content) -> list[Block]:
    """The report from its title to its method."""
    shown = content.sides.shown
    return [
        *_head(shown),
        *_what(content),
        *_figures(content),
        *_compared(content),
        *_sections(shown),
        Heading(sentence("matrix")),
        Charts([content.matrices[0]], [sentence("matrix_told")]),
        *_confusions(content),
        *_charts(content),
        *_left_out(shown),
        *_method(content),
    ]


def title_of(content: Content) -> str:
    """The report's title."""
    return sentence("title", model=content.sides.shown.evaluation.model)


def _head(side: Side) -> list[Block]:
    evaluation = side.evaluation
    told = sentence(
        "subtitle", material=material_name(evaluation.material),
        articles=articles(side.figures.articles), day=day(evaluation.created),
    )  # fmt: skip
    return [Heading(sentence("title", model=evaluation.model), 1), Paragraph(told, quiet=True)]


def _what(content: Content) -> list[Block]:
    evaluation = content.sides.shown.evaluation
    rows = [
        ("model", evaluation.model),
        ("material", f"{material_name(evaluation.material)}, {articles(evaluation.articles)}"),
        ("sections", ", ".join(section.name() for section in evaluation.sections)),
    ]
    if evaluation.material.matches:
        matches = evaluation.material.matches.items()
        rows.append(("matches", ", ".join(f"{one} → {other}" for one, other in matches)))
    rows.append(("when", f"{day(evaluation.created)}, {evaluation.created.astimezone():%H:%M}"))
    rows += [("model_mark", evaluation.model_mark), ("data_mark", evaluation.data_mark)]
    if content.sides.against is not None:
        rows.append(("against", content.sides.against.evaluation.model))
    shown = [(sentence(name), text) for name, text in rows if text]
    return [Heading(sentence("what")), Grid((), shown)]


def _figures(content: Content) -> list[Block]:
    sides = [each for each in (content.sides.shown, content.sides.against) if each is not None]
    rows = []
    for name in ("macro_f1", "accuracy"):
        cells = [(points(m.value), interval(m)) for m in _metrics(sides, name)]
        rows.append([sentence(name), *(text for cell in cells for text in cell)])
    for name, scale in (("ece", 100), ("brier", 1)):
        values = [f"{scale * getattr(side.figures, name):.{1 if scale > 1 else 3}f}"
                  for side in sides]  # fmt: skip
        rows.append([sentence(name), *(text for value in values for text in (value, ""))])
    counts = [text for side in sides for text in (f"{side.figures.articles:,}", "")]
    rows.append([sentence("articles"), *counts])
    names = [sentence("value")] if len(sides) < 2 else [side.evaluation.model for side in sides]
    header = [sentence("figure"), *(t for name in names for t in (name, sentence("interval")))]
    return [Heading(sentence("figures")), Grid(header, rows, range(1, len(header)))]


def _compared(content: Content) -> list[Block]:
    """What the resamples say of the difference, on the articles that both models read."""
    compared, forest = content.compared, content.forest
    if compared is None or forest is None or len(compared.rows) < 2:
        return []
    common, (first, second) = compared.common, forest.models
    told = common_sentence(common, len(compared.rows))
    heading = Heading(sentence("compared", first=first, second=second))
    duel = compared.rows[1].duel
    if not len(common) or duel is None:
        return [heading, Paragraph(told)]
    gains = [("macro_f1", duel.macro_f1), ("accuracy", duel.accuracy)]
    return [
        heading,
        Paragraph(f"{verdict(compared.rows[1], second, common)}.", keep=True),
        Paragraph(told, quiet=True),
        Grid((), [(sentence(name), gain_sentence(gain)) for name, gain in gains]),
        Charts([forest], [forest.told]),
    ]


def _metrics(sides: Sequence[Side], name: str) -> list[Metric]:
    return [getattr(side.figures, name) for side in sides]


def _sections(side: Side) -> list[Block]:
    names = ("precision", "recall", "f1")
    header = [sentence(name) for name in ("section", *names, "articles", "put_there")]
    rows = []
    for section, result in zip(side.evaluated.sections, side.figures.sections, strict=True):
        metrics = [getattr(result, name) for name in names]
        cells = [f"{points(m.value)} ({interval(m)})" if result.support else "–" for m in metrics]
        rows.append([section.name(), *cells, f"{result.support:,}", f"{result.predicted:,}"])
    return [Heading(sentence("by_section")), Grid(header, rows, range(1, len(header)))]


def _confusions(content: Content) -> list[Block]:
    mistakes = content.matrix.mistakes(CONFUSIONS)
    blocks: list[Block] = [Heading(sentence("confusions"))]
    if not mistakes:
        return [*blocks, Paragraph(sentence("no_confusions"))]
    for mistake in mistakes:
        names = [content.matrix.sections[i].name() for i in (mistake.truth, mistake.predicted)]
        told = sentence(
            "confusion", truth=names[0], predicted=names[1], articles=articles(mistake.articles),
            share=percent(mistake.share),
        )  # fmt: skip
        blocks += [Paragraph(told, keep=True), Bullets(_examples(content, mistake))]
    return blocks


def _examples(content: Content, mistake: Mistake) -> list[str]:
    """The titles of those of which the model was surest."""
    matrix, evaluated = content.matrix, content.sides.shown.evaluated
    there = (matrix.truth == mistake.truth) & (matrix.predicted == mistake.predicted)
    places = np.flatnonzero(there)
    surest = places[np.argsort(-evaluated.confidence[places], kind="stable")][:EXAMPLES]
    return [
        sentence(
            "example", title=evaluated.titles[i] or sentence("untitled"),
            confidence=percent(float(evaluated.confidence[i])),
        )
        for i in surest
    ]  # fmt: skip


def _charts(content: Content) -> list[Block]:
    blocks: list[Block] = []
    if content.plots:
        told = [plot.told for plot in content.plots]
        blocks += [Heading(sentence("curves")), Charts(content.plots, told, columns=2)]
    points = content.sides.points
    if points:
        blocks += [Heading(sentence("points")), Charts(points, [""] * len(points), columns=2)]
    return blocks


def _left_out(side: Side) -> list[Block]:
    told = [
        sentence("left_out_section", articles=articles(number), section=section)
        for section, number in side.evaluation.left_out.items()
    ]
    abstained = int(side.evaluated.abstained.sum())
    if not told:
        told = [sentence("nothing_left_out")]
    if abstained:
        told.append(sentence("abstained", articles=articles(abstained)))
    return [Heading(sentence("left_out")), *(Paragraph(each) for each in told)]


def _method(content: Content) -> list[Block]:
    told = [
        sentence("method_f1"),
        sentence("method_bootstrap", resamples=f"{RESAMPLES:,}"),
        sentence("method_ece", bins=BINS),
        sentence("method_wilson"),
        sentence("method_coverage"),
    ]
    if content.compared is not None:
        told.insert(2, sentence("method_paired"))
    curve = content.sides.learning
    if curve is not None:
        learned, tested = articles(curve.learned), articles(curve.tested)
        told.append(sentence("method_learning", learned=learned, tested=tested))
    return [Heading(sentence("method")), *(Paragraph(each) for each in told)]
