"""The least that PySide6 can show: one window with one line of text."""

from __future__ import annotations

import json
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from benchmarks.probes.first_picture import FirstPicture
from benchmarks.probes.memory import memory


def main() -> None:
    """Show it, print when it could be seen and what it holds, and end."""
    application = QApplication([])
    window = QMainWindow()
    window.setCentralWidget(QLabel("Newsdesk"))
    window.resize(1280, 800)
    report: dict[str, float] = {}

    def shown() -> None:
        report["shown"] = time.monotonic()
        report.update(memory())
        QTimer.singleShot(0, window.close)

    FirstPicture(window, shown)
    window.show()
    application.exec()
    print(json.dumps(report))


if __name__ == "__main__":
    main()
