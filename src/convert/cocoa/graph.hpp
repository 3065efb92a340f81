// SPDX-License-Identifier: MIT
//
// Graph: what a stream of values without keys holds, once it is read: objects with their values in
// order, classes with versions and super-classes. Texts and data stay in the input.
//
// Values of one object, and elements of one list, are a chain of nodes: what lies between them in
// the input (objects inside) comes to lie elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "convert/cocoa/target.hpp"
#include "fastser/type/code.hpp"

namespace fastser::convert::cocoa {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFFU;

struct Node {
  enum class Kind : std::uint8_t {
    kNil,
    kObject,   ///< a: its number
    kInteger,  ///< code, a: bits, sign-extended
    kF32,      ///< a: bits
    kF64,
    kText,   ///< a: byte of the input, b: size; UTF-8
    kBytes,  ///< likewise: data, or the text of a string
    kRun,    ///< b scalars of `code` at the byte a, big-endian
    kClass,  ///< a: its number
    kList,   ///< a: chain
    kTuple,  ///< a: chain
  };
  Kind kind = Kind::kNil;
  schema::TypeCode code{};
  std::uint32_t next = kNoIndex;
  std::size_t at = 0;  ///< byte of the input
  std::uint64_t a = 0;
  std::uint64_t b = 0;

  [[nodiscard]] bool is_integer() const { return kind == Kind::kInteger; }
};
using GraphKind = Node::Kind;

struct Chain {
  std::uint32_t first = kNoIndex;
  std::uint32_t last = kNoIndex;
  std::uint32_t count = 0;
};

struct Object {
  std::uint32_t of = kNoIndex;  ///< class; none: it was refused
  std::uint32_t chain = 0;
  std::size_t at = 0;
};

struct Class {
  std::string_view name;  ///< in the input
  std::uint32_t version = 0;
  std::uint32_t super = kNoIndex;
  Known known = Known::kOther;
  std::size_t at = 0;
};

/// Made piece by piece, within the budget of the target. Chain 0 is what stands at the top.
class Graph {
 public:
  explicit Graph(Target& target) : target_(target) { chains.emplace_back(); }

  // All of these answer false (kNoIndex) when the budget is spent.
  bool add(std::uint32_t chain, const Node& node) {
    if (!target_.charge(sizeof(Node), node.at)) return false;
    const auto number = static_cast<std::uint32_t>(nodes.size());
    if (number == kNoIndex) return target_.charge(static_cast<std::size_t>(-1), node.at);
    nodes.push_back(node);
    Chain& to = chains[chain];
    (to.count++ == 0 ? to.first : nodes[to.last].next) = number;
    to.last = number;
    return true;
  }
  std::uint32_t add_chain(std::size_t at) {
    if (!target_.charge(sizeof(Chain), at)) return kNoIndex;
    chains.emplace_back();
    return static_cast<std::uint32_t>(chains.size() - 1);
  }
  std::uint32_t add_object(std::size_t at) {
    const std::uint32_t chain = add_chain(at);
    if (chain == kNoIndex || !target_.charge(sizeof(Object), at)) return kNoIndex;
    objects.push_back({.chain = chain, .at = at});
    return static_cast<std::uint32_t>(objects.size() - 1);
  }
  std::uint32_t add_class(const Class& one) {
    if (!target_.charge(sizeof(Class), one.at)) return kNoIndex;
    classes.push_back(one);
    return static_cast<std::uint32_t>(classes.size() - 1);
  }

  std::vector<Node> nodes;
  std::vector<Chain> chains;
  std::vector<Object> objects;
  std::vector<Class> classes;

 private:
  Target& target_;
};

}  // namespace fastser::convert::cocoa
