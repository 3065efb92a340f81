#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""INPUT_FILTER of Doxygen: makes its comments of ours, so that headers stay plain text.

  - The comment at the head of a file becomes the page of that file.
  - In C headers, a comment above a declaration or behind a member becomes one of Doxygen's.
  - A comment stands for all declarations below it, up to a blank line or the next comment.
  - Indented lines of a comment become code. Signs that Doxygen takes for its own are escaped.
"""
import re
import sys

# Outside `code`: what Doxygen reads as a command, a tag or a link.
SIGNS = re.compile(r"[\\@<>#%&\"]|--|::")


def escaped(text):
    parts = text.split("`")
    for i in range(0, len(parts), 2):  # outside of pairs of `
        parts[i] = SIGNS.sub(lambda m: "".join("\\" + c if c != "-" else c for c in m[0])
                             if m[0] != "--" else r"\-\-", parts[i])
        parts[i] = parts[i].replace(r"\:\:", "::")
    return "`".join(parts)


def text_of(lines, language):
    """Lines of a comment without its marks, as Doxygen's Markdown."""
    out, code = [], False
    for i, line in enumerate(lines):
        indented = line.startswith("   ") or (line.startswith("  ") and not line.startswith("  - ")
                                              and (code or i == 0 or not lines[i - 1].strip()))
        if line.lstrip().startswith(("- ", "* ")) and not code:
            indented = False
        if code and not line.strip():
            later = next((n for n in lines[i + 1:] if n.strip()), "")
            indented = later.startswith("  ")
        if indented != code:
            out.append("@code{.%s}" % language if indented else "@endcode")
            code = indented
        out.append(line if code else escaped(line.strip()))
    if code:
        out.append("@endcode")
    return out


def comment(lines, language, mark="/**"):
    body = text_of(lines, language)
    # "*/" of an example would end the comment.
    return [mark] + [(" * " + line.replace("*/", "*&zwj;/")).rstrip() for line in body] + [" */"]


def filter_cpp(lines):
    head = 0
    while head < len(lines) and lines[head].startswith("//"):
        head += 1
    yield from comment(["@FILE@"] + [line[3:] for line in lines[1:head]], "cpp")
    block, indent = [], ""
    lines = lines[head:]
    for i, line in enumerate(lines):
        if re.match(r'\s*#include ".*[.]inc"', line):  # pieces of functions; Doxygen looks for them in vain
            line = ""
        # Doxygen 1.9.4 links to friends on pages where it does not show them.
        if re.match(r"\s*friend .*;", line):
            line = line.replace("friend ", "", 1) if block else ""
        if re.match(r"\s*//(?!/)", line):
            behind = next((n for n in lines[i:] if not re.match(r"\s*//", n)), "")
            if CLASS.match(behind):
                line = line.replace("//", "///", 1)
        match = re.match(r"(\s*)///(?!<) ?(.*)", line)
        if match:
            indent = match[1]
            block.append(match[2])
            continue
        if block:
            yield from (indent + one for one in comment(block, "cpp"))
            block = []
        match = re.match(r"(.*)///< ?(.*)", line)
        yield match[1] + "///< " + escaped(match[2]) if match else line


def without_stars(text):
    return [re.sub(r"^\s*\* ?", "", line) if i else line.strip()
            for i, line in enumerate(text.split("\n"))]


def filter_c(text):
    head_seen, line_so_far = False, ""
    for part in re.split(r"(/\*.*?\*/)", text, flags=re.S):  # no string of ours holds a comment
        if not part.startswith("/*"):
            line_so_far = part.rsplit("\n", 1)[-1] if "\n" in part else line_so_far + part
            yield part
            continue
        lines = without_stars(part[2:-2].rstrip())
        if not head_seen:
            head_seen = True
            yield "\n".join(comment(["@FILE@"] + lines[1:], "c"))
        elif lines[0].startswith("----"):
            yield ""  # the title of a part of the file
        else:
            yield "\n".join(comment(lines, "c", "/**<" if line_so_far.strip() else "/**"))


# A plain comment above one of these is what the reference says of it, too.
CLASS = re.compile(r"\s*(template <.*>\s*)?(class|struct|enum|enum class) \w+")


def shared(lines):
    """Repeats a comment before each further declaration that it stands for."""
    block, inside, indent, ended = [], False, "", False
    for line in lines:
        text = line.strip()
        if text == "/**":
            block, inside, ended, indent = [line], True, False, re.match(r"\s*", line)[0]
        elif inside:
            block.append(line)
            inside = text != "*/"
        elif not text or text.startswith(("}", "public:", "private:", "protected:", "#if", "#e", "//")):
            ended = text.startswith("}") and ended
            block = [] if not ended else block
        elif block:
            at_level = re.match(r"\s*", line)[0] == indent
            if at_level and ended and "///<" not in line and "/**<" not in line:
                yield from block
            if at_level or text.endswith((";", "}")):
                define = text.startswith("#define")
                ended = text.endswith((";", "}", "*/")) if not define else not text.endswith("\\")
        yield line


def main():
    path = sys.argv[1]
    text = open(path, encoding="utf-8").read()
    if path.endswith(".hpp"):
        out = "\n".join(shared(filter_cpp(text.split("\n"))))
    elif path.endswith(".h"):
        out = "\n".join(shared("".join(filter_c(text)).split("\n")))
    else:
        out = text
    sys.stdout.write(out.replace(r"\@FILE\@", "@file"))


main()
