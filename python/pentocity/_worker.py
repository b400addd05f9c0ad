"""A process of a run that plays games of its Python players, one after the other."""
import os
import signal
import socket
from typing import Any

from . import _core
from ._identity import identity_of


def main(connection: socket.socket, players: list[tuple[type, dict[str, Any], str | None]]) -> None:
    """Plays until the other end of the socket is closed.

    `players` is a list of classes with their options and their identities, as far as these are known. A class that is
    another one by now, because its file has changed, plays no game: the first line that is sent says so.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the run itself decides what Ctrl-C ends
    for kind, options, identity in players:
        if identity is not None and identity_of(kind, options) != identity:
            connection.sendall(f"the source of {kind.__qualname__} has changed since the run began\n".encode())
            os._exit(1)
    connection.sendall(b"\n")

    def make(setup: _core.Setup) -> Any:
        number: int = setup.options["player"]
        kind, options, _ = players[number]
        return kind(_core.Setup(setup.rules, setup.seed, dict(options)))

    _core._work(make, connection.fileno(), connection.fileno())
    os._exit(0)
