#!/usr/bin/env python3
"""Residences from the top left corner, factories from the bottom right one, each where it touches most; a park and a pond
for residences. It makes the moves of town_player.cpp."""
import math

import numpy as np
import pentocity
from numpy.typing import NDArray


class Town(pentocity.Player):
    """From two corners, with parks and ponds."""

    name = "town"
    options = {"road_cost": pentocity.Option(0, minimum=0, maximum=100, meaning="price of a road cell, in touching edges")}

    def __init__(self, setup: pentocity.Setup) -> None:
        super().__init__(setup)
        self.road_cost = int(self.options["road_cost"])
        self.search = pentocity.SiteSearch()

    def play(self, request: pentocity.Request, view: pentocity.View) -> pentocity.Move:
        residence = request.type == "residence"

        def choose(sites: pentocity.Sites) -> pentocity.Site | None:
            if self.road_cost == 0:
                sites.keep_max_touching_perimeter()  # the same as below, but much faster than a function for each site
            else:
                sites.keep_cheapest(lambda site: self.cost(view.land, request, site))
            return sites.first("diagonals_from_top" if residence else "diagonals_from_bottom")

        if not self.search.find(view.land, request, choose):
            return pentocity.Move.reject()
        move = self.search.move("max_touching", "counted")
        if residence:
            self.add_parks(view.land, move)
        return move

    def cost(self, land: pentocity.Land, request: pentocity.Request, site: pentocity.Site) -> float:
        """Of all sites the cheapest one is taken. Sites that cost infinity are left out."""
        building = pentocity.building_at(request, site)
        roads = pentocity.ShortestRoads(land, building)
        if roads.length is None:
            return math.inf
        return self.road_cost * roads.length - pentocity.touching_perimeter(land, building)

    def add_parks(self, land: pentocity.Land, move: pentocity.Move) -> None:
        """A park and a pond, unless the building touches one already: up to three cells that join it to an older one, or
        else four in a straight line."""
        building = self.search.building
        ground = pentocity.ParkGround(land, building, move.road)
        for kind in ("park", "water"):
            if touches(building, land.big(kind)):
                continue
            amenity = ground.walks(kind).shortest_extension() or ground.straight_bar()
            if amenity:
                ground.take(amenity)  # so that the pond stays clear of the park
                setattr(move, kind, amenity.cells)


def touches(building: NDArray[np.int_], cells: NDArray[np.bool_]) -> bool:
    """Whether a cell of the building, given as rows and columns, is beside one of `cells`, an array of the land's shape."""
    around = np.pad(cells, 1)
    beside = around[2:, 1:-1] | around[:-2, 1:-1] | around[1:-1, 2:] | around[1:-1, :-2]
    return bool(beside[tuple(building.T)].any())


if __name__ == "__main__":
    pentocity.serve(Town)
