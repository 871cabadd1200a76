"""What tests of the whole program share."""

from __future__ import annotations

import pytest
from writing_made import Disk


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)
