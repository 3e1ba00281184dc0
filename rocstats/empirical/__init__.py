"""Exact descriptions of a sample: ranks, components, curve, ties, operating points. No inference."""
