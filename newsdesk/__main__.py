"""Entry point: reads the arguments and imports no more than what they ask for."""

from __future__ import annotations

import ctypes
import gc
import os
import sys


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
    if sys.platform == "linux" and not _has_screen():
        sys.stderr.write(
            "newsdesk: there is no screen here, so no window can open. "
            "`newsdesk classify` works without one.\n"
        )
        return 1
    # Importing makes many objects and no rubbish: without the collector looking for some, the
    # window is there a seventh sooner. `run` turns it on again.
    gc.disable()
    from newsdesk.ui.app import run

    return run(paths)


def _has_screen() -> bool:
    """Whether Qt has somewhere to draw; where it has not, it would end the process."""
    if os.environ.get("QT_QPA_PLATFORM") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt will say which library is missing
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    reached = bool(xcb.xcb_connection_has_error(connection) == 0)
    xcb.xcb_disconnect(connection)
    return reached


if __name__ == "__main__":
    sys.exit(main())
