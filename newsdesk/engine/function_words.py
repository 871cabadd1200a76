"""Words that hold a sentence together and say nothing of its subject."""

from __future__ import annotations

_ENGLISH = """
    a an the and or but nor so yet if as at by for from in into of off on onto out over to up with
    within without about above across after against along among around before behind below beneath
    beside between beyond during except inside near since than through toward towards under until
    upon i me my we us our you your he him his she her it its they them their this that these those
    who whom whose which what when where why how is am are was were be been being have has had do
    does did will would shall should can could may might must not no it's don't doesn't isn't aren't
    wasn't that's there here then also just only very too more most some any all both each such
    said says say mr mrs ms
"""
_FRENCH = """
    le la les un une des du de d l au aux et ou mais ni car donc or à en dans par pour sur sous avec
    sans chez vers entre que qui quoi dont où ce cet cette ces se sa son ses leur leurs il elle ils
    elles on nous vous je tu ne pas plus est sont était ont été être avoir a y comme aussi
"""
_SPANISH_PORTUGUESE = """
    el los las una unos unas del al y e o u pero ni que quien cual cuyo por para con sin sobre entre
    hasta desde se su sus lo le les es son era fue ser ha han había no más como también este esta
    esto estos estas os as um uma uns umas do da dos das no na nos nas ao aos em pelo pela com sem
    seu sua são foi ser tem não mais mas
"""
_GERMAN_DUTCH = """
    der die das den dem des ein eine einer einem einen und oder aber in im an am auf aus bei mit
    nach von vom zu zum zur für über unter vor um durch gegen ohne als wie dass ob wenn weil er sie
    es wir ihr ich sich sein seine ist sind war waren wird werden wurde wurden hat haben
    hatte nicht auch nur noch so de het een en van op voor met te dat zijn niet ook
"""
_ITALIAN = """
    il lo gli di da con su per tra fra ed che chi cui della delle del dei degli nel nella al alla
    dal sul è sono era non più anche come si ha hanno
"""
_RUSSIAN_UKRAINIAN = """
    и в во на с со к ко о об от до по за из у над под при про без для через что чтобы как где когда
    если то это этот эта эти тот та те он она оно они его её их мы вы я не ни но а или же ли бы был
    была было были быть есть также ещё уже только который которая которое которые і й та що як це
    цей від до за із зі не був була було були
"""

FUNCTION_WORDS = frozenset(
    " ".join(
        (_ENGLISH, _FRENCH, _SPANISH_PORTUGUESE, _GERMAN_DUTCH, _ITALIAN, _RUSSIAN_UKRAINIAN)
    ).split()
)
"""Lower case, in the languages in which most wires come; a word missing here does no harm."""
