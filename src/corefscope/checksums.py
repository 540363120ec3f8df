"""What tells whether a file is the one that was scored."""

from __future__ import annotations


def checksum(path: str) -> str:
    """The SHA-256 of a file."""
    import hashlib  # takes as long to load as a small file to score

    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
