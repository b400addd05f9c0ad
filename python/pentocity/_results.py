"""The results of a tournament: tables as pandas frames, and the report."""
import json
import os
import tempfile
from functools import cached_property

from . import _core
from ._program import command


class Page:
    """An HTML page that a notebook shows in a frame."""

    def __init__(self, html):
        self.html = html

    def _repr_html_(self):
        from html import escape
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="700" style="border:0"></iframe>'

    def save(self, path):
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(self.html)


class Results:
    """A results folder, as run() and `pentocity run` leave it. It is read once, when something is first asked for."""

    def __init__(self, folder):
        self.folder = os.fspath(folder)
        self._read  # noqa: B018: throws InputError if it is no results folder

    @cached_property
    def _read(self):
        return _core._results(self.folder)

    @cached_property
    def games(self):
        """A row for each game: player, sequencer, repeat, seed, status, error, score, metrics, times."""
        import pandas
        frame = pandas.DataFrame(self._read[0])
        if frame["seed"].notna().all():
            frame["seed"] = frame["seed"].astype("int64")
        return frame

    @cached_property
    def summary(self):
        """The summary (format pentocity-summary/1, docs/report.md) as a dict."""
        return json.loads(self._read[1])

    @property
    def digest(self):
        """A hash of all games without their times: equal digests mean equal games."""
        return self.summary["digest"]

    @cached_property
    def cells(self):
        """A row for each pairing of player and sequencer; nested fields have names joined by dots, as score.mean."""
        return self._frame("cells")

    @cached_property
    def players(self):
        """A row for each player, over all sequencers."""
        return self._frame("players")

    @cached_property
    def head_to_head(self):
        """A row for each two players, over all sequencers (sequencer is None) and on each of them."""
        return self._frame("head_to_head")

    def _frame(self, part):
        import pandas
        return pandas.json_normalize(self.summary[part])

    def report(self):
        """The report page (docs/report.md), which a notebook shows."""
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(scratch, "report.html")
            command("report", self.folder, "--out", path)
            with open(path, encoding="utf-8") as stream:
                return Page(stream.read())

    def __repr__(self):
        return f"<Results of {len(self._read[0]['player'])} games in {self.folder}>"

    def _repr_html_(self):
        import pandas
        frame = self.cells.pivot(index="sequencer", columns="player", values="score.mean")
        with pandas.option_context("display.precision", 1):
            return frame._repr_html_()
