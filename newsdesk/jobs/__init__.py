"""Jobs: training processes started, watched, stopped and taken up again."""
