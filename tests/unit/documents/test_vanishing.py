"""A folder that goes while it is read: each file has its sentence, and the rest goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.documents.reader import Failure, read
from newsdesk.documents.walk import walk


def test_files_that_are_gone_when_their_turn_comes_say_so_by_name(tmp_path: Path) -> None:
    going, staying = tmp_path / "going", tmp_path / "staying"
    for folder in (going, staying):
        folder.mkdir()
        for number in range(5):
            (folder / f"{number}.txt").write_text(f"Story {number}\n\nThe text of it.")
    found = list(walk([going, staying]))
    readings = []
    for turn, path in enumerate(found):
        if turn == 2:
            shutil.rmtree(going)
        readings += list(read(path))
    failures = [reading for reading in readings if isinstance(reading, Failure)]
    assert [failure.problem.message for failure in failures] == [
        f"{number}.txt is not there." for number in (2, 3, 4)
    ]
    assert sum(isinstance(reading, Article) for reading in readings) == 7


def test_a_folder_that_goes_during_the_walk_ends_neither_walk_nor_program(tmp_path: Path) -> None:
    for folder in "abc":
        for number in range(3):
            inner = tmp_path / folder / str(number)
            inner.mkdir(parents=True)
            (inner / "story.txt").write_text("Story\n\nText.")
    walking = walk([tmp_path])
    found = [next(walking)]
    shutil.rmtree(tmp_path / "a")
    shutil.rmtree(tmp_path / "b")
    found += list(walking)
    assert found[0] == tmp_path / "a" / "0" / "story.txt"
    assert [path for path in found if path.is_relative_to(tmp_path / "c")] == [
        tmp_path / "c" / str(number) / "story.txt" for number in range(3)
    ]
    for path in found:
        (reading,) = read(path)
        assert path.exists() != isinstance(reading, Failure)


def test_a_title_of_five_thousand_characters_and_odd_ones_are_kept(tmp_path: Path) -> None:
    body = "שלום עולם 👩‍👩‍👧 e\u0301 می\u200cخواهم 新聞"
    path = tmp_path / "odd.txt"
    path.write_text(f"Short title\n\n{body}\n\n{'x' * 2_000_000}", encoding="utf-8")
    (reading,) = read(path)
    assert isinstance(reading, Article)
    assert reading.body.startswith(body)
    assert len(reading.body) > 2_000_000
    page = tmp_path / "long.html"
    title = "A title that does not end " * 200
    page.write_text(f"<html><head><title>{title}</title></head><body><p>Text.</p></body></html>")
    (reading,) = read(page)
    assert isinstance(reading, Article)
    assert len(reading.title) > 5_000
