// SPDX-License-Identifier: MIT
//
// The list of cases of one run: what is timed, what was left out and why.
//
// A case is `workload/codec/operation`. Contenders are checked before their cases get in here
// (harness.hpp); the report (report.hpp) reads roles and marks from here by the case's name.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace fastser_bench {

enum class Role {
  own,       // libfastser
  rival,     // another library in a configuration that checks bounds; may be "best rival"
  baseline,  // no serializer: a copy of the same bytes or of the same object
};

struct Case {
  std::string workload;
  std::string codec;
  std::string operation;
  Role role = Role::rival;
  std::size_t bytes = 0;
  bool keeps_old = false;  // decode_reuse: does not replace what the object held; not comparable

  std::string name() const { return workload + "/" + codec + "/" + operation; }
  // Flush and reload wait for the disk, which no CPU clock sees.
  bool uses_wall_clock() const { return operation == "flush" || operation == "reload"; }
};

struct Exclusion {
  std::string workload;
  std::string codec;
  std::string reason;
};

class Suite {
 public:
  // `workloads` in the order of the report; `filter` is searched in case names; `disk_dir` is
  // where flush and reload keep their files.
  Suite(std::vector<std::string> workloads, const std::string& filter, std::string disk_dir);

  bool wants(std::string_view workload, std::string_view codec, std::string_view operation) const;

  void add(Case description, std::function<void(benchmark::State&)> run);
  void exclude(std::string_view workload, std::string_view codec, std::string reason);
  // The bytes of a contender's encoding, wanted or not: baselines copy as many.
  void note_size(std::string_view workload, std::string_view codec, std::size_t bytes);
  std::optional<std::size_t> size_of(std::string_view workload, std::string_view codec) const;
  std::optional<std::size_t> any_size_of(std::string_view workload) const;

  const std::vector<std::string>& workloads() const { return workloads_; }
  const std::vector<Case>& cases() const { return cases_; }
  const std::vector<Exclusion>& exclusions() const { return exclusions_; }
  const std::string& disk_dir() const { return disk_dir_; }

 private:
  std::vector<std::string> workloads_;
  std::regex filter_;
  std::string disk_dir_;
  std::vector<Case> cases_;
  std::vector<Exclusion> exclusions_;
  std::map<std::string, std::vector<std::pair<std::string, std::size_t>>, std::less<>> sizes_;
};

}  // namespace fastser_bench
