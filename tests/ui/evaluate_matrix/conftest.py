"""The fixtures of this room."""

from evaluate_matrix_made import show as show
