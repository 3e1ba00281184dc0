"""A study investigated by its plan: who is in it, what the tests said of them, and every statistic that was planned."""
