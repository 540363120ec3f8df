"""The web application on a loopback port."""

from support.fixtures import serving, shared_server
