// SPDX-License-Identifier: MIT
//
// fastser_bench [--out=DIR] [--filter=REGEX] [--quick] [--data=DIR] [--disk=DIR] [--benchmark_...]
//
// Checks every contender, times those that passed with Google Benchmark (repetitions, randomly
// interleaved), prints the tables, and writes results.json, results.md and one SVG per workload.
#include <benchmark/benchmark.h>

#if defined(__GLIBC__) || __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "charts.hpp"
#include "contenders.hpp"
#include "data.hpp"
#include "report.hpp"
#include "suite.hpp"

#ifndef FASTSER_BENCH_FLAGS
#define FASTSER_BENCH_FLAGS "unknown"
#endif

namespace fastser_bench {
namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string out;
  std::string filter;
  std::string disk;
  bool quick = false;
  bool has_own_out = false;  // the user said --benchmark_out
  std::vector<std::string> passed_on;
};

constexpr const char* kUsage =
    "fastser_bench [--out=DIR] [--filter=REGEX] [--quick] [--data=DIR] [--disk=DIR]\n"
    "              [--benchmark_<flag>=...]\n"
    "  --out     write results.json, results.md and <workload>.svg there\n"
    "  --filter  only cases whose name `workload/codec/operation` matches\n"
    "  --quick   fewer and shorter repetitions; for a first look only\n"
    "  --data    folder with log.json.gz and mesh.f32.gz (generated data otherwise)\n"
    "  --disk    folder for the files of flush and reload (default: the system's temporary one)\n";

std::optional<std::string> value_of(std::string_view argument, std::string_view flag) {
  if (!argument.starts_with(flag)) return std::nullopt;
  return std::string(argument.substr(flag.size()));
}

std::optional<Settings> parse(int argc, char** argv) {
  Settings settings;
  if (const char* dir = std::getenv("FASTSER_DATA_DIR")) set_data_dir(dir);
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (const auto out = value_of(argument, "--out=")) {
      settings.out = *out;
    } else if (const auto filter = value_of(argument, "--filter=")) {
      settings.filter = *filter;
    } else if (const auto same = value_of(argument, "--benchmark_filter=")) {
      settings.filter = *same;
    } else if (const auto data = value_of(argument, "--data=")) {
      set_data_dir(*data);
    } else if (const auto disk = value_of(argument, "--disk=")) {
      settings.disk = *disk;
    } else if (argument == "--quick") {
      settings.quick = true;
    } else if (argument.starts_with("--benchmark_") || argument.starts_with("--v=")) {
      settings.has_own_out |= argument.starts_with("--benchmark_out=");
      settings.passed_on.emplace_back(argument);
    } else {
      std::fputs(kUsage, argument == "--help" ? stdout : stderr);
      return std::nullopt;
    }
  }
  return settings;
}

