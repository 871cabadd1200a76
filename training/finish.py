"""From the winner of a sweep to a finished model folder.

Everything here may be broken off and done again: it is written in the job's own folder and moved
to the models last.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from newsdesk.core import paths
from newsdesk.core.catalogue import encoder_licence
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import ModelError
from newsdesk.core.job import JobResult
from newsdesk.core.manifest import Manifest, read_manifest, write_manifest
from newsdesk.core.recipes import DistilSpec, FinetuneSpec, write_recipe
from newsdesk.core.teachers import base_of
from training.distillation.teachers import open_teacher
from training.export import Exported, export_model
from training.material import Material, articles_of
from training.networks import load_network
from training.predict import logits_of
from training.recipes.finetune import TrialStanding
from training.results.beside_teacher import BesideTeacher, beside_line, stand_beside
from training.results.calibrate import Calibration, calibrate, filing_thresholds
from training.results.job_card import write_job_card
from training.results.outcome import JobReport, Tested, figures_of, split_counts
from training.snapshot import Snapshot
from training.sweep import DEV, TEST, Sweep
from training.trained import Trained
from training.trials import Chosen, TrialRecord
from training.watch import Watch

RECIPE = "recipe.toml"
REPORT = "report.json"


@dataclass(frozen=True, slots=True)
class Finish:
    """The last part of a job.

    folder: of the job. made_by: tells this job from all others, for its model's manifest.
    """

    spec: FinetuneSpec
    folder: Path
    snapshot: Snapshot
    material: Material
    sweep: Sweep
    chosen: Chosen
    made_by: str
    watch: Watch

    def run(self) -> JobResult:
        """Calibrate, export, measure, describe, and put the folder among the models.

        Raises Stopped where a person wants it, TrainingError where ONNX and torch differ.
        """
        out = self.folder / "out" / "model"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        trained = self._trained()
        self._phase("calibrating")
        calibration, thresholds = self._calibrate(trained)
        self._phase("exporting")
        exported = export_model(trained, out, self.watch.check)
        self._phase("measuring")
        report = self._report(trained, exported, calibration, thresholds)
        self._phase("writing the model")
        # Only now: while it was measured, another model may have taken the name.
        name = model_name(self.spec.name, self.made_by)
        if name != self.spec.name:
            self.watch.say(f"A model named {self.spec.name} is here already; this one is {name}.")
        manifest = self._describe(name, trained, report, out)
        install(out, paths.installed_models() / name, self.folder / "out" / "replaced")
        self.watch.say(f"The model {manifest.name} is finished.")
        return _result(name, report)

    def _phase(self, name: str) -> None:
        self.watch.phase(name)
        self.watch.check()

    def _trained(self) -> Trained:
        """The winner's network, read from the disk as it will be shipped."""
        record, material = self.chosen.winner, self.material
        return Trained(
            network=load_network(self.sweep.weights(record), material.codes),
            source=self.sweep.source,
            encoder=material.encoder,
            codes=material.codes,
            longest=material.longest,
            dev=material.rows.select(material.parts[record.fold].dev),
            standing=_standing(record),
        )

    def _calibrate(self, trained: Trained) -> tuple[Calibration, dict[str, float]]:
        device = self.sweep.device
        device.bring(trained.network)
        logits = logits_of(
            trained.network,
            trained.dev.whole,
            trained.encoder.pad_id,
            trained.longest,
            check=self.watch.check,
        )
        trained.network.cpu()
        calibration = calibrate(logits, trained.dev.labels, self.spec.seed)
        probabilities = calibration.probabilities(logits)
        return calibration, filing_thresholds(probabilities, trained.dev.labels, trained.codes)

    def _report(
        self,
        trained: Trained,
        exported: Exported,
        calibration: Calibration,
        thresholds: dict[str, float],
    ) -> JobReport:
        tested, articles = (
            self._tested(exported, calibration),
            articles_of(self.snapshot, self.material),
        )
        figures = figures_of(
            self.snapshot.info.title,
            tested,
            articles,
            self.material,
            self.spec.seed,
            self.watch,
        )
        return JobReport(
            result=figures.result,
            folds=len(self.material.parts) if self.material.in_folds else 0,
            sections=figures.sections,
            confusions=figures.confusions,
            sureness=figures.sureness,
            curve=figures.curve,
            calibration=calibration,
            thresholds=thresholds,
            counts=split_counts(self.material),
            shipped=exported.path.name,
            characters=figures.characters,
            dev_macro_f1=exported.dev_macro_f1,
            dev_macro_f1_int8=exported.dev_macro_f1_int8,
            winner=self.chosen.winner,
            trials=self.chosen.records,
            notes=self.material.notes,
            filing=figures.filing,
            beside=self._beside(trained, exported, tested, articles),
        )

    def _beside(
        self,
        trained: Trained,
        exported: Exported,
        tested: list[Tested],
        articles: list[LabelledArticle],
    ) -> BesideTeacher | None:
        """The student beside its teacher on the untouched articles, where it had one."""
        spec, said = self.spec, self.sweep.said
        if not isinstance(spec, DistilSpec) or said is None or len(tested) != 1:
            return None
        places, logits, calibration = tested[0].places, tested[0].logits, tested[0].calibration
        self._phase("standing beside the teacher")
        found = stand_beside(
            [open_teacher(name) for name in spec.teachers],
            (spec.name, exported.path.parent, int(trained.network.num_parameters())),
            [articles[place] for place in places],
            self.material.codes,
            said[places],
            calibration.probabilities(logits),
            spec.seed,
            self.watch.check,
        )
        self.watch.say(beside_line(found))
        return found

    def _tested(self, exported: Exported, calibration: Calibration) -> list[Tested]:
        """The shipped file on the test part; in folds each fold's own network, as it was kept."""
        material = self.material
        if not material.in_folds:
            parts = material.parts[0]
            if not len(parts.test):
                return []
            logits = exported.logits(material.rows.select(parts.test))
            return [Tested(parts.test, logits, calibration, parts)]
        tested = []
        for fold, record in self.chosen.by_fold.items():
            parts = material.parts[fold]
            own = calibrate(
                self.sweep.logits(record, DEV), material.rows.labels[parts.dev], self.spec.seed
            )
            logits = self.sweep.logits(record, TEST)
            tested.append(Tested(parts.test, logits, own, parts))
        return tested

    def _describe(self, name: str, trained: Trained, report: JobReport, out: Path) -> Manifest:
        spec, info = self.spec, self.snapshot.info
        by_code = {section.code: section for section in info.sections}
        manifest = Manifest(
            name=name,
            title=spec.title or name,
            description=spec.description,
            created=datetime.now(UTC).date().isoformat(),
            sections=tuple(by_code[code] for code in trained.codes),
            languages=tuple(info.languages),
            preprocessing=spec.preprocessing,
            temperature=report.calibration.temperature,
            offsets=report.calibration.offsets,
            thresholds=report.thresholds,
            recipe=msgspec.to_builtins(spec),
            fingerprint=info.fingerprint,
            parent=_parent(spec),
            licence=spec.licence or encoder_licence(base_of(spec)) or "not stated",
            parameters=trained.network.num_parameters(),
            results=(report.result,) if report.result else (),
            overall=report.result,
            filing=report.filing,
            made_by=self.made_by,
        )
        (out / RECIPE).write_text(write_recipe(spec), encoding="utf-8")
        card = write_job_card(spec, manifest, info, report, f"newsdesk train {RECIPE}")
        (out / "README.md").write_text(card, encoding="utf-8")
        (self.folder / REPORT).write_bytes(
            msgspec.json.format(msgspec.json.encode(report), indent=2)
        )
        write_manifest(manifest, out)
        return manifest


