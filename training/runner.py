"""One specification from data to a finished model folder.

OUT/<name> is what ships; OUT/<name>-full holds the files of full precision too. A training that
was stopped goes on from its checkpoints in OUT/main and OUT/across.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from newsdesk.core.manifest import Manifest, write_manifest
from newsdesk.core.recipes import FinetuneSpec
from training.data import fingerprint, read_corpus
from training.export import export_model
from training.networks import encoder_folder
from training.progress import say
from training.results.calibrate import calibrate
from training.results.measure import Report, measure, measure_across
from training.results.model_card import write_card
from training.trained import Trained, train_on

SHIPPED = ("config.json", "tokenizer.json", "tokenizer_config.json", "README.md")


def run(spec: FinetuneSpec, data: Path, out: Path, command: str) -> Path:
    """Train, export, measure; the folder that ships.

    command: how to do it again, for the card. Raises NewsdeskError where something is missing
    or the model cannot be exported.
    """
    encoder_folder(spec.encoder)  # told at once where it is missing
    articles = read_corpus(spec, data)
    across = measure_across(spec, articles, out / "across") if spec.across else None
    learned = [article for article in articles if article.split != "test"]
    trained = train_on(spec, learned, out / "main")
    with new_folder(out / f"{spec.name}-full") as full:
        say("exporting")
        exported = export_model(trained, full)
        calibration = calibrate(trained.logits(trained.dev), trained.dev.labels, spec.seed)
        say("measuring")
        report = measure(spec, articles, trained, exported, calibration, across)
        manifest = _manifest(spec, trained, report, fingerprint(articles))
        write_manifest(manifest, full)
        card = write_card(spec, manifest, report, command)
        (full / "README.md").write_text(card, encoding="utf-8")
    (out / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2))
    with new_folder(out / spec.name) as small:
        for name in (*SHIPPED, exported.path.name):
            shutil.copyfile(out / f"{spec.name}-full" / name, small / name)
        write_manifest(manifest, small)
    say(f"{spec.name} is finished: macro-F1 {report.together.macro_f1.value:.4f}")
    return out / spec.name


@contextmanager
def new_folder(final: Path) -> Iterator[Path]:
    """A folder written under a temporary name and renamed once all of it is there."""
    writing = final.with_name(f".{final.name}.writing")
    shutil.rmtree(writing, ignore_errors=True)
    writing.mkdir(parents=True)
    try:
        yield writing
    except BaseException:
        shutil.rmtree(writing, ignore_errors=True)
        raise
    shutil.rmtree(final, ignore_errors=True)
    writing.rename(final)


def _manifest(spec: FinetuneSpec, trained: Trained, report: Report, data: str) -> Manifest:
    by_code = {section.code: section for section in spec.sections}
    return Manifest(
        name=spec.name,
        title=spec.title,
        description=spec.description,
        created=datetime.now(UTC).date().isoformat(),
        sections=tuple(by_code[code] for code in trained.codes),
        languages=tuple(sorted({source.language for source in spec.sets})),
        preprocessing=spec.preprocessing,
        temperature=report.calibration.temperature,
        offsets=report.calibration.offsets,
        recipe=msgspec.to_builtins(spec),
        fingerprint=data,
        parent=spec.encoder,
        licence=spec.licence,
        parameters=trained.network.num_parameters(),
        results=report.results,
        overall=report.together,
        filing=report.filing,
    )
