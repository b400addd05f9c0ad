"""The typed stubs name all that the module has."""
import ast
import os
import subprocess
import sys

import pentocity._core as core

STUBS = os.path.join(os.path.dirname(__file__), "..", "pentocity", "_core.pyi")


def test_every_name_has_a_stub():
    with open(STUBS, encoding="utf-8") as stream:
        body = ast.parse(stream.read()).body
    classes = {node.name: {part.name if isinstance(part, ast.FunctionDef) else part.target.id for part in node.body
                           if isinstance(part, (ast.FunctionDef, ast.AnnAssign))}
               for node in body if isinstance(node, ast.ClassDef)}
    others = {node.name if isinstance(node, ast.FunctionDef) else node.target.id for node in body
              if isinstance(node, (ast.FunctionDef, ast.AnnAssign))}
    public = {name for name in vars(core) if not name.startswith("_")}
    assert public == {name for name in set(classes) | others if not name.startswith("_")}
    for name, members in classes.items():
        there = {member for member in vars(getattr(core, name)) if not member.startswith("_")}
        assert there == {member for member in members if not member.startswith("_")}, name


def test_everything_public_says_what_it_is():
    import pentocity
    for name in dir(pentocity):
        value = getattr(pentocity, name)
        if name.startswith("_") or not callable(value):
            continue
        assert value.__doc__, name
        for member, kind in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and (isinstance(kind, property) or callable(kind)):
                assert kind.__doc__, f"{name}.{member}"


def test_help_needs_no_other_package():
    script = ("import sys\nfor name in ('gymnasium', 'pandas', 'numpy', 'networkx', 'gerrychain'): sys.modules[name] = None\n"
              "import pydoc, pentocity\nprint(pydoc.plain(pydoc.render_doc(pentocity)))")
    text = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "class SiteSearch" in text and "make_vec(num_envs" in text
