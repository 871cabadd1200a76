"""Tiny models, made once for all tests of the engine; a test that changes one takes a copy."""

from __future__ import annotations

from pathlib import Path

import models_made as made
import pytest

from newsdesk.engine.classifier import Classifier


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A text-only model."""
    return made.make_model(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with a picture branch."""
    return made.make_picture_model(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def classifier(tiny: Path) -> Classifier:
    """The text-only model, loaded."""
    return Classifier.from_folder(tiny)
