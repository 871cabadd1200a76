"""Imported before all else by a probe: as the program itself does before it imports the window."""

import gc

gc.disable()
