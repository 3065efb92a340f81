#!/bin/sh
# SPDX-License-Identifier: MIT
#
# chart.sh <docs/benchmarks.md>: the picture of README on the output, as SVG, drawn from the first table
# ("C++: the archive"), so that picture and table cannot differ. A test compares the two
# (tests/tools/chart.sh). `./dev bench --chart` writes docs/results.svg.
#
# Each bar is a time in relation to the best other library, self-described: a short bar is a good one.
# Colours follow the reader's light or dark scheme; the ground is the page's.
exec awk '
function label(name) {
  return name in labels ? labels[name] : name
}
function text(x, y, attributes, what) {
  printf "<text x=\"%d\" y=\"%d\" %s>%s</text>\n", x, y, attributes, what
}
function bar(x, y, kind, value) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"11\" rx=\"2\"/>\n", kind, x, y, value * unit
  text(x + value * unit + 6, y + 10, "class=\"number\"", sprintf("%.2f", value))
}
BEGIN {
  labels["graph100k"] = "graph of 100,000 objects"
  labels["characters1000_shared"] = "1,000 people, shared objects"
  labels["bbitem_10000"] = "map of 10,000 records"
  labels["monsters"] = "1,000 game records"
  labels["testobject"] = "one record of 14 fields"
  labels["person"] = "one small record"
  labels["characters1000"] = "1,000 people, copies"
  labels["log"] = "10,000 log entries"
  labels["mesh"] = "mesh of 1,500,000 floats"
  labels["ints20k_bulk"] = "20,000 integers"
  labels["unique_strings"] = "20,000 unequal strings"
}
/^## / { inside = /^## C\+\+: the archive/ }
inside && /^\| *[a-z0-9_]+ *\| *[0-9.]+ \/ / {
  split($0, cells, " *[|] *")
  split(cells[3], encode, " ")
  split(cells[5], decode, " ")
  names[++rows] = cells[2]
  write[rows] = encode[1]
  read_[rows] = decode[1]
}
END {
  if (rows == 0) {
    print "chart.sh: no table under \"## C++: the archive\"" > "/dev/stderr"
    exit 1
  }
  left = 216; unit = 330; top = 84; step = 33
  bottom = top + rows * step
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 620 %d\" width=\"620\" height=\"%d\" role=\"img\" aria-labelledby=\"title\">\n", bottom + 26, bottom + 26
  print "<title id=\"title\">Time of libfastser in relation to the best other library, by workload</title>"
  print "<style>"
  print "text { font: 14px -apple-system, \"Segoe UI\", \"DejaVu Sans\", Arial, sans-serif; fill: #1f2328; }"
  print ".head { font-size: 17px; font-weight: 600; } .number { font-size: 12px; } .quiet { fill: #57606a; font-size: 13px; }"
  print ".encode { fill: #0969da; } .decode { fill: #1a7f64; } .one { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 4 3; } .says { fill: #cf222e; font-size: 13px; }"
  print "@media (prefers-color-scheme: dark) {"
  print "text { fill: #e6edf3; } .quiet { fill: #9198a1; } .encode { fill: #4493f8; } .decode { fill: #3fb99a; } .one { stroke: #ff7b72; } .says { fill: #ff7b72; } }"
  print "</style>"
  text(10, 22, "class=\"head\"", "Time in relation to the best other library")
  text(10, 42, "class=\"quiet\"", "Shorter is faster. Archives that describe themselves; all libraries check bounds.")
  print "<rect class=\"encode\" x=\"10\" y=\"55\" width=\"11\" height=\"11\" rx=\"2\"/>"
  text(26, 65, "", "write")
  print "<rect class=\"decode\" x=\"76\" y=\"55\" width=\"11\" height=\"11\" rx=\"2\"/>"
  text(92, 65, "", "read")
  text(left + unit, 65, "class=\"says\" text-anchor=\"middle\"", "best other library")
  printf "<line class=\"one\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", left + unit, 72, left + unit, bottom
  for (row = 1; row <= rows; ++row) {
    y = top + (row - 1) * step
    text(left - 8, y + 16, "text-anchor=\"end\"", label(names[row]))
    bar(left, y, "encode", write[row])
    bar(left, y + 13, "decode", read_[row])
  }
  text(10, bottom + 16, "class=\"quiet\"", "./dev bench, g++ 12, x86-64; figures and what they mean: docs/benchmarks.md")
  print "</svg>"
}' "$1"
