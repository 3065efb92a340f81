// SPDX-License-Identifier: MIT
//
// Values by a plan, children before what leads to them. What stands in a table is gathered as
// TableCells, and written when all of it is there. No table is too large: kMostFields moments take
// less than 64 KiB.
//
// What is shared is small: a reference of four bytes must not lead to more values than a reader's
// budget grants four bytes. Recursion is bounded by the depth of the document.
#include "convert/flat/writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/as_text.hpp"
#include "convert/flat/plan.hpp"
#include "convert/flat/table_cells.hpp"
#include "convert/flexbuffers/values.hpp"
#include "fastser/internal/flat/builder.hpp"

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

void store_moment(std::byte* to, const Node& moment) {
  store_le(to, moment.bits, 8);
  store_le(to + 8, moment.count, 8);  // nanoseconds
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
        builder_(out),
        cells_(builder_) {}

  Status run(bool size_prefixed) {
    Offset root = 0;
    if (plan_.boxed_root()) {
      root = boxed(0, layout_.root());
    } else {
      root = object(0, layout_.find_group(layout_.slot(layout_.root()).group));
    }
    if (!why_.ok()) return std::move(why_);
    return builder_.finish(root, {}, size_prefixed);
  }

 private:
  // ---- cells
  void add_cell(std::uint32_t node, std::uint32_t where, std::uint16_t number) {
    const Node& what = document_.nodes[node];
    const FlatSlot& slot = plan_.slot(where);
    const bool tells_null = slot.form == FlatForm::kFlex || slot.form == FlatForm::kEither;
    if (what.kind == NodeKind::kNull && !tells_null) return;
    add_value(node, where, slot.form, number);
  }
  void add_value(std::uint32_t node, std::uint32_t where, FlatForm form, std::uint16_t number) {
    const Node& what = document_.nodes[node];
    if (form == FlatForm::kScalar) {
      const BaseType base = scalar_type(plan_.slot(where), what);
      cells_.add_scalar(number, bits_of(what, base), flat::inline_size(base));
    } else if (form == FlatForm::kMoment) {
      std::array<std::byte, kMomentBytes> moment{};
      store_moment(moment.data(), what);
      cells_.add_bytes(number, moment, 8);
    } else {
      cells_.add_child(number, child(node, where, form));
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
  Offset boxed(std::uint32_t node, std::uint32_t where) {
    const std::size_t first = cells_.size();
    add_cell(node, where, 0);
    return cells_.table(first);
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
    return known = cells_.table(first);
  }
  Offset either(std::uint32_t node, std::uint32_t where) {
    const Node& what = document_.nodes[node];
    const FlatSlot& slot = plan_.slot(where);
    const std::size_t first = cells_.size();
    if (what.kind != NodeKind::kNull) {
      add_value(node, where, form_in_either(what, where),
                plan_.either(slot)[either_field(slot, what)]);
    }
    return cells_.table(first);
  }
  Offset extension(const Node& what) {
    const std::size_t first = cells_.size();
    cells_.add_scalar(0, what.count, 1);
    cells_.add_child(1, data(what.bits));
    return cells_.table(first);
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
      cells_.add_child(0, text(document_.nodes[at].key));
      add_cell(at, values, 1);
      offsets_.push_back(cells_.table(cell));
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
      offsets_.push_back(cells_.table(cell));
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
    std::size_t size = 8;  // suits all
    if (what.count != 0 && form == FlatForm::kScalar) {
      size = flat::inline_size(scalar_type(slot, document_.nodes[node + 1]));
    } else if (what.count != 0) {
      size = kMomentBytes;
    }
    std::byte* to = builder_.put_list(what.count, size, std::min<std::size_t>(size, 8));
    if (to == nullptr) return 0;
    if (form == FlatForm::kMoment) {
      for (std::uint32_t at = node + 1; at < what.end; ++at, to += kMomentBytes) {
        store_moment(to, document_.nodes[at]);
      }
      return builder_.here();
    }
    for (std::uint32_t at = node + 1; at < what.end; ++at, to += size) {
      const Node& one = document_.nodes[at];
      store_le(to, bits_of(one, scalar_type(slot, one)), size);
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
    return bytes(as_text(flex_));
  }

  // Where an equal container of the same type is; 0 and a place to note it, if it is not yet.
  Offset& known_place(const Node& what, std::uint32_t node, std::uint64_t type) {
    if (!share_ || what.end - node > kMostShared) {
      unknown_ = 0;
      return unknown_;
    }
    return known_[(std::uint64_t{what.same()} << 32U) | type];
  }

  FlatPlan& plan_;
  Layout& layout_;
  const Document& document_;
  bool share_;
  std::vector<Offset> texts_;  // where each was written last; 0: nowhere
  std::size_t shared_ = 0;     // bytes of long texts that were led to again
  std::unordered_map<std::uint64_t, Offset, NumberHash> known_;
  Offset unknown_ = 0;
  std::vector<Offset> offsets_;  // of elements whose list is not written yet
  FlexValues values_;
  Buffer flex_;  // the last of them
  Status why_;
  Builder builder_;
  TableCells cells_;  // of tables that are not written yet
};

}  // namespace

Result<FlatOutput> write_flat(const Document& document, bool share_objects, bool size_prefixed) {
  LayoutRules rules{.keep_order = false, .most_fields = kMostFields};
  std::optional<Layout> layout(std::in_place, document, rules);
  rules.unite = false;
  if (!layout->acyclic()) layout.emplace(document, rules);
  FlatPlan plan(*layout);
  FlatOutput out;
  FASTSER_TRY(FlatWriter(plan, document, share_objects, out.bytes).run(size_prefixed));
  out.schema = std::move(plan.schema());
  return out;
}

}  // namespace fastser::convert
