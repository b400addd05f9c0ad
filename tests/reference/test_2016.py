"""Pentocity beside the tournament of 2016: games recorded from the original program ($PENTOCITY_REFERENCE/traces/*.jsonl.gz)
and the scores of the tournament (columbia-2016/tournament.csv). scripts/check-reference runs this.

$PENTOCITY_STREAMS names the streams on which the tournament is played again, and is a sample then: what needs all of them is
skipped. Standard errors are of means; games of 2016 and of today are drawn independently.
"""
import glob
import json
import os
import re
import subprocess

import numpy as np
import pandas as pd
import pytest

import pentocity
from pentocity._program import program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.environ.get("PENTOCITY_REFERENCE", "")
GAMES = sorted(glob.glob(os.path.join(glob.escape(DATA), "traces", "*.jsonl.gz")))
SCORES = os.path.join(DATA, "columbia-2016", "tournament.csv")
PLAYERS = ["g1", "g2", "g3", "g4", "g5", "g6", "g8", "g9", "g10"]
SAMPLE = [name for name in os.environ.get("PENTOCITY_STREAMS", "").split(",") if name]
PLAYED = len(SAMPLE) or 14
whole = pytest.mark.skipif(bool(SAMPLE), reason=f"a sample: {', '.join(SAMPLE)}")


def pentocity_command(*words):
    """What `pentocity` prints; its messages are shown if the test fails."""
    return subprocess.run([program(), *words], stdout=subprocess.PIPE, text=True, check=False).stdout


def config(name):
    return os.path.join(ROOT, "configs", name + ".yaml")


@pytest.fixture(scope="module")
def scores():
    return pd.read_csv(SCORES)


def test_there_is_data():
    assert len(GAMES) == 82


# The recorded games.

@pytest.mark.parametrize("game", GAMES, ids=os.path.basename)
def test_replay(game):
    assert pentocity_command("replay", game).splitlines()[-1] == "1 games, 0 mismatches"


def drawn_from_the_seed(game):
    return os.path.basename(game).split("_")[0] not in ("g3", "g8", "g9")  # in 2016 these three were not


@pytest.mark.parametrize("game", filter(drawn_from_the_seed, GAMES), ids=os.path.basename)
def test_requests(game):
    sequencer, _, _, _, seed = os.path.basename(game).removesuffix(".jsonl.gz").split("_")
    recorded = [turn["request"] for turn in pentocity.read_trace(game).turns]
    drawn = [json.loads(line) for line in
             pentocity_command("sequence", sequencer, "--seed", seed, "--count", str(len(recorded))).splitlines()]
    assert recorded
    assert [{"type": request["type"], "cells": request["cells"]} for request in drawn] == recorded


def answers(player):
    """In percent, how often a player of 2016 as submitted chooses the recorded site, and makes the recorded move."""
    games = [game for game in GAMES if f"__{player}__" in game]
    last = pentocity_command("replay", *games, "--player", player, "--option", "as_submitted=true").splitlines()[-1]
    return [float(re.search(rf"{what} \(([\d.]+)", last)[1]) for what in ("site", "move")]


@pytest.mark.parametrize("player", ["g5", "g9", "g10"])
def test_moves(player):
    assert answers(player) == [100, 100]


@pytest.mark.parametrize("player", ["g2", "g3", "g4", "g8"])
def test_sites(player):
    assert answers(player)[0] >= 90


# The tournament, summed up as in 2016: 140 rounds of nine players, and matches of each two in each round.

def imported(folder, *options):
    pentocity_command("import", SCORES, str(folder), "--failures", "codes", *options)
    return pentocity.Results(folder)


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    return imported(tmp_path_factory.mktemp("published") / "results")


@pytest.fixture(scope="module")
def corrected(tmp_path_factory):
    return imported(tmp_path_factory.mktemp("corrected") / "results", "--score-column", "corrected_score")


def test_cells(published, scores):
    means = scores.groupby(["player", "sequencer"])["score"].mean()
    cells = published.cells.set_index(["player", "sequencer"])["score.mean"]
    assert len(cells) == 126
    pd.testing.assert_series_equal(cells.sort_index(), means.sort_index(), check_names=False, check_dtype=False, atol=1e-9,
                                   rtol=0)


def standings(results):
    frame = results.players.set_index("player")
    return {name: [round(row["mean"], 2), *(int(row[key]) for key in ("rounds_won", "streams_won", "matches.wins"))]
            for name, row in frame.loc[["g1", "g5", "g6"]].iterrows()}


def test_standings_as_published(published):
    assert standings(published) == {"g1": [1980.55, 34, 4, 816], "g5": [1975.86, 37, 3, 734], "g6": [2034.72, 34, 4, 628]}


