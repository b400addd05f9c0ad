#!/usr/bin/env python3
"""Edits sources of plugins as the table of names on the page about compatibility says, and in no other way.

    tests/compatibility/apply_table.py PAGE SOURCE...

The table is the one whose columns are `before` and `now`. A row names in backquotes what to replace, and by what, one for one.
A row without names in its second column is of something that has no successor. `Type::name` stands for itself and for a member,
as in `.name`; a name that ends in `()` or `(...)` for a call; a name with a slash for a header.
"""
import pathlib
import re
import sys


def edits(page: str) -> list[tuple[str, str]]:
    """Regular expressions, each with what takes the place of its matches."""
    out = []
    table = re.search(r"^\| before \| now \|.*\n\|[-| ]+\|\n((?:\|.*\n)+)", page, re.MULTILINE)
    if not table:
        sys.exit("the page has no table with the columns `before` and `now`")
    for row in table[1].splitlines():
        before, now = (re.findall(r"`([^`]+)`", cell) for cell in row.strip("|").split("|")[:2])
        if now and len(before) != len(now):
            sys.exit(f"this row names {len(before)} and {len(now)} things: {row}")
        for old, new in zip(before, now):
            after = r"\b(?=\()" if new.endswith(")") else r"\b\(\)" if old.endswith(")") else r"\b"
            old, new = (re.sub(r"\(.*\)$", "", name) for name in (old, new))
            if "::" in old:
                for sign in (r"\.", "->"):
                    member = new.split("::")[-1]
                    out.append((f"(?<={sign})" + re.escape(old.split("::")[-1]) + after, member))
            out.append((r"(?<![\w:])" + re.escape(old) + after, new))
    return out


def main() -> None:
    found = edits(pathlib.Path(sys.argv[1]).read_text())
    for name in sys.argv[2:]:
        path = pathlib.Path(name)
        text = path.read_text()
        for pattern, new in found:
            text = re.sub(pattern, new, text)
        path.write_text(text)


main()
