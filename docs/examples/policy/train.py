#!/usr/bin/env python3
"""Trains a policy with MaskablePPO of sb3-contrib, and plays it against jigsaw on streams that it has not seen.

    train.py [--steps 100000] [--side 20] [--games 20]

The weights are written to trained.zip beside this file, where trained.py, the player, reads them. Needs sb3-contrib and pandas.
"""
import argparse
import os
import sys
from typing import Any

import gymnasium
import pentocity
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))


class Planes(BaseFeaturesExtractor):
    """Convolutions over the land. (Stable-Baselines3's own extractor takes planes of 0 and 1 for no picture, and flattens them.)"""

    def __init__(self, space: gymnasium.spaces.Dict) -> None:
        super().__init__(space, features_dim=320)
        side = space["land"].shape[1]
        self.land = nn.Sequential(nn.Conv2d(6, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 16, 3, stride=2, padding=1), nn.ReLU(),
                                  nn.Flatten(), nn.Linear(16 * ((side + 1) // 2) ** 2, 256), nn.ReLU())
        self.request = nn.Sequential(nn.Flatten(), nn.Linear(8 * 5 * 5, 62), nn.ReLU())

    def forward(self, seen: dict[str, Any]) -> Any:
        return torch.cat([self.land(seen["land"].float()), self.request(seen["request"].float()), seen["scalars"].float() / 100], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--side", type=int, default=20)
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()

    rules = pentocity.Rules("tournament-2016", side=arguments.side)
    games = DummyVecEnv([lambda: gymnasium.make("pentocity/Pentocity-v0", rules=rules)] * 8)
    policy = MaskablePPO("MultiInputPolicy", games, n_steps=256, batch_size=256, gamma=0.99, ent_coef=0.01, seed=1, device="cpu",
                         policy_kwargs={"features_extractor_class": Planes})
    policy.learn(arguments.steps)
    policy.save(os.path.join(HERE, "trained.zip"))

    # A program of its own, in a box, against jigsaw on the same requests. PyTorch takes seconds to start.
    trained = {"name": "trained", "command": [sys.executable, os.path.join(HERE, "trained.py")], "files": [os.path.join(HERE, "trained.zip")]}
    results = pentocity.run({"handshake_limit": "60s"}, players=[trained, "jigsaw"], sequencers=["random"], rules=rules,
                            repeats=arguments.games, seed=2026, out="trained-results", fresh=True)
    print(results.head_to_head[["a", "b", "mean_difference", "ci95.0", "ci95.1", "p_corrected"]].head(1).to_string(index=False))
    print(results.players[["player", "mean"]].to_string(index=False))


if __name__ == "__main__":
    main()
