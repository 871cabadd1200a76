"""Two people, one article: what the second one is told."""

from __future__ import annotations

from newsdesk.core.errors import StoreError
from newsdesk.store.records import Decision


class DecisionConflict(StoreError):  # noqa: N818
    """Somebody wrote into the ledger after a person looked; nothing was written. Kind `conflict`.

    decision: the newest line about the article.
    """

    def __init__(self, decision: Decision) -> None:
        did = "took a decision back" if decision.to_section is None else "decided"
        super().__init__(
            "conflict",
            f"{decision.who} {did} about this article after you opened it.",
            "Look at what was decided, then decide again.",
        )
        self.decision = decision
