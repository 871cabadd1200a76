"""Measure what a finished model may file by itself, on the test part that it was tested on.

python -m training filing SPEC.toml --data DIR --model FOLDER
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from newsdesk.core.errors import TrainingError
from newsdesk.core.filing import FilingCurve
from newsdesk.core.manifest import FILE_NAME, Manifest, read_manifest
from newsdesk.core.recipes import FinetuneSpec, read_recipe
from newsdesk.engine.preprocess import TextEncoder
from training.data import fingerprint, read_corpus
from training.export import FULL, SMALL, onnx_logits, open_session
from training.progress import say
from training.results.calibrate import Calibration
from training.results.filing import HEADING, curves_of, filing_text
from training.tokens import encode_rows


def main(arguments: list[str]) -> int:
    """Write the curves into a model's newsdesk.json and its card; nothing else in it changes."""
    parser = argparse.ArgumentParser(prog="python -m training filing")
    parser.add_argument("spec", type=Path, help="the specification that the model was made from")
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--model", type=Path, required=True, help="the folder of the model")
    given = parser.parse_args(arguments)
    manifest = read_manifest(given.model)
    curves = measure_filing(read_recipe(given.spec), given.data, given.model, manifest)
    manifest = msgspec.structs.replace(manifest, filing=curves)
    _write(given.model, manifest)
    _write_card(given.model, filing_text(manifest))
    say(f"{manifest.name}: what it may file is in {given.model / FILE_NAME}")
    return 0


def measure_filing(
    spec: FinetuneSpec, data: Path, folder: Path, manifest: Manifest
) -> tuple[FilingCurve, ...]:
    """The curves of the file that ships, on the test part of its sets.

    Raises TrainingError where the data are not those that the model was made from: its test part
    may then hold what it learned.
    """
    articles = read_corpus(spec, data)
    if fingerprint(articles) != manifest.fingerprint:
        raise TrainingError(
            "other_data",
            f"{manifest.name} was made from other articles or other splits than these.",
            "Give the specification and the data that it was made from.",
        )
    codes = [section.code for section in manifest.sections]
    test = [a for a in articles if a.split == "test" and a.section in codes]
    encoder = TextEncoder.from_folder(folder, manifest.preprocessing)
    rows = encode_rows(test, codes, encoder)
    file = folder / SMALL if (folder / SMALL).is_file() else folder / FULL
    longest = manifest.preprocessing.max_tokens
    logits = onnx_logits(open_session(file), rows.whole, encoder.pad_id, longest)
    calibration = Calibration(manifest.temperature, manifest.offsets or _no_offsets(codes))
    probabilities = calibration.probabilities(logits)
    right = float(np.mean(probabilities.argmax(axis=1) == rows.labels))
    say(f"{manifest.name}: {len(test):,} test articles, accuracy {right:.4f}")
    return curves_of(probabilities, rows.labels, codes)


def _no_offsets(codes: Sequence[str]) -> tuple[float, ...]:
    return (0.0,) * len(codes)


def _write(folder: Path, manifest: Manifest) -> None:
    """Only the manifest: the files beside it and their digests stay as they are."""
    writing = folder / f".{FILE_NAME}.writing"
    writing.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    writing.replace(folder / FILE_NAME)


def _write_card(folder: Path, text: str) -> None:
    """Put the section into the card, in place of an older one, before the next heading."""
    path = folder / "README.md"
    card = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, heading, after = card.partition(f"\n{HEADING}\n")
    if heading:
        rest = after.find("\n## ")
        after = after[rest:] if rest >= 0 else ""
    else:
        before, heading, after = card.partition("\n## What it learned from\n")
        after = heading + after
    path.write_text(f"{before.rstrip()}\n\n{text}\n{after}", encoding="utf-8")
