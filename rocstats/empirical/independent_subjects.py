"""Independence of subjects: the refusal of a clustered sample by what takes subjects as independent."""

from __future__ import annotations

from rocstats.data.sample import Sample
from rocstats.errors import MethodError


def refuse_clusters(sample: Sample, who: str, harm: str = "standard error would be too small") -> None:
    """Refuse a sample with clusters, name who cannot use it, and say what would go wrong."""
    if sample.clusters is not None:
        raise MethodError(
            f"these subjects come in clusters, and {who} takes subjects as independent; its {harm}. Take one record "
            "per cluster, or leave cluster= out if the records are independent."
        )
