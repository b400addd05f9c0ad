"""The program that comes with the package."""
import os
import subprocess
import sys
from typing import NoReturn


def program() -> str:
    """Its path."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "pentocity")


def environment() -> dict[str, str]:
    """Its environment, in which `python3` is this Python, so that players find what is installed for it."""
    folder, path = os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)
    return {**os.environ, "PATH": os.pathsep.join([folder, path])} if folder else dict(os.environ)


def command(*words: str | os.PathLike[str]) -> str:
    """Runs `pentocity` with these words and returns what it prints. Throws Error with its message if it fails."""
    from . import _core
    done = subprocess.run([program(), *(os.fspath(word) for word in words)], env=environment(), capture_output=True, text=True,
                          check=False)
    if done.returncode not in (0, 1):
        raise _core.Error(done.stderr.strip() or f"pentocity {words[0]} failed")
    return done.stdout


def main() -> NoReturn:
    """The command `pentocity`."""
    os.execve(program(), ["pentocity", *sys.argv[1:]], environment())
