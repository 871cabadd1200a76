"""The model card: a page for people, written from the specification and what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from newsdesk.core.manifest import Manifest, Metric, TestResult
from newsdesk.core.metrics import SectionFigures
from newsdesk.core.recipes import FinetuneSpec
from training.results.calibrate import Calibration
from training.results.filing import filing_text
from training.results.measure import Confusion, Report, Sureness


def write_card(spec: FinetuneSpec, manifest: Manifest, report: Report, command: str) -> str:
    """The card as Markdown. command: what makes the model again."""
    parts = [
        f"# {spec.title}",
        spec.description,
        _facts(spec, manifest),
        "## How good it is",
        "Accuracy and macro-F1 in per cent on articles that were kept aside and never touched, "
        "with the 95 % bootstrap interval (2,000 resamples) in brackets. Beside them TF-IDF of "
        "words 1–2 with a linear SVM, learned from the same articles and tested on the same. "
        "Macro-F1 is the mean over the sections that a set has. Measured with the file "
        f"`{report.shipped}`.",
        results_table([*report.results, report.together]),
        _verdict(report),
        *_across(spec, report),
        "### By section",
        sections_table(report.sections),
        confusions_line(report.confusions),
        "## How sure it is",
        sureness_text(report.sureness, report.calibration),
        filing_text(manifest),
        "## What it learned from",
        _sets(spec, report),
        "Near-duplicates (half of their word 5-shingles shared) are one group over all sets "
        "together and never divided between learning and testing. Splits keep the shares of "
        "every set and section.",
        "## How it was made",
        _making(spec, report),
        f"To make it again:\n\n```\n{command}\n```",
        "## What it cannot do",
        f"It knows no section but those above: an article on anything else is put into the "
        f"nearest of them. {spec.limits}".rstrip(),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(spec: FinetuneSpec, manifest: Manifest) -> str:
    names = ", ".join(section.name() for section in manifest.sections)
    return "\n".join(
        [
            f"- Sections: {names}",
            f"- Language: {', '.join(manifest.languages)}",
            f"- Made from: `{spec.encoder}`, {manifest.parameters / 1e6:.1f} million parameters",
            f"- Reads at most {spec.preprocessing.max_tokens} tokens: a title of up to "
            f"{spec.preprocessing.title_tokens}, the beginning and the end of the body",
            f"- Licence: {manifest.licence}",
        ]
    )


def results_table(results: list[TestResult]) -> str:
    """Figures beside the baseline's, a Markdown table."""
    rows = [
        "| set | articles | accuracy | macro-F1 | SVM accuracy | SVM macro-F1 |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    rows += [
        f"| {r.dataset} | {r.articles:,} | {interval(r.accuracy)} | {interval(r.macro_f1)} "
        f"| {percent(r.baseline_accuracy)} | {percent(r.baseline_macro_f1)} |"
        for r in results
    ]
    return "\n".join(rows)


def _verdict(report: Report) -> str:
    """Whether the line was beaten on each set, in words that follow from the figures."""
    better = [r.dataset for r in report.results if _gain(r) > 0 and _f1_gain(r) > 0]
    others = [r.dataset for r in report.results if r.dataset not in better]
    said = []
    if better:
        said.append(f"Better than the SVM in accuracy and macro-F1 on: {', '.join(better)}.")
    if others:
        said.append(
            f"**Not better than the SVM in both on: {', '.join(others)}.** "
            "There it has not earned its cost."
        )
    small = [r.dataset for r in report.results if r.articles < 50]
    if small:
        said.append(f"Too few articles for more than a hint: {', '.join(small)}.")
    return " ".join(said)


def _across(spec: FinetuneSpec, report: Report) -> list[str]:
    if report.across is None:
        return []
    result, tested = report.across.result, set(report.across.sections)
    untested = [section.name() for section in spec.sections if section.code not in tested]
    gain = _gain(result)
    missing = (
        f" {', '.join(untested)} could not be tested: no other set has articles of it."
        if untested
        else ""
    )
    return [
        "### Across publishers",
        f"The same recipe once more without {result.dataset}, tested on all of its articles: how "
        f"a publisher that the model has never seen would fare.{missing}",
        results_table([result]),
        f"That is {gain:+.1f} points of accuracy and {_f1_gain(result):+.1f} of macro-F1 against "
        f"the SVM; the aim was {spec.across_aim:+g} of accuracy and is "
        f"{'reached' if gain >= spec.across_aim else 'not reached'}.",
    ]


