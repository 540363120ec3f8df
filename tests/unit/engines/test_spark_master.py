"""A Spark master that is absent, hangs or is another service is reported quickly, in one sentence."""

import socket
import threading
from contextlib import contextmanager

import pytest
from corefscope.engines.spark_master import check_master

from corefscope.engines import spark_master
from corefscope.problems import CorefscopeError
from support.command_line import failed
from unit.engines.relations import random_rows, write_parquet

REMEDY = " (is it running, and is this machine allowed to reach it?)"


@pytest.fixture
def closed_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def service(*answers):
    """A local port that sends each client one answer and closes the connection."""

    def serve():
        for answer in answers:
            with server.accept()[0] as connection:
                asked.append(connection.recv(100))
                connection.sendall(answer)

    asked = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, daemon=True)  # so that a caller that never comes ends the test
        thread.start()
        yield server.getsockname()[1]
        thread.join()
    assert all(asked)


def said(master):
    with pytest.raises(CorefscopeError) as raised:
        check_master(master)
    return str(raised.value)


def test_an_unreachable_master(tmp_path, closed_port):
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    rows = random_rows(1, 9)
    tables = [write_parquet(tmp_path / f"{name}.parquet", side) for name, side in zip("kr", rows, strict=True)]
    master = f"spark://127.0.0.1:{closed_port}"
    assert failed("score", *tables, "--engine", "spark", "--spark-master", master) == (
        f"corefscope: error: the Spark master cannot be reached: 127.0.0.1:{closed_port}: Connection refused{REMEDY}\n"
    )


def test_a_master_that_says_nothing(monkeypatch):
    """The machine accepts the connection, as for a process that hangs."""
    monkeypatch.setattr(spark_master, "ANSWERED", 0.25)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert said(f"spark://127.0.0.1:{port}") == (
            f"the Spark master cannot be reached: 127.0.0.1:{port}: "
            f"it takes the connection and then says nothing for 0.25 seconds{REMEDY}"
        )


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.2\r\n", b"-ERR unknown"])
def test_the_port_of_another_service(answer):
    with service(answer) as port:
        assert said(f"spark://127.0.0.1:{port}") == (
            f"the Spark master cannot be reached: 127.0.0.1:{port}: another service than Spark answers{REMEDY}"
        )


@pytest.mark.parametrize("answer", [b"\0\0\0\0\0\0\0\x15\x08\0\0\0\0", b"\x15\x03\x03\0\x02\x02\x28", b""])
def test_a_refusal_is_an_answer(answer):
    """A plain answer, an encrypted record, or a closed connection, as of a master with encryption."""
    with service(answer) as port:
        check_master(f"spark://127.0.0.1:{port}")


def test_one_of_several_masters_is_enough(closed_port):
    with service(b"HTTP/1.1 400", b"\0") as port:
        check_master(f"spark://127.0.0.1:{closed_port},127.0.0.1:{port},127.0.0.1:{port}")


def test_each_of_several_masters_is_named(closed_port):
    with service(b"HTTP/1.1 400") as port:
        assert said(f"spark://127.0.0.1:{closed_port},127.0.0.1:{port}") == (
            f"the Spark master cannot be reached: 127.0.0.1:{closed_port}: Connection refused; "
            f"127.0.0.1:{port}: another service than Spark answers{REMEDY}"
        )


def test_kubernetes_need_only_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        check_master(f"k8s://https://127.0.0.1:{server.getsockname()[1]}")


def test_a_master_without_a_port():
    with pytest.raises(CorefscopeError, match=r"expected host and port \(as spark://host:7077"):
        check_master("spark://nowhere")


def test_a_port_that_cannot_be():
    assert said("spark://127.0.0.1:70770").startswith("the Spark master cannot be reached: 127.0.0.1:70770: ")


def test_other_masters_are_left_to_spark():
    check_master("yarn")
