"""`newsdesk datasets`: what the window does to data sets, from the command line."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from datasets_made import articles

from newsdesk.cli.columns import columns_of
from newsdesk.store import Store


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "news.jsonl"
    rows = articles(40, ("sport", "world", "Sport", "world"))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def shown(out: str) -> Any:
    return json.loads(out)


def test_a_set_is_imported_shown_and_listed(newsdesk: Any, table: Path) -> None:
    said = newsdesk("datasets", "import", table, "--name", "news", "--title", "The news")
    assert said.code == 0
    assert "The news (news)" in said.out
    assert "sport and Sport may be one section" in said.err or "Sport and sport" in said.err
    details = shown(newsdesk("datasets", "show", "news", "--json").out)
    assert (details["rows"], details["plan"]["way"]) == (40, "shares")
    assert sum(count["train"] for count in details["counts"]) > 30
    assert [entry["name"] for entry in shown(newsdesk("datasets", "list", "--json").out)] == [
        "news"
    ]
    assert "40 articles" in newsdesk("datasets", "list").out


def test_merges_columns_and_the_plan_can_be_named(newsdesk: Any, table: Path) -> None:
    said = newsdesk(
        "datasets", "import", table, "--name", "news", "--merge", "Sport=sport", "--columns",
        "body=title", "--split", "folds", "--folds", "4", "--json",
    )  # fmt: skip
    details = shown(said.out)
    assert [section["code"] for section in details["sections"]] == ["sport", "world"]
    assert details["plan"]["folds"] == 4
    with Store.open() as store:
        assert store.datasets.page(details["id"])[0].body == "Title 0"


def test_a_label_is_corrected_and_a_section_merged(newsdesk: Any, table: Path) -> None:
    newsdesk("datasets", "import", table, "--name", "news")
    said = newsdesk("datasets", "label", "news", "1", "world", "--why", "it is")
    assert said.out == "Row 1: sport is now world\n"
    said = newsdesk("datasets", "merge", "news", "Sport", "sport", "--json")
    assert shown(said.out)["rows"] == 10
    assert newsdesk("datasets", "label", "news", "1", "cooking").code == 2


def test_a_set_is_divided_exported_and_removed(newsdesk: Any, table: Path, tmp_path: Path) -> None:
    newsdesk("datasets", "import", table, "--name", "news")
    divided = newsdesk("datasets", "divide", "news", "--test", ".2", "--json")
    assert shown(divided.out)["plan"]["test"] == 0.2
    assert newsdesk("datasets", "export", "news", tmp_path / "out.tsv").code == 0
    again = newsdesk(
        "datasets", "import", tmp_path / "out.tsv", "--name", "again", "--split", "given", "--json"
    )
    assert shown(again.out)["fingerprint"] == shown(divided.out)["fingerprint"]
    assert newsdesk("datasets", "remove", "news").code == 0
    assert "no data set called news" in newsdesk("datasets", "show", "news").err


def test_problems_come_with_their_rows(newsdesk: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text(
        "title,body,label\nA title,A body of some length,sport\nNo label,Some text here,\n"
    )
    newsdesk("datasets", "import", path, "--name", "odd")
    assert newsdesk("datasets", "problems", "odd").out.startswith("row 2: The row has no label")


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("import", "gone.csv", "--name", "x"), "gone.csv is not there"),
        (("import", "TABLE", "--name", "two words"), "cannot be the name"),
        (("import", "TABLE", "--name", "x", "--split", "half"), "half"),
        (("import", "TABLE", "--name", "x", "--columns", "section=desk"), "no column called"),
        (("import", "TABLE", "--name", "x", "--merge", "sport"), "FROM=INTO"),
        (("from-decisions", "x"), "Nothing was decided"),
        (("divide", "gone"), "no data set called gone"),
    ],
)
def test_wrong_use_is_told_with_its_cause(
    newsdesk: Any, table: Path, arguments: tuple[str, ...], cause: str
) -> None:
    said = newsdesk("datasets", *(str(table) if a == "TABLE" else a for a in arguments))
    assert said.code == 2
    assert cause in said.words


def test_control_c_says_that_nothing_was_kept(
    newsdesk: Any, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("newsdesk.core.division.split_rows", interrupted)
    said = newsdesk("datasets", "import", table, "--name", "news")
    assert said.code == 130
    assert "nothing was kept" in said.err
    assert shown(newsdesk("datasets", "list", "--json").out) == []


def test_an_import_says_that_nothing_can_be_learned_without_sections(
    newsdesk: Any, tmp_path: Path
) -> None:
    path = tmp_path / "bare.csv"
    path.write_text("title,body\nA title,A body of some length\nAnother,Some other text here\n")
    said = newsdesk("datasets", "import", path, "--name", "bare", "--merge", "gone=sport")
    assert said.code == 0
    assert "nothing can be learned yet" in said.err
    assert "--columns section=NAME" in said.err
    assert "No row is labelled gone" in said.err


def test_a_merge_that_is_offered_can_be_pasted_into_a_shell(newsdesk: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    rows = articles(40, ("world news", "World News"))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = newsdesk("datasets", "import", path, "--name", "odd")
    command = said.err.partition("newsdesk datasets merge ")[2].splitlines()[0]
    assert newsdesk("datasets", "merge", *shlex.split(command)).code == 0


def test_names_in_chinese_stand_in_their_columns(newsdesk: Any, table: Path) -> None:
    for name in ("news", "新聞"):
        newsdesk("datasets", "import", table, "--name", name)
    lines = newsdesk("datasets", "list").out.splitlines()
    assert len({columns_of(line.partition("40 articles")[0]) for line in lines}) == 1


def test_a_set_in_folds_is_shown_as_one(newsdesk: Any, table: Path) -> None:
    newsdesk("datasets", "import", table, "--name", "news", "--split", "folds")
    said = newsdesk("datasets", "show", "news").out
    assert "5 folds, each tested on in turn" in said
    assert "train" not in said


def test_an_empty_list_says_how_to_begin(newsdesk: Any) -> None:
    said = newsdesk("datasets", "list")
    assert (said.code, said.out) == (0, "")
    assert "newsdesk datasets import" in said.err


def test_a_wrong_split_is_told_with_those_there_are(newsdesk: Any, table: Path) -> None:
    said = newsdesk("datasets", "import", table, "--name", "x", "--split", "half")
    assert "'half' and can be date, folds, given or shares" in said.words
