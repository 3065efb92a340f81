#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# The library as one header and a few sources, for programs without a build system for libraries:
#
#   python3 cmake/amalgamate.py build/single
#   c++ -std=c++20 -I build/single program.cc build/single/fastser_*.cc
#
# fastser.hpp has all public headers of C++ (but those of fastser/types), with what they include;
# fastser_<folder>.cc the sources of a folder, with what those include, and those apart that have names
# in common with others (FASTSER_ALONE in cmake/LayerTable.cmake). Nothing is rewritten but #include lines of our own.
# Conversion is in fastser_convert*.cc, which may be left out by who converts nothing. The output is made, never
# committed.
#
#   python3 cmake/amalgamate.py --swift [--check]
#
# writes what Package.swift compiles, and is committed: sources that include those of a folder, with the C interface's.
# Their headers are then read once for a folder, and the core builds in a third of the time. --check: whether
# they are as this would write them.
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
SOURCES = ROOT / "src"
SWIFT = ROOT / "bindings" / "swift" / "Sources" / "CFastser"
OURS = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([a-z0-9_/]+\.(?:hpp|h|inc))[">].*$')
LAYERS = ["base", "wire", "file", "schema", "archive", "flat", "msgpack", "flexbuffers", "convert"]


def find(name, folders):
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    return None


def expand(path, folders, seen, out, depth=0):
    """The lines of a file, with those of our own files that it includes in place of the lines. Files
    are guarded, and those that stand in an #if come again where they are next included."""
    guard = "FASTSER_HAS_" + re.sub(r"[^a-z0-9]", "_", path.relative_to(ROOT).as_posix())
    once = path.suffix == ".hpp"
    if once:
        out += ["#ifndef " + guard, "#define " + guard]
    for line in path.read_text(encoding="utf-8").splitlines():
        match = OURS.match(line)
        inner = find(match.group(1), folders) if match else None
        if inner is None:
            if re.match(r"[ \t]*#[ \t]*if", line):
                depth += 1
            elif re.match(r"[ \t]*#[ \t]*endif", line):
                depth -= 1
            if line.strip() != "#pragma once":
                out.append(line)
        elif depth > 0:
            expand(inner, folders, set(seen), out, depth)
        elif inner.suffix == ".inc" or inner not in seen:
            seen.add(inner)
            expand(inner, folders, seen, out)
    if once:
        out.append("#endif")


def header():
    lines = ["// SPDX-License-Identifier: MIT", "//",
             "// libfastser, all headers in one (cmake/amalgamate.py).", "#pragma once"]
    seen = set()
    for path in sorted((INCLUDE / "fastser").glob("*.hpp")):
        if path not in seen:
            seen.add(path)
            expand(path, [INCLUDE], seen, lines)
    return lines


def alone():
    table = (ROOT / "cmake" / "LayerTable.cmake").read_text(encoding="utf-8")
    names = re.search(r"set\(FASTSER_ALONE(.*?)\)\n", table, re.DOTALL).group(1)
    return re.compile("(" + "|".join(re.findall(r'[^\s"]+', names)) + ")$")


def units(layers):
    """Sources by the name of the unit that they are compiled in."""
    stands_alone = alone()
    made = {}
    for layer in layers:
        for path in sorted((SOURCES / layer).rglob("*.cc")):
            place = path.relative_to(SOURCES).with_suffix("")
            apart = stands_alone.search(place.as_posix())
            unit = place if apart else place.parent
            made.setdefault("_".join(unit.parts), []).append(path)
    return made


def swift():
    """The sources that Package.swift compiles, by path."""
    made = {}
    for name, paths in units(LAYERS + ["capi"]).items():
        lines = ["// SPDX-License-Identifier: MIT", "// Made by cmake/amalgamate.py --swift."]
        lines += ['#include "%s"' % path.relative_to(SOURCES).as_posix() for path in paths]
        made[SWIFT / (name + ".cc")] = "\n".join(lines) + "\n"
    return made


def write_swift():
    for path in SWIFT.glob("*.cc"):
        path.unlink()
    SWIFT.mkdir(parents=True, exist_ok=True)
    for path, text in swift().items():
        path.write_text(text, encoding="utf-8")


def check_swift():
    if {path: path.read_text(encoding="utf-8") for path in SWIFT.iterdir()} != swift():
        sys.exit("%s is not what the sources are now: python3 cmake/amalgamate.py --swift" % SWIFT.relative_to(ROOT))


def write_single(folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fastser.hpp").write_text("\n".join(header()) + "\n", encoding="utf-8")
    for name, paths in units(LAYERS).items():
        out = ["// SPDX-License-Identifier: MIT", "//",
               "// libfastser, sources (cmake/amalgamate.py): " + name]
        seen = set()
        for path in paths:
            expand(path, [INCLUDE, SOURCES], seen, out)
        (folder / ("fastser_" + name + ".cc")).write_text("\n".join(out) + "\n", encoding="utf-8")


def main():
    arguments = sys.argv[1:]
    if arguments == ["--swift"]:
        write_swift()
    elif arguments == ["--swift", "--check"]:
        check_swift()
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        write_single(pathlib.Path(arguments[0]))
    else:
        sys.exit("usage: amalgamate.py FOLDER | --swift [--check]")


main()
