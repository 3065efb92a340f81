// SPDX-License-Identifier: MIT
//
// GraphWriter: a graph as an archive. Objects of Foundation are made out from the values that their
// encodeWithCoder: gave; one that does not look as it should is an object like any other, with its
// values in order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "convert/cocoa/graph.hpp"

namespace fastser::convert::cocoa {

class GraphWriter {
 public:
  GraphWriter(Graph& graph, Target& target);
  /// All of it.
  bool write();

 private:
  // The values of an object, one after another.
  class Values {
   public:
    Values(const Graph& graph, std::uint32_t chain)
        : graph_(&graph), next_(graph.chains[chain].first) {}
    /// Null: there are no more.
    const Node* take() {
      if (next_ == kNoIndex) return nullptr;
      const Node* const node = &graph_->nodes[next_];
      next_ = node->next;
      return node;
    }
    [[nodiscard]] bool at_end() const { return next_ == kNoIndex; }

   private:
    const Graph* graph_;
    std::uint32_t next_;
  };
  static constexpr std::size_t kStep = 32;  // what a value costs

  [[nodiscard]] Values values_of(const Object& object) const { return {graph_, object.chain}; }
  [[nodiscard]] std::string_view characters(const Node& node) const;

  bool value(const Node& node);
  bool chain(std::uint32_t chain);
  bool list(const Node& node);
  bool run(const Node& node);
  template <typename T>
  void array(const Node& node);
  bool tuple(const Node& node);
  bool object(const Node& node, Place at = kPlain);
  bool body(std::uint32_t number);
  bool define(std::uint32_t of, std::size_t at, ClassHandle& out);

  // A value of Foundation without an identity; false where it does not look as it should.
  bool plain(const Object& object, Known known);
  bool string(const Object& object);
  bool number(const Object& object);
  bool uuid(const Object& object);
  bool url(const Object& object);

  // What an object of Foundation holds, if it looks as it should. Strings and data into memory of
  // the writer's, until the next call.
  bool text_of(const Object& object, std::string_view& out);
  bool text_of(const Node* node, std::string_view& out);
  bool units(Values& values, std::size_t count, bool wide, std::string_view& out);
  bool bytes_of(const Object& object, BytesView& out);
  bool scalars(Values& values, std::size_t count, std::vector<std::byte>& out);
  bool url_parts(const Object& object, const Node*& base, const Node*& relative);
  bool contents(const Object& object, Known known);
  bool write_contents(const Object& object, Known known);
  /// The first value that is an integer; then elements: as a list, or one after another.
  bool counted(const Object& object, std::uint64_t& count, Values& elements) const;
  bool are_texts(Values keys) const;

  Graph& graph_;
  Target& target_;
  std::vector<ClassHandle> handles_;  // by class
  std::u16string wide_;
  std::string narrow_;
  std::vector<std::byte> bytes_;
};

}  // namespace fastser::convert::cocoa
