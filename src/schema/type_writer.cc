// SPDX-License-Identifier: MIT
//
// TypeGraph::write: checks what a root leads to, and makes its table.
#include <algorithm>
#include <limits>
#include <utility>

#include "schema/type_graph.hpp"

namespace fastser::schema {
namespace {

using Record = TypeGraph::Record;
using Entry = TypeGraph::Entry;
using Node = TypeGraph::Node;

// One thing that a record holds: another record, by an entry or (kNone) as its super-class.
struct Edge {
  std::uint32_t record;
  std::uint32_t entry;
};

class Writer {
 public:
  explicit Writer(const TypeGraph& graph)
      : graph_(graph),
        shape_of_(graph.records.size(), TypeGraph::kNone),
        most_(TypeGraph::kMaxGrowth + TypeGraph::kMaxFactor * told()) {}

  Result<std::vector<std::byte>> write(std::uint32_t root) {
    FASTSER_TRY(charge(graph_.nodes[root].size));
    std::vector<Edge> mentioned;
    mention(root, 0, false, mentioned);
    FASTSER_TRY(number(mentioned));
    for (const std::uint32_t kept : graph_.kept) FASTSER_TRY(number({{kept, 0}}));
    FASTSER_TRY(check_cycles());
    TypeBytes bytes;
    append_varint(bytes, order_.size());
    for (const std::uint32_t record : order_) append_record(bytes, graph_.records[record]);
    append(bytes, root);
    std::vector<std::byte> table(bytes.size());
    std::transform(bytes.begin(), bytes.end(), table.begin(),
                   [](std::uint8_t byte) { return std::byte{byte}; });
    return table;
  }

 private:
  static Status fail(std::string message) {
    return Status(Code::kUsage).with_detail(std::move(message));
  }
  // Nothing is walked that was not counted before.
  Status charge(std::uint64_t size) {
    size_ = std::min(size_ + size, TypeGraph::kEndless);
    return size_ > most_ ? fail("a type table that would become far too long") : Status();
  }
  Status charge_record(const Record& record) {
    FASTSER_TRY(charge(record.name.size() + TypeGraph::kRecordBytes));
    for (const Entry& entry : record.entries) {
      FASTSER_TRY(charge(told(entry) + graph_.nodes[entry.type].size));
    }
    return {};
  }
  static std::uint64_t told(const Entry& entry) {
    return entry.name.size() + TypeGraph::kEntryBytes;
  }
  // The bytes that all calls would take, were nothing referred to twice.
  [[nodiscard]] std::uint64_t told() const {
    std::uint64_t bytes = graph_.nodes.size() * TypeGraph::kNodeBytes;
    for (const std::string& name : graph_.names) bytes += name.size();
    for (const Record& record : graph_.records) {
      bytes += record.name.size() + TypeGraph::kRecordBytes;
      for (const Entry& entry : record.entries) bytes += told(entry);
    }
    return bytes;
  }

  // The records that a type mentions, in order; all, or those that it holds directly.
  void mention(std::uint32_t type, std::uint32_t entry, bool direct, std::vector<Edge>& out) const {
    const Node& node = graph_.nodes[type];
    switch (node.code) {
      case TypeCode::kRecord: out.push_back({node.record, entry}); return;
      case TypeCode::kArray:
      case TypeCode::kTuple:
      case TypeCode::kVariant: break;
      default:
        if (direct) return;
    }
    for (std::uint32_t i = 0; i < node.operands; ++i) {
      mention(graph_.operands[node.first + i], entry, direct, out);
    }
  }
  [[nodiscard]] std::vector<Edge> edges_of(const Record& record, bool direct) const {
    std::vector<Edge> edges;
    if (record.super != TypeGraph::kNone) edges.push_back({record.super, TypeGraph::kNone});
    for (std::size_t i = 0; i < record.entries.size(); ++i) {
      mention(record.entries[i].type, static_cast<std::uint32_t>(i), direct, edges);
    }
    return edges;
  }

  // Gives numbers to what the edges lead to, in the order of a walk through the records.
  Status number(std::vector<Edge> from) {
    struct Frame {
      std::vector<Edge> edges;
      std::size_t next;
    };
    std::vector<Frame> stack;
    stack.push_back({std::move(from), 0});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == frame.edges.size()) {
        stack.pop_back();
        continue;
      }
      const std::uint32_t inner = frame.edges[frame.next++].record;
      if (shape_of_[inner] != TypeGraph::kNone) continue;
      const Record& record = graph_.records[inner];
      FASTSER_TRY(charge_record(record));
      FASTSER_TRY(check_record(record));
      shape_of_[inner] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(inner);
      stack.push_back({edges_of(record, false), 0});
    }
    return {};
  }

