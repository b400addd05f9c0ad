"""Packing puzzles: solving, counting, and pictures of solutions."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _core
from ._wait import wait

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Solution:
    """A solution of a puzzle."""

    def __init__(self, puzzle: _core.Puzzle, text: str) -> None:
        self.puzzle = puzzle
        self.text = text  # with a label for each placement, rows joined by '|'

    @property
    def placements(self) -> list[tuple[str, NDArray[Any]]]:
        """The pieces on the board: pairs of the kind's name and its cells, an array of shape (n, 2)."""
        return _core._placements(self.puzzle, self.text)

    def svg(self, labels: str = "placements") -> str:
        """A picture. `labels` are those of the placements, or the names of their 'kinds'."""
        return _core._solution_svg(self.puzzle, self.text, labels)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return _core._solution_text(self.puzzle, self.text, "placements")

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.name}>"


class Solved:
    """What solve() found."""

    def __init__(self, puzzle: _core.Puzzle, result: _core._SolveResult) -> None:
        self.puzzle = puzzle
        self.count: int | None = result.count  # of all solutions, for the tasks 'all' and 'count'; an int of any size, or None
        self.unique: int | None = result.unique  # classes under symmetry, for the tasks 'unique' and 'count'
        self.solvable = result.solvable
        self.complete = result.complete  # False if the search ended at its limit
        self.engine = result.engine
        self.nodes = result.nodes
        self.seconds = result.seconds
        self.solutions = [Solution(puzzle, text) for text in result.solutions]

    def _repr_svg_(self) -> str | None:
        return self.solutions[0].svg() if self.solutions else None

    def __repr__(self) -> str:
        found = [f"{self.count} solutions"] if self.count is not None else []
        if self.unique is not None:
            found.append(f"{self.unique} up to symmetry")
        what = ", ".join(found) or ("a solution" if self.solvable else "no solution")
        return f"<{self.puzzle.name}: {what}>"


def solve(puzzle: _core.Puzzle | str | os.PathLike[str], task: str = "first", *, limit: int | None = None, jobs: int = 1,
          engine: str = "") -> Solved:
    """Solves a puzzle: a Puzzle, or the name or path of one.

    `task` is 'first' (one solution), 'all', 'unique' (one of each class under symmetry) or 'count' (both numbers, without
    the solutions). `limit` ends the search after so many solutions. `engine` is one of `pentocity solve --help`; empty,
    the program chooses. Ctrl-C ends the search.
    """
    if not isinstance(puzzle, _core.Puzzle):
        puzzle = _core.Puzzle(str(puzzle))
    stop = _core._Stop()
    result = wait(lambda: _core._solve(puzzle, task, limit, jobs, engine, stop), stop.stop)
    return Solved(puzzle, result)
