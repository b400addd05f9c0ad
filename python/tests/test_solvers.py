"""Puzzles and districts."""
import itertools
import os
import shutil
import subprocess

import numpy as np
import pentocity as pc
import pytest


def test_a_puzzle_is_counted_and_solved():
    solved = pc.solve("pentominoes-3x20", "unique")
    assert solved.unique == 2 and len(solved.solutions) == 2
    solution = solved.solutions[0]
    cells = np.concatenate([cells for _, cells in solution.placements])
    assert len(cells) == 60 == len({tuple(cell) for cell in cells.tolist()})
    assert {name for name, _ in solution.placements} == set("FILNPTUVWXYZ")
    assert len(str(solution).splitlines()) == 3 and "<svg" in solution._repr_svg_()
    assert pc.solve("pentominoes-3x20", "count").count == 8
    own = pc.Puzzle.read("board: 2x3\npieces:\n  - {name: I, shape: XXX, count: 2}\n")
    assert own.area == 6 and pc.solve(own, "count").count == 1
    blocked = pc.Puzzle.read("board: 2x3\npieces:\n  - {name: L, shape: XX|X., count: 1}\n  - {name: I, shape: XXX}\n")
    assert not pc.solve(blocked).solvable


def test_wrong_puzzles():
    with pytest.raises(pc.InputError, match="pentominoes-6x10"):
        pc.Puzzle("pentominos-6x10")
    with pytest.raises(ValueError, match="'some' is none of 'first', 'all'"):
        pc.solve("pentominoes-3x20", "some")
    with pytest.raises(pc.InputError):
        pc.Puzzle.read("pieces: 3")


PICTURE = "AAB|ABB|BAB"


def all_plans():
    """All divisions of 3x3 cells into three connected districts of three cells, by trying."""
    cells = list(itertools.product(range(3), range(3)))

    def connected(part):
        todo, seen = [part[0]], {part[0]}
        while todo:
            r, c = todo.pop()
            for other in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if other in part and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return len(seen) == len(part)

    def divide(left):
        if not left:
            yield []
            return
        for rest in itertools.combinations(left[1:], 2):
            part = (left[0], *rest)
            if connected(part):
                for others in divide([cell for cell in left if cell not in part]):
                    yield [part, *others]

    for parts in divide(cells):
        plan = np.empty((3, 3), int)
        for number, part in enumerate(parts):
            for cell in part:
                plan[cell] = number
        yield plan


def test_plans_are_counted_listed_and_drawn():
    board = pc.Electorate(PICTURE)
    slow = {plan.tobytes() for plan in all_plans()}
    plans = board.plans()
    assert board.count_plans() == len(plans) == len(slow) == 10
    assert repr(plans).startswith("<Plans: all 10 of ")
    assert {plan.astype(int).tobytes() for plan in (plans[i] for i in range(10))} == slow
    drawn = plans.draw(2000, seed=1)
    assert drawn.shape == (2000, 3, 3) and {plan.astype(int).tobytes() for plan in drawn} == slow
    assert (drawn == plans.draw(2000, seed=1)).all()
    seats = board.seats_of_a(np.stack([plans[i] for i in range(10)]))
    counts = board.count_seats()
    assert {seat: int((seats == seat).sum()) for seat in range(4)} == counts["a"] and counts["plans"] == 10
    fewest, most = board.extreme_seats()
    assert fewest["seats"] == seats.min() and most["seats"] == seats.max() and most["proof"] != "none"
    assert board.seats_of_a(most["plan"])[0] == most["seats"]
    assert sum(board.votes_by_district(plans[0])) == board.votes_of_a == 4
    assert board.plan_text(board.read_plan("aab|abb|ccc")) == "112|122|333"
    with pytest.raises(pc.InputError, match="district"):
        board.read_plan([[0, 0, 1], [0, 0, 1], [2, 2, 2]])
    with pytest.raises(IndexError):
        plans[10]
    assert "<svg" in board._repr_svg_() and "<svg" in pc.plan_svg(board, plans[3])


def test_rules_for_districts():
    assert pc.Electorate.without_votes(4, 4, 1, max_size=16, districts=4).count_plans() == 62741
    assert pc.Electorate.without_votes(4, 4, 4, contiguity="queen").count_plans() == 2620
    board = pc.Electorate("AABB|ABAB|BBAA|ABAB")
    assert board.count_plans(measure="trees") == 654 == len(board.plans(measure="trees"))
    assert sum(board.count_seats(measure="trees")["a"].values()) == 654
    weighted = pc.Electorate("AAB", size=3, max_size=6, weights=[1, 2, 3])
    assert (weighted.size, weighted.max_size, weighted.districts, weighted.count_plans()) == (3, 6, 0, 2)
    with pytest.raises(ValueError, match="none of .rook., .queen."):
        pc.Electorate("AB", contiguity="king")


def test_boards_for_networkx():
    networkx = pytest.importorskip("networkx")
    board = pc.Electorate("AB#|ABA|BBA|#AB", size=2)
    graph = pc.to_networkx(board)
    assert graph.number_of_nodes() == 10 and networkx.is_connected(graph)
    assert sum(votes for _, votes in graph.nodes(data="A")) == board.votes_of_a


def test_plans_for_gerrychain():
    pytest.importorskip("gerrychain")
    board = pc.Electorate("AABB|ABAB|BBAA|ABAB")
    plan = board.plans().draw(1, seed=4)[0]
    partition = pc.to_gerrychain(board, plan)
    assert sorted(partition["population"].values()) == [4, 4, 4, 4]
    assert partition["votes"].wins("A") >= board.seats_of_a(plan)[0]
    assert [partition["votes"].counts("A")[i] for i in range(4)] == board.votes_by_district(plan)
    assert (pc.from_gerrychain(board, partition) == plan).all()


def test_a_proof_that_there_is_no_solution_holds(tmp_path):
    """By the checker that docs/reference/solvers.md names."""
    dratify = pytest.importorskip("dratify")
    if not shutil.which("cadical"):
        pytest.skip("no cadical")
    (tmp_path / "six.yaml").write_text("board: 7x7\npieces: [{name: J, shape: XXXXX|X....|XX..., count: 6}]\nholes: 1\n")
    program = os.path.join(os.path.dirname(pc.__file__), "bin", "pentocity")
    run = subprocess.run([program, "solve", "six.yaml", "--proof", "six.drat"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    formula = dratify.parse_dimacs((tmp_path / "six.drat.cnf").read_text())
    proof = (tmp_path / "six.drat").read_text()
    assert dratify.check_proof(formula, proof).ok
    # A proof that lacks its last third shows nothing.
    assert not dratify.check_proof(formula, "".join(proof.splitlines(True)[:len(proof.splitlines()) * 2 // 3])).ok
