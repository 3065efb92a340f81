// SPDX-License-Identifier: MIT
//
// TypeGraph: what a TypeBuilder holds. Types are nodes that refer to nodes made before them, so
// that they cannot be cyclic; records stand apart, are referred to by number, and may be.
//
// write() makes the table of a root: shapes in the order in which a walk from the root comes by
// them, super-shape first, as TableBuilder numbers those of a C++ type. So equal types have equal
// tables, wherever they come from.
//
// Nodes are shared (tuple(x, x) is one x), so a few calls can describe a type of any length: every
// node knows the length of its expression, and a table much longer than what was told is refused
// before it is walked. One that is as long as what was told is not, however long that is.
// Records are walked with stacks of our own: their chains have any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/type.hpp"

namespace fastser::schema {

/// A table and what it describes; shared by all Types in it.
struct TypeData {
  std::vector<std::byte> bytes;  ///< the table, then "record n" for each of its shapes
  std::size_t table_size = 0;
  TypeTable table;
  std::vector<std::size_t> records;  ///< where "record n" stands in bytes
  std::uint64_t fingerprint = 0;

  /// Parses and checks.
  [[nodiscard]] static Result<std::shared_ptr<const TypeData>> make(BytesView table);
  [[nodiscard]] TypeExpr expr(std::size_t at) const noexcept {
    return {bytes.data() + at, bytes.data() + bytes.size()};
  }
  [[nodiscard]] BytesView table_bytes() const noexcept { return {bytes.data(), table_size}; }
};

struct TypeGraph {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  /// A table may be so much longer than what was told, and so many times as long.
  static constexpr std::uint64_t kMaxGrowth = std::uint64_t{16} << 20;
  static constexpr std::uint64_t kMaxFactor = 8;
  /// Sizes saturate here, where they can still be added.
  static constexpr std::uint64_t kEndless = std::uint64_t{1} << 62;
  /// Most bytes of an expression without operands, of an entry and of a record, without names.
  static constexpr std::uint64_t kNodeBytes = 21;
  static constexpr std::uint64_t kEntryBytes = 20;
  static constexpr std::uint64_t kRecordBytes = 30;

  struct Node {
    TypeCode code = TypeCode::kNull;
    TypeCode integer = TypeCode::kNull;  ///< of an enum
    std::uint32_t depth = 1;
    std::uint32_t record = kNone;  ///< of a record; the place of an enum's name in `names`
    std::uint32_t first = 0;       ///< operands, in `operands`
    std::uint32_t operands = 0;
    std::uint64_t count = 0;          ///< of arrays and bits
    std::uint64_t size = kNodeBytes;  ///< most bytes of the expression; saturates
  };
  struct Entry {
    std::string name;
    std::uint64_t repeat;
    std::uint32_t type;
    bool named;
  };
  struct Record {
    std::string name;
    std::uint32_t version = 0;
    std::uint32_t super = kNone;
    std::vector<Entry> entries;
    std::shared_ptr<const TypeData> origin = nullptr;  ///< of a record that came with a Type
    std::uint32_t shape = 0;                           ///< its shape there
  };

  std::vector<Node> nodes = {Node{}};  ///< the first is null, for calls that failed
  std::vector<std::uint32_t> operands;
  std::vector<std::string> names;
  std::vector<Record> records;
  std::vector<std::uint32_t> record_nodes;  ///< record -> its node
  std::vector<std::uint32_t> kept;
  Status error;

  // What import() knows of the Types it has seen.
  std::map<std::shared_ptr<const TypeData>, std::vector<std::uint32_t>>
      imported;                                        ///< shape -> node
  std::multimap<std::string, std::uint32_t> outlines;  ///< what a record says itself -> the record
  std::uint64_t patience = 0;  ///< bytes that may yet be looked at of records that differ

  /// Keeps the first error.
  void fail(std::string message);
  /// Is it a node? Notes the error otherwise.
  [[nodiscard]] bool knows(TypeId type);
  [[nodiscard]] bool is_record(TypeId type);
  TypeId add(Node node, std::span<const TypeId> inner);
  TypeId add_record(std::string_view name, std::uint32_t version);
  void add_entry(TypeId record, Entry entry);

  /// Takes over a type and all records that it leads to.
  TypeId import(const std::shared_ptr<const TypeData>& data, TypeExpr expr);

  [[nodiscard]] Result<std::vector<std::byte>> write(std::uint32_t root) const;
};

/// A name for a message, in quotes.
[[nodiscard]] std::string in_quotes(std::string_view name);

}  // namespace fastser::schema
