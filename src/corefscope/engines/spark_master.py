"""Whether a Spark master is there: Spark itself would try for a minute and more before it says no."""

from __future__ import annotations

import re
import socket
import struct

from corefscope.problems import SettingsError

CONNECTED = 5.0  # seconds until a machine counts as unreachable
ANSWERED = 10.0  # seconds until a master that took the connection counts as silent
STREAM_REQUEST = 6  # of Spark's network protocol, which every master answers, if only by a refusal


def check_master(master: str) -> None:
    """Of the places that spark://… and k8s://… name, one must answer; other masters are known only to Spark."""
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
    """Why no master can be reached there; None if one can."""
    try:
        with socket.create_connection((host, port), CONNECTED) as connection:
            return _silence(connection) if standalone else None
    except (OSError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)


def _silence(connection: socket.socket) -> str | None:
    """A master that hangs is connected to by its machine all the same, so it is asked for a file that nobody has."""
    name = b"/files/"
    connection.settimeout(ANSWERED)
    try:
        connection.sendall(struct.pack(">qbi", 13 + len(name), STREAM_REQUEST, len(name)) + name)
        answer = connection.recv(1)
    except TimeoutError:
        return f"it takes the connection and then says nothing for {ANSWERED:g} seconds"
    except OSError:
        return None  # a master that wants encryption hangs up
    # What Spark sends begins with a length or, encrypted, with the type of a record; protocols of text do not.
    return "another service than Spark answers" if b" " <= answer <= b"~" else None
