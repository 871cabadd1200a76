"""What the charts share: axes, lines, points with intervals, legends. Nothing here is a widget."""
