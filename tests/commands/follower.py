#!/usr/bin/env python3
"""A sequencer over lines of JSON that counts what it is told. Adaptive: after a turn on which something was built it asks
for a residence, else for a factory as wide as the number of roads so far allows. Oblivious: in turn. Its first word:
adaptive, oblivious, or what to do wrong at turn 3."""
import json
import sys

I = {"type": "residence", "cells": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]}
WRONG = {
    "exit": None,
    "garbage": "this is no JSON",
    "late": json.dumps({"turn": 2, **I}),
    "far": json.dumps({"turn": 3, "type": "residence", "cells": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 2147483647]]}),
    "none": json.dumps({"turn": 3, "type": "residence", "cells": []}),
    "large": json.dumps({"turn": 3, "type": "factory", "cells": [[0, c] for c in range(6)]}),
    "deep": "[" * 500000,
    "nul": json.dumps({"turn": 3, **I}) + "\0",
    "trailing": json.dumps({"turn": 3, **I}) + " {}",
}


def main():
    does = sys.argv[1]
    hello = json.loads(sys.stdin.readline())
    assert hello["hello"] == "pentocity-sequencer/1" and hello["adaptive"] is False
    print(json.dumps({"ready": True, "adaptive": does == "adaptive"}), flush=True)
    built = set()
    for line in sys.stdin:
        message = json.loads(line)
        if "end" in message:
            break
        turn = message["turn"]
        assert message["land"] is None and ("placed" in message) == (does == "adaptive")
        if turn == 3 and does in WRONG:
            if WRONG[does] is None:
                sys.exit(7)
            print(WRONG[does], flush=True)
            continue
        news = [tuple(cell) for part in message.get("placed", []) for cell in part["cells"]]
        assert not built & set(news)  # each cell is told once
        built.update(news)
        if does == "adaptive":
            residence = bool(news)
        else:
            residence = (turn + hello["seed"]) % 2 == 0
        width = 1 + len(built) % 5
        print(json.dumps({"turn": turn, **(I if residence else {"type": "factory",
                                                                "cells": [[0, c] for c in range(width)]})}), flush=True)


if __name__ == "__main__":
    main()
