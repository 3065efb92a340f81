// SPDX-License-Identifier: MIT
//
// Tables: what records, pairs, tuples and boxes have in common. Rows says what the fields are:
//
//   Object, kCount, Type<i>, name(i), slot(i), visit(object, call<i>(member)), kTypeName
//
// The layout of a table in which all fields are there is a constant: writing one is a few stores at
// constant places. Where some are missing, it is laid out as it is written. Fields lie in the
// order of their alignment, the largest first, so that nothing lies between them.
#pragma once

#include <array>
#include <bitset>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/core.hpp"

namespace fastser::flat {

/// One entry of a table's layout: the field of a row, or the byte that names a union's alternative.
struct Cell {
  std::uint16_t row = 0;
  std::uint16_t slot = 0;
  std::uint16_t size = 0;
  std::uint16_t alignment = 0;
  bool is_tag = false;
};

template <std::size_t kRows, std::size_t kCells, std::size_t kEntries>
struct Layout {
  std::array<std::uint16_t, kRows + 1> at{};      ///< of each row: where it lies in the table
  std::array<std::uint16_t, kRows + 1> tag_at{};  ///< and its tag
  std::array<std::uint16_t, kEntries> vtable{};
  std::size_t entries = 2;    ///< of the vtable that are used
  std::size_t bytes = 4;      ///< of the table
  std::size_t alignment = 4;  ///< of what lies behind its first four bytes
  std::uint32_t hash = 0;     ///< of the vtable

  /// `cells` lie in order of their alignment.
  template <typename Present>
  constexpr void lay_out(const std::array<Cell, kCells + 1>& cells, Present&& present) {
    bool first = true;
    for (std::size_t i = 0; i < kCells; ++i) {
      const Cell& cell = cells[i];
      if (!present(cell.row)) continue;
      if (first && cell.alignment > alignment) alignment = cell.alignment;
      first = false;
      const auto place = static_cast<std::uint16_t>(bytes);
      (cell.is_tag ? tag_at : at)[cell.row] = place;
      vtable[2 + std::size_t{cell.slot}] = place;
      if (entries < 3 + std::size_t{cell.slot}) entries = 3 + std::size_t{cell.slot};
      bytes += cell.size;
    }
    vtable[0] = static_cast<std::uint16_t>(2 * entries);
    vtable[1] = static_cast<std::uint16_t>(bytes);
    hash = 0x811C9DC5U;
    for (std::size_t i = 0; i < entries; ++i) hash = (hash ^ vtable[i]) * 0x01000193U;
    hash ^= hash >> 15;
  }
};

template <typename RowsOf>
struct TableCodec {
  using Rows = RowsOf;
  using Object = typename Rows::Object;
  static constexpr Form kForm = Form::table;
  static constexpr std::size_t kCount = Rows::kCount;
  template <std::size_t kIndex>
  using Row = Field<typename Rows::template Type<kIndex>>;

  [[nodiscard]] static Offset encode(const Object& object, Builder& builder) {
    if (!builder.enter()) return 0;
    std::array<Offset, kCount + 1> children;
    std::array<bool, kCount + 1> present;
    bool all = true;
    Rows::visit(object, [&]<std::size_t kIndex>(const auto& member) FASTSER_INLINE_LAMBDA {
      // A key is always there: those who look for it rely on it.
      constexpr bool kIsKey = Rows::kSortedByFirst && kIndex == 0;
      present[kIndex] = kIsKey || Row<kIndex>::present(member);
      all = all && present[kIndex];
      if constexpr (Row<kIndex>::kReference) {
        children[kIndex] = present[kIndex] ? Row<kIndex>::child(member, builder) : 0;
      }
      return true;
    });
    builder.leave();
    if (all) [[likely]] {
      return write<true>(object, kWhole, children, present, builder);
    }
    TableLayout layout;
    layout.lay_out(kCells, [&](std::size_t row) { return present[row]; });
    return write<false>(object, layout, children, present, builder);
  }
  [[nodiscard]] static bool decode(Object& object, Position at, Reader& reader) {
    Table table;
    if (!reader.enter(at)) return false;
    std::bitset<kCount + 1> missing;
    bool good = false;
    if (reader.knows(kKnownSlot, &kIdentity, kWhole.alignment, at, table)) [[likely]] {
      good = read_fields<false>(object, table, reader, missing);
    } else if (reader.table(at, table) && read_fields<true>(object, table, reader, missing)) {
      good = true;
      reader.learn(kKnownSlot, &kIdentity, kWhole.alignment, at, table);
    }
    reader.leave();
    if (good && missing.any()) [[unlikely]] {
      // While the fields that are missing are made anew there are two of them.
      if (!reader.charge(kEmptyHeap<Object>)) return false;
      Rows::reset(object, [&](std::size_t row) { return missing[row]; });
      reader.give_back(kEmptyHeap<Object>);
    }
    return good;
  }
  /// One field; where it is missing and keeps its default, nothing is done to it.
  /// kChecked: that it lies in its table is for us to check.
  template <std::size_t kIndex, bool kChecked = true, typename M>
  FASTSER_INLINE static bool read_field(M& member, const Table& table, Reader& reader,
                                        bool& is_missing) {
    using F = Row<kIndex>;
    const std::uint16_t offset = table.field(Rows::slot(kIndex));
    if (offset == 0) [[unlikely]] {
      is_missing = true;
      if constexpr (!F::kKeepsDefault) F::clear(member);
      return true;
    }
    if (kChecked && !reader.field(table, offset, F::kSize, F::kAlign)) return false;
    if constexpr (F::kIsUnion) {
      std::uint8_t tag = 0;
      return read_tag<kIndex>(table, reader, tag) &&
             F::read(member, tag, table.at + offset, reader);
    } else {
      return F::read(member, table.at + offset, reader);
    }
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    Table table;
    // Tables that many lead to are looked at again by each: that is paid for.
    if (!reader.charge(4) || !reader.enter(at)) return false;
    bool good = false;
    if (reader.knows(kKnownSlot, &kIdentity, kWhole.alignment, at, table)) [[likely]] {
      good = check_fields<false>(table, reader);
    } else if (reader.table(at, table) && check_fields<true>(table, reader)) {
      good = true;
      reader.learn(kKnownSlot, &kIdentity, kWhole.alignment, at, table);
    }
    reader.leave();
    return good;
  }
  static TypeRef describe(Declarations& schema) {
    const Declarations::Found found =
        schema.find_or_add(&kIdentity, Declaration::Kind::table, Rows::type_name());
    if (found.is_new) {
      std::vector<FieldDeclaration> fields;
      [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        (fields.push_back(describe_field<kIndex>(schema)), ...);
      }
      (std::make_index_sequence<kCount>{});
      schema.all[static_cast<std::size_t>(found.index)].fields = std::move(fields);
    }
    return TypeRef::object(found.index);
  }

