"""What is done beside the desk: archive runs, exports, what could not be read."""
