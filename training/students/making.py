"""From a specification to the base model that is tuned in the end (TRAINING, distil, layer_drop).

Each step leaves a folder in the Hugging Face layout, whole or not there at all, with the hash of
all that decided it: a job that was stopped goes on behind the last one.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import msgspec
from tokenizers import Tokenizer
from transformers import PreTrainedModel

from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import file_digest
from newsdesk.core.recipes import (
    DistilSpec,
    FinetuneSpec,
    ImitationSpec,
    LayerDropSpec,
    ScheduleSpec,
)
from newsdesk.core.teachers import base_of
from training.devices import Device
from training.distillation.language import CLIP, WARM_UP, load_guessing
from training.distillation.teachers import Teacher
from training.networks import (
    encoder_folder,
    known_sections,
    new_network,
    text_encoder,
    tokenizer_file,
)
from training.recipes.imitate import Guessing, Imitation, Taught, tuning_of
from training.students.beginning import begin_student, kept_layers, save_student
from training.students.dropping import layers_kept
from training.students.layers import depth_of, keep_layers, likeness_of_layers
from training.students.trimming import (
    count_pieces,
    pieces_kept,
    special_pieces,
    trim_embeddings,
    trim_tokenizer,
    unknown_share,
)
from training.tokens import encode_rows
from training.watch import Watch

IDENTITY = "made-of.txt"
ASKED = 512
"""Articles that tell which layers contribute least."""


@dataclass(slots=True)
class Making:
    """The steps of one job.

    articles: those that are learned from. codes: their sections in the order of the logits.
    fingerprint: of the data sets. general: articles of the general stage. folder: of the steps.
    """

    spec: FinetuneSpec
    articles: Sequence[LabelledArticle]
    codes: Sequence[str]
    fingerprint: str
    teachers: Sequence[Teacher]
    general: Sequence[LabelledArticle]
    folder: Path
    device: Device
    watch: Watch

    def run(self) -> Path:
        """The folder of the base model that is tuned.

        Raises Stopped where a person wants it, TrainingError where a step cannot be done.
        """
        spec = self.spec
        if isinstance(spec, LayerDropSpec):
            return self._step("fewer-layers", encoder_folder(spec.encoder), self._drop_layers)
        if not isinstance(spec, DistilSpec):
            return encoder_folder(spec.encoder)
        source = encoder_folder(base_of(spec))
        if spec.general.epochs and spec.general.form == "language":
            made = self._guess(spec, source)
        else:
            made = self._step("begun", source, self._begin)
            if spec.general.epochs:
                made = self._imitate("general", "general stage", spec.general, made, self.general)
        if spec.intermediate.epochs:
            made = self._imitate(
                "intermediate", "intermediate stage", spec.intermediate, made, self.articles
            )
        if spec.student.pieces:
            made = self._step("trimmed", made, self._trim)
        return made

    def _step(self, name: str, source: Path, make: Callable[[Path, Path], None]) -> Path:
        """Do a step unless it is done; its folder."""
        target = self.folder / name
        identity = _identity(self.spec, self.fingerprint, source)
        if _known(target) != identity:
            self.watch.check()
            if self.device.main:
                self.folder.mkdir(parents=True, exist_ok=True)
                make(source, target)
                (target / IDENTITY).write_text(identity, encoding="utf-8")
            self.device.wait()
        return target

    def _drop_layers(self, source: Path, target: Path) -> None:
        spec = self.spec
        assert isinstance(spec, LayerDropSpec)
        network = new_network(source, self.codes, spec.tuning, spec.seed)
        alike: Sequence[float] = ()
        if spec.strategy == "contribution":
            self.watch.phase("measuring what each layer contributes")
            alike = self._likeness(network, source)
        kept = layers_kept(spec.strategy, depth_of(network), spec.drop, alike)
        keep_layers(network, kept)
        self.watch.say(f"Layers that stay: {' '.join(map(str, kept))}.")
        save_student(network, source, target, with_head=bool(known_sections(source)))

    def _likeness(self, network: PreTrainedModel, source: Path) -> list[float]:
        encoder = text_encoder(source, self.spec.preprocessing)
        rows = encode_rows(self.articles[:ASKED], self.codes, encoder, check=self.watch.check)
        self.device.bring(network)
        longest = self.spec.preprocessing.max_tokens
        alike = likeness_of_layers(network, rows.whole, encoder.pad_id, longest)
        network.cpu()
        return [float(value) for value in alike]

    def _begin(self, source: Path, target: Path) -> None:
        spec = self.spec
        assert isinstance(spec, DistilSpec)
        if spec.student.width:
            self.watch.say(
                "The student begins from nothing: it needs about three times the epochs of one "
                "that begins as layers of a base model.",
                "warning",
            )
        network = begin_student(source, spec.student, self.codes, spec.seed)
        knows = bool(known_sections(source)) and not spec.student.width
        save_student(network, source, target, with_head=knows)

    def _guess(self, spec: DistilSpec, source: Path) -> Path:
        """The general stage in the form of DistilBERT: layers of a base model guess words."""
        stage, target = spec.general, self.folder / "general"
        identity = _identity(self.spec, self.fingerprint, source)
        if _known(target) == identity:
            return target
        self.watch.phase("general stage")
        network, teacher = load_guessing(source), load_guessing(source)
        kept = kept_layers(spec.student, depth_of(network))
        keep_layers(network, kept)
        longest = stage.max_tokens or spec.preprocessing.max_tokens
        encoder = text_encoder(
            source, msgspec.structs.replace(spec.preprocessing, max_tokens=longest)
        )
        special, mask_id = special_pieces(tokenizer_file(source))
        places = {article.section for article in self.general} | set(self.codes)
        self._run_taught("general", identity, source, Guessing(
            network=network,
            train=encode_rows(self.general, sorted(places), encoder, check=self.watch.check),
            tuning=msgspec.structs.replace(
                tuning_of(stage, spec.tuning), warm_up=WARM_UP, clip=CLIP
            ),
            encoder_rate=stage.rate,
            head_rate=stage.rate,
            seed=spec.seed,
            pad_id=encoder.pad_id,
            longest=longest,
            identity=identity,
            checkpoints=self.folder / "general-checkpoints",
            device=self.device,
            watch=self.watch,
            trial=0,
            teacher=teacher,
            title="general stage",
            special=special,
            mask_id=mask_id,
        ), with_head=False)  # fmt: skip
        return target

    def _run_taught(
        self, name: str, identity: str, source: Path, stage: Taught, *, with_head: bool
    ) -> None:
        """Run a stage that a teacher takes part in, and keep the student that comes of it."""
        tuning, target = stage.tuning, self.folder / name
        self.watch.planned(-(-len(stage.train) // tuning.batch) * tuning.epochs)
        stage.run()
        if self.device.main:
            save_student(stage.network.cpu(), source, target, with_head=with_head)
            (target / IDENTITY).write_text(identity, encoding="utf-8")
            shutil.rmtree(self.folder / f"{name}-checkpoints", ignore_errors=True)
        self.device.wait()

    def _imitate(
        self, name: str, title: str, stage: ImitationSpec, source: Path,
        articles: Sequence[LabelledArticle],
    ) -> Path:  # fmt: skip
        """One stage of imitation; all processes of a job take part."""
        target, identity = self.folder / name, _identity(self.spec, self.fingerprint, source)
        if _known(target) == identity:
            return target
        self.watch.phase(title)
        teacher = self.teachers[0]
        _check_tokenizers(source, teacher, title)
        longest = stage.max_tokens or self.spec.preprocessing.max_tokens
        preprocessing = msgspec.structs.replace(self.spec.preprocessing, max_tokens=longest)
        encoder = text_encoder(source, preprocessing)
        places = {article.section for article in articles} | set(self.codes)
        imitation = Imitation(
            network=new_network(source, self.codes, self.spec.tuning, self.spec.seed),
            train=encode_rows(articles, sorted(places), encoder, check=self.watch.check),
            tuning=tuning_of(stage, self.spec.tuning),
            encoder_rate=stage.rate,
            head_rate=stage.rate,
            seed=self.spec.seed,
            pad_id=encoder.pad_id,
            longest=longest,
            identity=identity,
            checkpoints=self.folder / f"{name}-checkpoints",
            device=self.device,
            watch=self.watch,
            trial=0,
            teacher=teacher.network(),
            spec=stage,
            title=title,
        )
        self._run_taught(name, identity, source, imitation, with_head=bool(known_sections(source)))
        return target

    def _trim(self, source: Path, target: Path) -> None:
        spec = self.spec
        assert isinstance(spec, DistilSpec)
        self.watch.phase("trimming the vocabulary")
        tokenizer = Tokenizer.from_file(str(tokenizer_file(source)))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        texts = [f"{article.title}\n{article.body}" for article in self.articles]
        counts = count_pieces(tokenizer, texts, self.watch.check)
        kept = pieces_kept(tokenizer, counts, spec.student.pieces)
        trimmed = trim_tokenizer(tokenizer, kept)
        network = new_network(source, self.codes, spec.tuning, spec.seed)
        trim_embeddings(network, kept)
        save_student(network, source, target, with_head=bool(known_sections(source)))
        trimmed.save(str(target / "tokenizer.json"))
        after = count_pieces(trimmed, texts, self.watch.check)
        self.watch.say(
            f"Vocabulary: {tokenizer.get_vocab_size():,} → {len(kept):,} pieces; unknown pieces "
            f"{unknown_share(tokenizer, counts):.2%} → {unknown_share(trimmed, after):.2%}; "
            f"articles are {after.total() / max(counts.total(), 1) - 1:+.1%} longer."
        )


def _check_tokenizers(source: Path, teacher: Teacher, title: str) -> None:
    """Raise TrainingError where the two read other pieces: their states cannot be compared."""
    if file_digest(tokenizer_file(source)) != file_digest(tokenizer_file(teacher.folder)):
        raise TrainingError(
            "other_tokenizer",
            f"The student and its teacher {teacher.name} read in different pieces: there can be no "
            f"{title}.",
            "Leave the stage out (0 epochs): answers alone can be learned from any teacher. Or "
            "begin the student from the teacher's own layers.",
        )


def _identity(spec: FinetuneSpec, fingerprint: str, source: Path) -> str:
    """Hash of all that decides a step; source: what it begins from."""
    weights = sorted((path.name, file_digest(path)) for path in source.glob("*.safetensors"))
    settings = msgspec.structs.replace(spec, schedule=ScheduleSpec())
    parts = (settings, fingerprint, weights, _known(source))
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def _known(folder: Path) -> str:
    try:
        return (folder / IDENTITY).read_text(encoding="utf-8")
    except OSError:
        return ""
