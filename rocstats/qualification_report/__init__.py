"""Qualification of an installation: what it is, whether it works, and the papers that say so."""
