// SPDX-License-Identifier: MIT
#include "convert/cocoa/graph_writer.hpp"

#include <cstring>
#include <span>

#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert::cocoa {

using schema::TypeCode;

namespace {

constexpr std::uint64_t kLongestTuple = 32;

}  // namespace

GraphWriter::GraphWriter(Graph& graph, Target& target)
    : graph_(graph), target_(target), handles_(graph.classes.size()) {}

std::string_view GraphWriter::characters(const Node& node) const {
  return {reinterpret_cast<const char*>(target_.input().data()) + node.a,
          static_cast<std::size_t>(node.b)};
}

bool GraphWriter::write() {
  if (!chain(0)) return false;
  PendingObject pending;
  while (target_.writer.begin_pending(pending)) {
    const auto number = reinterpret_cast<std::uintptr_t>(pending.context);  // NOLINT
    if (!body(static_cast<std::uint32_t>(number))) return false;
    target_.writer.end_object();
  }
  return target_.sound(0);
}

// ---- values

bool GraphWriter::chain(std::uint32_t chain) {
  Values values(graph_, chain);
  std::uint64_t index = 0;
  while (const Node* const node = values.take()) {
    if (!value(*node)) return target_.inside(index);
    ++index;
  }
  return true;
}

bool GraphWriter::value(const Node& node) {
  if (!target_.charge(kStep, node.at)) return false;
  switch (node.kind) {
    case GraphKind::kNil: target_.nil(kPlain); break;
    case GraphKind::kObject: return object(node);
    case GraphKind::kInteger: target_.integer(kPlain, node.code, node.a); break;
    case GraphKind::kF32: target_.f32(kPlain, static_cast<std::uint32_t>(node.a)); break;
    case GraphKind::kF64: target_.f64(kPlain, node.a); break;
    case GraphKind::kText:
      if (!target_.text(kPlain, characters(node), static_cast<std::size_t>(node.a))) return false;
      break;
    case GraphKind::kBytes: {
      const std::string_view text = characters(node);
      if (!target_.charge(text.size(), node.at)) return false;
      target_.data(kPlain, std::as_bytes(std::span(text)));
      break;
    }
    case GraphKind::kRun: return run(node);
    case GraphKind::kClass: {
      const Class& of = graph_.classes[static_cast<std::size_t>(node.a)];
      if (!target_.class_ref(kPlain, of.name, of.at)) return false;
      break;
    }
    case GraphKind::kList: return list(node);
    case GraphKind::kTuple: return tuple(node);
  }
  return target_.sound(node.at);
}

// A list of numbers of one type is one in the archive too.
bool GraphWriter::list(const Node& node) {
  const auto elements = static_cast<std::uint32_t>(node.a);
  const Chain& what = graph_.chains[elements];
  CoderType type = TypeCode::kAny;
  if (what.count != 0) {
    const Node& first = graph_.nodes[what.first];
    if (first.is_integer()) type = first.code;
    if (first.kind == GraphKind::kF32) type = TypeCode::kF32;
    if (first.kind == GraphKind::kF64) type = TypeCode::kF64;
  }
  target_.begin_list(kPlain, what.count, type);
  if (!target_.sound(node.at) || !chain(elements)) return false;
  target_.writer.end_list();
  return target_.sound(node.at);
}

template <typename T>
void GraphWriter::array(const Node& node) {
  const auto count = static_cast<std::size_t>(node.b);
  const std::byte* from = target_.input().data() + node.a;
  using Bits = wire::UnsignedOf<sizeof(T)>;
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    Bits bits;
    wire::load_be(from + i * sizeof(T), bits);
    std::memcpy(&values[i], &bits, sizeof(T));
  }
  target_.writer.array<T>(values);
}

bool GraphWriter::run(const Node& node) {
  const std::size_t width = schema::fixed_size(node.code);
  if (!target_.charge(static_cast<std::size_t>(node.b) * width, node.at)) return false;
  switch (node.code) {
    case TypeCode::kI8:
    case TypeCode::kU8:
      target_.data(kPlain, target_.input().subspan(static_cast<std::size_t>(node.a),
                                                   static_cast<std::size_t>(node.b)));
      break;
    case TypeCode::kBool:
      target_.begin_list(kPlain, node.b, TypeCode::kBool);
      for (std::uint64_t i = 0; i < node.b; ++i) {
        target_.boolean(kPlain,
                        target_.input()[static_cast<std::size_t>(node.a + i)] != std::byte{});
      }
      target_.writer.end_list();
      break;
    case TypeCode::kI16: array<std::int16_t>(node); break;
    case TypeCode::kU16: array<std::uint16_t>(node); break;
    case TypeCode::kI32: array<std::int32_t>(node); break;
    case TypeCode::kU32: array<std::uint32_t>(node); break;
    case TypeCode::kI64: array<std::int64_t>(node); break;
    case TypeCode::kU64: array<std::uint64_t>(node); break;
    case TypeCode::kF32: array<float>(node); break;
    case TypeCode::kF64: array<double>(node); break;
    default: return target_.fail(Code::kMalformed, "an array of an unknown type", node.at);
  }
  return target_.sound(node.at);
}

