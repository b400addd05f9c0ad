"""A process of a run that plays games of its Python players, one after the other."""
import os
import signal
import socket
from typing import Any

from . import _core


def main(connection: socket.socket, players: list[tuple[type, dict[str, Any]]]) -> None:
    """Plays until the other end of the socket is closed. `players` is a list of classes with their options."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the run itself decides what Ctrl-C ends
    connection.sendall(b"\n")

    def make(setup: _core.Setup) -> Any:
        number: int = setup.options["player"]
        kind, options = players[number]
        return kind(_core.Setup(setup.rules, setup.seed, dict(options)))

    _core._work(make, connection.fileno(), connection.fileno())
    os._exit(0)
