"""A store, and a specification that trains in a second."""

from __future__ import annotations

import pytest
from jobs_made import tiny_spec

from newsdesk.store import Store


@pytest.fixture
def store():
    with Store.open() as opened:
        yield opened


@pytest.fixture
def spec(encoder_folder):
    return tiny_spec(str(encoder_folder))
