"""The report of an investigation, section by section, written from its table of results."""
