"""How an article becomes token ids and pixels, written once for the desk and for training."""

from newsdesk.engine.preprocess.pixels import to_pixels
from newsdesk.engine.preprocess.tokens import Encoded, TextEncoder, pad

__all__ = ["Encoded", "TextEncoder", "pad", "to_pixels"]
