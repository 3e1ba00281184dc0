"""The version of the package, with those of the packages that it stands on."""

__version__ = "0.1.0"


def version_of(package: str) -> str:
    """Give the version that an installed package states; "unknown" where its own description is lost or damaged.

    Examples
    --------
    >>> version_of("nowhere-to-be-found")
    'unknown'
    """
    from importlib import metadata

    try:
        # Of a description without a version this is None, whatever its type says.
        return metadata.version(package) or "unknown"
    except (metadata.PackageNotFoundError, KeyError):
        return "unknown"
