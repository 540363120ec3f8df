"""What the application refuses: other hosts, other sites, ways out of its folder, too much of anything, tracebacks."""

import bz2
import gzip
import http.client
import io
import logging
import lzma
import os
import shutil
import socket

import pytest

from support.command_line import KEY, A
from support.serving import place, responses, until


def refused(answer, status, *words):
    """One sentence as JSON, and nothing that looks like code."""
    assert answer.status == status, answer.text
    assert list(answer.json) == ["error"]
    for word in (*words, ""):
        assert word in answer.json["error"]
    for trace in ("Traceback", 'File "', ".py"):
        assert trace not in answer.text


# Who asks


def test_a_token_lets_in_once_and_no_cookie_is_set(serving):
    client = serving()
    token = client.session.invite()
    for wrong in ("", "wrong", token[:-1], token + "x", client.session.key):
        refused(client.enter(wrong), 403, "has been used already", "corefscope serve has printed")
    entered = client.enter(token)
    assert (entered.status, entered.json) == (201, {"root": client.session.root, "key": client.session.key})
    refused(client.enter(token), 403, "has been used already")
    for path in ("/", client.within("/"), "/assets/desk.js"):
        answer = client.raw("GET", path, {})
        assert answer.status == 200
        assert "set-cookie" not in answer.headers
        for secret in (client.session.key, client.session.root.strip("/").rpartition("/")[2]):
            assert secret not in answer.text
            assert secret not in str(answer.headers)


def test_the_path_alone_gives_no_data_and_the_key_alone_gives_nothing(serving):
    client = serving()
    for path in ("/choices", "/files", "/runs", "/runs/1/data", "/runs/1/scores.csv", "/jobs/1", "/nowhere"):
        refused(client.raw("GET", client.within(path), {}), 403, "has not been let in")
        refused(client.raw("GET", client.within(path), {"X-Corefscope-Key": "wrong"}), 403, "has not been let in")
        twice = {"X-Corefscope-Key": client.session.key + " " + client.session.key}
        refused(client.raw("GET", client.within(path), twice), 403, "has not been let in")
        for other in (path, f"/s/{path}", f"/s/wrong{path}", client.session.root.rstrip("/")):
            refused(client.raw("GET", other, client.let_in), 403, "no address of the application")
    for kept in ({"Cookie": f"corefscope-{client.port}={client.session.key}"}, {"Authorization": client.session.key}):
        refused(client.raw("GET", client.within("/files"), kept), 403, "has not been let in")
    assert client.get("/files").status == 200


def test_a_page_that_is_not_there_is_a_page(serving):
    client = serving()
    answer = client.raw("GET", "/s/ended/runs/1/", {"Accept": "text/html"})
    assert answer.status == 403
    assert "open the address that corefscope serve has printed last" in answer.text
    assert client.session.root not in answer.text


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "192.168.0.7:{port}", ""]
)
def test_other_hosts(serving, host):
    client = serving()
    wrong = {"Host": host.format(port=client.port)}
    for path in ("/", "/files", "/runs/1/data"):
        refused(client.get(path, **wrong), 421, "its own address only")
    for path in ("/", "/assets/dom.js"):
        refused(client.raw("GET", path, wrong), 421, "its own address only")
    refused(client.enter(client.session.invite(), **wrong), 421, "its own address only")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_its_own_names(serving, host):
    client = serving()
    assert client.get("/", Host=f"{host}:{client.port}").status == 200


def test_two_hosts(serving):
    client = serving()
    with socket.create_connection(("127.0.0.1", client.port)) as connection:
        own = f"Host: 127.0.0.1:{client.port}\r\n"
        connection.sendall(f"GET / HTTP/1.1\r\n{own}{own}Connection: close\r\n\r\n".encode())
        answer = connection.makefile("rb").read()
    assert answer.split()[1] in (b"400", b"421")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "null", "http://localhost"]
)
def test_other_origins(serving, origin):
    client = serving()
    origin = origin.format(port=client.port)
    for path in ("/uploads?name=a", "/checks", "/runs"):
        refused(client.post(path, {}, Origin=origin), 403, "another site")
    refused(client.get("/files", Origin=origin), 403, "another site")
    refused(client.enter(client.session.invite(), Origin=origin), 403, "another site")


