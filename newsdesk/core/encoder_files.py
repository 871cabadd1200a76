"""The files of a base model: whether they belong together and can be trained. Nothing is loaded.

A download leaves a receipt, so that weights, tokenizer and config of three places are found out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from newsdesk.core.errors import Problem
from newsdesk.core.manifest import file_digest

RECEIPT = "newsdesk-encoder.json"
PICKLES = frozenset({".bin", ".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".joblib"})
TOKENIZERS = (
    "tokenizer.json",
    "vocab.txt",
    "spiece.model",
    "sentencepiece.bpe.model",
    "vocab.json",
)
_SMALL = 4 << 20
_MOST_HEADER = 100 << 20
_EMBEDDING = re.compile(r"(^|\.)word_embeddings\.weight$")


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What a download was: name and revision on the hub, licence, digests of its files."""

    name: str
    revision: str
    licence: str = ""
    files: dict[str, str] = {}


def read_receipt(folder: Path) -> Receipt | None:
    """The receipt of a download; None where there is none, or none that can be read."""
    try:
        return msgspec.json.decode((folder / RECEIPT).read_bytes(), type=Receipt)
    except (OSError, msgspec.MsgspecError):
        return None


def write_receipt(folder: Path, name: str, revision: str, licence: str) -> None:
    """Write down what lies in a folder, last of all."""
    files = {
        path.name: file_digest(path)
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name != RECEIPT
    }
    receipt = Receipt(name=name, revision=revision, licence=licence, files=files)
    data = msgspec.json.format(msgspec.json.encode(receipt), indent=2)
    (folder / RECEIPT).write_bytes(data + b"\n")


def is_untrained(folder: Path) -> bool:
    """Whether an encoder has a config and a tokenizer but no weights: it starts from nothing."""
    return not any((_weights(folder), _pickles(folder), _other_weights(folder)))


def folder_problem(folder: Path, *, thorough: bool = False) -> Problem | None:
    """Why an encoder's folder cannot be trained, or None where it can.

    thorough: compare the digests of large files, too.
    """
    config = _read_json(folder / "config.json")
    if config is None or not isinstance(config.get("model_type"), str):
        return Problem(
            "damaged_encoder",
            f"The config.json in {folder} cannot be read, or does not say what model it is of.",
            "Download the encoder again, or take the folder from its source again.",
        )
    return (
        _code_problem(folder, config)
        or _weights_problem(folder)
        or _receipt_problem(folder, thorough)
        or _tokenizer_problem(folder, config)
    )


def vocabulary_size(tokenizer: Path) -> int:
    """How many rows of an embedding a `tokenizer.json` asks for, added pieces counted.

    0 where the file cannot be read.
    """
    return pieces_of(_read_json(tokenizer) or {})


def pieces_of(tokenizer: dict[str, Any]) -> int:
    """As `vocabulary_size`, of a `tokenizer.json` that was read already."""
    vocabulary = (tokenizer.get("model") or {}).get("vocab") or ()
    places = vocabulary.values() if isinstance(vocabulary, dict) else range(len(vocabulary))
    added = (piece.get("id", 0) for piece in tokenizer.get("added_tokens") or ())
    return 1 + max((*places, *added), default=-1)


def embedding_rows(folder: Path) -> int:
    """Rows of the word embedding, from the header of the weights; 0 where it does not tell."""
    for path in _weights(folder):
        for name, entry in _safetensors_header(path).items():
            if _EMBEDDING.search(name) and isinstance(entry, dict) and entry.get("shape"):
                return int(entry["shape"][0])
    return 0


def _code_problem(folder: Path, config: dict[str, Any]) -> Problem | None:
    if not config.get("auto_map"):
        return None
    return Problem(
        "own_code",
        f"The encoder in {folder} can only be loaded by program code that comes with it.",
        "Newsdesk never runs such code; choose an encoder of a known architecture.",
    )


def _weights_problem(folder: Path) -> Problem | None:
    if _weights(folder):
        return None
    if pickles := _pickles(folder):
        return Problem(
            "pickle",
            f"{folder} holds its weights as {pickles[0]} only, a pickle, which can run code of its "
            "maker when opened.",
            "Take a revision of the encoder whose weights are safetensors.",
        )
    if others := _other_weights(folder):
        return Problem(
            "no_weights",
            f"{folder} holds its weights as {others[0]} only, which cannot be trained further.",
            "Take a folder of it that has model.safetensors.",
        )
    return None


def _receipt_problem(folder: Path, thorough: bool) -> Problem | None:
    if not (folder / RECEIPT).is_file():
        return None
    receipt = read_receipt(folder)
    if receipt is None:
        return _mixed(f"{RECEIPT} in {folder} cannot be read.")
    for name, digest in receipt.files.items():
        path = folder / name
        if Path(name).name != name or not path.is_file():
            return _mixed(f"{name} is missing in {folder}.")
        if (thorough or path.stat().st_size <= _SMALL) and file_digest(path) != digest:
            return _mixed(f"{name} in {folder} is not the file that was downloaded.")
    strangers = [path.name for path in _weights(folder) if path.name not in receipt.files]
    if strangers:
        return _mixed(f"{strangers[0]} in {folder} was not downloaded with the rest.")
    return None


def _tokenizer_problem(folder: Path, config: dict[str, Any]) -> Problem | None:
    have = [name for name in TOKENIZERS if (folder / name).is_file()]
    if not have:
        return Problem(
            "no_tokenizer",
            f"{folder} has no tokenizer: no {', '.join(TOKENIZERS[:-1])} or {TOKENIZERS[-1]}.",
            "Put the tokenizer of this encoder beside its weights.",
        )
    if have[0] == "tokenizer.json":
        pieces = vocabulary_size(folder / have[0])
        if not pieces:
            return Problem(
                "bad_tokenizer",
                f"The tokenizer.json in {folder} cannot be read.",
                "Download the encoder again, or take the folder from its source again.",
            )
    elif have[0] == "vocab.txt":
        with (folder / have[0]).open("rb") as file:
            pieces = sum(1 for line in file if line.strip())
    else:
        pieces = 0
    stated = config.get("vocab_size")
    rows = embedding_rows(folder) or (stated if isinstance(stated, int) else pieces)
    if pieces > rows:
        return Problem(
            "tokenizer_mismatch",
            f"The tokenizer in {folder} has {pieces:,} pieces, its embedding {rows:,} rows: they "
            "come from different encoders.",
            "Put the tokenizer there that the encoder was trained with.",
        )
    if isinstance(stated, int) and stated != rows:
        return _mixed(f"The weights in {folder} have {rows:,} pieces, its config.json {stated:,}.")
    return None


def _mixed(message: str) -> Problem:
    return Problem(
        "mixed_files",
        message,
        "Weights, tokenizer and config must come from one place; download the encoder again.",
    )


def _weights(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.safetensors"))


def _pickles(folder: Path) -> list[str]:
    # Only those that could be its weights: adapters and training states are never opened.
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix.lower() in PICKLES and path.name.startswith(("pytorch_model", "model"))
    )


def _other_weights(folder: Path) -> list[str]:
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix.lower() in {".onnx", ".h5", ".msgpack", ".ot"}
    )


def _read_json(path: Path) -> dict[str, Any] | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError):
        return None


def _safetensors_header(path: Path) -> dict[str, Any]:
    """Names, types and shapes of the tensors; empty where the file is damaged."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if not 0 < length <= _MOST_HEADER:
                return {}
            return msgspec.json.decode(file.read(length), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError):
        return {}
