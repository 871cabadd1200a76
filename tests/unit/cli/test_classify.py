"""`newsdesk classify`: docs/command-line.md says what it promises."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import documents_made as made
import pytest
from documents_made import SAMPLE, picture

from newsdesk.core.article import Article

ROOT = Path(__file__).resolve().parents[3]
FIELDS = [
    "source", "row", "title", "section", "name", "confidence", "sections",
    "tokens_read", "tokens_total", "cover", "abstains", "warnings", "model",
]  # fmt: skip
Command = Callable[..., Any]


def story(topic: str, number: int) -> Article:
    return Article(f"Story {number} of the {topic}", f"The {topic} was told of it. " * 6)


STORIES = [story(topic, n) for n, topic in enumerate(("goal", "bank", "nurse", "team", "market"))]
SECTIONS = ["sport", "business", "health", "sport", "business"]


@pytest.fixture
def mixed(tmp_path: Path) -> list[Path]:
    """A text, a broken file, and two tables."""
    broken = tmp_path / "broken.docx"
    broken.write_bytes(b"no document")
    return [
        made.make_txt(tmp_path),
        made.make_csv(tmp_path, STORIES, "table"),
        broken,
        made.make_jsonl(tmp_path, STORIES[:2], "lines"),
    ]


def test_every_article_has_one_line_in_the_order_given(
    classify: Command, mixed: list[Path]
) -> None:
    said = classify(*mixed, "--json")
    text, table, broken, jsonl = map(str, mixed)
    assert [(line["source"], line["row"]) for line in said.lines] == [
        (text, None), *((table, row) for row in range(1, 6)), (broken, None),
        (jsonl, 1), (jsonl, 2),
    ]  # fmt: skip
    assert said.code == 1
    rows = [line for line in said.lines if line["source"] in (table, jsonl)]
    assert [line["section"] for line in rows] == SECTIONS + SECTIONS[:2]


def test_a_model_that_cannot_read_the_text_says_so(classify: Command, tmp_path: Path) -> None:
    russian = tmp_path / "bridge.txt"
    russian.write_text("Мост в гавани вновь открылся в понедельник, через два года.", "utf-8")
    said = classify(russian, "--json")
    (line,) = said.lines
    assert (line["abstains"], said.code) == ("language", 0)
    assert line["warnings"][0]["message"].endswith("tiny reads English. It abstains.")
    in_words = classify(russian)
    assert in_words.out.startswith("cannot read it")


def test_a_line_has_the_fields_that_are_promised(classify: Command, mixed: list[Path]) -> None:
    (line,) = classify(mixed[0], "--json").lines
    assert list(line) == FIELDS
    assert line["title"] == SAMPLE.title
    assert (line["model"], line["cover"], line["warnings"]) == ("tiny", "none", [])
    p = [section["p"] for section in line["sections"]]
    assert sum(p) == pytest.approx(1.0, abs=1e-5)
    assert p == sorted(p, reverse=True)
    first = line["sections"][0]
    assert first == {"code": line["section"], "name": line["name"], "p": line["confidence"]}
    assert (line["tokens_read"], line["tokens_total"] > 64) == (64, True)


def test_what_could_not_be_read_has_its_reason_and_remedy(
    classify: Command, mixed: list[Path]
) -> None:
    said = classify(mixed[2], "nowhere.txt", "--json")
    for line, source in zip(said.lines, (str(mixed[2]), "nowhere.txt"), strict=True):
        assert list(line) == ["source", "row", "error"]
        assert line["source"] == source
        assert list(line["error"]) == ["kind", "message", "remedy"]
        assert all(line["error"].values())
    assert said.code == 1


def test_all_well_is_zero_and_the_answer_is_told_with_its_section(
    classify: Command, tmp_path: Path
) -> None:
    said = classify(made.make_txt(tmp_path, STORIES[0]))
    assert said.code == 0
    assert said.out.startswith("Sport ")
    assert "Story 0 of the goal" in said.out
    assert said.err == ""


def test_for_people_failures_stand_on_standard_error_alone(
    classify: Command, mixed: list[Path]
) -> None:
    said = classify(*mixed)
    assert len(said.out.splitlines()) == 8
    assert "broken.docx" in said.err
    assert "broken.docx" not in said.out
    assert said.code == 1


def test_folders_are_walked_and_pictures_beside_articles_are_their_covers(
    classify: Command, tmp_path: Path
) -> None:
    (tmp_path / "wire").mkdir()
    made.make_txt(tmp_path / "wire", STORIES[0], "a")
    made.make_html(tmp_path / "wire", SAMPLE, "b")
    (tmp_path / "wire" / "a.png").write_bytes(picture())
    said = classify(tmp_path / "wire", "--json")
    assert [Path(line["source"]).name for line in said.lines] == ["a.txt", "b.html"]
    assert [line["cover"] for line in said.lines] == ["masked", "none"]
    assert said.code == 0


@pytest.mark.parametrize("kind", ["text", "html", "pdf"])
def test_standard_input_is_read_by_its_bytes(classify: Command, tmp_path: Path, kind: str) -> None:
    make = {"text": made.make_txt, "html": made.make_html, "pdf": made.make_pdf}[kind]
    said = classify("-", "--json", stdin=make(tmp_path).read_bytes())
    (line,) = said.lines
    assert (line["source"], line["row"], line["title"]) == ("-", None, SAMPLE.title)
    assert said.code == 0


def test_an_empty_standard_input_is_a_failure_that_is_told(classify: Command) -> None:
    said = classify("-", "--json", stdin=b"")
    (line,) = said.lines
    assert (line["source"], line["error"]["kind"], said.code) == ("-", "empty", 1)


def test_standard_input_keeps_its_place_among_the_files(classify: Command, tmp_path: Path) -> None:
    first, last = (made.make_txt(tmp_path, STORIES[n], f"file{n}") for n in (0, 1))
    said = classify(first, "-", last, "--json", stdin=b"Nurse and doctor at the clinic.\n")
    assert [line["source"] for line in said.lines] == [str(first), "-", str(last)]


def test_a_cover_goes_with_a_single_article(classify: Command, tmp_path: Path) -> None:
    cover = tmp_path / "photo.jpeg"
    cover.write_bytes(picture(kind="JPEG"))
    said = classify(made.make_txt(tmp_path), "--cover", cover, "--json")
    assert (said.lines[0]["cover"], said.code) == ("masked", 0)  # the model reads text only


@pytest.mark.parametrize("how", ["two files", "a table", "a folder"])
def test_a_cover_for_several_articles_is_wrong_use(
    classify: Command, tmp_path: Path, how: str
) -> None:
    (tmp_path / "wire").mkdir()
    cover = tmp_path / "photo.png"
    cover.write_bytes(picture())
    one = made.make_txt(tmp_path / "wire", name="one")
    two = made.make_txt(tmp_path / "wire", name="two")
    paths = {
        "two files": [one, two],
        "a table": [made.make_csv(tmp_path, STORIES)],
        "a folder": [tmp_path / "wire"],
    }[how]
    said = classify(*paths, "--cover", cover, "--json")
    assert (said.code, said.out) == (2, "")
    assert "single article" in said.words


@pytest.mark.parametrize("content", [None, b"", b"no picture", picture()[:300]])
def test_a_cover_that_cannot_be_read_is_wrong_use(
    classify: Command, tmp_path: Path, content: bytes | None
) -> None:
    cover = tmp_path / "photo.png"
    if content is not None:
        cover.write_bytes(content)
    said = classify(made.make_txt(tmp_path), "--cover", cover)
    assert (said.code, said.out) == (2, "")
    assert "photo.png" in said.words
    assert "Traceback" not in said.err


def test_an_unknown_model_is_told_before_anything_is_shown(
    newsdesk: Command, tmp_path: Path
) -> None:
    said = newsdesk("classify", made.make_txt(tmp_path), "--model", "nosuch", "--json")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("newsdesk: There is no model named nosuch. ")
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "options",
    [
        ["--columns", "headline=A"], ["--columns", "title"], ["--columns", "title="],
        ["--encoding", "nonsense"], ["--colour", "red"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_an_option_that_means_nothing_is_wrong_use(
    classify: Command, tmp_path: Path, options: list[str]
) -> None:
    said = classify(made.make_csv(tmp_path, STORIES), *options)
    assert (said.code, said.out) == (2, "")
    assert options[0] in said.words


def test_no_path_at_all_is_wrong_use(classify: Command) -> None:
    said = classify()
    assert (said.code, said.out) == (2, "")
    assert "at least one file" in said.words


def test_columns_can_be_named_where_the_guess_is_wrong(classify: Command, tmp_path: Path) -> None:
    table = tmp_path / "odd.csv"
    table.write_text("one,two,title\nGoal,The goal of the team.,Never read\n", encoding="utf-8")
    said = classify(table, "--columns", "title=one,body=two", "--json")
    assert said.lines[0]["title"] == "Goal"
    assert said.err == ""
    absent = classify(table, "--columns", "title=three", "--json")
    assert absent.code == 1
    assert "three" in absent.lines[0]["error"]["message"]


def test_what_was_made_of_a_tables_columns_is_told_once_a_table(
    classify: Command, mixed: list[Path]
) -> None:
    said = classify(*mixed, "--json")
    told = [line for line in said.err.splitlines() if "←" in line]
    assert [line.split(":")[0] for line in told] == ["table.csv", "lines.jsonl"]
    assert "title ← title, body ← body" in told[0]
    assert "←" not in said.out


def test_a_table_without_texts_tells_so_and_fails(classify: Command, tmp_path: Path) -> None:
    table = tmp_path / "numbers.csv"
    table.write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    said = classify(table, "--json")
    assert said.code == 1
    assert said.lines[0]["error"]["kind"] == "columns"
    assert "numbers.csv: no column of titles or texts was recognised." in said.err


def test_the_encoding_can_be_chosen(classify: Command, tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("Café rouvre\n\nLe café du port a rouvert ses portes.".encode("cp850"))
    assert classify(path, "--encoding", "cp850", "--json").lines[0]["title"] == "Café rouvre"


def test_warnings_are_in_the_line_and_for_people_on_standard_error(
    classify: Command, tmp_path: Path
) -> None:
    path = tmp_path / "russian.txt"
    path.write_text(
        "Мост открыт\n\nМост в гавани вновь открылся в понедельник, через два года.",
        encoding="utf-8",
    )
    (line,) = classify(path, "--json").lines
    assert {"language", "unknown_pieces"} <= {warning["kind"] for warning in line["warnings"]}
    assert all(list(warning) == ["kind", "message"] for warning in line["warnings"])
    said = classify(path)
    assert "looks Russian" in said.err
    assert "looks Russian" not in said.out
    assert said.code == 0


def test_progress_is_for_terminals(classify: Command, tmp_path: Path) -> None:
    said = classify(made.make_csv(tmp_path, STORIES * 60), "--columns", "title=title,body=body")
    assert len(said.out.splitlines()) == 300
    assert said.err == ""


def test_a_fault_of_the_program_is_a_sentence_and_the_log_has_the_rest(
    classify: Command, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("newsdesk.engine.classifier.Classifier.classify", crash)
    said = classify(made.make_txt(tmp_path))
    log = home / "logs" / "command-line.log"
    assert (said.code, said.out) == (1, "")
    assert "Traceback" not in said.err
    assert str(log) in said.err
    assert "Traceback" in log.read_text(encoding="utf-8")


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "newsdesk", *map(str, arguments)]


def test_a_reader_that_leaves_early_causes_no_traceback(tiny: Path, tmp_path: Path) -> None:
    table = made.make_csv(tmp_path, STORIES * 400)
    for options in (["--json"], []):
        process = subprocess.Popen(
            command("classify", table, "--model", tiny, *options),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        with process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert b"Story 0" in process.stdout.readline()
            process.stdout.close()
            said = process.stderr.read().decode()
        assert "Traceback" not in said
        assert "Exception ignored" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_with_130_and_without_traceback(tiny: Path, tmp_path: Path) -> None:
    table = made.make_csv(tmp_path, STORIES * 4000)
    process = subprocess.Popen(
        command("classify", table, "--model", tiny, "--json"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        started = time.monotonic()
        process.stdout.read()
        said = process.stderr.read().decode()
        code = process.wait(timeout=30)
    assert code == 130
    assert "Traceback" not in said
    assert time.monotonic() - started < 10


WITHOUT_NETWORK = """
import socket, sys

