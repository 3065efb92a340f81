// SPDX-License-Identifier: MIT
//
// Values by a plan, children before what leads to them. A table is gathered as cells (what stands
// in it), then laid out with the largest first, so that nothing lies between them.
//
// What is shared is small: a reference of four bytes must not lead to more values than a reader's
// budget grants four bytes. Recursion is bounded by the depth of the document.
#include "convert/flat/writer.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert/flat/plan.hpp"
#include "convert/flat/table_cells.hpp"
#include "convert/flexbuffers/values.hpp"
#include "fastser/internal/flat/builder.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Builder;
using flat::Offset;

constexpr std::size_t kMostFields = 1024;  // of a table; its layout may have 64 KiB
constexpr std::uint32_t kMostShared = 8;   // nodes of a container that is written once
constexpr std::size_t kShortText = 128;    // bytes of a text that always is
constexpr std::size_t kMostShares = 16;    // bytes of longer texts led to again, for each written
constexpr std::size_t kMomentBytes = 16;

void store(std::byte* to, std::uint64_t bits, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<std::byte>(bits >> (8 * i));
}

// What a scalar is on the wire.
std::uint64_t bits_of(const Node& node, BaseType base) {
  if (base != BaseType::Float && base != BaseType::Double) return node.bits;
  if (node.kind == NodeKind::kF32 || node.kind == NodeKind::kF64) return node.bits;
  double value = std::bit_cast<double>(node.bits);
  if (node.kind == NodeKind::kUnsigned) value = static_cast<double>(node.bits);
  if (node.kind == NodeKind::kNegative) {
    value = static_cast<double>(static_cast<std::int64_t>(node.bits));
  }
  if (base == BaseType::Double) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

// Something that stands in a table: a scalar, a moment, or an offset.
struct Cell {
  std::uint64_t bits = 0;
  Offset child = 0;  // 0: none
  std::uint32_t nanoseconds = 0;
  std::uint16_t slot = 0;
  std::uint8_t size = 4;
  std::uint8_t alignment = 4;
};

class FlatWriter {
 public:
  FlatWriter(FlatPlan& plan, const Document& document, bool share, Buffer& out)
      : plan_(plan),
        layout_(plan.layout()),
        document_(document),
        share_(share),
        texts_(document.texts.size()),
        known_(0, document.number_hash()),
        values_(document),
        builder_(out) {}

  Status run() {
    Offset root = 0;
    if (plan_.boxed_root()) {
      root = boxed(0, layout_.root());
    } else {
      root = object(0, layout_.find_group(layout_.slot(layout_.root()).group));
    }
    if (!why_.ok()) return std::move(why_);
    return builder_.finish(root, {});
  }

 private:
  // ---- cells
  void add_cell(std::uint32_t node, std::uint32_t where, std::uint16_t number) {
    const Node& what = document_.nodes[node];
    const FlatSlot& slot = plan_.slot(where);
    const bool tells_null = slot.form == FlatForm::kFlex || slot.form == FlatForm::kEither;
    if (what.kind == NodeKind::kNull && !tells_null) return;
    Cell cell;
    cell.slot = number;
    if (slot.form == FlatForm::kEither) {
      cell.child = either(node, where);
    } else {
      fill(cell, node, where, slot.form);
    }
    cells_.push_back(cell);
  }
  void fill(Cell& cell, std::uint32_t node, std::uint32_t where, FlatForm form) {
    const Node& what = document_.nodes[node];
    if (form == FlatForm::kScalar) {
      const BaseType base = scalar_type(plan_.slot(where), what);
      cell.size = cell.alignment = static_cast<std::uint8_t>(flat::inline_size(base));
      cell.bits = bits_of(what, base);
    } else if (form == FlatForm::kMoment) {
      cell.size = kMomentBytes;
      cell.alignment = 8;
      cell.bits = what.bits;
      cell.nanoseconds = what.count;
    } else {
      cell.child = child(node, where, form);
    }
  }
  // What is led to by an offset.
  Offset child(std::uint32_t node, std::uint32_t where, FlatForm form) {
    const Node& what = document_.nodes[node];
    switch (form) {
      case FlatForm::kString: return text(what.bits);
      case FlatForm::kData: return data(what.bits);
      case FlatForm::kTable: return object(node, layout_.find_group(layout_.slot(where).group));
      case FlatForm::kMap: return entries(node, layout_.find_group(layout_.slot(where).group));
      case FlatForm::kPairs: return pairs(node, where);
      case FlatForm::kExt: return extension(what);
      case FlatForm::kList: return list(node, where);
      case FlatForm::kFlex: return flex(node);
      case FlatForm::kEither: return either(node, where);
      default: return 0;
    }
  }
  // What a value of a slot of many kinds is.
  FlatForm form_in_either(const Node& node, std::uint32_t where) {
    switch (node.kind) {
      case NodeKind::kString: return FlatForm::kString;
      case NodeKind::kData: return FlatForm::kData;
      case NodeKind::kMoment: return FlatForm::kMoment;
      case NodeKind::kExt: return FlatForm::kExt;
      case NodeKind::kList: return FlatForm::kList;
      case NodeKind::kMap: return FlatForm::kPairs;
      case NodeKind::kObject:
        return layout_.group(layout_.slot(where).group).map ? FlatForm::kMap : FlatForm::kTable;
      default: return FlatForm::kScalar;
    }
  }

  // ---- tables
  // The cells from `first` on, as a table; they are gone then.
  Offset table(std::size_t first) {
    constexpr std::uint32_t kPrime = 0x01000193U;
    layout_bytes_.assign(2, 0);
    std::size_t bytes = 4;
    std::size_t largest = 4;
    places_.resize(cells_.size() - first);
    for (const std::size_t alignment : {8U, 4U, 2U, 1U}) {
      for (std::size_t i = first; i < cells_.size(); ++i) {
        const Cell& cell = cells_[i];
        if (cell.alignment != alignment) continue;
        largest = std::max(largest, alignment);
        const std::size_t entry = 2 + std::size_t{cell.slot};
        if (layout_bytes_.size() <= entry) layout_bytes_.resize(entry + 1);
        layout_bytes_[entry] = places_[i - first] = static_cast<std::uint16_t>(bytes);
        bytes += cell.size;
      }
    }
    layout_bytes_[0] = static_cast<std::uint16_t>(2 * layout_bytes_.size());
    layout_bytes_[1] = static_cast<std::uint16_t>(bytes);
    std::uint32_t hash = 0x811C9DC5U;
    for (const std::uint16_t one : layout_bytes_) hash = (hash ^ one) * kPrime;
    hash ^= hash >> 15U;
    const Offset vtable = builder_.put_vtable(layout_bytes_, hash);
    builder_.needs(largest);
    const std::size_t pad = builder_.padding(bytes - 4, largest);
    std::byte* const to = builder_.push(bytes + pad);
    if (to == nullptr) return 0;
    std::fill_n(to + bytes, pad, std::byte{0});
    const Offset here = builder_.here();
    wire::store_le(to, vtable - here);
    for (std::size_t i = first; i < cells_.size(); ++i) {
      put(cells_[i], to + places_[i - first], here - places_[i - first]);
    }
    cells_.resize(first);
    return here;
  }
  static void put(const Cell& cell, std::byte* to, Offset at) {
    if (cell.child != 0) return flat::put_offset(to, at, cell.child);
    if (cell.size == kMomentBytes) {
      store(to, cell.bits, 8);
      return store(to + 8, cell.nanoseconds, 8);
    }
    store(to, cell.bits, cell.size);
  }
  Offset boxed(std::uint32_t node, std::uint32_t where) {
    const std::size_t first = cells_.size();
    add_cell(node, where, 0);
    return table(first);
  }
  Offset object(std::uint32_t node, std::uint32_t number) {
    const Node& what = document_.nodes[node];
    Offset& known = known_place(what, node, 2 * std::uint64_t{number});
    if (known != 0) return known;
    const std::size_t first = cells_.size();
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      const Group& group = layout_.group(number);
      const std::uint32_t field = group.by_key.at(document_.nodes[at].key);
      add_cell(at, group.fields[field].slot, plan_.rank(number, field));
    }
    return known = table(first);
  }
  Offset either(std::uint32_t node, std::uint32_t where) {
    const Node& what = document_.nodes[node];
    const FlatSlot& slot = plan_.slot(where);
    const std::size_t first = cells_.size();
    if (what.kind != NodeKind::kNull) {
      Cell cell;
      cell.slot = plan_.either(slot)[either_field(slot, what)];
      FlatForm form = form_in_either(what, where);
      fill(cell, node, where, form);
      cells_.push_back(cell);
    }
    return table(first);
  }
  Offset extension(const Node& what) {
    Cell type;
    type.size = type.alignment = 1;
    type.bits = what.count;
    Cell contents;
    contents.slot = 1;
    contents.child = data(what.bits);
    const std::size_t first = cells_.size();
    cells_.push_back(type);
    cells_.push_back(contents);
    return table(first);
  }

  // ---- maps
  Offset entries(std::uint32_t node, std::uint32_t number) {
    const Node& what = document_.nodes[node];
    const std::uint32_t values = layout_.group(number).values;
    std::vector<std::uint32_t> sorted;
    sorted.reserve(what.count);
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      sorted.push_back(at);
    }
    std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t left, std::uint32_t right) {
      return document_.text(document_.nodes[left].key) < document_.text(document_.nodes[right].key);
    });
    const std::size_t first = offsets_.size();
    for (const std::uint32_t at : sorted) {
      const std::size_t cell = cells_.size();
      Cell key;
      key.child = text(document_.nodes[at].key);
      cells_.push_back(key);
      add_cell(at, values, 1);
      offsets_.push_back(table(cell));
    }
    return put_offsets(first);
  }
  Offset pairs(std::uint32_t node, std::uint32_t where) {
    const Node& what = document_.nodes[node];
    const Slot& slot = layout_.slot(where);
    const std::size_t first = offsets_.size();
    for (std::uint32_t at = node + 1; at < what.end;) {
      const std::uint32_t value = document_.nodes[at].end;
      const std::size_t cell = cells_.size();
      add_cell(at, slot.map_key, 0);
      add_cell(value, slot.map_value, 1);
      offsets_.push_back(table(cell));
      at = document_.nodes[value].end;
    }
    return put_offsets(first);
  }

  // ---- lists
  Offset list(std::uint32_t node, std::uint32_t where) {
    const Node& what = document_.nodes[node];
    const std::uint32_t number = layout_.find_slot(where);
    Offset& known = known_place(what, node, 2 * std::uint64_t{number} + 1);
    if (known != 0) return known;
    const std::uint32_t element = layout_.slot(number).element;
    if (element == kNone) return known = bytes({});
    const FlatForm form = plan_.slot(element).form;
    const bool is_boxed = plan_.slot(number).boxed;
    if (!is_boxed && (form == FlatForm::kScalar || form == FlatForm::kMoment)) {
      return known = inline_list(node, element, form);
    }
    const std::size_t first = offsets_.size();
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      const Offset one = is_boxed ? boxed(at, element) : child(at, element, form);
      offsets_.push_back(one);
    }
    return known = put_offsets(first);
  }
  Offset inline_list(std::uint32_t node, std::uint32_t element, FlatForm form) {
    const Node& what = document_.nodes[node];
    const FlatSlot& slot = plan_.slot(element);
    // Which type is the same for all: of the first, or of any where there is none.
    Cell cell;
    if (what.count != 0) {
      fill(cell, node + 1, element, form);
    } else {
      cell.size = cell.alignment = 8;  // suits all
    }
    std::byte* to = builder_.put_list(what.count, cell.size, cell.alignment);
    if (to == nullptr) return 0;
    if (form == FlatForm::kMoment) {
      for (std::uint32_t at = node + 1; at < what.end; ++at, to += kMomentBytes) {
        store(to, document_.nodes[at].bits, 8);
        store(to + 8, document_.nodes[at].count, 8);
      }
      return builder_.here();
    }
    for (std::uint32_t at = node + 1; at < what.end; ++at, to += cell.size) {
      const Node& one = document_.nodes[at];
      store(to, bits_of(one, scalar_type(slot, one)), cell.size);
    }
    return builder_.here();
  }
  Offset put_offsets(std::size_t first) { return put_list(builder_, offsets_, first); }

  // ---- texts and bytes
  Offset text(std::uint64_t number) {
    const std::string_view what = document_.text(number);
    Offset& known = texts_[static_cast<std::size_t>(number)];
    if (known != 0 && may_share(what.size())) return known;
    return known = builder_.put_text(what.data(), what.size());
  }
  // A long text may be led to again as long as all that was is a few times what is written.
  bool may_share(std::size_t size) {
    if (size <= kShortText) return true;
    if (shared_ + size > kMostShares * builder_.size()) return false;
    shared_ += size;
    return true;
  }
  Offset bytes(std::string_view what) {
    std::byte* const to = builder_.put_list(what.size(), 1, 1);
    if (to == nullptr) return 0;
    flat::copy_exactly(to, what.data(), what.size());
    return builder_.here();
  }
  Offset data(std::uint64_t number) { return bytes(document_.text(number)); }
  Offset flex(std::uint32_t node) {
    Status status = values_.write(node, flex_);
    if (!status.ok()) {
      if (why_.ok()) why_ = std::move(status);
      return 0;
    }
    return bytes({reinterpret_cast<const char*>(flex_.data()), flex_.size()});
  }

  // Where an equal container of the same type is; 0 and a place to note it, if it is not yet.
  Offset& known_place(const Node& what, std::uint32_t node, std::uint64_t type) {
    if (!share_ || what.end - node > kMostShared) {
      unknown_ = 0;
      return unknown_;
    }
    return known_[(std::uint64_t{what.same} << 32U) | type];
  }

  FlatPlan& plan_;
  Layout& layout_;
  const Document& document_;
  bool share_;
  std::vector<Offset> texts_;  // where each was written last; 0: nowhere
  std::size_t shared_ = 0;     // bytes of long texts that were led to again
  std::unordered_map<std::uint64_t, Offset, NumberHash> known_;
  Offset unknown_ = 0;
  std::vector<Cell> cells_;                  // of tables that are not written yet
  std::vector<Offset> offsets_;              // of elements whose list is not
  std::vector<std::uint16_t> layout_bytes_;  // of the table being written
  std::vector<std::uint16_t> places_;
  FlexValues values_;
  Buffer flex_;  // the last of them
  Status why_;
  Builder builder_;
};

}  // namespace

Result<FlatOutput> write_flat(const Document& document, bool share_objects) {
  LayoutRules rules{.keep_order = false, .most_fields = kMostFields};
  std::optional<Layout> layout(std::in_place, document, rules);
  rules.unite = false;
  if (!layout->acyclic()) layout.emplace(document, rules);
  FlatPlan plan(*layout);
  FlatOutput out;
  FASTSER_TRY(FlatWriter(plan, document, share_objects, out.bytes).run());
  out.schema = std::move(plan.schema());
  return out;
}

}  // namespace fastser::convert
