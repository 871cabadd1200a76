"""Reasons that were begun and not given: they wait with their article, also for the next start."""

from __future__ import annotations

from dataclasses import dataclass

from newsdesk.services.desk_state import DeskState


@dataclass(frozen=True, slots=True)
class Begun:
    """What was typed so far. section: the code of the one that it is the reason for."""

    section: str
    text: str


class BegunReasons:
    """Kept on disk with the place in the inbox, at every key."""

    def __init__(self, state: DeskState) -> None:
        self._state = state

    def of(self, article_id: int) -> Begun | None:
        """What was begun for an article."""
        kept = self._state.place.reasons.get(article_id)
        return Begun(*kept) if kept else None

    def note(self, article_id: int, section: str, text: str) -> None:
        """Keep what was typed so far; nothing is not worth keeping."""
        reasons = dict(self._state.place.reasons)
        reasons.pop(article_id, None)
        if text.strip():
            reasons[article_id] = (section, text)
        self._state.keep(reasons=reasons)

    def forget(self, article_id: int) -> None:
        """It was given, or left."""
        if article_id in self._state.place.reasons:
            self.note(article_id, "", "")
