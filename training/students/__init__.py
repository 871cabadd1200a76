"""How a student begins: layers of a larger network, a smaller vocabulary, or nothing at all."""