  static Status check_record(const Record& record) {
    std::vector<std::string_view> names;
    std::uint64_t fields = 0;
    for (const Entry& entry : record.entries) {
      if (entry.named) names.emplace_back(entry.name);
      if (entry.repeat > std::numeric_limits<std::uint32_t>::max() - fields) {
        return fail("record " + in_quotes(record.name) + ": more than 2^32 - 1 fields");
      }
      fields += entry.repeat;
    }
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice == names.end()) return {};
    return fail("record " + in_quotes(record.name) + ": two fields named " + in_quotes(*twice));
  }

  // No record may hold itself: depth first, with the record that is open on the way.
  Status check_cycles() const {
    enum State : std::uint8_t { kNew, kOpen, kDone };
    struct Frame {
      std::uint32_t record;
      std::vector<Edge> edges;
      std::size_t next;
    };
    std::vector<State> state(graph_.records.size(), kNew);
    std::vector<Frame> stack;
    const auto open = [&](std::uint32_t record) {
      state[record] = kOpen;
      stack.push_back({record, edges_of(graph_.records[record], true), 0});
    };
    for (const std::uint32_t start : order_) {
      if (state[start] != kNew) continue;
      open(start);
      while (!stack.empty()) {
        Frame& frame = stack.back();
        if (frame.next == frame.edges.size()) {
          state[frame.record] = kDone;
          stack.pop_back();
          continue;
        }
        const Edge edge = frame.edges[frame.next++];
        if (state[edge.record] == kOpen) return holds_itself(frame.record, edge);
        if (state[edge.record] == kNew) open(edge.record);
      }
    }
    return {};
  }
  [[nodiscard]] Status holds_itself(std::uint32_t by, Edge edge) const {
    const Record& last = graph_.records[by];
    std::string text = "record " + in_quotes(graph_.records[edge.record].name);
    if (edge.entry == TypeGraph::kNone) {
      text += " is its own super-class, by record " + in_quotes(last.name);
    } else {
      text += " contains itself, by ";
      const Entry& entry = last.entries[edge.entry];
      text +=
          entry.named ? "field " + in_quotes(entry.name) : "field " + std::to_string(edge.entry);
      text += " of record " + in_quotes(last.name);
    }
    return fail(std::move(text));
  }

  void append_record(TypeBytes& bytes, const Record& record) const {
    append_text(bytes, record.name);
    append_varint(bytes, record.version);
    append_varint(
        bytes, record.super == TypeGraph::kNone ? 0 : std::uint64_t{1} + shape_of_[record.super]);
    append_varint(bytes, record.entries.size());
    for (const Entry& entry : record.entries) {
      append_varint(bytes, entry.repeat << 1 | (entry.named ? 1U : 0U));
      if (entry.named) append_text(bytes, entry.name);
      append(bytes, entry.type);
    }
  }
  void append(TypeBytes& bytes, std::uint32_t type) const {
    const Node& node = graph_.nodes[type];
    bytes.push_back(static_cast<std::uint8_t>(node.code));
    switch (node.code) {
      case TypeCode::kRecord: append_varint(bytes, shape_of_[node.record]); return;
      case TypeCode::kEnum:
        append_text(bytes, graph_.names[node.record]);
        bytes.push_back(static_cast<std::uint8_t>(node.integer));
        return;
      case TypeCode::kBits: append_varint(bytes, node.count); return;
      case TypeCode::kVariant:
      case TypeCode::kTuple: append_varint(bytes, node.operands); break;
      default: break;
    }
    for (std::uint32_t i = 0; i < node.operands; ++i) {
      append(bytes, graph_.operands[node.first + i]);
    }
    if (node.code == TypeCode::kArray) append_varint(bytes, node.count);
  }

  const TypeGraph& graph_;
  std::vector<std::uint32_t> shape_of_;  // record -> its number in the table
  std::vector<std::uint32_t> order_;     // the records, by number
  std::uint64_t most_;
  std::uint64_t size_ = 0;
};

}  // namespace

Result<std::vector<std::byte>> TypeGraph::write(std::uint32_t root) const {
  if (!error.ok()) return error;
  return Writer(*this).write(root);
}

}  // namespace fastser::schema
