"""DistilBERT's lesson: guess masked words as the teacher does (Sanh et al. 2019, section 2).

5 · KL at temperature 2 + 2 · masked-word cross-entropy + 1 · cosine of the last states.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import torch
from safetensors import safe_open
from torch.nn import functional
from transformers import AutoModelForMaskedLM, PreTrainedModel

from newsdesk.core.errors import TrainingError
from training.distillation.lessons import Terms
from training.distillation.losses import Counted, cosine_loss
from training.learning import Part
from training.networks import hush_transformers
from training.predict import to_network
from training.quick.chance import seed_at

MASKED, KEPT, OTHER = 0.15, 0.1, 0.1
"""Part of the tokens that are guessed; of these so many stay, and so many become another piece."""
TEMPERATURE = 2.0
TEACHER, WORDS, STATES = 5.0, 2.0, 1.0
WARM_UP, CLIP = 0.05, 5.0
_HEADS = ("predictions", "lm_head", "vocab_")


@dataclass(slots=True)
class Language:
    """special: ids of pieces that are never masked. mask_id: of the mask."""

    teacher: PreTrainedModel
    special: tuple[int, ...]
    mask_id: int
    terms: Terms = field(default_factory=Terms)

    def loss(self, network: PreTrainedModel, part: Part, articles: int) -> torch.Tensor:
        """The part's share of the batch's loss.

        Sums over guessed words are divided by how many are to be expected in the whole batch, so
        that it makes no difference how a batch is divided.
        """
        batch = to_network(network, part.batch)
        seen = batch["attention_mask"].bool()
        masked, guessed = mask_words(
            batch["input_ids"], seen, self.special, self.mask_id,
            int(network.config.vocab_size), part.seed,
        )  # fmt: skip
        asked = {**batch, "input_ids": masked}
        mine = network(**asked, output_hidden_states=True)
        with torch.inference_mode():
            theirs = self.teacher(**asked, output_hidden_states=True)
        whole = Counted.of(part.whole)
        expected = MASKED * whole.tokens
        total: torch.Tensor = mine.logits.new_zeros((), dtype=torch.float32)
        if guessed.any():
            student, teacher = mine.logits[guessed].float(), theirs.logits[guessed].float()
            wanted = functional.softmax(teacher / TEMPERATURE, -1)
            learned = functional.log_softmax(student / TEMPERATURE, -1)
            apart = functional.kl_div(learned, wanted, reduction="sum") * TEMPERATURE**2
            words = functional.cross_entropy(student, batch["input_ids"][guessed], reduction="sum")
            total = total + TEACHER * self.terms.add("loss_teacher", apart / expected)
            total = total + WORDS * self.terms.add("loss_words", words / expected)
        states = cosine_loss(mine.hidden_states[-1], theirs.hidden_states[-1].clone(), seen, whole)
        return total + STATES * self.terms.add("loss_cosine", states)


def mask_words(
    ids: torch.Tensor,
    seen: torch.Tensor,
    special: tuple[int, ...],
    mask_id: int,
    pieces: int,
    seed: int,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids with some words hidden, and which are to be guessed; both of the shape of `ids`.

    The same for the same seed, whatever else was drawn before. Padding and special pieces stay.
    """
    chance = torch.Generator().manual_seed(seed_at(seed, 0, 0, 1))
    drawn = torch.rand(ids.shape, generator=chance)
    others = torch.randint(0, pieces, ids.shape, generator=chance).to(ids.device)
    fixed = torch.isin(ids, torch.tensor(special, device=ids.device)) | ~seen
    drawn = drawn.to(ids.device)
    guessed = (drawn < MASKED) & ~fixed
    becomes_other = guessed & (drawn < MASKED * OTHER)
    hidden = guessed & (drawn >= MASKED * (OTHER + KEPT))
    return torch.where(hidden, mask_id, torch.where(becomes_other, others, ids)), guessed


def load_guessing(folder: Path) -> PreTrainedModel:
    """A network that guesses masked words, on the CPU in fp32.

    Raises TrainingError where the folder's weights hold no head for it: what a base model knows
    of words cannot be learned from one that was trained for something else.
    """
    hush_transformers()
    names = [name for path in sorted(folder.glob("*.safetensors")) for name in _names(path)]
    if not any(head in name for name in names for head in _HEADS):
        raise TrainingError(
            "no_language_head",
            f"The base model in {folder} cannot guess masked words: its weights have no head for "
            "it.",
            "Set the form of the general stage to `computing`, or choose another base model.",
        )
    network: PreTrainedModel = AutoModelForMaskedLM.from_pretrained(
        folder, dtype=torch.float32, local_files_only=True, trust_remote_code=False,
        use_safetensors=True,
    )  # fmt: skip
    for part in (*network.parameters(), *network.buffers()):
        part.data = part.data.clone()  # no longer mapped from its file
    return network


def _names(path: Path) -> list[str]:
    with safe_open(path, framework="pt") as file:
        return list(file.keys())
