"""How sure: one method a file, and the register of them all.

The register's words are those of the command line and of a plan; ``auc_intervals`` and the qualification kit walk it.
"""
