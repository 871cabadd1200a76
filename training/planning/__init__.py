"""The plan of a job: what it costs here, measured, and which settings fit."""
