"""Data sets and jobs made by hand, for tests of training."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from newsdesk.core.dataset import LabelledArticle, SplitPlan
from newsdesk.core.fingerprint import fingerprint
from newsdesk.core.manifest import Preprocessing
from newsdesk.core.recipes import FinetuneSpec, TuningSpec, write_recipe
from newsdesk.core.section import Section
from newsdesk.store import Store

ENGLISH = {
    "business": ["bank", "market", "shares", "profit"],
    "health": ["doctor", "clinic", "vaccine", "nurse"],
    "sport": ["goal", "match", "team", "coach"],
}
PLAIN = ["the", "a", "said", "today", "new", "people", "after", "year", "over", "in"]


def made_rows(
    count: int = 72,
    words: Mapping[str, Sequence[str]] = ENGLISH,
    plain: Sequence[str] = PLAIN,
    between: str = " ",
    folds: int = 0,
) -> list[LabelledArticle]:
    """Made articles; every third word tells the section. Two thirds teach, the rest is shared."""
    chance = random.Random(7)
    rows = []
    for number in range(1, count + 1):
        section = list(words)[number % len(words)]
        text = [
            chance.choice(words[section] if place % 3 == 0 else plain)
            for place in range(chance.randint(8, 30))
        ]
        turn = (number // len(words)) % 6
        rows.append(
            LabelledArticle(
                number=number,
                title=between.join(text[:4]),
                body=between.join(text),
                section=section,
                label=section,
                language="en",
                group=number,
                split="" if folds else ("train", "train", "train", "train", "dev", "test")[turn],
                fold=(number // len(words)) % folds + 1 if folds else 0,
            )
        )
    return rows


def keep_set(
    store: Store,
    rows: Sequence[LabelledArticle],
    name: str = "made",
    codes: Sequence[str] | None = None,
    plan: SplitPlan | None = None,
) -> int:
    """A complete data set in the store."""
    codes = codes or list(dict.fromkeys(row.section for row in rows if row.section))
    dataset = store.datasets.begin(
        name,
        f"The {name} set",
        "file",
        "made.csv",
        tuple(Section(code, {"en": code.title()}) for code in codes),
        plan or SplitPlan(way="given"),
    )
    store.datasets.add_rows(dataset, rows)
    store.datasets.finish(dataset, fingerprint(rows))
    return dataset


def tiny_spec(encoder: str, **changes: object) -> FinetuneSpec:
    """A specification that trains in a second; `tuning` is given as a dictionary of changes."""
    tuning: dict[str, object] = {
        "encoder_rate": 1e-2,
        "head_factor": 2.0,
        "batch": 8,
        "epochs": 2,
        "collapse": 5.0,  # so little learning would look like one
        **changes.pop("tuning", {}),  # type: ignore[dict-item]
    }
    values: dict[str, object] = {
        "name": "tiny",
        "encoder": encoder,
        "dataset": "made",
        "preprocessing": Preprocessing(max_tokens=32, title_tokens=8),
        "tuning": TuningSpec(**tuning),  # type: ignore[arg-type]
        **changes,
    }
    return FinetuneSpec(**values)  # type: ignore[arg-type]


def add_job(store: Store, spec: FinetuneSpec) -> int:
    """A job in the queue, for the processor."""
    return store.jobs.add(spec.name, spec.recipe, write_recipe(spec), spec.dataset, device="cpu")


def save_tiny_encoder(folder: Path, pieces: Sequence[str] = ()) -> Path:
    """A BERT of two layers by 32 with weights by chance, and a WordPiece tokenizer.

    pieces: of its vocabulary; the words of the made English articles by default.
    """
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    words += dict.fromkeys(pieces or [*PLAIN, *chain(*ENGLISH.values())])
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
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {"tokenizer_class": "BertTokenizer", "model_max_length": 64}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder
