#!/usr/bin/env python3
"""Learns where buildings should stand, with NumPy alone: a linear value of a state and of a site, by fitted TD(lambda).

    learn.py [--rounds 2] [--games 32] [--side 20] [--out weights.npy]

Each round plays games side by side with the best weights so far, many moves greedy and the others at random. Then the value of
each state and action is fitted to its lambda-return, by least squares over the last rounds, for several lambdas. Each fit plays
some games of its own, and the best weights stay. The features of a site count what the building would touch there, so that
weights learned on a small land serve a large one. A greedy move is chosen because of the state, of which the features tell a
part only; what follows it says little about the move. So the features of greedy and of random moves have weights apart, and
those of the random ones, which are an experiment, choose the next greedy moves.
"""
import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pentocity
from numpy.typing import NDArray

PAD = 6  # cells around the land, so that every shifted picture lies within
ACTION_FEATURES = 10  # for each of the two types of building
STATE_FEATURES = 8
Array = NDArray[Any]
Episode = tuple[list[Array], list[float]]  # features and rewards


class Shape:
    """What a rotation is surrounded by: the cells beyond its edges, as often as it has an edge there."""

    known: dict[bytes, list["Shape"]] = {}

    def __init__(self, cells: Array) -> None:
        own: set[tuple[int, int]] = {(int(r), int(c)) for r, c in cells}
        beyond = [(r + dr, c + dc) for r, c in own for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        self.outline = [cell for cell in beyond if cell not in own]
        

def shapes_of(request: pentocity.Request) -> list[Shape]:
    key = request.cells.tobytes()
    if key not in Shape.known:
        Shape.known[key] = [Shape(cells) for cells in request.rotations]
    return Shape.known[key]


def features_of_actions(land: pentocity.Land, request: pentocity.Request, mask: Array) -> tuple[Array, Array]:
    """The legal actions but the reject, and the features of each: an array of shape (actions, 2 * ACTION_FEATURES)."""
    side = land.side
    actions = np.flatnonzero(mask[1:])
    kinds = land.kinds
    padded = np.full((side + 2 * PAD, side + 2 * PAD), 6, np.uint8)  # 6: beyond the border
    padded[PAD:-PAD, PAD:-PAD] = kinds
    planes = np.stack([padded == kind for kind in range(1, 7)]).astype(np.uint8)
    big = np.zeros((2, *padded.shape), np.uint8)
    for number, kind in enumerate(("park", "water")):
        big[number, PAD:-PAD, PAD:-PAD] = land.big(kind)
    planes = np.concatenate([planes, big])
    distances = np.full(padded.shape, 999, np.int16)
    distances[PAD:-PAD, PAD:-PAD] = np.where((d := pentocity.road_distances(land)) > 0, d, 999)
    rotation, place = np.divmod(actions, side * side)
    row, column = np.divmod(place, side)
    out = np.zeros((len(actions), ACTION_FEATURES), np.float32)
    for number, shape in enumerate(shapes_of(request)):
        here = rotation == number
        if not here.any():
            continue
        rows, columns = row[here] + PAD, column[here] + PAD
        touched = np.zeros((len(planes), len(rows)), np.uint8)
        road = np.full(len(rows), 999, np.int16)
        for r, c in shape.outline:
            touched += planes[:, rows + r, columns + c]
            road = np.minimum(road, distances[rows + r, columns + c])
        on_head = touched[4] + touched[5] > 0  # beside a road or the border it needs no road
        part = out[here]
        part[:, :6] = touched[:6].T
        part[:, 6] = np.minimum(touched[6], 1)
        part[:, 7] = np.minimum(touched[7], 1)
        part[:, 8] = np.where(on_head, 0, np.minimum(road, 30))
        part[:, 9] = (rows + columns - 2 * PAD) / 10
        out[here] = part
    wide = np.zeros((len(actions), 2 * ACTION_FEATURES), np.float32)
    at = 0 if request.type == "residence" else ACTION_FEATURES
    wide[:, at:at + ACTION_FEATURES] = out
    return actions + 1, wide


def features_of_state(land: pentocity.Land, request: pentocity.Request, rejects: int) -> Array:
    reached = pentocity.reachable(land)
    area = land.side ** 2
    free = reached.sum()
    exposed = (reached[1:] != reached[:-1]).sum() + (reached[:, 1:] != reached[:, :-1]).sum()
    return np.array([1, rejects == 0, rejects == 1, free / 100, free ** 2 / area / 100, exposed / 100,
                     request.type == "residence", request.size], np.float32)


class Learner:
    def __init__(self, seed: int) -> None:
        self.weights: Array = np.zeros(STATE_FEATURES + 4 * ACTION_FEATURES)
        self.random = np.random.default_rng(seed)

    def act(self, land: pentocity.Land, request: pentocity.Request, mask: Array, rejects: int,
            explore: float = 0.0) -> tuple[int, Array]:
        """An action, and the features of the state with it; a reject if nothing else is legal."""
        state = features_of_state(land, request, rejects)
        actions, features = features_of_actions(land, request, mask)
        nothing = np.zeros(2 * ACTION_FEATURES, np.float32)
        if not len(actions):
            return 0, np.concatenate([state, nothing, nothing])
        weights = self.weights[STATE_FEATURES:STATE_FEATURES + 2 * ACTION_FEATURES]
        drawn = not weights.any() or self.random.random() < explore
        chosen = self.random.integers(len(actions)) if drawn else (features @ weights).argmax()
        parts = [features[chosen], nothing] if drawn else [nothing, features[chosen]]
        return int(actions[chosen]), np.concatenate([state, *parts])

    def play(self, seeds: Array, side: int, explore: float) -> tuple[list[Episode], Array]:
        """Games on these streams: of each the features, rewards and score."""
        games = pentocity.LearningGames(len(seeds), pentocity.Rules("tournament-2016", side=side), "random")
        games.seeds[:] = seeds
        games.reset()
        episodes: list[Episode] = [([], []) for _ in seeds]
        actions = np.zeros(len(seeds), np.int64)
        scores = np.zeros(len(seeds), int)
        while True:
            going = [i for i in range(len(seeds)) if not games.terminated[i] and not scores[i]]
            if not going:
                return episodes, scores
            for i in going:
                actions[i], features = self.act(games.land_of(i), games.request_of(i), games.mask[i],
                                                int(games.scalars[i, 1]), explore)
                episodes[i][0].append(features)
            over = games.terminated.copy()
            games.step(actions)
            for i in going:
                episodes[i][1].append(float(games.reward[i]))
                if games.terminated[i] and not over[i]:
                    scores[i] = games.score[i]

    def targets(self, features: Array, rewards: Array, trace: float) -> Array:
        """The lambda-returns of a game."""
        values = np.append(features @ self.weights, 0.0)
        out = np.zeros(len(rewards))
        following = 0.0
        for t in reversed(range(len(rewards))):
            following = rewards[t] + (1 - trace) * values[t + 1] + trace * following
            out[t] = following
        return out

    def fitted(self, memory: Sequence[Episode], trace: float, sweeps: int = 3) -> Array:
        """The weights for which the values of the games in memory are nearest to their lambda-returns."""
        learner = Learner(0)
        learner.weights = self.weights.copy()
        inputs = [np.array(features, np.float64) for features, _ in memory]
        stacked = np.concatenate(inputs)
        scale = stacked.std(axis=0) + 1e-3
        normal: Array = stacked / scale
        squares: Array = normal.T @ normal + 10 * np.eye(normal.shape[1])
        for _ in range(sweeps):
            returns: list[Array] = [learner.targets(x, np.array(rewards), trace) for x, (_, rewards) in zip(inputs, memory)]
            products: Array = normal.T @ np.concatenate(returns)
            learner.weights = np.asarray(np.linalg.solve(squares, products) / scale)
        return learner.weights

    def learn(self, rounds: int, games: int, side: int, explore: float = 0.3, traces: Sequence[float] = (0.2, 0.5, 0.8),
              kept: int = 6, trial: tuple[int, int] = (16, 50), show: Callable[[str], object] = print) -> list[float]:
        """Rounds of playing, fitting and trying. `trial` is the number of games by which weights are compared, and the side
        of their land. Returns the mean score of the best weights in these games, before the first and after each round."""
        seeds = self.random.integers(2**53, size=trial[0])
        curve = [float(self.play(seeds, trial[1], 0.0)[1].mean())]
        memory: list[Episode] = []
        for number in range(rounds):
            begin = time.monotonic()
            episodes, _ = self.play(self.random.integers(2**53, size=games), side, explore)
            memory = [*memory, *episodes][-kept * games:]
            best = self.weights, curve[-1]
            for trace in traces:
                learner = Learner(number)
                learner.weights = self.fitted(memory, trace)
                score = float(learner.play(seeds, trial[1], 0.0)[1].mean())
                if score > best[1]:
                    best = learner.weights, score
            self.weights = best[0]
            curve.append(best[1])
            show(f"round {number + 1}: mean score {curve[-1]:.1f}, {time.monotonic() - begin:.1f} s")
        return curve


def interval(differences: Array) -> tuple[float, float, float]:
    """The mean of paired differences and its 95% interval (normal, for 200 pairs)."""
    mean = float(differences.mean())
    half = 1.96 * float(differences.std(ddof=1)) / len(differences) ** 0.5
    return mean, mean - half, mean + half


def compare(learner: Learner, count: int = 200, side: int = 50,
            first: int = 1_000_000) -> tuple[Array, Array, Array]:
    """Scores on unseen streams: the learner, itself without training, and the player `diagonal`."""
    seeds = np.arange(first, first + count)
    trained = learner.play(seeds, side, 0.0)[1]
    untrained = Learner(1).play(seeds, side, 0.0)[1]
    rules = pentocity.Rules("tournament-2016", side=side)
    diagonal = np.array([pentocity.play("diagonal", "random", seed=int(seed), rules=rules).score for seed in seeds])
    return trained, untrained, diagonal


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--side", type=int, default=20)
    parser.add_argument("--count", type=int, default=200, help="unseen streams for the comparison")
    parser.add_argument("--out", help="file for the weights")
    arguments = parser.parse_args()
    learner = Learner(2016)
    learner.learn(arguments.rounds, arguments.games, arguments.side)
    if arguments.out:
        np.save(arguments.out, learner.weights)
    trained, untrained, diagonal = compare(learner, arguments.count)
    print(f"on {len(trained)} unseen streams, 50x50: trained {trained.mean():.1f}, untrained {untrained.mean():.1f}, "
          f"diagonal {diagonal.mean():.1f}")
    for name, other in (("untrained", untrained), ("diagonal", diagonal)):
        print("trained less {}: {:.1f}, from {:.1f} to {:.1f}".format(name, *interval(trained - other)))


if __name__ == "__main__":
    main()