def model_name(wanted: str, made_by: str) -> str:
    """The wanted name, or one with a number where another model has it.

    The model that the same job made before is replaced.
    """
    name, number = wanted, 1
    while not _is_free(name, made_by):
        number += 1
        name = f"{wanted}-{number}"
    return name


def install(folder: Path, target: Path, aside: Path) -> None:
    """Move a finished folder among the models; one of the same job gives way to it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(aside, ignore_errors=True)
    if target.exists():
        target.rename(aside)
    folder.rename(target)
    shutil.rmtree(aside, ignore_errors=True)


def _is_free(name: str, made_by: str) -> bool:
    if (paths.bundled_models() / name).exists():
        return False
    path = paths.installed_models() / name
    if not path.exists():
        return True
    try:
        return read_manifest(path).made_by == made_by
    except ModelError:
        return False


def _standing(record: TrialRecord) -> TrialStanding:
    return TrialStanding(
        rate=record.rate,
        micro=record.micro,
        attempt=record.attempts,
        step=record.steps,
        best_epoch=record.best_epoch,
        ended=record.ended,
        history=list(record.history),
    )


def _result(name: str, report: JobReport) -> JobResult:
    result = report.result
    return JobResult(
        model=name,
        dev_macro_f1=report.winner.dev_macro_f1 or 0.0,
        macro_f1=result.macro_f1 if result else None,
        accuracy=result.accuracy if result else None,
        baseline_macro_f1=result.baseline_macro_f1 if result else None,
        articles=result.articles if result else 0,
    )


def _parent(spec: FinetuneSpec) -> str:
    """The model or checkpoint that a model was made from."""
    return spec.encoder or (", ".join(spec.teachers) if isinstance(spec, DistilSpec) else "")
