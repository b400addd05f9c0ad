#!/usr/bin/env python3
"""docs/examples/corner.py without the package, as one writes it first: sets of cells, and a road searched for each turn."""
import collections
import json
import sys


class Corner:
    def __init__(self, side):
        self.cells = [(r, c) for r in range(side) for c in range(side)]
        self.side, self.built = side, {kind: set() for kind in ("residence", "factory", "road", "park", "water")}

    def around(self, cell):
        return [(cell[0], cell[1] + 1), (cell[0], cell[1] - 1), (cell[0] + 1, cell[1]), (cell[0] - 1, cell[1])]

    def is_head(self, cell):
        return 0 in cell or self.side - 1 in cell or any(n in self.built["road"] for n in self.around(cell))

    def search(self, empty, building):
        """Breadth-first from the heads: all cells that roads reach, or the road to a building."""
        before = {cell: None for cell in self.cells if cell in empty and cell not in building and self.is_head(cell)}
        queue = collections.deque(before)
        while queue:
            cell = queue.popleft()
            if any(n in building for n in self.around(cell)):
                road = []
                while cell is not None:
                    road.append(cell)
                    cell = before[cell]
                return road
            for n in self.around(cell):
                if n in empty and n not in building and n not in before:
                    before[n] = cell
                    queue.append(n)
        return set(before)

    def answer(self, request):
        empty = set(self.cells).difference(*self.built.values())
        reached = self.search(empty, ())
        other = self.built["factory" if request["type"] == "residence" else "residence"]
        best = None
        for number, rotation in enumerate(request["rotations"]):
            own = {tuple(cell) for cell in rotation}
            beyond = [n for cell in own for n in self.around(cell) if n not in own]
            for row, column in self.cells:
                if any((row + r, column + c) not in reached for r, c in rotation):
                    continue
                outline = [(row + r, column + c) for r, c in beyond]
                if any(n in other for n in outline):
                    continue
                touching = sum(n not in empty for n in outline)
                key = (-touching, row + column, abs(row - column), row, number)
                if best is None or key < best[0]:
                    best = key, number, row, column
        if best is None:
            return {"accept": False}
        _, number, row, column = best
        building = {(row + r, column + c) for r, c in request["rotations"][number]}
        road = [] if any(self.is_head(cell) for cell in building) else self.search(empty, building)
        return {"accept": True, "rotation": number, "location": [row, column], "road": road}


player = Corner(json.loads(sys.stdin.readline())["side"])
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "end" in message:
        break
    for part in message["placed"]:
        player.built[part["kind"]].update(map(tuple, part["cells"]))
    print(json.dumps({"turn": message["turn"], **player.answer(message["request"])}), flush=True)
