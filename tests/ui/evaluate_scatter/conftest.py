"""The fixtures of this room."""

from scatter_made import world as world
