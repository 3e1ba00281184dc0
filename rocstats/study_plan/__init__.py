"""The plan of a study as a file: its parts, its words, its filters, and what may be wrong with it."""
