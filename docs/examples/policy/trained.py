#!/usr/bin/env python3
"""A policy that train.py has trained, as a player."""
import os

import pentocity
from sb3_contrib import MaskablePPO

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "trained.zip")


class Trained(pentocity.Player):
    files = ("trained.zip",)

    def __init__(self, setup: pentocity.Setup) -> None:
        super().__init__(setup)
        self.observer = pentocity.Observer(setup.rules, seed=setup.seed)
        self.policy = MaskablePPO.load(WEIGHTS, device="cpu")

    def play(self, request: pentocity.Request, view: pentocity.View) -> pentocity.Move:
        seen = self.observer.observe(request, view)
        action, _ = self.policy.predict(seen, action_masks=self.observer.action_masks(), deterministic=True)
        return self.observer.move(int(action))


if __name__ == "__main__":
    pentocity.serve(Trained)
