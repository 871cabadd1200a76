"""Where an encoder's files lie, checked before torch sees any of them."""

from __future__ import annotations

from pathlib import Path

from newsdesk.core.catalogue import find_encoder
from newsdesk.core.encoder_files import is_untrained
from training.fetching.vocabulary import tokenizer_file

__all__ = ["encoder_folder", "is_untrained"]


def encoder_folder(encoder: str) -> Path:
    """The folder of an encoder: of the catalogue, downloaded, or given by its path.

    Raises TrainingError where it is not here, its files do not belong together, its weights are a
    pickle, or its tokenizer cannot be read or is larger than its embedding.
    """
    folder = find_encoder(encoder)
    tokenizer_file(folder)  # told at once where it cannot be converted
    return folder
