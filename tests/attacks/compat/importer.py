"""A player that needs a module beside it."""
import json
import sys

import helper_of_importer

sys.stdin.readline()
print('{"ready":true}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "end" in message:
        break
    print(json.dumps({"turn": message["turn"], "accept": helper_of_importer.ACCEPT}), flush=True)
print("CHECKED 1", file=sys.stderr)
