#!/usr/bin/env python3
"""Where a building touches most; of such sites the one nearest to the top left corner. The first of the shortest roads."""
import pentocity


class Corner(pentocity.Player):
    name = "corner"

    def __init__(self, setup: pentocity.Setup) -> None:
        super().__init__(setup)
        self.search = pentocity.SiteSearch()

    def play(self, request: pentocity.Request, view: pentocity.View) -> pentocity.Move:
        def choose(sites: pentocity.Sites) -> pentocity.Site | None:
            sites.keep_max_touching_perimeter()
            return sites.first("diagonals_from_top")

        site = self.search.find(view.land, request, choose)
        return self.search.move() if site else pentocity.Move.reject()


if __name__ == "__main__":
    pentocity.serve(Corner)
