// SPDX-License-Identifier: MIT
//
// SchemaText: writes a JSON Schema. Calls after an error do nothing; take() has it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "convert/json/writer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

class SchemaText {
 public:
  explicit SchemaText(std::size_t most) : writer_({.pretty = true, .max_bytes = most}) {}

  /// An object, whose members `inside` writes; a list of what it writes.
  template <typename Inside>
  void object(Inside&& inside) {
    note(ok_ && writer_.begin_object(0, true));
    if (!ok_) return;  // what did not begin cannot end
    inside();
    note(ok_ && writer_.end_object());
  }
  template <typename Inside>
  void list(Inside&& inside) {
    note(ok_ && writer_.begin_list(0));
    if (!ok_) return;
    inside();
    note(ok_ && writer_.end_list());
  }
  void key(std::string_view text) { note(ok_ && is_sound(text) && writer_.key(text)); }
  void value(std::string_view text) { note(ok_ && is_sound(text) && writer_.text(text)); }
  void value(bool truth) { note(ok_ && writer_.boolean(truth)); }
  template <typename Integer>
  requires(std::is_integral_v<Integer> &&
           !std::is_same_v<Integer, bool>) void value(Integer number) {
    note(ok_ && writer_.integer(static_cast<std::uint64_t>(number), number < Integer{0}));
  }
  template <typename Value>
  void member(std::string_view name, const Value& what) {
    key(name);
    value(what);
  }
  void member(std::string_view name, const char* what) { member(name, std::string_view(what)); }

  // ---- whole schemas
  void anything() { value(true); }
  void of_type(std::string_view name) {
    object([&] { member("type", name); });
  }
  template <typename Integer>
  void integer() {
    object([&] {
      member("type", "integer");
      member("minimum", std::numeric_limits<Integer>::min());
      member("maximum", std::numeric_limits<Integer>::max());
    });
  }
  void text_with(std::string_view name, std::string_view what) {
    object([&] {
      member("type", "string");
      member(name, what);
    });
  }
  void date() { text_with("format", "date-time"); }
  void data() { text_with("contentEncoding", "base64"); }
  void extension() {
    object([&] {
      member("type", "object");
      key("properties");
      object([&] {
        key("ext");
        integer<std::int8_t>();
        key("data");
        data();
      });
      required({"ext", "data"});
    });
  }
  /// A definition, which must come: see definitions().
  void reference(std::string_view name) {
    object([&] { member("$ref", pointer(name)); });
  }
  /// What `schema` writes, or null.
  template <typename Schema>
  void or_null(Schema&& schema) {
    object([&] {
      key("anyOf");
      list([&] {
        schema();
        of_type("null");
      });
    });
  }

  // ---- parts
  void required(const std::vector<std::string_view>& names) {
    if (names.empty()) return;
    key("required");
    list([&] {
      for (const std::string_view name : names) value(name);
    });
  }
  void exactly(std::uint64_t count) {
    member("minItems", count);
    member("maxItems", count);
  }
  static std::string pointer(std::string_view name);

  Result<std::string> take();

 private:
  void note(bool ok) { ok_ = ok_ && ok; }
  // Names are a stranger's.
  bool is_sound(std::string_view text);

  JsonWriter writer_;
  bool ok_ = true;
};

/// Names that differ, for definitions: as they are, with a number where one comes again. However
/// many are alike, none is tried twice.
class DefinitionNames {
 public:
  void add(std::string_view name, std::string_view if_empty);
  [[nodiscard]] const std::string& operator[](std::size_t index) const { return names_[index]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> taken_;  // the number that each was given last
};

inline constexpr std::string_view kJsonSchemaDraft = "https://json-schema.org/draft/2020-12/schema";

}  // namespace fastser::convert
