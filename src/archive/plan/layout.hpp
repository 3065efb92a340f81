// SPDX-License-Identifier: MIT
//
// What a Layout holds: forms that refer to forms, and the accessors behind them, by kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "fastser/plan.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

inline constexpr std::uint32_t kNoForm = std::numeric_limits<std::uint32_t>::max();

/// One place of a record or tuple.
struct FormPlace {
  std::string name;
  std::size_t offset;
  std::uint32_t form;
  bool named;
};

struct Form {
  enum class Kind : std::uint8_t {
    kPlain,
    kStdString,
    kStdBytes,
    kText,
    kFixed,
    kList,
    kArray,
    kMap,
    kSet,
    kOptional,
    kVariant,
    kAny,
    kTuple,
    kRef,
    kRecord,
  };
  Kind kind = Kind::kPlain;
  std::size_t size = 0;                   ///< bytes of the slot
  std::size_t stride = 0;                 ///< of an array
  std::uint32_t access = 0;               ///< its accessor, among those of its kind; a ref's too
  std::uint32_t object = 0;               ///< of a ref
  std::vector<std::uint32_t> inner = {};  ///< element; key, value; alternatives
  std::vector<Type> types = {};           ///< of an any: those of its cases, as many as `inner`
  std::vector<FormPlace> places = {};     ///< of a tuple or record
  std::uint32_t super_form = kNoForm;
  std::size_t super_offset = 0;
  DefaultAccess defaults = {};  ///< of a record
};
using FormKind = Form::Kind;

struct FormObject {
  ObjectAccess access;
  std::uint32_t body = kNoForm;
};

/// All accessors of a layout. A Plan keeps a copy, whose addresses its steps hold.
struct Accessors {
  std::vector<TextAccess> texts;
  std::vector<FixedAccess> fixed;
  std::vector<ListAccess> lists;
  std::vector<MapAccess> maps;
  std::vector<MaybeAccess> optionals;
  std::vector<VariantAccess> variants;
  std::vector<RefAccess> refs;
  std::vector<FormObject> objects;
};

/// Whether the elements of such a list lie side by side.
[[nodiscard]] inline bool has_view(const ListAccess& access) noexcept {
  return access.view != nullptr || access.at.extent != SpanAt::Extent::kUnknown;
}

struct LayoutGraph {
  std::vector<Form> forms = {Form{}};  ///< the first is plain
  Accessors accessors;
  Status error;

  void fail(std::string_view message) {
    if (error.ok()) error = Status(Code::kUsage, message);
  }
};

}  // namespace fastser::archive
