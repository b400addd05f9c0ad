"""The results of a tournament: tables as pandas frames, and the report."""
from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._program import command

if TYPE_CHECKING:
    import pandas


class Page:
    """An HTML page that a notebook shows in a frame."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        from html import escape
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="700" style="border:0"></iframe>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(self.html)


class Trace(NamedTuple):
    """A recorded game (format pentocity-trace/1, docs/reference/formats.md)."""

    header: dict[str, Any]  # who played what: player, sequencer, seed, rules, side
    turns: list[dict[str, Any]]  # a dict for each turn: request, accept, building, delta, score_after, ...
    end: dict[str, Any]  # status, score, metrics, and the land as text: grid


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What json makes of an object, if no key is there twice."""
    out = dict(pairs)
    if len(out) < len(pairs):
        raise ValueError
    return out


def read_trace(path: str | os.PathLike[str]) -> Trace:
    """The Trace of a file *.jsonl.gz of the folder traces/ of some results, or *.jsonl. Throws InputError if it is none,
    or is cut short."""
    path = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            packed = stream.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt", encoding="utf-8") if packed else open(path, encoding="utf-8") as stream:
            header, *turns, end = [json.loads(line, object_pairs_hook=_once) for line in stream]
        if header.get("format") != "pentocity-trace/1" or "end" not in end:
            raise ValueError
    except OSError as error:
        raise _core.InputError(f"{path}: {error.strerror or 'the gzip file is damaged'}") from None
    except (ValueError, AttributeError, EOFError, zlib.error):
        raise _core.InputError(f"{path}: no trace, or one that is cut short") from None
    return Trace(header, turns, end)


class Results:
    """A results folder, as run() and `pentocity run` leave it. It is read once, when something is first asked for."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._read  # noqa: B018: throws InputError if it is no results folder

    @cached_property
    def _read(self) -> tuple[list[str], list[str], str]:
        return _core._results(self.folder)

    @cached_property
    def games(self) -> pandas.DataFrame:
        """A row for each game, with the columns of the table `game` in their order (docs/reference/results.md). The metrics of a
        game without a turn are missing; `faults` and `course` are dicts, or None."""
        import pandas
        names, games, _ = self._read
        frame = pandas.DataFrame([json.loads(game) for game in games], columns=names)
        unmeasured = frame["turns"] == 0
        if unmeasured.any():
            metrics = list(self.summary["cells"][0]["metrics"])
            frame[metrics] = frame[metrics].mask(unmeasured)
        if frame["seed"].notna().all():
            frame["seed"] = frame["seed"].astype("int64")
        return frame

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The summary (format pentocity-summary/1, docs/reference/results.md) as a dict."""
        summary: dict[str, Any] = json.loads(self._read[2])
        return summary

    @property
    def digest(self) -> str:
        """A hash of all games without their times: equal digests mean equal games."""
        return str(self.summary["digest"])

    @cached_property
    def cells(self) -> pandas.DataFrame:
        """A row for each pairing of player and sequencer; nested fields have names joined by dots, as score.mean, and
        the two ends of the interval are score.ci95.0 and score.ci95.1, as in `pentocity run --format csv`."""
        return self._frame("cells")

    @cached_property
    def players(self) -> pandas.DataFrame:
        """A row for each player, over all sequencers. The ends of intervals are columns as in `cells`."""
        return self._frame("players")

    @cached_property
    def head_to_head(self) -> pandas.DataFrame:
        """A row for each two players, over all sequencers (sequencer is None) and on each of them: mean_difference is that
        of the scores of a less those of b, ci95.0 and ci95.1 the ends of its interval, and p_corrected its p-value,
        corrected for the number of pairs; better is "a", "b" or, if it is not decided, None, and too_few_repeats tells
        whether that is for want of games (docs/reference/statistics.md). No rows if there is one player."""
        frame = self._frame("head_to_head")
        names = ("a", "b", "sequencer", "wins", "losses", "draws", "mean_difference", "ci95.0", "ci95.1", "p_value", "p_corrected",
                 "better", "too_few_repeats")
        return frame if len(frame) else frame.reindex(columns=names)

    def losses(self, a: str, b: str) -> pandas.DataFrame:
        """The rounds that player `a` lost to `b` on the same requests, the greatest loss first: sequencer, repeat, seed, the two
        scores, and their difference. Rounds in which a game failed, and adaptive sequencers, are left out. Throws InputError unless both have
        games here, and differ."""
        players = sorted(set(self.games["player"]))
        if a == b or a not in players or b not in players:
            raise _core.InputError(f"{self.folder}: losses({a!r}, {b!r}): expected two of the players {', '.join(players)}")
        games = self.games[(self.games["status"] == "ok") & (self.games["adaptive"] == 0)]
        rounds = games[games["player"].isin([a, b])].pivot(index=["sequencer", "repeat", "seed"], columns="player", values="score")
        rounds = rounds.reindex(columns=[a, b]).dropna().astype("int64").reset_index().rename_axis(columns=None)
        rounds["difference"] = rounds[a] - rounds[b]
        lost = rounds[rounds["difference"] < 0]
        return lost.sort_values("difference", kind="stable").reset_index(drop=True)

    def _frame(self, part: str) -> pandas.DataFrame:
        import pandas
        frame = pandas.json_normalize(self.summary[part])
        for name in [name for name in frame.columns if name.endswith("ci95")]:
            at = list(frame.columns).index(name)
            intervals = frame.pop(name)
            for end in 0, 1:
                frame.insert(at + end, f"{name}.{end}", [interval[end] if interval else None for interval in intervals])
        return frame

    def report(self) -> Page:
        """The report page (docs/reference/report-page.md), which a notebook shows."""
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(scratch, "report.html")
            command("report", self.folder, "--out", path)
            with open(path, encoding="utf-8") as stream:
                return Page(stream.read())

    def __repr__(self) -> str:
        return f"<Results of {len(self._read[1])} games in {self.folder}>"

    def _repr_html_(self) -> str:
        import pandas
        frame = self.cells.pivot(index="sequencer", columns="player", values="score.mean")
        with pandas.option_context("display.precision", 1):
            return str(getattr(frame, "_repr_html_")())  # noqa: B009: pandas's stubs do not name it
