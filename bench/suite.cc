// SPDX-License-Identifier: MIT
//
// Registration with Google Benchmark, and a sign of life on stderr while a run lasts.
#include "suite.hpp"

#include <chrono>
#include <cstdio>

namespace fastser_bench {
namespace {

constexpr int kFlushes = 15;

// Google Benchmark prints nothing until a case's last repetition is over, which with random
// interleaving is near the end of the run.
void show_progress(const std::string& name) {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  static Clock::time_point last = start;
  const auto now = Clock::now();
  if (now - last < std::chrono::seconds(5)) return;
  last = now;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start).count();
  std::fprintf(stderr, "%4lld s  %s\n", static_cast<long long>(seconds), name.c_str());
}

std::string json_label(const Case& description) {
  const char* role = description.role == Role::own     ? "own"
                     : description.role == Role::rival ? "rival"
                                                       : "baseline";
  return std::string(role) + (description.keeps_old ? ", keeps old" : "");
}

}  // namespace

Suite::Suite(std::vector<std::string> workloads, const std::string& filter, std::string disk_dir)
    : workloads_(std::move(workloads)),
      filter_(filter, std::regex::ECMAScript | std::regex::optimize),
      disk_dir_(std::move(disk_dir)) {}

bool Suite::wants(std::string_view workload, std::string_view codec,
                  std::string_view operation) const {
  std::string name(workload);
  name.append("/").append(codec).append("/").append(operation);
  return std::regex_search(name, filter_);
}

void Suite::add(Case description, std::function<void(benchmark::State&)> run) {
  const std::string name = description.name();
  const double bytes = static_cast<double>(description.bytes);
  auto* registered =
      benchmark::RegisterBenchmark(name.c_str(), [name, bytes, label = json_label(description),
                                                  run = std::move(run)](benchmark::State& state) {
        show_progress(name);
        run(state);
        state.counters["bytes"] = bytes;
        state.SetLabel(label);
      });
  if (description.uses_wall_clock()) registered->UseRealTime();
  // An fsync now and then takes ten times as long; one in an average hides the rest.
  if (description.operation == "flush") registered->Iterations(1)->Repetitions(kFlushes);
  cases_.push_back(std::move(description));
}

void Suite::exclude(std::string_view workload, std::string_view codec, std::string reason) {
  exclusions_.push_back({std::string(workload), std::string(codec), std::move(reason)});
}

void Suite::note_size(std::string_view workload, std::string_view codec, std::size_t bytes) {
  sizes_[std::string(workload)].emplace_back(codec, bytes);
}

std::optional<std::size_t> Suite::size_of(std::string_view workload, std::string_view codec) const {
  const auto found = sizes_.find(workload);
  if (found == sizes_.end()) return std::nullopt;
  for (const auto& [name, bytes] : found->second) {
    if (name == codec) return bytes;
  }
  return std::nullopt;
}

std::optional<std::size_t> Suite::any_size_of(std::string_view workload) const {
  const auto found = sizes_.find(workload);
  if (found == sizes_.end() || found->second.empty()) return std::nullopt;
  return found->second.front().second;
}

}  // namespace fastser_bench
