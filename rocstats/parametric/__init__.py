"""Curve models: parametric ROC curves, how they are fitted, and what may be concluded from them."""
