#!/usr/bin/env python3
"""The same few pentominoes again and again, and a factory in every few turns, as the option `every` says."""
import pentocity


class Bricks(pentocity.Sequencer):
    name = "bricks"
    options = {"every": pentocity.Option(4, minimum=1, maximum=100, meaning="turns from one factory to the next")}

    def next(self, turn: int, land: pentocity.Land | None) -> pentocity.Request:
        if turn % self.options["every"] == 0:
            return pentocity.Request("factory", [(0, 0), (0, 1)])
        letter = "IPV"[self.random.next_int(3)]
        return pentocity.Request("residence", pentocity.pentomino(letter))


if __name__ == "__main__":
    pentocity.serve(Bricks)
