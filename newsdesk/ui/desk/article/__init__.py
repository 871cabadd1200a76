"""The article: text with its marks, cover, and the fields to write in."""
