"""Migrations, loaded only when an older database is found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def run(connection: Connection, folders: Sequence[Path], revision: str) -> None:
    """Bring a database to a revision within the transaction that the connection holds.

    folders: where the migrations lie.
    """
    config = Config()
    config.set_main_option("script_location", _escaped(Path(__file__).resolve().parent))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(_escaped(f) for f in folders))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _escaped(path: Path) -> str:
    # The settings are read as an ini file, where a per cent sign begins a reference.
    return str(path).replace("%", "%%")
