"""Small widgets that more than one screen uses."""
