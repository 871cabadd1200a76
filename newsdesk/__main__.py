"""Entry point: reads the arguments and imports no more than what they ask for."""

from __future__ import annotations

import os
import sys

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""Any of these in the environment says that Qt has somewhere to draw."""


def main(arguments: list[str] | None = None) -> int:
    """Open the window (`newsdesk [open] [PATH…]`), run a worker, or run a command."""
    arguments = sys.argv[1:] if arguments is None else arguments
    command = arguments[0] if arguments else "open"
    if command == "open" and not any(word in ("-h", "--help") for word in arguments):
        return _open_window(arguments[1:])
    if command == "worker":
        from newsdesk.workers import run_worker

        return run_worker(arguments[1:])
    from newsdesk.cli import run_command

    return run_command(arguments, _open_window)


def _open_window(paths: list[str]) -> int:
    if sys.platform == "linux" and not any(os.environ.get(name) for name in _SCREENS):
        sys.stderr.write(
            "newsdesk: there is no screen here, so no window can open. "
            "`newsdesk classify` works without one.\n"
        )
        return 1
    from newsdesk.ui.app import run

    return run(paths)


if __name__ == "__main__":
    sys.exit(main())
