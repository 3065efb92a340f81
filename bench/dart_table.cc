// SPDX-License-Identifier: MIT
//
// The rows are those of the comparison, each with the codecs that do the same work here: numbered
// or no fields for Hive's adapters, the same format for the others. A codec takes its place when a
// contender of that name is in the run; until then its row has none. Rivals that the comparison
// did not have come behind, so that the fastest of all is in the table.
#include "dart_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace fastser_bench {
namespace {

struct Original {
  std::string_view name;
  std::string_view bytes;
  std::string_view encode_us;
  std::string_view decode_us;
  std::array<std::string_view, 4> codecs;  // a `*` behind a name: all that start so
};
// "Ticks" of a thousand runs, compiled, as its author published them (and doubted them).
constexpr std::array<Original, 8> kOriginals = {{
    {"Hive", "96, 70", "19.7", "18.6", {"archive", "archive_bare", "archive_compact"}},
    {"FlatBuffers, object builder", "160", "26.8", "1.5", {"flat", "flat_*"}},
    {"FlatBuffers, buffer builder", "160", "29.2", "1.3", {"flatbuffers"}},
    {"MessagePack, string keys", "123", "53.6", "24.7", {"msgpack_map"}},
    {"MessagePack, integer keys",
     "67, 70",
     "21.6",
     "15.0",
     {"msgpack_intmap", "msgpack_array", "msgpack_c", "glaze_msgpack"}},
    {"FlexBuffers, object", "200", "83.3", "2.0", {"flexbuffers", "flexbuffers_object*"}},
    {"FlexBuffers, vector", "130", "41.9", "–", {"flexbuffers_vector*", "flexbuffers_array*"}},
    {"FlexBuffers, map", "154", "59.1", "–", {"flexbuffers_map*"}},
}};
constexpr std::array<const char*, 3> kOperations = {"encode", "decode", "view"};

// What one codec did to the record.
struct Line {
  Row row;  // of any of the operations
  std::array<std::optional<double>, kOperations.size()> ns;
};

bool matches(std::string_view codec, std::string_view pattern) {
  if (!pattern.ends_with('*')) return codec == pattern;
  pattern.remove_suffix(1);
  return codec.starts_with(pattern);
}
bool takes_place_of(const Original& original, const Row& row) {
  return std::ranges::any_of(original.codecs, [&](std::string_view pattern) {
    return matches(row.description.codec, pattern);
  });
}
bool is_placed(const Row& row) {
  return std::ranges::any_of(
      kOriginals, [&](const Original& original) { return takes_place_of(original, row); });
}

std::vector<Line> gather(std::span<const Table> tables) {
  std::vector<Line> lines;
  for (const Table& table : tables) {
    const auto operation = std::ranges::find(kOperations, table.operation);
    if (table.workload != "person" || operation == kOperations.end()) continue;
    for (const Row& row : table.rows) {
      const bool shown = row.description.role == Role::rival || is_placed(row);
      if (!shown) continue;
      auto line = std::ranges::find(lines, row.description.codec,
                                    [](const Line& l) { return l.row.description.codec; });
      if (line == lines.end()) line = lines.insert(lines.end(), Line{row, {}});
      line->ns[static_cast<std::size_t>(operation - kOperations.begin())] = row.min_ns;
    }
  }
  return lines;
}

class Writer {
 public:
  Writer(std::ostream& out, std::vector<Line> lines) : out_(out), lines_(std::move(lines)) {
    for (const Line& line : lines_) {
      for (std::size_t i = 0; i < kOperations.size(); ++i) {
        if (line.ns[i]) fastest_[i] = std::min(fastest_[i].value_or(*line.ns[i]), *line.ns[i]);
      }
    }
  }

  void write() {
    write_head();
    for (const Original& original : kOriginals) {
      const std::string there = "| " + padded(std::string(original.name), kNameWidth, true) +
                                " | " + padded(std::string(original.bytes), 6, false) + " | " +
                                padded(std::string(original.encode_us), 6, false) + " | " +
                                padded(std::string(original.decode_us), 6, false) + " |";
      bool first = true;
      for (const Line& line : lines_) {
        if (!takes_place_of(original, line.row)) continue;
        write_line(first ? there : kNothingThere, &line);
        first = false;
      }
      if (first) write_line(there, nullptr);
    }
    for (const Line& line : lines_) {
      if (!is_placed(line.row)) write_line(kNothingThere, &line);
    }
    out_ << "\n";
  }

 private:
  static constexpr std::size_t kNameWidth = 27;
  static constexpr std::size_t kCodecWidth = 19;

  void write_head() {
    out_ << "## The comparison in Dart (2020)\n\n"
            "Its record, `person`; decode reads every field. Left its rows and figures (µs on its "
            "author's machine;\nits decode of FlatBuffers and FlexBuffers read no field), right "
            "what this run measured in their place,\neach × the fastest of this table.\n\n"
            "| there                       |  bytes | encode | decode | here                | "
            "bytes |";
    std::string rule =
        "|-----------------------------|-------:|-------:|-------:|"
        "---------------------|------:|";
    for (std::size_t i = 0; i < kOperations.size(); ++i) {
      if (!fastest_[i]) continue;
      out_ << " " << padded(kOperations[i], 7, false) << " |      × |";
      rule += "--------:|-------:|";
    }
    out_ << "\n" << rule << "\n";
  }
  // Null: no codec of this row is in the run.
  void write_line(const std::string& there, const Line* line) {
    out_ << there << " "
         << padded(line != nullptr ? codec_label(line->row) : "not in this run", kCodecWidth, true)
         << " | "
         << padded(line != nullptr ? format_count(line->row.description.bytes) : "–", 5, false)
         << " |";
    for (std::size_t i = 0; i < kOperations.size(); ++i) {
      if (!fastest_[i]) continue;
      const std::optional<double> ns = line != nullptr ? line->ns[i] : std::nullopt;
      out_ << " " << padded(ns ? format_time(*ns) : "–", 7, false) << " | "
           << padded(ns ? format_ratio(*ns / *fastest_[i]) : "–", 6, false) << " |";
    }
    out_ << "\n";
  }

  const std::string kNothingThere =
      "| " + std::string(kNameWidth, ' ') + " |        |        |        |";
  std::ostream& out_;
  std::vector<Line> lines_;
  std::array<std::optional<double>, kOperations.size()> fastest_;
};

}  // namespace

void write_dart_table(std::ostream& out, std::span<const Table> tables) {
  std::vector<Line> lines = gather(tables);
  if (!lines.empty()) Writer(out, std::move(lines)).write();
}

}  // namespace fastser_bench
