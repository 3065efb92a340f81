// SPDX-License-Identifier: MIT
//
// json_to_archive: read the text, find a layout, measure, write. The payload writer walks document
// and layout side by side; strings and objects take their numbers in the order they are written.
#include <algorithm>
#include <bit>
#include <exception>
#include <optional>
#include <span>
#include <unordered_map>

#include "convert/measure.hpp"
#include "convert/type_writer.hpp"
#include "fastser/archive/envelope.hpp"
#include "fastser/convert/json.hpp"
#include "fastser/wire/crc32c.hpp"
#include "fastser/wire/endian.hpp"
#include "fastser/wire/varint.hpp"

namespace fastser::convert {
namespace {

using schema::TypeCode;

class PayloadWriter {
 public:
  explicit PayloadWriter(Layout& layout)
      : layout_(layout),
        document_(layout.document()),
        numbers_(document_.texts.size(), kNone),
        objects_(0, document_.number_hash()) {}

  void value(std::uint32_t node, std::uint32_t where);
  std::vector<std::uint8_t> out;

 private:
  void bare(std::uint32_t node, std::uint32_t where);
  void list(std::uint32_t node, std::uint32_t where);
  void object(std::uint32_t node, std::uint32_t number);
  void record(std::uint32_t node, std::uint32_t number);
  void map(std::uint32_t node, std::uint32_t number);
  void any(std::uint32_t node);
  void integer(TypeCode code, std::uint64_t bits);
  void real(TypeCode code, const Node& node);
  void text(std::uint64_t number, bool shared);
  bool seen(const Node& node, std::uint32_t owner, std::uint64_t kind);

  void varint(std::uint64_t value) { schema::append_varint(out, value); }
  void code(TypeCode code) { out.push_back(static_cast<std::uint8_t>(code)); }
  void fixed(std::uint64_t bits, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      out.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }

  Layout& layout_;
  const Document& document_;
  std::vector<std::uint32_t> numbers_;  // of texts as shared strings
  std::uint32_t next_string_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t, NumberHash> objects_;
};

void PayloadWriter::value(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const Slot& slot = layout_.slot(where);
  switch (form_of(slot)) {
    case Form::kAny: any(node); return;
    case Form::kSingle: break;
    case Form::kOptional: out.push_back(what.kind == NodeKind::kNull ? 0 : 1); break;
    case Form::kVariant: varint(alternative_of(slot, slot_kind(slot, what))); break;
  }
  bare(node, where);
}

void PayloadWriter::bare(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const Slot& slot = layout_.slot(where);
  switch (what.kind) {
    case NodeKind::kNull: return;
    case NodeKind::kBool: out.push_back(static_cast<std::uint8_t>(what.bits)); return;
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
      if (slot_kind(slot, what) == kSawInteger) return integer(slot.integer, what.bits);
      return real(slot.real, what);
    case NodeKind::kReal: return real(slot.real, what);
    case NodeKind::kString: return text(what.bits, slot.share_strings);
    case NodeKind::kList: return list(node, where);
    case NodeKind::kObject: return object(node, layout_.find_group(slot.group));
  }
}

void PayloadWriter::integer(TypeCode code, std::uint64_t bits) {
  switch (code) {
    case TypeCode::kVarU16:
    case TypeCode::kVarU32:
    case TypeCode::kVarU64: return varint(bits);
    case TypeCode::kVarI16:
    case TypeCode::kVarI32:
    case TypeCode::kVarI64: return varint(wire::zigzag(static_cast<std::int64_t>(bits)));
    default: return fixed(bits, schema::fixed_size(code));
  }
}

void PayloadWriter::real(TypeCode code, const Node& node) {
  double value = std::bit_cast<double>(node.bits);
  if (node.kind == NodeKind::kUnsigned) value = static_cast<double>(node.bits);
  if (node.kind == NodeKind::kNegative) {
    value = static_cast<double>(static_cast<std::int64_t>(node.bits));
  }
  if (code == TypeCode::kF32) {
    fixed(std::bit_cast<std::uint32_t>(static_cast<float>(value)), sizeof(float));
  } else {
    fixed(std::bit_cast<std::uint64_t>(value), sizeof(double));
  }
}

void PayloadWriter::text(std::uint64_t number, bool shared) {
  const std::string_view what = document_.text(number);
  if (shared && !what.empty()) {
    std::uint32_t& known = numbers_[static_cast<std::size_t>(number)];
    if (known != kNone) return varint((std::uint64_t{known} << 1) | 1);
    known = next_string_++;
  }
  varint(shared ? std::uint64_t{what.size()} << 1 : what.size());
  out.insert(out.end(), what.begin(), what.end());
}

// Writes the slot of a shared container; true when that is all.
bool PayloadWriter::seen(const Node& node, std::uint32_t owner, std::uint64_t kind) {
  const std::uint64_t key = (std::uint64_t{node.same} << 32) | (std::uint64_t{owner} << 1) | kind;
  const auto [it, is_new] = objects_.emplace(key, objects_.size());
  varint(is_new ? schema::kSlotNew : schema::kSlotFirstReference + it->second);
  return !is_new;
}

void PayloadWriter::list(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const std::uint32_t number = layout_.find_slot(where);
  const Slot& slot = layout_.slot(number);
  if (slot.share_lists && seen(what, number, 0)) return;
  if (!is_array(slot)) varint(what.count);
  const std::uint32_t element = slot.element;
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    value(at, element);
  }
}

void PayloadWriter::object(std::uint32_t node, std::uint32_t number) {
  const Group& group = layout_.group(number);
  if (group.share && seen(document_.nodes[node], number, 1)) return;
  if (group.map) return map(node, number);
  return record(node, number);
}

void PayloadWriter::map(std::uint32_t node, std::uint32_t number) {
  const Node& what = document_.nodes[node];
  const Group& group = layout_.group(number);
  varint(what.count);
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    text(document_.nodes[at].key, group.share_keys);
    value(at, group.values);
  }
}

