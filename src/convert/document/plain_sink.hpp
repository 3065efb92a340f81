// SPDX-License-Identifier: MIT
//
// PlainSink: stands in front of another sink and passes on what the output's format can say, too.
// FlexBuffers have no moments, no extensions, no keys but texts without a zero byte; property lists
// lack some of these. They are refused, or turned into what stands for them: text as in JSON,
// {"ext": type, "data": data}.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "convert/document/forwarding_sink.hpp"

namespace fastser::convert {

class PlainSink final : public ForwardingSink<> {
 public:
  /// What is said of values that the format lacks; empty: it has them. They are views of literals.
  struct Lacks {
    std::string_view moment{};
    std::string_view ext{};
    std::string_view map{};  ///< with keys that are no text
    std::string_view zero_in_key{};
    bool keeps_ext = false;  ///< an extension, but as a key, is passed on as it is
  };

  /// `replace`: instead of refusing.
  PlainSink(Sink& next, const Lacks& lacks, bool replace)
      : ForwardingSink(next), lacks_(lacks), replace_(replace) {}

  bool null() override;
  bool boolean(bool value) override;
  bool integer(std::uint64_t bits, bool negative) override;
  bool f32(std::uint32_t bits) override;
  bool f64(std::uint64_t bits) override;
  bool real(double value) override;
  bool inexact(double value) override;
  bool text(std::string_view text) override;
  bool data(BytesView data) override;
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override;
  bool apple_date(double date) override;
  bool decimal(BytesView bytes) override;
  bool ext(std::int8_t type, BytesView data) override;
  bool begin_list(std::uint64_t count) override;
  bool end_list() override;
  bool begin_object(std::uint64_t count, bool distinct) override;
  bool key(std::string_view text) override;
  bool end_object() override;
  bool begin_map(std::uint64_t count) override;
  bool end_map() override;

 private:
  enum class Level : std::uint8_t { kPlain, kMapKey, kMapValue };  // of a map: what comes next

  bool told(bool go_on);
  bool open(Level level);
  bool close(bool go_on);
  [[nodiscard]] bool at_key() const { return !levels_.empty() && levels_.back() == Level::kMapKey; }
  bool key_of(std::string_view text);
  bool quoted_key(std::string_view text) { return key_of(text.substr(1, text.size() - 2)); }

  Lacks lacks_;
  bool replace_;
  std::vector<Level> levels_;
};

}  // namespace fastser::convert
