#!/usr/bin/env python3
"""A player over lines of JSON that declares what its first word, an object of JSON, says. It places the first `depth`
requests side by side in the first row, as far as the land is wide enough, and rejects all others."""
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


def main():
    declared = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {
        "summary": "places a few buildings",
        "options": [{"name": "depth", "default": 2, "minimum": 0, "maximum": 9, "meaning": "buildings to place"},
                    {"name": "taste", "default": 0.5, "min": 0, "max": 1},
                    {"name": "style", "default": "plain", "choices": ["plain", "fancy"]}]}
    hello = json.loads(sys.stdin.readline())
    depth = hello["options"].get("depth", 2)
    assert isinstance(depth, int)
    say({"ready": True, **declared})
    for line in sys.stdin:
        message = json.loads(line)
        if "end" in message:
            break
        turn = message["turn"]
        if turn < depth and 6 * turn + 5 <= hello["side"]:
            say({"turn": turn, "accept": True, "rotation": 0, "location": [0, 6 * turn]})
        else:
            say({"turn": turn, "accept": False})


if __name__ == "__main__":
    main()
