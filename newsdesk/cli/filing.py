"""`newsdesk filing`: from which confidence on a model files by itself, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
import typer

from newsdesk.core.errors import ModelError
from newsdesk.core.filing import FilingCost, FilingCurve, best_thresholds, cost_at, filing_curves
from newsdesk.core.manifest import Manifest
from newsdesk.engine.installed import find, meet
from newsdesk.store import Store
from newsdesk.store.records import FilingRules

app = typer.Typer(
    help="See, choose and turn on what a model files without a person.", no_args_is_help=True
)
Source = Literal["tests", "decisions"]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
CountedOn = Annotated[
    Source | None,
    typer.Option(
        "--counted-on",
        help="The articles it was tested on, or the decisions made here. By itself: the tests, "
        "where it has any.",
    ),
]


@app.command()
def show(model: str, counted_on: CountedOn = None, as_json: Json = False) -> None:
    """Show thresholds and what they cost."""
    manifest = find(model).manifest
    with Store.open() as store:
        meet(store, manifest)
        rules = store.filing.get(manifest.name)
        source, curves = _curves(store, manifest, counted_on)
        open_now = store.filing.would_file(manifest.name, rules.thresholds)
    if as_json:
        sections = [_as_json(curve, rules.thresholds.get(curve.section)) for curve in curves]
        _print(
            {
                "model": manifest.name,
                "enabled": rules.enabled,
                "counted_on": source,
                "sections": sections,
                "would_file": sum(open_now.values()),
            }
        )
        return
    typer.echo(f"{manifest.name} files by itself: {'on' if rules.enabled else 'off'}")
    if not curves:
        typer.echo("  nothing to choose by: it was not tested, and nothing was decided with it")
    by_code = {curve.section: curve for curve in curves}
    for section in manifest.sections:
        curve = by_code.get(section.code, FilingCurve(section.code, 0, ()))
        typer.echo(_line(curve, rules.thresholds.get(section.code), source))
    typer.echo(f"  open articles that these thresholds file: {sum(open_now.values()):,}")


@app.command("set")
def set_command(
    model: str,
    at_most: Annotated[
        float | None, typer.Option("--at-most", help="Per cent wrong in every section, at most.")
    ] = None,
    threshold: Annotated[
        list[str] | None,
        typer.Option(help="SECTION=CONFIDENCE from 0 to 1, or SECTION=never; may be repeated."),
    ] = None,
    counted_on: CountedOn = None,
    as_json: Json = False,
) -> None:
    """Choose thresholds; whether they are in force stays as it is."""
    manifest = find(model).manifest
    if (at_most is None) == (not threshold):
        raise typer.BadParameter("give either --at-most or --threshold")
    with Store.open() as store:
        meet(store, manifest)
        rules = store.filing.get(manifest.name)
        if at_most is not None:
            _, curves = _curves(store, manifest, counted_on)
            thresholds = _by_bound(manifest, curves, at_most)
        else:
            thresholds = _by_hand(manifest, rules, threshold or [])
        rules = replace(rules, thresholds=thresholds)
        store.filing.set(rules)
    _say(rules, as_json)


@app.command()
def on(model: str, as_json: Json = False) -> None:
    """Let a model file by itself, by the thresholds that were chosen."""
    _switch(model, True, as_json)


@app.command()
def off(model: str, as_json: Json = False) -> None:
    """Let every article wait for a person again; the thresholds are kept."""
    _switch(model, False, as_json)


def _switch(model: str, enabled: bool, as_json: bool) -> None:
    manifest = find(model).manifest
    with Store.open() as store:
        meet(store, manifest)
        rules = store.filing.get(manifest.name)
        if enabled and not rules.thresholds:
            raise ModelError(
                "no_thresholds",
                f"No thresholds were chosen for {manifest.name}, so it would file nothing.",
                f"Choose them first: newsdesk filing set {manifest.name} --at-most 5.",
            )
        rules = replace(rules, enabled=enabled)
        store.filing.set(rules)
    _say(rules, as_json)


def _curves(
    store: Store, manifest: Manifest, source: Source | None
) -> tuple[Source, tuple[FilingCurve, ...]]:
    if source == "tests" or (source is None and manifest.filing):
        return "tests", manifest.filing
    codes = [section.code for section in manifest.sections]
    answers = store.filing.measured(manifest.name)
    return "decisions", filing_curves(answers, codes) if answers else ()


def _by_bound(
    manifest: Manifest, curves: tuple[FilingCurve, ...], at_most: float
) -> dict[str, float]:
    if not 0 <= at_most < 100:
        raise typer.BadParameter("per cent, from 0 to 100", param_hint="--at-most")
    if not any(curve.tells for curve in curves):
        raise ModelError(
            "nothing_counted",
            f"There are too few articles to choose thresholds for {manifest.name} by.",
            "Decide on some hundred articles with it on the desk, or give --threshold.",
        )
    return best_thresholds(curves, at_most / 100)


def _by_hand(manifest: Manifest, rules: FilingRules, given: list[str]) -> dict[str, float]:
    chosen = dict(rules.thresholds)
    codes = {section.code for section in manifest.sections}
    for part in given:
        code, _, value = part.partition("=")
        if code not in codes:
            raise typer.BadParameter(
                f"{manifest.name} has no section {code!r}", param_hint="--threshold"
            )
        if value == "never":
            chosen.pop(code, None)
            continue
        try:
            chosen[code] = float(value)
        except ValueError as error:
            raise typer.BadParameter(
                f"{value!r} is no confidence from 0 to 1", param_hint="--threshold"
            ) from error
    return chosen


def _line(curve: FilingCurve, threshold: float | None, source: Source) -> str:
    if threshold is None:
        why = "" if curve.tells else f", too few articles to say ({curve.articles})"
        return f"  {curve.section:<20} always asks{why}"
    if not curve.articles:
        return f"  {curve.section:<20} from {threshold:.3f}, uncounted"
    cost = cost_at(curve, threshold)
    low, high = (round(100 * share) for share in cost.interval)
    noun = "test articles" if source == "tests" else "decided articles"
    return (
        f"  {curve.section:<20} from {threshold:.3f}: files {cost.coverage:.0%} by itself, "
        f"{cost.error:.0%} of them wrong ({cost.wrong} of {cost.filed} {noun}; {low}–{high} %)"
    )


def _as_json(curve: FilingCurve, threshold: float | None) -> dict[str, object]:
    cost: FilingCost = cost_at(curve, threshold)
    return {
        "section": curve.section,
        "threshold": threshold,
        "articles": curve.articles,
        "filed": cost.filed,
        "wrong": cost.wrong,
        "wrong_interval": list(cost.interval),
    }


def _say(rules: FilingRules, as_json: bool) -> None:
    if as_json:
        _print(rules)
        return
    typer.echo(f"{rules.model} files by itself: {'on' if rules.enabled else 'off'}")
    for code, value in rules.thresholds.items():
        typer.echo(f"  {code:<20} from {value:.3f}")


def _print(value: object) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
