"""`newsdesk models`, `newsdesk doctor`, and the words around the commands."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk import __version__
from newsdesk.core import paths

Command = Callable[..., Any]


@pytest.fixture(autouse=True)
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for models that ship with the program, with one model."""
    folder = tmp_path / "bundled"
    make_model(folder, "shipped", title="The shipped model")
    monkeypatch.setattr(paths, "bundled_models", lambda: folder)
    return folder


def test_models_are_imported_listed_shown_exported_and_removed(
    newsdesk: Command, tiny: Path, tmp_path: Path
) -> None:
    said = newsdesk("models", "import", tiny)
    assert (said.code, said.out, said.err) == (0, "Imported tiny\n", "")

    said = newsdesk("models", "list")
    assert said.code == 0
    first, second = said.out.splitlines()
    assert first.startswith("tiny ")
    assert "installed" in first
    assert second.startswith("shipped ")
    assert "ships with Newsdesk" in second

    said = newsdesk("models", "show", "tiny")
    assert "business, health, sport" in said.out
    assert "64 tokens" in said.out

    said = newsdesk("models", "export", "tiny", tmp_path / "out")
    assert said.code == 0
    assert (tmp_path / "out" / "newsdesk.json").is_file()

    assert newsdesk("models", "remove", "tiny").out == "Removed tiny\n"
    assert newsdesk("models", "show", "tiny").code == 2


def test_with_json_the_same_is_said_to_scripts(
    newsdesk: Command, tiny: Path, tmp_path: Path
) -> None:
    imported = json.loads(newsdesk("models", "import", tiny, "--json").out)
    assert (imported["name"], imported["bundled"]) == ("tiny", False)
    assert imported["sections"] == ["business", "health", "sport"]
    listed = json.loads(newsdesk("models", "list", "--json").out)
    assert listed[0] == imported
    assert [model["name"] for model in listed] == ["tiny", "shipped"]
    assert listed[0]["bytes"] == sum(file.stat().st_size for file in tiny.iterdir())
    shown = json.loads(newsdesk("models", "show", "tiny", "--json").out)
    assert shown["manifest"]["preprocessing"]["max_tokens"] == 64
    out = tmp_path / "out"
    exported = json.loads(newsdesk("models", "export", "tiny", out, "--json").out)
    assert exported == {"name": "tiny", "folder": str(out)}
    removed = json.loads(newsdesk("models", "remove", "tiny", "--json").out)
    assert removed == {"name": "tiny", "removed": True}


def test_a_name_that_is_taken_wants_replace(newsdesk: Command, tiny: Path) -> None:
    newsdesk("models", "import", tiny)
    said = newsdesk("models", "import", tiny)
    assert (said.code, said.out) == (2, "")
    assert "--replace" in said.err
    assert newsdesk("models", "import", tiny, "--replace").code == 0


def test_a_refused_model_is_told_in_one_line(newsdesk: Command, tiny: Path, tmp_path: Path) -> None:
    spoiled = Path(shutil.copytree(tiny, tmp_path / "spoiled"))
    (spoiled / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    said = newsdesk("models", "import", spoiled, "--json")
    assert (said.code, said.out) == (2, "")
    assert "a pickle, which can run code" in said.err
    assert len(said.err.splitlines()) == 1


def test_a_model_that_ships_is_not_removed(newsdesk: Command, bundled: Path) -> None:
    said = newsdesk("models", "remove", "shipped")
    assert (said.code, said.out) == (2, "")
    assert "ship with the program stay" in said.err
    assert (bundled / "shipped" / "newsdesk.json").is_file()


def test_a_damaged_model_is_listed_with_its_reason_and_can_be_removed(
    newsdesk: Command, tiny: Path
) -> None:
    newsdesk("models", "import", tiny)
    (paths.installed_models() / "tiny" / "tokenizer.json").unlink()
    said = newsdesk("models", "list")
    assert said.code == 1
    assert "(damaged)" in said.out
    listed = json.loads(newsdesk("models", "list", "--json").out)
    assert listed[0]["error"]["kind"] == "incomplete"
    assert listed[1]["name"] == "shipped"
    assert newsdesk("models", "remove", "tiny").code == 0
    assert newsdesk("models", "list").code == 0


def test_the_doctor_finds_nothing_in_the_way(newsdesk: Command, home: Path) -> None:
    said = newsdesk("doctor")
    assert said.code == 0
    assert said.err == ""
    assert "PROBLEM" not in said.out
    assert str(home) in said.out
    assert not (home / "newsdesk.db").exists(), "looking must change nothing"


def test_the_doctor_speaks_to_scripts(newsdesk: Command) -> None:
    checks = json.loads(newsdesk("doctor", "--json").out)["checks"]
    found = {check["name"]: check for check in checks}
    assert found["Newsdesk"]["value"] == __version__
    assert found["Model shipped"]["state"] == "ok"
    assert {"Python", "SQLite", "Device", "Screen", "Data folder", "Database"} <= set(found)
    assert all(set(check) == {"name", "state", "value", "remedy"} for check in checks)


def test_the_doctor_says_where_no_model_is_and_what_to_do(newsdesk: Command, bundled: Path) -> None:
    shutil.rmtree(bundled)
    said = newsdesk("doctor")
    assert said.code == 1
    assert "PROBLEM  Models" in said.out
    assert "import a model" in said.out


def test_the_doctor_names_a_damaged_model_and_a_damaged_database(
    newsdesk: Command, tiny: Path, home: Path
) -> None:
    newsdesk("models", "import", tiny)
    (paths.installed_models() / "tiny" / "newsdesk.json").write_text("{")
    (home / "newsdesk.db").write_bytes(b"no database at all" * 100)
    said = newsdesk("doctor", "--json")
    assert said.code == 1
    problems = {c["name"]: c for c in json.loads(said.out)["checks"] if c["state"] == "problem"}
    assert set(problems) == {"Model", "Database"}
    assert all(check["remedy"] for check in problems.values())


def test_a_library_that_is_missing_is_named_with_its_command(
    newsdesk: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsdesk.cli.doctor._LIBRARIES", ("no-such-library-at-all",))
    said = newsdesk("doctor")
    assert said.code == 1
    assert "pip install no-such-library-at-all" in said.out


def test_the_version_is_told(newsdesk: Command) -> None:
    said = newsdesk("--version")
    assert (said.code, said.out) == (0, f"newsdesk {__version__}\n")


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["models", "nonsense"], ["models", "show"], ["--nonsense"]]
)
def test_an_unknown_command_is_wrong_use(newsdesk: Command, arguments: list[str]) -> None:
    said = newsdesk(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err


@pytest.mark.parametrize("command", ["", "open", "classify", "models", "models import", "doctor"])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_on_standard_output_under_the_programs_own_name(
    newsdesk: Command, command: str, option: str
) -> None:
    said = newsdesk(*command.split(), option)
    assert (said.code, said.err) == (0, "")
    assert f"newsdesk {command}".strip() in said.out
