"""Benchmarks that print ratios, and the plain solver that they measure against."""
