"""What is known of an answer: why, how far it can be believed, the cover's part."""
