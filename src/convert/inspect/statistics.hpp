// SPDX-License-Identifier: MIT
//
// Statistics: a walk's visitor that adds up where the bytes of an archive are, and what sharing of
// strings and objects saved.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "fastser/walker.hpp"

namespace fastser::convert {

class Statistics final : public archive::Visitor {
 public:
  explicit Statistics(const schema::TypeTable& table)
      : table_(table), shapes_(table.shapes().size()) {}

  /// The result, as a table for people.
  [[nodiscard]] std::string report() const;

 private:
  struct Sum {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;  // with everything inside
  };
  struct OpenRecord {
    std::size_t start;
    const schema::FieldEntry* field = nullptr;
    std::size_t field_start = 0;
  };
  struct Sharing {
    std::uint64_t fresh = 0;
    std::uint64_t again = 0;
    std::uint64_t saved = 0;
  };

  bool begin_record(std::uint32_t shape) override;
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override;
  bool end_record(std::uint32_t shape) override;
  bool begin_sequence(schema::TypeExpr type, std::uint64_t count) override;
  bool begin_map(schema::TypeExpr type, std::uint64_t count) override;
  bool takes_run(schema::TypeExpr element, std::uint64_t count, BytesView bytes) override;
  bool absent(schema::TypeExpr) override;
  bool scalar(schema::TypeExpr type, const archive::Scalar& scalar) override;
  bool text(schema::TypeExpr type, std::string_view value, archive::ContentUse use) override;
  bool data(schema::TypeExpr type, BytesView value, archive::ContentUse use) override;
  bool begin_object(std::uint64_t number, bool deferred) override;
  bool end_object(std::uint64_t number) override;
  bool object_again(std::uint64_t number) override;

  Sum& of(schema::TypeExpr type);
  void close_field();
  void shared(Sharing& sharing, std::size_t size, archive::ContentUse use);

  const schema::TypeTable& table_;
  std::vector<Sum> shapes_;
  std::unordered_map<const schema::FieldEntry*, Sum> fields_;
  std::array<Sum, 256> codes_{};
  std::vector<OpenRecord> open_;
  Sharing strings_;
  Sharing datas_;
  Sharing objects_;
  std::vector<std::size_t> object_sizes_;  // by number; while open, where the body starts
};

}  // namespace fastser::convert
