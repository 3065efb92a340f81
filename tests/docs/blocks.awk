# SPDX-License-Identifier: MIT
#
# Takes the code blocks of one page apart, so that the tests can compile and run them. Called by
# CMakeLists.txt; README.md of this folder says how a page is written.
#
#   awk -v page=docs/basics.md -v name=basics -v top=SOURCES -v out=FOLDER -f blocks.awk
#
# It writes to FOLDER:
#   NAME.cc      the C++ programs of the page, each in a namespace of its own, and a main() that calls
#                the one whose number it is given: one compile for a page, since what costs time is
#                what they include
#   NAME_N.cc .c a program that cannot share a file: `alone`, `template <>`, and C
#   NAME_N.sh    a script; NAME_N.lines: lines that must stand in a file that is compiled elsewhere
#   NAME_N.cmake a project, NAME_N.installed a script: ../install/CMakeLists.txt builds and runs them
#   NAME_N.out   what block N has to print
#   NAME.list    what run.sh has to do, in the order of the page
#   NAME.errors  blocks that nothing covers; empty when all is well
#
# Invariant: a block is run, compared, or named in exceptions.txt with a reason. Everything else is an
# error, an exception that matches nothing as well.

function error(line, text) { print page ":" line ": " text > errors }

# What run.sh has to do for block `number`; printed in the order of the blocks.
function todo(number, what) { to_do[number] = what }

function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

# The lines of a file in `into`, from 1; how many.
function read_lines(file, into,   count, line) {
  count = 0
  while ((getline line < file) > 0) into[++count] = line
  close(file)
  return count
}

