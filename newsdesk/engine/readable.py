"""Can this model read this text? Language and unknown pieces, told before a result is believed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from newsdesk.core.errors import Notice

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNKNOWN_LIMIT = 0.10
"""From this share of unknown pieces on, a model is said not to know the text's words."""
UNKNOWN_MOST = 0.20
"""From this share of unknown pieces on, a model cannot read the text."""
_DOUBTFUL = 0.10
"""Below this probability of all the model's languages together, the text looks foreign."""
_FOREIGN = 0.01
"""Below this one it is foreign."""
_SHORT = 20
"""Text of fewer characters is too short for a guess of its language or its section."""
_SAMPLE = 4000
_NO_LANGUAGE = "zxx"
"""What the identifier says of program code and lists."""
_KIN = {"en": ("en", "pcm"), "zh": ("zh", "wuu", "yue", "hak", "nan"), "no": ("no", "nb", "nn")}

LANGUAGE_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "ha": "Hausa", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian",
    "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch",
    "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sv": "Swedish", "sw": "Swahili", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian",
    "vi": "Vietnamese", "yo": "Yoruba", "zh": "Chinese",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Readability:
    """What is to be said of a text before a model's answer to it is believed.

    abstains: kind of the notice that says why the model cannot read the text, empty where it can.
    language, language_p: what the text is taken for (BCP 47) and how sure that is, 0 to 1; empty
        where the text is too short to tell, or is no language at all.
    """

    notices: tuple[Notice, ...] = ()
    abstains: str = ""
    language: str = ""
    language_p: float = 0.0


def warm_up() -> None:
    """Load the language identifier on a thread of its own: it takes half a second."""
    threading.Thread(target=_identifier, name="language identifier", daemon=True).start()


def judge(
    text: str, languages: Sequence[str], unknown_share: float, model: str = "this model"
) -> Readability:
    """Whether a model can read a text, and what makes its answer doubtful.

    languages: those of the model (BCP 47); empty compares none.
    model: its name, as the sentences say it.
    """
    if not any(character.isalnum() for character in text):
        return Readability((Notice("empty", f"There is no text for {model} to read."),), "empty")
    short = len(text.strip()) < _SHORT
    language, p, known_p = ("", 0.0, 1.0) if short else _language(text, languages)
    found, abstains = [], ""
    if short:
        found.append(Notice("short_text", "The text is very short; do not rely on the section."))
    elif known_p < _DOUBTFUL:
        abstains = "language" if known_p < _FOREIGN else ""
        found.append(_foreign_notice(language, languages, model, abstains))
    if unknown_share > UNKNOWN_LIMIT:
        cannot = unknown_share >= UNKNOWN_MOST
        abstains = abstains or ("unknown_pieces" if cannot else "")
        found.append(_unknown_notice(unknown_share, model, abstains == "unknown_pieces"))
    return Readability(tuple(found), abstains, language, p)


def language_name(code: str) -> str:
    """A language as people call it: "Chinese" for zh-Hant."""
    return LANGUAGE_NAMES.get(code.split("-")[0].lower(), f"like {code}")


def _foreign_notice(language: str, languages: Sequence[str], model: str, abstains: str) -> Notice:
    known = " and ".join(dict.fromkeys(language_name(code) for code in languages))
    then = "It abstains." if abstains else "Do not rely on the section."
    return Notice(
        "language", f"The text looks {language_name(language)}; {model} reads {known}. {then}"
    )


def _unknown_notice(share: float, model: str, abstains: bool) -> Notice:
    then = " It abstains." if abstains else ""
    percent = f"{share:.0%}".replace("%", " %")
    return Notice(
        "unknown_pieces",
        f"Of the text’s pieces, {model} does not know {percent}.{then}",
    )


def _language(text: str, languages: Sequence[str]) -> tuple[str, float, float]:
    """Likeliest language, its probability, and that of all the model's languages together."""
    ranked = [(str(code), float(p)) for code, p in _identifier().rank(text[:_SAMPLE])]
    spoken = [(code, p) for code, p in ranked if code != _NO_LANGUAGE]
    no_language = 1.0 - sum(p for _, p in spoken)
    if no_language > 0.5:
        return "", 0.0, 1.0
    best = _head(spoken[0][0])
    best_p = sum(p for code, p in ranked if code in _family(best))
    if not languages:
        return best, best_p, 1.0
    known = {kin for code in languages for kin in _family(code.split("-")[0])}
    known_p = sum(p for code, p in spoken if code in known)
    return best, best_p, known_p + no_language


def _family(code: str) -> tuple[str, ...]:
    return _KIN.get(code, (code,))


def _head(code: str) -> str:
    return next((head for head, kin in _KIN.items() if code in kin), code)


@cache
def _load() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


_lock = threading.Lock()


def _identifier() -> LanguageIdentifier:
    with _lock:
        return _load()
