"""Lambda environments that have answered nothing yet, each a copy of a process that has only started.

An environment imports `local.lambdas.environment` before its first event, always the same, and the code of a field when
an event asks for it. The process here has done the former and never does the latter, so a fork of it knows what a fresh
process knows, and is there at once: starting one anew takes half a second of the processor.
"""

import os
import signal
import socket
import sys

import orjson

from local.lambdas import environment

LONGEST_REQUEST = 1 << 20


def main(descriptor: int) -> None:
    """Copy this process for every connection that arrives, until there are no more to come."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as requests:
        while True:
            request, (*connections,), _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 1)
            if not request:
                return
            if os.fork() == 0:
                requests.close()
                _serve(connections[0], *orjson.loads(request))
            os.close(connections[0])


def _serve(connection: int, name: str, environ: dict[str, str]) -> None:
    """Be an environment, and nothing after that."""
    os.environ.clear()
    os.environ.update(environ)
    try:
        environment.main(connection, name)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