def test_standings_after_the_correction(corrected):
    assert standings(corrected) == {"g1": [1978.80, 33, 3, 809], "g5": [1976.14, 38, 4, 736], "g6": [2037.91, 35, 4, 628]}


def test_wins_of_each_against_each(published, scores):
    table = scores.pivot(index=["sequencer", "seed"], columns="player", values="score")
    counted = {(a, b): int(((table[a] > table[b]) & (table[a] >= 0)).sum()) for a in table for b in table if a != b}
    over_all = published.head_to_head[published.head_to_head["sequencer"].isna()]
    ours = {}
    for row in over_all.itertuples():
        ours[row.a, row.b], ours[row.b, row.a] = row.wins, row.losses
    assert len(counted) == 72
    assert ours == counted


# The tournament, played again.

def test_jigsaw(scores, tmp_path):
    """As submitted, five games of each of the ten seeds: each mean within 2.5% of the published one, overall within 1%."""
    played = pentocity.run(config("jigsaw-2016"), sequencers=SAMPLE, out=tmp_path, progress=False)
    ours = played.cells.set_index("sequencer")["score.mean"]
    theirs = scores[scores["player"] == "g1"].groupby("sequencer")["corrected_score"].mean()[ours.index]
    print(pd.DataFrame({"played": ours, "published": theirs, "percent": 100 * (ours / theirs - 1)}))
    assert len(ours) == PLAYED
    assert (abs(ours / theirs - 1) <= 0.025).all()
    assert SAMPLE or abs(ours.mean() / theirs.mean() - 1) <= 0.01


@pytest.fixture(scope="module")
def columbia(tmp_path_factory):
    folder = tmp_path_factory.mktemp("columbia") / "results"
    return pentocity.run(config("columbia-2016"), sequencers=SAMPLE, out=folder, progress=False)


@pytest.fixture(scope="module")
def beside(columbia, scores):
    """A row for each player and stream: the mean played and published, and the standard error of their difference."""
    known = scores.dropna(subset=["corrected_score"]).groupby(["player", "sequencer"])["corrected_score"]
    cells = columbia.cells.set_index(["player", "sequencer"])
    frame = pd.DataFrame({"played": cells["score.mean"], "published": known.mean()}).dropna()
    variance = known.var().fillna(0) / known.count() + cells["score.stddev"] ** 2 / cells["games"]
    frame["error"] = np.sqrt(variance)
    return frame


def test_means_of_the_players(beside):
    """At most 8 of 126 are off by more than 3% and two standard errors."""
    off = abs(beside["played"] - beside["published"])
    wrong = beside[(off > 0.03 * beside["published"]) & (off > 2 * beside["error"])]
    print(wrong)
    assert len(beside) == 9 * PLAYED
    assert len(wrong) <= 8


@whole
@pytest.mark.parametrize("player", PLAYERS)
def test_mean_of_a_player(beside, player):
    """Within 1%, or two standard errors: g3 and g8 differ more by which of their games fail."""
    rows = beside.loc[player]
    published = rows["published"].mean()
    error = np.sqrt((rows["error"] ** 2).sum()) / len(rows)
    assert abs(rows["played"].mean() - published) <= max(0.01 * published, 2 * error)


@whole
def test_figures_of_the_page(columbia):
    """docs/research/tournament-2016.md has today's figures."""
    tables = os.path.join(ROOT, "scripts", "tournament-tables")
    subprocess.run([tables, DATA, "--results", columbia.folder, "--check"], check=True)


# Mean and standard error of each metric in 250 games of the original program on the stream random.
ORIGINAL = {
    "score.mean": (2036.1, 2.0), "metrics.empty": (209.4, 1.4), "metrics.road": (424.4, 0.8), "metrics.utility": (1.461, 0.003),
    "metrics.perimeter": (434.7, 2.4), "metrics.extendable": (110.4, 0.9), "metrics.giant": (17.8, 0.5),
    "metrics.giant_perimeter": (27.9, 0.6), "metrics.giant_extendable": (5.2, 0.24)}


@whole
def test_metrics(tmp_path):
    """Each within 3% or two standard errors, over so many games that the error is the original's alone."""
    played = pentocity.run(config("jigsaw-2016"), sequencers=["random"], seed=2016, repeats=2500, out=tmp_path, progress=False)
    row = played.cells.iloc[0]
    off = {name: (row[name], mean, error) for name, (mean, error) in ORIGINAL.items()
           if abs(row[name] - mean) > max(0.03 * mean, 2 * error)}
    assert not off
