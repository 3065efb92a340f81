# SPDX-License-Identifier: MIT
#
# Do the lines of a block stand in a file, whole and one after the other? Blanks around a line do not
# count. An empty line or a line "..." divides the block into pieces, each of which may stand anywhere: a
# page calls functions in another order than a program defines them. Prints the first line that is not
# where it should be.
#
#   awk -f lines.awk BLOCK FILE
function trimmed(text) { gsub(/^[ \t]+|[ \t\r]+$/, "", text); return text }

FNR == NR { line = trimmed($0); block[++size] = line == "..." ? "" : line; next }
trimmed($0) != "" { file[++total] = trimmed($0) }

END {
  for (from = 1; from <= size; from = to + 1) {
    for (to = from; to <= size && block[to] != ""; ++to) {}
    best = 0  # how many lines of the piece stand together somewhere
    for (start = 1; start <= total && best < to - from; ++start) {
      for (i = from; i < to && block[i] == file[start + i - from]; ++i) {}
      if (i - from > best) best = i - from
    }
    if (best < to - from) {
      print block[from + best]
      exit 1
    }
  }
}
