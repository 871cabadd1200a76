"""The other side of the comparison: transformers' own Trainer, as people start it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    PreTrainedModel,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    default_data_collator,
)

from benchmarks.pace import Pace
from newsdesk.core.recipes import TuningSpec
from training.tokens import EncodedRows


def train_with_trainer(
    network: PreTrainedModel,
    rows: EncodedRows,
    tuning: TuningSpec,
    *,
    source: Path,
    out: Path,
    longest: int,
    at_its_best: bool,
    on_card: bool,
) -> Pace:
    """One epoch with Trainer; how quick it was and what it lost.

    at_its_best: padded to the longest of a batch, articles of like length together; else every
    article padded to `longest`, as its documentation begins. source: the tokenizer's folder.
    """
    tokenizer = AutoTokenizer.from_pretrained(source)
    collate: Any = DataCollatorWithPadding(tokenizer) if at_its_best else default_data_collator
    clock = _Clock(tuning.batch, len(rows))
    arguments = TrainingArguments(
        output_dir=str(out),
        per_device_train_batch_size=tuning.batch,
        num_train_epochs=1,
        learning_rate=tuning.encoder_rate,
        weight_decay=tuning.decay,
        max_grad_norm=tuning.clip,
        warmup_steps=tuning.warm_up,
        train_sampling_strategy="group_by_length" if at_its_best else "random",
        logging_strategy="steps",
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        use_cpu=not on_card,
        dataloader_pin_memory=on_card,
        seed=13,
    )
    trainer = Trainer(
        model=network,
        args=arguments,
        train_dataset=_as_rows(rows, None if at_its_best else longest, tokenizer.pad_token_id),
        data_collator=collate,
        callbacks=[clock],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    losses = tuple(entry["loss"] for entry in trainer.state.log_history if "loss" in entry)
    return clock.pace.ended(losses)


class _Clock(TrainerCallback):
    def __init__(self, batch: int, articles: int) -> None:
        self.pace = Pace()
        self._batch, self._left = batch, articles

    def on_step_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        learned = min(self._batch, self._left)
        self._left -= learned
        self.pace.step(learned)


def _as_rows(rows: EncodedRows, width: int | None, pad_id: int) -> Any:
    found = []
    for place, label in enumerate(rows.labels):
        length = int(rows.whole.lengths[place])
        batch = rows.whole.batch([place], pad_id, length)
        values = {name: np.asarray(value[0]) for name, value in batch.items()}
        if width is not None:
            fill = {"input_ids": pad_id}
            values = {
                name: np.pad(value, (0, width - length), constant_values=fill.get(name, 0))
                for name, value in values.items()
            }
        found.append({**{n: v.tolist() for n, v in values.items()}, "label": int(label)})
    return found
