"""The example that plays shards on a Dask cluster."""
import json
import os
import subprocess
import sys

import pytest
from pentocity._program import program

CONFIG = "{seed: 3, repeats: 5, rules: {side: 8}, players: [naive, diagonal], sequencers: [random, g6]}"


def test_shards_under_dask_are_the_games_of_a_single_run(tmp_path, root):
    pytest.importorskip("distributed")
    (tmp_path / "cup.yaml").write_text(CONFIG)
    done = subprocess.run([sys.executable, f"{root}/docs/examples/dask_shards.py", "cup.yaml", "joined", "3"], cwd=tmp_path,
                          env={**os.environ, "PENTOCITY": program()}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    subprocess.run([program(), "run", "cup.yaml", "--out", "single"], cwd=tmp_path, check=True, capture_output=True)
    joined, single = (json.loads((tmp_path / name / "summary.json").read_text()) for name in ("joined", "single"))
    assert joined["digest"] == single["digest"]
    assert sorted(os.listdir(tmp_path / "joined.shards")) == ["0", "1", "2"]
