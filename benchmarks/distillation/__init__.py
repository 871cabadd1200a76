"""The figures of docs/distillation.md: teachers, students and layer drops on two data sets.

`python -m benchmarks.distillation HOME` takes hours and goes on where it stopped: every row is a
job in a data folder of its own, and one that is done is not done again.
"""
