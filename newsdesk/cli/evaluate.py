"""`newsdesk evaluate`: how good a model is on labelled articles, and where it is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from newsdesk.cli.inbox_lines import moment, print_json
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.manifest import Metric

DESK = "desk"


def evaluate(
    model: Annotated[str, typer.Argument(help="The name of a model or an ensemble, or a folder.")],
    dataset: Annotated[
        str, typer.Argument(help="The name of a data set; `desk` for the desk's own decisions.")
    ],
    split: Annotated[str, typer.Option(help="Part of the set: train, dev, test or all.")] = "test",
    since: Annotated[str | None, typer.Option(help="Of the desk: decided from then on.")] = None,
    until: Annotated[str | None, typer.Option(help="Of the desk: decided before then.")] = None,
    matches: Annotated[
        list[str] | None,
        typer.Option("--match", help="FROM=INTO: a section of the set that is one of the model's."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for figures, matrix and every answer as files.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
) -> None:
    """Have a model read labelled articles; what came of it is kept for the Evaluate screen."""
    if split not in ("train", "dev", "test", "all"):
        raise typer.BadParameter("write one of train, dev, test, all", param_hint="--split")
    name = "" if dataset == DESK else dataset
    material = Material(
        name,
        split,  # type: ignore[arg-type]  # as was just looked at
        moment(since, "--since"),
        moment(until, "--until"),
        _matches(matches or []),
    )
    from newsdesk.analysis.evaluating import evaluate as make
    from newsdesk.engine.loading import load
    from newsdesk.store import Store

    begun: list[int] = []
    with Store.open() as store:
        try:
            made = make(store, load(model), material, _progress, begun=begun.append)
        except KeyboardInterrupt:
            if begun:
                typer.echo(
                    "\nInterrupted. What was read is kept: the same command goes on from there.",
                    err=True,
                )
            raise
    _tell(made, out, as_json)


def _tell(evaluation: Evaluation, out: Path | None, as_json: bool) -> None:
    from newsdesk.analysis.evaluated import load
    from newsdesk.analysis.figures import figures_of
    from newsdesk.analysis.out import summary, write_files

    evaluated = load(evaluation.id)
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    if out is not None:
        for path in write_files(out, evaluation, evaluated, figures):
            typer.echo(f"{path} was written.", err=True)
    if as_json:
        print_json(summary(evaluation, evaluated, figures))
        return
    read = f"{figures.articles:,} article{'' if figures.articles == 1 else 's'}"
    typer.echo(f"{evaluation.model}, {read} (evaluation {evaluation.id})")
    for code, number in evaluation.left_out.items():
        typer.echo(
            f"Left out: {number:,} of {code}, a section that the model does not know; "
            f"--match {code}=SECTION counts them as one of its own."
        )
    typer.echo(f"accuracy {_percent(figures.accuracy)}, macro-F1 {_percent(figures.macro_f1)}")
    typer.echo(f"calibration error {figures.ece:.3f}, Brier score {figures.brier:.3f}\n")
    width = max(len(section.name()) for section in evaluated.sections)
    typer.echo(f"{'':{width}}  articles  precision  recall  F1")
    for section, result in zip(evaluated.sections, figures.sections, strict=True):
        # What nobody put there has no precision, what is not there no recall.
        precision = _share(result.precision) if result.predicted else "–"
        recall = _share(result.recall) if result.support else "–"
        typer.echo(
            f"{section.name():{width}}  {result.support:>8,}  {precision:>9}"
            f"  {recall:>6}  {_percent(result.f1) if result.support else '–'}"
        )


def _matches(given: list[str]) -> dict[str, str]:
    found = {}
    for each in given:
        ours, _, theirs = each.partition("=")
        if not (ours and theirs):
            raise typer.BadParameter(
                "write FROM=INTO, such as tech=technology", param_hint="--match"
            )
        found[ours] = theirs
    return found


def _share(metric: Metric) -> str:
    return f"{100 * metric.value:.1f}"


def _percent(metric: Metric) -> str:
    value, low, high = (100 * each for each in (metric.value, metric.low, metric.high))
    return f"{value:.1f} ({low:.1f}–{high:.1f})"


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\r\x1b[K" if done == total else ""
        sys.stderr.write(f"\r{done:,} of {total:,} articles {end}")
