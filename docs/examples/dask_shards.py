#!/usr/bin/env python3
"""Plays a config in shards on the workers of a Dask cluster, and joins them. If it is called again, it plays what is missing.

    dask_shards.py CONFIG.yaml OUT N [ADDRESS]

The shards go to OUT.shards/I; all workers see that folder, the config and what it names under the same paths. ADDRESS is that of the
scheduler, such as tcp://head:8786; without one the workers are processes of this machine. The program is the `pentocity` of the
path, or $PENTOCITY.
"""
import os
import subprocess
import sys
from typing import Any

from distributed import Client

PROGRAM = os.environ.get("PENTOCITY", "pentocity")


def play(shard: int, config: str, out: str, shards: int, program: str) -> str:
    """Plays one shard, and returns its folder."""
    folder = f"{out}.shards/{shard}"
    subprocess.run([program, "run", config, "--shard", f"{shard}/{shards}", "--out", folder, "--jobs", "1"], check=True,
                   stdout=subprocess.DEVNULL)
    return folder


def main(config: str, out: str, count: str, address: str | None = None) -> int:
    config, out, shards = os.path.abspath(config), os.path.abspath(out), int(count)
    os.makedirs(f"{out}.shards", exist_ok=True)
    client: Any = Client(address) if address else Client(threads_per_worker=1)  # type: ignore[no-untyped-call]
    with client:
        # A shard whose worker is lost goes to another one, and plays on from what is stored.
        played = client.map(play, range(shards), config=config, out=out, shards=shards, program=PROGRAM, retries=3, pure=False)
        folders = client.gather(played)
    return subprocess.run([PROGRAM, "merge", out, *folders], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
