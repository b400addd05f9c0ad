"""Players for the tests of run(), which worker processes import."""
import os

import pentocity


class Edge(pentocity.Player):
    """The first site at the border, row by row."""

    options = {"skip": 0}

    def play(self, request, view):
        sites = pentocity.Sites(view.land, request)
        border = [site for site in sites.list() if 0 in site.location]
        return pentocity.Move.at(border[self.options["skip"]]) if len(border) > self.options["skip"] \
            else pentocity.Move.reject()


class Failing(Edge):
    name = "failing"

    def play(self, request, view):
        if view.turn == 5:
            raise ValueError("five is too many")
        return super().play(request, view)


class Leaving(Edge):
    """Ends its process."""

    def play(self, request, view):
        os._exit(3)


class Unmade(pentocity.Player):
    def __init__(self, setup):
        raise KeyError("no key")


class Counted(Edge):
    """Counts the games that it plays in this process."""

    made = 0

    def play(self, request, view):
        Counted.made += view.turn == 0
        return super().play(request, view)
