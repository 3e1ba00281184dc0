"""The one door: studies, samples, diagnostic tests, 2×2 counts and the files that they come from."""
