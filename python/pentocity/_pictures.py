"""Pictures of lands, requests, games and plans, as SVG."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from . import _core

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Cells = Iterable[Any]  # of rows and columns

_COLOURS = dict(zip(_core.KINDS, _core.COLOURS))
# Paul Tol's colours "light": people who cannot see all colours can tell them apart.
_DISTRICTS = ("#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00", "#dddddd")


def _svg(rows: int, columns: int, body: str, scale: int) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * scale}" height="{rows * scale}" '
            f'viewBox="0 0 {columns} {rows}" shape-rendering="crispEdges">{body}'
            f'<rect width="{columns}" height="{rows}" fill="none" stroke="#444444" stroke-width="0.15"/></svg>')


def _cells(cells: Cells, colour: str) -> str:
    return f'<path fill="{colour}" d="' + "".join(f"M{c} {r}h1v1h-1z" for r, c in cells) + '"/>'


def _outline(cells: Cells, width: float = 0.12) -> str:
    """The border of a set of cells."""
    there = {(int(r), int(c)) for r, c in cells}
    path: list[str] = []
    for r, c in sorted(there):
        if (r - 1, c) not in there:
            path.append(f"M{c} {r}h1")
        if (r + 1, c) not in there:
            path.append(f"M{c} {r + 1}h1")
        if (r, c - 1) not in there:
            path.append(f"M{c} {r}v1")
        if (r, c + 1) not in there:
            path.append(f"M{c + 1} {r}v1")
    return f'<path fill="none" stroke="#333333" stroke-width="{width}" stroke-linecap="square" d="{"".join(path)}"/>'


def land_svg(land: _core.Land, buildings: Sequence[Cells] = (), scale: int = 8) -> str:
    """A land, with an outline around each of these buildings, lists of cells; `scale` pixels a cell."""
    kinds = land.kinds
    body = "".join(_cells(zip(*(kinds == number).nonzero()), _COLOURS[kind])
                   for number, kind in enumerate(_core.KINDS) if (kinds == number).any())
    return _svg(land.side, land.side, body + "".join(_outline(cells) for cells in buildings), scale)


def game_svg(game: _core.Game, scale: int = 8) -> str:
    """The land at the end of a game, with an outline around each building."""
    return land_svg(game.land, [turn.building for turn in game.turns if turn.accepted], scale)


def request_svg(request: _core.Request, scale: int = 16) -> str:
    """A request in its rotation 0."""
    cells = request.cells
    rows, columns = (int(n) + 1 for n in cells.max(axis=0))
    return _svg(rows, columns, _cells(cells, _COLOURS[request.type]) + _outline(cells), scale)


def plan_svg(electorate: _core.Electorate, plan: ArrayLike | None = None, scale: int = 24) -> str:
    """A board of voters, with the districts of a plan: A's voters are dark dots, B's light ones."""
    votes = electorate.votes
    body: list[str] = []
    if plan is not None:
        districts: NDArray[Any] = electorate.read_plan(plan)
        seats = electorate.votes_by_district(districts)
        for district in range(electorate.districts):
            cells = list(zip(*(districts == district).nonzero()))
            title = f"<title>district {district}: {seats[district]} of {electorate.size} votes for A</title>"
            body.append(f"<g>{title}{_cells(cells, _DISTRICTS[district % len(_DISTRICTS)])}{_outline(cells)}</g>")
    body.append(_cells(zip(*(votes < 0).nonzero()), "#444444"))
    for party, colour in ((1, "#222222"), (0, "#fafafa")):
        body += [f'<circle cx="{c + 0.5}" cy="{r + 0.5}" r="0.22" fill="{colour}" stroke="#222222" '
                 f'stroke-width="0.05"/>' for r, c in zip(*(votes == party).nonzero())]
    return _svg(electorate.rows, electorate.columns, "".join(body), scale)
