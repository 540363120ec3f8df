"""What is too much for the application: uploads, unpacked files, jobs, requests."""

import bz2
import gzip
import http.client
import io
import lzma
import shutil
import socket

import pytest

from support.command_line import KEY
from support.serving import place, refused, responses, until


def test_an_upload_over_the_limit_is_refused_at_its_announcement(serving):
    client = serving(upload_limit=1000)
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
    headers = {**client.let_in, "Origin": client.origin, "Content-Length": "1001"}
    connection.request("POST", client.within("/uploads?name=a.conll"), headers=headers)  # not one byte of it follows
    assert connection.getresponse().status == 413
    connection.close()
    assert list(client.workspace.uploads.root.iterdir()) == []


def test_an_upload_over_the_limit_is_refused_while_it_is_read(serving):
    client = serving(upload_limit=100_000)
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
    connection.putrequest("POST", client.within("/uploads?name=a.conll"))
    for name, value in {**client.let_in, "Origin": client.origin, "Transfer-Encoding": "chunked"}.items():
        connection.putheader(name, value)
    connection.endheaders()
    for _ in range(11):  # the end is never sent
        connection.send(b"2710\r\n" + b"x" * 10_000 + b"\r\n")
    answer = connection.getresponse()
    assert answer.status == 413
    assert b"at most 100 kB" in answer.read()
    connection.close()
    assert client.workspace.uploads.submissions == {}
    assert list(client.workspace.uploads.root.iterdir()) == []


def test_an_upload_that_breaks_off_leaves_nothing(serving):
    client = serving()
    headers = {"Host": f"127.0.0.1:{client.port}", "Origin": client.origin, **client.let_in, "Content-Length": "99"}
    lines = [
        f"POST {client.within('/uploads?name=a')} HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
        "",
        "abc",
    ]
    with socket.create_connection(("127.0.0.1", client.port)) as connection:
        connection.sendall("\r\n".join(lines).encode())
        until(lambda: list(client.workspace.uploads.root.rglob("a")))
    until(lambda: not list(client.workspace.uploads.root.iterdir()) and not client.workspace.uploads.submissions)


def test_all_uploads_together_have_a_limit(serving):
    client = serving(upload_limit=100)
    for number in range(10):
        assert client.upload(f"{number}.conll", b"x" * 100).status == 201
    refused(client.upload("11.conll", b"x" * 100), 413, "all uploads together")


LINES = (b"a" * 97 + b"\t-\n") * 10_000


def bomb(ending):
    packer = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[ending]
    return packer(b"#begin document (d)\n") + packer(LINES) * 8  # each of these formats may hold several streams


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz"])
def test_packed_files_that_explode(serving, tmp_path, ending):
    (tmp_path / f"bomb.conll.{ending}").write_bytes(bomb(ending))
    client = serving(unpack_limit=5_000_000)
    [report] = client.work("/checks", key=place(f"bomb.conll.{ending}"), responses=[])["value"]
    assert f"bomb.conll.{ending} unpacks to more than 5 MB" in report["problems"][0]["text"]
    number = client.upload(f"bomb.conll.{ending}", bomb(ending)).json["submission"]
    job = client.work("/runs", key={"in": "uploads", "path": number}, responses=responses(f"bomb.conll.{ending}"))
    assert "unpacks to more than 5 MB" in job["problems"][0]["text"]


def test_many_packed_files_explode_together(serving, tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.conll.gz").write_bytes(gzip.compress(b"#begin document (%d)\n" % number + 2 * LINES))
    [report] = serving(unpack_limit=5_000_000).work("/checks", key=place("many"), responses=[])["value"]
    assert "unpacks to more than 5 MB" in report["problems"][0]["text"]


@pytest.mark.parametrize("kind", ["repeated", "packed"])
def test_tables_that_explode(serving, tmp_path, kind):
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    rows = 900_000
    values = ["x" * 40] * rows if kind == "repeated" else ["y" * 400] * (rows // 9)
    table = arrow.table({"mention": range(len(values)), "entity": values})
    stream = io.BytesIO()
    parquet.write_table(table, stream, compression="zstd", use_dictionary=kind == "repeated", write_statistics=False)
    (tmp_path / "bomb.parquet").write_bytes(stream.getvalue())
    [report] = serving(unpack_limit=20_000_000).work("/checks", key=place("bomb.parquet"), responses=[])["value"]
    assert "bomb.parquet unpacks to more than 20 MB" in report["problems"][0]["text"]
    (tmp_path / "again.parquet.gz").write_bytes(gzip.compress(stream.getvalue()))
    [report] = serving(unpack_limit=2**40).work("/checks", key=place("again.parquet.gz"), responses=[])["value"]
    assert "a packed Parquet table" in report["problems"][0]["text"]


def test_a_damaged_packed_file_is_the_readers_business(serving, tmp_path):
    for ending in ("gz", "bz2", "xz"):
        (tmp_path / f"cut.conll.{ending}").write_bytes(bomb(ending)[:100])
        [report] = serving().work("/checks", key=place(f"cut.conll.{ending}"), responses=[])["value"]
        assert "cannot be" in report["problems"][0]["text"]


def test_too_many_jobs(serving, tmp_path, monkeypatch):
    import threading

    from corefscope.web import jobs

    shutil.copy(KEY, tmp_path / "key.conll")
    client = serving()
    hold = threading.Event()
    monkeypatch.setattr(client.workspace, "check", lambda asked, job: hold.wait(20))
    asked = {"key": place("key.conll")}
    started = [client.post("/checks", asked) for _ in range(jobs.UNFINISHED)]
    refused(client.post("/checks", asked), 429, "too much is being done at once")

    def states():
        return [client.get(f"/jobs/{each.json['job']}").json["state"] for each in started]

    until(lambda: states().count("running") == jobs.AT_ONCE)
    assert states().count("waiting") == jobs.UNFINISHED - jobs.AT_ONCE
    cancelled = client.delete(f"/jobs/{started[-1].json['job']}").json
    assert cancelled["state"] == "cancelled"
    # What was cancelled before it began never begins; what runs is counted until it has ended.
    hold.set()
    assert [client.finished(each)["state"] for each in started] == ["done"] * (jobs.UNFINISHED - 1) + ["cancelled"]
    assert client.finished(client.post("/checks", asked))["state"] == "done"


def test_a_request_that_is_too_long(serving):
    refused(serving().post("/runs", b"[" * 2_000_000), 413, "too long")
