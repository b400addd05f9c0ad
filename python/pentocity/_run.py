"""Tournaments: the games of a config, some of whose players may be classes of Python, and their results."""
from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import pickle
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import types
import uuid
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from . import _core
from ._identity import identity_of
from ._players import mix_text, name_of, options_of
from ._program import command

if TYPE_CHECKING:
    from ._results import Results


Progress = Callable[[int, int, int], object]  # numbers of games: stored, stored before the run, all


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; what was played is stored, and the same call plays the rest."""


def _is_class(entry: Any) -> bool:
    return isinstance(entry, type) or (isinstance(entry, dict) and isinstance(cast("dict[str, Any]", entry).get("player"), type))


def _absolute(entry: Any, folder: str) -> Any:
    """An entry of a config with the paths in it made absolute."""
    def whole(path: str | os.PathLike[str]) -> str:
        path = os.fspath(path)
        there = os.path.join(folder, path)
        return os.path.abspath(there) if os.path.exists(there) else path
    if not isinstance(entry, dict):
        return entry
    given = cast("dict[str, Any]", entry)
    out = dict(given)
    for key in ("mix", "plugin", "java"):
        if key in out:
            out[key] = os.path.abspath(os.path.join(folder, str(out[key])))
    for key in ("command", "files"):
        if key in out:
            out[key] = [whole(word) if os.sep in os.fspath(word) or os.path.isfile(os.path.join(folder, word)) else word
                        for word in out[key]]
    return out


def _entry(word: str | os.PathLike[str], player: bool) -> dict[str, Any]:
    """What a word names, as an entry of a config."""
    out: dict[str, Any] = json.loads(_core._entry_of_word(os.fspath(word), player))
    return out


def _sequencer_entry(given: Any, results: str, kept: list[str]) -> dict[str, Any]:
    """An entry of `sequencers` as a config has it. A mix that is a dict is kept as a file in the results folder, whose path is added
    to `kept`."""
    entry: dict[str, Any] = given
    if isinstance(given, (str, os.PathLike)):
        return _entry(cast("str | os.PathLike[str]", given), False)
    text = mix_text(entry) if isinstance(given, dict) else None
    if text is None:
        return entry
    path = os.path.abspath(os.path.join(results, "mixes", f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.yaml"))
    if not os.path.exists(path):
        kept.append(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    return {"mix": path}


class _Workers:
    """Processes that play games of Python players."""

    def __init__(self, players: list[tuple[type, dict[str, Any], str | None]]) -> None:
        import multiprocessing
        self.context = multiprocessing.get_context("spawn")
        self.players = players  # classes with their options and identities; see main() of _worker.py
        self.processes: list[Any] = []

    def start(self) -> int:
        """Starts one and returns its socket's file descriptor."""
        from ._worker import main
        ours, theirs = socket.socketpair()
        process = self.context.Process(target=main, args=(theirs, self.players), daemon=True)
        process.start()
        theirs.close()
        self.processes.append(process)
        said = b""
        while not said.endswith(b"\n"):  # until its modules are imported
            piece = ours.recv(1)
            if not piece:
                raise _core.Error("a process for players ended while it was started; a script that calls run() does so "
                                  "below `if __name__ == '__main__':`, or with jobs=1")
            said += piece
        if said != b"\n":
            raise _core.Error(said.decode().strip())
        return ours.detach()

    def end(self) -> None:
        for process in self.processes:
            process.terminate()
            process.join()


def _show(state: tuple[int, int, int], begin: float, last: bool) -> None:
    done, before, total = state
    if total == 0:
        return
    seconds = time.monotonic() - begin
    speed = (done - before) / seconds if seconds > 0 else 0.0
    left = f", {speed:.0f} games/s, {(total - done) / speed:.0f} s remaining" if speed and not last else ""
    line = f"{done} of {total} games{left}"
    terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size().columns - 1  # a line that the terminal breaks could not be written over
    print(f"\r{line[:width]:{min(width, 60)}}" if terminal else line, end="" if terminal and not last else "\n", file=sys.stderr, flush=True)


class _Interrupts:
    """While it lasts, Ctrl-C lets a run end its games under way; a second one, later, ends a script at once."""

    same_signal = 0.5  # seconds; what comes with the first signal is no second one

    def __init__(self, run: _core._Run) -> None:
        self.run = run
        self.first: float | None = None

    def __enter__(self) -> None:
        self.before: Any = None
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self.on_signal)

    def __exit__(self, *error: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def on_signal(self, number: int, frame: types.FrameType | None) -> None:
        if self.first is None:
            self.first = time.monotonic()
            self.run.interrupt()
        elif time.monotonic() - self.first > self.same_signal and getattr(sys.modules["__main__"], "__file__", None):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)


