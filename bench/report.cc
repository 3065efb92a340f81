// SPDX-License-Identifier: MIT
//
// Collecting, ranking and printing. Charts are in charts.cc.
#include "report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iomanip>

#include "dart_table.hpp"

namespace fastser_bench {
namespace {

constexpr std::array<const char*, 8> kOperationOrder = {
    "encode", "encode_fresh", "decode", "decode_reuse", "view", "verify", "flush", "reload"};

// Google Benchmark renamed this member between 1.7 and 1.8.
template <class Run>
bool has_failed(const Run& run) {
  if constexpr (requires { run.error_occurred; }) {
    return run.error_occurred;
  } else {
    return static_cast<bool>(run.skipped);
  }
}
template <class Run>
std::string failure_of(const Run& run) {
  if constexpr (requires { run.error_message; }) {
    return run.error_message;
  } else {
    return run.skip_message;
  }
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

void rank(Table& table) {
  std::ranges::sort(table.rows, {}, &Row::min_ns);
  const auto best = std::ranges::find_if(table.rows, [](const Row& row) {
    return row.description.role == Role::rival && !row.description.keeps_old;
  });
  if (best == table.rows.end()) return;
  table.best_rival = best->description.codec;
  table.best_rival_ns = best->min_ns;
  for (Row& row : table.rows) row.ratio = row.min_ns / table.best_rival_ns;
}

void write_table(std::ostream& out, const Table& table) {
  std::size_t width = 5;
  for (const Row& row : table.rows) width = std::max(width, codec_label(row).size());
  out << "### " << table.workload << " / " << table.operation << "\n\n| "
      << padded("codec", width, true) << " |       min |    median | × best rival |      bytes |\n|"
      << std::string(width + 2, '-') << "|----------:|----------:|-------------:|-----------:|\n";
  for (const Row& row : table.rows) {
    out << "| " << padded(codec_label(row), width, true) << " | "
        << padded(format_time(row.min_ns), 9, false) << " | "
        << padded(format_time(row.median_ns), 9, false) << " | "
        << padded(row.ratio > 0 ? format_ratio(row.ratio) : "–", 12, false) << " | "
        << padded(row.description.bytes > 0 ? format_count(row.description.bytes) : "–", 10, false)
        << " |\n";
  }
  out << "\n";
}

// One line per table: the best rival, and where each of our codecs stands to it.
void write_summary(std::ostream& out, const std::vector<Table>& tables) {
  std::vector<std::string> own;
  for (const Table& table : tables) {
    for (const Row& row : table.rows) {
      const std::string& codec = row.description.codec;
      if (row.description.role == Role::own && std::ranges::find(own, codec) == own.end()) {
        own.push_back(codec);
      }
    }
  }
  if (own.empty()) return;
  std::ranges::sort(own);
  out << "## Against the best rival\n\nRatio of minima; below 1 libfastser is faster, within 5 % "
         "is a tie.\n\n"
      << "| workload / operation | best rival | its min |";
  for (const auto& codec : own) out << " " << codec << " |";
  out << "\n|---|---|--:|";
  for (std::size_t i = 0; i < own.size(); ++i) out << "--:|";
  out << "\n";
  for (const Table& table : tables) {
    out << "| " << table.workload << " / " << table.operation << " | "
        << (table.best_rival.empty() ? "–" : table.best_rival) << " | "
        << (table.best_rival.empty() ? "–" : format_time(table.best_rival_ns)) << " |";
    for (const auto& codec : own) {
      const auto row = std::ranges::find_if(
          table.rows, [&](const Row& r) { return r.description.codec == codec; });
      const bool shown = row != table.rows.end() && row->ratio > 0;
      out << " " << (shown ? format_ratio(row->ratio) : "–") << " |";
    }
    out << "\n";
  }
  out << "\n";
}

}  // namespace

Collector::Collector(const Suite& suite) {
  for (const Case& c : suite.cases()) wall_clock_[c.name()] = c.uses_wall_clock();
}

bool Collector::ReportContext(const Context& context) {
  cpus_ = context.cpu_info.num_cpus;
  cpu_hertz_ = context.cpu_info.cycles_per_second;
  return true;
}

void Collector::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const std::string& name = run.run_name.function_name;
    if (has_failed(run)) {
      errors_[name] = failure_of(run);
    } else if (run.run_type == Run::RT_Iteration) {
      times_[name].push_back(wall_clock_[name] ? run.GetAdjustedRealTime()
                                               : run.GetAdjustedCPUTime());
    }
  }
}

const std::vector<double>& Collector::times(const std::string& case_name) const {
  static const std::vector<double> none;
  const auto found = times_.find(case_name);
  return found == times_.end() ? none : found->second;
}

void CleanJsonReporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> clean = runs;
  for (Run& run : clean) {
    run.run_name.time_type.clear();
    run.run_name.min_time.clear();
    run.run_name.repetitions.clear();
    run.run_name.iterations.clear();
  }
  benchmark::JSONReporter::ReportRuns(clean);
}

std::vector<Table> make_tables(const Suite& suite, const Collector& collector) {
  std::vector<Table> tables;
  for (const std::string& workload : suite.workloads()) {
    for (const char* operation : kOperationOrder) {
      Table table{workload, operation, {}, {}, 0};
      for (const Case& c : suite.cases()) {
        if (c.workload != workload || c.operation != operation) continue;
        const auto& times = collector.times(c.name());
        if (times.empty()) continue;
        table.rows.push_back({c, std::ranges::min(times), median(times), 0});
      }
      if (table.rows.empty()) continue;
      rank(table);
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

void write_report(std::ostream& out, const Suite& suite, const Collector& collector,
                  const std::vector<Table>& tables, const Facts& facts) {
  out << "# fastser_bench\n\n";
  for (const auto& [key, value] : facts) out << "- " << key << ": " << value << "\n";
  out << "\n";
  write_summary(out, tables);
  write_dart_table(out, tables);
  out << "## All contenders\n\n**bold** libfastser, _italic_ a plain copy for scale, † does not "
         "replace what a used object held (other work, not counted as best).\n\n";
  for (const Table& table : tables) write_table(out, table);
  if (!suite.exclusions().empty() || !collector.errors().empty()) {
    out << "## Left out\n\n";
    for (const auto& e : suite.exclusions()) {
      out << "- " << e.workload << "/" << e.codec << ": " << e.reason << "\n";
    }
    for (const auto& [name, message] : collector.errors()) {
      out << "- " << name << ": " << message << "\n";
    }
  }
}

std::string codec_label(const Row& row) {
  const Case& c = row.description;
  const std::string name = c.codec + (c.keeps_old ? " †" : "");
  switch (c.role) {
    case Role::own: return "**" + name + "**";
    case Role::baseline: return "_" + name + "_";
    case Role::rival: return name;
  }
  return name;
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  std::size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  const std::string fill(columns < width ? width - columns : 0, ' ');
  return left ? text + fill : fill + text;
}

std::string format_time(double ns) {
  static constexpr std::array<const char*, 4> kUnits = {"ns", "µs", "ms", "s"};
  std::size_t unit = 0;
  while (ns >= 999.5 && unit + 1 < kUnits.size()) {
    ns /= 1000;
    ++unit;
  }
  const int decimals = ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s", decimals, ns, kUnits[unit]);
  return text;
}

std::string format_ratio(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", ratio < 99.95 ? 2 : 0, ratio);
  return text;
}

std::string format_count(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace fastser_bench