bool GraphWriter::tuple(const Node& node) {
  const auto members = static_cast<std::uint32_t>(node.a);
  const std::uint32_t count = graph_.chains[members].count;
  const bool fits = count <= kLongestTuple;
  if (fits) {
    target_.writer.begin_tuple(count);
  } else {
    target_.begin_list(kPlain, count, TypeCode::kAny);
  }
  if (!target_.sound(node.at) || !chain(members)) return false;
  if (fits) {
    target_.writer.end_tuple();
  } else {
    target_.writer.end_list();
  }
  return target_.sound(node.at);
}

// ---- objects

// Super-classes first; a chain of them has no end that is itself.
bool GraphWriter::define(std::uint32_t of, std::size_t at, ClassHandle& out) {
  std::vector<std::uint32_t> chain;
  for (std::uint32_t one = of; one != kNoIndex; one = graph_.classes[one].super) {
    if (handles_[one].valid()) break;
    if (!target_.charge(sizeof one, at)) return false;
    chain.push_back(one);
  }
  while (!chain.empty()) {
    const std::uint32_t one = chain.back();
    const Class& what = graph_.classes[one];
    ClassHandle super;
    if (what.super != kNoIndex) super = handles_[what.super];
    if (!target_.define(what.name, what.version, super, what.at, handles_[one])) return false;
    chain.pop_back();
  }
  out = handles_[of];
  // The name stands in the table with each shape that the class has.
  return target_.charge(graph_.classes[of].name.size(), at);
}

bool GraphWriter::object(const Node& node, Place at) {
  const auto number = static_cast<std::uint32_t>(node.a);
  const Object& what = graph_.objects[number];
  if (what.of == kNoIndex)
    return target_.fail(Code::kMalformed, "an object without a class", node.at);
  const Known known = graph_.classes[what.of].known;
  if (known != Known::kOther) {
    if (plain(what, known)) return target_.sound(node.at);
    if (!target_.sound(node.at)) return false;
  }
  ClassHandle handle;
  if (contents(what, known)) {
    handle = target_.stand_in(known);
  } else if (!target_.sound(node.at) || !define(what.of, node.at, handle)) {
    return false;
  }
  const void* const identity = target_.input().data() + what.at;
  const ObjectPlace place = target_.object(at, identity, handle, number);
  if (!target_.sound(node.at)) return false;
  if (place != ObjectPlace::kNew) return true;
  if (!body(number)) return false;
  target_.writer.end_object();
  return target_.sound(node.at);
}

bool GraphWriter::body(std::uint32_t number) {
  const Object& what = graph_.objects[number];
  const Known known = graph_.classes[what.of].known;
  if (contents(what, known)) return write_contents(what, known);
  const Node* base = nullptr;
  const Node* relative = nullptr;
  if (known != Known::kUrl || !url_parts(what, base, relative)) {
    return target_.sound(what.at) && chain(what.chain);
  }
  // A URL that is relative to another.
  static constexpr Key kBase("base");
  static constexpr Key kRelative("relative");
  std::string_view text;
  const Object& other = graph_.objects[static_cast<std::size_t>(base->a)];
  const Node* no_base = nullptr;
  const Node* whole = nullptr;
  if (url_parts(other, no_base, whole) && no_base == nullptr && text_of(whole, text)) {
    if (!target_.url(&kBase, text, base->at)) return target_.inside("base");
  } else if (no_base != nullptr) {
    if (!object(*base, &kBase)) return target_.inside("base");
  } else {
    return target_.fail(Code::kTypeMismatch, "a URL whose base is no URL", base->at);
  }
  if (!text_of(relative, text)) return false;
  return target_.text(&kRelative, text, relative->at) && target_.sound(what.at);
}

}  // namespace fastser::convert::cocoa
