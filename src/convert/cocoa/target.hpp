// SPDX-License-Identifier: MIT
//
// Target: the archive that an importer writes. It holds the writer, the budget of what is written,
// and the first error, with the byte of the input and the path that its callers put together while
// they unwind.
//
// Every value has a place: the name of a field, or nothing (kPlain) in lists, maps and among values
// without keys. Nothing recurses by what the input says but lists of plain values, which count
// against Limits::depth; objects that lie deep are written behind the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "convert/cocoa/foundation.hpp"
#include "fastser/buffer.hpp"
#include "fastser/coder.hpp"
#include "fastser/convert.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::convert::cocoa {

struct Importing {
  Limits limits;
  bool checksum = false;
  std::uint32_t user_version = 0;
  std::span<const ClassValues> classes{};
};

/// The name of a field; null: none.
using Place = const Key*;
inline constexpr Place kPlain = nullptr;

class Target {
 public:
  Target(BytesView input, const Importing& options);

  // ---- values
  void boolean(Place at, bool value) {
    put(at, [&](auto... key) { writer.boolean(key..., value); });
  }
  /// `bits`, sign-extended, as the integer type `code`.
  void integer(Place at, schema::TypeCode code, std::uint64_t bits);
  void f32(Place at, std::uint32_t bits);
  void f64(Place at, std::uint64_t bits);
  void null(Place at) {
    put(at, [&](auto... key) { writer.null(key...); });
  }
  void nil(Place at) {
    put(at, [&](auto... key) { writer.reference(key..., nullptr); });
  }
  /// Text of the input, at the byte `from`; `identity`: its first time costs, others do not.
  bool text(Place at, std::string_view text, std::size_t from, const void* identity = nullptr);
  bool data(Place at, BytesView data);
  bool url(Place at, std::string_view text, std::size_t from);
  bool class_ref(Place at, std::string_view name, std::size_t from);
  void date(Place at, std::uint64_t bits);
  void uuid(Place at, BytesView bytes);
  void decimal(Place at, const CoderDecimal& value) {
    put(at, [&](auto... key) { writer.decimal(key..., value); });
  }
  void begin_list(Place at, std::uint64_t count, CoderType element) {
    put(at, [&](auto... key) { writer.begin_list(key..., count, element); });
  }
  void begin_set(Place at, std::uint64_t count) {
    put(at, [&](auto... key) { writer.begin_set(key..., count, schema::TypeCode::kAny); });
  }
  /// `texts`: all keys are strings.
  void begin_map(Place at, std::uint64_t count, bool texts) {
    const CoderType key_type = texts ? schema::TypeCode::kSharedString : schema::TypeCode::kAny;
    put(at,
        [&](auto... key) { writer.begin_map(key..., count, key_type, schema::TypeCode::kAny); });
  }
  ObjectPlace object(Place at, const void* identity, ClassHandle of, std::size_t number);

  /// The class that stands for a class of Foundation in archives.
  ClassHandle stand_in(Known known);
  /// A class of the input. An error: a name that is taken, or not UTF-8; a long chain of classes.
  bool define(std::string_view name, std::uint32_t version, ClassHandle super, std::size_t from,
              ClassHandle& out);
  /// A key whose characters stay: those of the input do.
  Key keep(std::string_view name) { return Key::interned(kept_.emplace_back(name)); }

  // ---- budget, errors
  /// What is written, or looked at, costs: few bytes must not become many, nor many steps.
  bool charge(std::size_t bytes, std::size_t from) {
    if (bytes <= budget_) {
      budget_ -= bytes;
      return true;
    }
    return fail(Code::kOverBudget, "the values would take more memory than the limits allow", from);
  }
  bool fail(Code code, std::string_view message, std::size_t from);
  bool fail(Status status);
  /// Whether nothing went wrong, in the writer neither, up to the value at the byte `from`.
  [[nodiscard]] bool sound(std::size_t from);
  [[nodiscard]] const Status& why() const { return why_; }
  /// Puts a piece in front of the path of the error, if it has one. Always false.
  bool inside(std::string_view name);
  bool inside(std::uint64_t index);

  [[nodiscard]] BytesView input() const { return input_; }
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  [[nodiscard]] std::size_t budget() const { return budget_; }

  /// The archive, or what went wrong.
  Result<Buffer> finish();

  CoderWriter writer;

 private:
  template <typename Call>
  static void put(Place at, Call&& call) {
    if (at != nullptr) {
      call(*at);
    } else {
      call();
    }
  }
  bool inside_step(std::string_view outer);
  bool well_formed(std::string_view text, std::size_t from);

  BytesView input_;
  std::uint32_t depth_;
  std::size_t budget_;
  std::deque<std::string> kept_;
  std::unordered_map<std::uint8_t, ClassHandle> stand_ins_;
  std::vector<std::uint8_t> supers_;  // by class: how many are above it
  Status why_;
  std::string path_;
};

}  // namespace fastser::convert::cocoa