def _play(run: _core._Run, folder: str, jobs: int, traces: str | None, fresh: bool | str, anew: Sequence[str],
          start: Callable[[], int] | None, progress: bool | Progress | None) -> None:
    """Plays on another thread while this one shows the progress and waits for Ctrl-C."""
    failures: list[BaseException] = []

    def target() -> None:
        try:
            run.play(folder, jobs, traces, fresh, list(anew), start)
        except BaseException as error:  # noqa: BLE001: it is raised again below
            failures.append(error)

    thread = threading.Thread(target=target)
    begin = time.monotonic()
    show = progress if callable(progress) else None
    bar = progress is True or (progress is None and sys.stderr.isatty())
    shown = None
    with _Interrupts(run):
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.1)
                state = run.progress
                if show and state != shown:
                    show(*state)
                elif bar and state != shown:
                    _show(state, begin, False)
                shown = state
        finally:  # also if `progress` throws
            run.interrupt()
            thread.join()
    if bar:
        _show(run.progress, begin, True)
    for warning in run.warnings():
        warnings.warn(warning, stacklevel=4)
    if failures:
        raise failures[0]
    if not run.complete:
        done, _, total = run.progress
        raise Interrupted(f"{done} of {total} games are stored in {folder}; the same call plays the others")


def _is_of_main_alone(player: type, path: str) -> bool:
    """Whether a script defines this class below `if __name__ == "__main__":`, where no other process comes that imports it."""
    with open(path, "rb") as stream:
        tree = ast.parse(stream.read())
    return any(isinstance(inner, ast.ClassDef) and inner.name == player.__name__
               for node in tree.body if isinstance(node, ast.If) and "__name__" in ast.dump(node.test)
               for below in node.body for inner in ast.walk(below))


def _can_be_spawned(player: type) -> bool:
    if player.__module__ == "__main__":
        path = getattr(sys.modules.get("__main__"), "__file__", None)
        if not path or _is_of_main_alone(player, path):
            return False
    try:
        pickle.dumps(player)
    except Exception:  # noqa: BLE001: it is one of many kinds
        return False
    return True