// The object's keys come in the order of the fields; fields between them are left out.
void PayloadWriter::record(std::uint32_t node, std::uint32_t number) {
  const std::uint32_t end = document_.nodes[node].end;
  const Group& group = layout_.group(number);
  std::uint32_t at = node + 1;
  for (std::uint32_t field = group.first; field != kNone; field = group.fields[field].next) {
    if (at < end && document_.nodes[at].key == group.fields[field].key) {
      value(at, group.fields[field].slot);
      at = document_.nodes[at].end;
    } else if (form_of(layout_.slot(group.fields[field].slot)) == Form::kAny) {
      // variant<tuple<>>, inline: the same sign that a typed field has
      code(TypeCode::kVariant);
      varint(1);
      code(TypeCode::kTuple);
      varint(0);
      varint(0);
    } else {
      varint(0);  // kSawAbsent is the first alternative
    }
  }
}

void PayloadWriter::any(std::uint32_t node) {
  const Node& what = document_.nodes[node];
  switch (what.kind) {
    case NodeKind::kNull: code(TypeCode::kNull); return;
    case NodeKind::kBool:
      code(TypeCode::kBool);
      out.push_back(static_cast<std::uint8_t>(what.bits));
      return;
    case NodeKind::kNegative: code(TypeCode::kVarI64); return integer(TypeCode::kVarI64, what.bits);
    case NodeKind::kUnsigned: code(TypeCode::kVarU64); return varint(what.bits);
    case NodeKind::kReal: code(TypeCode::kF64); return real(TypeCode::kF64, what);
    case NodeKind::kString: code(TypeCode::kString); return text(what.bits, false);
    case NodeKind::kList:
      code(TypeCode::kList);
      code(TypeCode::kAny);
      break;
    case NodeKind::kObject:
      code(TypeCode::kOrderedMap);
      code(TypeCode::kString);
      code(TypeCode::kAny);
      break;
  }
  varint(what.count);
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    if (what.kind == NodeKind::kObject) text(document_.nodes[at].key, false);
    any(at);
  }
}

Result<Buffer> assemble(const schema::TypeBytes& table, const std::vector<std::uint8_t>& payload,
                        const JsonToArchiveOptions& options) {
  schema::TypeBytes head = {
      'F', 'S', 'R', archive::kFormatVersion,
      static_cast<std::uint8_t>(options.checksum ? archive::kChecksumFlag : 0)};
  for (int i = 0; i < 4; ++i) {
    head.push_back(static_cast<std::uint8_t>(options.user_version >> (8 * i)));
  }
  schema::append_varint(head, table.size());
  Buffer buffer;
  const auto bytes = [](const std::vector<std::uint8_t>& from) {
    return std::as_bytes(std::span(from));
  };
  bool ok = buffer.reserve(head.size() + table.size() + payload.size() + 4) &&
            buffer.append(bytes(head)) && buffer.append(bytes(table)) &&
            buffer.append(bytes(payload));
  if (ok && options.checksum) {
    std::byte crc[4];
    wire::store_le(crc, wire::crc32c(buffer));
    ok = buffer.append(crc);
  }
  if (!ok) return Status(Code::kNoMemory, "no memory for the archive");
  return buffer;
}

Result<Buffer> convert_json(std::string_view json, const JsonToArchiveOptions& options) {
  Document document;
  const std::uint32_t depth = std::min(options.depth, kMaxDepth);
  if (Status status = parse_json(json, depth, document); !status.ok()) return status;
  std::optional<Layout> layout(std::in_place, document, true);
  if (!layout->acyclic()) layout.emplace(document, false);
  measure(*layout, options.share_objects);
  const schema::TypeBytes table = TypeWriter(*layout).table();
  PayloadWriter writer(*layout);
  writer.value(0, layout->root());
  return assemble(table, writer.out, options);
}

}  // namespace

Result<Buffer> json_to_archive(std::string_view json, const JsonToArchiveOptions& options) try {
  return convert_json(json, options);
} catch (const std::exception&) {  // bad_alloc, or a container asked for more than it can hold
  return Status(Code::kNoMemory, "no memory to convert the JSON text");
}

}  // namespace fastser::convert
