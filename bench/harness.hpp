// SPDX-License-Identifier: MIT
//
// Registers contender x workload x operation. A contender is a class template `Codec<T>` that
// exists (by its constraints) for the types it can do:
//
//   Bytes encode(const T& value);     // into storage the codec keeps; valid until the next call
//   bool decode(Bytes bytes, T& out); // replaces whatever `out` held
//
// and, where the library needs it:
//
//   using Native = ...;               // the library's own classes are what is timed
//   static Native import_from(const T&);  static T export_to(const Native&);
//   void encode_fresh(const T&, auto&& sink);         // default: a new Codec, encode, destroy
//   bool decode_fresh(Bytes, auto&& sink);            // for libraries that return the object
//   static std::uint64_t view(Bytes);                 // the digest of all fields, read in place
//   static bool verify(Bytes);                        // what makes that safe, where it is a call
//   static constexpr Operations kOperations = {...};  // default: all
//
// Before anything is timed the contender encodes into new and into used storage, both are decoded
// into a fresh object and one into an object full of stale elements, all compared field by field. A
// contender that fails is excluded with its reason; one that only fails with the stale object
// runs `decode_reuse` under a mark and never counts as the best there.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "data.hpp"
#include "digest.hpp"
#include "storage.hpp"
#include "suite.hpp"

