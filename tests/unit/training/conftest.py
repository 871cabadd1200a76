"""A tiny encoder, a few made-up articles and a specification that trains in a second."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors  # noqa: E402
from transformers import BertConfig, BertModel  # noqa: E402

from newsdesk.core.manifest import Preprocessing  # noqa: E402
from newsdesk.core.recipes import FinetuneSpec, SetSpec, TuningSpec  # noqa: E402
from newsdesk.core.section import Section  # noqa: E402
from newsdesk.engine.preprocess import TextEncoder  # noqa: E402
from training.data import read_corpus  # noqa: E402
from training.devices import Device  # noqa: E402
from training.networks import new_network  # noqa: E402
from training.recipes.finetune import Finetuning  # noqa: E402
from training.tokens import EncodedRows, encode_rows  # noqa: E402
from training.watch import Quiet, Watch  # noqa: E402

torch.set_num_threads(1)  # tiny networks only wait for a second thread

TOPICS = {
    "business": ["bank", "market", "shares", "profit"],
    "health": ["doctor", "clinic", "vaccine", "nurse"],
    "sport": ["goal", "match", "team", "coach"],
}
PLAIN = ["the", "a", "said", "today", "new", "people", "after", "year", "over", "in"]


@pytest.fixture(scope="session")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of two layers with random weights, and its WordPiece tokenizer."""
    folder = tmp_path_factory.mktemp("encoder")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *PLAIN, *chain(*TOPICS.values())]
    tokenizer = Tokenizer(
        models.WordPiece({word: at for at, word in enumerate(words)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "BertTokenizer", "model_max_length": 64})
    )
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)
    return folder


def write_set(path: Path, rows: int, seed: int, sections: list[str]) -> None:
    """Made-up articles in JSON Lines; every third word tells the section."""
    chance = random.Random(seed)
    lines = []
    for number in range(rows):
        section = sections[number % len(sections)]
        words = [
            chance.choice(TOPICS[section] if place % 3 == 0 else PLAIN)
            for place in range(chance.randint(8, 40))
        ]
        article = {"id": f"{seed}-{number}", "label": section, "lang": "en"}
        lines.append(json.dumps({**article, "title": " ".join(words[:4]), "body": " ".join(words)}))
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two publishers; the second has no articles of health."""
    folder = tmp_path_factory.mktemp("data")
    write_set(folder / "daily.jsonl", 120, 1, list(TOPICS))
    write_set(folder / "weekly.jsonl", 60, 2, ["business", "sport"])
    return folder


@pytest.fixture(scope="session")
def spec(encoder_folder: Path) -> FinetuneSpec:
    """Three sections, two sets, two epochs."""
    labels = {topic: topic for topic in TOPICS}
    return FinetuneSpec(
        name="tiny",
        title="Tiny model",
        encoder=str(encoder_folder),
        sections=tuple(Section(code, {"en": code.title()}) for code in TOPICS),
        sets=tuple(
            SetSpec(
                code=code,
                title=title,
                file=f"{code}.jsonl",
                labels=labels,
                language="en",
                terms=f"terms of {code}",
            )
            for code, title in (("daily", "The Daily"), ("weekly", "The Weekly"))
        ),
        across="daily",
        across_aim=10.0,
        preprocessing=Preprocessing(max_tokens=32, title_tokens=8),
        tuning=TuningSpec(
            encoder_rate=3e-3,
            head_factor=2.0,
            batch=8,
            epochs=2,
            title_only=0.1,
            body_only=0.1,
            collapse=5.0,  # so little learning would look like one
        ),
    )


@dataclass
class Bench:
    """What a fine-tuning needs; `training` makes a fresh one."""

    spec: FinetuneSpec
    encoder: TextEncoder
    train: EncodedRows
    dev: EncodedRows
    codes: list[str]

    @property
    def encoder_path(self) -> Path:
        return Path(self.spec.encoder)

    def training(
        self,
        checkpoints: Path,
        watch: Watch | None = None,
        device: Device | None = None,
        **changes: object,
    ) -> Finetuning:
        tuning = msgspec.structs.replace(self.spec.tuning, **changes)
        return Finetuning(
            network=new_network(self.encoder_path, self.codes, tuning, self.spec.seed),
            train=self.train,
            dev=self.dev,
            tuning=tuning,
            encoder_rate=tuning.encoder_rate,
            head_rate=tuning.head_rate or tuning.encoder_rate * tuning.head_factor,
            seed=self.spec.seed,
            pad_id=self.encoder.pad_id,
            longest=self.spec.preprocessing.max_tokens,
            identity="tiny",
            checkpoints=checkpoints,
            device=device or Device(),
            watch=watch or Quiet(),
        )


@pytest.fixture(scope="session")
def bench(spec: FinetuneSpec, data_folder: Path) -> Bench:
    """The encoded articles of both sets."""
    articles = read_corpus(spec, data_folder)
    encoder = TextEncoder.from_folder(Path(spec.encoder), spec.preprocessing)
    codes = [section.code for section in spec.sections]
    parts = {
        name: encode_rows([a for a in articles if a.split == name], codes, encoder, views=True)
        for name in ("train", "dev")
    }
    return Bench(spec, encoder, parts["train"], parts["dev"], codes)
