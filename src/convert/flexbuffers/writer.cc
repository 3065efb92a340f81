// SPDX-License-Identifier: MIT
//
// One loop over the nodes, which lie in front of what they hold, while FlexBuffers have it the
// other way round: slots of values that are written, or are scalars, wait on a stack until what
// holds them ends.
//
// Texts are numbers in a document, so what was written where is a table by number. Maps with the
// same keys share a vector of keys; which maps these are is asked of the ranks of their keys.
//
// Widths of floats: one of four bytes stays so by standing apart where its neighbours are wider, or
// they do.
#include "convert/flexbuffers/writer.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert/document/key_order.hpp"
#include "convert/document/node_path.hpp"
#include "convert/flexbuffers/list.hpp"
#include "fastser/internal/flexbuffers/encoder.hpp"

namespace fastser::convert {
namespace {

using flexbuffers::Encoder;
using flexbuffers::KeyVector;
using flexbuffers::Slot;

class Writer {
 public:
  Writer(const Document& document, std::uint32_t root, Buffer& out)
      : document_(document),
        root_(root),
        order_(document, root),
        encoder_(out),
        places_(document.texts.size()),
        shapes_(64, document.number_hash()) {}

  Status run();

 private:
  struct Open {
    std::uint32_t node;
    std::size_t first;  // of its slots
  };
  /// Where a text was written; null: nowhere yet.
  struct Place {
    Slot string;
    Slot blob;
    Slot key;
  };
  /// The keys of maps: their ranks, in ranks_, and where they were written last (0: nowhere).
  struct Shape {
    std::size_t first;
    std::size_t count;
    KeyVector keys;
  };
  struct Member {
    std::uint32_t rank;
    std::uint32_t at;  // among the slots
  };

  Slot leaf(const Node& node);
  Slot text(const Node& node, bool is_string);
  Slot close(std::uint32_t at, Slot* slots);
  Slot list(std::uint32_t at, Slot* slots);
  Slot object(std::uint32_t at, Slot* slots);
  Shape& shape();
  KeyVector put_keys();
  Status refuse(std::uint32_t at, std::string_view message) const {
    return Status(Code::kTypeMismatch, message).with_path(path_between(document_, root_, at));
  }
  [[nodiscard]] Status sayable(std::uint32_t at) const;