namespace fastser_bench {

using Bytes = std::span<const std::byte>;

struct Operations {
  bool encode = true;
  bool encode_fresh = true;
  bool decode = true;
  bool decode_reuse = true;
  bool disk = true;
};

// The bytes of any contiguous buffer of any byte-sized type.
template <class Buffer>
Bytes bytes_of(const Buffer& buffer) {
  return {reinterpret_cast<const std::byte*>(std::data(buffer)), std::size(buffer)};
}
template <class Byte>
const Byte* data_as(Bytes bytes) {
  return reinterpret_cast<const Byte*>(bytes.data());
}

namespace detail {

template <class Codec, class T>
struct NativeOf {
  using Type = T;
  static const T& import_from(const T& value) { return value; }
  static const T& export_to(const T& value) { return value; }
};
template <class Codec, class T>
requires requires { typename Codec::Native; }
struct NativeOf<Codec, T> {
  using Type = typename Codec::Native;
  static Type import_from(const T& value) { return Codec::import_from(value); }
  static T export_to(const Type& value) { return Codec::export_to(value); }
};

template <class Codec>
consteval Operations operations_of() {
  if constexpr (requires { Codec::kOperations; }) {
    return Codec::kOperations;
  } else {
    return {};
  }
}

struct IgnoreSink {
  void operator()(const auto&) const {}
};

// Makes the compiler believe that the object is read here.
inline void observe(const void* object) {
  benchmark::DoNotOptimize(object);
  benchmark::ClobberMemory();
}

template <class Codec, class T, class Sink>
bool decode_fresh(Codec& codec, Bytes bytes, Sink&& sink) {
  using Native = typename NativeOf<Codec, T>::Type;
  if constexpr (requires { codec.decode_fresh(bytes, sink); }) {
    return codec.decode_fresh(bytes, sink);
  } else {
    Native fresh{};
    const bool ok = codec.decode(bytes, fresh);
    observe(&fresh);
    sink(fresh);
    return ok;
  }
}

}  // namespace detail

// What `check` found out about one contender on one workload.
struct Verdict {
  std::string failure;  // empty: may be timed
  bool keeps_old = false;
  std::size_t bytes = 0;
};

// The reason why `bytes` are not as good as the value, or nothing.
template <class Codec, class T>
std::string fault_in(Codec& codec, const Workload<T>& workload, Bytes bytes) {
  bool equal = false;
  const bool decoded = detail::decode_fresh<Codec, T>(codec, bytes, [&](const auto& fresh) {
    equal = same(detail::NativeOf<Codec, T>::export_to(fresh), workload.data().value);
  });
  if (!decoded) return "does not decode what it encoded";
  return equal ? "" : "decodes to another value";
}

template <class Codec, class T>
Verdict check_unguarded(const Workload<T>& workload) {
  using Native = detail::NativeOf<Codec, T>;
  const Dataset<T>& data = workload.data();
  const auto& value = Native::import_from(data.value);
  const auto& stale = Native::import_from(data.stale);
  const auto copied = [](Bytes bytes) {
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  Codec fresh_codec;
  const auto first = copied(fresh_codec.encode(value));
  Codec used_codec;
  used_codec.encode(stale);
  const auto bytes = copied(used_codec.encode(value));

  Verdict verdict;
  verdict.bytes = bytes.size();
  verdict.failure = fault_in(used_codec, workload, first);
  if (verdict.failure.empty()) verdict.failure = fault_in(used_codec, workload, bytes);
  if constexpr (detail::operations_of<Codec>().decode_reuse) {
    auto used = Native::import_from(workload.copy(data.stale));
    const bool ok = verdict.failure.empty() && used_codec.decode(bytes, used);
    verdict.keeps_old = !ok || !same(Native::export_to(used), data.value);
  }
  if constexpr (requires { Codec::view(first); }) {
    if (verdict.failure.empty() && Codec::view(first) != digest_object(data.value)) {
      verdict.failure = "sees another value in place";
    }
  }
  return verdict;
}

template <class Codec, class T>
Verdict check(const Workload<T>& workload) {
  try {
    return check_unguarded<Codec>(workload);
  } catch (const std::exception& error) {
    Verdict verdict;
    verdict.failure = std::string("throws: ") + error.what();
    return verdict;
  }
}

// Memory that is held while a case is timed once, so that its buffers lie elsewhere than the last
// time. Writes across the end of a page cost more than a small record does in all; malloc gives the
// same place again and again, and the minimum over the repetitions should not depend on which it
// is.
class HeldMemory {
 public:
  explicit HeldMemory(std::size_t turn) {
    for (std::size_t i = 0; i < turn % kPlaces; ++i) {
      for (std::size_t size = 16; size <= kLargest; size += 16) {
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
      }
    }
  }

 private:
  static constexpr std::size_t kPlaces = 8;
  static constexpr std::size_t kLargest = 1024;  // pages end seldom in what is larger

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

// The timed loops. Each makes its own codec, so cases share no buffers.
template <class Codec, class T>
class Loops {
 public:
  explicit Loops(const Workload<T>& workload) : workload_(workload) {}

  void encode(benchmark::State& state) const {
    const HeldMemory held((*turn_)++);
    const auto& value = Native::import_from(workload_.data().value);
    Codec codec;
    detail::observe(codec.encode(value).data());
    for (auto _ : state) detail::observe(codec.encode(value).data());
  }

  void encode_fresh(benchmark::State& state) const {
    const HeldMemory held((*turn_)++);
    const auto& value = Native::import_from(workload_.data().value);
    if constexpr (requires(Codec & c) { c.encode_fresh(value, detail::IgnoreSink()); }) {
      Codec codec;
      for (auto _ : state) {
        codec.encode_fresh(value, [](Bytes bytes) { detail::observe(bytes.data()); });
      }
    } else {
      for (auto _ : state) {
        Codec codec;
        detail::observe(codec.encode(value).data());
      }
    }
  }

  void decode(benchmark::State& state) const {
    Codec codec;
    const auto bytes = encoded(codec);
    bool ok = true;
    for (auto _ : state) {
      ok &= detail::decode_fresh<Codec, T>(codec, bytes,
                                           [](const auto& fresh) { detail::observe(&fresh); });
    }
    if (!ok) state.SkipWithError("decode failed");
  }

  void decode_reuse(benchmark::State& state) const {
    Codec codec;
    const auto bytes = encoded(codec);
    typename Native::Type used{};
    bool ok = codec.decode(bytes, used);
    for (auto _ : state) {
      ok &= codec.decode(bytes, used);
      detail::observe(&used);
    }
    if (!ok) state.SkipWithError("decode failed");
  }

  void view(benchmark::State& state) const {
    Codec codec;
    const auto bytes = encoded(codec);
    for (auto _ : state) {
      Bytes seen = bytes;
      benchmark::DoNotOptimize(seen);
      auto sum = Codec::view(seen);
      benchmark::DoNotOptimize(sum);
    }
  }

  void verify(benchmark::State& state) const {
    Codec codec;
    const auto bytes = encoded(codec);
    bool ok = true;
    for (auto _ : state) {
      Bytes seen = bytes;
      benchmark::DoNotOptimize(seen);
      ok &= Codec::verify(seen);
    }
    if (!ok) state.SkipWithError("verify failed");
  }

  void flush(benchmark::State& state, const std::string& path) const {
    const auto& value = Native::import_from(workload_.data().value);
    Codec codec;
    bool ok = codec.encode(value).data() != nullptr;
    for (auto _ : state) ok &= save_atomically(path, codec.encode(value));
    if (!ok) state.SkipWithError("cannot write the file");
  }

  void reload(benchmark::State& state, const std::string& path) const {
    Codec codec;
    bool ok = save_atomically(path, encoded(codec));
    FileReader reader;
    for (auto _ : state) {
      ok &= reader.read(path);
      ok &= detail::decode_fresh<Codec, T>(codec, reader.bytes(),
                                           [](const auto& fresh) { detail::observe(&fresh); });
    }
    if (!ok) state.SkipWithError("cannot read the file");
  }

 private:
  using Native = detail::NativeOf<Codec, T>;

  std::vector<std::byte> encoded(Codec& codec) const {
    const Bytes bytes = codec.encode(Native::import_from(workload_.data().value));
    return {bytes.begin(), bytes.end()};
  }

  Workload<T> workload_;
  // Copies of the loops are timed; they count together.
  std::shared_ptr<std::size_t> turn_ = std::make_shared<std::size_t>(0);
};

template <class Codec, class T>
void register_contender(Suite& suite, const Workload<T>& workload, std::string_view name,
                        Role role) {
  using benchmark::State;
  constexpr Operations kCan = detail::operations_of<Codec>();
  const auto wants = [&](bool can, std::string_view operation) {
    return can && suite.wants(workload.name, name, operation);
  };
  const bool encode = wants(kCan.encode, "encode");
  const bool encode_fresh = wants(kCan.encode_fresh, "encode_fresh");
  const bool decode = wants(kCan.decode, "decode");
  const bool decode_reuse = wants(kCan.decode_reuse, "decode_reuse");
  constexpr bool kViews = requires(Bytes bytes) { Codec::view(bytes); };
  constexpr bool kVerifies = requires(Bytes bytes) { Codec::verify(bytes); };
  const bool view = wants(kViews, "view");
  const bool verify = wants(kVerifies, "verify");
  const bool flush = wants(kCan.disk && workload.on_disk, "flush");
  const bool reload = wants(kCan.disk && workload.on_disk, "reload");
  if (!(encode || encode_fresh || decode || decode_reuse || view || verify || flush || reload))
    return;

  const Verdict verdict = check<Codec>(workload);
  if (!verdict.failure.empty()) {
    suite.exclude(workload.name, name, verdict.failure);
    return;
  }
  suite.note_size(workload.name, name, verdict.bytes);
  const Loops<Codec, T> loops(workload);
  const auto add = [&](const char* operation, auto run, bool mark = false) {
    suite.add({std::string(workload.name), std::string(name), operation, role, verdict.bytes, mark},
              run);
  };
  if (encode) add("encode", [loops](State& state) { loops.encode(state); });
  if (encode_fresh) add("encode_fresh", [loops](State& state) { loops.encode_fresh(state); });
  if (decode) add("decode", [loops](State& state) { loops.decode(state); });
  if constexpr (kCan.decode_reuse) {
    const auto run = [loops](State& state) { loops.decode_reuse(state); };
    if (decode_reuse) add("decode_reuse", run, verdict.keeps_old);
  }
  if constexpr (kViews) {
    if (view) add("view", [loops](State& state) { loops.view(state); });
  }
  if constexpr (kVerifies) {
    if (verify) add("verify", [loops](State& state) { loops.verify(state); });
  }
  const std::string path =
      suite.disk_dir() + "/" + std::string(workload.name) + "." + std::string(name);
  if (flush) add("flush", [loops, path](State& state) { loops.flush(state, path); });
  if (reload) add("reload", [loops, path](State& state) { loops.reload(state, path); });
}

// Every workload that `Codec` can do.
template <template <class> class Codec>
void register_codec(Suite& suite, std::string_view name, Role role = Role::rival) {
  for_each_workload([&](const auto& workload) {
    using T = typename std::remove_cvref_t<decltype(workload)>::Type;
    if constexpr (requires { typename Codec<T>; }) {
      register_contender<Codec<T>>(suite, workload, name, role);
    }
  });
}

}  // namespace fastser_bench
