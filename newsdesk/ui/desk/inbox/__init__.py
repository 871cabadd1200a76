"""The inbox: list, filters, search, and what is done to several articles at once."""
