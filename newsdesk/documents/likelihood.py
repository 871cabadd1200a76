"""Which encoding makes the non-ASCII bytes of a text most likely.

Each candidate is a small language model: log P(character), in nats, from the letters that its
languages use most, and a price for what their words never do. The candidate with the highest
sum over the sample wins. Frequent characters only: a full table would say the same, longer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

_UNREADABLE = -14.0
_UNEXPECTED = -11.0
_RARE_LETTER = -8.0
_ODD_NEIGHBOUR = -3.0
# Nats by which the best must lead the next different reading to be called clear.
_CLEAR_LEAD = 4.0

_WESTERN = "’é“”–£è—àáíóñäöüßçêâ‘…ãôûúîõ«»ïëùåøæÉÀÄÖÜÁÍÓÚ€°¿¡ìòÇœ·®©½²™§ºª•"
_CENTRAL = "áíéěšřčžýůłąężśćńźóňťďúőűöüľăşţâî„”“–’—ŁŚŻČŠŘŽÁÍÉÓÚ…đĐ"
_TURKISH = "ıişğüöçİŞÜÖÇâî’“”–ĞÂ…"
_RUSSIAN = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфПВСНКОМРТАДИБГЗЕЛФУЭХЧШЯЮЖЦЩЙ«»—–ёіїєґъІЇЄ№“”…„’ўЁЫЬЪ"
_GREEK = "αοιετσνρκπμςλυηωίάόέήύώδγθχφβξζψΑΟΕΤΣΝΚΠΜΗΛΔΓΘΧΦΒΙΡΥΩ«»–’ΌΆΈΉΪΫϊϋ"
_HEBREW = "יוהלארמתבשנדםעקפחגכטןצזסךץף–״׳"
_ARABIC = "اليمنورتبةعدسفهكحجقأصشطخىإضذثزئءغظآؤ،؟"
_THAI = "านรกอเงมยลวดสตทบปคหะิี่้ัแไใขจพชผซณถธโศภญฟษฉฝูุ็ำ"
_TRADITIONAL = (
    "的一是不在有人這中大為國我他以會到說時要就出也你對生來可上年們地子能事行個了及日將與後"
    "月民發市台灣長新公表下市政府本同部分全家方"
)
_SIMPLIFIED = (
    "的一是不在有人这中大为国我他以会到说时要就出也你对生来可上年们地子能事行个了及日将与后"
    "月民发市台长新公表下政府本同部分全家方"
)
_KOREAN = "이다는의가에을를은하고지도로서한인기사대원해시자정일그수리나어들과있부장으년"
_KANJI = "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気"
_CJK_MARKS = "，。、「」（）：；？！《》“”‘’・ー…—　"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """script: latin, accents among ASCII letters; other, words of their own; wide, Chinese etc.

    rarity: nats against it before a byte is seen; files in Windows-1252 are by far the most.
    """

    codec: str
    price: Callable[[str], float]
    script: str
    rarity: float = -3.0


def most_likely(sample: bytes) -> tuple[str, bool]:
    """The best codec for bytes that are not UTF-8, and whether it clearly leads the next."""
    readings: list[tuple[float, str, str]] = []
    for candidate in _candidates():
        text = sample.decode(candidate.codec, errors="replace")
        readings.append((_score(text, candidate), candidate.codec, text))
    readings.sort(key=lambda reading: -reading[0])
    best, codec, text = readings[0]
    rival = next((score for score, _, other in readings if other != text), -math.inf)
    return codec, best - rival >= _CLEAR_LEAD


def _score(text: str, candidate: _Candidate) -> float:
    total = candidate.rarity
    previous = " "
    for char in text:
        if char > "\x7f":
            total += candidate.price(char)
        total += _neighbours(previous, char, candidate.script)
        previous = char
    return total


def _neighbours(left: str, right: str, script: str) -> float:
    """What it costs that two characters stand side by side."""
    foreign = (left > "\x7f" and left.isalpha()) + (right > "\x7f" and right.isalpha())
    if script == "wide" or not foreign:
        return 0.0
    if left.isdigit() or right.isdigit():
        return _ODD_NEIGHBOUR
    if not (left.isalpha() and right.isalpha()):
        return 0.0
    if script == "latin":
        return _ODD_NEIGHBOUR if foreign == 2 else 0.0
    if foreign == 1 or (foreign == 2 and left.islower() and right.isupper()):
        return _ODD_NEIGHBOUR
    return 0.0


@cache
def _candidates() -> tuple[_Candidate, ...]:
    def alphabet(codec: str, letters: str, script: str) -> _Candidate:
        return _Candidate(codec, _by_rank(letters), script)

    def wide(codec: str, frequent: str, leads: range, kana: bool = False) -> _Candidate:
        return _Candidate(codec, _by_region(codec, frequent, leads, kana), "wide")

    return (
        _Candidate("cp1252", _by_rank(_WESTERN), "latin", rarity=0.0),
        alphabet("cp1250", _CENTRAL, "latin"),
        alphabet("cp1254", _TURKISH, "latin"),
        alphabet("cp1251", _RUSSIAN, "other"),
        alphabet("koi8-r", _RUSSIAN, "other"),
        alphabet("cp866", _RUSSIAN, "other"),
        alphabet("iso8859-5", _RUSSIAN, "other"),
        alphabet("cp1253", _GREEK, "other"),
        alphabet("cp1255", _HEBREW, "other"),
        alphabet("cp1256", _ARABIC, "other"),
        alphabet("cp874", _THAI, "other"),
        wide("cp950", _TRADITIONAL, range(0xA4, 0xC7)),
        wide("gb18030", _SIMPLIFIED, range(0xB0, 0xD8)),
        wide("cp932", _KANJI, range(0x88, 0x98), kana=True),
        wide("euc_jp", _KANJI, range(0xB0, 0xD0), kana=True),
        wide("cp949", _KOREAN, range(0xB0, 0xC9)),
    )


def _by_rank(letters: str) -> Callable[[str], float]:
    """Letters by falling frequency, Zipf-like: P is in proportion to 1 / (rank + 3)."""
    weights = {letter: 1.0 / (rank + 3) for rank, letter in enumerate(letters)}
    total = sum(weights.values())
    known = {letter: math.log(0.97 * weight / total) for letter, weight in weights.items()}

    def price(char: str) -> float:
        found = known.get(char)
        if found is not None:
            return found
        if char == "\ufffd" or "\x80" <= char < "\xa0":
            return _UNREADABLE
        return _RARE_LETTER if char.isalpha() else _UNEXPECTED

    return price


def _by_region(codec: str, frequent: str, leads: range, kana: bool) -> Callable[[str], float]:
    """Frequent characters, then those that the standard itself put on its common level."""

    @cache
    def price(char: str) -> float:
        if char in frequent:
            return -5.0
        if char in _CJK_MARKS:
            return -5.5
        if "\u3041" <= char <= "\u30fe":
            return -5.0 if kana else -11.0
        if char == "\ufffd" or "\ue000" <= char <= "\uf8ff":
            return _UNREADABLE
        if char.encode(codec, errors="replace")[0] in leads:
            return -8.5
        return -13.0

    return price
