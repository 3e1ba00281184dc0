"""Notes of a result that say why it has no value, told apart from caveats about the values that it has."""

from __future__ import annotations

from collections.abc import Iterable

from rocstats.printing import Note

NO_REASON = "The method gives none, or the data cannot give it."
# What these say is true of a result with every number, too.
_CAVEATS = frozenset(
    {
        *("asymptotic-pvalue", "below-chance", "chance-line", "chosen-threshold", "comparator", "conservative-ties"),
        *("design-not-stated", "disagrees", "edge-area", "equal-distributions", "estimate-outside"),
        *("exact-permutation", "exact-test", "exchangeable-tests", "exponent-as-known", "few-expected"),
        *("few-in-band", "few-points", "fewer-bins", "half-added", "hook", "indeterminate-not-handled"),
        *("joined-runs", "label-without-column", "largest-of-many", "low-coverage", "many-levels", "methods-disagree"),
        *("normal-approximation", "not-normal", "outermost-replicate", "perhaps-fitted-here", "perhaps-paired"),
        *(
            "points-left-out",
            "primary-set",
            "recommended",
            "several-optima",
            "shares-differ",
            "small-expected",
            "small-group",
        ),
        *("small-groups", "small-level", "smoothing-bias", "stated-prevalence", "stated-threshold"),
        *("table-correlation", "threshold-fixed", "ties", "uneven-replicates", "verified-at-random", "wald-rough"),
    }
)


def reasons(notes: Iterable[Note], otherwise: str = NO_REASON) -> str:
    """Join the notes that say why there is no value; where none does, say so in other words.

    Examples
    --------
    >>> ties = Note("ties", "3 pairs are tied.")
    >>> reasons([ties, Note("zero-variance", "the variance is zero.")])
    'the variance is zero.'
    >>> reasons([ties])
    'The method gives none, or the data cannot give it.'
    """
    return " ".join(note.text for note in notes if note.code not in _CAVEATS) or otherwise
