"""Tokenizers by the files that are there, never by the architecture's name.

ALBERT folders for Chinese carry a WordPiece vocabulary where those for English carry SentencePiece.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from newsdesk.core import paths
from newsdesk.core.encoder_files import TOKENIZERS
from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import Preprocessing, file_digest
from newsdesk.engine.preprocess import TextEncoder

FILE_NAME, SETTINGS = "tokenizer.json", "tokenizer_config.json"


def text_encoder(folder: Path, preprocessing: Preprocessing) -> TextEncoder:
    """How this encoder reads articles; TrainingError where its tokenizer cannot be read."""
    return TextEncoder.from_folder(tokenizer_file(folder).parent, preprocessing)


def tokenizer_file(folder: Path) -> Path:
    """The `tokenizer.json` of an encoder, made from its vocabulary where it has none.

    It is written beside the vocabulary where that was downloaded, else into the cache: a person's
    own folder is left as it is. Raises TrainingError where there is nothing to make it from.
    """
    own = folder / FILE_NAME
    if own.is_file():
        return own
    source = next((folder / name for name in TOKENIZERS if (folder / name).is_file()), None)
    if source is None:
        raise TrainingError(
            "no_tokenizer",
            f"{folder} has no tokenizer.",
            "Put the tokenizer of this encoder beside its weights.",
        )
    if folder.parent == paths.encoders() and os.access(folder, os.W_OK):
        target = own
    else:
        target = paths.token_cache().parent / "tokenizers" / _digest(folder, source) / FILE_NAME
    if not target.is_file():
        _write(_convert(folder, source), target)
    return target


def save_tokenizer(encoder: Path, folder: Path) -> None:
    """Write an encoder's tokenizer and its settings into a model's folder."""
    tokenizer = Tokenizer.from_file(str(tokenizer_file(encoder)))
    # Lengths belong to the preprocessing of newsdesk.json, not to the tokenizer.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(folder / FILE_NAME))
    if (encoder / SETTINGS).is_file():
        shutil.copyfile(encoder / SETTINGS, folder / SETTINGS)
    else:
        settings = {"tokenizer_class": "PreTrainedTokenizerFast"}
        (folder / SETTINGS).write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def word_pieces(vocabulary: Path, settings: dict[str, Any]) -> Tokenizer:
    """BERT's tokenizer from a `vocab.txt`: one piece a line, its id the number of the line.

    settings: of `tokenizer_config.json`; without them letters are lower-cased where the vocabulary
    has no capital letters.
    """
    lines = vocabulary.read_text(encoding="utf-8").splitlines()
    pieces = {line.rstrip("\r\n"): number for number, line in enumerate(lines)}
    named = {name: str(settings.get(f"{name}_token") or f"[{name.upper()}]") for name in _SPECIAL}
    missing = [named[name] for name in ("unk", "cls", "sep") if named[name] not in pieces]
    if missing:
        raise _unreadable(vocabulary, f"it has no {missing[0]}")
    lower = settings.get("do_lower_case")
    tokenizer = Tokenizer(models.WordPiece(pieces, unk_token=named["unk"]))
    tokenizer.normalizer = normalizers.BertNormalizer(
        handle_chinese_chars=bool(settings.get("tokenize_chinese_chars", True)),
        strip_accents=settings.get("strip_accents"),
        lowercase=_no_capitals(pieces) if lower is None else bool(lower),
    )
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    first, last = named["cls"], named["sep"]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {last}",
        pair=f"{first} $A {last} $B:1 {last}:1",
        special_tokens=[(first, pieces[first]), (last, pieces[last])],
    )
    tokenizer.add_special_tokens([token for token in named.values() if token in pieces])
    return tokenizer


_SPECIAL = ("pad", "unk", "cls", "sep", "mask")


def _convert(folder: Path, source: Path) -> Tokenizer:
    try:
        if source.suffix == ".txt":
            return word_pieces(source, _settings(folder))
        return _by_transformers(folder)
    except TrainingError:
        raise
    except Exception as error:  # readers of vocabularies raise many kinds
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__).rstrip(".")
        raise _unreadable(source, reason) from error


def _by_transformers(folder: Path) -> Tokenizer:
    """Other vocabularies through transformers, which wants the library of SentencePiece for it."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(
        folder, local_files_only=True, trust_remote_code=False
    )
    return Tokenizer.from_str(tokenizer.backend_tokenizer.to_str())


def _unreadable(source: Path, reason: str) -> TrainingError:
    remedy = "Put a tokenizer.json of this encoder beside its weights"
    if source.suffix == ".model":
        remedy += ", or install the converter: pip install sentencepiece protobuf"
    return TrainingError(
        "bad_tokenizer", f"The vocabulary {source} cannot be used: {reason}.", f"{remedy}."
    )


def _settings(folder: Path) -> dict[str, Any]:
    try:
        settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _no_capitals(pieces: dict[str, int]) -> bool:
    return not any(piece != piece.lower() for piece in pieces if not piece.startswith("["))


def _digest(folder: Path, source: Path) -> str:
    settings = folder / SETTINGS
    parts = [path for path in (source, settings) if path.is_file()]
    return "-".join(file_digest(path)[:16] for path in parts)


def _write(tokenizer: Tokenizer, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".writing-") as folder:
        writing = Path(folder) / FILE_NAME
        tokenizer.save(str(writing))
        writing.replace(target)
