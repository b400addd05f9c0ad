#!/usr/bin/env python3
"""A player over lines of JSON, without a library: the first site, row by row, that a road can reach, and its shortest road.

The land is kept as whole numbers, one for each row, whose bit c is column c; so a row of sites is looked at in one step. To
make the player your own, change `choose`: it may return any of the legal sites.
"""
import json
import sys
from collections.abc import Iterator
from typing import Any

Cell = tuple[int, int]
Rows = list[int]


def beside(rows: Rows, side: int) -> Rows:
    """The cells that share a side with the cells of `rows`."""
    full = (1 << side) - 1
    return [(row << 1 | row >> 1 | (rows[r - 1] if r else 0) | (rows[r + 1] if r + 1 < side else 0)) & full
            for r, row in enumerate(rows)]


def both(a: Rows, b: Rows) -> Rows:
    return [x & y for x, y in zip(a, b)]


class State:
    """The land: what stands on it, and what can be built."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.built = {kind: [0] * side for kind in ("residence", "factory", "road", "park", "water")}
        inner = (1 << side - 1) - 2
        full = (1 << side) - 1
        self.border = [full if r in (0, side - 1) else full & ~inner for r in range(side)]

    def note(self, placed: list[dict[str, Any]]) -> None:
        """Takes what a message says was placed."""
        for part in placed:
            for row, column in part["cells"]:
                self.built[part["kind"]][row] |= 1 << column

    def empty(self) -> Rows:
        full = (1 << self.side) - 1
        return [full & ~(a | b | c | d | e) for a, b, c, d, e in zip(*self.built.values())]

    def heads(self, empty: Rows) -> Rows:
        """The empty cells where a road may begin: at the border, or beside a road."""
        return [e & (b | r) for e, b, r in zip(empty, self.border, beside(self.built["road"], self.side))]

    def reached(self, empty: Rows) -> Rows:
        """The empty cells that roads can reach."""
        rows = self.heads(empty)
        before: Rows = []
        while rows != before:
            before = rows
            rows = [r | n for r, n in zip(rows, both(beside(rows, self.side), empty))]
        return rows

    def sites(self, request: dict[str, Any]) -> Iterator[tuple[int, int, int]]:
        """The legal sites that a road can reach, row by row: rotation, row, column."""
        other = "factory" if request["type"] == "residence" else "residence"
        near = beside(self.built[other], self.side)
        free = [r & ~n for r, n in zip(self.reached(self.empty()), near)]
        rotations: list[list[Cell]] = request["rotations"]
        for row in range(self.side):
            here: list[tuple[int, int]] = []
            for number, rotation in enumerate(rotations):
                if row + rotation[-1][0] < self.side:
                    fits = -1
                    for r, c in rotation:
                        fits &= free[row + r] >> c
                    here += [(column, number) for column in range(self.side) if fits >> column & 1]
            for column, number in sorted(here):
                yield number, row, column

    def road(self, building: set[Cell]) -> list[Cell] | None:
        """The cells of a shortest road to a building, by breadth-first search from it outwards; None if there is none."""
        empty = self.empty()
        heads = self.heads(empty)
        if any(heads[r] >> c & 1 for r, c in building):
            return []
        before = {cell: cell for cell in building}
        ring = list(building)
        while ring:
            following: list[Cell] = []
            for cell in ring:
                r, c = cell
                for other in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)):
                    if 0 <= other[0] < self.side and 0 <= other[1] and empty[other[0]] >> other[1] & 1 \
                            and other not in before:
                        before[other] = cell
                        if heads[other[0]] >> other[1] & 1:
                            return way_back(other, before, building)
                        following.append(other)
            ring = following
        return None


def way_back(cell: Cell, before: dict[Cell, Cell], building: set[Cell]) -> list[Cell]:
    """The cells from a head to the building's neighbour."""
    road: list[Cell] = []
    while cell not in building:
        road.append(cell)
        cell = before[cell]
    return road


class Plain:
    def __init__(self, hello: dict[str, Any]) -> None:
        self.state = State(hello["side"])

    def choose(self, request: dict[str, Any]) -> tuple[int, int, int] | None:
        """One of the sites, or None to reject the request."""
        return next(self.state.sites(request), None)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        site = self.choose(request)
        if site is None:
            return {"accept": False}
        number, row, column = site
        building = {(row + r, column + c) for r, c in request["rotations"][number]}
        return {"accept": True, "rotation": number, "location": [row, column], "road": self.state.road(building)}


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def main() -> None:
    player = Plain(json.loads(sys.stdin.readline()))
    say({"ready": True, "name": "plain"})
    for line in sys.stdin:
        message = json.loads(line)
        if "end" in message:
            break
        player.state.note(message["placed"])
        say({"turn": message["turn"], **player.answer(message["request"])})


if __name__ == "__main__":
    main()
