"""What the application refuses: other hosts, other sites, and ways out of its folder."""

import os
import shutil
import socket

import pytest

from support.command_line import KEY
from support.serving import place, refused, responses

# Who asks


def test_pages_do_not_have_the_key_and_no_cookie_is_set(serving):
    client = serving()
    for path in ("/", "/runs/1/", "/assets/app.js"):
        answer = client.raw("GET", path, {})
        assert answer.status == 200
        assert "set-cookie" not in answer.headers
        assert client.app.key not in answer.text + str(answer.headers)


def test_no_data_without_the_key(serving):
    client = serving()
    for path in ("/choices", "/files", "/jobs", "/jobs/1", "/jobs/1/data.txt", "/jobs/1/scores.csv", "/nowhere"):
        for wrong in ("wrong", client.app.key[:-1], f"{client.app.key} {client.app.key}"):
            refused(client.raw("GET", path, {"X-Corefscope-Key": wrong}), 403, "has no access", "serve has printed")
        refused(client.raw("GET", path, {}), 403, "has no access")
    for kept in ({"Cookie": f"corefscope-{client.port}={client.app.key}"}, {"Authorization": client.app.key}):
        refused(client.raw("GET", "/files", kept), 403, "has no access")
    assert client.get("/files").status == 200


OTHER_HOSTS = ("evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "192.168.0.7:{port}", "")
OTHER_ORIGINS = ("http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "null", "http://localhost")


def test_hosts(serving):
    client = serving()
    for host in OTHER_HOSTS:
        for path in ("/", "/files", "/assets/app.css", "/jobs/1/data.txt"):
            refused(client.get(path, Host=host.format(port=client.port)), 421, "its own address only")
    for host in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert client.get("/", Host=f"{host}:{client.port}").status == 200


def test_two_hosts(serving):
    client = serving()
    with socket.create_connection(("127.0.0.1", client.port)) as connection:
        own = f"Host: 127.0.0.1:{client.port}\r\n"
        connection.sendall(f"GET / HTTP/1.1\r\n{own}{own}Connection: close\r\n\r\n".encode())
        answer = connection.makefile("rb").read()
    assert answer.split()[1] in (b"400", b"421")


def test_other_origins(serving):
    client = serving()
    for origin in (each.format(port=client.port) for each in OTHER_ORIGINS):
        for path in ("/uploads?name=a", "/jobs/check", "/jobs/score"):
            refused(client.post(path, {}, Origin=origin), 403, "another site")
        refused(client.get("/files", Origin=origin), 403, "another site")


def test_every_change_needs_an_origin(serving):
    client = serving()
    changes = {
        "POST": ("/uploads?name=a", "/jobs/check"),
        "DELETE": ("/jobs/1", "/uploads/1"),
        "PUT": "/",
        "OPTIONS": "/",
    }
    for method, paths in changes.items():
        for path in paths:
            refused(client.raw(method, path, client.let_in), 403, "origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_may_link_here_and_nothing_else(serving, site):
    client = serving()
    refused(client.get("/files", **{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}), 403, "another site")
    framed = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    refused(client.get("/", **framed), 403, "another site")
    assert client.get("/", **{**framed, "Sec-Fetch-Dest": "document"}).status == 200
    refused(client.post("/jobs/score", {}, **{"Sec-Fetch-Site": site}), 403, "another site")


def test_it_listens_on_loopback_only(serving):
    client = serving()
    others = {each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in {*others, "127.0.0.2"}:
        with pytest.raises(OSError, match=r"refused|timed out|unreachable|requested address"):
            socket.create_connection((address, client.port), timeout=2)


PUBLIC = ("/", "/assets/app.js")


HEADERS = {
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "server": None,
    "access-control-allow-origin": None,
}
POLICY = ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'")


def test_every_answer_has_the_headers(serving):
    client = serving()
    for path in (*PUBLIC, "/choices", "/nowhere", "/runs/1/", "/jobs/1"):
        headers = client.raw("GET", path, client.let_in).headers if path in PUBLIC else client.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
        assert all(part in headers["content-security-policy"] for part in POLICY)
        assert "unsafe" not in headers["content-security-policy"]


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
    job = client.work("check", key=place(path), responses=[])
    assert "leads out of the folder" in job["value"][0]["problems"][0]["text"]
    job = client.work("score", key=place(path), responses=responses(path))
    assert job["state"] == "failed"
    assert "leads out of the folder" in job["problems"][0]["text"]


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
        [report] = client.work("check", key=place(path), responses=[])["value"]
        assert "leads out" in report["problems"][0]["text"]
    [report] = client.work("check", key=place("within.conll"), responses=[])["value"]
    assert report["problems"] == []


def test_links_below_a_folder_and_beside_a_file(serving, tmp_path, secret):
    (tmp_path / "corpus").mkdir()
    shutil.copy(KEY, tmp_path / "corpus" / "one.conll")
    os.symlink(secret, tmp_path / "corpus" / "two.conll")
    (tmp_path / "x.ann").write_text("T1\tPerson 0 4\t#beg\n", encoding="utf-8")
    os.symlink(secret, tmp_path / "x.txt")
    client = serving()
    for path, leads in (("corpus", "corpus/two.conll"), ("x.ann", "x.txt")):
        [report] = client.work("check", key=place(path), responses=[])["value"]
        assert report["problems"][0]["text"] == f"{leads}: the file leads out of the folder"
        assert report["problems"][0]["code"] == "outside-folder"


@pytest.mark.parametrize(
    "name", ["../x.conll", "/etc/x", "a/../../x", "..", "", ".", "a\0b", "a\nb", "C:\\x", "\\\\host\\x"]
)
def test_names_of_uploads_that_lead_out(serving, name):
    client = serving()
    refused(client.upload(name, b"x"), 400, "are not accepted")
    assert client.app.uploads.submissions == {}
    assert list(client.app.uploads.root.iterdir()) == []


def test_assets_do_not_lead_out(serving):
    client = serving()
    for path in ("/assets/..%2f__init__.py", "/assets/%2e%2e/app.py", "/assets/page.html", "/assets/nothing.js"):
        assert client.raw("GET", path, client.let_in).status in (403, 404)
    assert client.get("/runs/../x").status == 404
