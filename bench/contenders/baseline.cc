// SPDX-License-Identifier: MIT
//
// Not serializers, but the ground they stand on. `memcpy` copies as many bytes as libfastser's
// archive has (the first contender's where that is absent). `deep_copy` copies the object: what
// decoding has to allocate and fill anyway; a decode near it has no format cost left.
#include <cstring>
#include <memory>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

void add_memcpy(Suite& suite, std::string_view workload) {
  const auto archive = suite.size_of(workload, "archive");
  const auto size = archive ? archive : suite.any_size_of(workload);
  if (!size) return;
  const auto add = [&](const char* operation, auto run) {
    if (!suite.wants(workload, "memcpy", operation)) return;
    suite.add({std::string(workload), "memcpy", operation, Role::baseline, *size}, run);
  };
  add("encode", [size = *size](benchmark::State& state) {
    const std::vector<std::byte> source(size, std::byte{1});
    std::vector<std::byte> target(size);
    for (auto _ : state) {
      std::memcpy(target.data(), source.data(), size);
      detail::observe(target.data());
    }
  });
  add("encode_fresh", [size = *size](benchmark::State& state) {
    const std::vector<std::byte> source(size, std::byte{1});
    for (auto _ : state) {
      const auto target = std::make_unique_for_overwrite<std::byte[]>(size);
      std::memcpy(target.get(), source.data(), size);
      detail::observe(target.get());
    }
  });
}

template <class T>
void add_deep_copy(Suite& suite, const Workload<T>& workload) {
  const auto add = [&](const char* operation, auto run) {
    if (!suite.wants(workload.name, "deep_copy", operation)) return;
    suite.add({std::string(workload.name), "deep_copy", operation, Role::baseline, 0}, run);
  };
  add("decode", [workload](benchmark::State& state) {
    const T& value = workload.data().value;
    for (auto _ : state) {
      const T copy = workload.copy(value);
      detail::observe(&copy);
    }
  });
  if constexpr (!std::same_as<T, Graph> && !std::same_as<T, SharedCharacters>) {
    add("decode_reuse", [workload](benchmark::State& state) {
      const T& value = workload.data().value;
      T copy = value;
      for (auto _ : state) {
        copy = value;
        detail::observe(&copy);
      }
    });
  }
}

}  // namespace

void register_baseline(Suite& suite) {
  for_each_workload([&](const auto& workload) {
    add_memcpy(suite, workload.name);
    add_deep_copy(suite, workload);
  });
}

}  // namespace fastser_bench
