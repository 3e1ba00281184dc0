"""The report: what a plan asks, the analysis that answers, and the document that says so."""
