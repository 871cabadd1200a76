"""Can this model read this text? Language and unknown pieces, told before a result is believed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from newsdesk.core.errors import Notice

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNKNOWN_LIMIT = 0.10
"""From this share of unknown pieces on, a model is said not to know the text's words."""
_FOREIGN = 0.10
"""Below this probability of all the model's languages together, the text is in another one."""
_SHORT = 20
"""Text of fewer characters is too short for a guess of its language or its section."""
_SAMPLE = 4000
_KIN = {"en": ("en", "pcm"), "zh": ("zh", "wuu", "yue", "hak", "nan"), "no": ("no", "nb", "nn")}

LANGUAGE_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "id": "Indonesian",
    "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish",
    "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


def warm_up() -> None:
    """Load the language identifier on a thread of its own: it takes half a second."""
    threading.Thread(target=_identifier, name="language identifier", daemon=True).start()


def notices(text: str, languages: Sequence[str], unknown_share: float) -> tuple[Notice, ...]:
    """What to say about a text before a model's answer is believed.

    languages: those of the model (BCP 47); empty says nothing about languages.
    """
    found: list[Notice] = []
    if len(text.strip()) < _SHORT:
        found.append(Notice("short_text", "The text is very short; do not rely on the section."))
    elif languages and (foreign := _foreign_language(text, languages)):
        known = " and ".join(_name(code) for code in languages)
        found.append(
            Notice(
                "language",
                f"The text looks {_name(foreign)}; this model reads {known}. "
                "Do not rely on the section.",
            )
        )
    if unknown_share > UNKNOWN_LIMIT:
        found.append(
            Notice(
                "unknown_pieces",
                f"The model does not know {unknown_share:.0%} of the text's pieces.",
            )
        )
    return tuple(found)


def _foreign_language(text: str, languages: Sequence[str]) -> str | None:
    known = {kin for code in languages for kin in _family(code.split("-")[0])}
    ranked = _identifier().rank(text[:_SAMPLE])
    if sum(float(p) for code, p in ranked if code in known) >= _FOREIGN:
        return None
    return _head(str(ranked[0][0]))


def _family(code: str) -> tuple[str, ...]:
    return _KIN.get(code, (code,))


def _head(code: str) -> str:
    return next((head for head, kin in _KIN.items() if code in kin), code)


def _name(code: str) -> str:
    return LANGUAGE_NAMES.get(code.split("-")[0], f"like {code}")


@cache
def _load() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


_lock = threading.Lock()


def _identifier() -> LanguageIdentifier:
    with _lock:
        return _load()
