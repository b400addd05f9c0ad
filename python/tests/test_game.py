"""The game's terms and the helpers of players."""
import copy
import pickle
import random

import numpy as np
import pentocity as pc
import pytest
import slow_rules


def random_land(seed, side=16, turns=25):
    """A land on which some random buildings stand."""
    choose = random.Random(seed)
    land = pc.Land(side)
    rules = pc.Rules(side=side)
    for request in zip(range(turns), pc.stream("random", seed=seed, side=side)):
        sites = pc.Sites(land, request[1]).list()
        if sites:
            site = choose.choice(sites)
            roads = pc.ShortestRoads(land, pc.building_at(request[1], site))
            if roads.found:
                assert pc.apply(rules, land, request[1], pc.Move.at(site, road=roads.choose())).fault is None
    return land


def test_a_land_and_its_arrays():
    land = pc.Land(5)
    land.place("road", [(0, 0), (0, 1)])
    land.place("park", np.array([[2, 2], [2, 3]]))
    water = np.zeros((5, 5), bool)
    water[4] = True
    land.place("water", water)
    assert land.kinds.dtype == np.uint8 and land.kinds.shape == (5, 5)
    assert [pc.KINDS[k] for k in land.kinds[0]] == ["road", "road", "empty", "empty", "empty"]
    assert land.of("park").sum() == 2 and land.empty.sum() == 16
    assert land.big("water").sum() == 5 and not land.big("park").any()
    assert land[2, 3] == "park" and str(land).splitlines()[2] == "..PP."
    assert pc.Land.read(str(land)) == land == copy.deepcopy(land) == pickle.loads(pickle.dumps(land))
    other = land.copy()
    other.place("factory", [(1, 1)])
    assert other != land


