"""Check that a Spark master answers; Spark itself would try for more than a minute."""

from __future__ import annotations

import re
import socket
import struct

from corefscope.problems import SettingsError

CONNECTED = 5.0  # seconds until a machine counts as unreachable
ANSWERED = 10.0  # seconds until a connected master counts as silent
STREAM_REQUEST = 6  # in Spark's network protocol; every master answers it, at least with a refusal


def check_master(master: str) -> None:
    """Raise unless one host of spark://… or k8s://… answers; other masters are left to Spark."""
    found = re.fullmatch(r"(spark|k8s)://(?:https?://)?(.+)", master)
    if found is None:
        return
    failures = []
    for text in found[2].split(","):
        place = re.fullmatch(r"\[?(.+?)\]?:(\d+)/?", text)
        if place is None:
            raise SettingsError(
                "wrong-value", f"--spark-master {master}: expected host and port", hint="as spark://host:7077"
            )
        failure = _failure(place[1], int(place[2]), found[1] == "spark")
        if failure is None:
            return
        failures.append(f"{place[1]}:{place[2]}: {failure}")
    hint = "is it running, and is this machine allowed to reach it?"
    raise SettingsError(
        "engine-does-not-start", f"the Spark master cannot be reached: {'; '.join(failures)}", hint=hint
    )


def _failure(host: str, port: int, standalone: bool) -> str | None:
    """Return why the master cannot be reached; None if it can."""
    try:
        with socket.create_connection((host, port), CONNECTED) as connection:
            return _silence(connection) if standalone else None
    except (OSError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)


def _silence(connection: socket.socket) -> str | None:
    """Request a missing file and return why no answer came; a master that hangs still accepts connections."""
    name = b"/files/"
    connection.settimeout(ANSWERED)
    try:
        connection.sendall(struct.pack(">qbi", 13 + len(name), STREAM_REQUEST, len(name)) + name)
        answer = connection.recv(1)
    except TimeoutError:
        return f"it takes the connection and then says nothing for {ANSWERED:g} seconds"
    except OSError:
        return None  # a master with encryption closes the connection
    # Spark's answer begins with a length or a TLS record type; text protocols begin with a printable character.
    return "another service than Spark answers" if b" " <= answer <= b"~" else None
