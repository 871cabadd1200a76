"""Networks: an encoder with a head, in the Hugging Face layout."""

from training.fetching.vocabulary import save_tokenizer, text_encoder, tokenizer_file
from training.networks.building import (
    check_length,
    hush_transformers,
    known_sections,
    load_network,
    most_tokens,
    new_network,
)
from training.networks.encoder import encoder_folder, is_untrained
from training.networks.parts import encoder_parameters, head_of, head_parameters, head_width
from training.predict import logits_of

__all__ = [
    "check_length",
    "encoder_folder",
    "encoder_parameters",
    "head_of",
    "head_parameters",
    "head_width",
    "hush_transformers",
    "is_untrained",
    "known_sections",
    "load_network",
    "logits_of",
    "most_tokens",
    "new_network",
    "save_tokenizer",
    "text_encoder",
    "tokenizer_file",
]
