from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from job_driver import Jobs

from newsdesk.store import Store


@pytest.fixture
def jobs(home: Path) -> Iterator[Jobs]:
    """The queue of this test's own data folder; its processes end with the test."""
    with Store.open() as store:
        made = Jobs(store)
        yield made
        made.close()
