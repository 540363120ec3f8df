"""A file of the documentation's site, from the distribution corefscope-docs."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from starlette.responses import Response

POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def site_page(file: Path) -> Response:
    """The file; of a page, only the scripts that stand in it may run beside those of the site, none from elsewhere."""
    content = file.read_bytes()
    kind = guess_type(file.name)[0] or "application/octet-stream"
    scripts = _SCRIPT.findall(content.decode("utf-8")) if file.suffix == ".html" else ()
    hashes = {b64encode(sha256(script.encode()).digest()).decode() for script in scripts}
    policy = POLICY.format(scripts="".join(f" 'sha256-{each}'" for each in sorted(hashes)))
    return Response(content, media_type=kind, headers={"content-security-policy": policy})
