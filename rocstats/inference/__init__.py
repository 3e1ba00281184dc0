"""The questions: what a person asks of a sample, each answered by one function."""
