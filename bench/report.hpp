// SPDX-License-Identifier: MIT
//
// From Google Benchmark's runs to tables: one per workload and operation, contenders sorted by
// the minimum of their repetitions, each with its ratio to the best rival of the same run.
//
// The minimum, not the mean: on a shared machine noise only ever adds time, and the minimum of a
// handful of interleaved repetitions is far steadier than any average of them.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "suite.hpp"

namespace fastser_bench {

// Keeps the time of every repetition; prints nothing.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(const Suite& suite);

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

  // Nanoseconds per iteration, one per repetition, in order of execution.
  const std::vector<double>& times(const std::string& case_name) const;
  const std::map<std::string, std::string>& errors() const { return errors_; }
  int cpus() const { return cpus_; }
  double cpu_hertz() const { return cpu_hertz_; }

 private:
  std::map<std::string, bool> wall_clock_;
  std::map<std::string, std::vector<double>> times_;
  std::map<std::string, std::string> errors_;
  int cpus_ = 0;
  double cpu_hertz_ = 0;
};

// Google Benchmark's JSON, with case names left as `workload/codec/operation`.
class CleanJsonReporter : public benchmark::JSONReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override;
};

struct Row {
  Case description;
  double min_ns = 0;
  double median_ns = 0;
  double ratio = 0;  // to the best rival; 0 where there is none
};

struct Table {
  std::string workload;
  std::string operation;
  std::vector<Row> rows;   // by min_ns
  std::string best_rival;  // empty where there is none
  double best_rival_ns = 0;
};

// In the order of the workloads and operations of the suite; empty tables are left out.
std::vector<Table> make_tables(const Suite& suite, const Collector& collector);

// `key: value` lines that say what was measured where.
using Facts = std::vector<std::pair<std::string, std::string>>;

// results.md and the terminal show the same text.
void write_report(std::ostream& out, const Suite& suite, const Collector& collector,
                  const std::vector<Table>& tables, const Facts& facts);

// A codec's name, marked for whose it is and whether its figures compare (see write_report).
std::string codec_label(const Row& row);
// Filled to so many columns, which bytes of UTF-8 are not.
std::string padded(const std::string& text, std::size_t width, bool left);

// "56.6 µs": three significant digits.
std::string format_time(double ns);
std::string format_ratio(double ratio);
std::string format_count(std::size_t count);

}  // namespace fastser_bench