def refuse(*_, **__):
    print("a socket was opened", file=sys.stderr)
    raise SystemExit(99)

class Refusing(socket.socket):
    def __init__(self, family=socket.AF_INET, *args, **kwargs):
        if family in (socket.AF_INET, socket.AF_INET6):
            refuse()
        super().__init__(family, *args, **kwargs)

    connect = connect_ex = sendto = refuse

socket.socket = Refusing
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = refuse
from newsdesk.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_nothing_is_looked_for_on_the_network(tiny: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    head = '<meta property="og:image" content="https://example.org/photo.png">'
    page.write_text(made.page(SAMPLE, head=head), encoding="utf-8")
    table = tmp_path / "table.csv"
    table.write_text(
        f"title,body,image\nA,{'The goal of it. ' * 4},https://example.org/a.png\n",
        encoding="utf-8",
    )
    arguments = ["classify", str(page), str(table), "--model", str(tiny), "--json"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORK, *arguments],
        capture_output=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    assert b"a socket was opened" not in done.stderr
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 2


def test_one_text_is_divided_at_the_line_that_is_named(classify: Command, tmp_path: Path) -> None:
    path = tmp_path / "wire.txt"
    path.write_text(
        "Cup\n\nThe team won the match.\n-- next --\nShares\n\nThe bank told of its profit.\n",
        encoding="utf-8",
    )
    lines = classify(path, "--separator", "-- next --", "--json").lines
    assert [(line["title"], line["row"], line["section"]) for line in lines] == [
        ("Cup", 1, "sport"),
        ("Shares", 2, "business"),
    ]
    path.write_text("Cup\n\nThe goal of the team.\fShares\n\nThe market and the bank.")
    assert len(classify(path, "--separator", r"\f", "--json").lines) == 2
    assert classify(path, "--separator", "  ").code == 2
