"""Killed without warning: the inbox comes back with its filter, its search and its article."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from desk_made import NAME, Told, add
from window_driver import Script, drive

from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow

KILLED = """
import os, sys
sys.path[:0] = {path!r}
from dataclasses import replace
from window_driver import drive

def script(window):
    inbox = window.desk.inbox
    yield lambda: inbox.settled and inbox.listing.answered
    inbox.show_query(replace(inbox.query, search="story", answered_by="by-hand", order="newest"))
    yield lambda: inbox.settled
    inbox.pick({article})
    bar = inbox.list.verticalScrollBar()
    bar.setValue(bar.value() - 100)
    yield lambda: inbox.kept
    print("there", bar.value(), flush=True)
    os.kill(os.getpid(), {signal})

drive(script)
"""


def test_after_a_kill_filter_search_article_and_place_are_as_they_were(home: Path) -> None:
    with Store.open() as store:
        told = [Told(f"Story {number}", {"sport": 0.9, "style": 0.1}) for number in range(300)]
        ids = add(store, *told)
    article = ids[100]
    code = KILLED.format(path=[path for path in sys.path if path], article=article,
                         signal=int(signal.SIGKILL))  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    place = int(done.stdout.split()[1])
    assert place > 1000

    def script(window: MainWindow) -> Script:
        inbox = window.desk.inbox
        yield lambda: inbox.settled and inbox.listing.answered
        assert inbox.query.search == "story"
        assert inbox.query.answered_by == NAME
        assert inbox.query.order == "newest"
        assert window.desk.toolbar.search.text() == "story"
        assert inbox.current == article
        assert inbox.selected() == [article]
        assert inbox.list.verticalScrollBar().value() == place

    drive(script)