def run(config: str | os.PathLike[str] | Mapping[str, Any] | None = None, *, players: Sequence[Any] | None = None,
        sequencers: Sequence[Any] | None = None, rules: Any = None, repeats: int | None = None,
        seed: int | str | None = None, out: str | os.PathLike[str] | None = None, jobs: int | None = None,
        traces: str | None = None, fresh: bool | str = False, anew: Sequence[str] = (),
        progress: bool | Progress | None = None, name: str | None = None) -> Results:
    """Plays a tournament and returns its Results.

    `config` is the path of a config (docs/reference/running.md) or a dict of the same keys, in which players may also be classes
    derived from Player, `{'player': Class, 'name': ..., 'options': {...}}`, or paths, as `pentocity run --players` takes them. A
    sequencer may also be a path (docs/how-to/adding-a-sequencer.md), or a dict with what stands in the file of a mix and its `name`.
    `players` are added to those of a config; without one, `players` and `sequencers` are what is played. `sequencers`, `repeats` and
    `seed` (a number, or 'secret') replace those of a config.

    `traces` is 'none', 'all', 'best-worst' or 'losses': which games are recorded (docs/reference/running.md; by default as the folder's latest run).
    The results folder is `out`, by default results/NAME, where NAME is that of the config's file, `name`, or `run`. Games
    that it has already are not played again, unless `fresh` is true, or `anew` names their player or sequencer. `fresh` removes
    the results that are there; it is refused if games of other players or sequencers would go with them, or a secret that
    has been revealed, unless it is 'all'. A class of
    Python is known by its source and its options (see identity_of()); one that is not known, such as one typed into a
    notebook, is always played anew.

    `jobs` games are played at a time, by default one for each core: built-in players on threads, and classes of Python in
    processes of their own, which are spawned and import the module of the class; with jobs=1, and if a class cannot be
    imported, in this process. `progress` is True, False or a function of three numbers of games: stored, stored before
    this run, all. Ctrl-C ends the run when the games under way are stored, and raises Interrupted.
    """
    folder = "."
    of_file = isinstance(config, (str, os.PathLike))
    if of_file:
        name = name or os.path.splitext(os.path.basename(cast("str", config)))[0]
        if rules is not None:
            raise _core.InputError("the config says which rules: leave `rules` out")
    results = os.fspath(out) if out else os.path.join("results", name or "run")
    kept: list[str] = []  # files that this call has written
    overrides: dict[str, Any] = {}
    classes: list[tuple[int, bool, type, str, dict[str, Any]]] = []  # place, instead, class, name, options
    data: dict[str, Any] = {} if of_file else dict(cast("Mapping[str, Any]", config or {}))
    added = list(data.pop("players", [])) + list(players or [])
    if repeats is not None:
        overrides["repeats"] = repeats
    if seed is not None:
        if isinstance(seed, str) and seed != "secret":
            raise _core.InputError(f"seed: expected a number or 'secret', not '{seed}'")
        overrides["seed"] = seed

    def taken(entry: Any) -> tuple[type, str, dict[str, Any]]:
        own: dict[str, Any] = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {"player": entry}
        kind: Any = own["player"]
        return kind, own.get("name") or name_of(kind), options_of(kind, own.get("options", {}))

    with tempfile.TemporaryDirectory() as scratch:
        def written(values: Any, file: str) -> str:
            path = os.path.join(scratch, file)
            with open(path, "w", encoding="utf-8") as stream:
                json.dump(values, stream, indent=1)
            return path

        def word(entry: Any, file: str) -> str:
            """What a command line would name beside a config."""
            return os.fspath(entry) if isinstance(entry, (str, os.PathLike)) else written(_absolute(entry, folder), file)

        try:
            if of_file:
                path = os.fspath(cast("str", config))
                overrides["players"] = [word(entry, f"{place}.yaml") for place, entry in enumerate(added) if not _is_class(entry)]
                named: list[str] = []
                for entry in sequencers or []:
                    if isinstance(entry, (str, os.PathLike)):
                        named.append(os.fspath(cast("str | os.PathLike[str]", entry)))
                    elif "mix" in (its := _sequencer_entry(entry, results, kept)):
                        named.append(its["mix"])
                    else:
                        raise _core.InputError(f"sequencers: beside a config, expected names, paths and mixes, not {entry}")
                if named:
                    overrides["sequencers"] = named
                core_run = _core._Run(path, name or "run", overrides)
                for place, entry in enumerate(filter(_is_class, added), len(core_run.players)):
                    classes.append((place, False, *taken(entry)))
            else:
                given: Sequence[Any] = sequencers or data.get("sequencers", [])
                data["sequencers"] = [_absolute(_sequencer_entry(entry, results, kept), folder) for entry in given]
                if rules is not None:
                    data["rules"] = rules
                if isinstance(data.get("rules"), _core.Rules):
                    data["rules"] = {"profile": data["rules"].profile, **data["rules"].single()}
                if not added or not data["sequencers"]:
                    raise _core.InputError("run() needs a config, or both players and sequencers")
                entries: list[Any] = []
                for place, entry in enumerate(added):
                    if _is_class(entry):
                        classes.append((place, True, *taken(entry)))
                        entry = {"player": "naive", "name": f"place of {place}"}
                    elif isinstance(entry, (str, os.PathLike)):
                        entry = _entry(cast("str | os.PathLike[str]", entry), True)
                    entries.append(_absolute(entry, folder))
                data["players"] = entries
                path = written(data, "config.yaml")
                core_run = _core._Run(path, name or "run", {**overrides, "folder": os.getcwd()})
        except _core.InputError as error:
            for file in kept:
                os.unlink(file)
                with contextlib.suppress(OSError):  # it is not empty
                    os.removedirs(os.path.dirname(file))
            if of_file:
                raise
            raise _core.InputError(str(error).replace(os.path.join(scratch, "config.yaml"), "config")) from None

    jobs = jobs or os.cpu_count() or 1
    in_workers: list[tuple[type, dict[str, Any], str | None]] = []
    for place, instead, kind, its_name, options in classes:
        identity = identity_of(kind, options)
        known = identity
        if identity is None:
            identity = json.dumps({"python": kind.__qualname__, "unknown": uuid.uuid4().hex})
        core_run.enter(place, instead, its_name, identity, kind, options)
        if jobs > 1 and _can_be_spawned(kind):
            core_run.use_workers(place, len(in_workers))
            in_workers.append((kind, options, known))
    folder_of_results = os.fspath(out) if out else os.path.join("results", core_run.name)
    workers = _Workers(in_workers) if in_workers else None
    try:
        _play(core_run, folder_of_results, jobs, traces, fresh, anew, workers.start if workers else None, progress)
    finally:
        if workers:
            workers.end()
    from ._results import Results
    return Results(folder_of_results)


def compare(a: str | os.PathLike[str], b: str | os.PathLike[str], *, config: str | os.PathLike[str] | None = None,
            sequencers: Sequence[str | os.PathLike[str]] = (), options: Sequence[str] = (), rules: str | None = None,
            alpha: float | None = None, beta: float | None = None, delta: float | None = None, max_games: int | None = None,
            repeats: int | None = None, seed: int | str | None = None, out: str | os.PathLike[str] | None = None,
            jobs: int | None = None, fresh: bool = False) -> dict[str, Any]:
    """Which of two players is better: `pentocity compare`, whose options these are, with its defaults.

    `a` and `b` are what it takes: names of the config, built-in names, or files, such as that of a class that serves itself (see
    serve()). Returns what `--format json` prints (docs/reference/formats.md#a-comparison): a dict with `verdict` (a, b, same or
    undecided), `games`, `mean_difference` and its interval `ci95`, and others. Throws Error with the command's message.
    """
    given = {"config": config, "rules": rules, "alpha": alpha, "beta": beta, "delta": delta, "max-games": max_games,
             "repeats": repeats, "seed": seed, "out": out, "jobs": jobs}
    words = [f"--{name}={value}" for name, value in given.items() if value is not None]
    words += [f"--sequencers={os.fspath(word)}" for word in sequencers] + [f"--option={option}" for option in options]
    answer: dict[str, Any] = json.loads(command("compare", a, b, "--format=json", *words, *["--fresh"] * fresh))
    if failed := sum(answer["failed"].values()):
        warnings.warn(f"{failed} games failed, which count as 0 points: `pentocity compare` says why", stacklevel=2)
    return answer
