"""The recipes: one module each."""
