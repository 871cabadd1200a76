"""What came out: calibration, figures beside the line to beat, and the card that tells them."""
