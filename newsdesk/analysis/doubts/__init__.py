"""Labels in doubt: which label is probably wrong, and which one is probably right."""
