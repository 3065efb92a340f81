#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stage.py <folder>: collects what the site is made of, and prints MkDocs' list of pages (nav).

Pages keep their places in the tree, so that the links between them work here as they do in the
repository. What they link to besides (sources, pictures) is copied, too. A page that is in no group
below comes under "More", so a new one needs no line here.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

GROUPS = {
    "Start": ["README.md", "docs/basics.md", "examples/README.md", "docs/types.md", "docs/choosing.md",
              "docs/migrating.md", "docs/faq.md"],
    "Use": ["docs/versions.md", "docs/errors.md", "docs/limits.md", "docs/repository.md",
            "docs/convert.md", "docs/coder.md", "docs/plans.md", "docs/c-api.md"],
    "Formats": ["docs/format.md", "docs/msgpack.md", "docs/flat.md", "docs/flexbuffers.md",
                "docs/foundation.md"],
    "Languages": ["docs/objc.md", "docs/swift.md", "docs/apple.md", "bindings/dotnet/README.md",
                  "docs/dotnet-generator.md", "docs/dotnet-seed.md", "docs/binaryformatter.md"],
    "Project": ["docs/benchmarks.md", "bench/README.md", "CONTRIBUTING.md", "docs/architecture.md",
                "docs/releases.md", "CHANGELOG.md", "SECURITY.md", "docs/CODE_OF_CONDUCT.md"],
}


def tracked():
    """Files of the repository, also those that are not committed yet."""
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                         capture_output=True, text=True).stdout
    return {line for line in out.split("\n") if (ROOT / line).is_file()}


def title(page):
    for line in (ROOT / page).read_text(encoding="utf-8").split("\n"):
        if line.startswith("# "):
            return line[2:].replace("`", "").strip()
    return page


def links(page):
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.S)
    found = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text)
    for link in found:
        if ":" not in link:
            path = (ROOT / page).parent / link
            yield str(path.resolve().relative_to(ROOT)) if path.exists() else None, link


def main():
    out = pathlib.Path(sys.argv[1])
    files = tracked()
    pages = {f for f in files if re.fullmatch(r"docs/[\w-]+\.md", f)}
    pages |= {f for group in GROUPS.values() for f in group if f in files}
    # A page that another one links to is a page, too.
    queue = sorted(pages)
    others = set()
    while queue:
        page = queue.pop()
        for target, link in links(page):
            if target is None:
                sys.exit(f"{page}: {link} is not there")
            if (ROOT / target).is_dir() or target in pages | others:
                continue
            if target.endswith(".md"):
                pages.add(target)
                queue.append(target)
            else:
                others.add(target)
    for name in pages | others:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, out / name)
    for name in pages:  # a folder is no page: of a link to one only its text stays
        text = (out / name).read_text(encoding="utf-8")
        for target, link in links(name):
            if (ROOT / target).is_dir():
                text = re.sub(r"\[([^\]]+)\]\(" + re.escape(link) + r"\)", r"`\1`", text)
        (out / name).write_text(text, encoding="utf-8")
    shutil.copyfile(ROOT / "docs/site/site.css", out / "site.css")

    nav, listed = [], set()
    for group, names in GROUPS.items():
        names = [n for n in names if n in pages]
        listed |= set(names)
        nav.append({group: [{("Overview" if n == "README.md" else title(n)): n} for n in names]})
    more = sorted(pages - listed)
    if more:
        nav.append({"More": [{title(n): n} for n in more]})
    nav.append({"API reference": "reference/index.html"})
    print("nav: " + json.dumps(nav))


main()
