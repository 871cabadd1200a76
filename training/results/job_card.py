"""The card of a job's model: its data set, its trials, and whether it has earned its cost."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from newsdesk.core.manifest import Manifest, TestResult
from newsdesk.core.recipes import FinetuneSpec
from training.results.beside_teacher import beside_text
from training.results.calibrate import FEWEST, MOST_WRONG
from training.results.filing import filing_text
from training.results.model_card import (
    confusions_line,
    interval,
    percent,
    results_table,
    sections_table,
    sureness_text,
)
from training.results.outcome import JobReport
from training.snapshot import SnapshotInfo
from training.trials import TrialRecord

CURVE = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
FEW_ARTICLES = 50


def write_job_card(
    spec: FinetuneSpec, manifest: Manifest, info: SnapshotInfo, report: JobReport, command: str
) -> str:
    """The card as Markdown. command: what makes the model again."""
    parts = [
        f"# {manifest.title}",
        spec.description,
        _facts(spec, manifest),
        "## How good it is",
        *_goodness(report),
        *(("## Beside its teacher", beside_text(report.beside)) if report.beside else ()),
        "## How sure it is",
        *_sureness(report),
        filing_text(manifest),
        "## What it learned from",
        _data(info, report),
        _counts(report),
        *(f"- {note}" for note in (*report.notes, info.note) if note),
        "## How it was made",
        _making(spec, report),
        _trials(report),
        f"To make it again from the same set:\n\n```\n{command}\n```",
        "## What it cannot do",
        "It knows no section but those above: an article on anything else is put into the "
        f"nearest of them. {spec.limits}".rstrip(),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(spec: FinetuneSpec, manifest: Manifest) -> str:
    names = ", ".join(section.name() for section in manifest.sections)
    ends = "its beginning and end" if spec.preprocessing.cut == "head_tail" else "its beginning"
    # Of a folder only its name: where it lies helps no reader.
    path = Path(manifest.parent)
    encoder = path.name if path.is_absolute() else manifest.parent
    return "\n".join(
        [
            f"- Sections: {names}",
            f"- Language: {', '.join(manifest.languages) or 'not stated'}",
            f"- Made from: `{encoder}`, {manifest.parameters / 1e6:.1f} million parameters",
            f"- Reads at most {spec.preprocessing.max_tokens} tokens: a title of up to "
            f"{spec.preprocessing.title_tokens}; of a long body {ends}",
            f"- Licence: {manifest.licence}",
        ]
    )


def _goodness(report: JobReport) -> list[str]:
    if report.result is None:
        return [
            "The data set has no test part, so nothing can be said about new articles. On the "
            f"articles that it was chosen by, its macro-F1 is {percent(report.dev_macro_f1)}; new "
            "ones will do worse."
        ]
    how = (
        f"Each of {report.folds} folds was tested by a model that had not seen it, and all "
        "answers are counted together; the model that ships is one of these."
        if report.folds > 1
        else f"Measured with the file `{report.shipped}`."
    )
    terms = "characters 1–4" if report.characters else "words 1–2"
    return [
        "Accuracy and macro-F1 in per cent on articles that were kept aside and never touched, "
        "with the 95 % bootstrap interval (2,000 resamples) in brackets. Beside them TF-IDF of "
        f"{terms} with a linear SVM, learned from the same articles and tested on the same. {how}",
        results_table([report.result]),
        verdict(report.result),
        sections_table(report.sections),
        confusions_line(report.confusions),
    ]


def verdict(result: TestResult) -> str:
    """Whether the line was beaten, in words that follow from the figures."""
    gain = 100 * (result.macro_f1.value - (result.baseline_macro_f1 or 0.0))
    line = result.baseline_macro_f1 or 0.0
    if gain <= 0:
        said = (
            f"**Not better than the SVM: {gain:+.1f} points of macro-F1.** It has not earned its "
            "cost."
        )
    elif line >= result.macro_f1.low:
        said = (
            f"Better than the SVM by {gain:.1f} points of macro-F1, which is within the interval "
            f"of {interval(result.macro_f1)}: it may be chance."
        )
    else:
        said = f"Better than the SVM by {gain:.1f} points of macro-F1."
    if result.articles < FEW_ARTICLES:
        said += f" With {result.articles} articles this is no more than a hint."
    return said


def _sureness(report: JobReport) -> list[str]:
    if report.sureness is None:
        return [f"Temperature {report.calibration.temperature:.2f}, found on dev."]
    return [
        sureness_text(report.sureness, report.calibration),
        _curve(report),
        _thresholds(report),
    ]


def _curve(report: JobReport) -> str:
    rows = ["| confidence at least | articles | of these wrong |", "|--:|--:|--:|"]
    at = {round(point.threshold, 2): point for point in report.curve}
    rows += [
        f"| {percent(at[value].threshold)} | {percent(at[value].coverage)} % "
        f"| {percent(at[value].error)} % |"
        for value in CURVE
        if value in at
    ]
    return "\n".join(rows)


def _thresholds(report: JobReport) -> str:
    known = {record.code for record in report.sections} - set(report.thresholds)
    said = (
        "An article may be filed by itself from a confidence at which at most "
        f"{percent(MOST_WRONG)} % of those put in its section were wrong, on the articles that the "
        f"model was chosen by; sections with fewer than {FEWEST} there share one threshold: "
    )
    said += ", ".join(f"{code} {percent(value)}" for code, value in report.thresholds.items())
    if not report.thresholds:
        said = (
            f"No confidence that {FEWEST} articles of dev reach makes few enough mistakes to file "
            "articles by themselves."
        )
    elif known:
        said += f". Never by itself: {', '.join(sorted(known))}"
    return said if said.endswith(".") else f"{said}."


def _data(info: SnapshotInfo, report: JobReport) -> str:
    source = {
        "file": "imported from a file",
        "folder": "imported from a folder",
        "decisions": "made from the desk's decisions",
    }.get(info.origin, info.origin)
    languages = ", ".join(f"{code} {rows:,}" for code, rows in info.languages.items())
    way = {
        "folds": f"into {info.plan.folds} folds, each tested in turn",
        "date": "by date: the newest articles are tested on",
        "given": "as its source says",
        "shares": "by shares, the same of every section",
    }[info.plan.way]
    said = (
        f"The data set *{info.title}* (`{info.name}`), {source}: {info.rows:,} labelled articles, "
        f"fingerprint `{info.fingerprint}`. Divided {way}. Near-duplicates are never divided "
        "between learning and testing."
    )
    return said + (f" Languages: {languages}." if languages else "")


def _counts(report: JobReport) -> str:
    rows = ["| section | learned | chosen by | tested |", "|---|--:|--:|--:|"]
    rows += [
        f"| {c.section} | {c.learned:,} | {c.chosen_by:,} | {c.tested:,} |" for c in report.counts
    ]
    return "\n".join(rows)


def _making(spec: FinetuneSpec, report: JobReport) -> str:
    tuning, winner = spec.tuning, report.winner
    epochs = ", ".join(percent(entry["macro_f1"]) for entry in winner.history)
    collapsed = sum(record.state == "collapsed" for record in report.trials)
    again = sum(record.attempts > 1 and record.state == "done" for record in report.trials)
    troubles = []
    if collapsed:
        troubles.append(f"{collapsed} of {len(report.trials)} trials collapsed at every attempt")
    if again:
        troubles.append(f"{again} collapsed and were tried again at half the rate")
    frozen = ", the encoder frozen" if tuning.freeze_encoder else ""
    factor = winner.rate / winner.encoder_rate
    return (
        f"Recipe `{spec.recipe}`: AdamW, encoder rate {winner.rate:g}, head rate "
        f"{winner.head_rate * factor:g}{frozen}, batch {tuning.batch}, at most {tuning.epochs} "
        f"epochs, seed {winner.seed}. Dev macro-F1 by epoch: {epochs} ({winner.ended}; "
        f"{'; '.join(troubles) or 'no trial collapsed'}). Dev macro-F1 of the trained weights "
        f"{percent(report.dev_macro_f1)}, as int8 {percent(report.dev_macro_f1_int8)}; "
        f"`{report.shipped}` is used. Made with torch {version('torch')} and transformers "
        f"{version('transformers')}. All settings are in `newsdesk.json` and `recipe.toml`; "
        "another processor or version gives slightly other figures."
    )


def _trials(report: JobReport) -> str:
    if len(report.trials) < 2:
        return ""
    rows = [
        "| trial | encoder rate | head rate | seed | fold | epoch | dev macro-F1 | test macro-F1 |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    rows += [_trial(record, record == report.winner) for record in report.trials]
    text = (
        "All trials; the rates of the best mean dev macro-F1 were taken, and of their trials the "
        "best. Test is shown where seeds or folds are compared; nothing was chosen by it."
    )
    return text + "\n\n" + "\n".join(rows)


def _trial(record: TrialRecord, wins: bool) -> str:
    mark = "**" if wins else ""
    dev = percent(record.dev_macro_f1) if record.state == "done" else record.state
    return (
        f"| {mark}{record.number}{mark} | {record.encoder_rate:g} | {record.head_rate:g} "
        f"| {record.seed} | {record.fold or '–'} | {record.best_epoch or '–'} "
        f"| {mark}{dev}{mark} | {percent(record.test_macro_f1)} |"
    )
