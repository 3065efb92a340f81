// SPDX-License-Identifier: MIT
//
// PayloadWriter: the values of a document, written as a Type says: one that was found from the
// document (layout_type.hpp), or one that the caller wants. It walks document and type side by
// side; strings and objects take their numbers in the order they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "convert/archive/payload_bytes.hpp"
#include "convert/archive/value_fit.hpp"
#include "convert/document/dom.hpp"
#include "convert/document/number_map.hpp"
#include "convert/progress.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Only programs make objects of any class.
inline constexpr std::string_view kNoClassSaid =
    "the type is an object of any class, and a value does not say of which";

/// What a list of two values is for a variant, if it may be both [index, value] and a value.
enum class ListOfTwo : std::uint8_t {
  kValue,
  kByCodec,  ///< [index, value] for the variants that MessagePack's codec writes so
};

class PayloadWriter {
 public:
  struct Rules {
    bool share = false;  ///< equal containers behind references are written once
    ListOfTwo list_of_two = ListOfTwo::kValue;
  };

  /// Writes behind what `to` holds. All that it is given must outlive it.
  PayloadWriter(const Document& document, const schema::TypeTable& types, const Rules& rules,
                const Progress& progress, Buffer& to);

  /// Writes the document. Errors, with the path of the value: kTypeMismatch, where it does not fit
  /// the type; kOverBudget: fields that the document does not have take far more room than it.
  [[nodiscard]] Status write();

 private:
  using Expr = schema::TypeExpr;
  struct Field {
    std::uint32_t key;  ///< number of the name's text; kNoKey: the document does not have it
    Expr type;
  };
  /// Of a shape, with those of its super-shapes before its own.
  struct Fields {
    explicit Fields(const NumberHash& hash) : keys(0, hash) {}
    std::vector<Field> all;
    std::unordered_set<std::uint32_t, NumberHash> keys;
    bool is_lone = false;  ///< values are told as the only field
  };

  bool value(std::uint32_t node, Expr type);
  void tell(std::uint32_t node);
  void fetch(std::uint32_t node);
  bool integer(const Node& node, schema::TypeCode code);
  bool real(const Node& node, schema::TypeCode code);
  bool moment(std::uint32_t number, schema::TypeCode code);
  bool data(std::uint32_t node, schema::TypeCode code);
  bool in_text(const Node& node, Expr type);
  bool list(std::uint32_t node, Expr type);
  bool map(std::uint32_t node, Expr type);
  bool record(std::uint32_t node, Expr type);
  bool is_lone(std::uint32_t node, Expr field);
  bool any(std::uint32_t node);
  /// What stands for a value that the object `node` does not have.
  bool nothing(Expr type, std::uint32_t node, std::uint32_t depth);
  bool no_alternative(Expr type, std::uint32_t node, std::uint32_t depth);

  /// How well a node fits a type, by what it is and not by what is inside.
  Fit fit(const Node& node, Expr type);
  [[nodiscard]] Fit fit_data(const Node& node) const;
  Fit fit_record(const Node& node, std::uint32_t shape);
  Fit fit_keys(const Node& node, std::uint32_t shape);
  bool fits_inside(const Node& list, Expr type);
  struct Choice {
    std::uint64_t index = 0;
    Expr type;
    Fit fit = Fit::kNot;
    std::uint32_t node = 0;  ///< the value
  };
  Choice choose(const Node& node, Expr type);
  Choice best_of(const Node& node, Expr type, bool inside);
  Choice indexed(const Node& node, Expr type);

  const Fields* fields_of(std::uint32_t shape);
  std::vector<std::uint32_t> find_fields(const Fields& fields, std::size_t next, std::uint32_t at,
                                         std::uint32_t end);
  void text(std::uint64_t number, bool shared, std::vector<std::uint32_t>& numbers,
            std::uint32_t& next);
  void string(std::uint64_t number, bool shared) { text(number, shared, strings_, next_string_); }
  bool seen(const Node& node, Expr type);
  bool charge(std::uint64_t values, std::uint32_t node);
  bool wrong(std::uint32_t node, Expr type);
  bool fail(Code code, std::string message, std::uint32_t node);

  void varint(std::uint64_t value) { out_.append_varint(value); }
  void code(schema::TypeCode code) { out_.push_back(static_cast<std::uint8_t>(code)); }
  void fixed(std::uint64_t bits, std::size_t size) { out_.append_fixed(bits, size); }

  PayloadBytes out_;
  const Document& document_;
  const schema::TypeTable& types_;
  Rules rules_;
  std::uint64_t budget_;                // of values that the document does not have
  std::vector<std::uint32_t> strings_;  // numbers of texts as shared strings
  std::vector<std::uint32_t> datas_;    // and as shared data; empty where there was none so far
  std::uint32_t next_string_ = 0;
  std::uint32_t next_data_ = 0;
  std::vector<std::uint32_t> places_;  // of keys: where one was met last
  std::vector<std::optional<Fields>> shapes_;
  std::uint64_t ext_shape_ = 0;                            // of extensions; none: shapes_.size()
  std::unordered_map<std::string, std::uint64_t> owners_;  // types behind references
  NumberMap objects_;                                      // those that come again
  std::uint64_t next_object_ = 0;
  const Progress& progress_;
  std::uint32_t tell_at_;   // the node at which progress_ is called next
  std::uint32_t fetch_at_;  // and at which the texts of others are fetched
  // Records of one field may hold each other in a circle: at one node, only so many of them.
  static constexpr std::uint32_t kMostLone = 16;
  std::uint32_t lone_node_ = 0;
  std::uint32_t lone_hops_ = 0;
  std::uint32_t fit_hops_ = 0;
  bool looks_inside_ = false;  // in fits_inside(), which must not nest
  Status error_;
};

}  // namespace fastser::convert
