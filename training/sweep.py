"""The trials of a job: pairs of rates, seeds and folds, in order, and which of them wins.

The pair of the best mean dev macro-F1 over its seeds and folds wins, ties by the lower mean dev
loss; its best trial ships. A trial's result is in `trials.json` once it is over, so that a job
that was stopped goes on with the next one. On the disk lie the weights of two trials at most.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from newsdesk.core.errors import TrainingError
from newsdesk.core.job import Trial
from newsdesk.core.recipes import DistilSpec, FinetuneSpec, PredictionSpec
from training.devices import Device
from training.disk import when_there_is_room, write_whole
from training.material import Material
from training.networks import is_untrained, new_network
from training.passing import TrialWatch
from training.predict import logits_of
from training.recipes.finetune import MOST_ATTEMPTS, Finetuning, TrialStanding
from training.results.calibrate import macro_f1_of
from training.trials import (
    Chosen,
    Place,
    TrialRecord,
    best_by_fold,
    best_pair,
    first_pairs,
    later_pairs,
    most_trials,
    places_of,
    seeds_of,
    worth_keeping,
)
from training.watch import Watch

FILE = "trials.json"
WEIGHTS, DEV, TEST = "network", "dev.npy", "test.npy"


@dataclass(slots=True)
class Sweep:
    """All trials of a job.

    source: the folder of the base model. identity: hash of what they all have in common.
    folder: for results, weights and checkpoints. said: a teacher's logits of all rows of the
    material, in their order, where there is a teacher.
    """

    spec: FinetuneSpec
    source: Path
    material: Material
    identity: str
    folder: Path
    device: Device
    watch: Watch
    said: NDArray[np.float32] | None = None

    def run(self) -> Chosen:
        """Train what is not yet trained, and choose.

        Raises Stopped where a person wants it, TrainingError `collapsed` where nothing learned.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        known = {record.number: record for record in self._read()}
        folds, seeds = sorted(self.material.parts), seeds_of(self.spec)
        places = places_of(first_pairs(self.spec), folds, seeds)
        records: list[TrialRecord] = []
        self._go_through(places, most_trials(self.spec, len(folds)), records, known)
        best = best_pair(records)
        if best is not None:
            later = places_of(later_pairs(self.spec, best[0]), folds, seeds)
            self._go_through(later, len(records) + len(later), records, known)
            best = best_pair(records)
        if best is None:
            raise _nothing_learned(records)
        mine = [r for r in records if r.pair == best and r.state == "done"]
        return Chosen(
            min(mine, key=lambda record: record.order), best_by_fold(mine), tuple(records)
        )

    def weights(self, record: TrialRecord) -> Path:
        """The folder of a kept trial's network."""
        return self._kept(record.number) / WEIGHTS

    def logits(self, record: TrialRecord, name: str) -> np.ndarray:
        """Kept logits of a trial's fold; name: DEV or TEST."""
        return np.asarray(np.load(self._kept(record.number) / name))

    def _go_through(
        self,
        places: list[Place],
        total: int,
        records: list[TrialRecord],
        known: dict[int, TrialRecord],
    ) -> None:
        first = len(records) + 1
        for number, place in enumerate(places, start=first):
            self.watch.trial(_waiting(number, place))
        for number, place in enumerate(places, start=first):
            self._tell_plan(records, total)
            record = known.get(number)
            if record is None or record.identity != self._identity(place):
                record = self._train(number, place, total)
                self._remember([*records, record])
            records.append(record)
            self.watch.trial(record.as_trial())
            self._drop_losers(records)

    def _train(self, number: int, place: Place, total: int) -> TrialRecord:
        parts, tuning = self.material.parts[place.fold], self.spec.tuning
        if is_untrained(self.source):
            # From nothing, a first epoch teaches hardly anything; that is no collapse.
            tuning = msgspec.structs.replace(tuning, collapse=math.inf)
        name = f"trial {number} of {total}" if total > 1 else "training"
        self.watch.phase(name)
        running = _waiting(number, place, "running")
        self.watch.trial(running)
        trial = Finetuning(
            network=new_network(self.source, self.material.codes, tuning, place.seed),
            train=self.material.rows.select(parts.train),
            dev=self.material.rows.select(parts.dev),
            tuning=tuning,
            encoder_rate=place.pair[0],
            head_rate=place.pair[1],
            seed=place.seed,
            pad_id=self.material.encoder.pad_id,
            longest=self.material.longest,
            identity=self._identity(place),
            checkpoints=self.folder / f"trial-{number:03d}",
            device=self.device,
            watch=TrialWatch(self.watch, name, -(-len(parts.train) // tuning.batch), running),
            trial=number,
            said=None if self.said is None else self.said[parts.train],
            prediction=_prediction(self.spec),
        )
        try:
            standing = trial.run()
        except TrainingError as error:
            if error.problem.kind != "collapsed":
                raise
            self.watch.say(f"Trial {number}: {error.problem.message}", "warning")
            return self._record(number, place, None)
        record = self._record(number, place, standing)
        if record.state == "done" and self.device.main:
            logits = self._ask(trial, place)
            if TEST in logits and len(logits[TEST]):
                labels = self.material.rows.labels[parts.test]
                f1 = macro_f1_of(logits[TEST], labels)
                record = msgspec.structs.replace(record, test_macro_f1=f1)
            self._keep(trial, number, logits)
        return record

    def _record(self, number: int, place: Place, standing: TrialStanding | None) -> TrialRecord:
        found = standing is not None and standing.best_f1 >= 0
        return TrialRecord(
            number=number,
            encoder_rate=place.pair[0],
            head_rate=place.pair[1],
            seed=place.seed,
            fold=place.fold,
            identity=self._identity(place),
            state="done" if found else "collapsed" if standing is None else "failed",
            attempts=standing.attempt if standing else MOST_ATTEMPTS,
            rate=standing.rate if standing else place.pair[0] / 2 ** (MOST_ATTEMPTS - 1),
            micro=standing.micro if standing else 0,
            steps=standing.step if standing else 0,
            best_epoch=standing.best_epoch if standing else 0,
            dev_macro_f1=standing.best_f1 if standing and found else None,
            dev_loss=standing.best_loss if standing and found else None,
            history=tuple(standing.history) if standing else (),
            ended=standing.ended if standing else "every attempt collapsed",
        )

    def _ask(self, trial: Finetuning, place: Place) -> dict[str, np.ndarray]:
        """What the trained network says of test, and in folds of dev, by file name."""
        material, parts = self.material, self.material.parts[place.fold]
        wanted = {}
        if material.in_folds:
            wanted = {DEV: parts.dev, TEST: parts.test}
        elif len(seeds_of(self.spec)) > 1:
            wanted = {TEST: parts.test}
        return {
            name: logits_of(
                trial.network,
                material.rows.whole.select(places),
                material.encoder.pad_id,
                material.longest,
                check=self.watch.check if self.device.processes == 1 else None,
            )
            for name, places in wanted.items()
        }

    def _keep(self, trial: Finetuning, number: int, logits: dict[str, np.ndarray]) -> None:
        """Keep the trained network and what it said."""
        kept = self._kept(number)

        def write() -> None:
            writing = kept.with_name(f".{kept.name}.writing")
            shutil.rmtree(writing, ignore_errors=True)
            writing.mkdir(parents=True)
            trial.network.save_pretrained(writing / WEIGHTS)
            for name, values in logits.items():
                np.save(writing / name, values)
            shutil.rmtree(kept, ignore_errors=True)
            writing.rename(kept)

        when_there_is_room(write, self.folder, self.watch)

    def _remember(self, records: list[TrialRecord]) -> None:
        if self.device.main:
            data = msgspec.json.format(msgspec.json.encode(records), indent=1)
            path = self.folder / FILE
            when_there_is_room(lambda: write_whole(path, data), self.folder, self.watch)

    def _drop_losers(self, records: list[TrialRecord]) -> None:
        """Drop checkpoints of trials that are over, and weights and logits that cannot win."""
        if not self.device.main:
            return
        trials_a_pair = len(seeds_of(self.spec)) * len(self.material.parts)
        weights, logits = worth_keeping(records, trials_a_pair)
        for record in records:
            number = record.number
            shutil.rmtree(self.folder / f"trial-{number:03d}", ignore_errors=True)
            if number not in weights | logits:
                shutil.rmtree(self._kept(number), ignore_errors=True)
            elif number not in weights:
                shutil.rmtree(self._kept(number) / WEIGHTS, ignore_errors=True)

    def _tell_plan(self, records: list[TrialRecord], total: int) -> None:
        """Steps at most: those done, and those of the trials to come at full length."""
        done = sum(record.steps for record in records)
        longest = max(len(part.train) for part in self.material.parts.values())
        each = -(-longest // self.spec.tuning.batch) * self.spec.tuning.epochs
        self.watch.planned(done + (total - len(records)) * each, done)

    def _read(self) -> list[TrialRecord]:
        try:
            raw = (self.folder / FILE).read_bytes()
            return msgspec.json.decode(raw, type=list[TrialRecord])
        except (OSError, msgspec.MsgspecError):
            return []

    def _kept(self, number: int) -> Path:
        return self.folder / f"kept-{number:03d}"

    def _identity(self, place: Place) -> str:
        parts = (self.identity, place.pair, place.seed, place.fold)
        return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def _prediction(spec: FinetuneSpec) -> PredictionSpec:
    return spec.prediction if isinstance(spec, DistilSpec) else PredictionSpec()


def identity_of(spec: FinetuneSpec, source: Path, fingerprint: str, codes: Sequence[str]) -> str:
    """Hash of all that decides how the trials go: data, encoder and settings.

    How much is computed at once is left out: after a lack of memory a job goes on with less.
    """
    tuning = msgspec.structs.replace(spec.tuning, micro_batch=0, checkpoint_layers=False)
    config = (source / "config.json").read_bytes()
    sizes = sorted((path.name, path.stat().st_size) for path in source.glob("*.safetensors"))
    parts: tuple[object, ...] = (
        spec.encoder,
        blake2b(config, digest_size=16).hexdigest(),
        sizes,
        spec.preprocessing,
        tuning,
        spec.sweep,
        spec.seed,
        spec.fold,
        fingerprint,
        list(codes),
    )
    if isinstance(spec, DistilSpec):
        parts = (*parts, spec.teachers, spec.prediction)
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def _nothing_learned(records: Sequence[TrialRecord]) -> TrainingError:
    if any(record.state == "failed" for record in records):
        return TrainingError(
            "not_finite",
            "The loss was not a number before anything good was learned.",
            "Lower the encoder rate, or compute in full precision (fp32).",
        )
    who = "The training" if len(records) == 1 else f"None of the {len(records)} trials"
    return TrainingError(
        "collapsed",
        f"{who} learned {'no ' if len(records) == 1 else ''}more than how large the sections are, "
        f"though {MOST_ATTEMPTS} attempts were made at ever lower rates.",
        "Check the labels, then lower the encoder rate or give more articles.",
    )


def _waiting(number: int, place: Place, state: Literal["waiting", "running"] = "waiting") -> Trial:
    return Trial(
        number=number,
        encoder_rate=place.pair[0],
        head_rate=place.pair[1],
        seed=place.seed,
        fold=place.fold,
        state=state,
        attempts=1 if state == "running" else 0,
    )