 private:
  static constexpr char kIdentity = 0;
  // Types that fall together forget each other.
  static constexpr std::size_t kKnownSlot = [] {
    std::uint32_t hash = 0x811C9DC5U + std::uint32_t{kCount};
    for (const char c : Rows::type_name())
      hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193U;
    return (hash ^ (hash >> 15)) % Reader::kKnown;
  }();

  template <bool kChecked>
  FASTSER_INLINE static bool read_fields(Object& object, const Table& table, Reader& reader,
                                         std::bitset<kCount + 1>& missing) {
    return Rows::visit(object, [&]<std::size_t kIndex>(auto& member) FASTSER_INLINE_LAMBDA {
      bool is_missing = false;
      const bool read = read_field<kIndex, kChecked>(member, table, reader, is_missing);
      if constexpr (Row<kIndex>::kKeepsDefault) missing[kIndex] = is_missing;
      return read;
    });
  }
  template <bool kChecked>
  FASTSER_INLINE static bool check_fields(const Table& table, Reader& reader) {
    return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) FASTSER_INLINE_LAMBDA {
      return (check_field<kIndex, kChecked>(table, reader) && ...);
    }
    (std::make_index_sequence<kCount>{});
  }

  static constexpr std::size_t cell_count() {
    std::size_t cells = 0;
    each_row([&]<std::size_t kIndex>() { cells += Row<kIndex>::kIsUnion ? 2U : 1U; });
    return cells;
  }
  template <typename Call>
  static constexpr void each_row(Call&& call) {
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      (call.template operator()<kIndex>(), ...);
    }
    (std::make_index_sequence<kCount>{});
  }
  static constexpr std::size_t most_slots() {
    std::size_t most = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      if (Rows::slot(i) + std::size_t{1} > most) most = Rows::slot(i) + std::size_t{1};
    }
    return most;
  }
  static constexpr std::size_t kCellCount = cell_count();
  using TableLayout = Layout<kCount, kCellCount, 2 + most_slots()>;
  static_assert(most_slots() < 0x7000, "a table has at most 28,000 slots");

  // By alignment, the largest first; among equals in order.
  static constexpr std::array<Cell, kCellCount + 1> make_cells() {
    std::array<Cell, kCellCount + 1> cells{};
    std::size_t at = 0;
    for (std::uint16_t alignment = 16; alignment != 0; alignment /= 2) {
      each_row([&]<std::size_t kIndex>() {
        constexpr auto kRow = static_cast<std::uint16_t>(kIndex);
        constexpr auto kSlot = static_cast<std::uint16_t>(Rows::slot(kIndex));
        if (Row<kIndex>::kAlign == alignment) {
          cells[at++] = {kRow, kSlot, static_cast<std::uint16_t>(Row<kIndex>::kSize), alignment,
                         false};
        }
        if (Row<kIndex>::kIsUnion && alignment == 1) {
          cells[at++] = {kRow, static_cast<std::uint16_t>(kSlot - 1), 1, 1, true};
        }
      });
    }
    return cells;
  }
  static constexpr auto kCells = make_cells();
  static constexpr bool slots_differ() {
    for (std::size_t i = 0; i < kCellCount; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (kCells[i].slot == kCells[k].slot) return false;
      }
    }
    return true;
  }
  static_assert(slots_differ(), "two fields have one slot (a variant takes the one before, too)");
  static constexpr TableLayout kWhole = [] {
    TableLayout layout;
    layout.lay_out(kCells, [](std::size_t) { return true; });
    return layout;
  }();
  // Its size and the places in it are 16 bits.
  static_assert(kWhole.bytes < 0x10000,
                "fastser: a table of FlatBuffers has less than 64 KiB, not counting what it refers "
                "to: put a large record behind a unique_ptr");

  template <bool kAll>
  FASTSER_INLINE static Offset write(const Object& object, const TableLayout& layout,
                                     const std::array<Offset, kCount + 1>& children,
                                     const std::array<bool, kCount + 1>& present,
                                     Builder& builder) {
    const Offset vtable = builder.put_vtable({layout.vtable.data(), layout.entries}, layout.hash);
    builder.needs(layout.alignment);
    const std::size_t pad = builder.padding(layout.bytes - 4, layout.alignment);
    std::byte* const to = builder.push(layout.bytes + pad);
    if (to == nullptr) [[unlikely]] {
      return 0;
    }
    for (std::size_t i = 0; i < pad; ++i) to[layout.bytes + i] = std::byte{0};
    const Offset here = builder.here();
    wire::store_le(to, vtable - here);
    Rows::visit(object, [&]<std::size_t kIndex>(const auto& member) FASTSER_INLINE_LAMBDA {
      using F = Row<kIndex>;
      if (!kAll && !present[kIndex]) return true;
      const std::uint16_t at = layout.at[kIndex];
      if constexpr (F::kReference) {
        put_offset(to + at, here - at, children[kIndex]);
      } else {
        F::put(member, to + at);
      }
      if constexpr (F::kIsUnion) to[layout.tag_at[kIndex]] = F::tag(member);
      return true;
    });
    return here;
  }

  template <std::size_t kIndex>
  static bool read_tag(const Table& table, Reader& reader, std::uint8_t& tag) {
    const std::uint16_t at = table.field(Rows::slot(kIndex) - 1);
    if (at == 0) {
      return reader.fail(Code::kMalformed, reader.position(table.at), "a union without its type");
    }
    if (!reader.field(table, at, 1, 1)) return false;
    tag = static_cast<std::uint8_t>(table.at[at]);
    return true;
  }
  template <std::size_t kIndex, bool kChecked>
  FASTSER_INLINE static bool check_field(const Table& table, Reader& reader) {
    using F = Row<kIndex>;
    if constexpr (!kChecked && !F::kReference) {
      if constexpr (!F::kRefuses) return true;
    }
    const std::uint16_t offset = table.field(Rows::slot(kIndex));
    if (offset == 0) return true;
    if (kChecked && !reader.field(table, offset, F::kSize, F::kAlign)) return false;
    if constexpr (F::kIsUnion) {
      std::uint8_t tag = 0;
      return read_tag<kIndex>(table, reader, tag) && F::check(tag, table.at + offset, reader);
    } else {
      return F::check(table.at + offset, reader);
    }
  }
  template <std::size_t kIndex>
  static FieldDeclaration describe_field(Declarations& schema) {
    FieldDeclaration field;
    field.name = identifier_of(Rows::name(kIndex));
    field.type = Row<kIndex>::describe(schema);
    field.slot = static_cast<std::uint16_t>(Rows::slot(kIndex));
    field.key = Rows::kSortedByFirst && kIndex == 0;
    if constexpr (Row<kIndex>::kKeepsDefault && !Row<kIndex>::kReference &&
                  requires { Rows::template default_of<kIndex>(field); }) {
      Rows::template default_of<kIndex>(field);
    }
    return field;
  }
};

/// The parts of rows whose fields are a pack of types: pairs, tuples, boxes.
template <typename... M>
struct PackedRows {
  static constexpr std::size_t kCount = sizeof...(M);
  static constexpr bool kSortedByFirst = false;

 private:
  template <std::size_t kIndex, typename First, typename... Rest>
  static constexpr auto nth() {
    if constexpr (kIndex == 0) {
      return std::type_identity<First>{};
    } else {
      return nth<kIndex - 1, Rest...>();
    }
  }
  static constexpr std::array<std::size_t, sizeof...(M)> kSlots = [] {
    std::array<std::size_t, sizeof...(M)> slots{};
    std::size_t next = 0;
    std::size_t at = 0;
    ((next += Field<M>::kIsUnion ? 1U : 0U, slots[at++] = next++), ...);
    return slots;
  }();

 public:
  template <std::size_t kIndex>
  using Type = typename decltype(nth<kIndex, M...>())::type;
  static constexpr std::size_t slot(std::size_t index) { return kSlots[index]; }
};

}  // namespace fastser::flat
