"""What a class of Python that plays is known by again."""
from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from . import _core
from ._players import Player, name_of


class _Unknown(Exception):
    """What a class does cannot be told from files."""


def _functions_of(values: Iterable[Any]) -> Iterator[types.FunctionType]:
    """The functions among the values of a module or class, and those of its classes."""
    for given in list(values):
        value: Any = cast("Any", given).__func__ if isinstance(given, (staticmethod, classmethod)) else given
        if isinstance(value, property):
            yield from _functions_of([value.fget, value.fset, value.fdel])
        elif isinstance(value, types.FunctionType):
            yield value
        elif isinstance(value, type):
            yield from _functions_of(vars(value).values())


def _codes_of(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes_of(constant)


def _check_source(module: types.ModuleType, path: str) -> None:
    """Throws _Unknown unless the functions that a module has from its file are those that stand there now."""
    with open(path, "rb") as stream:
        codes = set(_codes_of(compile(stream.read(), path, "exec", dont_inherit=True)))
    for function in _functions_of(value for value in vars(module).values()
                                  if getattr(value, "__module__", None) == module.__name__):
        if function.__code__.co_filename == module.__file__ and function.__code__ not in codes:
            raise _Unknown


def _files_of(module: types.ModuleType, folder: str, found: set[str]) -> None:
    """The source files of a module and of what it has from modules of the same folder or below it."""
    path = getattr(module, "__file__", None)
    if not path or not os.path.isfile(path) or not path.endswith(".py") or path in found:
        return
    if os.path.commonpath([folder, os.path.realpath(path)]) != folder:
        return
    _check_source(module, path)
    found.add(path)
    for value in list(vars(module).values()):
        other = value if isinstance(value, types.ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
        if other is not None:
            _files_of(other, folder, found)


def _defines(path: str, qualified: str) -> bool:
    """Whether a class of this qualified name stands in a file."""
    with open(path, "rb") as stream:
        body: list[ast.stmt] = ast.parse(stream.read()).body
    for name in qualified.split("."):
        inner = [node.body for node in body if isinstance(node, ast.ClassDef) and node.name == name]
        if len(inner) != 1:
            return False
        body = inner[0]
    return True


def identity_of(player: type, options: Mapping[str, Any]) -> str | None:
    """What decides the moves of a player's class, as JSON: its source files and its options; None if that is not known.

    The sources are the file that defines the class, those of the classes that it is derived from, and the modules of the
    same folder that they use, with the files that the attribute `files` of the class names. Not known by its source is a
    class that stands in no file or within a function, and one whose file has changed since it was imported.
    """
    digests: dict[str, str] = {}
    try:
        for kind in player.__mro__:
            if kind in (object, Player):
                continue
            module = sys.modules.get(kind.__module__)
            path = getattr(module, "__file__", None)
            if module is None or not path or not os.path.isfile(path) or not _defines(path, kind.__qualname__):
                return None
            folder = os.path.dirname(os.path.realpath(path))
            found: set[str] = set()
            _files_of(module, folder, found)
            with open(path, "rb") as stream:
                codes = set(_codes_of(compile(stream.read(), path, "exec", dont_inherit=True)))
            if any(function.__code__ not in codes for function in _functions_of([kind])):
                return None
            files: Sequence[str] = kind.__dict__.get("files", ())
            found.update(os.path.join(folder, name) for name in files)
            for file in found:
                with open(file, "rb") as stream:
                    digests[os.path.relpath(file, folder)] = hashlib.blake2b(stream.read(), digest_size=32).hexdigest()
        return json.dumps({"python": player.__qualname__, "files": digests, "options": options}, sort_keys=True)
    except (_Unknown, SyntaxError):
        return None
    except TypeError:
        raise _core.InputError(f"player '{name_of(player)}': options are numbers, strings, booleans and lists of them, "
                               "so that its games can be found again; name files in its attribute `files`") from None
