"""Programs that the benchmarks start, each in a process of its own; they answer in JSON."""