def sections_table(figures: Sequence[SectionFigures]) -> str:
    """Precision, recall, F1 and support of every section, a Markdown table."""
    rows = ["| section | precision | recall | F1 | articles |", "|---|--:|--:|--:|--:|"]
    rows += [
        f"| {f.code} | {percent(f.precision)} | {percent(f.recall)} | {percent(f.f1)} "
        f"| {f.support:,} |"
        for f in figures
    ]
    return "\n".join(rows)


def confusions_line(confusions: Sequence[Confusion]) -> str:
    """The worst confusions in a sentence; nothing where there are none."""
    pairs = [f"{c.truth} taken for {c.found} {c.articles}×" for c in confusions]
    return f"Most often mistaken: {', '.join(pairs)}." if pairs else ""


def sureness_text(sure: Sureness, calibration: Calibration) -> str:
    """How well its confidence can be trusted, in sentences."""
    helped = "gained" if any(calibration.offsets) else "did not gain"
    used = "are used" if any(calibration.offsets) else "are left out"
    return (
        f"Expected calibration error {percent(sure.ece)} % over 15 bins of equal mass "
        f"({percent(sure.ece_before)} % before calibration), Brier score {sure.brier:.3f}, on "
        f"the untouched articles. Temperature {calibration.temperature:.2f}, found on dev. "
        f"Offsets of the sections {helped} on held-out parts of dev and {used}."
    )


def _sets(spec: FinetuneSpec, report: Report) -> str:
    tested = {r.dataset: r.articles for r in report.results}
    rows = ["| set | learned | chosen by | tested | terms |", "|---|--:|--:|--:|---|"]
    rows += [
        f"| {s.title} | {report.learned.get(s.code, 0):,} | {report.chosen_by.get(s.code, 0):,} "
        f"| {tested.get(s.title, 0):,} | {s.terms} |"
        for s in spec.sets
    ]
    mappings = []
    for source in spec.sets:
        pairs = [f"{old} → {new}" for old, new in source.labels.items() if old != new]
        line = f"- {source.title}: {', '.join(pairs) or 'its own labels'}."
        mappings.append(f"{line} {source.note}".rstrip())
    return "\n".join(rows) + "\n\nLabels to sections:\n\n" + "\n".join(mappings)


def _making(spec: FinetuneSpec, report: Report) -> str:
    tuning, standing = spec.tuning, report.standing
    epochs = ", ".join(f"{entry['macro_f1'] * 100:.1f}" for entry in standing.history)
    collapsed = standing.attempt - 1
    attempts = (
        f"{collapsed} attempt(s) collapsed and were tried again at half the rate"
        if collapsed
        else "no attempt collapsed"
    )
    return (
        f"Recipe `{spec.recipe}`: AdamW, encoder rate {standing.rate:g}, head rate "
        f"{tuning.head_factor:g} times that, batch {tuning.batch}, at most {tuning.epochs} "
        f"epochs, seed {spec.seed}, {tuning.precision}. Dev macro-F1 by epoch: {epochs} "
        f"({standing.ended}; {attempts}). Dev macro-F1 of the trained weights "
        f"{percent(report.dev_macro_f1)}, as int8 {percent(report.dev_macro_f1_int8)}. Made "
        f"with torch {version('torch')} and transformers {version('transformers')}. All settings "
        "are in `newsdesk.json`; another processor or version gives slightly other figures."
    )


def _gain(result: TestResult) -> float:
    return 100 * (result.accuracy.value - (result.baseline_accuracy or 0.0))


def _f1_gain(result: TestResult) -> float:
    return 100 * (result.macro_f1.value - (result.baseline_macro_f1 or 0.0))


def interval(metric: Metric) -> str:
    """A figure in per cent with its interval in brackets."""
    return f"{percent(metric.value)} ({percent(metric.low)}–{percent(metric.high)})"


def percent(share: float | None) -> str:
    """A share in per cent; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.1f}"
