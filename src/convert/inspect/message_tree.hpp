// SPDX-License-Identifier: MIT
//
// MessageTree: the sink that shows a message, MessagePack or FlexBuffers, as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "convert/document/sink.hpp"
#include "convert/inspect/tree_text.hpp"

namespace fastser::convert {

class MessageTree final : public Sink {
 public:
  explicit MessageTree(TreeView view) : out_(std::move(view)) {}

  [[nodiscard]] const std::string& tree() const { return out_.tree(); }
  /// Whether there was a value at the path.
  [[nodiscard]] bool found() const { return out_.found(); }

  bool null() override { return out_.line("nil"); }
  bool boolean(bool value) override { return out_.line(value ? "true" : "false"); }
  bool integer(std::uint64_t bits, bool negative) override;
  bool f32(std::uint32_t bits) override;
  bool f64(std::uint64_t bits) override;
  bool text(std::string_view text) override { return out_.line(in_quotes(text), text); }
  bool data(BytesView data) override;
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override;
  bool ext(std::int8_t type, BytesView data) override;
  bool begin_list(std::uint64_t count) override;
  bool end_list() override { return out_.close(); }
  bool begin_object(std::uint64_t count, bool) override { return begin_map(count); }
  bool key(std::string_view text) override { return out_.line(in_quotes(text), text); }
  bool end_object() override { return out_.close(); }
  bool begin_map(std::uint64_t count) override;
  bool end_map() override { return out_.close(); }
  bool charge(std::size_t) override { return true; }

 private:
  TreeText out_;
};

}  // namespace fastser::convert
