"""Where a model is wrong: evaluations, matrices, curves, projections, labels in doubt."""
