"""What the benchmarks promise, held without looking at a clock."""