@pytest.mark.parametrize("call, error, words", [
    (lambda: pc.Land(3), ValueError, "4 to 128|from 4|side"),
    (lambda: pc.Land(5).place("lake", [(0, 0)]), ValueError, "'lake' is none of 'empty', 'residence'"),
    (lambda: pc.Land(5).place("road", [(0, 5)]), ValueError, "off the board"),
    (lambda: pc.Land(5).place("road", [(0, 1, 2)]), ValueError, "pair"),
    (lambda: pc.Land(5).place("road", np.zeros((4, 4), bool)), ValueError, r"shape \(5, 5\)"),
    (lambda: pc.Land(5).place("empty", [(0, 0)]), ValueError, "removed"),
    (lambda: pc.Land.read("..P"), ValueError, "3 cells"),
    (lambda: pc.Land(5)[5, 5], IndexError, "land|board|cell"),
    (lambda: pc.Rules("report-2"), ValueError, "report-2"),
    (lambda: pc.Rules(sides=3), ValueError, "sides"),
    (lambda: pc.Rules(side=129), ValueError, "side"),
    (lambda: pc.Request("residence", [(0, 0), (5, 5)]), ValueError, "connected"),
    (lambda: pc.Request("residence", [(0, 2**40)]), ValueError, "range"),
    (lambda: pc.pentomino("A"), ValueError, "F I L N"),
    (lambda: pc.stream("randon"), pc.InputError, "did you mean 'random'"),
    (lambda: pc.player("jigsaw", walks=3), ValueError, "walks"),
    (lambda: pc.player("jigsaw", random_walks=-1), ValueError, "random_walks"),
])
def test_wrong_values_are_exceptions_that_say_what_is_wrong(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_judging_leaves_the_land_alone_and_applying_builds():
    rules = pc.Rules(side=8)
    land = pc.Land(8)
    request = pc.Request("residence", pc.pentomino("I"))
    move = pc.Move(1, (0, 0), park=[(1, 1), (2, 1), (3, 1), (4, 1)])
    if len(request.rotations[1]) and request.rotations[1][-1][0] == 0:  # lies flat
        move = pc.Move(0, (0, 0), park=[(1, 1), (2, 1), (3, 1), (4, 1)])
    judgement = pc.judge(rules, land, request, move)
    assert judgement.fault is None and judgement.delta == 7 and judgement.building.shape == (5, 2)
    assert land == pc.Land(8)
    assert pc.apply(rules, land, request, move).delta == 7
    assert land.of("residence").sum() == 5 and land.of("park").sum() == 4
    assert pc.apply(rules, land, request, move).fault == "cell_occupied"
    factory = pc.Request("factory", [(0, 0)])
    before = land.copy()
    assert pc.apply(rules, land, factory, pc.Move(0, (6, 6), road=[(5, 6)])).fault == "roads_disconnected"
    assert land == before
    with pytest.raises(ValueError, match="side 50, not 8"):
        pc.judge(pc.Rules(), land, request, move)


@pytest.mark.parametrize("seed", range(6))
def test_sites_roads_and_perimeters_equal_slow_ones(seed):
    land = random_land(seed)
    side = land.side
    kinds = slow_rules.kinds_by_cell(land)
    reached = slow_rules.reachable(kinds, side)
    assert {tuple(cell) for cell in np.argwhere(pc.reachable(land)).tolist()} == reached
    distances = pc.road_distances(land)
    assert {tuple(cell) for cell in np.argwhere(distances > 0).tolist()} == reached
    for request in zip(range(6), pc.stream("random", seed=seed + 100, side=side)):
        request = request[1]
        mask = pc.legal_sites(land, request)
        perimeters = pc.touching_perimeters(land, request)
        assert mask.shape == (len(request.rotations), side, side) and (mask == (perimeters >= 0)).all()
        assert (pc.Sites(land, request).mask == mask).all()
        legal = slow_rules.legal_actions(land, request)
        assert {1 + (k * side + r) * side + c for k, r, c in np.argwhere(mask).tolist()
                if all((r + dr, c + dc) in reached for dr, dc in request.rotations[k].tolist())} == legal - {0}
        for k, row, column in np.argwhere(mask)[::7].tolist():
            cells = pc.building_at(request, pc.Site(k, (row, column)))
            assert pc.touching_perimeter(land, cells) == perimeters[k, row, column]
            own = {tuple(cell) for cell in cells.tolist()}
            edges = [(r + dr, c + dc) for r, c in own for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            assert perimeters[k, row, column] == sum(kinds.get(cell, "border") != "empty" for cell in edges
                                                     if cell not in own)
            roads = pc.ShortestRoads(land, cells)
            assert roads.found == (own <= reached)
            if roads.found:
                road = roads.choose()
                assert len(road) == roads.length
                assert pc.judge(pc.Rules(side=side), land, request,
                                pc.Move(k, (row, column), road=road)).fault is None
                around = {cell for cell in edges if cell not in own and kinds.get(cell) == "empty"}
                at_head = any(0 in cell or side - 1 in cell or any(
                    kinds[other] == "road" for other in slow_rules.neighbours(cell, side)) for cell in own)
                if not at_head:
                    assert roads.length == min(distances[cell] for cell in around if distances[cell] > 0)
                    dear = pc.cheapest_road(land, cells, np.ones((side, side)))
                    assert len(dear) == roads.length


def test_sites_are_narrowed_down():
    request = pc.Request("factory", [(0, 0), (0, 1)])
    sites = pc.Sites(pc.Land(6), request, excluded=[(0, 0)])
    assert len(sites) == 29 + 29 and sites
    assert sites.keep_max_touching_perimeter() == 3
    best = {(site.rotation, site.location) for site in sites.list()}
    # At a corner three edges touch the border; the corner (0, 0) is taken out.
    assert best == {(0, (0, 4)), (0, (5, 0)), (0, (5, 4)), (1, (0, 5)), (1, (4, 0)), (1, (4, 5))}
    assert sites.first("diagonals_from_top").location == (0, 4)
    sites.remove(pc.Site(0, (0, 4)))
    sites.keep_cheapest(lambda site: -site.location[0])
    assert sites.list() == [pc.Site(0, (5, 0)), pc.Site(0, (5, 4))]
    with pytest.raises(TypeError, match="the cost of a site is a number, not 'x'"):
        sites.keep_cheapest(lambda site: "x")
    sites.keep_cheapest(lambda site: 0.5 - site.location[1] / 100)
    assert sites.list() == [pc.Site(0, (5, 4))]
    sites.keep([pc.Site(0, (5, 4))])
    assert sites.mask.sum() == 1
    with pytest.raises(ValueError, match="not in the set"):
        sites.remove(pc.Site(0, (0, 0)))


def test_sites_of_a_search_are_closed_after_it():
    kept = []
    search = pc.SiteSearch()

    def choose(sites):
        kept.append(sites)
        return sites.first()

    site = search.find(pc.Land(8), pc.Request("factory", [(0, 0)]), choose)
    assert site == pc.Site(0, (0, 0)) and search.road().shape == (0, 2)
    with pytest.raises(RuntimeError, match="gone"):
        kept[0].list()
    with pytest.raises(ZeroDivisionError):
        search.find(pc.Land(8), pc.Request("factory", [(0, 0)]), lambda sites: 1 / 0)
    assert search.find(pc.Land(8), pc.Request("factory", [(0, 0)]), lambda sites: None) is None
    with pytest.raises(RuntimeError, match="no site"):
        search.move()


def test_parks_beside_a_building():
    land = pc.Land(12)
    ground = pc.ParkGround(land, [(5, 5)])
    bar = ground.straight_bar()
    assert bar.size == 4 and bar.touching == 0
    walks = ground.walks("park")
    chances = [chance for _, chance in walks.outcomes()]
    assert sum(chances) == pytest.approx(1)
    best = walks.best_of(50, pc.Random(3))
    assert best.touching == min(amenity.touching for amenity, _ in walks.outcomes())
    assert repr(best) == repr(pc.ParkGround(land, [(5, 5)]).walks("park").best_of(50, pc.Random(3)))
    assert walks.shortest_extension() is None
    ground.take(best)
    taken = {tuple(cell) for cell in best.cells.tolist()}
    assert all(not taken & {tuple(cell) for cell in amenity.cells.tolist()}
               for amenity, _ in ground.walks("water").outcomes())


def test_streams_are_those_of_the_command_line():
    import json
    from pentocity._program import command
    printed = command("sequence", "tailheavy", "--seed", "7", "--count", "30")
    lines = [json.loads(line) for line in printed.splitlines()]
    drawn = [request for _, request in zip(range(30), pc.stream("tailheavy", seed=7))]
    asked = [line for line in lines if "cells" in line]
    assert len(asked) == 30
    assert [[list(map(int, cell)) for cell in request.cells] for request in drawn] == [line["cells"] for line in asked]
    assert [request.type for request in drawn] == [line["type"] for line in asked]


def test_polyominoes():
    assert len(pc.rotations(pc.pentomino("X"))) == 1 and len(pc.orientations(pc.pentomino("F"))) == 8
    assert len(pc.free_polyominoes(5)) == 12
    assert (pc.canonical([(3, 3), (3, 4)]) == pc.canonical([(0, 0), (1, 0)])).all()