def test_every_change_needs_an_origin(serving):
    client = serving()
    for method, path in [
        ("POST", "/uploads?name=a"),
        ("POST", "/checks"),
        ("POST", "/runs"),
        ("DELETE", "/jobs/1"),
        ("DELETE", "/uploads/1"),
        ("POST", "/runs/1/comparisons"),
        ("PUT", "/"),
        ("OPTIONS", "/runs"),
    ]:
        refused(client.raw(method, client.within(path), client.let_in), 403, "origin")
    refused(client.raw("POST", "/sessions", {}, b"{}"), 403, "origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_may_link_here_and_nothing_else(serving, site):
    client = serving()
    refused(client.get("/files", **{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}), 403, "another site")
    framed = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    refused(client.get("/", **framed), 403, "another site")
    assert client.get("/", **{**framed, "Sec-Fetch-Dest": "document"}).status == 200
    refused(client.post("/runs", {}, **{"Sec-Fetch-Site": site}), 403, "another site")


def test_it_listens_on_loopback_only(serving):
    client = serving()
    others = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in {*others, "127.0.0.2"}:
        with pytest.raises(OSError, match=r"refused|timed out|unreachable|requested address"):
            socket.create_connection((address, client.port), timeout=2)


PUBLIC = ("/", "/assets/main.js")


@pytest.mark.parametrize("path", [*PUBLIC, "/choices", "/nowhere", "/runs/1/", "/jobs/1"])
def test_every_answer_has_the_headers(serving, path):
    client = serving()
    headers = client.raw("GET", path, client.let_in).headers if path in PUBLIC else client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers


def test_pages_have_no_script_of_their_own(serving):
    page = serving().get("/", Accept="text/html").text
    assert "<script>" not in page
    assert "onclick" not in page
    assert "style=" not in page


# Ways out


@pytest.fixture
def secret(tmp_path_factory):
    path = tmp_path_factory.mktemp("elsewhere") / "secret.conll"
    shutil.copy(KEY, path)
    return path


@pytest.mark.parametrize("path", ["..", "../", "a/../..", "/", "/etc", "a/../../x", "./..", "\0", "{secret}"])
def test_paths_outside_the_folder(serving, tmp_path, secret, path):
    (tmp_path / "a").mkdir()
    client = serving()
    path = path.format(secret=secret)
    refused(client.get("/files?folder=" + path.replace("\0", "%00")), 403, "leads out of the folder")
    job = client.work("/checks", key=place(path), responses=[])
    assert "leads out of the folder" in job["value"][0]["problems"][0]["text"]
    job = client.work("/runs", key=place(path), responses=responses(path))
    assert job["state"] == "failed"
    assert "leads out of the folder" in job["problems"][0]


def test_links_out_of_the_folder(serving, tmp_path, secret):
    os.symlink(secret, tmp_path / "link.conll")
    os.symlink(secret.parent, tmp_path / "folder")
    os.symlink(tmp_path, tmp_path / "self")
    shutil.copy(KEY, tmp_path / "key.conll")
    os.symlink(tmp_path / "key.conll", tmp_path / "within.conll")
    client = serving()
    listed = [entry["name"] for entry in client.get("/files").json["entries"]]
    assert listed == ["self", "key.conll", "within.conll"]
    refused(client.get("/files?folder=folder"), 403)
    for path in ("link.conll", "folder/secret.conll", "folder"):
        [report] = client.work("/checks", key=place(path), responses=[])["value"]
        assert "leads out" in report["problems"][0]["text"]
    [report] = client.work("/checks", key=place("within.conll"), responses=[])["value"]
    assert report["problems"] == []


def test_links_below_a_folder_and_beside_a_file(serving, tmp_path, secret):
    (tmp_path / "corpus").mkdir()
    shutil.copy(KEY, tmp_path / "corpus" / "one.conll")
    os.symlink(secret, tmp_path / "corpus" / "two.conll")
    (tmp_path / "x.ann").write_text("T1\tPerson 0 4\t#beg\n", encoding="utf-8")
    os.symlink(secret, tmp_path / "x.txt")
    client = serving()
    for path, leads in (("corpus", "corpus/two.conll"), ("x.ann", "x.txt")):
        [report] = client.work("/checks", key=place(path), responses=[])["value"]
        assert report["problems"][0]["text"] == f"{leads} leads out of the folder"


@pytest.mark.parametrize(
    "name",
    [
        "../x.conll",
        "/etc/x",
        "a/../../x",
        "..",
        "",
        ".",
        "a\0b",
        "a\nb",
        "C:\\x",
        "\\\\host\\x",
        "x" * 201,
        "a/" * 9 + "x",
    ],
)
def test_names_of_uploads_that_lead_out(serving, name):
    client = serving()
    refused(client.upload(name, b"x"), 400, "cannot be taken")
    assert client.desk.uploads.submissions == {}
    assert list(client.desk.uploads.root.iterdir()) == []


def test_assets_are_no_way_out(serving):
    client = serving()
    for path in (
        "/assets/..%2f__init__.py",
        "/assets/%2e%2e/routes.py",
        "/assets/page.html",
        "/assets/nothing.js",
    ):
        assert client.raw("GET", path, client.let_in).status in (403, 404)
    assert client.get("/runs/../x").status == 404


# Too much


def test_an_upload_over_the_limit_is_refused_at_its_announcement(serving):
    client = serving(upload_limit=1000)
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
    headers = {**client.let_in, "Origin": client.origin, "Content-Length": "1001"}
    connection.request("POST", client.within("/uploads?name=a.conll"), headers=headers)  # not one byte of it follows
    assert connection.getresponse().status == 413
    connection.close()
    assert list(client.desk.uploads.root.iterdir()) == []


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
    assert client.desk.uploads.submissions == {}
    assert list(client.desk.uploads.root.iterdir()) == []


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
        until(lambda: list(client.desk.uploads.root.rglob("a")))
    until(lambda: not list(client.desk.uploads.root.iterdir()) and not client.desk.uploads.submissions)


def test_all_uploads_together_have_a_limit(serving):
    client = serving(upload_limit=100)
    for number in range(10):
        assert client.upload(f"{number}.conll", b"x" * 100).status == 201
    refused(client.upload("11.conll", b"x" * 100), 413, "all uploads together")


def bomb(ending):
    zeros = bytes(1 << 20)
    packer = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[ending]
    return packer(zeros) * 8  # each of these formats may hold several streams


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz"])
def test_packed_files_that_explode(serving, tmp_path, ending):
    (tmp_path / f"bomb.conll.{ending}").write_bytes(bomb(ending))
    client = serving(unpack_limit=5_000_000)
    [report] = client.work("/checks", key=place(f"bomb.conll.{ending}"), responses=[])["value"]
    assert f"bomb.conll.{ending} unpacks to more than 5 MB" in report["problems"][0]["text"]
    number = client.upload(f"bomb.conll.{ending}", bomb(ending)).json["submission"]
    job = client.work("/runs", key={"in": "uploads", "path": number}, responses=responses(f"bomb.conll.{ending}"))
    assert "unpacks to more than 5 MB" in job["problems"][0]


def test_many_packed_files_explode_together(serving, tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.conll.gz").write_bytes(gzip.compress(bytes(2_000_000)))
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
        (tmp_path / f"cut.conll.{ending}").write_bytes(bomb(ending)[:40])
        [report] = serving().work("/checks", key=place(f"cut.conll.{ending}"), responses=[])["value"]
        assert "cannot be" in report["problems"][0]["text"]


def test_too_many_jobs(serving, tmp_path, monkeypatch):
    import threading

    from corefscope.web import jobs

    shutil.copy(KEY, tmp_path / "key.conll")
    client = serving()
    hold = threading.Event()
    monkeypatch.setattr(client.desk, "check", lambda asked, job: hold.wait(20))
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


# Never a traceback


def test_unexpected_errors_have_a_number_and_a_log_without_data(serving, monkeypatch, caplog):
    client = serving()

    def broken(*_):
        raise ValueError("the token 'confidential' is odd")

    monkeypatch.setattr(type(client.desk.folder), "listing", broken)
    monkeypatch.setattr(client.desk, "check", broken)
    with caplog.at_level(logging.ERROR):
        answer = client.get("/files")
        job = client.work("/checks", key=place("key.conll"))
    refused(answer, 500, "something went wrong in corefscope itself")
    assert job["state"] == "failed"
    for sentence in (answer.json["error"], *job["problems"]):
        number = sentence.rpartition("(error ")[2].rstrip(")")
        assert len(number) == 8
        assert f"error {number}: ValueError at test_serve_safety.py:" in caplog.text
    assert "confidential" not in caplog.text + answer.text + str(job)
    assert "Traceback" not in caplog.text


def test_a_fault_behind_an_address_is_a_page_with_one_sentence(serving):
    client = serving()
    answer = client.get("/runs/none/", Accept="text/html,*/*")
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "<p>this result is no longer held (score the files again)</p>" in answer.text


NONSENSE = (
    b"", b"{", b"[]", b"1", b"\xff", b"[" * 5000,
    b'{"key": 1}', b'{"key": {"in": "x"}}', b'{"key": {"in": "folder", "path": null}}',
    b'{"responses": {}}', b'{"responses": [1]}', b'{"responses": [{"place": 1}]}',
    b'{"settings": {"types": "/etc/passwd"}}', b'{"settings": []}', b'{"settings": {"match": 7}}',
    b'{"metrics": "muc"}', b'{"metrics": [1]}',
)  # fmt: skip


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_requests_that_make_no_sense(serving, body):
    client = serving()
    for path in ("/runs", "/checks"):
        refused(client.post(path, body), 400)


@pytest.mark.parametrize(("asked", "words"), [
    ({"settings": {"match": "fuzzy"}}, "there is no value for match 'fuzzy'"),
    ({"metrics": ["mucc"]}, "did you mean muc"),
    ({"metrics": ["blanc(alpha=x)"]}, "alpha"),
    ({"language": "xx"}, "there is no language 'xx'"),
    ({"settings": {"key_format": "word"}}, "there is no format 'word'"),
    ({"responses": []}, "choose a key and at least one response"),
])  # fmt: skip
def test_what_cannot_be_scored_is_said_as_on_the_command_line(serving, tmp_path, asked, words):
    shutil.copy(KEY, tmp_path / "key.conll")
    shutil.copy(A, tmp_path / "a.conll")
    job = serving().work("/runs", **{"key": place("key.conll"), "responses": responses("a.conll"), **asked})
    assert job["state"] == "failed"
    assert words in job["problems"][0]


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"\0" * 100,
        b"",
        b"PAR1",
        b"\xff\xfea",
        b"(" * 10_000,
        b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
    ],
)
def test_files_that_are_meant_to_break_readers(serving, content):
    client = serving()
    number = client.upload("odd.json", content).json["submission"]
    job = client.work("/checks", key={"in": "uploads", "path": number})
    assert job["state"] == "done"
    assert job["value"][0]["errors"] >= 1
    assert "went wrong in corefscope itself" not in str(job)
    assert str(client.desk.uploads.root) not in str(job)