// Our defaults first: of two equal flags Google Benchmark takes the later one.
std::vector<std::string> benchmark_flags(const char* program, const Settings& settings) {
  std::vector<std::string> flags = {program, "--benchmark_enable_random_interleaving=true"};
  flags.push_back(settings.quick ? "--benchmark_repetitions=3" : "--benchmark_repetitions=9");
  flags.push_back(settings.quick ? "--benchmark_min_time=0.002" : "--benchmark_min_time=0.01");
  if (!settings.out.empty()) {
    flags.push_back("--benchmark_out=" + settings.out + "/results.json");
    flags.push_back("--benchmark_out_format=json");
  }
  flags.insert(flags.end(), settings.passed_on.begin(), settings.passed_on.end());
  return flags;
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

Facts gather_facts(const Collector& collector, const std::vector<std::string>& flags,
                   double seconds) {
  std::string settings;
  for (std::size_t i = 1; i < flags.size(); ++i) {
    if (!flags[i].starts_with("--benchmark_out")) settings += (i > 1 ? " " : "") + flags[i];
  }
  char text[64];
  std::snprintf(text, sizeof text, "%d x %.2f GHz", collector.cpus(), collector.cpu_hertz() * 1e-9);
  Facts facts = {{"cpu", cpu_name() + ", " + text},
                 {"compiler", compiler_name() + ", " FASTSER_BENCH_FLAGS},
                 {"settings", settings},
                 {"data", describe_data_sources()}};
  std::string versions;
  for (const Contender& contender : contenders()) {
    if (!versions.empty()) versions += ", ";
    versions += std::string(contender.name) + " " + contender.version;
  }
  facts.emplace_back("contenders", versions);
  std::snprintf(text, sizeof text, "%.0f s", seconds);
  facts.emplace_back("whole run", text);
  return facts;
}

void write_files(const std::string& dir, const Suite& suite, const Collector& collector,
                 const std::vector<Table>& tables, const Facts& facts) {
  std::ofstream markdown(dir + "/results.md");
  write_report(markdown, suite, collector, tables, facts);
  for (std::size_t first = 0; first < tables.size();) {
    std::size_t last = first;
    while (last < tables.size() && tables[last].workload == tables[first].workload) ++last;
    std::ofstream svg(dir + "/" + tables[first].workload + ".svg");
    svg << chart_svg(tables[first].workload, std::span(tables).subspan(first, last - first));
    first = last;
  }
}

// A folder of our own for the files of flush and reload, gone when the run is over.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& parent) {
    const auto stamp = std::chrono::steady_clock::now().time_since_epoch().count();
    path_ = (parent.empty() ? fs::temp_directory_path() : fs::path(parent)) /
            ("fastser_bench." + std::to_string(stamp));
    fs::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

// glibc hands large blocks back to the system at a threshold that moves while it runs, so the same
// "fresh" case costs 0.3 or 2 ms depending on what ran before. Fixed thresholds keep it steady.
void settle_allocator() {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 29);
#endif
}

int run(int argc, char** argv) {
  settle_allocator();
  const auto settings = parse(argc, argv);
  if (!settings) return argc == 2 && std::string_view(argv[1]) == "--help" ? 0 : 2;
  if (!settings->out.empty()) fs::create_directories(settings->out);
  const auto start = std::chrono::steady_clock::now();
  const ScratchFolder scratch(settings->disk);
  std::vector<std::string> workloads;
  for_each_workload([&](const auto& workload) { workloads.emplace_back(workload.name); });
  Suite suite(std::move(workloads), settings->filter, scratch.path());
  std::fprintf(stderr, "checking contenders\n");
  for (const Contender& contender : contenders()) contender.add_to(suite);
  for (const auto& e : suite.exclusions()) {
    std::fprintf(stderr, "left out: %s/%s %s\n", e.workload.c_str(), e.codec.c_str(),
                 e.reason.c_str());
  }
  std::fprintf(stderr, "timing %zu cases\n", suite.cases().size());

  std::vector<std::string> flags = benchmark_flags(argv[0], *settings);
  std::vector<char*> pointers;
  for (auto& flag : flags) pointers.push_back(flag.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  for (const Contender& contender : contenders()) {
    benchmark::AddCustomContext(std::string("version_") + contender.name, contender.version);
  }
  benchmark::AddCustomContext("compiler", compiler_name() + ", " FASTSER_BENCH_FLAGS);

  Collector collector(suite);
  CleanJsonReporter json;
  const bool to_file = !settings->out.empty() || settings->has_own_out;
  benchmark::RunSpecifiedBenchmarks(&collector, to_file ? &json : nullptr);

  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const auto tables = make_tables(suite, collector);
  const Facts facts = gather_facts(collector, flags, elapsed.count());
  write_report(std::cout, suite, collector, tables, facts);
  if (!settings->out.empty()) write_files(settings->out, suite, collector, tables, facts);
  return 0;
}

}  // namespace
}  // namespace fastser_bench

int main(int argc, char** argv) {
  try {
    return fastser_bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fastser_bench: %s\n", error.what());
    return 1;
  }
}
