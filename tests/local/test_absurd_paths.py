"""Paths that no page has: the real server says so, and says nothing else."""

import socket

import pytest

from tests.serving import Server

LONG = "a" * 3000
ABSURD = [
    *(
        "%00",
        "%00/1",
        "..",
        "../../README.md",
        "%2e%2e/%2e%2e",
        "..%2f..%2fREADME.md",
        "%5c..%5c",
        "%ff%fe",
        "%ed%a0%80",
    ),
    *("a%23b", "a%0ab", "a%0d%0ab", "x/99999999999999999999", "x/-1", "x/1/2", "%f0%9f%98%80", LONG, f"{LONG}/1", "%"),
]


@pytest.mark.parametrize("folder", ["/", "/pictures/", "/graphql/", "/token/", "/dynamodb/"])
@pytest.mark.parametrize("name", ABSURD)
def test_a_path_that_makes_no_sense_is_not_found(server: Server, folder: str, name: str) -> None:
    target = f"GET {folder}{name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(target.encode())
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert status in {307, 400, 403, 404, 405, 414}  # `/graphql/..` is another name of `/`
    assert len(body) < 300
    assert "Traceback" not in server.said()
