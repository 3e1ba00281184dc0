"""Analysis results: one statistic a row, from which every table, figure, sentence and export of a report is made."""