function read_exceptions(   lines, count, i, parts) {
  count = read_lines(top "/tests/docs/exceptions.txt", lines)
  for (i = 1; i <= count; ++i) {
    if (lines[i] ~ /^#/ || lines[i] == "") continue
    if (split(lines[i], parts, / *[|] */) != 4 || parts[4] == "") {
      error(0, "tests/docs/exceptions.txt:" i ": not `page | language | text | reason`")
    } else if (parts[1] == page) {
      ++exceptions
      exception_language[exceptions] = parts[2]
      exception_text[exceptions] = parts[3]
    }
  }
}

# Is the block, whose lines are block[1..size], an exception? An entry is for one block: a second block
# with the same text needs a reason of its own.
function is_exception(   i, k) {
  for (i = 1; i <= exceptions; ++i) {
    if (exception_used[i] || exception_language[i] != (language == "" ? "-" : language)) continue
    for (k = 1; k <= size; ++k) {
      if (index(block[k], exception_text[i])) {
        exception_used[i] = 1
        return 1
      }
    }
  }
  return 0
}

# What a program mentions must be included by it, though others in the same file include it too.
function check_includes(start, text,   i, parts, count, needs) {
  needs = "fastser::archive::=archive.hpp,repository.hpp;fastser::msgpack::=msgpack.hpp" \
          ";fastser::flat::=flat.hpp;fastser::flexbuffers::=flexbuffers.hpp" \
          ";fastser::convert::=convert.hpp,inspect.hpp,json.hpp;fastser::graph::=graph.hpp" \
          ";fastser::Plan=plan.hpp;fastser::Repository=repository.hpp" \
          ";fastser::CoderWriter=coder.hpp;fastser::CoderReader=coder.hpp" \
          ";printf(=<cstdio>,<stdio.h>;puts(=<cstdio>,<stdio.h>;std::cout=<iostream>" \
          ";std::cerr=<iostream>;std::ofstream=<fstream>;std::ifstream=<fstream>"
  count = split(needs, parts, ";")
  for (i = 1; i <= count; ++i) check_include(start, text, parts[i])
}
function check_include(start, text, need,   at, word, headers, count, i) {
  at = index(need, "=")
  word = substr(need, 1, at - 1)
  if (!index(text, word)) return
  count = split(substr(need, at + 1), headers, ",")
  for (i = 1; i <= count; ++i) if (index(text, headers[i])) return
  error(start, "a program uses " word " without #include of " substr(need, at + 1))
}

# A whole program, lines[from..to], which starts in line `start` of the page (0: of a wrapper).
function add_program(number, start, kind, lines, count, alone,   i, text, file, body) {
  text = ""
  for (i = 1; i <= count; ++i) text = text lines[i] "\n"
  check_includes(start, text)
  if (text ~ /\ntemplate <>/) alone = 1
  if (kind == "c" || alone) {
    file = name "_" number
    printf "%s", (start ? "#line " (start + 1) " \"" page "\"\n" : "") text > (out "/" file (kind == "c" ? ".c" : ".cc"))
    close(out "/" file (kind == "c" ? ".c" : ".cc"))
    todo(number, "program " number " docs_" file)
    return
  }
  body = ""
  for (i = 1; i <= count; ++i) {
    if (lines[i] ~ /^#include/) {
      if (!(lines[i] in included)) includes = includes lines[i] "\n"
      included[lines[i]] = 1
      body = body "\n"
    } else {
      body = body lines[i] "\n"
    }
  }
  bundle = bundle "\nnamespace " name "_" number " {\n" \
           (start ? "#line " (start + 1) " \"" page "\"\n" : "") body "}  // namespace\n"
  calls = calls "  if (number == " number ") return " name "_" number "::main(" \
          (text ~ /int main\(int/ ? "count - 1, words + 1" : "") ");\n"
  todo(number, "program " number " docs_" name " " number)
}

# A fragment for the wrapper `which`: lines that are "..." divide it into pieces.
function add_fragment(number, start, which,   i, at) {
  if (!(which in wrapper_number)) {
    wrapper_number[which] = number
    wrappers[++wrapper_count] = which
  }
  at = ++pieces[which]
  piece_line[which, at] = start
  for (i = 1; i <= size; ++i) {
    if (trimmed(block[i]) == "...") {
      at = ++pieces[which]
      piece_line[which, at] = start + i
    } else {
      piece[which, at] = piece[which, at] block[i] "\n"
    }
  }
}

# Fills the wrapper's places, which are lines with nothing but "//@", with the pieces of the page.
function add_wrapper(which,   file, kind, lines, count, i, k, used, whole, total, parts, number) {
  number = wrapper_number[which]
  kind = which ~ /\.c$/ ? "c" : "cpp"
  file = top "/tests/docs/wrap/" which
  count = read_lines(file, lines)
  if (count == 0) {
    error(piece_line[which, 1], "there is no tests/docs/wrap/" which)
    return
  }
  used = total = 0
  for (i = 1; i <= count; ++i) {
    if (trimmed(lines[i]) != "//@") {
      whole[++total] = lines[i]
      continue
    }
    ++used
    whole[++total] = "#line " (piece_line[which, used] + 1) " \"" page "\""
    k = split(piece[which, used], parts, "\n")
    for (k = 1; k in parts; ++k) whole[++total] = parts[k]
    whole[++total] = "#line " (i + 1) " \"tests/docs/wrap/" which "\""
  }
  if (used != pieces[which]) {
    error(piece_line[which, 1], "tests/docs/wrap/" which " has " used " places for " pieces[which] " pieces")
  }
  add_program(number, 0, kind, whole, total, 0)
}

# Decides what becomes of a block that has just ended.
function end_block(   i, text, whole) {
  ++number
  for (i = 1; i <= size; ++i) text = text block[i] "\n"
  whole = text ~ /int main\(/
  if (directive !~ /^(|alone|by tests[/]install|in [^ ]+|lines of [^ ]+)$/) {
    error(directive_line, "no such comment: " directive)
  }
  if (is_exception()) {
    last = 0
  } else if (directive ~ /^lines of /) {
    printf "%s", text > (out "/" name "_" number ".lines")
    todo(number, "lines " number " " substr(directive, 10))
    last = 0
  } else if (directive == "by tests/install" && (language == "cmake" || language == "sh")) {
    printf "%s", text > (out "/" name "_" number (language == "sh" ? ".installed" : ".cmake"))
    last = 0
  } else if (directive ~ /^in /) {
    add_fragment(number, start, substr(directive, 4))
    last = wrapper_number[substr(directive, 4)]
  } else if ((language == "cpp" || language == "c") && whole) {
    add_program(number, start, language, block, size, directive == "alone" || name == "readme")
    last = number
  } else if (language == "sh") {
    printf "%s", text > (out "/" name "_" number ".sh")
    todo(number, "sh " number)
    last = number
  } else if (language == "text" && last) {
    printf "%s", text > (out "/" name "_" last ".out")
    last = 0
  } else {
    error(start, "nothing covers this block of " (language == "" ? "no language" : language) \
          "; tests/docs/README.md says how")
    last = 0
  }
  directive = ""
}

BEGIN {
  errors = out "/" name ".errors"
  list = out "/" name ".list"
  printf "" > errors
  printf "" > list
  read_exceptions()
  file = top "/" page
  while ((getline line < file) > 0) {
    ++at
    if (inside) {
      if (line ~ /^ *```/) {
        inside = 0
        end_block()
      } else {
        block[++size] = line
      }
    } else if (line ~ /^[ \t>*+-]*(```|~~~)/ || line ~ /^ *[0-9]+[.)] *(```|~~~)/ || line ~ /<pre/) {
      if (line !~ /^```[a-z]*$/) error(at, "a block must begin in the first column, with ``` and its language")
      inside = 1
      start = at
      language = substr(line, 4)
      size = 0
      split("", block)
    } else if (line ~ /^(    |\t)/ && before == "") {
      error(at, "a block must begin with ```, not with blanks")
    } else if (line ~ /^<!-- test: .* -->$/) {
      directive = substr(line, 12, length(line) - 15)
      directive_line = at
    } else if (trimmed(line) != "" && directive != "") {
      error(directive_line, "no block follows this comment")
      directive = ""
    }
    before = trimmed(line)
  }
  if (at == 0) error(0, "no such page")
  if (inside) error(start, "this block has no end")
  for (i = 1; i <= wrapper_count; ++i) add_wrapper(wrappers[i])
  for (i = 1; i <= exceptions; ++i) {
    if (!exception_used[i]) error(0, "tests/docs/exceptions.txt: no block has \"" exception_text[i] "\"")
  }
  for (i = 1; i <= number; ++i) if (i in to_do) print to_do[i] > list
  if (bundle != "") {
    file = out "/" name ".cc"
    print "// Made of the blocks of " page " by tests/docs/blocks.awk.\n#include <cstdlib>\n" includes > file
    print bundle > file
    print "\nint main(int count, char** words) {\n" \
          "  const int number = count > 1 ? std::atoi(words[1]) : 0;\n" calls "  return 99;\n}" > file
  }
}
