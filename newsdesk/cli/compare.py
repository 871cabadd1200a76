"""`newsdesk compare`: two or more evaluations of the same articles, held against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from newsdesk.cli.inbox_lines import print_json
from newsdesk.core.manifest import Metric

if TYPE_CHECKING:
    from newsdesk.analysis.comparing import Common, Duel, Gain, Standing
    from newsdesk.core.evaluation import Evaluation
    from newsdesk.store import Store


def compare(
    evaluations: Annotated[
        list[int],
        typer.Argument(help="Numbers of evaluations; all others are held against the first."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
) -> None:
    """Which of two models is better, and on how many resamples, by articles both have read."""
    if len(set(evaluations)) < 2 or len(set(evaluations)) < len(evaluations):
        raise typer.BadParameter("name two or more, each once", param_hint="EVALUATIONS")
    from newsdesk.analysis.comparing import Contender, duel_of, in_common, standing_of
    from newsdesk.analysis.evaluated import load
    from newsdesk.store import Store

    with Store.open() as store:
        found = [_evaluation(store, number) for number in evaluations]
    _check(found)
    common = in_common(
        [Contender(load(each.id), each.material.matches, each.created) for each in found]
    )
    standings = [standing_of(common, place) for place in range(len(found))]
    duels = [duel_of(common, 0, place) for place in range(1, len(found))]
    if as_json:
        print_json(_summary(found, common, standings, duels))
    else:
        _tell(found, common, standings, duels)


def _evaluation(store: Store, number: int) -> Evaluation:
    from newsdesk.core.errors import StoreError
    from newsdesk.store.evaluations import no_evaluation

    found = store.evaluations.get(number)
    if found is None:
        raise no_evaluation(number)
    if found.state != "done":
        raise StoreError(
            "unfinished_evaluation",
            f"Evaluation {number} is {found.state}, so it has nothing to compare.",
            "Name one that is done.",
        )
    return found


def _check(found: list[Evaluation]) -> None:
    from newsdesk.core.errors import StoreError

    sets = {each.material.dataset for each in found}
    if len(sets) > 1:
        names = ", ".join(sorted(name or "the desk" for name in sets))
        raise StoreError(
            "other_articles",
            f"These evaluations are of different articles: {names}.",
            "Compare those that were made on one data set, or on the desk.",
        )


def _summary(
    found: list[Evaluation], common: Common, standings: list[Standing], duels: list[Duel]
) -> dict[str, Any]:
    return {
        "articles": len(common),
        "relabelled": common.relabelled,
        "altered": common.altered,
        "models": [
            {
                "evaluation": each.id,
                "model": each.model,
                "accuracy": standing.accuracy,
                "macro_f1": standing.macro_f1,
                "ece": standing.ece,
            }
            for each, standing in zip(found, standings, strict=True)
        ],
        "against_first": [
            {
                "evaluation": each.id,
                "macro_f1": duel.macro_f1,
                "accuracy": duel.accuracy,
                "only_first_right": int(duel.only_first.sum()),
                "only_second_right": int(duel.only_second.sum()),
                "both_wrong": int(duel.both_wrong.sum()),
            }
            for each, duel in zip(found[1:], duels, strict=True)
        ],
    }


def _tell(
    found: list[Evaluation], common: Common, standings: list[Standing], duels: list[Duel]
) -> None:
    if not len(common):
        typer.echo("These evaluations have no articles in common.")
        return
    typer.echo(f"{len(common):,} articles in common")
    if common.relabelled:
        typer.echo(f"{common.relabelled:,} relabelled between: the newer label counts")
    if common.altered:
        typer.echo(f"{common.altered:,} left out: another article now stands in their place")
    width = max(len(_name(each)) for each in found)
    typer.echo(f"\n{'':{width}}  {'macro-F1':<19}  {'accuracy':<19}  ECE")
    for each, standing in zip(found, standings, strict=True):
        typer.echo(
            f"{_name(each):{width}}  {_figure(standing.macro_f1):<19}"
            f"  {_figure(standing.accuracy):<19}  {standing.ece:.3f}"
        )
    for each, duel in zip(found[1:], duels, strict=True):
        typer.echo(f"\n{_name(each)} against {_name(found[0])}")
        typer.echo(f"  macro-F1  {_gain(duel.macro_f1)}")
        typer.echo(f"  accuracy  {_gain(duel.accuracy)}")
        typer.echo(
            f"  right only {_name(found[0])}: {int(duel.only_first.sum()):,}, "
            f"only {_name(each)}: {int(duel.only_second.sum()):,}, "
            f"neither: {int(duel.both_wrong.sum()):,}"
        )


def _name(evaluation: Evaluation) -> str:
    return f"{evaluation.model} ({evaluation.id})"


def _figure(metric: Metric) -> str:
    value, low, high = (100 * each for each in (metric.value, metric.low, metric.high))
    return f"{value:.1f} ({low:.1f}–{high:.1f})"


def _gain(gain: Gain) -> str:
    if gain.verdict == "same":
        return "no difference"
    words = {"better": "better", "worse": "worse", "open": "too close to call"}
    difference, low, high = (100 * each for each in (gain.difference, gain.low, gain.high))
    return (
        f"{difference:+.1f} points ({low:+.1f} to {high:+.1f}), "
        f"better on {100 * gain.better:.0f} % of resamples: {words[gain.verdict]}"
    )