  const Document& document_;
  std::uint32_t root_;
  KeyOrder order_;
  Encoder encoder_;
  std::vector<Place> places_;
  std::vector<Slot> slots_;
  std::vector<Open> open_;
  std::vector<Member> members_;
  std::vector<Slot> sorted_;
  std::vector<Slot> keys_;
  std::vector<Shape> known_;
  std::vector<std::uint32_t> ranks_;
  std::unordered_multimap<std::uint64_t, std::size_t, NumberHash> shapes_;
};

Status Writer::sayable(std::uint32_t at) const {
  const Node& node = document_.nodes[at];
  if (at != root_ && node.key != kNoKey &&
      document_.text(node.key).find('\0') != std::string_view::npos) {
    return refuse(at, "a zero byte in a key, which FlexBuffers cannot hold");
  }
  switch (node.kind) {
    case NodeKind::kMoment: return refuse(at, "a timestamp: FlexBuffers have none");
    case NodeKind::kExt: return refuse(at, "an extension: FlexBuffers have none");
    case NodeKind::kMap:
      return refuse(at, "a map with keys that are no text: FlexBuffers have none");
    default: return {};
  }
}

Status Writer::run() {
  const std::uint32_t end = document_.nodes[root_].end;
  for (std::uint32_t at = root_; at < end; ++at) {
    if (Status status = sayable(at); !status.ok()) return status;
    const Node& node = document_.nodes[at];
    if (node.is_container()) {
      open_.push_back({at, slots_.size()});
    } else {
      slots_.push_back(leaf(node));
    }
    while (!open_.empty() && document_.nodes[open_.back().node].end == at + 1) {
      const Open open = open_.back();
      const Slot slot = close(open.node, slots_.data() + open.first);
      slots_.resize(open.first);
      slots_.push_back(slot);
      open_.pop_back();
    }
  }
  std::size_t written = 0;
  return encoder_.finish(slots_[0], written);
}

Slot Writer::leaf(const Node& node) {
  switch (node.kind) {
    case NodeKind::kBool: return Encoder::scalar(node.bits != 0);
    case NodeKind::kNegative: return Encoder::scalar(static_cast<std::int64_t>(node.bits));
    case NodeKind::kUnsigned: return Encoder::scalar(node.bits);
    case NodeKind::kReal: return Encoder::scalar(std::bit_cast<double>(node.bits));
    case NodeKind::kF32:
      return {flexbuffers::widened(static_cast<std::uint32_t>(node.bits)), flexbuffers::kFloat, 2};
    case NodeKind::kF64: return {node.bits, flexbuffers::kFloat, 3};
    case NodeKind::kString: return text(node, true);
    case NodeKind::kData: return text(node, false);
    default: return {};  // null; others are containers, or refused
  }
}

Slot Writer::text(const Node& node, bool is_string) {
  Place& place = places_[static_cast<std::size_t>(node.bits)];
  Slot& there = is_string ? place.string : place.blob;
  if (there.type == flexbuffers::kNull) {
    const std::string_view bytes = document_.text(node.bits);
    there = is_string ? encoder_.put_string(bytes) : encoder_.put_blob(bytes.data(), bytes.size());
  }
  return there;
}

Slot Writer::close(std::uint32_t at, Slot* slots) {
  return document_.nodes[at].kind == NodeKind::kList ? list(at, slots) : object(at, slots);
}

Slot Writer::list(std::uint32_t at, Slot* slots) {
  const std::size_t count = document_.nodes[at].count;
  const TypedVector as = typed_vector(document_, at, slots);
  if (as.element == flexbuffers::kNull) {
    keep_floats(document_, at, slots, encoder_);
    return encoder_.end_vector(slots, count);
  }
  const Slot vector = encoder_.start_typed(as.element, count, as.step);
  for (std::size_t i = 0; i < count; ++i) encoder_.put_scalar(slots[i], as.step);
  return vector;
}

Slot Writer::object(std::uint32_t at, Slot* slots) {
  keep_floats(document_, at, slots, encoder_);
  const std::uint32_t count = document_.nodes[at].count;
  members_.clear();
  std::uint32_t child = at + 1;
  for (std::uint32_t i = 0; i < count; ++i, child = document_.nodes[child].end) {
    members_.push_back({order_.rank(document_.nodes[child].key), i});
  }
  std::sort(members_.begin(), members_.end(),
            [](const Member& left, const Member& right) { return left.rank < right.rank; });
  sorted_.clear();
  for (const Member& member : members_) sorted_.push_back(slots[member.at]);
  Shape& keys = shape();
  Slot map;
  if (keys.keys.position != 0 && encoder_.try_map(keys.keys, sorted_.data(), count, map)) {
    return map;
  }
  keys.keys = put_keys();
  return encoder_.end_map(keys.keys, sorted_.data(), count);
}

// Of the members: one that is known, or a new one.
Writer::Shape& Writer::shape() {
  std::uint64_t hash = members_.size();
  for (const Member& member : members_) hash = shapes_.hash_function()(hash << 32 ^ member.rank);
  const auto [first, last] = shapes_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    Shape& known = known_[it->second];
    const auto ranks = ranks_.begin() + static_cast<std::ptrdiff_t>(known.first);
    if (known.count == members_.size() &&
        std::equal(members_.begin(), members_.end(), ranks,
                   [](const Member& member, std::uint32_t rank) { return member.rank == rank; })) {
      return known;
    }
  }
  shapes_.emplace(hash, known_.size());
  known_.push_back({ranks_.size(), members_.size(), {}});
  for (const Member& member : members_) ranks_.push_back(member.rank);
  return known_.back();
}

KeyVector Writer::put_keys() {
  keys_.clear();
  for (const Member& member : members_) {
    const std::uint32_t key = order_.key(member.rank);
    Slot& there = places_[key].key;
    if (there.type == flexbuffers::kNull) {
      const std::string_view text = document_.text(key);
      there = encoder_.put_key(text, flexbuffers::hash_of(text));
    }
    keys_.push_back(there);
  }
  return encoder_.put_keys(keys_.data(), keys_.size());
}

}  // namespace

Status write_flexbuffer(const Document& document, std::uint32_t root, Buffer& out) {
  out.clear();
  return Writer(document, root, out).run();
}

Result<Buffer> write_flexbuffers(const Document& document) {
  Result<Buffer> out{std::in_place};
  if (Status status = write_flexbuffer(document, 0, *out); !status.ok())
    out.fail(std::move(status));
  return out;
}

}  // namespace fastser::convert
